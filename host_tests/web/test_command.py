"""`daldos web` as a process: the address, what it serves, what it refuses at the start."""

import errno
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from host.games.play import OwnGame
from host.web.gate import house_address
from host.web.pages import Room
from host_tests.conftest import DALDOS
from host_tests.visitor import Visitor
from host_tests.web.conftest import until
from tools import machines


@pytest.fixture
def start(root, tmp_path):
    """start(arguments) -> (process, address); ended with the test."""
    started = []

    def run(*args):
        env = {**os.environ, "CI": "true"}
        command = [*DALDOS, *args]
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


def test_it_starts_says_where_and_is_reached_from_here_alone(start):
    _, address = start()
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert b"<title>Dald" in page.read()
    port, own = address.split(":")[2].rstrip("/"), house_address()
    if not own.startswith("127."):  # this machine has another address
        with pytest.raises(OSError):
            urllib.request.urlopen(address.replace("localhost", own), timeout=5)
    subprocess.run([sys.executable, "-", address], input=machines.HEAR, text=True, timeout=60, check=True)
    command = [*DALDOS, "web", "--port", port, "--no-open"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    why = f"daldos web: --port {port}: {os.strerror(errno.EADDRINUSE)}\n"
    assert (done.returncode, done.stderr) == (2, why)


def test_the_house_looks_on_and_plays_with_the_code(start, browse):
    """Another address of this machine counts as another machine: no seat without the printed code."""
    own = house_address()
    if own.startswith("127."):
        pytest.skip("this machine has no address but its own")
    process, address = start("web", "--port", "0", "--no-open", "--host", "--seed", "1")
    told = process.stdout.readline()
    port = address.split(":")[2].rstrip("/")
    assert f"http://{own}:{port}/" in told
    code = told.split()[-1]
    for headers in ({"Host": f"evil.example:{port}"}, {"Origin": "http://evil.example"}):
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            urllib.request.urlopen(urllib.request.Request(f"http://{own}:{port}/", headers=headers))
        refused.value.close()
    # quietly: the browser warns that such a page has fewer rights than a local one
    page = browse(f"http://{own}:{port}/", quiet=True, hands="helped")
    page.wait_for_selector("body.onlooker")
    assert page.is_disabled("[data-control=button]") and page.is_hidden("#ask")
    page.drag_and_drop("[data-hole=A1]", "[data-hole=M3]")
    page.fill("#code input", "ABCD-2345")
    page.click("#code button")
    page.locator("#oops").filter(has_text="not the code").wait_for()
    assert page.get_attribute("[data-hole=A1]", "data-sees") == "A"
    page.fill("#code input", code.lower())
    page.click("#code button")
    page.wait_for_selector("body:not(.onlooker)")
    page.click("[data-control=start-two]")
    page.click("[data-control=workshop]")
    page.wait_for_selector("#boat[data-hands=own]")
    page.drag_and_drop("[data-hole=A1]", "[data-hole=M3]")
    page.wait_for_selector("[data-hole=M3][data-sees=A]")
    page.click("#moves summary")
    page.click("#copy")
    page.locator("#told").filter(has_text="copied").wait_for(state="attached")
    page.click("#log")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=paste></textarea>')")
    page.focus("#paste")
    page.keyboard.press("Control+v")
    assert page.input_value("#paste").startswith("Rules: danish")
    page.reload()
    page.wait_for_selector("body:not(.onlooker)")  # the window keeps the code


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of descriptors there")
def test_a_server_without_descriptors_goes_on_when_there_are_some(root, tmp_path):
    import resource

    command = [*DALDOS, "web", "--no-open", "--port", "0", "--save", tmp_path]
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))  # noqa: E731
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit
    ) as server:
        address = server.stdout.readline().split()[4]
        where = ("127.0.0.1", int(address.rstrip("/").rpartition(":")[2]))
        for held in [socket.create_connection(where, 5) for _ in range(60)]:
            held.close()
        assert urllib.request.urlopen(address, timeout=30).status == 200
        server.terminate()


ASKING = """
import os, signal, time
from host.web.adviser import process
if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
    pool = process()  # kept, or its process ends with it
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there a process has no signal to end by but the last")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_process_that_works_chances_out_ends_with_the_server(root, tmp_path, number):
    (tmp_path / "asking.py").write_text(ASKING, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(root)}
    server = subprocess.Popen([sys.executable, tmp_path / "asking.py"], stdout=subprocess.PIPE, text=True, env=env)
    worker = int(server.stdout.readline())
    server.send_signal(number)
    try:
        # their output ends when the last process with it open ends: the server, or the worker and its tracker
        assert server.communicate(timeout=20) == ("", None)
    except subprocess.TimeoutExpired:
        os.kill(worker, signal.SIGKILL)
        raise


def kill(pool, ask=lambda: None) -> None:
    """Kill the pool's processes. ask: gives them a task that they cannot do any more."""
    workers = list(pool._processes.values())
    for worker in workers:
        os.kill(worker.pid, signal.SIGSTOP)
    ask()
    for worker in workers:
        worker.kill()
        worker.join()


ROWS = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb"


def test_jobs_are_done_by_another_process_once_theirs_has_died_and_what_fails_is_not_asked_for_again():
    room = Room(play=OwnGame(MemoryStore(), Dice(None)))
    page = Visitor(room).page
    told = []
    for deaths in range(3):
        page.jobs["analysis"] = (f"{ROWS} A 1{deaths + 1}", "danish", 0, [])
        page.out.clear()
        for _ in range(deaths):
            if not room.jobs._pool:
                room.look()  # another process, which takes a while to start
            kill(room.jobs._pool, room.look)
            until(lambda: room.look() or page.out or not room.jobs._pool)
        told.append(until(lambda: room.look() or [frame for frame in page.out if "analysis" in frame]).pop())
    assert ["failed" in answer["analysis"] for answer in told] == [False, False, True]
    page.jobs["first"] = (None,)  # which fails in a way of its own
    until(lambda: room.look() or not page.jobs)
    page.shows = {"chances"}
    assert until(lambda: room.look() or room.feed.values["chances"])["chance"]
    room.jobs.close()
    assert not page.jobs and not room.guard.mistakes
