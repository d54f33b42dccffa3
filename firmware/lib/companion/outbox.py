"""What the board sends: each event as a line, and long answers one line per step, because sending all at once would
block the board for a second, and drop lines.

>>> output = Output(write, settings)
>>> output.emit(event)
>>> outbox = Outbox(emit)
>>> outbox.add(iter([event, event]), 7)         # with the id of the command that they answer
>>> outbox.step()                               # one of them is emitted
"""

from companion.console import events
from companion.console.protocol import answering, encode
from companion.reasons import Refusal

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable, Iterator

    from companion.shapes import Emit, EngineGame, Event, Events, Finding, Id, Match, Settings

ANSWERS_MAX = 8
AT_ONCE = 6  # an answer with this many faults needs no outbox


class Output:
    """write: called with each line, as bytes. hear: called with each event sent, for the buzzer; or None. asked: the id
    of the command being answered."""

    def __init__(self, write: "Callable[[bytes], object]", settings: "Settings"):
        self.write = write
        self.hear: Emit | None = None
        self.asked: Id = None
        self._settings = settings

    def emit(self, event: "Event") -> None:
        """Send an event as a line; without an id of its own it gets that of the command being answered."""
        self.write(encode(answering(event, self.asked)))
        if self.hear and self._settings.get("sound"):
            self.hear(event)


class Outbox:
    """free: a function that tells whether the output is free; None: it always is."""

    def __init__(self, emit: "Emit"):
        self.free: Callable[[], bool] | None = None
        self._emit = emit
        self._answers: list[tuple[Events, Id]] = []  # (iterator of events, id)

    def add(self, lines: "Events", asked: "Id") -> None:
        """Queue these events as the answer to the command with that id (None: without one).

        Refusal if the queue is full.
        """
        if len(self._answers) >= ANSWERS_MAX:
            raise Refusal("answers_wait", ANSWERS_MAX)
        self._answers.append((lines, asked))

    def answer(self, findings: "list[Finding]", last: "tuple[Event, ...]", asked: "Id") -> None:
        """The `fault` of each finding (companion.sensing.findings), then the last events: at once if they are few."""
        lines = _faults_then(findings, last)
        if len(findings) > AT_ONCE or self._answers:
            self.add(lines, asked)
        else:
            for event in lines:
                self._emit(answering(event, asked))

    def empty(self) -> bool:
        """Whether all answers have been sent."""
        return not self._answers

    def step(self) -> None:
        """Emit the next event if the output is free. Allocates nothing if there is none."""
        while self._answers and (not self.free or self.free()):
            lines, asked = self._answers[0]
            try:
                self._emit(answering(next(lines), asked))
                return
            except StopIteration:
                self._answers.pop(0)


def record_of(match: "Match") -> "Events":
    """The record of the match's game as events; restarts if it is won meanwhile, a turn is taken back, or another game
    begins."""
    from daldos.record import record_lines  # seldom needed

    game: EngineGame | None = None
    winner, turns = "", 0
    lines: Iterator[str] = iter(())
    while True:
        now = match.game
        if game is not now or now.winner != winner or len(now.plies) < turns:
            game, winner = now, now.winner
            lines = record_lines(game)
        turns = len(now.plies)
        try:
            line = next(lines)
        except StopIteration:
            break
        yield events.event("record", line)
    yield events.event("record", None)


def _faults_then(findings: "list[Finding]", last: "tuple[Event, ...]") -> "Events":
    for fault in findings:
        yield events.fault(*fault)
    yield from last
