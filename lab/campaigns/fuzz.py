"""Nonsense for every input: mutations of valid lines, which must give an error in plain words or work.

An input fails if its reader raises any other error than the promised one, or takes over a second of processor time. The
lines come from games, events and stories: those of a folder, or the one in docs/simulator.md. The same seed gives the
same inputs.
"""

import json
import random
import time
import traceback
from functools import partial
from pathlib import Path

from companion.storage.journal import record as journal_record
from companion.storage.memory import MemoryStore
from daldos.record import RecordError, read_records
from daldos.rules import RULESETS, parse_rules
from daldos.selfplay import selfplay_lines
from host.cli.usb import sentence
from host.sim.client import Client
from host.sim.table import Table
from host.terminal.desk import Desk, DeskError
from host.terminal.prompt import Prompt
from host.terminal.script import Script, ScriptError
from host.usb.heard import heard
from host.usb.report import letters_of, status_lines
from lab.figures import Figures
from lab.rooms import frames

SIMULATOR = Path(__file__).resolve().parents[2] / "docs/simulator.md"
SIZE = "30000 inputs of each kind"
OPTIONS = {"kind": "", "stories": ""}  # all kinds; stories: a folder of scripts
SLOW_S = 1
FRESH = 400  # inputs per table
WORDS = (*"-1 0 17 99999999999999999999 A0 A17 M17 Z9 null within abc want".split(), "A" * 600, "\t", "\u202e", "😀")
VALUES = (None, True, 0, -1, 10**12, 1.5, "", "A", "x" * 300, [], [None], {}, {"hole": 3}, [{"hole": "A1"}], "A1 " * 60)


def mutated(draw: random.Random, line: str, others: list) -> str:
    """The line with one to three mutations."""
    for _ in range(draw.randint(1, 3)):
        how = draw.randrange(8)
        at, words, other = draw.randrange(len(line) + 1), line.split(" "), draw.choice(others)
        k = draw.randrange(len(words))
        if how < 3:  # a word less, another or one more
            words[k : k + (how < 2)] = [draw.choice(WORDS)] * (how > 0)
            line = " ".join(words)
        elif how == 3:
            line = line[:at] + line[at + draw.randint(1, 4) :]
        elif how == 4:
            line = line[:at] + chr(draw.choice((draw.randrange(32, 127), draw.randrange(1, 300)))) + line[at:]
        elif how == 5:
            line = line[:at] + other[draw.randrange(len(other) + 1) :]
        elif how == 6:
            line = line[:at] + line[: draw.randrange(len(line) + 1)] + line[at:]
        else:
            line = other
    return line


# --- the readers ------------------------------------------------------------------------------------------------------


def story_lines(folder: str) -> list:
    """The commands and expectations of all stories in a folder; without one, of that in docs/simulator.md."""
    if not folder:
        page = SIMULATOR.read_text(encoding="utf-8").partition("\n## Scripts\n")[2]
        return [
            line.strip() for line in page.partition("\n| ")[0].splitlines() if line[:4] == "    " and line[4] != "#"
        ]
    texts = [file.read_text(encoding="utf-8") for file in sorted(Path(folder).glob("*.txt"))]
    return [line for text in texts for line in text.splitlines() if line and not line.startswith("#")]


def without(lines: list, *words: str) -> list:
    """Those lines that begin with none of the words."""
    return [line for line in lines if not line.startswith(words)]


def fresh(inputs: int, made):
    """What is made of a table, for each input; a new one after FRESH of them."""
    for k in range(inputs):
        if k % FRESH == 0:
            thing = made(Table(seed=k + 1))
        yield thing


def plugged(table: Table) -> Table:
    """The table, its plug in."""
    table.plug_in()
    return table


def terminal(draw, inputs: int, stories: list):
    """(what, call) for the terminal: lines typed."""
    lines = [*without(stories, "expect", "auto", "wait"), "help", "quit", "auto 3"]
    for screen in fresh(inputs, lambda table: Prompt(Desk(plugged(table)), iter(()), say=str)):
        line = mutated(draw, draw.choice(lines), lines)
        line = line.replace("wait", "wai").replace("auto", "aut")  # these may take long
        yield line, partial(screen.obey, line)


def scripts(draw, inputs: int, stories: list):
    """(what, call) for scripts of a few lines."""
    lines = without(stories, "auto", "wait", "saved")
    for table in fresh(inputs, lambda table: table):
        picked = [draw.choice(lines) for _ in range(3)]
        picked[draw.randrange(3)] = mutated(draw, draw.choice(lines), lines)
        text = "\n".join(line for line in picked if "wait" not in line and "auto" not in line)
        yield text, partial(_play, text, table)


def _play(text: str, table: Table) -> None:
    Script(text, "script", Desk(table)).run()


