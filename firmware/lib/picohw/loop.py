"""The loop of the board: every SCAN_MS a scan into the application, and out of it what is to be seen and said.

While the application is unsure of a piece, scans come LOOK_MS apart, as soon as they can: a hand is answered sooner.

    >>> loop = Loop(config, board, app, time, gc.collect)
    >>> loop.run()              # until KeyboardInterrupt or a crash
    >>> loop.step(now_ms)       # or one step, under test

board: the drivers, see `Drivers` in picohw.pico. A step over a resting board allocates nothing, so garbage is collected
only after something has happened, once it is quiet: never between a piece set down and the light that answers it.

MicroPython takes a function's frame of over 11 words, locals and temporaries, from the heap. `Loop.step`, `App.step`
and `Session.tick` keep to 11: for as long as they run their frames would hold the lowest gaps, and each larger frame
within them would search the heap for another, which takes 0.7 ms.
"""

from picohw.presses import Presses

QUIET_MS = 200  # without anything happening, then it is time to collect
COLLECT_MS = 3000  # at the latest, however much happens
LOOK_FOR_MS = 3000  # from one look for sensors, on the dice alone, to the next
LATE_SCANS = 2  # at most this many are made up for, as after a long thought and new lights in one step
WELL_MS = 60000  # a loop that has run this long is sound: earlier crashes are forgotten


class Loop:
    """app: has step, look, unsure, dark, receive and pixels. clock: the module time. sensors: whether to scan.

    looks: whether to look for sensors now and then, and to scan once there are some.
    """

    def __init__(self, config, board, app, clock, collect, sensors: bool = True, looks: bool = False):
        now = clock.ticks_ms()
        self._board = board
        self._app = app
        self._clock = clock
        self._collect = collect
        self._config = config
        self._sensors = sensors
        self._looks = looks
        self._looked_ms = now
        self._presses = Presses(board.button, clock, board.entropy.stir)
        self._rail_up_ms = config.RAIL_UP_MS if config.HAS_RAIL_SWITCH else 0
        self._littered = True
        self._littered_ms = self._busy_ms = now  # when something happened: first since garbage was collected, last
        self._started_ms = now
        self._well = False

    def run(self) -> None:
        """Steps at their times; what is left of each period is slept through, or used to send."""
        board, clock = self._board, self._clock
        due = clock.ticks_ms()
        while True:
            dozes = self._sensors and self._app.dark
            if dozes and self._rail_up_ms:
                board.rail.value(1)
                clock.sleep_ms(self._rail_up_ms)
            now = clock.ticks_ms()
            self.step(now)
            self.looks(now)
            if dozes and self._app.dark:
                self._doze()
                due = clock.ticks_ms()
                continue
            if self._looks and self._app.dark and not self._littered and board.sleep and board.sleep():
                self._presses.watched()  # a bounce has woken it, or a press that is still held
                self._happened(clock.ticks_ms())  # or a press would meet a loop that falls asleep again at once
            due = clock.ticks_add(due, self._config.SCAN_MS)
            if clock.ticks_diff(clock.ticks_ms(), due) > LATE_SCANS * self._config.SCAN_MS:
                due = clock.ticks_ms()  # a step took long (the flash was written): go on from here, do not catch up
            self._rest(due)

    def step(self, now: int) -> None:
        """One period's work."""
        board = self._board
        board.watchdog.feed()
        if self._looks and self._clock.ticks_diff(now, self._looked_ms) >= LOOK_FOR_MS:
            self._looked_ms = now
            self._sensors = board.scan.present()
            self._looks = not self._sensors
            self._happened(now)
        codes = board.scan.read() if self._sensors else None
        down = self._presses.down(board.scan.codes)
        if self._app.step(now, codes, down):
            board.pixels.show(self._app.pixels)
            self._happened(now)
        data = board.serial.read()
        if data is not None:
            self._app.receive(now, data)
            self._happened(now)
        if board.serial.send():
            self._happened(now)
        board.heartbeat.step(now)
        if board.buzzer:
            board.buzzer.step()
        if not self._app.unsure:
            self._tidy(now)
        if not self._well and self._clock.ticks_diff(now, self._started_ms) >= WELL_MS:
            self._well = True
            board.restarts.clear()

    def _doze(self) -> None:
        # Until the next look at a board at rest, or an edge of the button.
        board, clock = self._board, self._clock
        if self._rail_up_ms:
            board.rail.value(0)
        until = clock.ticks_add(clock.ticks_ms(), self._config.DOZE_MS)
        while clock.ticks_diff(until, clock.ticks_ms()) > 0 and not self._presses.edge():
            board.serial.send()
            clock.sleep_ms(self._config.SCAN_MS)
        self._presses.watched()  # a bounce is no press

    def looks(self, now: int) -> None:
        """The closer looks that the step begun at `now` has left to be taken."""
        clock = self._clock
        while self._app.unsure:
            now = clock.ticks_add(now, self._config.LOOK_MS)
            self._rest(now)
            if self._app.look(clock.ticks_ms(), self._board.scan.read()):
                self._board.pixels.show(self._app.pixels)
                self._happened(now)

    def _happened(self, now: int) -> None:
        self._busy_ms = now
        if not self._littered:
            self._littered = True
            self._littered_ms = now

    def _tidy(self, now: int) -> None:
        diff = self._clock.ticks_diff
        if self._littered and (diff(now, self._busy_ms) >= QUIET_MS or diff(now, self._littered_ms) >= COLLECT_MS):
            if diff(self._clock.ticks_ms(), now) < self._config.SCAN_MS:  # else the step has taken long enough
                self._collect()
                self._littered = False

    def _rest(self, due: int) -> None:
        clock = self._clock
        serial = self._board.serial
        while True:
            left = clock.ticks_diff(due, clock.ticks_ms())
            if left <= 0:
                return
            serial.send()
            clock.sleep_ms(left if serial.idle() else 1)
