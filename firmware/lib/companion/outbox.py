"""Answers of many lines, one line a step: all at once would stop the board for a second, and drop lines on the way.

>>> outbox = Outbox(emit)
>>> outbox.add(iter([event, event]), 7)         # with the id of the command that they answer
>>> outbox.step()                               # one of them is emitted
"""

from companion.console import events
from companion.console.protocol import answering
from companion.reasons import Refusal

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable, Iterator

    from companion.shapes import Emit, Event, Events, Finding, Id, Match

ANSWERS_MAX = 8
AT_ONCE = 6  # an answer with this many faults needs no outbox


class Outbox:
    """free: whether lines are sent as they come, a function; None: always."""

    def __init__(self, emit: "Emit"):
        self.free: Callable[[], bool] | None = None
        self._emit = emit
        self._answers: list[tuple[Events, Id]] = []  # (iterator of events, id)

    def add(self, lines: "Events", asked: "Id") -> None:
        """These events answer a command of that id (None: of none), after the answers before it.

        Refusal if too many are still to be sent.
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
        """Emit the next event, if there is one and the way out is free. Without one nothing is allocated."""
        while self._answers and (not self.free or self.free()):
            lines, asked = self._answers[0]
            try:
                self._emit(answering(next(lines), asked))
                return
            except StopIteration:
                self._answers.pop(0)


def record_of(match: "Match") -> "Events":
    """The events of the record of the match's game; from the start again if another game begins meanwhile."""
    from daldos.record import record_lines  # not before it is asked for, which in play is seldom

    game = None
    lines: Iterator[str] = iter(())
    while True:
        if game is not match.game:
            game = match.game
            lines = record_lines(game)
        try:
            line = next(lines)
        except StopIteration:
            break
        yield events.record(line)
    yield events.record(None)


def _faults_then(findings: "list[Finding]", last: "tuple[Event, ...]") -> "Events":
    for fault in findings:
        yield events.fault(*fault)
    yield from last
