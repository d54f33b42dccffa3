"""One end of a far game: a seat on a device, its file, what it opens and what it has to say.

>>> end = End.new("Ane", "danish", "", key, secret, keep)      # keep(data) writes the seat's file, before anything else
>>> end.state, end.letter()
('letter', b'...')
>>> end.open(parse(data)); end.state
'turn'

Every change is written first. If that fails, or a letter is refused, nothing has changed.
"""

from daldos.errors import DaldosError
from daldos.rules import parse_rules
from daldos.state import PLAYERS
from host.far import acts
from host.far.chain import LINKS, game_of, game_text, hashed, link, links_before, next_game, sha256
from host.far.fold import Fold
from host.far.letter import ANOTHER, BREAKS, ELSEWHERE, OWN, UNFIT, Letter, Refused
from host.i18n.catalogue import n
from host.i18n.telling import ONES
from host.intake.links import SEAT_HEAD
from host.sim.shown import shown

SEATS = "ab"
NO_SEAT = n("%s: it is not the file of a seat of a far game")
_INVITES = {  # by a letter of another game than Daldøs
    "vuovdaguoika": n("{name} invites you to a game of Sáhkku"),
    "sig": n("{name} invites you to a game of Sig"),
    "sig-short": n("{name} invites you to a game of Sig"),
}
_ROOM = 1000  # acts kept free of words


class EndError(DaldosError):
    """Something that this end cannot do now: why."""


class FileError(DaldosError):
    """A seat's file that cannot be used: which, and why."""


class Seat:
    """What a seat's file has.

    game, key, secret: of 10, 16 and 32 bytes. k: 0 or 1. broker: its address; empty by hand. before: the game that this
    one follows, or empty. logs: the acts of a and b. given: how many links this end has given. heard, last: how many
    the other has given, and the last of them. taken, known: how many acts and links of this seat the other has.
    handed: the letter handed over last, as (acts, links, the other's acts, the other's links). since: seconds since
    1970 of the last change.
    """

    def __init__(self, game: bytes, key: bytes, k: int, secret: bytes, broker: str = "", before: bytes = b""):
        self.game, self.key, self.k, self.secret = game, key, k, secret
        self.broker = broker
        self.before = before
        self.logs: tuple = ([], [])
        self.given = self.heard = self.taken = self.known = self.since = 0
        self.last = b""
        self.handed: tuple = ()

    def copy(self) -> "Seat":
        """An independent copy."""
        other = Seat(self.game, self.key, self.k, self.secret, self.broker, self.before)
        other.logs = (self.logs[0][:], self.logs[1][:])
        for name in ("given", "heard", "taken", "known", "since", "last", "handed"):
            setattr(other, name, getattr(self, name))
        return other

    @property
    def name(self) -> str:
        """The name of its file."""
        return file_name(self.game, self.k)

    def data(self) -> bytes:
        """The file: lines of a word and its value, and a hash of them all."""
        lines = [SEAT_HEAD]
        for word in ("game", "key", "secret", "before", "last"):
            lines.append(word + " " + getattr(self, word).hex())
        lines += ["seat " + SEATS[self.k], "broker " + self.broker]
        for word in ("given", "heard", "taken", "known", "since"):
            lines.append("%s %d" % (word, getattr(self, word)))
        lines.append("handed " + " ".join([str(number) for number in self.handed]))
        for k in (0, 1):
            lines += [SEATS[k] + " " + act.hex() for act in self.logs[k]]
        told = ("\n".join(lines) + "\n").encode()
        return told + b"check " + sha256(told).hex().encode() + b"\n"

    @staticmethod
    def parse(name: str, data: bytes) -> "Seat":
        """The Seat in a file; FileError with its name."""
        at = data.rfind(b"check ")
        if not data.startswith(SEAT_HEAD.encode()):
            raise FileError(NO_SEAT, name)
        if at < 0 or data[at + 6 :].strip() != sha256(data[:at]).hex().encode():
            raise FileError("%s: the file is damaged; use a copy of it", name)
        found: dict = {"a": [], "b": []}
        for line in data[:at].decode().split("\n")[1:-1]:
            word, _, value = line.partition(" ")
            if word in SEATS:
                found[word].append(bytes.fromhex(value))
            else:
                found[word] = value
        game, key, secret, before, last = [
            bytes.fromhex(found[word]) for word in ("game", "key", "secret", "before", "last")
        ]
        seat = Seat(game, key, SEATS.index(found["seat"]), secret, found["broker"], before)
        for word in ("given", "heard", "taken", "known", "since"):
            setattr(seat, word, int(found[word]))
        seat.logs, seat.last = (found["a"], found["b"]), last
        seat.handed = tuple([int(number) for number in found["handed"].split()])
        return seat


