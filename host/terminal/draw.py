"""The table as text: the boat with its pieces, the eight LEDs, what the lights say in words, and the board's news.

>>> print("\\n".join(boat(table)))
"""

from companion.console.phases import MODES
from companion.lights import scene as s
from daldos.position import CELLS, PLAYERS
from daldos.turns import play_moves

LEVELS = ((0, "."), (40, "o"), (4096, "@"))  # R + G + B of an LED up to which it is drawn so
DICE = " A234"  # a face as the rules write it: a dal is an A
WANTS = ("take off {}", "a piece of A's to {}", "a piece of B's to {}", "{}")
MODE_WORDS = ("game", "roller: dice only", "wooden: your own dice", "diagnose: the sensors")


def cells(table) -> list:
    """A letter for each hole, what stands there; `A` and `B` are dalled, or not known there to the game."""
    board = table.board
    letters = []
    known = _known(table)
    for hole in range(len(board.names)):
        piece = board.piece_at(hole)
        if piece is None:
            letters.append(".")
        elif known.get(hole, ".").upper() == piece.side:
            letters.append(known[hole])
        else:
            letters.append(piece.side)
    return letters


def _known(table) -> dict:
    # wooden hole -> letter of the game's cell there, with the turn that stands on the board
    if not table.app:
        return {}
    session = table.app.session
    game = session.match.game
    now = bytearray(game.at.cells)
    if game.at.die1 and session.tracker.at is game.at:
        play_moves(now, game.player, session.tracker.turn)
    return {session.places[hole]: CELLS[now[hole]] for hole in range(len(now))}


def boat(table, colour: bool = False, hand=()) -> list:
    """The three rows, stern at the left; `[ ]` marks the holes that the lights point at. `hand`: pieces held in it."""
    shown = table.app.scene if table.app else None
    pointed = set(shown.holes[: shown.count]) if shown else set()
    lines = boat_of(cells(table), table.config.N, pointed, colour)
    for side in PLAYERS:
        spare = [piece for piece in table.board.spare() if piece.side == side and piece not in hand]
        if spare:
            lines.append(f"   off the board: {len(spare)} of {side}'s")
    return lines


def boat_of(letters, n: int, pointed=(), colour: bool = False) -> list:
    """The three rows of a board of n holes: a letter for each hole in hole order, numbers of the holes pointed at."""
    lines = ["      " + "".join(f"{k:^3}" for k in range(1, n + 2)), "     +" + "-" * (3 * n) + "--."]
    first = 0
    for row, length in (("A", n), ("M", n + 1), ("B", n)):
        text = "".join(_hole(letters[h], h in pointed, colour) for h in range(first, first + length))
        lines.append(f"   {row} |" + text + ("  \\" if row == "A" else "  /" if row == "B" else " >"))
        first += length
    lines.append("     +" + "-" * (3 * n) + "--'")
    return lines


def _hole(letter: str, pointed: bool, colour: bool) -> str:
    if colour and letter != ".":
        letter = f"\033[{'33' if letter in 'aA' else '36'}{';1' if letter.isupper() else ''}m{letter}\033[0m"
    return f"[{letter}]" if pointed else f" {letter} "


def leds(table, colour: bool = False) -> str:
    """The eight LEDs at this instant: `@` bright, `o` dim, `.` dark."""
    if not table.app:
        return "dice  (dark)"
    drawn = []
    for rgb in table.pixels[: table.config.DICE_LEDS]:
        mark = next(mark for top, mark in LEVELS if sum(rgb) <= top)
        if colour and mark != ".":
            drawn.append("\033[38;2;%d;%d;%dm%s\033[0m" % (*[min(255, 60 + 2 * part) for part in rgb], mark))
        else:
            drawn.append(mark)
    return f"dice  ({' '.join(drawn[:4])}) ({' '.join(drawn[4:])})"


def lights(table) -> str:
    """What the lights say, in one sentence."""
    return lights_words(table.app.scene, table.board.names) if table.app else "The plug is out."


