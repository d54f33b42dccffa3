"""The game as a fold over messages: anybody who has them all gets the same state, whatever the order of arrival.

    >>> fold = Fold(game, key)
    >>> for topic, payload in messages: fold.take(topic, payload)
    >>> fold.game, fold.broken
    (<Game danish after 12 turns: the throw of A, ...>, None)

A seat's messages count in order of their numbers, each as soon as it is due. The order between the seats makes no
difference, because what is due depends only on what both have sent before. A message that can never be valid stops its
seat.
"""

from binascii import unhexlify

from companion.far.chain import FEW, LINKS, dice, sha256
from companion.far.letter import IN_LOG, LetterError, check_mac, decoded, game_mark, opened
from companion.far.messages import (
    SEATS,
    MessageError,
    Stranger,
    ascii_text,
    log_of,
    place_of,
    read,
    topic_of,
    unseal,
)
from daldos.game import OPENING, OVER, PLAY, THROW, Game
from daldos.packing import ply_player
from daldos.record import record_lines
from daldos.rules import Rules
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Iterator

    from companion.shapes import Message, Sent


class Seat:
    """The messages of a seat. log: number -> payload, including those not yet due; next: the number due next.

    coded: the messages from 0 to the first gap, as encoded for a log.

    sit: the object of its first message. tips: of its later chains. links: all that it has sent; used: how many of the
    current chain. asks: (number, to) of the open questions. words: (number, word) of its chat messages. claimed: the
    turn on which it has claimed the other's time, or 0. wrong: (topic, reason) of the invalid message that stopped it.
    """

    def __init__(self) -> None:
        self.log: dict[int, str] = {}
        self.coded: list[bytes] = []
        self.restart()

    def restart(self) -> None:
        """Reset everything folded; the log stays."""
        self.next = 0
        self.sit: Message = None  # type: ignore[assignment]  # until it has come
        self.tip = b""
        self.tips = 0
        self.links: list[bytes] = []
        self.used = 0
        self.asks: list[tuple[int, int]] = []
        self.words: list[tuple[int, str]] = []
        self.claimed = 0
        self.resigned = False
        self.wrong: tuple[str, ValueError] | None = None

    def hear(self, found: "Message") -> None:
        """Take a message that may come at any time: ask, resign, claim, say."""
        do = found["do"]
        if do == "ask":
            self.asks.append((self.next, found["to"]))
        elif do == "resign":
            self.resigned = True
        elif do == "claim":
            self.claimed = found["ply"]
        else:
            self.words.append((self.next, found["what"]))


