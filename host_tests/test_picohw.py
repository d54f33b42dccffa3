"""The drivers of the Pico on a fake `machine`: what they do to pins, registers, files and the host's console."""

import errno
import hashlib
import io
import json
import os
import re
from itertools import count
from types import SimpleNamespace

import pytest

import config
from companion.console import events
from companion.console.protocol import encode
from companion.reasons import FAULTS, english
from fake_machine import Machine, Muxes
from host_tests.conftest import ROOT
from picohw.bare import Blinks, Either
from picohw.button import Button
from picohw.buzzer import Buzzer
from picohw.chip import RP2040, RP2350, chip_of, is_radios
from picohw.entropy import Entropy
from picohw.heartbeat import Heartbeat
from picohw.loop import COLLECT_MS, QUIET_MS, WELL_MS, Loop
from picohw.pixels import Pixels
from picohw.scan import Scan
from picohw.serial import BYTES_MAX, LINES_MAX, READ_MAX, SEND_MAX, Serial, UsbPacket, fault_line
from picohw.store import FileStore, StoreError
from picohw.watchdog import Restarts, Watchdog

LACKING = {"holes": [], "wires": [], "dice": [], "mended": False}
CODES = [100 + 7 * place for place in range(65)]


def fault(code, what, where, args):
    """The event of a fault without holes or wires."""
    return {"ev": "fault", "code": code, "args": args, "what": what, "where": where, **LACKING}


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture(params=[RP2040, RP2350], ids=lambda chip: chip.name)
def chip(request):
    """Each chip that the drivers know; what its registers are is said here again, by the data sheets."""
    return request.param


WATCHDOG = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
ADC = {"RP2040": 0x4004C000, "RP2350": 0x400A0000}


def test_the_chip_is_told_by_what_micropython_says_of_the_board(chip):
    assert chip.adc == ADC[chip.name]
    for board in ("Raspberry Pi Pico", "Raspberry Pi Pico W", "Raspberry Pi Pico 2 W"):
        assert chip_of(f"{board} with {chip.name}") is chip
    with pytest.raises(ValueError, match="board 'ESP32 with ESP32': expected one with an RP2040 or RP2350"):
        chip_of("ESP32 with ESP32")


def test_the_pins_of_the_radio_are_left_to_it():
    for board in ("Raspberry Pi Pico W with RP2040", "Raspberry Pi Pico 2 W with RP2350"):
        assert [pin for pin in range(30) if is_radios(pin, board)] == [23, 24, 25, 29]
        without = board.replace(" W with", " with")
        assert not any(is_radios(pin, without) for pin in range(30))


# --- scan -------------------------------------------------------------------------------------------------------------


class Other:
    """Another board's config."""

    PIN_ADDRESS = (5, 4, 3, 2)
    PIN_ENABLE = (9, 8, 7, 6)
    PIN_SIG = (27, 26, 26, 27)
    PIN_HALF = 28
    MUXES = config.MUXES
    SETTLE_US = 40
    SAMPLES = 3


def make_scan(machine, settings=config, chip=RP2040):
    muxes = Muxes(settings, machine, CODES, chip=chip.name)
    return Scan(settings, machine, chip, muxes.sio, muxes.adc), muxes