def lights_words(scene, names) -> str:
    """What this Scene says, in one sentence; names: of the holes."""
    who = scene.player if scene.player < 2 else None
    player = PLAYERS[scene.player] if who is not None else "Nobody"
    dice = f"{DICE[scene.die1]} {DICE[scene.die2]}"
    holes = [names[hole] for hole in scene.holes[: scene.count]]
    mend = ", ".join(WANTS[scene.wants[i]].format(holes[i]) for i in range(scene.count))
    played = DICE[scene.die1] if scene.used & 1 else DICE[scene.die2] if scene.used & 2 else "one die"
    return {
        s.DARK: "Dark.",
        s.ROLL: f"The dice roll: {dice}.",
        s.DICE: f"{player} has thrown {dice}." if who is not None else f"Thrown: {dice}.",
        s.LOST: f"{player} has thrown {dice} and can play neither: press to go on.",
        s.READY: f"{player}'s turn is on the board: press to end it.",
        s.PARTIAL: f"{player} has thrown {dice}; {played} is played, the other must be.",
        s.GUIDE: f"Not so: {mend or 'look at the board'}." if not _only_look(scene) else f"To be played: {mend}.",
        s.SETUP: f"Set up: {mend}.",
        s.OPENING: f"{player} throws for the start: press." + (f" Last thrown: {dice}." if scene.die1 else ""),
        s.THROW: f"{player} throws: press.",
        s.ASK: f"Is it this turn, number {scene.choice + 1}, at {', '.join(holes)}? Long press: yes; press: the next.",
        s.UNDO: f"Taken back: {mend}." if mend else f"A long press takes {player}'s turn back or the last one.",
        s.OFFER: "A new game? Press.",
        s.OVER: f"{player} has won.",
        s.FAULT: f"Fault at {', '.join(holes)}." if holes else "Fault: too little of the board can be seen.",
        s.MENU: f"Mode {MODES[scene.choice % len(MODES)]}? Long press: yes; press: the next.",
        s.ROLLER: "Dice only: press to throw.",
        s.WOODEN: f"{player} throws the wooden dice. {dice}? Long press: yes; press: the next.",
        s.DIAGNOSE: f"Occupied: {', '.join(holes) or 'nothing'}.",
        s.CALIBRATE: "Calibrating: leave the board empty.",
        s.SELFTEST: "Self-test.",
    }[scene.kind]


def _only_look(scene) -> bool:
    return scene.count > 0 and all(want == s.LOOK for want in scene.wants[: scene.count])


def news(event: dict) -> str:
    """One event of the board as an English sentence, or nothing."""
    kind = event["ev"]
    if kind == "hello":
        return f"The board wakes up: version {event['version']}, mode {event['mode']}, rules {event['rules']}."
    if kind == "phase":
        return ""  # the lights say what is to be done in it
    if kind == "throw":
        who = f"{event['player']} throws" if event["player"] else "Thrown:"
        return f"{who} {event['throw'].replace('1', 'A')[0]} {event['throw'].replace('1', 'A')[1]}."
    if kind == "turn":
        played = "loses the turn" if event["turn"] == "--" else f"has played {event['turn']}"
        return f"{event['n']}. {event['player']} {played}."
    if kind == "capture":
        return f"{event['player']} captures at {event['hole']}; {event['left']} left."
    if kind == "guide":
        wants = [
            f"{h['hole']}: {_what(h['has'])}, {_what(h['want'])} wanted"
            for h in event["holes"]
            if h["has"] != h["want"]
        ]
        look = [h["hole"] for h in event["holes"] if h["has"] == h["want"]]
        why = event["why"][:1].upper() + event["why"][1:]
        return why + (". " + "; ".join(wants) if wants else "") + (f". See {', '.join(look)}" if look else "") + "."
    if kind == "undo":
        return f"Turn {event['n']} is taken back; {event['player']} plays {event['throw']} again."
    if kind == "over":
        return f"{event['winner']} has won."
    if kind == "fault":
        where = event["where"].split()
        told = event["where"] if len(where) < 16 else f"{' '.join(where[:4])} ... {where[-1]}, {len(where)} in all"
        return f"Fault: {event['what']}" + (f" ({told})." if told else ".")
    if kind == "error":
        return f"The board did not understand: {event['what']}."
    if kind == "state":
        return f"{event['mode']}, {event['rules']}, phase {event['phase']}: {event['position']}"
    if kind == "record":
        return event["line"] or ""
    if kind == "selftest":
        return "Self-test: " + (f"{event['faults']} faults, told above." if event["faults"] else "all is well.")
    if kind == "calibrate":
        return f"Calibrated: empty holes read {event['lowest']} to {event['highest']}, the half rail {event['half']}."
    if kind == "walk":
        right = "right" if event["reads"] == [event["hole"]] and event["u"] > 0 else "WRONG"
        reads = f"reads at {', '.join(event['reads'])}, {event['u']}, margin {event['margin']}"
        return f"{event['hole']:<4} {right}  {reads}; {event['left']} left"
    if kind == "walked":
        weakest = f", weakest {event['weakest']} with a margin of {event['margin']}" if event["weakest"] else ""
        return f"Magnet walk: {event['right']} of {event['visited']} holes right{weakest}."
    return f"{kind}: " + ", ".join(f"{key} {value}" for key, value in event.items() if key != "ev")


def _what(code: str) -> str:
    return {".": "nothing", "?": "unknown"}.get(code, f"a piece of {code}'s")
