"""A game record as the steps of the page's replay: positions, throws and turns, checked by the engine.

>>> replay_of("Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n")["steps"][-1]["turn"]
'A1-M3'
"""

import config
from daldos.errors import DaldosError
from daldos.game import Game
from daldos.record import result, write_record
from daldos.state import PLAYERS, rows_text, start_cells
from host.games.gear import gear_of
from host.games.play import first_game
from host.i18n.catalogue import said
from host.sim.shown import shown
from host.sim.standing import wooden

STEPS_MAX = 3000


class ReplayError(DaldosError):
    """A text that cannot be replayed: the line, and what is wrong there."""


def replay_of(text: str) -> dict:
    """The replay of the first game of a record.

    `record`: its text; `position`: at its end; `headers`, `rules`, `size` (holes in a home row, in the middle row),
    `result`, `opening` and `steps`.
    """
    try:
        headers, game = first_game(text)
    except ValueError as error:
        raise ReplayError("record: %s", error) from None
    if game.rules.n > config.N:
        raise ReplayError(
            "record: rules %r: %s holes in a row, this board has %s", game.rules.text, game.rules.n, config.N
        )
    if len(game.plies) > STEPS_MAX:
        raise ReplayError("record: %s throws, at most %s can be gone through", len(game.plies), STEPS_MAX)
    return {
        "record": write_record(game, headers),
        "headers": {key: shown(text) for key, text in headers.items()},
        "rules": game.rules.text,
        "size": [game.rules.n, game.rules.board.length[1]],
        "gear": gear_of(game.rules),
        "result": result(game),
        "position": game.position_text(),
        "opening": [f"{PLAYERS[k % 2]} {throw}" for k, throw in enumerate(game.opening)],
        "steps": list(_steps(game)),
    }


def replay_frame(text: str) -> dict:
    """The answer to a page's text: the replay, or the text's error."""
    try:
        return {"replay": replay_of(text)}
    except ReplayError as error:
        return {"error": said(error)}


def _steps(game: Game):
    # one at the start, then one after each throw
    start = game.start.cells if game.start else start_cells(game.rules)
    yield {"stand": _letters(game.rules, start), "player": "", "throw": "", "turn": ""}
    for turn in game:
        stand = _letters(game.rules, turn.after().cells)
        yield {"stand": stand, "player": turn.player, "throw": turn.throw, "turn": turn.text}


def _letters(rules, cells) -> str:
    return wooden(rows_text(rules, cells), config.N)
