"""A hand that only follows the lights, for the muddles.

It knows docs/lights.md, sees the pieces, and knows as much as players do: the rules, and which pieces are dalled. It
learns the board's state only from the pixels.

    >>> Follower(table, random.Random(1)).lead()        # steps until a turn of its own was committed
    14
"""

from companion.lights.scene import DALLED_A, DALLED_B, LOOK, NOBODY, TURN, WANT_A, WANT_B, WANT_NOTHING
from companion.session.situation import situation
from companion.tracking.readings import EMPTY, UNKNOWN, occupancy_of
from daldos.effects import cells_after, outcome
from daldos.game import OVER, PLAY
from daldos.rules import NOBODYS
from daldos.state import DALLED, beaten, start_cells
from host.sim.standing import as_pieces
from lab.reader import Reader

_OTHERWISE = bytes.maketrans(b"ABabxy", b"BAbayx")
_SIDES = {WANT_A: "A", WANT_B: "B", DALLED_A: "A", DALLED_B: "B"}
READINGS = 600  # then give up
IDLE = 60  # consecutive readings without a possible action: once round all holes
SETTLE_MS = 800  # time for the board to react
STRAY_MS = 170  # extra time per fruitless reading or press, so that no hole is always missed
LOOKS = 12  # after this many looks at a single hole, its piece is lifted
LONG_MS, MENU_MS = 1200, 4300
PASSING = ("dalled", "calibrate", "selftest")  # messages that pass by themselves
PRESSES = {**dict.fromkeys(("throw", "opening", "lost", "ready"), 100), "roller": MENU_MS, "diagnose": MENU_MS}
PRESSES |= {"keep": LONG_MS}  # these players never request it
MENDS = 4  # after a fault has been shown so often, its wire is mended
OFFERS = ("offer", "whose", "menu", "held")  # messages during which a long press may end a game


class NoWay(Exception):
    """The lights lead nowhere: their last message."""


