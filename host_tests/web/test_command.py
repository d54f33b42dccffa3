"""`daldos web` as a process: the address, what it serves, what it refuses at the start."""

import os
import subprocess
import sys
import urllib.request

import pytest


@pytest.fixture
def start(root, tmp_path):
    """start(arguments) -> (process, address); ended with the test."""
    started = []

    def run(*args):
        env = {**os.environ, "CI": "true"}
        command = [sys.executable, str(root / "tools/daldos.py"), *args]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
        started.append(process)
        line = process.stdout.readline()
        assert line.startswith("The board is at http://localhost:"), line + process.stdout.read()
        return process, line.split()[4]

    yield run
    for process in started:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@pytest.mark.parametrize("args", [(), ("web", "--port", "0", "--no-open")])
def test_it_starts_and_says_where(start, args):
    _, address = start(*args)
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert b"<title>Dald" in page.read()


def test_a_port_that_is_taken(start, root):
    _, address = start("web", "--port", "0", "--no-open")
    port = address.split(":")[2].rstrip("/")
    command = [sys.executable, str(root / "tools/daldos.py"), "web", "--port", port, "--no-open"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and f"port {port}" in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--rules", "danish,n=17"), "16 holes"),
        (("--rules", "swedish"), "swedish"),
        (("nowhere.txt",), "nowhere.txt"),
        (("--pico", "--save", "x"), "--save"),
        (("--port", "70000"), "70000"),
    ],
)
def test_bad_arguments_are_one_line(root, args, said):
    command = [sys.executable, str(root / "tools/daldos.py"), "web", "--no-open", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and said in done.stderr
