"""What one seat has said so far, as the fold knows it."""


class Seat:
    """What a seat has said. log: number -> payload, also of those that wait; next: the number that is due next.

    sit: the object of its first message. tips: its new chains. links: all that it sent; used: how many of the present
    chain. asks: (number, to) of the open ones. words: (number, word) of what it said. claimed: the turn for which it
    has claimed the time, 0: none. wrong: (topic, reason) of a message that can never be right, with which it stopped.
    """

    def __init__(self):
        self.log = {}
        self.restart()

    def restart(self) -> None:
        """Nothing is folded yet; the log stays."""
        self.next = 0
        self.sit: dict = None
        self.tip = b""
        self.tips = 0
        self.links = []
        self.used = 0
        self.asks = []
        self.words = []
        self.claimed = 0
        self.resigned = False
        self.wrong: tuple = None

    @property
    def thrown(self) -> int:
        return len(self.links)

    def hear(self, found: dict) -> None:
        """What is due whenever it comes: ask, resign, claim, say."""
        do = found["do"]
        if do == "ask":
            self.asks.append((self.next, found["to"]))
        elif do == "resign":
            self.resigned = True
        elif do == "claim":
            self.claimed = found["ply"]
        else:
            self.words.append((self.next, found["what"]))
