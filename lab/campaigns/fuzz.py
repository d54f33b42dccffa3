"""Nonsense for every input: mutations of valid lines, which must give an error in plain words or work.

An input fails if its reader raises any other error than the promised one, or takes over a second of processor time. The
lines come from the project's own stories, games and events. The same seed gives the same inputs.
"""

import io
import json
import random
import time
import traceback
from pathlib import Path

from companion.storage.journal import record as journal_record
from companion.storage.memory import MemoryStore
from daldos.record import RecordError, read_records
from daldos.rules import RULESETS, parse_rules
from daldos.selfplay import selfplay_lines
from host.sim.table import Table
from host.terminal.desk import Desk, DeskError
from host.terminal.script import Script, ScriptError
from host.terminal.terminal import Terminal
from lab.figures import Figures

STORIES = Path(__file__).resolve().parents[2] / "host_tests/scripts"
SIZE = "30000 inputs of each kind"
OPTIONS = {"kind": ""}  # all of them
SLOW_S = 1
FRESH = 400  # inputs per table
WORDS = (*"-1 0 17 99999999999999999999 A0 A17 M17 Z9 null within abc want".split(), "A" * 600, "\t", "\u202e", "😀")


def mutated(draw: random.Random, line: str, others: list) -> str:
    """The line with one to three mutations."""
    for _ in range(draw.randint(1, 3)):
        how = draw.randrange(8)
        at = draw.randrange(len(line) + 1)
        words = line.split(" ")
        k = draw.randrange(len(words))
        if how == 0:
            line = line[:at] + line[at + draw.randint(1, 4) :]
        elif how == 1:
            line = line[:at] + chr(draw.choice((draw.randrange(32, 127), draw.randrange(1, 300)))) + line[at:]
        elif how == 2:
            words[k] = draw.choice(WORDS)
            line = " ".join(words)
        elif how == 3:
            words.insert(k, draw.choice(WORDS))
            line = " ".join(words)
        elif how == 4:
            del words[k]
            line = " ".join(words)
        elif how == 5:
            other = draw.choice(others)
            line = line[:at] + other[draw.randrange(len(other) + 1) :]
        elif how == 6:
            line = line[:at] + line[: draw.randrange(len(line) + 1)] + line[at:]
        else:
            line = draw.choice(others)
    return line


# --- the readers ------------------------------------------------------------------------------------------------------


