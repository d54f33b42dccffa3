"""The benchmark runs on both runtimes, and finds that a resting board allocates nothing."""

import pytest


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_bench_prints_its_table(request, root, runtime):
    done = request.getfixturevalue(runtime).run(root / "lab/bench.py", "40")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(runtime)
    assert [line[:5] for line in lines[2:7]] == ["legal", "sensi", "sensi", "track", "app, "]
    assert lines[2].split()[-5] == "400"
    assert all(int(word) >= 0 for line in lines[2:7] for word in line.split()[-5:])
    if runtime == "micropython":
        assert lines[6].split()[-2:] == ["0", "0"]
        assert lines[7].endswith("with the heap locked: nothing allocated")
