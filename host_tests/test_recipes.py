"""Recipes of CONTRIBUTING.md, followed on a copy: the files are those named, and what is new is said and shown."""

import re
import shutil
import subprocess
import sys

import pytest

from host_tests.conftest import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = ("firmware", "host/__init__.py", "host/i18n", "host/sim", "host/terminal", "docs/protocol.md")
PARTS += ("docs/commissioning.md", "docs/simulator.md", "docs/situations.md", "docs/systems.md", "tools/tables.py")


class Copy:
    """The project in another folder, for one recipe. parts: what of it."""

    def __init__(self, folder, recipe: str, parts=PARTS):
        self.folder = folder
        steps = re.split(r"^### ", CONTRIBUTING, flags=re.M)
        (text,) = [step for step in steps if step.startswith(recipe + "\n")]
        self.named = set(re.findall(r"`((?:\w+/)+\w+\.\w+)`", text))
        self.changed: set = set()
        for part in parts:
            target = folder / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, target, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
            else:
                shutil.copy(ROOT / part, target)

    def add(self, name: str, before: str, text: str) -> None:
        """Put text before a passage that occurs once, in a file that the recipe names."""
        self.change(name, before, text + before)

    def change(self, name: str, old: str, new: str) -> None:
        """Exchange a passage that occurs once, in a file that the recipe names."""
        assert name in self.named, f"CONTRIBUTING.md does not name {name}"
        file = self.folder / name
        whole = file.read_text(encoding="utf-8")
        assert whole.count(old) == 1, old
        self.changed.add(name)
        file.write_text(whole.replace(old, new), encoding="utf-8")

    def most(self, count: int, *by_hand: str) -> None:
        """The recipe takes at most so many files beside the catalogues; by_hand: changed by hand, not in the test."""
        assert self.named >= set(by_hand)
        assert len({name for name in self.changed if not name.endswith(".po")} | set(by_hand)) <= count

    def translate(self, text: str, **others: str) -> None:
        """Put a text into the catalogues."""
        for language, other in others.items():
            entry = f'msgid "{text}"\nmsgstr "{other}"\n\n'
            self.add(f"host/i18n/catalogues/{language}.po", 'msgid "%d answers are still to be sent"', entry)

    def run(self, *words: str) -> str:
        """What Python prints there; it must end well."""
        path = ":".join(str(self.folder / part) for part in ("firmware/lib", "firmware", "."))
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env={"PYTHONPATH": path}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


CHOSEN = """
from daldos import Game
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32
from companion.lights.scene import RULES_ENTRY
from companion.session import menu
from daldos.rules import RULESETS
from host.sim.table import Table
table = Table(seed=1)
table.plug_in()
session = table.app.session
session.menu.suspects = []
session.menu.entry = RULES_ENTRY
for _ in RULESETS[1:]:
    session.menu.entry = menu.after(session, session.menu.entry)
menu.take(session, 0)
print(session.settings.get("rules"))
game = Game("jutish")
for dice in ((3, 4), (1, 2)):
    game.opening_throw(*dice)
game.throw(1, 2)
game.play(opponent_for(game.rules).choose(game.position, 5, Xorshift32(7)))  # by the nearest one's net
"""


def test_a_ruleset_can_be_chosen_at_the_board_and_played_against(tmp_path):
    copy = Copy(tmp_path, "A ruleset")
    row = '    ("jutish", "n=14,prow_hole=true,dal_order=any,one_piece=added,extra_throw=true"),\n'
    copy.add("firmware/lib/daldos/rules.py", ")\nDEFAULT", row)
    assert copy.run("-c", CHOSEN) == "jutish\n"
    copy.most(3, "docs/rules.md", "host/web/page/rules.js")


