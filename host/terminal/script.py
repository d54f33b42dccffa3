"""Scripts: the commands of the simulator's table with expectations between them, so that a test reads like a story.

    # A press on a turn that is not finished commits nothing and says why.
    next 34 11 12
    plug in
    press; press; press
    lift A1
    press
    expect guide why~hand
    expect phase play

One command a line, or several with `;`; `#` begins a comment. Expectations:

    expect EVENT [key=value | key~part ...] [within MS]   among the board's events since the last match
    expect no EVENT [key=value ...]                       no such event since then
    expect hole A5 want A|B|. [has A|B|.]                 in the board's last guide
    expect phase | mode | rules | position VALUE          of the game
    expect lights KIND [HOLE ...]                         what the lights show (names of scene.py), and where
    expect sees HOLE A|B|.|?                              its reading
    expect pixels dark | lit                              of the dice
    expect refusal TEXT                                   the previous command was refused, with this in the message

An expected event may come up to WITHIN_MS later, or within the time given; only this wait lets time pass.
"""

from companion.console.events import EVENTS
from companion.lights.render import KINDS
from host.terminal.desk import Desk, DeskError, words_of

WITHIN_MS = 1000  # the board must say what is wrong within a second
SOON_MS = 50  # within this time the board announces what it shows
SEEN = ("phase", "mode", "rules", "position")  # attributes of a view


class ScriptError(Exception):
    """An unmet expectation, or a line that makes no sense: file, line, expected, got."""


