"""The commands of a page, one row each: who may send it, what it does, and what its keys may hold.

>>> parse('{"do": "lift", "hand": 0, "hole": "A1"}')
{'do': 'lift', 'hand': 0, 'hole': 'A1'}

A function takes the host.web.pages.Room, its Page and the command, whose keys are checked; one of the board's waits for
its next scan, and takes the host.web.backend.Backend instead.
"""

import json
import sys
from binascii import a2b_base64
from collections import namedtuple

from companion.console.phases import LEVELS
from daldos.position import parse_position
from daldos.rules import parse_rules
from host.far.acts import WORDS
from host.games.gear import gear_of
from host.games.play import PlayError, first_game
from host.web.frames import (
    ARGS,
    BOOL,
    CLOCKS,
    DATA_MAX,
    FRAME_MAX,
    HAND,
    NAME,
    SHORT,
    SHOWN,
    TEXT_MAX,
    TURNS,
    FrameError,
    is_int,
    is_line,
    is_mm,
    is_one_of,
    is_text,
)
from host.web.lessons import LESSONS, Lesson, puzzle
from host.web.replay import replay_frame
from host.web.seats import SeatError

GOING_MAX = 3  # games shown as going on
SEED_MAX = 1 << 30  # of the games that puzzles are made from
WAITING_MAX = 200  # commands that wait for the board's next scan
# Who may send a command: every page; the page that plays; the same if a game is behind it, or a board.
ANY, PLAYER, GAME, BOARD = range(4)

Command = namedtuple("Command", ("who", "do", "keys"))


def obey(room, page, text) -> None:
    """Take a frame from a page; errors say why it is refused."""
    command = parse(text)
    do = command["do"]
    row = COMMANDS[do]
    if do != "hello" and not page.greeted:
        raise FrameError("frame: hello comes first")
    if page.lesson and do in IN_LESSON:
        IN_LESSON[do](page.lesson, command)
        _tell_lesson(page)
        return
    if row.who != ANY and room.entrance.seats.player != page.name:
        raise SeatError("this page looks on: another page plays")
    if row.who == GAME and room.behind.kind != "game":
        raise PlayError("the pieces are moved on the board itself")
    if row.who == BOARD and room.behind.kind != "board":
        raise FrameError("%s: a game is behind this page, and no board", do)
    if row.who != BOARD:
        row.do(room, page, command)
    elif len(room.commands) >= WAITING_MAX:
        raise FrameError("too much at once")
    else:
        room.commands.append((page, command))


# --- the game ---


def begin(room, page, command: dict) -> None:
    """A new game, or one that goes on from a record."""
    room.keeper.begin(**{key: command[key] for key in command if key != "do"})


def play(room, page, command: dict) -> None:
    """Move a piece."""
    room.behind.shown.move(command["from"], command["to"])


def end(room, page, command: dict) -> None:
    """The next action at once: the throw, or the end of a turn."""
    room.behind.shown.end()


def take_back(room, page, command: dict) -> None:
    """Take back the moves of this turn, or the last turn."""
    room.behind.shown.take_back()


def give_up(room, page, command: dict) -> None:
    """Give the game up, or end it without a winner."""
    if room.behind.shown is not room.behind.play:
        raise PlayError("resign a far game where it is played")
    room.behind.play.give_up(command["who"])


def flag(room, page, command: dict) -> None:
    """This side's time is up on the page's clock."""
    if room.behind.shown is room.behind.play and not room.behind.play.over:
        room.behind.play.give_up(command["who"], late=True)


def enter(room, page, command: dict) -> None:
    """A throw of the player's own dice."""
    room.behind.shown.enter(command["throw"])


def clock(room, page, command: dict) -> None:
    """What the player of each turn of this game had left on the page's clock."""
    room.keeper.clock(command["game"], command["left"])


def switch(room, page, command: dict) -> None:
    """Go on with the board, or with the game."""
    room.behind.switch(command["what"])


def far(room, page, command: dict) -> None:
    """Whatever concerns a game with somebody elsewhere."""
    told = room.behind.far_page().do(command)
    if told:
        page.tell(told)


# --- the board: these take the host.web.backend.Backend, the page's name and the command, with its next scans ---


def by_hand(board, page: str, command: dict) -> None:
    """An action of one of the page's hands."""
    getattr(board.hands, command["do"])(page, **{key: command[key] for key in command if key != "do"})


def button(board, page: str, command: dict) -> None:
    """Press the button, or let it go."""
    board.button.set(command["down"])


def choose(board, page: str, command: dict) -> None:
    """Say which of the turns that look alike it was."""
    board.alike.choose(command["turn"])