def commands(draw, inputs: int):
    """(what, call) for lines to the board, as bytes: each is obeyed or gets an error."""
    lines = """{"do": "state", "id": 7}|{"do": "new"}|{"do": "undo", "id": "x"}|{"do": "mode", "mode": "wooden"}
{"do": "rules", "rules": "norwegian,lose_at=1"}|{"do": "dice", "throw": "13"}|{"do": "record"}
{"do": "sensors", "on": true}|{"do": "set", "key": "rules", "value": "danish"}|{"do": "selftest"}
{"do": "calibrate"}|{"do": "walk"}""".replace("\n", "|").split("|")
    for table in fresh(inputs, plugged):
        line = mutated(draw, draw.choice(lines), lines).replace("\n", " ").replace("\r", " ")
        data = line.encode("utf-8", "surrogatepass")
        if draw.randrange(4) == 0:
            data = bytes(byte ^ (1 << draw.randrange(8)) if draw.randrange(20) == 0 else byte for byte in data)
        yield repr(data), partial(_send, table, data)


def _send(table: Table, data: bytes) -> None:
    heard = len(table.events)
    table.app.receive(table.now_ms % (1 << 30), data + b"\n")
    table.wait(20)
    if data.strip(b"\r\n") and len(table.events) == heard and b"sensors" not in data:
        raise AssertionError("nothing was answered")


def events(draw, inputs: int):
    """(what, call) for lines from the board, valid JSON or not: the host shows or ignores them."""
    client, table = Client(Table(seed=1)), plugged(Table(seed=1))
    for _ in range(3):
        table.press()
    table.send({"do": "state"})
    table.send({"do": "selftest"})
    table.wait(5000)
    known = [json.dumps(event) for event in table.events]
    for _ in range(inputs):
        if draw.randrange(2):
            event = json.loads(draw.choice(known))
            for _ in range(draw.randint(1, 2)):
                key = draw.choice(sorted(event))
                if draw.randrange(3):
                    event[key] = draw.choice(VALUES)
                else:
                    del event[key]
                    event.setdefault("ev", "state")
            line = json.dumps(event).encode()
        else:
            line = mutated(draw, draw.choice(known), known).encode("utf-8", "surrogatepass").replace(b"\n", b" ")
        yield repr(line), partial(_hear, client, line)


def _hear(client: Client, line: bytes) -> None:
    event = heard(line)
    if event is None:
        return
    sentence(event)
    client.hear(event)
    client.events()
    if event["ev"] == "state":
        status_lines(event)
        letters_of(event)


def records(draw, inputs: int):
    """(what, call) for game records."""
    games = [list(selfplay_lines(parse_rules(name), 1, 3))[:40] for name, _ in RULESETS]
    lines = [line for game in games for line in game if line]
    for _ in range(inputs):
        rows = [*draw.choice(games), ""]
        k = draw.randrange(len(rows))
        rows[k] = mutated(draw, rows[k], lines)
        text = "\n".join(rows)
        yield text, partial(read_records, text)


def journals(draw, inputs: int):
    """(what, call) for the board's game file, half of them with valid checksums."""
    payloads = "G danish|T 24|T 13|T 12|M fc1040|U|P 13|T 11|G norwegian|G danish,n=17|C fc1040".split("|")
    table = plugged(Table(seed=3))
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
        yield repr(data), partial(_start, {"game": data})


def settings(draw, inputs: int):
    """(what, call) for the board's settings and its other files."""
    lines = ['{"mode": "game", "rules": "danish"}', '{"rules": "mary-rose,jump=any"}', "baseline 2", "walk 1", "{}"]
    for _ in range(inputs):
        name = draw.choice(("settings.json", "settings.json", "baseline", "walk"))
        data = mutated(draw, draw.choice(lines), lines).encode("utf-8", "surrogatepass")
        yield f"{name} {data!r}", partial(_start, {name: data})


def _start(files: dict) -> None:
    # A board started with these files says hello and can be pressed.
    table = Table(seed=1, store=MemoryStore(files))
    table.plug_in(settle_ms=50)
    table.press(50)
    if table.events[0]["ev"] != "hello":
        raise AssertionError("no hello")


REFUSALS = {"scripts": (ScriptError, DeskError), "records": RecordError}  # the errors that their readers promise
KINDS = {kind.__name__: kind for kind in (terminal, scripts, commands, events, records, journals, settings, frames)}


def units(size: int, seed: int, kind: str, **_) -> list:
    """(kind, inputs, seed) of each."""
    return [(name, size, seed) for name in KINDS if kind in ("", name)]


def play(unit: tuple, figures: Figures, stories: str, **_) -> None:
    """Run the inputs of a kind."""
    kind, inputs, seed = unit
    more: list = [figures.counts] if kind == "frames" else []
    if kind in ("terminal", "scripts"):
        more = [story_lines(stories)]
    for what, call in KINDS[kind](random.Random(f"{kind} {seed}"), inputs, *more):
        began = time.process_time()
        try:
            call()
        except REFUSALS.get(kind, ()):
            pass
        except Exception:
            figures.fail(f"{kind} not refused in words", f"{what[:300]}\n{traceback.format_exc()}")
        if time.process_time() - began > SLOW_S:
            figures.fail(f"{kind} slow", what[:300])
        figures.counts[kind] += 1
