"""Lines in and out over the USB console, without ever waiting for the host.

    >>> serial = Serial(sys.stdin.buffer, sys.stdout.buffer, poll, taken)
    >>> serial.put(b'{"ev": "undo"}\\n')
    >>> serial.send()                   # a piece, and only if the one before has been taken
    >>> data = serial.read()            # what has come, or None

Out. MicroPython's own print() waits up to 500 ms for a host that has the port open and does not read, and without a
host it keeps the last 256 bytes, torn. So lines wait in a queue here, a piece goes out only when `taken()` says that
the USB controller has nothing left to send, and when the queue is full the oldest whole lines are given up and
counted. The very first line, `hello`, sits in the controller until a host opens the port.

In. Ctrl-C would stop the game wherever it came in a line of rubbish, so the REPL's own handling of it is off while
the game runs. Ctrl-C alone on a line (twice, or followed by a line end, or by nothing for 50 ms) still ends the game
and gives the REPL: that is what a person types and what mpremote and Thonny send.
"""

from collections import deque

READ_MAX = 64  # bytes at a time
SEND_MAX = 256  # bytes at a time: MicroPython's own buffer, empty once the last packet is taken, holds this many
LINES_MAX = 32  # waiting in the queue
BYTES_MAX = 4096  # in these lines; the longest, a guide to every hole, has 1,500
CTRL_C = 3
_QUIET_READS = 5  # one per step of 10 ms


def fault_line(code: str, where: str, text: str, *args) -> bytes:
    """The line of a `fault` event of the drivers: what goes into the text is ints and strings.

    What no line can hold becomes `?`.
    """
    texts = [_plain(text % args)] + [str(arg) if type(arg) is int else '"' + _plain(arg) + '"' for arg in args]
    line = '{"ev": "fault", "code": "%s", "args": [%s], "what": "%s", "where": "%s", "holes": [], "wires": [], '
    return (line % (code, ", ".join(texts[1:]), texts[0], where) + '"dice": [], "mended": false}\n').encode()


def _plain(text: str) -> str:
    return "".join([char if " " <= char <= "~" and char not in '"\\' else "?" for char in text])


class Serial:
    """read and send once or more a step. `dropped`: lines given up since the host was last told.

    stdin: has readinto. stdout: has write. waiting(): whether a byte has come. taken(): whether the last packet has
    gone.
    """

    def __init__(self, stdin, stdout, waiting, taken):
        self.dropped = 0
        self._stdin = stdin
        self._stdout = stdout
        self._waiting = waiting
        self._taken = taken
        self._one = bytearray(1)
        self._in = bytearray(READ_MAX + 1)  # a Ctrl-C held back comes on top
        self._line_start = True
        self._ctrl_c = False  # one stands alone on its line so far
        self._quiet = 0
        self._queue = deque((), LINES_MAX)
        self._queued = 0  # bytes
        self._told = False  # the line before this said how many were lost
        self._line = b""  # going out
        self._sent = 0  # bytes of it

    def read(self):
        """The bytes that have come, or None. KeyboardInterrupt after a Ctrl-C on its own.

        At most READ_MAX, and of one line, so that a flood of commands delays no scan by more than one of them.
        """
        count = 0
        while count < READ_MAX and self._waiting():
            self._stdin.readinto(self._one)
            byte = self._one[0]
            ends = byte == 10 or byte == 13
            if self._ctrl_c:
                if ends or byte == CTRL_C:
                    raise KeyboardInterrupt
                self._ctrl_c = False
                self._in[count] = CTRL_C
                count += 1
            elif byte == CTRL_C and self._line_start:
                self._ctrl_c = True
                self._quiet = 0
                continue
            self._in[count] = byte
            count += 1
            self._line_start = ends
            if ends and count > 1:
                break
        if self._ctrl_c:
            self._quiet += 1
            if self._quiet > _QUIET_READS:
                raise KeyboardInterrupt
        if count:
            return bytes(memoryview(self._in)[:count])
        return None

    def put(self, line: bytes) -> None:
        """Queue a line, its end included."""
        while self._queue and (len(self._queue) == LINES_MAX or self._queued + len(line) > BYTES_MAX):
            self._queued -= len(self._queue.popleft())
            self.dropped += 1
        self._queue.append(line)
        self._queued += len(line)

    def send(self) -> bool:
        """Send a piece if there is something to send and the controller is free; whether it did."""
        if self._sent == len(self._line) and not self._next():
            return False
        if not self._taken():
            return False
        end = min(self._sent + SEND_MAX, len(self._line))
        self._stdout.write(memoryview(self._line)[self._sent : end])
        self._sent = end
        return True

    def idle(self) -> bool:
        """Whether all has been sent."""
        return self._sent == len(self._line) and not self._queue

    def _next(self) -> bool:
        if self.dropped and not self._told:
            self._told = True  # send a queued line next, or a flood would get no other answer
            self._line = fault_line("lines_lost", "console", "%d lines were not read and are lost", self.dropped)
            self.dropped = 0
        elif self._queue:
            self._told = False
            self._line = self._queue.popleft()
            self._queued -= len(self._line)
        else:
            return False
        self._sent = 0
        return True


class UsbPacket:
    """Whether the USB controller has sent what it was given: `taken()`.

    Read from the controller's own memory, for MicroPython has no call for it: the control word of the endpoint tells
    that a host has configured the board, the buffer word that a packet still waits for the host to fetch it.
    MicroPython's console is endpoint 2 IN (its shared/tinyusb/tusb_config.h). mem8, mem16: of the module machine. chip:
    picohw.chip's.
    """

    CONTROL = 0x13  # highest byte of EP2 IN control, in the controller's memory
    ENABLED = 0x80
    BUFFER = 0x90  # lower half of EP2 IN buffer control
    AVAILABLE = 0x0400  # the controller's, not yet sent

    def __init__(self, mem8, mem16, chip):
        self._mem8 = mem8
        self._mem16 = mem16
        self._control = chip.usb + self.CONTROL
        self._buffer = chip.usb + self.BUFFER

    def taken(self) -> bool:
        """Configured by a host, and nothing left to send."""
        return self._mem8[self._control] & self.ENABLED != 0 and self._mem16[self._buffer] & self.AVAILABLE == 0


class Waiting:
    """Whether a byte has come, from select.poll(), without allocating: `waiting()`."""

    def __init__(self, select, stream):
        self._poll = select.poll()
        self._poll.register(stream, select.POLLIN)

    def waiting(self) -> bool:
        """True if the stream can be read now."""
        for _ in self._poll.ipoll(0):
            return True
        return False