@pytest.mark.parametrize("settings", [config, Other])
def test_a_scan_reads_every_channel_once_two_muxes_at_a_time_and_leaves_all_off(machine, chip, settings):
    scan, muxes = make_scan(machine, settings, chip)
    assert machine.made[:4] == [(pin, machine.Pin.OUT, 1) for pin in settings.PIN_ENABLE], "off before all else"
    muxes.selected.clear()
    assert list(scan.read()) == CODES and muxes.errors == []
    assert scan.codes is scan.read(), "one buffer, allocated once"
    pairs = [state for state in muxes.selected[: len(muxes.selected) // 2] if all(on for _, on in state)]
    read = [(mux, channel) for pair in pairs for channel, (mux,) in pair]
    assert len(pairs) == 32 and sorted(read) == [(mux, channel) for mux in range(4) for channel in range(16)]
    assert muxes.adc.conversions == 2 * 65 * (1 + settings.SAMPLES), "one thrown away after each change"
    assert [machine.level[pin] for pin in settings.PIN_ENABLE] == [1, 1, 1, 1]
    scan.deinit()
    assert {machine.mode[pin] for pin in settings.PIN_ENABLE + settings.PIN_ADDRESS} == {machine.Pin.IN}


def loose(machine, down=60, held=()):
    """ADC pins that follow their pulls, except those held; the pull-down brings them to `down`. Without a pull they
    read the channel selected."""
    lines = config.PIN_ADDRESS

    def codes(number):
        pin = 26 + number
        levels = {machine.Pin.PULL_UP: 4000, machine.Pin.PULL_DOWN: down}
        selected = sum(machine.level[lines[k]] << k for k in range(4))
        return 2048 if pin in held else levels.get(machine.pull[pin], selected)

    machine.codes = codes


@pytest.mark.parametrize("there", [None, 28, 26, 27])
def test_the_dice_alone_have_nothing_at_any_adc_pin(machine, there):
    """A mux that answers holds its pin at GND, the half rail its own; a pin with nothing at it follows its pulls."""
    loose(machine, held=(there,) if there == 28 else ())
    free = machine.codes

    def codes(number):
        answers = 26 + number == there != 28 and not all(machine.level[enable] for enable in config.PIN_ENABLE)
        return 3 if answers else free(number)

    machine.codes = codes
    scan, _ = make_scan(machine)
    assert scan.present() is (there is not None)
    assert all(machine.level[enable] for enable in config.PIN_ENABLE), "all muxes are off again"
    assert {machine.mode[pin] for pin in (26, 27, 28)} == {"analog"}


@pytest.mark.parametrize("down, told", [(60, 60), (1984, 1984), (1985, None), (2730, None), (3226, None), (3227, 3227)])
def test_pull_test_says_nothing_where_the_chip_itself_may_hold_a_pin(machine, down, told):
    loose(machine, down)
    latched = tuple(range(16)) if told and told > 1000 else ()
    assert make_scan(machine, chip=RP2350)[0].pull_test() == [(26, 4000, told, latched), (27, 4000, told, latched)]
    held = tuple(range(16)) if down > 1000 else ()
    assert make_scan(machine, chip=RP2040)[0].pull_test() == [(26, 4000, down, held), (27, 4000, down, held)]
    assert [machine.mode[pin] for pin in (26, 27)] == ["analog", "analog"], "and the pins read codes again"


# --- lights, button, sound --------------------------------------------------------------------------------------------


def test_heartbeat_blinks_over_the_wrap_of_the_ticks(machine):
    heartbeat = Heartbeat(machine.Pin(25, machine.Pin.OUT))

    def rises(start_ms, length_ms):
        levels = []
        for ms in range(length_ms):
            heartbeat.step((start_ms + ms) % 2**30)
            levels.append(machine.level[25])
        return sum(after > before for before, after in zip(levels, levels[1:], strict=False))

    assert rises(500, 10240) == rises(2**30 - 5 * 1024 + 500, 10240) == 10
    heartbeat.alarm = True
    assert rises(0, 10240) == 40
    heartbeat.deinit()
    assert machine.level[25] == 0


def test_a_throw_is_blinked_again_and_again_from_its_roll_on(machine):
    blinks, shown = Blinks(machine.Pin(25, machine.Pin.OUT)), []
    start = 2**30 - 4000  # over the wrap of the ticks
    blinks.step(start + 100)
    assert machine.level[25] == 0, "it beats before the first throw"
    blinks.hear(("throw", "player", None, "throw", "13"))
    blinks.hear(("guide", "code", "one_player"))
    for ms in range(0, 12 * 2 * 512, 512):
        blinks.step((start + ms) % 2**30)
        shown.append(machine.level[25])
        blinks.step((start + ms + 300) % 2**30)
        assert ms < 1024 or machine.level[25] == 0, "dark between two blinks"
    assert "".join(map(str, shown)) == "00" + 2 * "1001110000" + "10"


def test_either_button_counts_and_the_edges_of_bootsel_are_noted(machine):
    pin, ticks, pressed = machine.Pin(11, machine.Pin.IN, machine.Pin.PULL_UP), count(100), [0]
    either = Either(Button(pin, lambda: 7), lambda: pressed[0], lambda: next(ticks))
    edges = []
    for level in (0, 1, 1, 0):
        pressed[0] = level
        assert bool(either.down()) == bool(level)
        edges.append(either.edge_us)
    assert edges == [0, 100, 100, 101]
    machine.level[11] = 0
    machine.irqs[11](None)
    assert either.down() and either.edge_us == 7
    either.deinit()


def test_buzzer_sounds_for_its_steps_only(machine):
    buzzer = Buzzer(machine.PWM(machine.Pin(13)))
    buzzer.hear(("hello", "version", "1"))
    buzzer.hear(("throw", "player", "A"))
    for _ in range(3):
        buzzer.step()
    assert machine.tones == [(13, 0, 0), (13, 880, 32768)]
    buzzer.step()
    buzzer.step()
    assert machine.tones[2:] == [(13, 0, 0)]


# --- store ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path):
    return FileStore(os, str(tmp_path))


def test_store_writes_only_what_is_as_long_as_said(store, tmp_path):
    assert store.append("game", b"one\n", (0, 0))
    assert not store.append("game", b"two\n", (0, 3)) and not store.replace("game", b"two\n", (5, 9))
    assert store.append("game", b"two\n", (4, 9))
    assert store.replace("game", b"new\n", (8, 8))
    assert (store.read("game"), store.read("game", 2), store.read("game", 99)) == (b"new\n", b"ne", b"new\n")
    assert not store.append("none", b"", (1, 9))
    store.rename("game", "game.kept1")
    assert (store.read("game"), store.read("game.kept1")) == (None, b"new\n")
    with pytest.raises(StoreError) as caught:
        store.rename("game", "other")
    assert (caught.value.code, caught.value.args[0]) == ("file_unwritten", "game")
    assert events.fault_of("store", caught.value)[6].startswith("game: cannot be written: [Errno 2]")
    store.remove("game")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError) as caught:
        store.remove("folder")
    assert (caught.value.code, caught.value.args[0]) == ("file_unwritten", "folder")


def test_store_removes_what_a_power_cut_left(store, tmp_path):
    store.replace("settings.json", b"{}")
    (tmp_path / "settings.json.new").write_bytes(b"{hal")
    (tmp_path / "folder.new").mkdir()  # it starts although the old file cannot be removed
    again = FileStore(os, str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["folder.new", "settings.json"]
    assert again.read("settings.json") == b"{}"


class Full(io.BytesIO):
    """A file on a full flash."""

    def write(self, data):
        raise OSError(errno.ENOSPC, "no room")


def test_a_full_flash_keeps_the_old_file_and_says_which(tmp_path):
    def full(path, mode):
        file = open(path, mode)
        return file if mode == "rb" else file.close() or Full()

    FileStore(os, str(tmp_path)).replace("game", b"old")
    store = FileStore(os, str(tmp_path), full)
    for write in (store.replace, store.append):
        with pytest.raises(StoreError, match="game.*no room"):
            write("game", b"more")
        assert os.listdir(tmp_path) == ["game"], "the half-written one gives its blocks back"
        assert store.read("game") == b"old"
    assert issubclass(StoreError, OSError)


# --- serial -----------------------------------------------------------------------------------------------------------


class Host:
    """The other end of the console: `typed` comes to the board; unless it `reads`, the first packet stays untaken."""

    def __init__(self, reads=True):
        self.typed = bytearray()
        self.packets = []
        self.reads = reads
        self.pending = False
        self.serial = Serial(self, self, lambda: bool(self.typed), self.taken)

    def readinto(self, buffer):
        assert self.typed, "the board waited for the host"
        buffer[0] = self.typed.pop(0)

    def taken(self):
        return self.reads or not self.pending

    def write(self, data):
        assert self.taken(), "the board wrote into a full endpoint and waited"
        assert 0 < len(data) <= SEND_MAX
        self.packets.append(bytes(data))
        self.pending = True

    def send_all(self):
        while self.serial.send():
            pass
        return b"".join(self.packets)


def test_without_a_host_the_oldest_whole_lines_go_and_are_counted():
    host = Host(reads=False)
    lines = [b'{"ev": "hello", "n": 0, "version": "' + b"1" * 300 + b'"}\n']
    lines += [b'{"ev": "turn", "n": %d}\n' % n for n in range(1, 100)]
    for line in lines:
        host.serial.put(line)
        host.serial.send()
    assert host.packets == [lines[0][:SEND_MAX]], "the first piece waits in the controller"
    host.reads = True
    said = [json.loads(line) for line in host.send_all().splitlines()]
    lost = 99 - LINES_MAX
    assert said[0]["ev"] == "hello"
    assert said[1] == fault("lines_lost", f"{lost} lines were not read and are lost", "console", [lost])
    assert [line["n"] for line in said[2:]] == list(range(lost + 1, 100))


def test_a_flood_is_answered_by_more_than_what_was_lost():
    host = Host()
    for n in range(200):
        host.serial.put(b'{"ev": "a", "n": %d}\n' % n)
        host.serial.put(b'{"ev": "b", "n": %d}\n' % n)
        host.serial.send()
    events = [json.loads(line)["ev"] for line in b"".join(host.packets).splitlines()]
    assert events[-10:] in (["fault", "a"] * 5, ["fault", "b"] * 5, ["a", "fault"] * 5, ["b", "fault"] * 5)


def test_queue_is_bounded_in_bytes():
    host = Host(reads=False)
    for _ in range(20):
        host.serial.put(b"y" * 499 + b"\n")
    kept = BYTES_MAX // 500
    assert host.serial.dropped == 20 - kept
    host.serial.put(b"z" * (BYTES_MAX + 1))
    assert host.serial.dropped == 20, "a line longer than all is sent alone"


def read_all(host, reads=50):
    got = b""
    for _ in range(reads):
        got += host.serial.read() or b""
    return got


def test_what_the_host_types_comes_in_pieces():
    host = Host()
    host.typed += b"x" * 100 + b"\r\n" + b"one\ntwo\n" + bytes(range(14, 256))
    pieces = [host.serial.read() for _ in range(9)]
    assert pieces[:5] == [b"x" * 64, b"x" * 36 + b"\r", b"\none\n", b"two\n", bytes(range(14, 78))]
    assert b"".join(pieces[4:8]) == bytes(range(14, 256))
    assert pieces[8] is None


@pytest.mark.parametrize(
    "typed", [b"\x03", b"\r\x03", b"\r\x03\r\x01", b"\r\x03\x03\x01", b"\x03\x03", b'{"do": "state"}\n\x03', b"\x03\n"]
)
def test_ctrl_c_on_its_own_gives_the_repl(typed):
    host = Host()
    host.typed += typed
    with pytest.raises(KeyboardInterrupt):
        read_all(host)
    assert b"\x01" in host.typed or b"\x01" not in typed, "what follows is for the REPL"


def test_a_held_back_ctrl_c_fits_in_a_full_buffer():
    host = Host()
    typed = (b"y" * (READ_MAX - 2) + b"\n\x03") + b"x" * 200
    host.typed += typed
    assert read_all(host) == typed


def test_usb_packet_reads_the_controller(chip):
    control, buffer = 0x50100013, 0x50100090  # data sheets, 4.1.2.5 and 12.7.3
    mem8, mem16 = {control: 0}, {buffer: 0}
    packet = UsbPacket(mem8, mem16, chip)
    assert not packet.taken(), "no host has configured the board"
    mem8[control] = 0xA8
    assert packet.taken()
    mem16[buffer] = 0x8440
    assert not packet.taken(), "the host has not fetched it"
    mem16[buffer] = 0x2040
    assert packet.taken()


def test_fault_line_is_json_whatever_is_said():
    line = fault_line("crash", "firmware", "bad %s%s", '"quote" \\', "\x00 ø\n")
    assert json.loads(line) == fault("crash", "bad ?quote? ?? ??", "firmware", ["?quote? ?", "? ??"])


def test_fault_lines_are_those_of_the_table_of_events():
    line = fault_line("hung", "firmware", english("hung"))
    assert line == encode(events.fault("hung", "firmware"))
    source = (ROOT / "firmware/lib/picohw/pico.py").read_text("utf-8")
    codes = re.findall(r'fault_line\("(\w+)"', source) + re.findall(r'fault_line\(\n +"(\w+)"', source)
    assert set(codes) | {"lines_lost"} < set(dict(FAULTS))


# --- entropy ----------------------------------------------------------------------------------------------------------


def make_entropy(urandom, ticks_us=lambda: 0):
    return Entropy(urandom, hashlib.sha256, ticks_us)


def test_every_source_changes_what_comes_next_and_so_does_a_press_alone():
    assert make_entropy(bytes)() != make_entropy(lambda n: b"\1" * n)()
    assert make_entropy(bytes)() != make_entropy(bytes, lambda: 1)()
    first, second, third = (make_entropy(bytes) for _ in range(3))
    first.stir(1_000_000, b"codes")
    second.stir(1_000_001, b"codes")
    third.stir(1_000_000, b"code!")
    assert len({first(), second(), third()}) == 3


# --- watchdog ---------------------------------------------------------------------------------------------------------


def test_watchdog_runs_from_start_and_stops_at_deinit(machine, chip):
    watchdog = Watchdog(machine, chip, 4000)
    watchdog.feed()
    assert machine.watchdogs == []
    watchdog.start()
    watchdog.feed()
    watchdog.feed()
    assert [(wdt.timeout, wdt.fed) for wdt in machine.watchdogs] == [(4000, 2)]
    watchdog.deinit()
    watchdog.feed()
    assert machine.watchdogs[0].fed == 2
    assert machine.mem32 == {WATCHDOG[chip.name] + 0x3000: 1 << 30}, "the clear alias of CTRL, bit ENABLE"


@pytest.mark.parametrize(("reason", "fired"), [(0, False), (1, True), (2, False)])
def test_watchdog_tells_whose_restart_it_was(machine, chip, reason, fired):
    machine.mem32[WATCHDOG[chip.name] + 8] = reason
    assert Watchdog(machine, chip, 4000).fired() is fired


def test_restarts_are_counted_in_a_register_that_outlives_them(chip):
    mem32 = Machine().mem32
    mem32[WATCHDOG[chip.name] + 12] = 0x92345678  # someone else's
    restarts = Restarts(mem32, chip)
    assert restarts.count() == 0
    restarts.add()
    Restarts(mem32, chip).add()
    assert Restarts(mem32, chip).count() == 2
    for _ in range(300):
        restarts.add()
    assert restarts.count() == 255
    restarts.clear()
    assert Restarts(mem32, chip).count() == 0


# --- the loop ---------------------------------------------------------------------------------------------------------


class Clock:
    """Time that passes only when slept, wrapping as on the board."""

    def __init__(self, now=2**30 - 500):
        self.now = now
        self.slept = []

    def ticks_ms(self):
        return self.now % 2**30

    def ticks_add(self, ticks, ms):
        return (ticks + ms) % 2**30

    def ticks_diff(self, after, before):
        return (after - before + 2**29) % 2**30 - 2**29

    def sleep_ms(self, ms):
        self.slept.append(ms)
        self.now += ms


class App:
    """Remembers what it is given; `changes` are the steps whose pixels change, `costs` what a step takes, in ms."""

    def __init__(self, clock, changes=(), costs=None):
        self.clock = clock
        self.changes = changes
        self.costs = costs or {}
        self.pixels = bytearray(b"abcdef")
        self.steps = []
        self.lines = b""
        self.unsure = 0
        self.dark = False
        self.looks = []

    def look(self, now, codes):
        self.looks.append((now, list(codes)))
        self.unsure -= 1
        return self.unsure == 0

    def step(self, now, codes, down):
        number = len(self.steps)
        self.steps.append((now, codes and list(codes), down))
        self.clock.now += self.costs.get(number, 0)
        return number in self.changes

    def receive(self, now, data):
        self.lines += data


class Enough(Exception):
    """Ends the loop of a test."""


class Rig:
    """The loop over an App, with the drivers that it uses on a fake machine."""

    def __init__(self, machine, sensors=True, settings=config, **app):
        self.host = Host()
        self.edges = count(4711)
        self.stirred = []
        self.board = SimpleNamespace(
            scan=make_scan(machine)[0],
            pixels=Pixels(machine, machine.Pin(10, machine.Pin.OUT), 2),
            button=Button(machine.Pin(11, machine.Pin.IN, machine.Pin.PULL_UP), lambda: next(self.edges)),
            heartbeat=Heartbeat(machine.Pin(25, machine.Pin.OUT)),
            serial=self.host.serial,
            watchdog=Watchdog(machine, RP2040, 4000),
            restarts=Restarts(machine.mem32, RP2040),
            entropy=SimpleNamespace(stir=lambda ticks_us, codes: self.stirred.append((ticks_us, list(codes)))),
            buzzer=None,
            rail=machine.Pin(12, machine.Pin.OUT, value=1),
        )
        self.board.watchdog.start()
        self.clock = Clock()
        self.app = App(self.clock, **app)
        self.collected = []  # when, and after how many steps
        self.loop = Loop(settings, self.board, self.app, self.clock, self.collect, sensors)

    def collect(self):
        self.collected.append((self.clock.now, len(self.app.steps)))

    def run(self, steps):
        """Run until the application has been given this many steps; when each was, in ms since the first."""
        step = self.app.step

        def counted(*args):
            if len(self.app.steps) == steps:
                raise Enough
            return step(*args)

        self.app.step = counted
        with pytest.raises(Enough):
            self.loop.run()
        self.app.step = step
        return [(now - self.app.steps[0][0]) % 2**30 for now, _, _ in self.app.steps]


def test_steps_come_at_their_times(machine):
    times = Rig(machine, costs={3: 4, 5: 90}).run(8)
    assert times == [0, 10, 20, 30, 40, 50, 140, 150], "a late step is not made up for by a burst"
    assert machine.watchdogs[0].fed == 9


class Switched:
    """A config with the switch of the sensors' supply fitted."""

    def __getattr__(self, name):
        return True if name == "HAS_RAIL_SWITCH" else getattr(config, name)


@pytest.mark.parametrize("settings", [config, Switched()])
def test_a_dark_board_looks_now_and_then_with_the_sensors_off_in_between(machine, settings):
    rig = Rig(machine, settings=settings)
    rig.app.dark = True
    rails, sleep = [], rig.clock.sleep_ms

    def slept(ms):
        rails.append((ms, machine.level[12]))
        sleep(ms)

    rig.clock.sleep_ms = slept
    times = rig.run(4)
    up = config.RAIL_UP_MS if settings is not config else 0
    assert times == [k * (config.DOZE_MS + up) for k in range(4)]
    off = {level for ms, level in rails if ms == config.SCAN_MS}
    assert off == ({0} if up else {1}), "off between looks, where there is a switch"
    assert {level for ms, level in rails if ms == config.RAIL_UP_MS} <= {1}, "and on before each"


def test_an_edge_of_the_button_ends_a_doze(machine):
    rig = Rig(machine)
    rig.app.dark = True
    sleep = rig.clock.sleep_ms

    def slept(ms):
        sleep(ms)
        if rig.clock.now % 100 >= 50 and not rig.stirred:
            machine.level[11] = 0
            machine.irqs[11](None)

    rig.clock.sleep_ms = slept
    rig.run(3)
    assert [down for _, _, down in rig.app.steps][-1], "the step that follows finds it down"
    assert rig.app.steps[-1][0] - rig.app.steps[0][0] < 2 * config.DOZE_MS


@pytest.mark.parametrize(("before", "made_up"), [(0, 4), (1, 4), (3, 4), (4, 0)])
def test_a_press_that_an_erase_of_the_flash_hides_is_made_up_for(machine, before, made_up):
    rig = Rig(machine, costs={5: 400})
    step, downs = rig.app.step, []

    def erasing(now, codes, down):
        downs.append(down)
        if before and len(downs) == 6 - before:  # down so many looks before the erase
            machine.level[11] = 0
            machine.irqs[11](None)
        changed = step(now, codes, down)
        if len(downs) == 6:  # within it up again
            machine.level[11] = 1
            machine.irqs[11](None)
        return changed

    rig.app.step = erasing
    rig.run(13)
    assert downs == [False] * (6 - before) + [True] * (before + made_up) + [False] * (7 - made_up)


def test_a_press_that_ends_just_after_an_erase_is_made_up_for(machine):
    rig = Rig(machine, costs={1: 400})
    step, downs = rig.app.step, []

    def erasing(now, codes, down):
        downs.append(down)
        changed = step(now, codes, down)
        if len(downs) in (2, 3):  # down within the erase, up after the next look
            machine.level[11] = len(downs) - 2
            machine.irqs[11](None)
        return changed

    rig.app.step = erasing
    rig.run(9)
    assert downs == [False, False] + [True] * 4 + [False] * 3


def test_a_bounce_within_a_usual_step_is_no_press(machine):
    rig = Rig(machine)
    step, downs = rig.app.step, []

    def bouncing(now, codes, down):
        downs.append(down)
        machine.irqs[11](None)
        return step(now, codes, down)

    rig.app.step = bouncing
    rig.run(5)
    assert not any(downs)


def test_a_step_scans_shows_hears_speaks_and_stirs_a_press_in_once(machine):
    rig = Rig(machine, changes=[0])
    machine.level[11] = 0
    machine.irqs[11](None)
    rig.host.typed += b'{"do": "state"}\n'
    rig.board.serial.put(b"hello\n")
    for _ in range(2):
        rig.loop.step(0)
    assert rig.app.steps == [(0, CODES, True)] * 2
    assert (rig.app.lines, rig.host.packets, rig.stirred) == (b'{"do": "state"}\n', [b"hello\n"], [(4711, CODES)])
    for driver in (rig.board.pixels, rig.board.button):
        driver.deinit()
    timing = (400, 850, 800, 450)
    assert machine.frames == [(10, timing, bytes(6)), (10, timing, b"bacedf"), (10, timing, bytes(6))], "green first"
    assert machine.irqs[11] is None


def test_while_the_application_is_unsure_it_gets_closer_looks(machine):
    rig = Rig(machine, costs={1: 4})
    step = rig.app.step

    def doubting(*given):
        rig.app.unsure = 2 if len(rig.app.steps) == 1 else 0
        return step(*given)

    rig.app.step = doubting
    assert rig.run(4) == [0, 10, 20, 30]
    looks = [((now - rig.app.steps[0][0]) % 2**30, codes) for now, codes in rig.app.looks]
    assert looks == [(14, CODES), (16, CODES)], "as soon as they can, none made up for"
    assert [data for _, _, data in machine.frames] == [bytes(6), b"bacedf"], "the last look has changed the lights"


def test_no_garbage_is_collected_while_a_piece_is_in_doubt(machine):
    rig = Rig(machine, sensors=False, changes=[0])
    start, wait = rig.clock.now, QUIET_MS // config.SCAN_MS
    for k in range(wait + 2):
        rig.app.unsure = 1 if k == wait else 0
        rig.loop.step(rig.clock.ticks_ms())
        rig.app.unsure = 0
        rig.clock.now += config.SCAN_MS
    assert [when - start for when, _ in rig.collected] == [QUIET_MS + config.SCAN_MS]


def test_garbage_is_collected_when_it_is_quiet_and_after_a_while_of_none(machine):
    rig = Rig(machine, sensors=False, changes=[100, 101, 500, *range(600, 1000)])
    start = rig.clock.now
    rig.run(1300)
    quiet = [ms + QUIET_MS for ms in (0, 1010, 5000, 9990)]
    assert [when - start for when, _ in rig.collected] == [*quiet[:3], 6000 + COLLECT_MS, quiet[3]]


def test_a_step_that_took_long_collects_no_garbage(machine):
    for cost_ms, late in ((0, 0), (45, 1)):
        rig = Rig(machine, sensors=False, costs={QUIET_MS // config.SCAN_MS: cost_ms})
        rig.run(300)
        assert [after for _, after in rig.collected] == [QUIET_MS // config.SCAN_MS + 1 + late]


def test_a_sound_minute_forgets_the_crashes_before(machine):
    rig = Rig(machine, sensors=False)
    rig.board.restarts.add()
    rig.run(WELL_MS // config.SCAN_MS)
    assert {codes for _, codes, _ in rig.app.steps} == {None} and rig.board.restarts.count() == 1
    rig.loop.step(rig.clock.ticks_ms())
    assert rig.board.restarts.count() == 0


def test_the_rest_of_a_period_is_used_to_send(machine):
    rig = Rig(machine)
    rig.board.serial.put(b"w" * 1100 + b"\n")
    rig.run(2)
    assert len(rig.host.packets) == 5
    assert rig.clock.slept == [1, 1, 1, 7, 10]
