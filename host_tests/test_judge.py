"""The judge is the same one on every machine; where it cannot be, it says so."""

import json
import os
import subprocess
import sys

import pytest

from daldos.ai import kernel
from daldos.ai.nets import opponent_for
from daldos.rules import parse_rules
from host.ai import data
from host.ai.advice import advice_of
from host.games.play import first_game
from host.web import adviser
from host_tests.conftest import DALDOS
from lab import thinking

LATE = ".......A.aaaaaB./.A..B......B...../.............b.. B"
GAME = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n2 B 24 --\n3 A 11 A2-M1\n"
WITHOUT = """
import runpy, sys
sys.modules["wasmtime"] = None
sys.argv[:] = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def said(*command: str, stdin: str = "", **settings: str) -> tuple:
    """The objects and the lines on standard error of a command in a process of its own."""
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, env={**os.environ, **settings})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.splitlines()


def without_wasmtime(*words: str, stdin: str = "") -> tuple:
    return said(sys.executable, "-c", WITHOUT, DALDOS[1], *words, stdin=stdin)


@pytest.mark.parametrize(
    "settings", [{"CC": "/nothere"}, {"XDG_CACHE_HOME": "/proc/none"}, {"PATH": ""}, {"HOME": "/"}]
)
def test_the_judge_is_the_same_whatever_the_machine_has(settings):
    (hint,), lines = said(*DALDOS, "hint", f"{LATE} -", **settings)
    assert (hint["chance"], lines) == (0.506608, []) and "judge" not in hint


@pytest.mark.parametrize(
    "words, stdin",
    [
        (("hint", f"{LATE} -", f"{LATE} 34"), ""),
        (("hint", "--first", "--rules", "naesheim"), ""),
        (("reply", f"{LATE} 34"), ""),
        (("analyse", "--json", "-"), GAME),
    ],
)
def test_a_judge_without_wasmtime_says_so(words, stdin):
    found, lines = without_wasmtime(*words, stdin=stdin)
    assert found and all(one["judge"] == "python" for one in found)
    assert len(lines) == 1 and "wasmtime cannot be used here" in lines[0]


def test_without_wasmtime_the_opponent_plays_the_same():
    words = ("reply", "--level", "5", f"{LATE} 34")
    (plain,), _ = without_wasmtime(*words)
    (quick,), lines = said(*DALDOS, *words)
    assert (plain.pop("judge"), plain, lines) == ("python", quick, [])


def test_a_broken_wasmtime_is_named_and_not_used(tmp_path):
    (tmp_path / "wasmtime.py").write_text("raise RuntimeError('unsupported architecture for wasmtime: riscv64')\n")
    (hint,), (line,) = said(*DALDOS, "hint", f"{LATE} -", PYTHONPATH=str(tmp_path))
    assert hint["judge"] == "python" and "riscv64" in line


def test_playing_on_without_wasmtime_names_what_is_missing():
    command = (sys.executable, "-c", WITHOUT, DALDOS[1], "hint", "--playouts", "64", f"{LATE} 34")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "pip install wasmtime" in done.stderr and "Traceback" not in done.stderr


def test_a_page_learns_of_the_judge(monkeypatch):
    chosen = kernel._kernel[0]
    kernel.use(None)
    try:
        plain = advice_of(parse_rules("danish"), opponent_for(parse_rules("danish")))
    finally:
        kernel.use(*chosen)
    assert "judge" not in adviser.hint(f"{LATE} -", "danish")
    monkeypatch.setattr(data, "advice", lambda rules: plain)
    assert adviser.hint(f"{LATE} -", "danish")["judge"] == "python"
    assert adviser.review(GAME, slice_s=60)["judge"] == "python"


def test_the_bench_times_every_throw(monkeypatch, capsys):
    monkeypatch.setattr(thinking, "play_game", lambda *_: first_game(GAME)[1])
    thinking.main(["--games", "2"])
    rows = [line.split("median")[0].rsplit(None, 1) for line in capsys.readouterr().out.splitlines()]
    assert rows == [["hint", "6"], ["level 5", "6"], ["level 6", "6"], ["review of 3 throws", "2"]]
