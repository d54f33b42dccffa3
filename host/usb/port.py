"""A board's serial port: finds it by USB id, opens it, and carries lines of JSON both ways.

    with BoardLink(find_port()) as link:
        client = Client(link)                 # host.sim.client
        link.greet()                          # {'ev': 'state', ...}
        client.send({"do": "undo"})
        event = client.event(timeout_ms=5000)

A PortError is one line that says what is wrong and what to do. Input that is not an event (part of a line, a prompt,
lost bytes) is skipped and counted.
"""

import errno
import json
import time

from companion import VERSION
from daldos.errors import DaldosError
from host.sim.client import ASKED
from host.usb.heard import heard

USB_ID = (0x2E8A, 0x0005)  # a Raspberry Pi Pico that runs MicroPython
BOOTSEL_ID = (0x2E8A, 0x0003)
BAUD = 115200  # meaningless over USB
GREET_S = 5.0  # a board that does not answer within this time is gone
GREET_LOOK_MS = 100
_READ_S = 0.01  # timeout of one read
ASK_MS = 1000  # between checks whether it is still there
RETRY_MS = 500
_OURS = [int(part) for part in VERSION.split(".")[:2]]
_LINE_MAX = 1 << 20  # more bytes than this without a line end are dropped


class PortError(DaldosError):
    """Why a board cannot be reached: the port, what is wrong, what to do."""


def find_port(ports=None) -> str:
    """The port of the one board that is attached; PortError if there is none, or more than one.

    ports: objects with `device`, `vid`, `pid`, `serial_number`; by default, this computer's.
    """
    if ports is None:
        from serial.tools.list_ports import comports

        ports = comports()
    boards = sorted((port for port in ports if (port.vid, port.pid) == USB_ID), key=lambda port: port.device)
    if len(boards) == 1:
        return boards[0].device
    if boards:
        found = ", ".join(f"{port.device} (serial number {port.serial_number})" for port in boards)
        raise PortError("%s boards are attached: %s; name one with --port", len(boards), found)
    if any((port.vid, port.pid) == BOOTSEL_ID for port in ports):
        raise PortError("a Pico in BOOTSEL mode is attached, without firmware: run tools/flash.sh")
    raise PortError(
        "no board found: is it plugged in, by a cable that carries data, not power only? Without firmware, run "
        "tools/flash.sh; on another port, name it with --port"
    )


class _AtPort:
    # What a host.sim.client.Client needs of any board at a port: its LEDs cannot be seen from here.

    pixels = None

    def __init__(self):
        self._subscribers: list = []

    @property
    def now_ms(self) -> int:
        """The host's clock."""
        return now_ms()

    def subscribe(self, hear) -> None:
        """hear(event) is called with all that the board says from now on."""
        self._subscribers.append(hear)

    def _say(self, event: dict) -> None:
        for hear in self._subscribers:
            hear(event)


class BoardLink(_AtPort):
    """An open port as the board of a host.sim.client.Client.

    port: its name. noise: the number of lines that were not events; last_noise: the last one. state: the answer to
    `hail`, None until received; earlier events are skipped. heard_ms: when it or an event has last come.
    """

    plugged = True

    def __init__(self, port: str):
        super().__init__()
        self.port = port
        self.noise = 0
        self.last_noise = ""
        self.state: dict = None
        self.heard_ms = now_ms()
        self._fill = bytearray()
        self._hailed = False
        self._open()

    def _open(self) -> None:
        import serial

        try:
            # Exclusive, or two programs would each get half of the board's output.
            self._serial = serial.Serial(self.port, BAUD, timeout=_READ_S, write_timeout=GREET_S, exclusive=True)
        except (OSError, ValueError) as error:  # serial's errors are among them
            raise _refusal(self.port, error) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Close the port."""
        try:
            self._serial.close()
        except OSError:
            pass  # it was pulled out

    def send(self, command) -> None:
        """Send one command to the board: a dict, or a raw line."""
        text = command if isinstance(command, str) else json.dumps(command)
        self._write(text.encode() + b"\n")

    def hail(self) -> None:
        """Ask for the board's `state`, after ending any partial line left by another program; see `state`."""
        self.state = None
        self._hailed = True
        self._write(b"\n")
        self.send({"do": "state"})

    def greet(self, timeout_s: float = GREET_S) -> dict:
        """Wait for the board's `state`, which shows that it is there and listens."""
        self.hail()
        for _ in range(max(1, int(timeout_s * 1000 / GREET_LOOK_MS))):  # by count: the clock may jump
            self.wait(GREET_LOOK_MS)
            if self.state is not None:
                return self.state
        raise self.silence()

    def wait(self, ms: int) -> None:
        """Pass on events until one has come or the time is over. PortError when the board is gone."""
        end = time.monotonic() + ms / 1000
        while True:
            try:
                waiting = self._serial.in_waiting
                data = self._serial.read(waiting or 1) if waiting or ms else b""
            except OSError:
                raise self._gone() from None
            if self._take(data) or time.monotonic() >= end:
                return

    def silence(self) -> PortError:
        """The error for a board that does not answer."""
        rest = bytes(self._fill).decode("utf-8", "replace")
        if ">>>" in self.last_noise + rest or "NameError" in self.last_noise:
            return PortError(
                "%s: MicroPython's prompt answers, not the game: unplug the board and plug it in again. If the prompt "
                "answers again, the companion is not on it: tools/flash.sh puts it there",
                self.port,
            )
        noise = PortError(" (%d lines came that no board writes)", self.noise) if self.noise else ""
        return PortError(
            "%s: no answer within %g s%s; is the firmware on it? tools/flash.sh puts it there",
            *(self.port, GREET_S, noise),
        )

    def _write(self, data: bytes) -> None:
        import serial

        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            raise PortError("%s: it takes no input; is it a board? Unplug it and plug it in again", self.port) from None
        except OSError:
            raise self._gone() from None

    def _gone(self) -> PortError:
        return PortError("%s: the board is gone, unplugged or restarted", self.port)

    def _take(self, data: bytes) -> bool:
        # Whether an event has come.
        self._fill += data
        *lines, rest = self._fill.split(b"\n")
        self._fill = bytearray(rest[-_LINE_MAX:])
        came = False
        for line in lines:
            event = heard(bytes(line))
            if event is not None and self._hailed:
                if event["ev"] == "state":
                    self._hailed = False
                    self.state = event
                    came = True
            elif event is not None:
                came = True
                self._say(event)
            elif line.strip():
                self.noise += 1
                self.last_noise = line.decode("utf-8", "replace").strip()
        if came:
            self.heard_ms = now_ms()
        return came