def story_lines() -> list:
    """The commands and expectations of all stories, without repeats."""
    lines = []
    for file in sorted(STORIES.glob("*.txt")):
        lines += [line for line in file.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return lines


def terminal(draw, inputs: int):
    """(what, call) for the terminal: lines typed."""
    lines = [line for line in story_lines() if not line.startswith(("expect", "auto", "wait"))]
    lines += ["help", "quit", "auto 3"]
    for k in range(inputs):
        if k % FRESH == 0:
            desk = Desk(Table(seed=k + 1))
            desk.table.plug_in()
            screen = Terminal(desk, iter(()), out=io.StringIO())
        line = mutated(draw, draw.choice(lines), lines)
        if "wait" in line or "auto" in line:  # these may take long
            line = line.replace("wait", "wai").replace("auto", "aut")
        yield line, lambda line=line, screen=screen: screen.obey(line)
        screen.out.seek(0)
        screen.out.truncate()
        desk.table.events.clear()
        screen._told = 0


def scripts(draw, inputs: int):
    """(what, call) for scripts of a few lines."""
    lines = [line for line in story_lines() if not line.startswith(("auto", "wait", "saved"))]
    table = None
    for k in range(inputs):
        if k % FRESH == 0:
            table = Table(seed=k + 1)
        picked = [draw.choice(lines) for _ in range(3)]
        picked[draw.randrange(3)] = mutated(draw, draw.choice(lines), lines)
        text = "\n".join(line for line in picked if "wait" not in line and "auto" not in line)

        def play(text=text, table=table):
            try:
                Script(text, "script", Desk(table, folder=STORIES)).run()
            except (ScriptError, DeskError):
                pass

        yield text, play
        table.events.clear()


def commands(draw, inputs: int):
    """(what, call) for lines to the board, as bytes: each is obeyed or gets an error."""
    lines = """{"do": "state", "id": 7}|{"do": "new"}|{"do": "undo", "id": "x"}|{"do": "mode", "mode": "wooden"}
{"do": "rules", "rules": "norwegian,lose_at=1"}|{"do": "dice", "throw": "13"}|{"do": "record"}
{"do": "sensors", "on": true}|{"do": "set", "key": "rules", "value": "danish"}|{"do": "selftest"}
{"do": "calibrate"}|{"do": "walk"}""".replace("\n", "|").split("|")
    table = None
    for k in range(inputs):
        if k % FRESH == 0:
            table = Table(seed=k + 1)
            table.plug_in()
        line = mutated(draw, draw.choice(lines), lines).replace("\n", " ").replace("\r", " ")
        data = line.encode("utf-8", "surrogatepass")
        if draw.randrange(4) == 0:
            data = bytes(byte ^ (1 << draw.randrange(8)) if draw.randrange(20) == 0 else byte for byte in data)

        def send(data=data, table=table):
            heard = len(table.events)
            table.app.receive(table.now_ms % (1 << 30), data + b"\n")
            table.wait(20)
            if data.strip(b"\r\n") and len(table.events) == heard and b"sensors" not in data:
                raise AssertionError("nothing was answered")

        yield repr(data), send
        if k % 50 == 0:
            table.events.clear()


def events(draw, inputs: int):
    """(what, call) for lines from the board, valid JSON or not: the host shows or ignores them."""
    from host.sim.client import Client
    from host.terminal import draw as drawing
    from host.usb import talk
    from host.usb.heard import heard

    client = Client(Table(seed=1))
    table = Table(seed=1)
    table.plug_in()
    for word in ("press", "press", "press"):
        getattr(table, word)()
    table.send({"do": "state"})
    table.send({"do": "selftest"})
    table.wait(5000)
    known = [json.dumps(event) for event in table.events]
    values = (
        None,
        True,
        0,
        -1,
        10**12,
        1.5,
        "",
        "A",
        "x" * 300,
        [],
        [None],
        {},
        {"hole": 3},
        [{"hole": "A1"}],
        "A1 " * 60,
    )
    for _ in range(inputs):
        if draw.randrange(2):
            event = json.loads(draw.choice(known))
            for _ in range(draw.randint(1, 2)):
                key = draw.choice(sorted(event))
                if draw.randrange(3):
                    event[key] = draw.choice(values)
                else:
                    del event[key]
                    event.setdefault("ev", "state")
            line = json.dumps(event).encode()
        else:
            line = mutated(draw, draw.choice(known), known).encode("utf-8", "surrogatepass").replace(b"\n", b" ")

        def hear(line=line):
            event = heard(line)
            if event is None:
                return
            drawing.news(event)
            talk.words(event)
            client.hear(event)
            client.events()
            if event["ev"] == "state":
                talk.status_lines(event)
                talk.letters_of(event)

        yield repr(line), hear


def records(draw, inputs: int):
    """(what, call) for game records."""
    games = []
    for name, _ in RULESETS:
        games.append("\n".join(list(selfplay_lines(parse_rules(name), 1, 3))[:40]) + "\n")
    lines = [line for game in games for line in game.split("\n") if line]
    for _ in range(inputs):
        rows = draw.choice(games).split("\n")
        k = draw.randrange(len(rows))
        rows[k] = mutated(draw, rows[k], lines)
        text = "\n".join(rows)

        def read(text=text):
            try:
                read_records(text)
            except RecordError:
                pass

        yield text, read


def journals(draw, inputs: int):
    """(what, call) for the board's game file, half of them with valid checksums."""
    payloads = "G danish|T 24|T 13|T 12|M fc1040|U|P 13|T 11|G norwegian|G danish,n=17|C fc1040".split("|")
    table = Table(seed=3)
    table.plug_in()
    for _ in range(3):
        table.press()
    own = table.store.files["game"].decode().split("\n")
    for _ in range(inputs):
        if draw.randrange(2):
            picked = [line.rpartition("*")[0] for line in own if line] if draw.randrange(2) else payloads[:3]
            picked += [draw.choice(payloads) for _ in range(draw.randrange(6))]
            picked[draw.randrange(len(picked))] = mutated(draw, draw.choice(payloads), payloads)
            picked = ["".join(char for char in text if " " <= char <= "~")[:200] or "U" for text in picked]
            data = b"".join(journal_record(k, text) for k, text in enumerate(picked) if len(text) <= 200)
        else:
            data = mutated(draw, "\n".join(own), payloads).encode("utf-8", "surrogatepass")

        yield repr(data), lambda data=data: _start({"game": data})


def settings(draw, inputs: int):
    """(what, call) for the board's settings and its other files."""
    lines = ['{"mode": "game", "rules": "danish"}', '{"rules": "mary-rose,jump=any"}', "baseline 1", "walk 1", "{}"]
    for _ in range(inputs):
        name = draw.choice(("settings.json", "settings.json", "baseline", "walk"))
        data = mutated(draw, draw.choice(lines), lines).encode("utf-8", "surrogatepass")
        yield f"{name} {data!r}", lambda name=name, data=data: _start({name: data})


def _start(files: dict) -> None:
    # A board started with these files says hello and can be pressed.
    table = Table(seed=1, store=MemoryStore(files))
    table.plug_in(settle_ms=50)
    table.press(50)
    if table.events[0]["ev"] != "hello":
        raise AssertionError("no hello")


KINDS = {kind.__name__: kind for kind in (terminal, scripts, commands, events, records, journals, settings)}


def pieces(size: int, seed: int, kind: str) -> list:
    """(kind, inputs, seed) of each piece."""
    return [(name, size, seed) for name in KINDS if kind in ("", name)]


def shard(piece: tuple) -> Figures:
    """Run the inputs of a kind."""
    kind, inputs, seed = piece
    figures = Figures()
    for what, call in KINDS[kind](random.Random(f"{kind} {seed}"), inputs):
        began = time.process_time()
        try:
            call()
        except Exception:
            figures.fail(f"{kind} not refused in words", f"{what[:300]}\n{traceback.format_exc()}")
        if time.process_time() - began > SLOW_S:
            figures.fail(f"{kind} slow", what[:300])
        figures.counts[kind] += 1
    return figures
