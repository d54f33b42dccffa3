"""The seats of a device: begins games, opens texts, goes on to the next game.

>>> seats = Seats(store, secrets.token_bytes, lambda: int(time.time()))
>>> end = seats.new("Ane", "danish")
>>> end, is_new = seats.open("whatever has a letter in it", "Bo")

store: `read(name) -> bytes or None`, `replace(name, data)`, which is lasting on return, `names()` and `remove(name)`.
"""

from daldos.errors import DaldosError
from daldos.rules import DEFAULT
from host.far.chain import link, next_game
from host.far.end import SEATS, End, EndError, FileError, Seat, checked, file_name
from host.far.letter import NO_LETTER, NOT_HERE, Refused, parse
from host.i18n.catalogue import n
from host.intake.links import letters_in


class NameWanted(DaldosError):
    """An invitation is answered only by somebody with a name. seat: the one that is free."""

    def __init__(self, seat: Seat):
        super().__init__(n("You are invited to a game: enter your name first."))
        self.seat = seat


def open_text(text: str, find, join) -> tuple:
    """Open every letter in a text: (end, whether anything was new) of the best outcome, or the Refused of the one that
    came furthest.

    find(letter): the End whose game it is, or None. join(letter): the End of a new seat, for an invitation.
    """
    best, refused = None, Refused(NO_LETTER)
    for data in letters_in(text):
        try:
            letter = parse(data)
            if letter.k > 1:
                raise Refused(NOT_HERE)
            end = find(letter)
            if end:
                found = end, end.open(letter)
            elif letter.invites:
                found = join(letter), True
            else:
                raise Refused(NOT_HERE)
            if not best or found[1] and not best[1]:
                best = found
        except Refused as error:
            if error.rank > refused.rank:
                refused = error
    if not best:
        raise refused
    return best


def merged(here: bytes, there: bytes, before: bytes) -> bytes:
    """A seat's file as another tab has written it, with the acts that this one has added to the same file before.

    Of acts that both have added, those of the other tab count: they are in the store.
    """
    if there == before:
        return here
    try:
        end = End(Seat.parse("file", there), lambda seat: seat.since)
        end.add(Seat.parse("file", here), Seat.parse("file", before))
    except ValueError:
        return there
    return end.seat.data()


class Seats:
    """random(count): random bytes; clock(): seconds since 1970."""

    def __init__(self, store, random, clock):
        self.store = store
        self._random = random
        self._clock = clock
        self._ends: dict = {}  # by their files' names, for a fold takes time

    def new(self, name: str, rules: str = DEFAULT, broker: str = "") -> End:
        """Begin a game, at seat a."""
        return End.new(name, rules, broker, self._random(16), self._random(32), self._keep)

    def open(self, text: str, name: str = "") -> tuple:
        """See `open_text`; name: for an invitation to a game that is not here, else NameWanted."""

        def join(letter):
            if not name:
                raise NameWanted(End.invited(letter))
            return End.join(letter, checked(name), self._random(32), self._keep)

        end, new = open_text(text, self.find, join)
        self.next(end)
        return end, new

    def bring(self, data: bytes) -> End:
        """Take a seat's file from another device, unless the one here has gone on since; FileError if it is damaged."""
        seat = Seat.parse("file", data)
        kept = self.store.read(seat.name)
        here = Seat.parse(seat.name, kept) if kept else None
        if not here or here.taken <= seat.taken and len(here.logs[seat.k]) <= len(seat.logs[seat.k]):
            self.store.replace(seat.name, data)
        return self.load(seat.name)

    def find(self, letter) -> "End | None":
        """The End of a letter's game: of the seat that it is written to, or, if only that is here, of its writer."""
        for k in (1 - letter.k, letter.k):
            for name in self.store.names():
                if name.endswith("-%s.far" % SEATS[k]):
                    try:
                        seat = Seat.parse(name, self.store.read(name) or b"")
                    except FileError:
                        continue  # `all` reports it
                    if seat.game[: len(letter.mark)] == letter.mark:
                        return self.load(name)
        return None

    def load(self, name: str) -> End:
        """The End of a file; FileError if there is none, or it is damaged."""
        data = self.store.read(name)
        if data is None:
            raise FileError(n("%s: there is no such game here"), name)
        end = self._ends.get(name)
        if not end or end.seat.data() != data:
            end = self._ends[name] = End(Seat.parse(name, data), self._keep)
            before = file_name(end.seat.before, 0), file_name(end.seat.before, 1)
            for old in before if end.seat.before and not end.k else ():
                if self.store.read(old) is not None:
                    end.before = self.load(old)
        return end

    def all(self) -> list:
        """All seats, the newest first: an End, or the FileError of a damaged file."""
        found: list = []
        for name in self.store.names():
            try:
                found.append(self.load(name))
            except ValueError as error:
                found.append(error)
        return sorted(found, key=lambda end: -end.seat.since if isinstance(end, End) else 0)

    def again(self, end: End) -> End:
        """Play again: invite the other, or take its invitation; returns the End of the next game."""
        if not end.fold.over:
            raise EndError(n("The game is not over."))
        if end.presser < 0:
            secret = self._random(32)
            game, key = next_game(end.seat.game, end.seat.key, SEATS[end.k])
            # its file comes first: a tip that is told without its secret would end that game
            seat = Seat(game, key, 0, secret, end.seat.broker, end.seat.game)
            self._keep(seat)
            end.press_again(link(secret, 0))
            return end.follow(secret, self._keep)
        following = self.next(end)
        if not following and end.presser == end.k:
            raise EndError(n("The next game is played on another device."))
        return following or end.follow(self._random(32), self._keep)

    def next(self, end: End) -> "End | None":
        """The End of the game after this one, if it has begun on this device. If both have pressed Play again, that is
        the game of seat b, and seat a answers there."""
        if end.presser < 0:
            return None
        name = self._following(end, end.presser)
        data = self.store.read(name)
        if data is not None:
            seat = Seat.parse(name, data)
            return self.load(name) if seat.logs[seat.k] else end.follow(seat.secret, self._keep)
        own = self._following(end, end.k)
        if end.presser == end.k or self.store.read(own) is None:
            return None
        self.store.remove(own)
        return end.follow(self._random(32), self._keep)

    def _following(self, end: End, presser: int) -> str:
        game = next_game(end.seat.game, end.seat.key, SEATS[presser])[0]
        return file_name(game, 0 if presser == end.k else 1)

    def _keep(self, seat: Seat) -> int:
        seat.since = self._clock()
        self.store.replace(seat.name, seat.data())
        return seat.since