RING = """
from companion.tracking.tracker import VERDICTS, Tracker
from daldos import Position, Rules
from daldos.ai.kernel import game_bytes
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32
from daldos.record import read_records, record_lines
from daldos.selfplay import play_game
from daldos.turns import played, legal_turns
from host.ai.wasm import Kernel
from host.games.choices import Choices
from host.sim.table import Table
from host.terminal.desk import Desk

N, GATE = 11, 22
ROWS = [list(range(0, N)), list(range(N, 2 * N + 1)), list(range(2 * N + 1, 3 * N + 1))]


def judged(cells, side, dice):
    # A judge of its own: every order of the dice, from the rules of this game alone.
    walk = ROWS[2 * side][::-1] + ROWS[1] + ROWS[2 - 2 * side][::-1]
    own, foe = ("aA", "bB")[side], ("bB", "aA")[side]
    ends = {}

    def go(cells, left):
        stuck = True
        for die in set(left):
            rest = list(left)
            rest.remove(die)
            for start in range(len(cells)):
                if cells[start] not in own or cells[start] == own[0] and die != 1:
                    continue
                place = walk.index(start)
                way = [walk[(place + step) % len(walk)] for step in range(1, die + 1)]
                if any(cells[hole] in own for hole in way) or GATE in way[:-1]:
                    continue
                stuck = False
                then = list(cells)
                then[start], then[way[-1]] = ".", own[1]
                if not any(cell in foe for cell in then):
                    ends.setdefault(("won", len(dice) - len(rest)), set()).add("".join(then))
                else:
                    go(then, rest)
        if stuck:
            ends.setdefault(("played", len(dice) - len(left)), set()).add("".join(cells))

    go(list(cells), list(dice))
    most = max(count for _, count in ends)
    return set().union(*(found for (how, count), found in ends.items() if how == "won" or count == most))


rules = Rules("ringen")
kernel = Kernel(game_bytes(rules, rules.board), b"\\1" + bytes(7))
turns = most = 0
for seed in range(1, 4):
    game = play_game(rules, Xorshift32(seed))
    assert game.winner
    text = "\\n".join(record_lines(game))
    assert [again.position_text() for _, again in read_records(text)] == [game.position_text()]
    for turn in game:
        at = turn.position
        found, before = at.turns(), at.text().split()[0].replace("/", "")
        rows = [other.result.split()[0].replace("/", "") for other in found]
        assert len(rows) == len(set(rows)) and set(rows) == judged(before, at.side, at.throw)
        assert all(played(at, other.packed) and at.parse_turn(other.text) == other for other in found)
        count = kernel.part(at.cells, at.side, bytes(at.throw), 3, 63)
        assert [kernel.packed(k) for k in range(count)] == [other.packed for other in found]
        choices = Choices(at)
        step = choices.towards(turn)
        while step:
            assert step[2] in "1 2"
            choices.move(*step)
            step = choices.towards(turn)
        assert choices.lost or choices.complete.result == turn.result
        turns += len(found)
        most = max(most, len(found))
assert turns > 500 and most > 20, (turns, most)
at = Position.parse(".........../............/A.........b A 112", rules)
assert [turn.text for turn in at.turns()] == ["B1-A11-A10-A8"], [turn.text for turn in at.turns()]
best = opponent_for(rules).choose(at, 4, Xorshift32(7))
assert best in [turn.packed for turn in at.turns()]
desk = Desk(Table(seed=1))
for line in ("plug in", "rules ringen", "auto 12"):
    desk.do(line)
told = desk.heard()
assert len([event for event in told if event["ev"] == "turn"]) == 12
tracker, at = Tracker(), Position.start(rules).copy("112")
tracker.begin(at, legal_turns(at))
said = []
for rows in (".AAAAAAAAAA/A", "A.AAAAAAAAA/A", "A.AAAAAAAAA/..A"):
    tracker.see(bytearray((rows + "." * (24 - len(rows)) + "BBBBBBBBBBB").replace("/", "").encode()))
    said.append(VERDICTS[tracker.verdict] + (tracker.played or at.throw).text)
assert said == ["partial1", "partial11", "complete112"], said
desk = Desk(Table(seed=1))
lines = "plug in;rules ringen;new ringen;next 222 111 112;press;press;press;move A1 M1;wait 1s;press"
for line in lines.split(";"):
    desk.do(line)
guides = [event for event in desk.heard() if event["ev"] == "guide"]
assert {(event["code"], event["args"][0]) for event in guides} == {("dice_left", "12")}, guides
assert guides[0]["why"] == "now play the dice that are left: 12", guides
"""


