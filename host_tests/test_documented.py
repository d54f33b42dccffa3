"""Commands in documents run as written: program, instrument, options and files exist."""

import importlib
import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from functools import cache
from importlib.util import find_spec

import click
import pytest

from companion import VERSION
from host.cli.main import cli
from host_tests.conftest import ROOT
from lab.__main__ import INSTRUMENTS
from lab.campaign import command_line
from tools.run import COMMANDS, OWN_HELP, inside

PATTERNS = "*.md docs/*.md hardware/*.md host/*.md firmware/lib/*.md .github/ISSUE_TEMPLATE/*.yml".split()
DOCUMENTS = sorted({file for pattern in PATTERNS for file in ROOT.glob(pattern)} - {ROOT / "CHANGELOG.md"})
STARTS = re.compile(r"([A-Z_]+=\S+ )*(daldos|python3?|pytest|py|(sh )?tools/\w+\.\w+)( (?!-->)|$)")
VARIABLE = re.compile(r"^[A-Z_]+=\S+$")


def commands(text: str):
    """The commands of a document, split into words: all inline code or code lines that begin like one."""
    text = re.sub(
        r"^```\w*\n(.*?)^```", lambda block: re.sub("^", "    ", block[1], flags=re.M), text, flags=re.M | re.S
    )
    lines = re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    spans = [" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]
    for line in lines + spans:
        for command in re.split(r" \| | && |; ", re.sub(r"\s+#.*| {3,}.*", "", line)):
            if STARTS.match(command):
                try:
                    words = shlex.split(command.split(" >")[0].replace("\\", "/"))
                except ValueError:
                    continue
                while words and (VARIABLE.match(words[0]) or words[0] == "sh"):
                    del words[0]
                if words:
                    yield words


WRITTEN = sorted({(file.name, *words) for file in DOCUMENTS for words in commands(file.read_text(encoding="utf-8"))})


def options(words) -> set:
    """The long options among words."""
    return {re.split(r"[=\[|\]]", word.strip("[]"))[0] for word in words if re.match(r"\[?--[a-z]", word)}


def wrong_for_click(words) -> "str | None":
    """The error in a `daldos` command, if any."""
    command, known, words = cli, {"--help", "--version"}, list(words)
    while words and isinstance(command, click.Group) and not words[0].startswith(("-", "[")):
        word = words.pop(0)
        if word.isupper() or word == "...":  # stands for any
            return None
        if word not in command.commands:
            return f"no command {word}"
        command = command.commands[word]
        known |= {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    return ", ".join(sorted(options(words) - known)) or None


@cache
def help_of(module: str) -> str:
    """A program's help; it must succeed."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr(sys, "argv", [module, "--help"])
        try:
            if module.startswith("lab.") or module in OWN_HELP:
                importlib.import_module(module).main()
            else:
                inside(module, ["--help"])
        except SystemExit as end:
            assert not end.code, module
    return said.getvalue()


def wrong(words: tuple) -> "str | None":
    """Why a command would not run as written, or None."""
    program, *words = words
    missing = [
        word for word in words if re.match(r"(host_tests|examples|lab)/\S+$", word) and not (ROOT / word).exists()
    ]
    if missing:
        return f"no file {missing[0]}"
    if "-k" in words:
        tests = (ROOT / words[words.index("-k") - 1]).read_text(encoding="utf-8")
        named = words[words.index("-k") + 1]
        if not all(word in tests for word in set(re.findall(r"\w+", named)) - {"and", "or", "not"}):
            return f"no test {named}"
    if program == "py" and words[:1] == ["tools/run.py"]:
        program, *words = f"tools/{words[1]}.sh", *words[2:]
    if program == "daldos":
        return wrong_for_click(words)
    if program.startswith("tools/") and program.endswith(".sh"):
        name = program[6:-3]
        if not (ROOT / program).exists() or name not in COMMANDS:
            return "no such command"
        if name == "daldos":
            return wrong_for_click(words)
        own = options(words) - {"--help"}
        return (
            None if not own or name == "test" or all(word in help_of(COMMANDS[name][1]) for word in own) else str(own)
        )
    if program == "tools/run.py" or program.startswith("tools/"):
        return None if (ROOT / program).exists() else "no such file"
    if program in ("python", "python3", "py"):
        if words[:1] != ["-m"]:
            return None if not words or (ROOT / words[0]).exists() else f"no file {words[0]}"
        if words[1] != "lab":
            return None if not words[1].startswith("lab") and find_spec(words[1]) else f"no module {words[1]} to run"
        if words[2:] and words[2] not in INSTRUMENTS:
            return f"no instrument {words[2]}"
        if words[2:3] == ["campaign"]:
            return wrong_campaign(words[3:])
        own = options(words[3:])
        return ", ".join(word for word in own if word not in help_of(INSTRUMENTS[words[2]][0])) or None
    return "not run by this name in a checkout: tools/test.sh, or python -m lab"


def wrong_campaign(words: list) -> "str | None":
    """The error in a campaign command, if any."""
    named = [word.split(",")[0] for word in words if not word.startswith("-")][:1]
    try:
        command_line().parse_args(named + ["--help"])
    except SystemExit as end:
        return f"{named}: no such campaign" if end.code else None
    return None


@pytest.mark.needs("compiler", "headers")  # the help of what runs the emulated Pico
def test_the_commands_in_documents_run_as_they_are_written(capsys):
    found = {" ".join(command): wrong(command[1:]) for command in WRITTEN}
    assert {command: why for command, why in found.items() if why} == {}


def test_the_documents_name_many_and_a_wrong_one_is_found(capsys):
    assert len(WRITTEN) > 120
    for planted in (
        "`daldos train --rules NAME`",
        "`daldos sim --pico`",
        "    python -m lab.campaign codes",
        "    python -m lab campaign cods",
        "`pytest host_tests/web -s`",
        "`tools/bench.sh`",
        "`tools/test.sh host_tests/test_nothing.py`",
        "`tools/test.sh host_tests/test_wrap.py -k nothing_such`",
        "    python3 -m lab ladder --plays 7",
    ):
        (words,) = commands(planted)
        assert wrong(tuple(words)), planted


def test_what_is_cited_is_this_version():
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