def plug(board, page: str, command: dict) -> None:
    """Put the plug in, or pull it."""
    if command["in"] != board.table.plugged:
        (board.table.plug_in if command["in"] else board.table.plug_out)()


def set_up(board, page: str, command: dict) -> None:
    """Set all pieces up."""
    board.put(command["how"])


def line(board, page: str, command: dict) -> None:
    """A command of the board's own."""
    board.client.send(command["line"])


def report(board, page: str, command: dict) -> None:
    """Take a report of the board."""
    board.take_report()


def fault(board, page: str, command: dict) -> None:
    """Break something."""
    board.table.board.fault(command["name"], *[board.argument(word) for word in command["args"]])


def heal(board, page: str, command: dict) -> None:
    """Mend all that is broken."""
    board.table.board.heal()


def cable(board, page: str, command: dict) -> None:
    """Connect or disconnect the sensors."""
    board.table.scans = command["on"]


# --- lessons ---


def learn(room, page, command: dict) -> None:
    """Begin a lesson, or end the lessons (0); or show a move of the one that is played."""
    if command["show"] and page.lesson:
        page.lesson.show()
    else:
        number, game = command["lesson"], command["game"]
        if number > len(LESSONS[game]):
            raise FrameError("learn: %s lessons, not %s", len(LESSONS[game]), number)
        page.lesson = Lesson(number, game) if number else None
    _tell_lesson(page)


def puzzle_of(room, page, command: dict) -> None:
    """Begin a puzzle, or show a move of the one that is played."""
    if command["show"] and page.lesson:
        page.lesson.show()
    else:
        page.lesson = puzzle(command["position"], command["turn"], command["rules"])
    _tell_lesson(page)


def _tell_lesson(page) -> None:
    page.tell({"lesson": page.lesson and page.lesson.view()})


IN_LESSON = {  # what these commands mean in a lesson
    "play": lambda lesson, command: lesson.play(command["from"], command["to"]),
    "takeback": lambda lesson, command: lesson.restart(),
    "end": lambda lesson, command: None,
}

# --- what is shown, judged and kept ---


def greet(room, page, command: dict) -> None:
    """The first frame of a page."""
    room.greet(page, command)


def check_code(room, page, command: dict) -> None:
    """The code that lets a page from elsewhere play."""
    room.check_code(page, command["code"])


def take_seat(room, page, command: dict) -> None:
    """Play here."""
    room.take_seat(page)


def show(room, page, command: dict) -> None:
    """The panels that are open."""
    page.shows = set(command["what"])


def read(room, page, command: dict) -> None:
    """Go through a record."""
    page.work = (replay_frame, command["text"])


def judge(room, page, command: dict) -> None:
    """Review a game."""
    if "review" in page.jobs:
        raise FrameError("judge: it is being done")
    page.jobs["review"] = (command["text"],)


def note(room, page, command: dict) -> None:
    """Keep what a review has found with the kept game of this name; without one, with the game being played."""
    play = room.behind.play
    name = command["name"] or (play.archived() if play else "")
    if name and room.keeper.archive is not None and page.local:
        page.work = (_noted, room.keeper.archive, name, command["text"])


def analyse(room, page, command: dict) -> None:
    """Analyse a position, one at a time; an empty position ends it."""
    page.jobs.pop("analysis", None)
    if command["position"]:
        at = parse_position(command["position"], parse_rules(command["rules"]))
        page.jobs["analysis"] = (at.text(), command["rules"], command["games"], command["turns"])


def first(room, page, command: dict) -> None:
    """The first throws under some rules."""
    page.jobs["first"] = (parse_rules(command["rules"]).text,)


def make(room, page, command: dict) -> None:
    """Make the puzzles of a seed's game, one at a time; seed 0 ends it."""
    page.jobs.pop("made", None)
    if command["seed"]:
        page.jobs["made"] = (parse_rules(command["rules"]).text, command["seed"])


def list_games(room, page, command: dict) -> None:
    """The games that are kept, part by part."""
    from host.web.handing import Listing  # not needed by the page's first load

    if command["begins"] or not page.listing:
        page.listing = Listing(_archive(room, page))
    page.work = (page.listing.frame,)


def going(room, page, command: dict) -> None:
    """The newest games that are not finished, as they stand; but those being played."""
    page.work = (_going, _archive(room, page))


def find(room, page, command: dict) -> None:
    """The games that have had a position, part by part."""
    from host.web.handing import Finding

    if command["begins"] or not page.finding or page.finding.rows != command["rows"]:
        page.finding = Finding(_archive(room, page), command["rows"])
    page.work = (page.finding.frame,)


