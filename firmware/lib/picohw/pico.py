"""The composition of the board: the drivers built from config, the application given to them, and what if it fails.

    >>> Pico(config, None, store).run(App, Dice)       # firmware/main.py

A crash is written to `crash.txt`, said as a `fault`, and the board restarts into the same game. After three crashes
or hangs, none of which was followed by a sound minute, it starts in a safe mode instead: the roller and the console,
without sensors and without touching what is saved. A crash there ends in the REPL.
"""

import gc
import hashlib
import io
import os
import select
import sys
import time

import machine
import micropython

from picohw.button import Button
from picohw.chip import PICO, chip_of, is_radios
from picohw.entropy import Entropy
from picohw.heartbeat import Heartbeat
from picohw.loop import Loop
from picohw.pixels import Pixels
from picohw.scan import Scan
from picohw.serial import Serial, UsbPacket, Waiting, fault_line
from picohw.store import StoreError
from picohw.watchdog import Restarts, Watchdog

if False:  # only for the type checker; the compiler drops it
    from picohw.bare import Either

CRASHES_MAX = 3
CRASH_FILE = "crash.txt"
_CRASH_BYTES = 2000  # kept of the last crash
_FAREWELL_MS = 200  # for the fault to be sent before the restart


class Drivers:
    """The drivers, each by its name; buzzer is None if not fitted, sleep where the board does not sleep.

    rail: a pin that is low while what hangs on it is off: the regulator of the sensors, or the LEDs of the dice alone.
    """

    def __init__(self, config):
        pin = machine.Pin
        name = os.uname()[4]
        chip = chip_of(name)
        self.watchdog = Watchdog(machine, chip, config.WATCHDOG_MS)
        self.restarts = Restarts(machine.mem32, chip)
        self.rail = pin(config.PIN_RAIL_OFF, pin.OUT, value=1)
        self.buzzer = self.sleep = None
        if config.HAS_BUZZER:  # on most boards it is not, and would take 0.6 KB of heap
            from picohw.buzzer import Buzzer

            self.buzzer = Buzzer(machine.PWM(pin(config.PIN_BUZZER)))
        self.scan = Scan(config, machine, chip)
        self.pixels = Pixels(machine, pin(config.PIN_PIXELS, pin.OUT), config.DICE_LEDS + config.HOLE_LEDS)
        self.button: Button | Either = Button(pin(config.PIN_BUTTON, pin.IN, pin.PULL_UP), time.ticks_us)
        led = config.PIN_HEARTBEAT
        self.heartbeat = Heartbeat(None if is_radios(led, name) else pin(led, pin.OUT))
        self.entropy = Entropy(os.urandom, hashlib.sha256, time.ticks_us)
        stdin = sys.stdin.buffer
        packet = UsbPacket(machine.mem8, machine.mem16, chip)
        self.serial = Serial(stdin, sys.stdout.buffer, Waiting(select, stdin).waiting, packet.taken)
        micropython.kbd_intr(-1)  # from here on Ctrl-C is for picohw.serial to judge

    def deinit(self) -> None:
        """Dark, silent, off; Ctrl-C and the REPL as MicroPython has them."""
        self.watchdog.deinit()
        for driver in (self.pixels, self.scan, self.button, self.heartbeat, self.buzzer):
            if driver:
                driver.deinit()
        self.rail.value(0)
        micropython.kbd_intr(3)


class Pico:
    """A board that runs an application.

    problem: why the board's own config.py is not used, None if it is, or there is none. store: where all is kept.
    """

    def __init__(self, config, problem, store):
        self._config = config
        self._problem = problem
        self._store = store
        self._board = Drivers(config)

    def run(self, app_class, dice_class) -> None:
        """Run until Ctrl-C, which is raised again for the REPL. Does not return otherwise: a crash restarts the board.

        app_class: makes the application from (config, store, dice, write, runtime); dice_class: makes dice from
        entropy, twice: for throws, and for the ids of games.
        """
        board = self._board
        if board.watchdog.fired():
            board.restarts.add()
        safe = board.restarts.count() >= CRASHES_MAX
        board.heartbeat.alarm = safe
        try:
            self._start(app_class, dice_class, safe).run()
        except Exception as error:
            self._crashed(error)
            if safe:
                raise
            machine.reset()
        finally:
            board.deinit()

    def _start(self, app_class, dice_class, safe: bool) -> Loop:
        board = self._board
        store = None if safe else self._store  # None: the roller, and nothing is kept
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        runtime = "MicroPython %s, %s" % (version, os.uname()[4])
        app = app_class(self._config, store, dice_class(board.entropy, board.entropy), board.serial.put, runtime)
        if board.buzzer:
            app.output.hear = board.buzzer.hear
        if not safe:
            app.monitor.pulls.test = board.scan.pull_test
        app.service.bootsel = self._bootsel
        app.mirror.free = app.outbox.free = board.serial.idle
        bare = not safe and not board.scan.present()
        if bare:  # imported only here: the boat has no use for it
            from _rp2 import bootsel_button

            from picohw.bare import Blinks, Either

            board.button = Either(board.button, bootsel_button, time.ticks_us)
            if not board.buzzer:
                board.heartbeat = Blinks(board.heartbeat.pin)
                app.output.hear = board.heartbeat.hear
            if os.uname()[4] == PICO:
                from picohw.sleep import Sleep

                board.sleep = Sleep(machine, self._config)
        app.start(time.ticks_ms(), bare, self._problem)
        if safe:
            text = "safe mode after repeated failures: roller only, see %s"
            board.serial.put(fault_line("safe_mode", "firmware", text, CRASH_FILE))
        elif board.watchdog.fired():
            board.serial.put(fault_line("hung", "firmware", "the program hung, and the watchdog restarted it"))
        elif board.restarts.count():
            text = "the program crashed and was restarted, see %s"
            board.serial.put(fault_line("crashed", "firmware", text, CRASH_FILE))
        gc.collect()
        # Only now: to take up a long game may need time, and a board that restarts for ever helps no one.
        board.watchdog.start()
        return Loop(self._config, board, app, time, gc.collect, not (safe or bare), bare)

    def _bootsel(self) -> None:
        self._board.deinit()  # the watchdog too
        machine.bootloader()

    def _crashed(self, error: Exception) -> None:
        board = self._board
        gc.collect()
        board.restarts.add()
        text = io.StringIO()
        sys.print_exception(error, text)
        try:
            self._store.replace(CRASH_FILE, text.getvalue()[-_CRASH_BYTES:].encode())
        except StoreError:
            pass  # the flash itself may have failed; report the fault anyway
        board.serial.put(fault_line("crash", "firmware", "crash: %s %s", type(error).__name__, str(error)))
        self._farewell()

    def _farewell(self) -> None:
        # What is still to be sent goes out before the restart.
        board = self._board
        start = time.ticks_ms()
        while not board.serial.idle() and time.ticks_diff(time.ticks_ms(), start) < _FAREWELL_MS:
            board.serial.send()
            time.sleep_ms(1)