def test_a_game_of_three_dice_on_a_ring_is_rows_of_three_tables(tmp_path):
    """Three dice of 1 or 2; the way goes through all rows again and again; the middle row's last hole is not passed."""
    copy = Copy(tmp_path, "A ruleset with another track or other dice", ("firmware", "host", "lab", "tools"))
    ways = "(((0, -1), (1, 1), (2, -1)), ((2, -1), (1, 1), (0, -1)))"
    copy.add("firmware/lib/daldos/geometry.py", '    ("head-on", ', f'    ("ring", {ways}, 0, 1),\n')
    dice = '("3x12", 3, (1, 2), DaldosError("three dice of 1 or 2, such as 112"), LEDS),\n'
    dice = dice.replace("LEDS", r'(b"\xc0\x80\xc0", b"\x30\x20\x30", b"\x0c\x08\x0c")')
    copy.add("firmware/lib/daldos/throws.py", '    (\n        "2x1234"', "    " + dice)
    options = "n=11,prow_hole=true,dal_order=any,one_piece=separate,extra_throw=true,dice=3x12,route=ring"
    copy.add("firmware/lib/daldos/rules.py", ")\nDEFAULT", f'    ("ringen", "{options}"),\n')
    copy.run("-c", RING)
    assert len(copy.named) <= 6


PLAYED = """
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.telling import news
from host.sim.table import Table
table = Table(seed=1)
table.plug_in()
table.send({"do": "tally"})
for language in LANGUAGES:
    print(news(table.said[-1], words(language)))
"""
SAID = {"nb": "%d trekk er spilt.", "da": "%d ture er spillet."}


def test_a_command_with_an_event_is_said_in_every_language(tmp_path):
    copy = Copy(tmp_path, "A command, with an event of its own")
    commands, events = "firmware/lib/companion/commands.py", "firmware/lib/companion/console/events.py"
    copy.add(commands, '    ("bootsel", (),', '    ("tally", (), "tally", "goes on", _tally),\n')
    does = '    app.output.emit(events.event("tally", len(app.session.match.game.plies)))\n'
    copy.add(commands, 'def _bootsel(app: "App"', f'def _tally(app: "App", now: int) -> None:\n{does}\n\n')
    copy.add(events, "    # The lights have changed.", '    ("tally", ("turns",), "int"),\n')
    assert copy.run("-c", PLAYED).splitlines() == ["tally: turns 0"] * 3  # as long as the recipe is half followed
    said = '    return t("{turns} turns are played.", turns=event["turns"])\n'
    copy.add("host/i18n/telling.py", "def _walked(", f"def _tally(event, t) -> str:\n{said}\n\n")
    copy.add("host/i18n/telling.py", '    "walked": _walked,', '    "tally": _tally,')
    copy.translate("{turns} turns are played.", **{key: text.replace("%d", "{turns}") for key, text in SAID.items()})
    expected = {"en": "0 turns are played.", **{language: text % 0 for language, text in SAID.items()}}
    assert sorted(copy.run("-c", PLAYED).splitlines()) == sorted(expected.values())
    copy.run("tools/tables.py")
    page = (copy.folder / "docs/protocol.md").read_text(encoding="utf-8")
    assert "| `tally` | `turns` int |" in page and "| `tally` |  | `tally` |" in page
    copy.most(4, "docs/protocol.md")


LIT = """
import config
from companion.lights.render import picture, render
from companion.lights.scene import Scene
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.lights import hint_words, lights_words
scene = Scene()
scene.begin("waiting", 0)
pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
render(scene, 0, pixels, config)
print([led for led in range(8) if any(pixels[3 * led : 3 * led + 3])], picture(scene, 0, config) > 0)
for language in LANGUAGES:
    print(lights_words(scene, (), words(language)), hint_words(scene, words(language)))
"""


def test_a_light_is_drawn_and_said_in_every_language(tmp_path):
    copy = Copy(tmp_path, "A light")
    copy.change(
        "firmware/lib/companion/lights/render.py", '    "held": _held,', '    "waiting": _keep,\n    "held": _held,'
    )
    row = '    "waiting": Light(n("Waiting."), n("Press to wait no longer.")),\n'
    copy.add("host/i18n/lights.py", '    "dark": Light(', row)
    copy.translate("Waiting.", da="Venter.", nb="Venter.")
    copy.translate("Press to wait no longer.", da="Tryk for ikke at vente mere.", nb="Trykk for ikke å vente mer.")
    assert copy.run("-c", LIT).splitlines() == [
        "[0, 7] True",
        "Waiting. Press to wait no longer.",
        "Venter. Tryk for ikke at vente mere.",
        "Venter. Trykk for ikke å vente mer.",
    ]
    copy.most(3, "docs/lights.md")


SITUATION = """
from companion.session.situation import situation
from host.sim.table import Table
table = Table(seed=1)
table.plug_in()
table.send({"do": "mode", "mode": "diagnose"})
row = situation(table.app.session)
print(row.name, row.press.__name__)
"""


