"""A player for both sides: picks a random legal turn, plays it piece by piece and presses.

In mode `solo` it plays one side, and sets up the board's turns.

>>> stream = Xorshift32(7)
>>> while not is_over(desk): step(desk, stream)
"""

from companion.console.phases import GAME, MODES, SOLO, WOODEN
from daldos.errors import DaldosError
from daldos.notation import parse_turn, turn_text
from daldos.state import rows_text, start_cells
from daldos.turns import legal_turns
from host.sim.standing import as_pieces, wooden
from host.terminal import draw

SETTLE_MS = 300  # from the last move of a piece to the press
THINKS_MS = 12000  # longest time that the board thinks about a turn
TRIES = 5  # presses until a turn must have been accepted; more if it has look-alikes


class AutoError(DaldosError):
    """The game is stuck: the intended action, and the board's reaction."""


def is_over(desk) -> bool:
    """Whether the game on the board is over."""
    return desk.view().phase == "over"


def step(desk, stream) -> None:
    """Do one action of a player: set up, throw or play a turn; AutoError if it failed. stream: decides the choices."""
    view = desk.view()
    if view.mode not in (MODES[GAME], MODES[WOODEN], MODES[SOLO]):
        raise AutoError("it plays in the modes game, wooden and solo only")
    if view.phase == "over":
        _set_up(desk, start_cells(desk.rules()))
        desk.table.press()
        if is_over(desk):
            raise AutoError("the board offers no new game")
        return
    at = view.at()
    if view.phase == "setup" or _differs(desk, at):
        _set_up(desk, at.cells)
        if desk.view().phase == "setup":
            raise AutoError("the board does not know its position again: %s", draw.lights(desk.view()))
    elif view.phase in ("opening", "throw"):
        _throw(desk, stream)
    elif view.phase != "play":
        raise AutoError("the board is in no phase to play")
    elif view.mode == MODES[SOLO]:
        _solo_turn(desk, at, stream)
    else:
        _turn(desk, at, stream)


def _set_up(desk, cells) -> None:
    desk.setup(desk.rules(), cells)
    desk.table.wait(SETTLE_MS)


def _differs(desk, at) -> bool:
    # Whether the pieces differ from the game's position, as after an undo.
    board = desk.table.board
    wanted = as_pieces(wooden(rows_text(at.rules, at.cells), desk.table.config.N))
    return board.letters() != wanted if board.tall else board.occupancy().decode() != wanted.upper()


def _throw(desk, stream) -> None:
    before = len(desk.heard())
    if desk.view().mode == MODES[WOODEN]:
        desk.send({"do": "dice", "throw": desk.rules().throws.draw(stream).text})
        if any(event.get("code") == "throw_stays" for event in desk.heard()[before:]):
            desk.table.press()
    else:
        desk.table.press()
    if not desk.since(before, "throw"):
        raise AutoError("the board does not throw: %s", draw.lights(desk.view()))


def _solo_turn(desk, at, stream) -> None:
    # A press shows whose turn it is: the board announces its own, shows what the player can play, or ends a lost turn.
    for _ in range(THINKS_MS // SETTLE_MS):
        before = len(desk.heard())
        desk.table.press()
        guides = desk.since(before, "guide")
        if desk.since(before, "turn"):
            return
        if guides and guides[-1]["code"] not in ("thinking", "changed", "dice_roll"):
            _turn(desk, at, stream, guides[-1]["turn"])
            return
        desk.table.wait(SETTLE_MS)
    raise AutoError("the board does not come to an end with its thought")


def _turn(desk, at, stream, led=None) -> None:
    legal = legal_turns(at)
    turns = legal.turns
    turn = turns[stream.below(len(turns))] if len(turns) > 1 else turns[0]
    if led:
        turn = parse_turn(at, led, legal)
    text, where = turn_text(at, turn), at.text()
    before = len(desk.heard())
    desk.do("play " + text)
    for _ in range(TRIES + len(turns)):
        desk.table.wait(SETTLE_MS)
        view = desk.view()
        if view.lights["kind"] == "ask" and view.guide and view.guide["turn"] == text:
            desk.table.long_press()
        else:
            desk.table.press()
        taken = desk.since(before, "turn")
        if taken:
            break
    else:
        raise AutoError("turn %s of %r was not taken", text, where)
    if taken[0]["turn"] != text:
        raise AutoError("turn %s of %r was taken for %s", text, where, taken[0]["turn"])
