"""A board on USB whose port belongs to the page: its bytes pass through the page's script.

>>> RemovableBoard(lambda: PageLink(worker))    # of a host.sim.client.Client
"""

from host.usb.port import BoardLink, PortError


class PageLink(BoardLink):
    """A BoardLink through the page; worker: has `bytes_out` and `bytes_in`, which is None while there is no port."""

    def __init__(self, worker):
        self._worker = worker
        super().__init__("USB")

    def _open(self) -> None:
        if self._worker.bytes_in is None:
            raise PortError("the port is closed: is the board plugged in?")

    def close(self) -> None:
        """Do nothing: the page keeps the port."""

    def wait(self, ms: int) -> None:
        """Pass on what has arrived; time passes elsewhere."""
        worker = self._worker
        if worker.bytes_in is None:
            raise self._gone()
        while worker.bytes_in:
            self._take(worker.bytes_in.pop(0))

    def _write(self, data: bytes) -> None:
        self._worker.bytes_out.append(data.decode())
