"""The host at the other end of the USB cable: a serial port that behaves like a real one.

rp2040py's own host answers every idle read with an empty packet and sends no start of frame. The firmware would then
spend most of its time in the USB interrupt, and what it printed before the port was open would stay in its buffer. This
host answers NAK while it has nothing to send, and sends a start of frame each millisecond.

    port = HostPort(mcu)
    port.send(b'{"do": "state"}\n')
    port.received                           # bytearray of all that came
    port.listen(False)                      # the cable is in, but no program reads the port
"""

from rp2040py.usb.cdc import USBCDC

_SOF_NS = 1e6
_SOF_BIT = 1 << 17  # DEV_SOF in INTR and INTE
_SOF_RD = 0x48
_IN_CONTROL, _OUT_CONTROL = 0x80, 0x84  # buffer control of endpoint 0 in the dual-port RAM, 8 bytes an endpoint
_AVAILABLE = 1 << 10
_FIFO_FILL = 256  # of the emulator's 512-byte buffer, which drops any excess


class HostPort:
    """received: all bytes from the board. plugged: False for a charger, which gives power and never speaks."""

    def __init__(self, mcu, plugged=True):
        self.received = bytearray()
        self.connected = False
        self._mcu = mcu
        self._usb = mcu.usb_ctrl
        self._waiting = bytearray()  # to the board
        self._armed = None  # a pending OUT transfer, answered by NAK
        self._held = []  # IN transfers not fetched while nobody listens
        self._listening = True
        self._cdc = USBCDC(self._usb)
        self._cdc.on_serial_data = self.received.extend
        self._cdc.on_device_connected = self._on_connected
        self._wrap()
        self._feed = mcu.clock.create_alarm(self._feed_now)
        self._sof = mcu.clock.create_alarm(self._sof_now)
        if plugged:
            self._sof.schedule(_SOF_NS)
        else:
            self._usb.on_usb_enabled = None

    def send(self, data: bytes) -> None:
        """Queue bytes for the board, sent as fast as it accepts them."""
        self._waiting += data
        self._feed.schedule(0)

    @property
    def unsent(self) -> int:
        """Bytes that the board has not taken yet."""
        return len(self._waiting) + self._cdc.tx_fifo.item_count

    def listen(self, on: bool) -> None:
        """Whether a program has the port open and reads it."""
        if on == self._listening:
            return
        self._listening = on
        if self.connected:
            self._cdc.set_control_lines(dtr=on, rts=on)
        if on:
            held, self._held = self._held, []
            for offset, value in held:
                self._usb.dpram_updated(offset, value)

    # --- changes to rp2040py's controller ---------------------------------------------------------------------

    def _wrap(self) -> None:
        usb, cdc = self._usb, self._cdc
        stock_read, stock_reset, stock_updated, stock_register = (
            usb.on_endpoint_read,
            usb.on_reset,
            usb.dpram_updated,
            usb.read_uint32,
        )

        def on_read(endpoint, size):
            if endpoint > 0 and endpoint == cdc._out_endpoint and cdc.tx_fifo.empty:
                self._armed = (endpoint, size)
            else:
                stock_read(endpoint, size)

        def on_reset():
            self._armed = None
            self._held.clear()
            self._waiting.clear()
            self.connected = False
            stock_reset()

        def dpram_updated(offset, value):
            to_host = offset == _IN_CONTROL + 8 * cdc._in_endpoint
            if to_host and cdc._in_endpoint > 0 and value & _AVAILABLE and not self._listening:
                self._held.append((offset, value))
            else:
                stock_updated(offset, value)

        def read_uint32(offset):
            if offset == _SOF_RD and usb._int_raw & _SOF_BIT:
                usb._int_raw &= ~_SOF_BIT
                usb.check_interrupts()
            return stock_register(offset)

        self._stock_read = stock_read
        usb.on_endpoint_read, usb.on_reset = on_read, on_reset
        usb.dpram_updated, usb.read_uint32 = dpram_updated, read_uint32

    def _on_connected(self) -> None:
        self.connected = True
        if self._waiting:
            self._feed.schedule(_SOF_NS)

    def _feed_now(self) -> None:
        fifo = self._cdc.tx_fifo
        while self._waiting and self.connected and fifo.item_count < _FIFO_FILL:
            fifo.push(self._waiting.pop(0))
        if self._armed and not fifo.empty:
            armed, self._armed = self._armed, None
            self._stock_read(*armed)
        if self._waiting:
            self._feed.schedule(_SOF_NS)

    def _sof_now(self) -> None:
        self._sof.schedule(_SOF_NS)
        usb = self._usb
        if self.connected:
            usb._sof_frame_number = (usb._sof_frame_number + 1) & 0x7FF
            if usb._int_enable & _SOF_BIT:
                usb._int_raw |= _SOF_BIT
                usb.check_interrupts()