def test_a_situation_is_played_and_stands_in_the_document(tmp_path):
    copy = Copy(tmp_path, "A situation")
    row = 'Row("look", do.wake, do.walk, "diagnose", scenes.occupied, 0, announce.nothing)\n'
    copy.add(
        "firmware/lib/companion/session/situation.py",
        "    if s.mode == DIAGNOSE:\n",
        f"    if s.mode == DIAGNOSE and not s.announcement.made:\n        return {row}",
    )
    assert copy.run("-c", SITUATION) == "look wake\n"
    with pytest.raises(AssertionError, match=r"needs a line .*look"):
        copy.run("tools/tables.py")
    line = "| **look**: mode `diagnose`, at first | | | `dark` | | nobody has looked yet |\n"
    copy.add("docs/situations.md", "| **diagnose**", line)
    copy.run("tools/tables.py")
    page = (copy.folder / "docs/situations.md").read_text(encoding="utf-8")
    assert "| **look**: mode `diagnose`, at first | lights up again, as the press begins | begins a magnet walk" in page
    assert "host_tests/test_situations.py" in copy.named


TAKES = """
import json, random
from daldos import Position
from daldos.notation import parse_turn
from daldos.packing import pack
from daldos.turns import played
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.telling import news
from host.sim.table import Table
from host.terminal.desk import Desk
from host.web.boat import boat
from host.web.files import page_files
from lab import positions
from lab.campaigns.oracle import disagreement, turns_object
at = Position.parse("aaaaaaaaaaaaaaa./B...A............/.bbbbbbbbbbbbbbb A 14", "danish,dal_takes=false")
try:
    turn = parse_turn(at, "A1xM1 M5-M9")
except ValueError as error:
    turn = str(error)
assert not played(at, pack((0, 0), (20, 1))) and turn.endswith(": a dal captures nothing"), turn
draw = random.Random(1)
for rules, options in positions.option_sets(1):
    for _ in range(5):
        position = positions.random_position(draw, options)
        wrong = disagreement(position, rules, options, turns_object(position, rules))
        assert not wrong, wrong
desk = Desk(Table(seed=1))
for line in ("saved game.txt", "plug in", "next 14", "press", "move A1 M1", "press"):
    desk.do(line)
told = [event for event in desk.heard() if event["ev"] == "guide" and event["code"] == "dal_takes"][0]
text, files = boat("socket")["reasons"]["dal_takes"], page_files()
for language in LANGUAGES:
    t = words(language)
    assert language == "en" or json.loads(files[f"/words/{language}.json"][1])[text] == t(text)
    print(language, news(told, t))
"""
SAVED = "Rules: danish,dal_takes=false\nStart: aaaaaaaaaaaaaaaa/B................/.bbbbbbbbbbbbbbb A -\nResult: *\n\n"


def test_an_option_is_judged_alike_and_its_reason_is_said_by_board_page_and_terminal(tmp_path):
    """A rule of our own: with dal_takes=false a dal captures nothing."""
    copy = Copy(tmp_path, "An option of the rules", ("firmware", "host", "lab", "host_tests/scripts"))
    rules, reach, oracle = "firmware/lib/daldos/rules.py", "firmware/lib/daldos/reach.py", "lab/oracle.py"
    copy.change(rules, '    ("lose_at", ("0", "1")),\n', '    ("lose_at", ("0", "1")),\n    ("dal_takes", NO_YES),\n')
    copy.change(rules, 'false,lose_at=0"', 'false,lose_at=0,dal_takes=true"')
    copy.add(rules, "    lose_at: int\n", "    dal_takes: bool\n")
    copy.change(rules, "gate, king, freely)", "gate, king, freely, self.dal_takes)")
    copy.change(reach, "king, freely = ways", "king, freely, dal_takes = ways")
    copy.change(reach, "NOT_PROWMOST = 13, 14, 15, 16, 17, 18", "NOT_PROWMOST = 13, 14, 15, 16, 17, 18\nDAL_TAKES = 19")
    row = '    ("not_prowmost", "not the undalled piece nearest the prow"),\n'
    copy.change(reach, row, row + '    ("dal_takes", "a dal captures nothing"),\n')
    taken = "    if cell == undalled and die == 1 and not more and cells[hole] and not dal_takes:\n"
    copy.add(reach, "    return -OWN_THERE if soldiers[there] else hole\n", taken + "        return -DAL_TAKES\n")
    copy.add(oracle, '    "lose_at": 0,\n', '    "dal_takes": True,\n')
    turned = '        turned = move(table, hole, 1 if options["dal_moves"] else 0, options)\n'
    kept = '        return turned if options["dal_takes"] or not turned or "x" not in turned.text else None\n'
    copy.change(oracle, '        return move(table, hole, 1 if options["dal_moves"] else 0, options)\n', turned + kept)
    copy.translate("a dal captures nothing", da="en dal slår ingen brik", nb="en dal slår ingen brikke")
    (tmp_path / "game.txt").write_text(SAVED)
    said = dict(line.split(" ", 1) for line in copy.run("-c", TAKES).splitlines())
    expected = {"en": "A dal captures nothing", "da": "En dal slår ingen brik", "nb": "En dal slår ingen brikke"}
    assert {language: text.split(".")[0] for language, text in said.items()} == expected
    assert {"docs/rules.md", "host_tests/test_kernel.py"} <= copy.named