class Fold:
    """One game. key: None for an onlooker, who cannot check who sent a message. links: the length of a chain.

    game: the Game, None until both seats are taken. throws: the dice of throw 1 at index 0, and so on. throwers: the
    player of each throw that has been reached.
    """

    def __init__(self, name: str, key: bytes | None = None, links: int = LINKS):
        self.name = name
        self.key = key
        self.chain_links = links
        self.seats = (Seat(), Seat())
        self._twice: list[tuple[str, int, str]] = []  # (seat, number, payload) of messages with a used number
        self._restart()

    def _restart(self) -> None:
        self.game: Game = None  # type: ignore[assignment]  # until both sit
        self.throws: list[tuple[int, int]] = []
        self.throwers: list[int] = []
        for seat in self.seats:
            seat.restart()

    # --- receiving --------------------------------------------------------------------------------------------------

    def take(self, topic: str, payload: bytes | str) -> bool:
        """Take a message, or a part of a seat's log, as bytes or text. Returns whether anything in it is new; a
        stranger's message is ignored."""
        new = False
        try:
            for line in self.lines_in(topic, payload)[3]:
                new = self._take(*line) or new
        except Stranger:
            pass
        return new

    def lines_in(self, topic: str, payload: bytes | str) -> "tuple[int, int, int, list[Sent]]":
        """What a topic's payload holds: seat as 0 or 1, number of the first message, how many from there on are known,
        and the messages after those. Stranger if the sender does not have the key."""
        text = payload if isinstance(payload, str) else ascii_text(payload)
        seat = log_of(self.name, topic)
        if not seat:
            seat, number = place_of(self.name, topic)
            return SEATS.index(seat), number, 0, [(topic, text)]
        data, k = decoded(text, IN_LOG), SEATS.index(seat)
        if not data or data[0] & 1 != k or data[1:7] != game_mark(self.name):
            raise Stranger("%s: expected a part of the log of this seat", topic)
        try:
            if self.key is not None:
                check_mac(self.key, data)
            return (k,) + opened(data, self.name, self.key, self.seats[k].log, self.seats[k].coded)
        except (LetterError, MessageError) as error:
            raise Stranger("%s: %s", topic, error) from None

    def _take(self, topic: str, payload: str) -> bool:
        seat, number = place_of(self.name, topic)
        text = unseal(self.key, topic, payload)
        if self.key is None:  # whatever its MAC: messages in a log come without
            payload = text + " " + "0" * 32
        if number < 0:
            return False  # presence is not part of the game
        log = self.seats["ab".index(seat)].log
        if number in log:
            if log[number] == payload or (seat, number, payload) in self._twice:
                return False
            if len(self._twice) < 8:
                self._twice.append((seat, number, payload))
            self._restart()
            self._fold()
            return True
        log[number] = payload
        self._fold()
        return True

    def missing(self, most: int = 50) -> list[str]:
        """Topics of messages missing before known ones of the same seat, at most `most`."""
        found: list[str] = []
        for k in (0, 1):
            log = self.seats[k].log
            last = max(log) if log else -1
            if self.version == 2 and last > self.seats[k].next and self.seats[k].next not in log:
                found.append("daldos/1/%s/%s/log/#" % (self.name, "ab"[k]))
                continue
            for number in range(self.seats[k].next, last):
                if number not in log and len(found) < most:
                    found.append(topic_of(self.name, "ab"[k], number))
        return found

    def lines(self, but: "tuple[set[int], set[int]]" = (set(), set())) -> "Iterator[Sent]":
        """All messages as (topic, payload), seat a's first, except the numbers in `but`, one set per seat."""
        for k in (0, 1):
            log = self.seats[k].log
            for number in sorted(log):
                if number not in but[k]:
                    yield topic_of(self.name, "ab"[k], number), log[number]
        for seat, number, payload in self._twice:
            if number not in but[SEATS.index(seat)]:
                yield topic_of(self.name, seat, number), payload

    # --- the state of the game --------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The protocol version, 1 or 2, that seat b has chosen; 0 before."""
        sit = self.seats[1].sit
        return sit["v"] if sit else 0

    @property
    def broken(self) -> "tuple[str, ValueError] | None":
        """(topic, error) of a message that can never be valid, or None."""
        return self.seats[0].wrong or self.seats[1].wrong

    @property
    def over(self) -> bool:
        """Whether the game has ended: won, given up or broken."""
        given_up = self.seats[0].resigned or self.seats[1].resigned
        return bool(self.broken or given_up or self.game and self.game.winner)

    @property
    def winner(self) -> str:
        """The winner, `A` or `B`, on the board or because the other gave up; empty if both did."""
        if self.broken or not self.game:
            return ""
        resigned = [seat.resigned for seat in self.seats]
        if self.game.winner or resigned[0] == resigned[1]:
            return self.game.winner
        return PLAYERS[0 if resigned[1] else 1]

    @property
    def claimed(self) -> str:
        """`A` or `B`, the player who has claimed the other's time on the turn still due; else empty."""
        if self.game and not self.over:
            for k in (0, 1):
                if self.seats[k].claimed == len(self.game.plies) + 1 and self.waits_for() == 1 - k:
                    return PLAYERS[k]
        return ""

    @property
    def next_throw(self) -> int:
        """The number of the throw due next, or 0."""
        if not self.game or self.over or self.game.phase not in (OPENING, THROW):
            return 0
        return len(self.throws) + 1

    def waits_for(self) -> int:
        """The seat, 0 or 1, whose message is due, or -1. The player who does not throw sends the first link."""
        if self.over:
            return -1
        if not self.game:
            return 0 if not self.seats[0].sit else 1
        throw = self.next_throw
        if not throw:
            player = self.game.side
            # whoever has asked waits for the answer
            return 1 - player if self.seats[player].asks else player
        thrower = self.throwers[throw - 1]
        return 1 - thrower if len(self.seats[1 - thrower].links) < throw else thrower

    def ended(self) -> str:
        """How the game ended, for the record's header; empty while it is being played."""
        if self.broken:
            return "broken"
        resigned = [PLAYERS[k] for k in (0, 1) if self.seats[k].resigned]
        if self.game and not self.game.winner and resigned:
            return " and ".join(resigned) + " resigned"
        return "claimed by %s" % self.claimed if self.claimed else ""

    def record(self) -> str:
        """The game as a record; empty until both seats are taken."""
        if not self.game:
            return ""
        headers = {PLAYERS[k]: self.seats[k].sit["name"] for k in (0, 1)}
        headers["Event"] = "far " + self.name + (", " + self.ended() if self.ended() else "")
        return "\n".join(record_lines(self.game, headers)) + "\n"

    # --- the fold -------------------------------------------------------------------------------------------------

    def _fold(self) -> None:
        # Apply all messages that are due, and those that become due by this.
        moved = True
        while moved:
            moved = False
            for k in (0, 1):
                seat = self.seats[k]
                while seat.next in seat.log and not seat.wrong and self._count(k, seat):
                    seat.next += 1
                    moved = True

    def _count(self, k: int, seat: Seat) -> bool:
        # Apply a seat's next message. Returns whether it was due; the game is broken if it can never be valid.
        topic = topic_of(self.name, "ab"[k], seat.next)
        payload = seat.log[seat.next]
        try:
            for other, number, text in self._twice:
                if "ab".index(other) == k and number == seat.next:
                    raise MessageError("two messages of this number: %s and %s", *sorted((payload, text)))
            found = read(None, topic, payload)
            do = found["do"]
            if (do == "sit") != (seat.next == 0):
                raise MessageError("%s as number %d: sit is number 0, and no other", do, seat.next)
            if do == "sit":
                return self._sit(k, seat, found)
            if not self.game or seat.resigned and do != "say":
                return False
            if do in _DUE:
                return _DUE[do](self, k, seat, found)
            seat.hear(found)
            return True
        except ValueError as error:  # the engine's too
            seat.wrong = (topic, error)
            return False

    def _sit(self, k: int, seat: Seat, found: "Message") -> bool:
        if k and not self.seats[0].sit:
            return False
        rules = Rules(found["rules"])
        if k:
            first = self.seats[0].sit
            for key in ("rules", "turn_s"):
                if found[key] != first[key]:
                    raise MessageError("%s %s: seat a has %s", key, found[key], first[key])
        seat.sit = found
        seat.tip = unhexlify(found["tip"])
        if k:
            self.game = Game(rules)
            self._reach()
        return True

    def _reach(self) -> None:
        # Make the throws whose links have arrived, and note who throws next. A throw is reached once: when a turn is
        # taken back and played again, the next throw stays, and so does its player.
        game = self.game
        while game.phase in (OPENING, THROW):
            number = len(game.opening) + len(game.plies)
            if number == len(self.throwers):
                self.throwers.append(game.side)
            if number == len(self.throws):
                a, b = self.seats
                if min(len(a.links), len(b.links)) <= number:
                    return
                self.throws.append(dice(a.links[number], b.links[number], number + 1))
            if game.phase == OPENING:
                game.opening_throw(*self.throws[number])
            else:
                game.throw(*self.throws[number])

    def _link(self, k: int, seat: Seat, found: "Message") -> bool:
        throw = len(seat.links) + 1
        if found["t"] != throw:
            raise MessageError("link of throw %d: throw %d comes next", found["t"], throw)
        if throw > len(self.throwers):
            return False
        link = unhexlify(found["x"])
        if sha256(link) != seat.tip:
            raise MessageError("link of throw %d: its SHA-256 is not the link before", throw)
        if seat.used == self.chain_links:
            raise MessageError("link of throw %d: the chain had %d", throw, self.chain_links)
        seat.tip = link
        seat.used += 1
        seat.links.append(link)
        self._reach()
        return True

    def _tip(self, k: int, seat: Seat, found: "Message") -> bool:
        left = self.chain_links - seat.used
        if left >= FEW:
            raise MessageError("a new chain while the old has %d links: expected less than %d", left, FEW)
        if len(seat.links) == len(self.throwers):
            return False  # the next throw has not been reached, so its player is unknown
        if self.throwers[len(seat.links)] == k:
            # it may have seen the other's link before choosing its own
            raise MessageError("a new chain of the one who throws next: expected it before the other's throw")
        seat.tip = unhexlify(found["tip"])
        seat.tips += 1
        seat.used = 0
        return True

    def _turn(self, k: int, seat: Seat, found: "Message") -> bool:
        game = self.game
        if game.phase != PLAY or game.side != k or found["ply"] != len(game.plies) + 1 or seat.asks:
            return False
        game.play(found["turn"])
        self._reach()
        return True

    def _answer(self, k: int, seat: Seat, found: "Message") -> bool:
        other = self.seats[1 - k]
        if other.next <= found["of"] or self.game.phase == OVER:
            return False
        for ask in other.asks:
            if ask[0] == found["of"]:
                other.asks.remove(ask)
                if found["yes"]:
                    self._take_back(1 - k, ask[1])
                return True
        raise MessageError("answer of message %d: that is no open ask", found["of"])

    def _take_back(self, k: int, to: int) -> None:
        game = self.game
        if to <= len(game.plies) and ply_player(game.plies[to - 1]) == k:
            while len(game.plies) >= to:
                game.undo()


_DUE = {"link": Fold._link, "tip": Fold._tip, "turn": Fold._turn, "answer": Fold._answer}
