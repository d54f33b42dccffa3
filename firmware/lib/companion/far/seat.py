"""The messages of one seat so far, as the fold knows them."""

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Message


class Seat:
    """The messages of a seat. log: number -> payload, including those not yet due; next: the number due next.

    coded: the messages from 0 to the first gap, as encoded for a log.

    sit: the object of its first message. tips: of its later chains. links: all that it has sent; used: how many of the
    current chain. asks: (number, to) of the open questions. words: (number, word) of its chat messages. claimed: the
    turn on which it has claimed the other's time, or 0. wrong: (topic, reason) of the invalid message that stopped it.
    """

    def __init__(self) -> None:
        self.log: dict[int, str] = {}
        self.coded: list[bytes] = []
        self.restart()

    def restart(self) -> None:
        """Reset everything folded; the log stays."""
        self.next = 0
        self.sit: Message = None  # type: ignore[assignment]  # until it has come
        self.tip = b""
        self.tips = 0
        self.links: list[bytes] = []
        self.used = 0
        self.asks: list[tuple[int, int]] = []
        self.words: list[tuple[int, str]] = []
        self.claimed = 0
        self.resigned = False
        self.wrong: tuple[str, ValueError] | None = None

    def hear(self, found: "Message") -> None:
        """Take a message that may come at any time: ask, resign, claim, say."""
        do = found["do"]
        if do == "ask":
            self.asks.append((self.next, found["to"]))
        elif do == "resign":
            self.resigned = True
        elif do == "claim":
            self.claimed = found["ply"]
        else:
            self.words.append((self.next, found["what"]))
