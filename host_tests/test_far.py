"""Far games over a real broker, from the command line: levels, a wooden board, an onlooker, strangers, certificates."""

import asyncio
import json
import os
import re
import subprocess
import time

import pytest

from companion.console.phases import FAR, PLAY
from host.far import mqtt
from host.far.address import Address, AddressError, is_local
from host.far.carrier import Look
from host.far.chain import game_text
from host.far.end import Seat, folded
from host.far.mqtt import carry
from host.terminal.desk import Desk
from host_tests.conftest import DALDOS, daldos
from lab.mosquitto import CERTIFICATE

TIMEOUT_S = 120
SHORT = "cerne-abbey,n=11,lose_at=1"  # rules of short games


# --- addresses --------------------------------------------------------------------------------------------------------


def test_addresses():
    at = Address.parse("wss://me:p%40ss@broker.example/path")
    assert (at.host, at.port, at.path, at.user, at.password) == ("broker.example", 443, "/path", "me", "p@ss")
    at = Address.parse("mqtt://192.168.1.5:1884")
    assert (at.host, at.port, at.path, at.encrypted) == ("192.168.1.5", 1884, "/mqtt", False)
    assert Address.parse("ws://[::1]:9001").host == "::1" and Address.parse("mqtts://[2001:db8::1]").port == 8883
    for local in ("localhost", "127.0.0.1", "10.0.0.3", "172.31.0.1", "::1", "fd12::1", "boat.local", "boat"):
        assert is_local(local)
    for far_away in ("8.8.8.8", "broker.example", "2001:4860:4860::8888", "172.32.0.1", "fc::1", "::ffff:8.8.8.8"):
        assert not is_local(far_away)
    for number in ("134744072", "0x8080808", "8.8.2056", "10.8.8", "010.8.8.8", "10.0.0.256", "boat."):  # 8.8.8.8 too
        assert not is_local(number)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mqtt://broker.example", "mqtts://"),
        ("ws://8.8.8.8:80/x", "wss://"),
        ("http://localhost", "mqtt"),
        ("mqtt://", "host"),
        ("mqtt://localhost:99999", "port '99999'"),
        ("mqtt://localhost:1x", "port '1x'"),
        ("ws://localhost:0", "port '0'"),
        ("ws://loc%61lhost", "host"),
        ("mqtt://[::1", "host"),
    ],
)
def test_addresses_that_do_not_do(address, why):
    with pytest.raises(AddressError, match=why):
        Address.parse(address)


@pytest.mark.parametrize("save", ["/proc", "/proc/x", "/dev/null"])
def test_where_nothing_can_be_kept_there_are_no_links(save):
    done = daldos("far", "new", "--name", "Ane", "--save", save)
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1 and save in done.stderr


# --- over a real broker -----------------------------------------------------------------------------------------------