class RemovableBoard(_AtPort):
    """A board that can be unplugged: its port is opened again when it returns.

    open_link: opens a BoardLink, a PortError if there is no board. trouble: why there is none, once that is known. Its
    subscribers are given a `link` event when it comes (`port`, and in `older` the version of its firmware if that is
    older than this program) and when it goes (`port` None, and `why`). older: that of the board that is there, or "".
    """

    older = ""

    def __init__(self, open_link, sleep=time.sleep):
        super().__init__()
        self.plugged = False
        self.trouble: PortError = None
        self._open_link = open_link
        self._sleep = sleep
        self._link: BoardLink = None
        self._due_ms = 0  # when to try again, or to ask again whether it is there

    def send(self, command) -> None:
        """A command to the board; nothing comes of it when that has just gone."""
        self._do(lambda: self._link.send(command))

    def wait(self, ms: int) -> None:
        """Pass on events until one has come or the time is over; look after the port."""
        if self._link is None and self.now_ms >= self._due_ms:
            self._do(self._open)
        if self._link is None:
            self._sleep(ms / 1000)
        else:
            self._do(lambda: self._listen(ms))

    def close(self) -> None:
        """Close the port."""
        if self._link is not None:
            self._link.close()
        self._link = None
        self.plugged = False

    def _do(self, action) -> None:
        try:
            action()
        except PortError as error:
            self.close()
            self._due_ms = self.now_ms + RETRY_MS
            if str(error) != str(self.trouble):  # said once, however often it is tried
                self.trouble = error
                self._say({"ev": "link", "port": None, "why": error, "older": ""})

    def _open(self) -> None:
        self._link = self._open_link()
        self._link.subscribe(self._say)
        self._link.hail()
        self._due_ms = self.now_ms

    def _listen(self, ms: int) -> None:
        self._link.wait(ms)
        now = self.now_ms
        if not self.plugged and self._link.state:
            self.plugged = True
            self.trouble = None
            self.older = older(self._link.state["version"])
            self._say({"ev": "link", "port": self._link.port, "why": "", "older": self.older})
        if now - self._link.heard_ms > 1000 * GREET_S:
            if not self.plugged:
                raise self._link.silence()
            raise PortError("%s: the board has been silent for %g s", self._link.port, GREET_S)
        if self.plugged and now >= self._due_ms:
            self._due_ms = now + ASK_MS
            self._link.send({"do": "state", "id": ASKED})


def removable(port: str) -> RemovableBoard:
    """The board at this port, or the attached one if it is empty; it may come and go."""
    return RemovableBoard(lambda: BoardLink(port or find_port()))


def older(version: "str | None") -> str:
    """The version of a board's firmware if its protocol is older than this program's, "?" if it says none; or ""."""
    if not version:
        return "?"
    try:
        return version if [int(part) for part in version.split(".")[:2]] < _OURS else ""
    except ValueError:  # one that is not known here
        return ""


def now_ms() -> int:
    """The time by a clock that only runs on."""
    return int(time.monotonic() * 1000)


def _refusal(port: str, error) -> PortError:
    number = getattr(error, "errno", None)
    reason = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in reason:
        return PortError("%s: there is no such port; is the board plugged in?", port)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in reason:
        return PortError(
            "%s: no permission, or in use by another program; on Linux join the group that owns it (dialout)", port
        )
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in reason:
        return PortError("%s: in use by another program: close it (a terminal, Thonny, mpremote, another daldos)", port)
    return PortError("%s: cannot be opened: %s", port, reason)
