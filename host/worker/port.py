"""A board on USB whose port the page has: bytes come from the page's script and go there.

>>> board_on(worker)        # of a host.sim.client.Client; worker.bytes_in is None while there is no port
"""

from host.usb.port import BoardLink, PortError, RemovableBoard


class PageLink(BoardLink):
    """As on a computer's own port; worker: has `bytes_in` and `bytes_out`."""

    def __init__(self, worker):
        self._worker = worker
        super().__init__("USB")

    def _open(self) -> None:
        if self._worker.bytes_in is None:
            raise PortError("the port is closed: is the board plugged in?")

    def close(self) -> None:
        """The page keeps the port."""

    def wait(self, ms: int) -> None:
        """Hand on what has come; time passes elsewhere."""
        worker = self._worker
        if worker.bytes_in is None:
            raise self._gone()
        while worker.bytes_in:
            self._take(worker.bytes_in.pop(0))

    def _write(self, data: bytes) -> None:
        self._worker.bytes_out.append(data.decode())


def board_on(worker) -> RemovableBoard:
    """The board behind the page's port, whenever it is there."""
    return RemovableBoard(lambda: PageLink(worker), lambda s: None)
