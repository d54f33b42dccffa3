"""A page as one end of a far game: the page plays the fold's game, and leads the board behind it, if any.

>>> far = FarPage(SeatFolder(folder), lambda: int(time.time()), secrets.token_bytes(4), Address.parse)
>>> far.do({"do": "far_new", "broker": "", "rules": "danish", "name": "Ane"})
>>> far.tick(now_s, None); far.links()["letter"]
"""

import functools
import secrets

from daldos.state import PLAYERS
from host.far.acts import read_sit
from host.far.carrier import PLAYED, Carrier, Look
from host.far.chain import game_text
from host.far.end import End, EndError
from host.far.led import LedBoard
from host.far.letter import NOT_HERE, Refused, as_text, look_on, parse
from host.far.seats import NameWanted, Seats
from host.games.play import Play
from host.games.players import Afar, Here, Linked
from host.i18n.catalogue import LANGUAGES, n, said, words
from host.intake.links import SEAT_HEAD, letters_in
from host.sim.client import Client
from host.sim.shown import shown

READ_S = 0.2  # between looks at the file, which another program or tab may have changed
AGAIN_S = 3.0  # after a file could not be written
TAKEN = 20  # messages of the broker in one tick
WAITING_MAX = 1000


class FarPage:
    """store: of the seats' files, as for host.far.seats, with `locked()`, a context that keeps others from writing.

    clock: seconds since 1970. device: 4 bytes. reach(broker): raises a DaldosError if that can never be reached. inbox,
    outbox: as of a host.far.carrier.Carrier. play: the far game, None until both seats are taken; this is its match,
    which advances by letters.
    """

    pending = ()

    def __init__(self, store, clock, device: bytes, reach):
        self.seats = Seats(store, secrets.token_bytes, clock)
        self.inbox: list = []
        self.outbox: list = []
        self.play: Play | None = None
        self._device, self._reach = device, reach
        self._end: End | None = None
        self._look: Look | None = None
        self._carriers: list = []
        self._ways = 0
        self._file = b""  # as it was when last looked at
        self._read_s = self._again_s = 0.0
        self._linked: tuple = (None, None, None, None)  # what the links were made of, and they
        self._led: LedBoard | None = None

    @property
    def seat(self):
        """The seat shown, or that of an onlooker; None without a game."""
        at = self._end or self._look
        return at.seat if at else None

    @property
    def address(self) -> str:
        """The broker to be connected to; empty: none."""
        return self.seat.broker if self._carriers else ""

    @property
    def way(self) -> tuple:
        """The broker to be connected to, and the number of the connection; empty: none."""
        return (self.address, self._ways) if self.address else ()

    @property
    def game(self):
        return self._fold.game

    def commit(self, turn: int) -> None:
        """Play a turn, packed."""
        with self.seats.store.locked():
            self._playing().play(turn)

    def undo(self) -> None:
        """Ask the other player to take the last turn back."""
        with self.seats.store.locked():
            self._playing().ask()

    # --- the player's actions ---

    def do(self, command: dict) -> "dict | None":
        """Obey a checked frame of the page; returns a frame for it alone, or None. DaldosError says what is wrong."""
        with self.seats.store.locked():
            self._look_at_file()
            if command["do"] == "far_new":
                broker = self._reachable(command["broker"].strip())
                self._go(self.seats.new(command["name"], command["rules"], broker))
            elif command["do"] == "far_open":
                return self._open(command["text"], command["name"])
            elif command["do"] == "far_go":
                self._go(self.seats.load(command["game"] + ".far"))
            elif command["do"] == "far_games":
                return {"far_games": [_row(end) for end in self.seats.all() if isinstance(end, End)]}
            elif command["what"] == "leave":
                self.leave()
            elif command["what"] == "file":
                seat = self._own().seat
                return {"text": seat.data().decode(), "name": seat.name}
            elif command["what"] == "here":
                self._own()
                for carrier in self._carriers:
                    carrier.play_here()
            else:
                self._act(command["what"])
        return None

    def _act(self, what: str) -> None:
        end = self._playing()
        if what == "again":
            self._go(self.seats.again(end))
        elif what == "handed":
            end.handed()
        elif what == "resign":
            end.resign()
        elif what in ("yes", "no"):
            end.answer(what == "yes")
        else:
            end.say(what)

    def _open(self, text: str, name: str) -> "dict | None":
        if SEAT_HEAD in text:
            self._go(self.seats.bring(text.encode()))
            return None
        try:
            self._go(self.seats.open(text, name)[0])
        except NameWanted as wanted:
            broker = self._reachable(wanted.seat.broker)
            _, other, rules = read_sit(wanted.seat.logs[0][0])
            return {"far_asks": {"text": text, "name": shown(other), "rules": rules, "broker": broker}}
        except Refused as error:
            if error.args[0] != NOT_HERE:
                raise
            found = [letter for letter in map(parse, letters_in(text)) if letter.k > 1]
            if not found:
                raise
            self.leave()
            self._look = Look(found[0].mark, self._reachable(found[0].address))
            self._carriers = [self._look]
        return None

    def _reachable(self, broker: str) -> str:
        if broker:
            self._reach(broker)
        return broker

    def _own(self) -> End:
        if not self._end:
            raise EndError(n("You look on."))
        return self._end

    def _playing(self) -> End:
        end = self._own()
        if not self._plays:
            raise EndError(PLAYED)
        return end

    def leave(self, stays_up: bool = False) -> None:
        """Leave the game, which can be resumed later, and give the board its own back; stays_up: for another one over
        the same broker."""
        if self._led:
            self._led.release()
        self._end = self._look = self.play = None
        self._carriers = []
        if not stays_up:
            self._ways += 1
            self.inbox.clear()
            self.outbox.clear()

    # --- time ---

    def tick(self, now_s: float, board) -> None:
        """Take what the broker brings, and give it what is due; board: the one to lead, as of a host.sim.client.Client,
        or None."""
        if self.seat and now_s >= self._again_s:
            if self.inbox or now_s >= self._read_s:
                self._read_s = now_s + READ_S
                self._look_at_file()
            try:
                self._step(now_s, board)
            except OSError:  # nothing has changed: what has come is asked for again
                self._again_s = now_s + AGAIN_S
                for carrier in self._carriers:
                    carrier.inbox.append((None, ""))
                raise
        if not board:
            self._led = None
        self._sit()

    def _step(self, now_s: float, board) -> None:
        taken = self.inbox[:TAKEN]
        self.inbox[:] = self.inbox[TAKEN:WAITING_MAX]
        if not taken and not board:
            self._carry(taken, now_s)
            return
        with self.seats.store.locked():
            self._carry(taken, now_s)
            if taken and self._end:
                self._go(self._end.before or self._end)
            if board and self._fold.game:
                self._lead(board)

    def _carry(self, taken: list, now_s: float) -> None:
        for carrier in self._carriers:
            carrier.inbox += taken
            carrier.step(now_s)
            self.outbox += carrier.outbox
            carrier.outbox.clear()

    def _look_at_file(self) -> None:
        # The file may have been written by another tab, or another program.
        if self._end:
            data = self.seats.store.read(self._end.seat.name)
            if data is not None and data != self._file:
                self._file = data
                self._go(self.seats.load(self._end.seat.name))

    def _go(self, end: End) -> None:
        # Go on with the newest game that follows this one.
        end = self.seats.load(end.seat.name)
        while following := self.seats.next(end):
            end = self.seats.load(following.seat.name)
        old = {carrier.end.seat.name: carrier for carrier in self._carriers} if self._end else {}
        up = self._carriers[0].up if self.address == end.seat.broker and old else False
        if not self._end or self._end.seat.name != end.seat.name:
            self.leave(up)
        self._carriers = []
        for game in [end] + ([end.before] if end.before else []) if end.seat.broker else []:
            carrier = old.get(game.seat.name)
            if not carrier:
                carrier = Carrier(game, self._device)
                carrier.inbox += [(None, "")] * up
            carrier.end = game
            self._carriers.append(carrier)
        self._end = end

    def _lead(self, board) -> None:
        if not self._led or self._led.client.board is not board:  # one for all the games it is led through
            self._led = LedBoard(Client(board))
            self._led.client.events()  # of its own game
        if not board.plugged:
            return
        if self._end and self._plays and all(carrier.synced for carrier in self._carriers):
            self._led.step(self._end)
        else:
            self._led.follow(self._fold)

    def _sit(self) -> None:
        # The page's game, and who plays at it.
        fold, end = self._fold, self._end
        if not fold or not fold.game:
            self.play = None
            return
        mine = end.k if end and self._plays and (fold.is_won or not fold.over) else -1
        if not self.play:
            self.play = Play(self, "far", (Afar(), Afar()), Linked())
        if [player.here for player in self.play.players] != [mine == 0, mine == 1]:
            self.play.sit(tuple(Here() if k == mine else Afar() for k in (0, 1)))

    @property
    def _fold(self):
        at = self._end or self._look
        return at.fold if at else None

    @property
    def _plays(self) -> bool:
        return all(carrier.plays for carrier in self._carriers[:1])

    # --- the page's values ---

    def values(self) -> "dict | None":
        """The page's values; None without a game."""
        fold, end, seat = self._fold, self._end, self.seat
        if not seat:
            return None
        carrier = self._carriers[0] if self._carriers else None
        notes = [carrier.trouble, carrier.refused, end and carrier.note] if carrier else []
        notes.append(self._led.trouble if self._led else "")
        other = 1 - end.k if end else 0
        names = [fold.name(k) for k in (0, 1)]
        if end:
            names[other] = end.other
        said_last = [word for k, word in fold.words if k == other] if end else []
        return {
            "name": game_text(seat.game),
            "state": end.state if end else "look",
            "you": PLAYERS[end.k] if end else "",
            "names": [_shown_name(name) for name in names],
            "since": seat.since,
            "up": not carrier or carrier.up,
            "notes": [said(note) for note in notes if note],
            "here": bool(end and carrier and carrier.looks_on),
            "asking": bool(end) and fold.asks[end.k] is not None,
            "to": fold.asked_turn(0) or fold.asked_turn(1),
            "word": said_last[-1] if said_last else "",
            "invited": bool(end) and fold.presser == other,
            "over": fold.over,
            "winner": fold.winner,
            "resigned": [PLAYERS[k] for k in (0, 1) if fold.resigned[k]],
            "game": bool(fold.game),
        }

    def headers(self) -> dict:
        """The headers of the game's record."""
        fold = self._fold
        found = {PLAYERS[k]: _shown_name(fold.name(k)) for k in (0, 1) if fold.name(k)}
        if fold.over and fold.ended():
            found["Event"] = "far %s, %s" % (game_text(self.seat.game), fold.ended())
        return found

    def links(self, is_kept: bool = True) -> "dict | None":
        """For the playing page only: the game's `name`; the `letter` that is to be handed over, or may be again, and
        its `title` by language; `look`, the link for those who look on. Letters are as after `#` in an address.

        is_kept: whether the file is; else there is no letter to hand over."""
        end = self._end
        if not end:
            return None
        made_of = end.seat, end.before and end.before.seat, is_kept
        if any(old is not new for old, new in zip(self._linked, made_of)):
            found: dict = {"name": end.seat.name[: -len(".far")], "letter": "", "title": "", "look": ""}
            can_go = is_kept and end.by_hand and end.state in ("letter", "over", "waiting")
            letter = end.letter() if can_go else b""
            if letter:
                found.update(letter=as_text(letter), title={to: end.title(words(to)) for to in LANGUAGES})
            if end.seat.broker:
                found["look"] = as_text(look_on(end.seat.game, end.seat.broker))
            self._linked = made_of + (found,)
        return self._linked[3]


def _row(end: End) -> dict:
    seat = end.seat
    return {"game": seat.name[: -len(".far")], "other": _shown_name(end.other), "state": end.state, "since": seat.since}


_shown_name = functools.cache(shown)  # needed at each look