def save(room, page, command: dict) -> None:
    """All games as one file, part by part."""
    from host.web.handing import Saving

    if command["begins"] or not page.saving:
        page.saving = Saving(_archive(room, page))
    page.work = (page.saving.frame,)


def hand(room, page, command: dict) -> None:
    """A slice of what somebody hands over: games to keep, too, or one to look through; or its end."""
    from host.web.handing import Handing

    if command["what"] == "stop":
        page.work = (page.handing.stop,) if page.handing else None
        return
    if command["begins"] or not page.handing:
        archive = _archive(room, page) if command["what"] == "add" else None
        page.handing = Handing(command["what"], command["name"], archive)
    try:
        data = a2b_base64(command["data"])
    except ValueError:
        raise FrameError("hand: no base64") from None
    page.work = (page.handing.frame, data, command["more"])


def open_game(room, page, command: dict) -> None:
    """Whatever is done with a game that is kept."""
    archive, name = _archive(room, page), command["name"]
    if command["what"] == "resume":
        if room.entrance.seats.player != page.name:
            raise SeatError("this page looks on: another page plays")
        room.keeper.resume(name)
    elif command["what"] == "errors":
        page.jobs["errors"] = (name, archive.read(name))
    else:
        page.work = (_ABOUT_A_GAME[command["what"]], archive, name)


def _archive(room, page):
    if room.keeper.archive is None or not page.local:
        raise FrameError("no games are kept here")
    return room.keeper.archive


# The archive's time grows with the number of games, so these are done aside.


def _stands(archive, name: str) -> dict:
    """How a kept game stands."""
    game = first_game(archive.read(name))[1]
    return {"position": game.position_text(), "gear": gear_of(game.rules)}


def _going(archive) -> dict:
    """The newest that are not finished; and, in `rated`, a letter for each that counts for one's rating."""
    from host.web.rated import rated

    found: list = []
    letters: list = []
    for entry in archive.listing():
        name = entry["name"]
        letters.append(rated(entry))
        if len(found) == GOING_MAX:
            continue
        if entry["result"] == "*" and not entry["broken"] and archive.is_own(name) and not archive.is_played(name):
            shown = {key: entry[key] for key in ("name", "a", "b", "turns")}
            try:
                found.append(shown | _stands(archive, name))
            except ValueError:
                pass  # edited, and not legal: the list of games says so
    return {"going": found, "rated": "".join(reversed(letters))}


def _noted(archive, name: str, text: str) -> None:
    first_game(text)  # or its error
    archive.note(name, text)


def _deleted(archive, name: str) -> dict:
    archive.delete(name)
    return {"deleted": name}


def _ended(archive, name: str) -> dict:
    return {"ended": {"name": name} | _stands(archive, name)}


_ABOUT_A_GAME = {
    "look": _ended,
    "delete": _deleted,
    "text": lambda archive, name: {"text": archive.read(name), "name": name},
    "replay": lambda archive, name: replay_frame(archive.read(name)) | {"name": name},
}


