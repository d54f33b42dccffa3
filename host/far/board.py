"""A board as the player of an end: it is led to where the game is, and what is set and pressed there is sent.

>>> seat = BoardSeat(Client(board), end.fold, end.k)
>>> for message in seat.step(end): post.send(message)

The fold is the truth. Whatever the board lacks, throws and turns, it is given in order, as often as it takes: after a
power cut, a pulled plug or a restart of the end. What was taken back is taken back there too.
"""

from companion.far.end import End, EndError
from companion.far.fold import Fold
from daldos.record import record_lines
from daldos.state import PLAYERS
from host.sim.client import Client

AGAIN_MS = 500  # from one command to the same once more
TAKEN_BACK = 4  # lines that a board may have to give back in the same game; with more it has another one


class BoardSeat:
    """client: the board's. k: the player at it, 0 or 1; None: nobody plays there.

    trouble: what the board has refused last, in its words. other_game: how many turns another game has that was left
    on the board, which must be given up before this one is led there; `give_up` says so. behind: how many turns the
    board lacks.
    """

    def __init__(self, client: Client, fold: Fold, k: "int | None"):
        self.client = client
        self.trouble = ""
        self.other_game = 0
        self.give_up = False
        self.behind = 0
        self._fold = fold
        self.k = k
        self._agreed = -1  # lines of the record that board and fold have had in common; -1: not looked at yet
        self._parted = False  # whether the board has thrown otherwise than the game
        self._sent: tuple = ()
        self._sent_ms = 0

    def step(self, end: "End | None") -> list:
        """Hear the board and tell it what is due; returns the messages that its player sends. end: None for nobody."""
        messages = []
        game = self._fold.game
        for event in self.client.events():
            asks = end and event["ev"] == "guide" and event["code"] == "ask_undo" and self.k is not None
            if end and asks and not end.seat.asks and not self._fold.over:
                try:
                    messages.append(end.ask_undo())
                except EndError as error:
                    self.trouble = str(error)
            if event["ev"] == "error":
                self.trouble = event["what"]
                if event["code"] == "far_out_of_step":  # it has this throw, and it is another
                    self._parted = event["args"][0] == event["args"][2]
            if event["ev"] in ("hello", "phase"):
                self._sent, self._parted = (), False
            if event["ev"] == "undo" and game:
                self._agreed = min(self._agreed, len(game.opening) + event["n"] - 1)
        if not game or not self.client.board.plugged:
            return messages
        view = self.client.view()
        if view.mode != "far":
            self._send({"do": "mode", "mode": "far"})
        elif not view.position or view.phase in ("throw", "play", "over") and not view.record:
            pass  # still to be heard
        elif view.rules != game.rules.text:
            self._make_room(view.record, {"do": "rules", "rules": game.rules.text}, {"do": "new"})
        else:
            messages += self._compare(end, view.record)
        return messages

    def _make_room(self, there: list, *commands: dict) -> None:
        self.other_game = sum(not line.startswith("0 ") for line in there)
        if self.give_up or not self.other_game:
            self._send(*commands)

    def _compare(self, end, there: list) -> list:
        here = [line for line in record_lines(self._fold.game) if line[:1].isdigit()]
        self.behind = len(here) - len(there)
        same = 0
        while same < min(len(here), len(there)) and here[same] == there[same]:
            same += 1
        if same == len(there) and not self._parted:  # the board is where the game is, or behind
            self._agreed, self.other_game = same, 0
            self._lead(here, same)
        elif self._parted or same < len(self._fold.game.opening) or same < len(there) - TAKEN_BACK:
            self._make_room(there, {"do": "new"})
        elif len(there) == same + 1 == len(here) + 1 and self._plays(end, there[-1]):
            self._agreed = same + 1
            return [end.turn(there[-1].split(" ", 3)[3])]
        else:
            self._send({"do": "undo"})
        return []

    def _plays(self, end, line: str) -> bool:
        # Whether a turn that the board has and the game has not is one just played, not one taken back.
        fold, words = self._fold, line.split(" ", 3)
        due = fold.waits_for() == self.k == fold.game.side and not fold.next_throw and not end.seat.asks
        fresh = self._agreed == len(fold.game.opening) + len(fold.game.plies)
        return due and fresh and words[1] == PLAYERS[self.k] and len(words) == 4

    def _lead(self, here: list, made: int) -> None:
        # The next throw, and the turn played with it, if there is one: also one of the own side that is not there yet.
        if made >= len(self._fold.throws):
            return
        throw = "".join(map(str, sorted(self._fold.throws[made])))
        words = here[made].split(" ", 3) if made < len(here) else []
        turn = words[3] if len(words) == 4 else "?"
        player = PLAYERS.index(words[1]) if len(words) > 1 else self._fold.game.side
        side = 1 - player if turn != "?" or self.k is None else self.k
        self._send({"do": "far", "side": PLAYERS[side], "number": made + 1, "throw": throw, "turn": turn})

    def _send(self, *commands: dict) -> None:
        # Not the same once more before the board has had time to do it.
        now = self.client.board.now_ms
        if commands != self._sent or now - self._sent_ms >= AGAIN_MS:
            self._sent, self._sent_ms = commands, now
            self.trouble = ""
            for command in commands:
                self.client.send(command)
