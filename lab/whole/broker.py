"""A broker between ends: retained messages, subscribers, and failures of the network."""

SILENT_S = 45  # by then a cut connection is noticed


class Line:
    """A client's connection. take: called with (topic, payload) of each message; lost: called with the reason for its
    end."""

    def __init__(self, broker: "Broker", take, lost):
        self.broker, self.take, self._lost = broker, take, lost
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
        key = topic if "order" in world.troubles else ""
        due_s = world.now + self.broker.delay()
        for other in (key, topic) if key else self._due_s:
            due_s = max(due_s, self._due_s.get(other, 0.0))
        self._due_s[key] = due_s
        world.at(due_s, self._arrive, topic, payload)

    def _arrive(self, topic: str, payload: bytes) -> None:
        if self.up:
            self.take(topic, payload)

    def send(self, *what) -> None:
        """(topic, payload, seconds to keep it), or (topic,) to subscribe."""
        world = self.broker.world
        due_s = max(world.now + self.broker.delay(), self._due_s.get("out", 0.0))
        self._due_s["out"] = due_s
        world.at(due_s, self._reach, *what)

    def _reach(self, topic: str, *message) -> None:
        if self.up and message:
            self.broker.publish(topic, message[0])
        elif self.up:
            self.broker.subscribe(self, topic)

    def close(self) -> None:
        """The client disconnects."""
        if self.up:
            self.up = False
            self.broker.lines.remove(self)

    def cut(self) -> None:
        """Lose the connection and the messages under way; each side notices some time later."""
        self.close()
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

    def connect(self, take, lost) -> "Line | None":
        """A connection, or None if not available."""
        if self.down:
            return None
        line = Line(self, take, lost)
        self.lines.append(line)
        return line

    def subscribe(self, line: Line, topic: str) -> None:
        line.topics.add(topic)
        if topic in self.retained:
            line.deliver(topic, self.retained[topic])

    def publish(self, topic: str, payload: bytes) -> None:
        """Retain a payload, and bring it to who has subscribed."""
        if payload:
            self.retained[topic] = payload
        else:
            self.retained.pop(topic, None)
        for line in self.lines:
            if topic in line.topics:
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
            payload = random.choice([b"", b"junk", random.randbytes(40), other, other[:-1] + b"?"])
            self.publish(topic, payload)


class Carrier:
    """Keeps an end connected, as host.far.mqtt and the page's broker.js do. take: called with input for the inbox."""

    def __init__(self, broker: Broker, take):
        self.broker, self._take = broker, take
        self.line: Line | None = None
        self.closed = False
        self._wait_s = 0.5
        broker.world.after(broker.delay(), self._connect)

    def _connect(self) -> None:
        if self.closed:
            return
        self.line = self.broker.connect(self._bring, self._lost)
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

    def send(self, outbox: list) -> None:
        """Send what is in it, if there is a connection."""
        for what in outbox if self.line else ():
            self.line.send(*what)

    def close(self) -> None:
        """End the connection."""
        self.closed = True
        if self.line:
            self.line.close()
