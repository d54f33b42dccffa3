"""One end of a game: the messages it sends by itself, and those its player may send.

The caller keeps each message in the end's file before it sends it.

>>> end = End(link, secret, "Ane", rules="danish")
>>> for line in kept: end.recall(*line)
>>> message = end.due()                       # (topic, payload), or None
>>> end.take(topic, payload)                  # a message from the broker
>>> end.turn("A1-M3")                         # the player's turn as a message; EndError says why not
"""

from companion.far.chain import FEW, LINKS, Chain, sha256
from companion.far.fold import Fold
from companion.far.letter import IN_LOG, encoded, parts_of, sealed
from companion.far.messages import (
    SEATS,
    VERSIONS,
    MessageError,
    Stranger,
    ascii_text,
    log_of,
    parse,
    place_of,
    read,
    seal,
    topic_of,
    unseal,
)
from daldos.errors import DaldosError
from daldos.game import PLAY
from daldos.packing import ply_player
from daldos.rules import DEFAULT

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Game, Link, Message, Plain, Sent


_AHEAD = 3  # links


class EndError(DaldosError):
    """Why the player cannot do that now."""


class End:
    """link: with seat and key. secret: 32 bytes, the source of the chains, known to nobody else before the game ends.

    name, rules, turn_s: what this end proposes; seat b takes seat a's rules and time. fold: the game. called: 8 hex
    digits that identify this end among those of its seat. playing: False once another end has taken the seat.
    other_end: the other seat's end, empty while it is away. other_at: the hole of the piece its player holds, or empty.
    unsaid: `here` must be sent, possibly again. fresh: this end has just arrived, and takes precedence over any it
    finds; the caller clears this after some seconds. unknown: number -> text of this seat's messages that this end has
    not sent, while their sender is unknown. foreign: (topic, payload) of one that somebody else has sent. In both cases
    this end sends nothing more. version: the newest protocol version it speaks. stale: topics to be emptied, since a
    log has their contents.
    """

    def __init__(
        self,
        link: "Link",
        secret: bytes,
        name: str = "",
        rules: str = DEFAULT,
        turn_s: int = 0,
        links: int = LINKS,
        called: str = "00000000",
        version: int = VERSIONS[-1],
    ):
        if link.key is None:
            raise EndError("a link to look on has no seat")
        self.link = link
        self.name = name
        self.rules = rules
        self.turn_s = turn_s
        self.fold = Fold(link.game, link.key, links)
        self.k = SEATS.index(link.seat)
        self.seat = self.fold.seats[self.k]
        self.other = self.fold.seats[1 - self.k]
        self.called = called
        self.playing = True
        self.other_end = self.other_at = ""
        self.unsaid = False
        self.fresh = True
        self.unknown: dict[int, str] = {}
        self.foreign: Sent | None = None
        self._secret = secret
        self._key = link.key
        self._chains: list[Chain] = []
        self._shown: tuple[set[int], set[int]] = (set(), set())  # per seat: the messages that the broker has shown
        self.version = 1 if link.by_post else version
        self.stale: list[str] = []
        self._offered = False  # seat a has offered to keep a log
        self._beside = False  # the broker also has message 0 on its own, for an end of version 1

    # --- receiving --------------------------------------------------------------------------------------------------

    def recall(self, topic: str, payload: str) -> None:
        """Take a message from the end's own file."""
        self.fold.take(topic, payload)

    def take(self, topic: str, payload: bytes | str) -> "list[Sent]":
        """Take a message from the broker, or a part of a log. Returns the new, valid messages, to be kept."""
        of = log_of(self.link.game, topic)
        try:
            k, first, known, lines = self.fold.lines_in(topic, payload)
        except Stranger:
            if of:  # the broker has somebody else's message there: send ours again
                self._shown[SEATS.index(of)].clear()
            return []
        if of:
            self._offered = True
            end = max([at + count for at, count in self._parts(k) if at <= first] + [first])
            self._shown[k].difference_update(range(first, end))
            self._shown[k].update(range(first, first + known))
        elif self.fold.version == 2 and k == self.k and first >= 0:
            if not payload:
                return []
            self.stale.append(topic)
        found: list[Sent] = []
        strange: list[tuple[int, Sent]] = []
        for number, line in enumerate(lines, first + known):
            if self.playing and k == self.k and number >= len(self.seat.log):
                strange.append((number, line))
            else:
                found += self._take(k, number, line)
        found += self._of_this_seat(strange)
        if self._beside and self.fold.version:
            self._beside = False
            if self.fold.version == 2:
                self.stale.append(topic_of(self.link.game, "a", 0))
        return found

    def _take(self, k: int, number: int, line: "Sent") -> "list[Sent]":
        log = self.fold.seats[k].log
        had = number in log
        new = log.get(number) != line[1] and self.fold.take(*line)
        if log.get(number) == line[1]:
            self._shown[k].add(number)
        elif had:  # the broker has somebody else's message there: send ours again
            self._shown[k].discard(number)
        return [line] if new else []

    def settle(self) -> None:
        """Treat the messages still unknown as foreign: somebody else has sent them."""
        if self.unknown and not self.foreign:
            number = min(self.unknown)
            self.foreign = (topic_of(self.link.game, self.link.seat, number), self.unknown[number])

    def _of_this_seat(self, lines: "list[tuple[int, Sent]]") -> "list[Sent]":
        # Somebody with the key sent it. What precedes a link of this end's own chain was sent by whoever has its
        # secret.
        for number, (topic, text) in lines:
            try:
                unseal(self._key, topic, text)
                self.unknown[number] = text
            except Stranger:
                pass
        found: list[Sent] = []
        if not lines or not self.unknown:
            return found
        own = self._own_links()
        last = max([-1] + [number for number in self.unknown if _link_in(self.unknown[number]) in own])
        for number in sorted(self.unknown):
            if number <= last:
                line = (topic_of(self.link.game, self.link.seat, number), self.unknown.pop(number))
                if self.fold.take(*line):
                    self._shown[self.k].add(number)
                    found.append(line)
        return found

    def _own_links(self) -> "set[str]":
        # The links of this end's current and next chain that it has not published yet.
        found: set[str] = set()
        for fresh in (False, True):
            chain, used = self._chain(fresh), 0 if fresh else self.seat.used
            link = chain.link(chain.links)
            for _ in range(chain.links - used):
                found.add(link.hex())
                link = sha256(link)
        return found

    def connected(self) -> None:
        """A connection begins: forget what the broker has, and who is present."""
        self._shown = (set(), set())
        self.other_end = ""
        self.unsaid = True

    def lost(self) -> "list[Sent]":
        """The messages to send again: those of both seats that the broker has not shown since the connection began."""
        return self.carried(list(self.fold.lines(self._shown)))

    def carried(self, lines: "list[Sent]") -> "list[Sent]":
        """These messages as sent to the broker: unchanged, or in version 2 as the parts of the logs that contain them.

        Until seat b has named a version, seat a sends its first message both ways.
        """
        version = self.fold.version
        if version == 1 or self.version == 1:
            return lines
        parts = [self._parts(k) for k in (0, 1)]
        found: list[Sent] = []
        wanted = []
        for topic, payload in lines:
            seat, number = place_of(self.link.game, topic)
            k = SEATS.index(seat)
            for part, (first, count) in enumerate(parts[k]):
                if first <= number < first + count and (k, part) not in wanted:
                    wanted.append((k, part))
            if not version and not k:
                self._beside = True
                found.append((topic, payload))
        for k, part in wanted:
            first, count = parts[k][part]
            head = (IN_LOG, k, self.link.game, 0, first)
            of = self.fold.seats[k]
            text = sealed(self._key, head, of.coded[first : first + count], of.log)
            found.insert(0, (topic_of(self.link.game, SEATS[k], "log/%d" % part), text))
        return found

    def logs(self) -> "list[str]":
        """The logs of both seats, each in the form in which a broker keeps a part of one; empty without messages."""
        found = []
        for k, seat in enumerate(self.fold.seats):
            self._parts(k)
            head = (IN_LOG, k, self.link.game, 0, 0)
            found.append(sealed(self._key, head, seat.coded, seat.log) if seat.coded else "")
        return found

    def _parts(self, k: int) -> "list[tuple[int, int]]":
        seat = self.fold.seats[k]
        while len(seat.coded) < seat.next or len(seat.coded) in seat.log and not self.fold.broken:
            seat.coded.append(encoded(seat.log[len(seat.coded)], IN_LOG))
        return parts_of(seat.coded)

    # --- sending ----------------------------------------------------------------------------------------------------

    def due(self) -> "Sent | None":
        """The next message to send without asking the player, (topic, payload), to be kept, then sent; or None."""
        fold = self.fold
        if not self.playing or self.foreign or self.unknown or fold.over:
            return None
        ahead = len(self.seat.log)
        if self.link.by_post and self.k and 0 < ahead <= _AHEAD:
            # With letters, seat b sends the links of the opening throws and of the next throw ahead: there is no turn
            # between them, so knowing them helps nobody to choose.
            return self._send([("do", "link"), ("t", ahead), ("x", self._chain().link(ahead).hex())])
        if self.seat.next < len(self.seat.log):
            return None
        if not self.seat.sit:
            return self._sit()
        throw = fold.next_throw
        if not throw or len(self.seat.links) >= throw:
            return None
        if fold.throwers[throw - 1] == self.k:
            if len(self.other.links) < throw:
                return None
        elif fold.chain_links - self.seat.used < FEW:
            return self._send([("do", "tip"), ("tip", self._chain(fresh=True).tip.hex())])
        link = self._chain().link(self.seat.used + 1)
        return self._send([("do", "link"), ("t", throw), ("x", link.hex())])

    def _sit(self) -> "Sent | None":
        rules, turn_s, version = self.rules, self.turn_s, 1
        if self.k:
            first = self.other.sit
            if not first:
                return None
            rules, turn_s = first["rules"], first["turn_s"]
            version = self.version if self._offered else 1
        told: list[tuple[str, Plain]] = [
            ("do", "sit"),
            ("v", version),
            ("rules", rules),
            ("tip", self._chain().tip.hex()),
        ]
        return self._send(told + [("name", self.name), ("turn_s", turn_s)])

    def _chain(self, fresh: bool = False) -> Chain:
        # The current chain, or the next one, derived from the secret and its number.
        number = self.seat.tips + (1 if fresh else 0)
        while len(self._chains) <= number:
            secret = sha256(self._secret + bytes([len(self._chains)]))
            self._chains.append(Chain(secret, self.fold.chain_links))
        return self._chains[number]

    def _send(self, pairs: "list[tuple[str, Plain]]") -> "Sent":
        topic = topic_of(self.link.game, self.link.seat, len(self.seat.log))
        payload = seal(self._key, topic, pairs)
        self.fold.take(topic, payload)
        return topic, payload

    # --- the player's messages --------------------------------------------------------------------------------------

    def turn(self, text: str) -> "Sent":
        """Play a turn, given in the notation; EndError, or the engine's error that says why it is not legal."""
        game = self._game()
        if self.seat.asks:
            raise EndError("you have asked for something: the answer comes first")
        if game.phase != PLAY or game.side != self.k:
            raise EndError("it is not your turn")
        game.copy().play(text)
        return self._send([("do", "turn"), ("ply", len(game.plies) + 1), ("turn", text)])

    def ask_undo(self) -> "Sent":
        """Ask to take back this seat's last turn and everything played since."""
        plies = self._game().plies
        to = len(plies)
        while to and ply_player(plies[to - 1]) != self.k:
            to -= 1
        if not to:
            raise EndError("there is no turn of yours to take back")
        if self.seat.asks:
            raise EndError("you have asked already")
        return self._send([("do", "ask"), ("what", "undo"), ("to", to)])

    def answer(self, yes: bool) -> "Sent":
        """Answer the oldest open question of the other player."""
        self._game()
        if not self.other.asks:
            raise EndError("there is no question")
        return self._send([("do", "answer"), ("of", self.other.asks[0][0]), ("yes", yes)])

    def resign(self) -> "Sent":
        self._game()
        return self._send([("do", "resign")])

    def claim(self) -> "Sent":
        """Claim that the other player's time for the turn is over; the caller measures the time."""
        game = self._game()
        if not self.seat.sit["turn_s"]:
            raise EndError("no time for a turn was agreed")
        if self.fold.waits_for() != 1 - self.k:
            raise EndError("nothing of the other's is due")
        if self.seat.claimed == len(game.plies) + 1:
            raise EndError("you have claimed this turn already")
        return self._send([("do", "claim"), ("ply", len(game.plies) + 1)])

    def say(self, word: str) -> "Sent":
        if not self.seat.sit:
            raise EndError("nobody sits yet")
        self._mine()
        return self._send([("do", "say"), ("what", word)])

    def _game(self) -> "Game":
        self._mine()
        if not self.fold.game:
            raise EndError("the other seat is still empty")
        if self.fold.over:
            raise EndError("the game is over")
        return self.fold.game

    def _mine(self) -> None:
        if self.unknown and not self.foreign:
            raise EndError("this seat's own messages are still coming: wait a moment")
        if self.foreign:
            raise EndError("somebody else has written for this seat: %s", self.foreign[0])
        if not self.playing:
            raise EndError("this seat is played from elsewhere: here you look on")

    # --- presence ---------------------------------------------------------------------------------------------------

    def here(self, on: bool, at: "str | None" = None) -> "Sent":
        """The message that this end is present or, as its MQTT will, has gone. at: the hole of the piece its player
        holds, or empty; an end that does not know `at` ignores such a message."""
        topic = topic_of(self.link.game, self.link.seat, "here")
        told: list[tuple[str, Plain]] = [("do", "here"), ("end", self.called), ("on", on)]
        return topic, seal(self._key, topic, told + ([] if at is None else [("at", at)]))

    def present(self, topic: str, payload: bytes | str) -> "Message | None":
        """Take a presence message; returns its object, or None if it is invalid.

        Of several ends of one seat, the one with the greatest name plays, so they all agree whatever the order of
        messages. An end that has just arrived takes a greater name, once, than the one it finds.
        """
        try:
            seat, number = place_of(self.link.game, topic)
            if number >= 0:
                return None
            found = read(self.link.key, topic, payload if isinstance(payload, str) else ascii_text(payload))
        except MessageError:
            return None
        name, on = found["end"], found["on"]
        if seat != self.link.seat:
            if on and name != self.other_end:  # it may have arrived after this end, without knowing of it
                self.unsaid = True
            self.other_end = name if on else ""
            self.other_at = found.get("at", "")
        elif name != self.called:
            if on and name > self.called:
                self.playing = self.playing and self.fresh and name < "fff"
                self.fresh = False
                if self.playing:
                    self.called = "%03x%s" % (int(name[:3], 16) + 1, self.called[3:])
            self.unsaid = self.playing  # tell the earlier end and the other seat
        return found


def _link_in(text: str) -> str:
    # The chain link in a message, or ''.
    try:
        found = parse(text[: text.rfind(" ")])
    except MessageError:
        return ""
    return str(found.get("x", "")) if found.get("do") == "link" else ""