def file_name(game: bytes, k: int) -> str:
    """The name of a seat's file."""
    return "%s-%s.far" % (game_text(game), SEATS[k])


class End:
    """seat: what its file has. fold: the game. keep: writes the file; an OSError of it goes through, and nothing has
    changed. before: the End of the game before, whose letter invites to this one, or None."""

    def __init__(self, seat: Seat, keep, fold: "Fold | None" = None):
        self.seat = seat
        self.fold = fold or folded(seat)
        self.before: End | None = None
        self._keep = keep

    @staticmethod
    def new(name: str, rules: str, broker: str, key: bytes, secret: bytes, keep) -> "End":
        """A new game, at seat a; key, secret: 16 and 32 random bytes."""
        seat = Seat(game_of(key), key, 0, secret, broker)
        return End._sat(seat, acts.sit(link(secret, 0), checked(name), parse_rules(rules).text), keep)

    @staticmethod
    def invited(letter: Letter) -> Seat:
        """The other seat of the game of an invitation, not sat at yet; Refused if it is wrong."""
        seat = Seat(game_of(letter.key), letter.key, 1, b"", letter.address)
        if not letter.is_sealed(seat.key, seat.game, seat.logs):
            raise Refused(UNFIT)
        if letter.broken:
            raise Refused(BREAKS, letter.broken)
        if not letter.acts or letter.links or letter.taken or letter.heard:
            raise Refused(BREAKS, acts.ActError("an invitation knows nothing of the other seat"))
        seat.logs[0].extend(letter.acts)
        try:
            folded(seat)
        except ValueError as error:
            raise Refused(BREAKS, error) from None
        return seat

    @staticmethod
    def join(letter: Letter, name: str, secret: bytes, keep) -> "End":
        """Sit at it."""
        seat = End.invited(letter)
        seat.secret = secret
        return End._sat(seat, acts.sit(link(secret, 0), checked(name), ""), keep)

    def follow(self, secret: bytes, keep) -> "End":
        """The next game, once one of both has pressed Play again. secret: of this seat there; of the seat that pressed,
        the one behind its tip."""
        s = self.presser
        game, key = next_game(self.seat.game, self.seat.key, SEATS[s])
        here = 0 if s == self.k else 1
        seat = Seat(game, key, here, secret, self.seat.broker, self.seat.game)
        own = acts.sit(link(secret, 0), self.fold.name(self.k), self.fold.sits[0][2] if not here else "")
        if here:
            seat.logs[0].append(acts.sit(self.fold.again[s], self.fold.name(s), self.fold.sits[0][2]))
        end = End._sat(seat, own, keep)
        end.before = self
        return end

    @staticmethod
    def _sat(seat: Seat, sit: bytes, keep) -> "End":
        end = End(seat, keep)
        end._say(sit)
        return end

    # --- what a front shows -----------------------------------------------------------------------------------------

    @property
    def k(self) -> int:
        """This seat: 0 plays A, 1 plays B."""
        return self.seat.k

    @property
    def name(self) -> str:
        """The own name."""
        return self.fold.name(self.k)

    @property
    def other(self) -> str:
        """The other player's name; empty while it is not known."""
        return self.fold.name(1 - self.k) or (self.before.other if self.before else "")

    @property
    def by_hand(self) -> bool:
        """Whether the players carry the letters: all of them, or the invitation alone."""
        return not self.seat.broker or not (self.k or self.seat.logs[1] or self.seat.before)

    @property
    def state(self) -> str:
        """`answer`, `turn`, `letter`, `over` or `waiting`: the first that holds."""
        fold = self.fold
        if fold.next[self.k] == len(self.seat.logs[self.k]):  # else it lacks a letter of the other
            if fold.to_answer() == self.k:
                return "answer"
            if fold.to_move() == self.k:
                return "turn"
        if self.is_due:
            return "letter"
        return "over" if fold.over else "waiting"

    @property
    def is_due(self) -> bool:
        """Whether a letter is to be handed over."""
        if self._follows:
            return bool(self.before and self.before.is_due)
        return self.by_hand and self.lacks and self.seat.handed != self._now()

    @property
    def lacks(self) -> bool:
        """Whether the other may lack an act or a link of this seat."""
        return self.seat.taken < len(self.seat.logs[self.k]) or self.seat.known < self.seat.given

    @property
    def presser(self) -> int:
        """See Fold."""
        return self.fold.presser

    def letter(self) -> bytes:
        """The letter to hand over, or again; empty if there is none: the invitation to this game is the letter of the
        game before, whose file is gone."""
        if self._follows:
            return self.before.letter() if self.before else b""
        return self.written(self.seat.taken, not self.k and not self.seat.logs[1])

    def title(self, t) -> str:
        """A line that says to the reader what is in the letter; t: the words of a language."""
        if self._follows and self.before:
            return self.before.title(t)
        text, turn, throw, lost = self._newest()
        fill = {"name": self.name}
        if turn:
            one = t(ONES[len(throw)])
            faces = [one if face == "1" else face for face in reversed(throw)]
            fill.update(turn=turn, dice=(" " + t(n("and")) + " ").join(faces))
        return t(text, **fill)

    def handed(self) -> None:
        """Note that the letter has been handed over: sent, copied or printed."""
        if self._follows:
            if self.before:
                self.before.handed()
        elif self.seat.handed != self._now():
            seat = self.seat.copy()
            seat.handed = self._now()
            self._commit(seat, self.fold)

    # --- what a player does -----------------------------------------------------------------------------------------

    def play(self, turn) -> None:
        """Play a turn: its notation, or what Game.play takes."""
        fold = self.fold
        if fold.over:
            raise EndError(n("The game is over."))
        if fold.asks[self.k] is not None:
            raise EndError(n("Wait for the answer to your question first."))
        if fold.to_move() != self.k:
            raise EndError(n("It is not your turn."))
        game = fold.game.copy()
        game.play(turn)
        rows = game.position.text().split()[0]
        for index, legal in enumerate(fold.turns()):
            if legal.result.split()[0] == rows:
                self._say(acts.turn(index))
                return

    def ask(self) -> None:
        """Ask to take back the newest own turn."""
        if self.fold.over or not self.fold.has_turn(self.k):
            raise EndError(n("There is no turn to take back."))
        if self.fold.asks[self.k] is not None:
            raise EndError(n("You have asked already."))
        self._say(acts.ASK)

    def answer(self, yes: bool) -> None:
        """Answer the other's question."""
        if self.fold.over or self.fold.asks[1 - self.k] is None:
            raise EndError(n("There is no question to answer."))
        self._say(acts.YES if yes else acts.NO)

    def resign(self) -> None:
        """Give up."""
        if self.fold.over:
            raise EndError(n("The game is over."))
        self._say(acts.RESIGN)

    def say(self, word: str) -> None:
        """Say one of acts.WORDS."""
        if word not in acts.WORDS:
            raise EndError(n("word %r: expected one of %s"), word, ", ".join(acts.WORDS))
        if len(self.seat.logs[self.k]) >= acts.ACTS_MAX - _ROOM:
            raise EndError(n("Too many words in this game."))
        self._say(bytes([acts.WORD + acts.WORDS.index(word)]))

    def press_again(self, tip: bytes) -> None:
        """Press Play again, with the tip of the chain for the next game; `follow` makes that game."""
        if not self.fold.over or not self.fold.game:
            raise EndError(n("The game is not over."))
        if self.presser >= 0:
            raise EndError(n("The next game has begun."))
        self._say(bytes([acts.AGAIN]) + tip)

    def open(self, letter: Letter) -> bool:
        """Open a letter of the other seat; returns whether there was anything new in it. Refused says why not."""
        seat = self.seat
        own, known = seat.logs[self.k], seat.logs[1 - self.k]
        if letter.k == self.k:
            raise Refused(OWN)
        if (
            letter.taken > len(own)
            or letter.told != hashed(own, letter.taken)[:2]
            or letter.heard > seat.given
            or letter.first > len(known)
        ):
            raise Refused(ELSEWHERE)
        if not letter.is_sealed(seat.key, seat.game, seat.logs):
            raise Refused(UNFIT)
        same = min(len(letter.acts), len(known) - letter.first)
        if letter.acts[:same] != known[letter.first : letter.first + same]:
            raise Refused(ANOTHER)
        if letter.broken:
            raise Refused(BREAKS, letter.broken)
        new = letter.acts[same:]
        if not new and letter.links <= seat.heard:
            if letter.taken > seat.taken or letter.heard > seat.known:
                self._commit(_confirmed(seat.copy(), letter), self.fold)
            return False
        fold, changed = self.fold.copy(), _confirmed(seat.copy(), letter)
        changed.logs[1 - self.k].extend(new)
        if letter.links > seat.heard:
            changed.heard, changed.last = letter.links, letter.link
        try:
            take(fold, 1 - self.k, new, letter)
        except ValueError as error:
            raise Refused(BREAKS, error) from None
        self._commit(changed, fold)
        return True

    # --- over a broker ----------------------------------------------------------------------------------------------

    def written(self, first: int, invites: bool = False) -> bytes:
        """The letter with the acts from `first` on."""
        seat = self.seat
        own, known = seat.logs[self.k], seat.logs[1 - self.k]
        letter = Letter(self.k, seat.game[:4], seat.key if invites else b"", seat.broker)
        letter.taken, letter.told, letter.heard = len(known), hashed(known, len(known))[:2], seat.heard
        letter.first, letter.links, letter.acts = first, seat.given, own[first:]
        letter.link = self.fold.links[self.k][-1] if seat.given else b""
        letter.place = self.fold.place[self.k]
        return letter.sealed(seat.key, seat.game, seat.logs)

    def take_over(self, letter: Letter, others: "Letter | None" = None) -> None:
        """Take a whole letter of the own seat, made with its secret on another device, in place of what is here.

        others: the other's letter that this device has refused and that one has taken: its acts count here too.
        """
        seat, own = self.seat.copy(), self.seat.logs[self.k]
        goes_on = letter.acts[: len(own)] == own
        seat.given = max(letter.links, seat.given if goes_on else seat.known)  # the rest went with acts that go
        seat.logs[self.k][:] = letter.acts
        if others:
            seat.logs[1 - self.k][:] = others.acts
            if others.links > seat.heard:
                seat.heard, seat.last = others.links, others.link
        try:
            self._commit(seat, folded(seat))
        except ValueError as error:
            raise Refused(BREAKS, error) from None

    def add(self, here: Seat, before: Seat) -> None:
        """Add what another program of this device has made of `before`, while this seat became what it is: `here`.

        Of acts that both have added, those of this seat stay. Refused, if they do not go together.
        """
        seat, k = self.seat.copy(), self.k
        own, known = seat.logs[k], seat.logs[1 - k]
        count = len(before.logs[k])
        if not before.logs[k] == own[:count] == here.logs[k][:count]:
            raise Refused(ELSEWHERE)
        if len(own) == count:
            own.extend(here.logs[k][count:])
        if here.logs[1 - k][: len(known)] == known:
            known.extend(here.logs[1 - k][len(known) :])
        if here.heard > seat.heard:
            seat.heard, seat.last = here.heard, here.last
        for name in ("given", "taken", "known"):
            setattr(seat, name, max(getattr(seat, name), getattr(here, name)))
        try:
            fold = folded(seat)
        except ValueError as error:
            raise Refused(BREAKS, error) from None
        self._commit(seat, fold)

    # --- inside -----------------------------------------------------------------------------------------------------

    @property
    def _follows(self) -> bool:
        # Whether this game is invited to by the letter of the game before.
        return bool(self.seat.before and not self.k and not self.seat.logs[1])

    def _now(self) -> tuple:
        seat = self.seat
        return len(seat.logs[self.k]), seat.given, len(seat.logs[1 - self.k]), seat.heard

    def _say(self, act: bytes) -> None:
        seat, fold = self.seat.copy(), self.fold.copy()
        seat.logs[self.k].append(act)
        fold.logs[self.k].append(act)
        if len(seat.logs[self.k]) > acts.ACTS_MAX:
            raise EndError(n("This game is too long."))
        fold.run()
        if len(fold.logs[self.k]) != fold.next[self.k]:
            raise EndError(n("The game is over.") if fold.over else n("It is not your turn."))
        self._commit(seat, fold)

    def _commit(self, seat: Seat, fold: Fold) -> None:
        # Give the links that are due, write the file, and only then change.
        if fold.due_links(self.k) > seat.given:
            fold = fold if fold is not self.fold else fold.copy()
            while fold.due_links(self.k) > seat.given:
                seat.given += 1
                fold.links[self.k].append(link(seat.secret, seat.given))
                fold.run()
        seat.since = self._keep(seat) or 0
        self.seat, self.fold = seat, fold

    def _invites(self) -> str:
        name = parse_rules(self.fold.sits[0][2]).text.partition(",")[0]
        return _INVITES.get(name, n("{name} invites you to a game of Daldøs"))

    def _newest(self) -> tuple:
        # The text of the title, and its turn's number, throw and whether it is lost.
        fold, own = self.fold, self.seat.logs[self.k]
        if not self.k and not self.seat.logs[1]:
            return self._invites(), 0, "", False
        unknown = own[max(1, min(self.seat.taken, len(own))) :]  # the sit is no act of play, whatever its first byte
        if fold.is_won and PLAYERS[self.k] == fold.winner and any(acts.is_turn(act) for act in unknown):
            return n("{name} has won"), 0, "", False
        if acts.RESIGN in unknown:
            return n("{name} has resigned"), 0, "", False
        for act in unknown[::-1]:
            if act[0] == acts.AGAIN:
                return self._invites(), 0, "", False
            if act == acts.ASK:
                return n("{name} asks to take a turn back"), 0, "", False
            if act in (acts.YES, acts.NO):
                return (n("{name} says yes") if act == acts.YES else n("{name} says no")), 0, "", False
            if acts.is_turn(act) and len(act) and fold.has_turn(self.k):
                for number, turn in reversed(list(enumerate(fold.game, 1))):
                    if turn.player == PLAYERS[self.k]:
                        lost = not turn.steps
                        text = n("{name}'s turn {turn}: {dice}, lost") if lost else n("{name}'s turn {turn}: {dice}")
                        return text, number, turn.throw, lost
        return n("{name}: open this, and send the answer"), 0, "", False


