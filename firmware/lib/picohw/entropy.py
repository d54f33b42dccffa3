"""Random bits for the dice: 32 at a time, from a pool that everything unpredictable on the board is stirred into.

    >>> entropy = Entropy(os.urandom, hashlib.sha256, time.ticks_us)
    >>> entropy.stir(button.edge_us, scan.codes)
    >>> entropy()
    2836194823

Where they come from: os.urandom on the RP2040 reads the random bit of the ring oscillator, a free-running oscillator
of some MHz whose phase drifts against the crystal (datasheet, 2.17.5). That bit alone is biased and its samples hang
together, so eight times as many as needed are taken and hashed. Then the microsecond at which the button moved goes
in, contact bounce included, and the noise of the ADC codes at that moment: even with a dead oscillator nobody could
time a press to the microsecond. SHA-256 makes of all this evenly distributed bits; what has been given out says
nothing about what comes next, because the pool itself never is. Why the dice are fair then: companion.game.dice uses
two bits a die, each bit once.
"""


class Entropy:
    """Callable: an int of 32 random bits. urandom: of os. sha256: of hashlib. ticks_us: of time."""

    def __init__(self, urandom, sha256, ticks_us):
        self._urandom = urandom
        self._sha256 = sha256
        self._ticks_us = ticks_us
        self._pool = bytes(32)
        self._mix(b"pool", urandom(64))

    def __call__(self) -> int:
        self._mix(b"time", self._urandom(32))
        bits = self._sha256(b"dice" + self._pool).digest()
        return bits[0] << 24 | bits[1] << 16 | bits[2] << 8 | bits[3]

    def stir(self, ticks_us: int, codes) -> None:
        """Mix in the time of an event from outside, such as an edge of the button, and a scan of ADC codes."""
        self._mix(b"edge%d" % ticks_us, codes)

    def _mix(self, label: bytes, data) -> None:
        pool = self._sha256(self._pool)
        pool.update(label)
        pool.update(b"%d" % self._ticks_us())
        pool.update(data)
        self._pool = pool.digest()