class Script:
    """A script played on a desk. name: for errors; echo: called with each line before it is played."""

    def __init__(self, text: str, name: str, desk: Desk, echo=None):
        self.text = text
        self.name = name
        self.desk = desk
        self.echo = echo or (lambda line: None)
        self.since = 0  # index of the first event after the last one that met an expectation
        self.refusal: tuple = None  # (command, line number, error) of a refused command, until expected

    def run(self) -> None:
        """Play the whole script; ScriptError at the first line that fails."""
        for number, line in enumerate(self.text.splitlines(), 1):
            self.echo(line)
            for part in parts_of(line):
                try:
                    self._play(part, number)
                except DeskError as error:
                    raise self._failure(part, number, error) from None
        self._check_refusal()

    def _failure(self, part: str, number: int, error) -> ScriptError:
        return ScriptError(f"{self.name}, line {number}: {part.strip()}\n  {error}")

    def _play(self, line: str, number: int) -> None:
        words = words_of(line)
        if not words:
            return
        if words[0] == "expect":
            self._expect(words[1:])
            return
        self._check_refusal()
        try:
            self.desk.do(line)
        except DeskError as error:
            self.refusal = (line, number, error)

    def _hole(self, word: str) -> int:
        try:
            return self.desk.table.hole(word.upper())
        except ValueError as error:
            raise DeskError("expect: %s", error) from None

    def _check_refusal(self) -> None:
        if self.refusal:
            raise self._failure(*self.refusal)

    def _expect(self, words: list) -> None:
        if not words:
            raise DeskError(
                "expect: expected an event, or one of no, hole, phase, mode, lights, position, sees, refusal"
            )
        what, rest = words[0], words[1:]
        if what == "refusal":
            self._expect_refusal(" ".join(rest))
            return
        self._check_refusal()
        self.desk.view()
        check = getattr(self, "_expect_" + what, None)
        if check and not (what == "lights" and "=" in "".join(rest[:1])):
            check(rest)
        elif what in SEEN and len(rest) == 1 and not rest[0].startswith(what + "="):
            self._same(what, rest[0], self._soon(rest[0], lambda view: getattr(view, what)))
        else:
            self._await(words)

    def _await(self, words: list) -> None:
        within_ms = WITHIN_MS
        if "within" in words:
            at = words.index("within")
            words, time = words[:at], words[at + 1 :]
            if not words or len(time) != 1 or not (time[0].isascii() and time[0].isdigit() and len(time[0]) < 9):
                raise DeskError("expect: within: expected milliseconds after it, as in expect turn within 500")
            within_ms = int(time[0])
        check_event(words)
        table = self.desk.table
        until_ms = table.now_ms + within_ms
        looked = self.since
        while True:
            heard = self.desk.heard()
            for index in range(looked, len(heard)):
                if _fits(heard[index], words):
                    self.since = index + 1
                    return
            looked = len(heard)
            if table.now_ms >= until_ms:
                break
            table.wait(table.config.SCAN_MS)
        news = [str(event) for event in self.desk.heard()[self.since :]] or ["nothing"]
        raise DeskError("expected %s within %d ms\n  got %s", " ".join(words), within_ms, "\n      ".join(news))

    def _expect_refusal(self, part: str) -> None:
        if not part:
            raise DeskError("expect refusal: expected some words of it, as in expect refusal no piece at A5")
        if not self.refusal:
            raise DeskError("expected a refusal with: %s\n  got none: the command before it was done", part)
        got, self.refusal = str(self.refusal[2]), None
        if part not in got:
            raise DeskError("expected a refusal with: %s\n  got %s", part, got)

    def _expect_no(self, words: list) -> None:
        if not words:
            raise DeskError("expect no: expected an event, as in expect no turn")
        check_event(words)
        for event in self.desk.heard()[self.since :]:
            if _fits(event, words):
                raise DeskError("expected no %s\n  got %s", " ".join(words), event)

    def _expect_hole(self, words: list) -> None:
        if len(words) not in (3, 5) or words[1] != "want" or words[3:4] not in ([], ["has"]):
            raise DeskError("expect hole: expected a hole and what it wants, as in expect hole A5 want . has A")
        self._hole(words[0])
        guides = [event for event in self.desk.heard() if event["ev"] == "guide"]
        holes = guides[-1]["holes"] if guides else []
        wanted = {"hole": words[0].upper(), "want": words[2], **({"has": words[4]} if words[3:] else {})}
        if not any(all(entry[key] == value for key, value in wanted.items()) for entry in holes):
            raise DeskError(
                "expected hole %s in the last guide\n  got %s", " ".join(words), guides[-1] if guides else "no guide"
            )

    def _expect_lights(self, words: list) -> None:
        if not words or words[0] not in KINDS:
            raise DeskError("expect lights: expected one of %s", ", ".join(KINDS))
        for word in words[1:]:
            self._hole(word)
        expected = [words[0]] + sorted(word.upper() for word in words[1:])

        def shown(view):
            return [view.lights["kind"]] + (sorted(view.lights["holes"]) if words[1:] else [])

        self._same("lights", expected, self._soon(expected, shown))

    def _expect_sees(self, words: list) -> None:
        if len(words) != 2:
            raise DeskError("expect sees: expected a hole and one of A, B, . and ?, as in expect sees A5 ?")
        hole = self._hole(words[0])
        self._same(f"sees {words[0]}", words[1], self._soon(words[1], lambda view: view.occupancy[hole]))

    def _expect_pixels(self, words: list) -> None:
        if words not in (["lit"], ["dark"]):
            raise DeskError("expect pixels: expected lit or dark")
        lit = any(sum(rgb) for rgb in self.desk.view().pixels[: self.desk.table.config.DICE_LEDS])
        self._same("pixels", words, ["lit" if lit else "dark"])

    def _soon(self, expected, seen):
        # The view's value, waiting up to SOON_MS for the expected one, because the board announces changes afterwards.
        table = self.desk.table
        for _ in range(SOON_MS // table.config.SCAN_MS):
            if seen(self.desk.view()) == expected:
                break
            table.wait(table.config.SCAN_MS)
        return seen(self.desk.view())

    def _same(self, what: str, expected, got) -> None:
        if expected != got:
            text = [value if isinstance(value, str) else " ".join(value) for value in (expected, got)]
            raise DeskError("expected %s: %s\n  got %s", what, text[0], text[1])


def parts_of(line: str) -> list:
    """The commands of a line, separated by `;` except within quotes or after `send` or `#`."""
    parts, quoted, start = [], "", 0
    for at, letter in enumerate(line):
        if quoted:
            quoted = "" if letter == quoted else quoted
        elif letter in "'\"":
            quoted = letter
        elif letter == "#":
            break
        elif letter == ";" and not line[start:at].lstrip().startswith("send"):
            parts.append(line[start:at])
            start = at + 1
    return [part for part in [*parts, line[start:]] if part.strip()]


def check_event(words: list) -> None:
    """DeskError unless the board can send this event, with these keys; otherwise the expectation could never be met."""
    known = {name: [*keys, "id"] for name, keys, _ in EVENTS}
    keys = known.get(words[0])
    if keys is None:
        raise DeskError("expect: %r is no event; expected one of %s", words[0], ", ".join(known))
    for word in words[1:]:
        key = word.replace("~", "=").partition("=")[0]
        if key not in keys:
            raise DeskError("expect %s: %r is no key of it; expected one of %s", words[0], key, ", ".join(keys))


def _fits(event: dict, words: list) -> bool:
    if event["ev"] != words[0]:
        return False
    for word in words[1:]:
        at = min([word.find(mark) for mark in "=~" if mark in word], default=-1)
        if at < 1:
            raise DeskError("expect %s: %r: expected key=value, or key~part of the value", words[0], word)
        key, mark, value = word[:at], word[at], word[at + 1 :]
        got = str(event.get(key))
        if got != value if mark == "=" else value not in got:
            return False
    return True