class Player:
    """Somebody with a folder of games, who gives commands over a broker."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *words) -> dict:
        done = daldos("far", words[0], "--save", self.folder, *words[1:])
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def join(self, link: str, *how) -> subprocess.Popen:
        """Let the computer or a board play on."""
        words = [*DALDOS, "far", "join", link, "--save", str(self.folder), *how]
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")

    def seat(self, k: int, number=0) -> Seat:
        """The seat of the newest game, or of an older one."""
        files = sorted(self.folder.glob(f"*-{'ab'[k]}.far"), key=lambda file: -file.stat().st_mtime_ns)
        return Seat.parse(files[number].name, files[number].read_bytes())


@pytest.fixture
def players(mosquitto, tmp_path):
    """Ane, who has begun a game over the broker, Bo, and the invitation."""
    ane, bo = Player(tmp_path / "ane"), Player(tmp_path / "bo")
    told = ane("new", "--name", "Ane", "--rules", SHORT, "--broker", f"mqtt://127.0.0.1:{mosquitto.port}")
    assert told["state"] == "letter" and told["letter"].startswith("Ane invites you")
    return ane, bo, told["letter"]


def ended(*processes) -> None:
    for process in processes:
        out, _ = process.communicate(timeout=TIMEOUT_S)
        assert process.returncode == 0, out


async def flood(port: int, game: bytes) -> None:
    """Strangers who write all kinds of things on both topics, and on others."""
    import aiomqtt

    async with aiomqtt.Client("127.0.0.1", port) as client:
        for k in range(1000):
            topic = f"daldos/2/{game_text(game)}/{'ab'[k % 2]}" + ("/x" if k % 3 else "")
            await client.publish(topic, os.urandom(k % 900), qos=0)


def test_a_broker_that_is_away_is_tried_again_until_it_is_there(mosquitto, monkeypatch):
    look, tries = Look(bytes(10), f"mqtt://127.0.0.1:{mosquitto.port}"), []

    def client(at):
        tries.append(at)
        if len(tries) < 4:
            raise OSError("")
        return connected(at)

    connected = mqtt._client
    monkeypatch.setattr(mqtt, "_client", client)
    monkeypatch.setattr(mqtt, "RETRY_S", (0.001, 0.01))
    asyncio.run(asyncio.wait_for(carry(look, lambda: look.up), TIMEOUT_S))
    assert len(tries) == 4


def test_two_levels_play_before_an_onlooker_and_strangers_and_play_again(players, mosquitto):
    ane, bo, invitation = players
    game = ane.seat(0).game
    look = Look(game, f"ws://127.0.0.1:{mosquitto.ws_port}/mqtt")
    levels = [ane.join(game_text(game), "--level", "2"), bo.join(invitation, "--level", "1", "--name", "Bo")]

    async def watch() -> None:
        until = time.monotonic() + TIMEOUT_S
        watching = carry(look, lambda: look.fold.over or time.monotonic() > until)
        await asyncio.gather(watching, flood(mosquitto.port, game))

    asyncio.run(watch())
    ended(*levels)
    first = [folded(player.seat(k)) for k, player in enumerate((ane, bo))]
    assert first[0].winner and first[0].record("far") == first[1].record("far") == look.fold.record("far")
    reports = [daldos("verify", player.folder / player.seat(k).name).stdout for k, player in enumerate((ane, bo))]
    assert reports[0] == reports[1] and f"{first[0].winner} has won" in reports[0]
    assert bo("again")["state"] == "waiting" and ane("again")["seat"] == "b", "either may press"
    ended(ane.join(game_text(ane.seat(1).game), "--level", "1"), bo.join(game_text(bo.seat(0).game), "--level", "1"))
    assert folded(ane.seat(1)).record("far") == folded(bo.seat(0)).record("far")
    assert ane.seat(1).before == bo.seat(0).before == game and folded(bo.seat(0)).winner


def test_commands_play_over_a_broker(players):
    ane, bo, invitation = players
    assert bo("open", invitation, "--name", "Bo")["state"] == "waiting"
    told = [ane("letter"), bo("letter"), ane("letter")]
    mover = (ane, told[2]) if told[2]["state"] == "turn" else (bo, bo("letter"))
    assert mover[1]["state"] == "turn" and mover[1]["turns"]
    assert mover[0]("play", "1")["state"] in ("waiting", "turn")
    other = bo if mover[0] is ane else ane
    assert other("resign")["state"] == "over" and mover[0]("letter")["winner"] == "AB"[mover[0] is bo]


def test_a_wooden_board_plays_over_a_broker(mosquitto, tmp_path):
    from host_tests.serial_board import SerialBoard

    ane, bo = Player(tmp_path / "ane"), Player(tmp_path / "bo")
    told = ane("new", "--name", "Ane", "--broker", f"mqtt://127.0.0.1:{mosquitto.port}")
    with SerialBoard() as board:
        desk, session = Desk(board.table), board.table.app.session
        runs = [bo.join(told["letter"], "--board", board.port, "--name", "Bo"), ane.join(told["game"], "--level", "1")]
        done, own, until = 0, 0, time.monotonic() + TIMEOUT_S
        try:
            while own < 2:
                assert time.monotonic() < until and not any(run.poll() for run in runs), (done, own)
                time.sleep(0.2)
                game = folded(bo.seat(1)).game if list(bo.folder.glob("*-b.far")) else None
                turns = list(game)[done:] if game else []
                if not game or not turns and (game.phase != PLAY or game.side == 0):
                    continue
                at = turns[0].position.text() if turns else game.position_text()
                shown = session.match.game.position_text() if session.mode == FAR else ""
                if turns and shown == game.position_text():  # A was faster than the board: it asks for that position
                    with board.hands():
                        desk.setup(game.rules, game.position.cells)
                    done = len(game.plies)
                if shown != at or turns and session.modes.of(FAR).turn is None:  # A's turn is not told there yet
                    continue
                with board.hands():  # the led turn of A, or any of B
                    text = turns[0].text if turns else game.turns()[0].text
                    if text != "--":
                        desk.do("play " + text)
                    board.table.wait(600)
                    board.table.press()
                done, own = done + 1, own + (not turns)
                while len(folded(bo.seat(1)).game.plies) < done:
                    assert time.monotonic() < until, (done, own)
                    time.sleep(0.1)
        finally:
            for run in runs:
                run.kill()
                run.communicate()
    fold = folded(bo.seat(1))
    assert fold.name(1) == "Bo" and sum(turn.player == "B" for turn in fold.game) >= 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the client leaves a socket open
@pytest.mark.parametrize(
    ("host", "trusted", "why"),
    [("localhost", True, ""), ("127.0.0.1", True, "IP address mismatch"), ("localhost", False, "self.signed")],
)
def test_a_certificate_is_verified_by_name(mosquitto, monkeypatch, host, trusted, why):
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    look = Look(bytes(10), f"mqtts://{host}:{mosquitto.tls_port}")
    asyncio.run(asyncio.wait_for(carry(look, lambda: look.up or look.trouble), TIMEOUT_S))
    assert bool(look.trouble) == bool(why) and re.search(why, str(look.trouble or ""))
