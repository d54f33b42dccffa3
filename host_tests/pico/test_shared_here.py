"""The shared tests on the Pico's own firmware: copied into its file system and run from its console.

Tests that play the whole board for minutes run only on the computer's MicroPython; here the stories do that. Without
environment variables on the Pico, it always gets the short run.
"""

from pathlib import Path

import pytest

from host_tests.conftest import NIGHTLY
from lab.pico.bench import Rig
from lab.pico.flash import make_files

SHARED = Path(__file__).resolve().parents[1] / "shared"
LIBRARY = SHARED.parents[1] / "firmware/lib"
# files needed by these tests; each after those that it imports
NOT_FROZEN = ("daldos.ai.evaluation", "daldos.ai.material", "daldos.odds", "daldos.selfplay", "daldos.ai.baselines")
MODULES = "engine opponent api corners faults keeping refusals ring tracker why".split()
# The tests of these modules that a Pico has time and heap for.
CHOSEN = {
    "ring": [
        "test_a_flash_that_is_worn_out_is_told",
        "test_the_store_keeps_the_game_and_short_files_in_the_ring_and_all_else_in_files",
        "test_where_the_ring_is_worn_out_the_game_and_short_files_are_files",
    ]
}

BY_DAY = {
    "engine": ["test_the_stream_is_marsaglias"],
    "opponent": [
        "test_a_step_and_its_logit_are_the_same_chance",
        "test_exposed_counts_two_pieces_a_throw_at_most_and_no_piece_behind_a_friend",
        "test_the_strong_levels_take_one_of_two_pieces",
    ],
}


# MicroPython on the computer runs every module; these show the effects of 32-bit floats and words
@pytest.mark.parametrize("name", MODULES if NIGHTLY else MODULES[:2])
def test_shared_tests_pass_on_the_pico(image, name):
    files = {f"{file}.py": (SHARED / f"{file}.py").read_bytes() for file in ("run", "here", "cuts", f"test_{name}")}
    files = {file: source.replace(b'os.getenv("DALDOS_LONG") == "1"', b"False") for file, source in files.items()}
    source = files[f"test_{name}.py"].decode()
    frozen_not = {module: module.rpartition(".")[2] for module in NOT_FROZEN if f"from {module} import" in source}
    for module, file in frozen_not.items():
        files[file + ".py"] = (LIBRARY / (module.replace(".", "/") + ".py")).read_bytes()
    files["guidance.txt"] = (SHARED / "guidance.txt").read_bytes()
    rig = Rig(image, files=make_files(files))
    rig.run_until_text(b"hello")
    tests = CHOSEN.get(name) or (None if NIGHTLY else BY_DAY.get(name))
    stands_for = "".join(f"import {file}\nsys.modules[{module!r}] = {file}\n" for module, file in frozen_not.items())
    call = f"import sys\n{stands_for}import run, test_{name}\nprint('failed', run.run_tests(test_{name}, {tests}))"
    said = rig.execute(call, timeout_ms=600_000)
    lines = files[f"test_{name}.py"].decode().splitlines()
    expected = len(tests) if tests else sum(line.startswith("def test_") for line in lines)
    assert said.count("ok test_") == expected and "failed 0" in said, said