COMMANDS = {
    "hello": Command(ANY, greet, {"token": is_text(40), "code": is_text(20), "rules": SHORT}),
    "code": Command(ANY, check_code, {"code": is_text(20)}),
    "seat": Command(ANY, take_seat, {}),
    "show": Command(
        ANY,
        show,
        {"what": lambda value: type(value) is list and all(word in SHOWN for word in value) and len(value) < 9},
    ),
    "read": Command(ANY, read, {"text": is_text(TEXT_MAX)}),
    "games": Command(ANY, list_games, {"begins": BOOL}),
    "going": Command(ANY, going, {}),
    "find": Command(ANY, find, {"rows": is_text(80), "begins": BOOL}),
    "save": Command(ANY, save, {"begins": BOOL}),
    "hand": Command(
        ANY,
        hand,
        {
            "what": is_one_of("add", "read", "stop"),
            "name": is_text(255),
            "data": is_text(DATA_MAX),
            "begins": BOOL,
            "more": BOOL,
        },
    ),
    "game": Command(
        ANY,
        open_game,
        {"name": is_text(255), "what": is_one_of("replay", "text", "delete", "resume", "errors", "look")},
    ),
    "judge": Command(ANY, judge, {"text": is_text(TEXT_MAX)}),
    "note": Command(ANY, note, {"name": is_text(255), "text": is_text(TEXT_MAX)}),
    "analyse": Command(ANY, analyse, {"position": SHORT, "rules": SHORT, "games": is_int(0, 65536), "turns": TURNS}),
    "first": Command(ANY, first, {"rules": SHORT}),
    "make": Command(ANY, make, {"rules": SHORT, "seed": is_int(0, SEED_MAX)}),
    "lift": Command(BOARD, by_hand, {"hand": HAND, "hole": NAME}),
    "take": Command(BOARD, by_hand, {"hand": HAND, "side": is_one_of("A", "B")}),
    "hover": Command(
        BOARD, by_hand, {"hand": HAND, "x": is_mm, "y": is_mm, "hole": lambda value: value is None or NAME(value)}
    ),
    "place": Command(BOARD, by_hand, {"hand": HAND, "hole": NAME}),
    "toss": Command(BOARD, by_hand, {"hand": HAND}),
    "back": Command(BOARD, by_hand, {"hand": HAND}),
    "button": Command(BOARD, button, {"down": BOOL}),
    "behind": Command(PLAYER, switch, {"what": is_one_of("game", "board")}),
    "begin": Command(
        GAME,
        begin,
        {
            "mode": is_one_of("game", "solo", "wooden"),
            "rules": SHORT,
            "level": is_int(1, LEVELS),
            "side": is_one_of("A", "B"),
            "text": is_text(TEXT_MAX),
            "step": is_int(0, 100000),
            "throw": is_text(8),
        },
    ),
    "clock": Command(PLAYER, clock, {"game": is_text(16), "left": CLOCKS}),
    "resign": Command(GAME, give_up, {"who": is_one_of("A", "B", "AB")}),
    "flag": Command(GAME, flag, {"who": is_one_of("A", "B")}),
    "dice": Command(GAME, enter, {"throw": is_text(2)}),
    "learn": Command(ANY, learn, {"game": is_one_of(*LESSONS), "lesson": is_int(0, 7), "show": BOOL}),
    "puzzle": Command(ANY, puzzle_of, {"position": is_text(80), "turn": is_text(60), "rules": SHORT, "show": BOOL}),
    "play": Command(GAME, play, {"from": NAME, "to": NAME}),
    "end": Command(GAME, end, {}),
    "takeback": Command(GAME, take_back, {}),
    "choose": Command(BOARD, choose, {"turn": is_text(60)}),
    "far_new": Command(PLAYER, far, {"broker": SHORT, "rules": SHORT, "name": is_text(24)}),
    "far_open": Command(PLAYER, far, {"text": is_text(TEXT_MAX), "name": is_text(24)}),
    "far_go": Command(PLAYER, far, {"game": is_text(18)}),
    "far_games": Command(PLAYER, far, {}),
    "far": Command(
        PLAYER, far, {"what": is_one_of("leave", "here", "again", "handed", "file", "yes", "no", "resign", *WORDS)}
    ),
    "plug": Command(BOARD, plug, {"in": BOOL}),
    "setup": Command(BOARD, set_up, {"how": is_one_of("start", "game")}),
    "board": Command(BOARD, line, {"line": is_line}),
    "report": Command(BOARD, report, {}),
    "fault": Command(BOARD, fault, {"name": is_text(20), "args": ARGS}),
    "heal": Command(BOARD, heal, {}),
    "cable": Command(BOARD, cable, {"on": BOOL}),
}


def parse(text) -> dict:
    """A frame as a command, with "do" and exactly its keys; FrameError says what is wrong."""
    if not isinstance(text, str):
        raise FrameError("frame: expected text, not bytes")
    if len(text) > FRAME_MAX:
        raise FrameError("this is too long to be sent at once: %s KB, at most %s KB", len(text) >> 10, FRAME_MAX >> 10)
    try:
        command = json.loads(text)
        if sys.implementation.name == "cpython":  # refuse lone surrogates; MicroPython's json cannot tell
            json.dumps(command, ensure_ascii=False).encode()
    except (ValueError, RuntimeError):  # no JSON, or too deep
        raise FrameError("frame: no JSON") from None
    if type(command) is not dict or type(command.get("do")) is not str or command["do"] not in COMMANDS:
        raise FrameError("frame: expected an object with 'do', one of %s", ", ".join(sorted(COMMANDS)))
    checks = COMMANDS[command["do"]].keys
    if set(command) != set(checks) | {"do"}:
        raise FrameError("%s: expected the keys %s", command["do"], ", ".join(sorted(checks)) or "none")
    for key, check in checks.items():
        try:
            good = check(command[key])
        except TypeError:  # a list or an object in place of a word
            good = False
        if not good:
            raise FrameError("%s: %s is not what it should be", command["do"], key)
    return command
