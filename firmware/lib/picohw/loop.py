"""The loop of the board: every SCAN_MS a scan into the application, and out of it what is to be seen and said.

While the application is unsure of a piece, scans come LOOK_MS apart, as soon as they can: a hand is answered sooner.

    >>> loop = Loop(config, board, app, time, gc.collect)
    >>> loop.run()              # until KeyboardInterrupt or a crash
    >>> loop.step(now_ms)       # or one step, under test

board: the drivers, see `Drivers` in picohw.pico. A step over a resting board allocates nothing, so garbage is collected
only after something has happened, once it is quiet: never between a piece set down and the light that answers it.
"""

QUIET_MS = 200  # without anything happening, then it is time to collect
COLLECT_MS = 3000  # at the latest, however much happens
LOOK_FOR_MS = 3000  # from one look for sensors, on the dice alone, to the next
LATE_SCANS = 2  # at most this many are made up for, as after a long thought and new lights in one step
MISSED_MS = 30  # a step that took longer may have missed a press: its edge is latched
MISSED_STEPS = 4  # such a press counts as held for so many steps, long enough for the debounce
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
        self._scan_ms = config.SCAN_MS
        self._look_ms = config.LOOK_MS
        self._sensors = sensors
        self._looks = looks
        self._looked_ms = now
        self._edge_us = board.button.edge_us
        self._polled_ms = now
        self._was_down = False
        self._held_steps = 0  # for so many more, the button counts as down
        self._doze_ms = config.DOZE_MS
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
                self._polled_ms = clock.ticks_ms()  # a bounce has woken it, or a press that is still held
                self._happened(self._polled_ms)  # or a press would meet a loop that falls asleep again at once
            due = clock.ticks_add(due, self._scan_ms)
            if clock.ticks_diff(clock.ticks_ms(), due) > LATE_SCANS * self._scan_ms:
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
        if self._app.step(now, codes, self._down()):
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

    def _down(self) -> bool:
        # Whether the button is down. While the flash is erased nothing runs, for 400 ms at worst; the edges of a press
        # that came and went meanwhile are latched, and known as soon as it is over.
        button = self._board.button
        down = button.down()
        now = self._clock.ticks_ms()
        if button.edge_us != self._edge_us:
            self._edge_us = button.edge_us
            self._board.entropy.stir(self._edge_us, self._board.scan.codes)
            if not down and self._clock.ticks_diff(now, self._polled_ms) >= MISSED_MS and not self._was_down:
                self._held_steps = MISSED_STEPS
        self._polled_ms = now
        self._was_down = down
        if self._held_steps:
            self._held_steps -= 1
            return True
        return down

    def _doze(self) -> None:
        # Until the next look at a board at rest, or an edge of the button.
        board, clock = self._board, self._clock
        if self._rail_up_ms:
            board.rail.value(0)
        until = clock.ticks_add(clock.ticks_ms(), self._doze_ms)
        while clock.ticks_diff(until, clock.ticks_ms()) > 0 and board.button.edge_us == self._edge_us:
            board.serial.send()
            clock.sleep_ms(self._scan_ms)
        self._polled_ms = clock.ticks_ms()  # the button was watched, so a bounce is no press

    def looks(self, now: int) -> None:
        """The closer looks that the step begun at `now` has left to be taken."""
        clock = self._clock
        while self._app.unsure:
            now = clock.ticks_add(now, self._look_ms)
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
            if diff(self._clock.ticks_ms(), now) < self._scan_ms:  # else the step has taken long enough
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
