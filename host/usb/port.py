"""The serial port that a board is on: found by its USB id, opened, and its lines of JSON both ways.

    with BoardLink(find_port()) as link:
        link.greet()                          # {'ev': 'state', ...}
        link.send({"do": "undo"})
        event = link.event(timeout_s=5)

A PortError is one line that says what is wrong and what to do. What comes in and is no event (the rest of a line, a
prompt, bytes lost) is passed over and counted.
"""

import errno
import json
import time

from host.usb.heard import heard

USB_ID = (0x2E8A, 0x0005)  # a Raspberry Pi Pico that runs MicroPython
BOOTSEL_ID = (0x2E8A, 0x0003)
BAUD = 115200  # of no meaning over USB
GREET_S = 5.0  # within which a board must answer
_READ_S = 0.1  # one read of the port waits this long
_LINE_MAX = 1 << 20  # bytes without an end of line are dropped beyond


class PortError(ValueError):
    """No talking to a board: which port, what is wrong, what to do."""


def list_ports() -> list:
    """All serial ports of this computer, as pyserial describes them."""
    from serial.tools.list_ports import comports

    return list(comports())


def find_port(ports=None) -> str:
    """The port of the one board that is attached; PortError if there is none, or more than one.

    ports: of objects with `device`, `vid`, `pid`, `serial_number`; left out, those of this computer.
    """
    ports = list_ports() if ports is None else ports
    boards = sorted((port for port in ports if (port.vid, port.pid) == USB_ID), key=lambda port: port.device)
    if len(boards) == 1:
        return boards[0].device
    if boards:
        found = ", ".join(f"{port.device} (serial number {port.serial_number})" for port in boards)
        raise PortError(f"{len(boards)} boards are attached: {found}; name one with --port")
    if any((port.vid, port.pid) == BOOTSEL_ID for port in ports):
        raise PortError("a Pico in BOOTSEL mode is attached, without firmware: run tools/flash.sh")
    raise PortError(
        "no board found: is it plugged in, by a cable that carries data, not power only? Without firmware, run "
        "tools/flash.sh; on another port, name it with --port"
    )


class BoardLink:
    """port: its name. noise: lines that came and were no events, the last one in `last_noise`."""

    def __init__(self, port: str):
        import serial

        self.port = port
        self.noise = 0
        self.last_noise = ""
        self._failures = (serial.SerialException, OSError)
        self._fill = bytearray()
        self._events = []
        try:
            # Exclusively, or two programs would each get half of what the board says.
            self._serial = serial.Serial(port, BAUD, timeout=_READ_S, write_timeout=GREET_S, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            raise PortError(_refusal(port, error)) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Let the port go."""
        try:
            self._serial.close()
        except self._failures:
            pass  # it was pulled out

    def send(self, command: dict) -> None:
        """One command to the board."""
        self._write(json.dumps(command).encode() + b"\n")

    def greet(self, timeout_s: float = GREET_S) -> dict:
        """The board's `state`: it is there and listens. What was said before is passed over."""
        self._write(b"\n")  # ends what another program may have left half written
        self.send({"do": "state"})
        end = time.monotonic() + timeout_s
        while True:
            event = self.event(end - time.monotonic())
            if event is None:
                raise PortError(self._silence(timeout_s))
            if event["ev"] == "state":
                return event

    def event(self, timeout_s: float):
        """The next event as a dict, or None if none comes in time. PortError when the board is gone."""
        end = time.monotonic() + max(0.0, timeout_s)
        while not self._events:
            try:
                data = self._serial.read(max(1, self._serial.in_waiting))
            except self._failures:
                raise PortError(f"{self.port}: the board is gone, unplugged or restarted") from None
            self._take(data)
            if not data and time.monotonic() >= end:
                return None
        return self._events.pop(0)

    def waiting(self) -> list:
        """The events that have come by now, without waiting for more. PortError when the board is gone."""
        try:
            count = self._serial.in_waiting
            data = self._serial.read(count) if count else b""
        except self._failures:
            raise PortError(f"{self.port}: the board is gone, unplugged or restarted") from None
        self._take(data)
        events, self._events = self._events, []
        return events

    def put_back(self, event: dict) -> None:
        """The next event is this one again."""
        self._events.insert(0, event)

    def _write(self, data: bytes) -> None:
        import serial

        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            raise PortError(f"{self.port}: it takes no input; is it a board? Unplug it and plug it in again") from None
        except self._failures:
            raise PortError(f"{self.port}: the board is gone, unplugged or restarted") from None

    def _take(self, data: bytes) -> None:
        self._fill += data
        *lines, rest = self._fill.split(b"\n")
        self._fill = bytearray(rest[-_LINE_MAX:])
        for line in lines:
            event = heard(bytes(line))
            if event is not None:
                self._events.append(event)
            elif line.strip():
                self.noise += 1
                self.last_noise = line.decode("utf-8", "replace").strip()

    def _silence(self, timeout_s: float) -> str:
        rest = bytes(self._fill).decode("utf-8", "replace")
        if ">>>" in self.last_noise + rest or "NameError" in self.last_noise:
            return f"{self.port}: MicroPython's prompt answers, not the game: mpremote reset starts it again"
        heard = f" ({self.noise} lines came that are not its language)" if self.noise else ""
        return (
            f"{self.port}: no answer within {timeout_s:g} s{heard}; is the firmware on it? tools/flash.sh puts it there"
        )


def _refusal(port: str, error) -> str:
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return f"{port}: there is no such port; is the board plugged in?"
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        return f"{port}: no permission, or in use by another program; on Linux join the group that owns it (dialout)"
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in text:
        return f"{port}: in use by another program: close it (a terminal, Thonny, mpremote, another daldos)"
    return f"{port}: cannot be opened: {text}"