SHOWS = """
from host.web.adviser import PanelValues
from host.web.commands import parse
(asked,) = parse('{"do": "show", "what": ["left"]}')["what"]
print(PanelValues().about("A.............../................./bB.............. A 12", "danish", {asked}))
"""
TITLES = """
import json
from host.i18n.catalogue import LANGUAGES, words
from host.web.files import page_files
for language in LANGUAGES:
    t = words(language)
    assert language == "en" or json.loads(page_files()[f"/words/{language}.json"][1])["Pieces left"] == t("Pieces left")
    print(t("Pieces left"))
"""
NODE = (
    'import("./host/web/page/panels.js").then(({ PANELS }) => console.log(PANELS.find(({ name }) => name === "left")))'
)


@pytest.mark.needs("node")
def test_a_panel_has_its_value_and_its_title_in_every_language(tmp_path):
    copy = Copy(tmp_path, "A panel of the page", ("firmware", "host"))
    adviser, panels = "host/web/adviser.py", "host/web/page/panels.js"
    left = (
        'def left(at: Position) -> list:\n    return [at.text().split()[0].upper().count(side) for side in "AB"]\n\n\n'
    )
    copy.add(adviser, "# Values that panels can request", left)
    copy.change(adviser, "OF_POSITION: dict = {", 'OF_POSITION: dict = {"left": (left, []), ')
    copy.add(panels, '  { name: "turns",', '  { name: "left", title: n("Pieces left"), show: showTurns },\n')
    assert copy.run("-c", SHOWS) == "{'left': [1, 2]}\n"
    copy.translate("Pieces left", da="Brikker tilbage", nb="Brikker igjen")
    assert set(copy.run("-c", TITLES).splitlines()) == {"Pieces left", "Brikker tilbage", "Brikker igjen"}
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shown = subprocess.run(["node", "-e", NODE], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "title: 'Pieces left'" in shown and "show: [Function: showTurns]" in shown
    copy.most(2)


PRESSED = """
import json
from companion.game.dice import Dice
from host.games.play import OwnGame
from host.web.pages import Room
from companion.storage.memory import MemoryStore
room = Room(play=OwnGame(MemoryStore(), Dice(None)))
pages = [room.open(True, lambda: None) for _ in range(2)]
for page in pages:
    room.receive(page, json.dumps({"do": "hello", "token": "", "code": "", "rules": ""}))
    page.out.clear()
for page in pages:
    for times in (9, 2):
        room.receive(page, json.dumps({"do": "nod", "times": times}))
    print([told.get("nodded") or told["error"]["en"] for told in page.out if "nodded" in told or "error" in told])
"""


def test_a_button_has_one_row_that_says_who_may_press_it_and_what_it_does(tmp_path):
    copy = Copy(tmp_path, "A button of the page", ("firmware", "host"))
    commands = "host/web/commands.py"
    copy.add(
        commands, "COMMANDS = {\n", 'def nod(room, page, command):\n    page.tell({"nodded": command["times"]})\n\n\n'
    )
    copy.change(commands, "COMMANDS = {\n", 'COMMANDS = {\n    "nod": Command(GAME, nod, {"times": is_int(1, 3)}),\n')
    refused = "nod: times is not what it should be"
    onlooker = "this page looks on: another page plays"
    assert copy.run("-c", PRESSED).splitlines() == [str([refused, 2]), str([onlooker])]
    copy.most(4, "host/web/page/index.html", "host/web/page/main.js", "docs/browser.md")
