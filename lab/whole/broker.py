"""A broker between ends: retained messages, subscribers, and failures of the network."""

SILENT_S = 45  # by then a cut connection is noticed


class Line:
    """A client's connection. take: called with (topic, payload) of each message; lost: called with the reason for its
    end."""

    def __init__(self, broker: "Broker", take, lost, will):
        self.broker, self.take, self._lost, self.will = broker, take, lost, will
        self.topics: set = set()
        self.up = True  # as the broker sees it
        self._due_s: dict = {}  # "" or topic -> when its last message is due

    def deliver(self, topic: str, payload: bytes) -> None:
        """Deliver to the client in order, or under some troubles in order per topic only."""
        world = self.broker.world
        self._bring(topic, payload)
        if "double" in world.troubles and world.random.random() < 0.1:
            self._bring(topic, payload)

    def _bring(self, topic: str, payload: bytes) -> None:
        world = self.broker.world
        key = topic if "order" in world.troubles and not topic.endswith("/here") else ""
        due_s = world.now + self.broker.delay()
        for other in (key, topic) if key else self._due_s:
            due_s = max(due_s, self._due_s.get(other, 0.0))
        self._due_s[key] = due_s
        world.at(due_s, self._arrive, topic, payload)

    def _arrive(self, topic: str, payload: bytes) -> None:
        if self.up:
            self.take(topic, payload)

    def send(self, *what) -> None:
        """(topic, payload, retained), or (topic,) to subscribe."""
        world = self.broker.world
        due_s = max(world.now + self.broker.delay(), self._due_s.get("out", 0.0))
        self._due_s["out"] = due_s
        world.at(due_s, self._reach, *what)

    def _reach(self, topic: str, payload: str = "", retained=None) -> None:
        if not self.up:
            return
        if retained is None:
            self.broker.subscribe(self, topic)
        else:
            self.broker.publish(topic, payload.encode(), retained)

    def close(self, will: bool = False) -> None:
        """The client disconnects; will: without a goodbye."""
        if self.up:
            self.up = False
            self.broker.lines.remove(self)
            if will and self.will:
                topic, payload = self.will
                self.broker.world.after(self.broker.world.random.uniform(0, SILENT_S), self._die, topic, payload)

    def _die(self, topic: str, payload: str) -> None:
        self.broker.publish(topic, payload.encode(), False)

    def cut(self) -> None:
        """Lose the connection and the messages under way; each side notices some time later."""
        self.close(will=True)
        world = self.broker.world
        world.after(world.random.uniform(0, SILENT_S) if "silence" in world.troubles else 0.05, self._lost, "closed")


class Broker:
    """down: nobody can connect. delays_s: a message's least and greatest delay."""

    def __init__(self, world):
        self.world = world
        self.down = False
        self.retained: dict = {}
        self.lines: list = []
        self.delays_s = (0.02, 0.2)

    def delay(self) -> float:
        return self.world.random.uniform(*self.delays_s)

    def connect(self, take, lost, will) -> "Line | None":
        """A connection, or None if not available."""
        if self.down:
            return None
        line = Line(self, take, lost, will)
        self.lines.append(line)
        return line

    def subscribe(self, line: Line, topic: str) -> None:
        line.topics.add(topic)
        matching = [name for name in self.retained if _matches(topic, name)]
        if "order" in self.world.troubles:
            self.world.random.shuffle(matching)
        for name in matching:
            line.deliver(name, self.retained[name])

    def publish(self, topic: str, payload: bytes, retained: bool) -> None:
        if retained and payload:
            self.retained[topic] = payload
        elif retained:
            self.retained.pop(topic, None)
        for line in self.lines:
            if any(_matches(pattern, topic) for pattern in line.topics):
                line.deliver(topic, payload)

    def stop(self, forgets: bool) -> None:
        """Lose all connections; `down = False` starts it again."""
        self.down = True
        for line in self.lines[:]:
            line.cut()
        if forgets:
            self.retained.clear()

    def junk(self) -> None:
        """A stranger overwrites something retained."""
        if self.retained:
            random = self.world.random
            names = sorted(self.retained)
            topic = names[-1] if random.random() < 0.3 else random.choice(names)
            other = self.retained[random.choice(names)]
            payload = random.choice(
                [b"", b"junk", bytes(random.randrange(256) for _ in range(40)), other, b'{"do": "resign"} ' + b"0" * 32]
            )
            self.publish(topic, payload, True)


def _matches(pattern: str, topic: str) -> bool:
    return topic.startswith(pattern[:-1]) if pattern.endswith("#") else pattern == topic


class Carrier:
    """Keeps an end connected, as host.far.relay and the page's relay do. way: provides the will; take: called with
    input for a Mailbox's inbox."""

    def __init__(self, broker: Broker, way, take):
        self.broker, self._way, self._take = broker, way, take
        self.line: Line | None = None
        self.closed = False
        self._wait_s = 0.5
        broker.world.after(broker.delay(), self._connect)

    def _connect(self) -> None:
        if self.closed:
            return
        self.line = self.broker.connect(self._bring, self._lost, self._way())
        if self.line:
            self._wait_s = 0.5
            self._take(None, "")
        else:
            self._lost("connection refused")

    def _bring(self, topic: str, payload: bytes) -> None:
        if not self.closed:
            self._take(topic, payload)

    def _lost(self, why: str) -> None:
        if self.closed:
            return
        self.line = None
        self._take(None, why)
        world = self.broker.world
        world.after(self._wait_s * world.random.uniform(0.5, 1.5), self._connect)
        self._wait_s = min(2 * self._wait_s, 30.0)

    def send(self, post: list) -> None:
        """Send a Mailbox's outbox; False if not connected."""
        for what in post:
            if self.line:
                self.line.send(*what)

    def close(self, word: bool) -> None:
        """End the connection; word: with a goodbye, the will's."""
        self.closed = True
        if self.line:
            if word and self.line.will:
                self.line.send(*self.line.will, False)
            self.broker.world.after(0.5 if word else 0.0, self.line.close, not word)