def checked(name: str) -> str:
    """A player's name; EndError if nobody can be called so."""
    if not acts.is_name(name) or shown(name) != name:
        raise EndError(n("name %r: expected 1 to %s characters that can be shown"), name, acts.NAME_MAX)
    return name


def folded(seat: Seat) -> Fold:
    """The state of a seat's file; ActError if it breaks the rules."""
    fold = Fold()
    if seat.given:
        fold.links[seat.k].extend(links_before(link(seat.secret, seat.given), seat.given - 1))
    if seat.heard:
        fold.links[1 - seat.k].extend(links_before(seat.last, seat.heard - 1))
    for k in (0, 1):
        fold.logs[k].extend(seat.logs[k])
    fold.run()
    for k, given in ((seat.k, seat.given), (1 - seat.k, seat.heard)):
        if given and (not fold.sits[k] or sha256(fold.links[k][0]) != fold.sits[k][0]):
            raise acts.ActError("link %d is not of the chain", given)
    return fold


def take(fold: Fold, k: int, new: list, letter: Letter, waits: bool = False) -> None:
    """Add what is new of a seat's letter to a fold; ActError if that breaks the rules. waits: acts may wait for those
    of the other seat, as an onlooker reads the two logs at different times."""
    links, more = fold.links[k], letter.links - len(fold.links[k])
    fold.logs[k].extend(new)
    if len(fold.logs[k]) > acts.ACTS_MAX or letter.links > LINKS:
        raise acts.ActError("a log of more than %d acts, or %d links", acts.ACTS_MAX, LINKS)
    fold.run()  # takes a sit, which has the tip
    if more > 0:
        if not fold.sits[k]:
            raise acts.ActError("a link before the seat is taken")
        found = links_before(letter.link, more)
        if found[0] != (links[-1] if links else fold.sits[k][0]):
            raise acts.ActError("link %d is not of the chain", letter.links)
        links.extend(found[1:])
        fold.run()
    if fold.next[k] < len(fold.logs[k]):
        if waits:
            return
        raise acts.ActError("act %d is not due", fold.next[k])
    if letter.links > fold.reached and not waits:
        raise acts.ActError("link %d is given before its throw", letter.links)
    if letter.place != fold.place[k] and letter.first + len(letter.acts) == len(fold.logs[k]):
        raise acts.ActError("the pieces stand elsewhere after its turn")


def _confirmed(seat: Seat, letter: Letter) -> Seat:
    seat.taken, seat.known = max(seat.taken, letter.taken), max(seat.known, letter.heard)
    return seat
