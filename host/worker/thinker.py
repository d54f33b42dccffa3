"""A second Worker in place of a separate process: the page's Worker starts it at the first question.

>>> answer = Pool().submit(hint, position, "danish")
>>> questions()
[[1, 'hint', ['...', 'danish']]]
"""

import json

_answers = {}  # number -> pending Answer
_count = 0
_questions = []  # [number, function, arguments] to be sent there


class Answer:
    """The other Worker's answer, once it arrives."""

    def __init__(self):
        self._said = None

    def done(self) -> bool:
        return self._said is not None

    def result(self):
        if "error" in self._said:
            raise ValueError(self._said["error"])
        return self._said["result"]


class Pool:
    """Submits functions by name, because the other Worker has the same modules."""

    def submit(self, function, *args) -> Answer:
        global _count
        _count += 1
        answer = _answers[_count] = Answer()
        _questions.append([_count, function.__name__, list(args)])
        return answer


def questions() -> list:
    """The questions since the last call."""
    asked, _questions[:] = _questions[:], []
    return asked


def answered(text: str) -> None:
    """The other Worker has answered: [number, {"result": ...} or {"error": ...}]."""
    number, said = json.loads(text)
    _answers.pop(number)._said = said