class Follower:
    """steps: pieces lifted or set and presses made so far; presses: those alone, and wrongs: their wrong effects. said:
    the messages read so far."""

    def __init__(self, table, draw):
        self.table = table
        self.draw = draw
        self.steps = self.presses = 0
        self.said: list = []
        self.wrongs: list = []
        self._reader = Reader(table)
        self._set: set = set()  # the holes that the hand has touched
        self._odd: list = []  # the pieces that the board has misread: taken from the tray last
        self._idle = 0
        self._thrown = None  # the throw of the hand's own dice

    def lead(self) -> int:
        """Follow the lights until a turn is committed; the steps that took. NoWay if they do not lead there."""
        table = self.table
        start = len(table.events)
        for _ in range(READINGS):
            table.wait(SETTLE_MS + STRAY_MS * ((self._idle + self.presses) % 7))
            self._reader.dice = self._game.rules.throws.name
            message = self._reader.read()
            self.said.append(message)
            before = self.steps
            kind = message.kind if message else "nothing"
            if kind in PRESSES:
                self._press(PRESSES[kind])
            elif kind not in PASSING:
                getattr(self, "_" + kind)(message)
            self._idle = self._idle + 1 if self.steps == before else 0
            for number in range(start, len(table.events)):
                if table.events[number]["ev"] == "turn":
                    self._check(number)
                    return self.steps
            start = len(table.events)
            if self._idle > IDLE:
                break
        raise NoWay("steps %d, last read %s" % (self.steps, self.said[-3:]))

    def _check(self, number: int) -> None:
        # The position that this event committed must be the one on the board, where the board could read it then: a
        # mux may be right again by now.
        events = self.table.events
        event, seen = events[number], [was["occupancy"] for was in events[:number] if was["ev"] == "occupancy"][-1:]
        game, places = self.table.app.session.match.game, self.table.app.session.places
        board = self.table.board
        stands = board.letters().encode() if board.tall else board.occupancy()
        rows = as_pieces(event["result"].split(" ")[0].replace("/", ""))
        rows = rows if board.tall else rows.upper()
        if self._exchanged:
            stands = stands.translate(_OTHERWISE)
        # A half-turned piece may read either way, as may one that a long press accepted.
        holes = self.table.app.session.holes
        doubted = holes.doubted
        taken = [place for place, _, _ in holes.taken]
        for place, row in zip(places, rows, strict=True):
            if place in taken or self._unread(place) or seen and seen[0][place] == "?":
                continue
            if chr(stands[place]) == "." != row and not self._in_tray(row.upper()):
                continue  # a token stands there
            fits = row + row.swapcase() if place in doubted else row
            if chr(stands[place]) not in (*fits, "xy"["B" == row.upper()]):
                raise NoWay("wrong commit: %s, on the board %s" % (event, stands.decode()))
        assert len(game.plies) >= event["n"]

    def _unread(self, place: int) -> bool:
        # Whether the hole cannot be read, or a piece without a magnet stands there.
        piece = self.table.board.piece_at(place)
        unknown = self.table.app.session.holes.occupancy[place] == UNKNOWN
        return unknown or piece is not None and piece.strength < 0.1

    # --- what the lights say --------------------------------------------------------------------------------------

    def _nothing(self, message) -> None:
        if self._idle >= 2:
            self._press()

    _dark = _nothing

    def _menu(self, message) -> None:
        self._press(100 if message.choice else LONG_MS)

    def _offer(self, message) -> None:
        # In the middle of a game yes or no is as good, and with what stands a missing piece or none.
        wants_more = message.want in _SIDES and not self._stands_there(message)
        if message.hole >= 0 and wants_more and self._in_tray(_SIDES[message.want]) and self.draw.random() < 0.8:
            self._mend(message.hole, message.want)
            return
        if (message.choice or message.hole >= 0) and self.draw.random() < 0.5:
            self._press(LONG_MS)
            self._put_aside()
        else:
            self._press()

    def _put_aside(self) -> None:
        # The pieces without which the new game begins, though they stand there unread.
        game, places, board = self._game, self.table.app.session.places, self.table.board
        for hole, cell in enumerate(occupancy_of(game.position.cells)):
            if not game.plies and cell == EMPTY and board.piece_at(places[hole]):
                self._lift(places[hole])

    def _ask(self, message) -> None:
        # The hand knows which turn it has set, and what stands in a hole whose reading is in doubt.
        session, stands = self.table.app.session, self._stands()
        referee = session.referee
        if referee.asking >= 0:
            then = occupancy_of(cells_after(self._game.position, referee.tracker.candidates[referee.asking]))
            if stands == then:
                self._press(LONG_MS)
            elif not self._set_unseen(then):
                again = self.said.count(message) > 2
                if again:  # play it, then, with tokens for the pieces that are lost
                    self.set_up(then)
                self._press(LONG_MS if again else 100)
            return
        hole = session.places.find(bytes([message.hole]))
        game = wanted = occupancy_of(self._game.position.cells)
        if referee.chosen is not None and referee.phase == PLAY:
            wanted = occupancy_of(cells_after(self._game.position, referee.chosen))
        if hole < 0:
            self._press()
            return
        lacking = stands[hole] == EMPTY != wanted[hole]
        if self.table.board.occupancy()[message.hole] != session.holes.occupancy[message.hole]:
            self._press(LONG_MS)
        elif stands[hole] not in (EMPTY, game[hole]) and not self._may_stand(hole, stands[hole]):
            self._lift(message.hole)
        elif lacking and self._in_tray(chr(wanted[hole])):
            self._place(message.hole, chr(wanted[hole]))
        elif lacking and (game[hole] == EMPTY or not self._goes_without(hole)):
            self._press(LONG_MS)  # a token stands for it
        else:
            self._press()

    def _goes_without(self, hole: int) -> bool:
        # Whether a game goes on without the piece of this hole: a king's, or a side's last one, does not.
        at = self._game.position
        left = bytearray(at.cells)
        left[hole] = 0
        kings = [cell for cell in left if cell >= NOBODYS]
        return len(kings) == at.rules.king and not any(beaten(at.rules, left, side) for side in (0, 1))

    def _may_stand(self, hole: int, side: int) -> bool:
        # Whether a turn that is due leaves a piece of this side there.
        game, referee = self._game, self.table.app.session.referee
        turns = game.legal.turns if referee.phase == PLAY and not referee.restoring else []
        return any(occupancy_of(cells_after(game.position, turn))[hole] == side for turn in turns)

    def _whose(self, message) -> None:
        lost = self.table.app.session.announcement.lost
        really = not [hole for hole, _, want in lost if self.table.board.piece_at(hole) or self._in_tray(chr(want))]
        yes = really if message.choice == 1 else self.draw.random() < 0.5  # any player may throw, and own the king
        self._press(LONG_MS if yes else 100)

    def _fault(self, message) -> None:
        # The people at the board have read which wire it is.
        if self._idle >= MENDS and self.table.board.faults():
            self.steps += 1
            self.table.board.heal("enable")

    def _wooden(self, message) -> None:
        # The hand's own dice have been thrown: step on to that throw.
        self._thrown = self._thrown or self.draw.choice(list(self._game.rules.throws))
        if message.dice == self._thrown:
            self._thrown = None
            self._press(LONG_MS)
        else:
            self._press()

    def _over(self, message) -> None:
        # The players know how a new game begins, and that no other piece stands on the board then.
        self.set_up(occupancy_of(start_cells(self._game.rules)))
        places = self.table.app.session.places
        for hole in range(len(self.table.board.names)):
            if hole not in places and self.table.board.piece_at(hole):
                self._lift(hole)
        if self._idle:  # all stands, and no new game is offered
            self._press()

    def _guide(self, message) -> None:
        if message.hole >= 0:
            self._mend(message.hole, message.want)
        elif self._idle >= 3:
            self._press()

    _undo = _guide

    def _setup(self, message) -> None:
        # Where a king can be told, what stands there may be meant, and a long press asks to go on from it.
        if self.table.board.tall and self._game.rules.king and self.draw.random() < 0.2:
            self._press(LONG_MS)
        else:
            self._guide(message)

    def _lead(self, message) -> None:
        # The board's own turn: turn a piece that the lights say to look at.
        if message.want == LOOK and self._idle < 3:
            self._take_up(message.hole)
        else:
            self._guide(message)

    def _turn(self, message) -> None:
        if message.want in _SIDES:  # it reads as the other side's: set it right, or take it as it stands
            if self._stands_there(message):
                self._press(LONG_MS)
            elif self.draw.random() < 0.5 and self._in_tray(_SIDES[message.want]):
                self._mend(message.hole, message.want)
            else:
                self._press(LONG_MS)
        elif self.table.board.tall and message.hole >= 0:
            self._turn_round(message.hole)
        else:
            self._take_up(message.hole)

    def _turn_round(self, hole: int) -> None:
        # Two heights: turn the piece over to its other state.
        piece = self.table.board.piece_at(hole)
        if piece:
            self.steps += 1
            self.table.board.turn(hole, 0.0 if piece.turned > 0.5 else 1.0)
        else:  # none to be turned: it is a sensor that reads one, and the players know what stands there in the game
            self.set_up(occupancy_of(self._game.position.cells))

    def _take_up(self, hole: int) -> None:
        # Lift a piece that the lights say to look at.
        piece = self.table.board.piece_at(hole)
        if piece:
            self._lift(hole)
            self._place(hole, self._wood(piece.side))

    def _stands_there(self, message) -> bool:
        # Whether the piece that the lights want in a hole is there already.
        piece = self.table.board.piece_at(message.hole)
        return piece is not None and piece.side == self._wood(_SIDES[message.want])

    def _insist(self) -> None:
        # Asked round and round for what is done, or cannot be done: a press has the board say more.
        if self._idle >= 2 and self.said[-1] in self.said[-1 - self._idle : -1]:
            self._press()

    def _mend(self, hole: int, want: int) -> None:
        stands = self.table.board.piece_at(hole)
        if want == TURN:
            self._turn_round(hole)
        elif want == LOOK and self.said[-LOOKS:] == [self.said[-1]] * LOOKS:
            self._take_up(hole)
        elif want == LOOK:
            self._dice(None)
        elif want == WANT_NOTHING:
            if stands:
                self._lift(hole)
            else:
                self._insist()
        else:
            side = _SIDES[want]
            if stands and stands.side == self._wood(side):
                if self.draw.random() < 0.2:  # set once more, or another, in case the board takes it for another
                    self._odd.append(stands)
                    self._take_up(hole)
                else:
                    self._insist()
                return
            if stands:
                self._lift(hole)
            if self._in_tray(side):
                self._place(hole, side)
            elif not stands:
                self._insist()

    def _dice(self, message) -> None:
        last = self.said[-2] if self.said[1:] else None
        # dice that stay, or change with a press, belong to the roller
        others = message and last and last.kind == "dice" and last.dice != message.dice
        if message and (message.player == NOBODY or others or self._idle >= 6):
            self._press(MENU_MS)
            return
        if message and self._reader.read() != message:
            return  # shown only for a while
        game = self._game
        if game.phase != PLAY:
            return
        if self._stands() != occupancy_of(game.position.cells):
            self._idle += 1
            if self._idle >= 3 and (self._played(game) or not self._set_unseen(occupancy_of(game.position.cells))):
                self._press()
            return
        # Played, and the board has not seen it; or refused time and again, and a press has the board say more.
        if self.said[-3:] == [message] * 3 or message and self.said.count(message) % 4 == 3:
            self._press()
        else:
            self._play(self._choose(game))

    def _played(self, game) -> bool:
        stands = self._stands()
        return any(stands == occupancy_of(cells_after(game.position, turn)) for turn in game.legal.turns)

    def _set_unseen(self, wanted: bytearray) -> bool:
        # Set right what players see and the board cannot: a piece whose magnet misleads it, a hole it does not read.
        session, stands = self.table.app.session, self._stands()
        read = session.holes.here
        for hole, want in enumerate(wanted):
            if stands[hole] != want and read[hole] in (want, UNKNOWN):
                place, before = session.places[hole], self.steps
                if self.table.board.piece_at(place):
                    self._odd.append(self.table.board.piece_at(place))
                    self._lift(place)
                if want != EMPTY and self._in_tray(chr(want)):
                    self._place(place, chr(want))
                if self.steps > before:
                    return True
        return False

    def _choose(self, game) -> int:
        # The turn that the hand plays.
        return self.draw.choice(game.legal.turns)

    def _partial(self, message) -> None:
        # Play the other die as in the nearest turn; press if it stands, and the board does not see it.
        game, stands = self._game, self._stands()
        if game.phase == PLAY:
            far = [(_apart(stands, occupancy_of(cells_after(game.position, turn))), turn) for turn in game.legal.turns]
            apart, turn = min(far)
            if not apart and self.said[-2:-1] == [message]:
                self._press()
            else:
                self._play(turn)

    # --- a turn ---------------------------------------------------------------------------------------------------

    @property
    def _game(self):
        return self.table.app.session.match.game

    def _stands(self) -> bytearray:
        # What a long press accepted stands as in the game; a token does for a lost piece in a hole that is not read.
        session = self.table.app.session
        board, game = self.table.board.occupancy(), occupancy_of(self._game.position.cells)
        if self._exchanged:
            board = board.translate(_OTHERWISE)
        stands = bytearray([board[place] for place in session.places])
        for place, _, _ in session.holes.taken:
            hole = session.places.find(bytes([place]))
            if hole >= 0 and place not in self._set:
                stands[hole] = game[hole]
        for hole, side in enumerate(game):
            unread = session.holes.here[hole] == UNKNOWN and session.places[hole] not in self._set
            if stands[hole] == EMPTY != side and unread and not self._in_tray(chr(side)):
                stands[hole] = side
        return stands

    def _play(self, turn: int) -> None:
        # Every piece that the turn moves is touched.
        game = self._game
        touched = [hole for hole, _, _ in outcome(game.position, turn)]
        then = cells_after(game.position, turn)
        self.set_up(occupancy_of(then), touched, [hole for hole in touched if then[hole] in DALLED])

    def set_up(self, wanted: bytearray, touched=(), dalled=()) -> None:
        """Set the game's pieces to this occupancy; the holes that differ, and touched ones, by hand."""
        stands, places = self._stands(), self.table.app.session.places
        put = [hole for hole in range(len(wanted)) if wanted[hole] != stands[hole] or hole in touched]
        for hole in put:
            if self.table.board.piece_at(places[hole]):
                self._lift(places[hole])
        for hole in put:
            if wanted[hole] != ord(".") and self._in_tray(chr(wanted[hole])):
                self._place(places[hole], chr(wanted[hole]))
                if hole in touched and self.table.board.tall:  # pieces that a turn moves are dalled, but for others
                    self.table.board.turn(places[hole], float(hole in dalled))

    # --- single steps ---------------------------------------------------------------------------------------------

    @property
    def _exchanged(self) -> bool:
        # Whether A plays with B's pieces.
        return bool(self.table.app.session.settings.get("exchanged"))

    def _wood(self, side: str) -> str:
        # Whose pieces this side plays with.
        return "BA"["AB".index(side)] if self._exchanged else side

    def _in_tray(self, side: str) -> bool:
        return any(piece.side == self._wood(side) for piece in self.table.board.spare())

    def _lift(self, hole: int) -> None:
        self.steps += 1
        self._set.add(hole)
        self.table.lift(hole)
        self.table.wait(60)

    def _place(self, hole: int, side: str) -> None:
        self.steps += 1
        self._set.add(hole)
        spare = [piece for piece in self.table.board.spare() if piece.side == self._wood(side)]
        self.table.place(hole, min(spare, key=self._odd.count))
        self.table.wait(60)

    def _press(self, ms: int = 100) -> None:
        self.steps += 1
        self.presses += 1
        press(self.table, ms, self.wrongs)


def press(table, ms: int, wrongs: list) -> None:
    """Press for `ms`, and note anything wrongly ended or taken back."""
    session = table.app.session
    game, turns, over = session.match.game, len(session.match.game.plies), session.match.game.phase == OVER
    what, kind = situation(session).name, table.app.scene.kind
    table.press(ms)
    now = session.match.game
    if now is not game and turns and not over and (ms < table.config.LONG_MS or kind not in OFFERS):
        wrongs.append("a game of %d turns ended by %d ms in %s, shown as %s" % (turns, ms, what, kind))
    if now is game and len(now.plies) < turns and ms < table.config.LONG_MS and what != "unwon":
        wrongs.append("a turn taken back by %d ms in %s" % (ms, what))


def _apart(one: bytearray, other: bytearray) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
