"""Rare cases of engine, tracker and console, on every runtime: each a position or value, and the expected result."""

from companion.console.flatjson import object_text, parse_object, plain_text, printable
from companion.console.protocol import Lines, encode
from companion.outbox import ANSWERS_MAX, Outbox
from companion.reasons import CodedError, Refusal
from companion.tracking.touches import Touches
from daldos import Position
from daldos.turns import legal_turns
from here import error_of

# --- the tracker ------------------------------------------------------------------------------------------------------


def test_touches_go_on_counting():
    touches = Touches(49)
    for k in range(600):
        touches.seen(k % 3)
    at = Position.parse("aaa............./................./bbb............. A 11", "danish")
    assert max(touches._order) == touches._order[2] < 256 and touches._order[0] < touches._order[1]
    assert touches.likeliest(at, legal_turns(at).turns)


# --- dice and console -------------------------------------------------------------------------------------------------


def test_lines_that_no_line_can_say():
    for value in (1.5, b"x", {}, [b"x"], {"a": "b"}, [("hole",)], [("hole", b"A1")], [("hole", ["A1"])], [["A1"]]):
        assert "expected" in error_of(CodedError, encode, ("turn", "n", value))
    for event in (("turn", "n"), ("turn", 3, 4)):
        assert "expected" in error_of(CodedError, encode, event)
    assert error_of(CodedError, object_text, [(3, 4)]).startswith("3: expected")
    assert encode(("x", "y", '\u2014 \U0001f3b2 "')) == b'{"ev": "x", "y": "\\u2014 \\ud83c\\udfb2 \\""}\n'
    pairs = [("a", 'q" \\ b\n'), ("b", None), ("c", -3), ("d", True)]
    assert parse_object(object_text(pairs).encode()) == pairs
    assert printable('a "quoted" word') and not printable("a\nb") and len(Lines().feed(b"")) == 0
    assert error_of(CodedError, parse_object, b'{"a": 1, "a": 2}') == "key 'a': given twice"


def test_lists_whose_texts_have_quotes():
    odd = [["A1", 'a "b"'], ["it's", "B2"], ["a[b"], ["a b", "(a"], ["\\"], ["\xf8"], ["\n"]]
    for texts in odd + [[1, "a"], ["a", None, True], ["A1", "M17"]]:
        wanted = [plain_text(text) for text in texts]
        assert encode(("x", "y", texts)) == ('{"ev": "x", "y": [%s]}\n' % ", ".join(wanted)).encode()
        objects = encode(("x", "y", [("hole", text, "has", "A") for text in texts]))
        wanted = ['{"hole": %s, "has": "A"}' % text for text in wanted]
        assert objects == ('{"ev": "x", "y": [%s]}\n' % ", ".join(wanted)).encode()
        flat = encode(tuple(["x"] + [part for text in texts for part in ("y", text)]))
        assert flat == ('{"ev": "x", %s}\n' % ", ".join(['"y": %s' % plain_text(text) for text in texts])).encode()
    assert encode(("x", "y", ["b", "c"], "n", 1)) == b'{"ev": "x", "y": ["b", "c"], "n": 1}\n'
    assert encode(("x", "y", ("b", "c"), "n", 1)) == b'{"ev": "x", "y": {"b": "c"}, "n": 1}\n'
    assert encode(("x", "y", [])) == b'{"ev": "x", "y": []}\n'


def test_answers_that_wait():
    said = []
    outbox = Outbox(said.append)
    assert outbox.empty()
    few = [("rail_low", "here", (), (), ())]
    outbox.answer(few, (("bare",),), None)
    assert len(said) == 2 and outbox.empty()
    outbox.answer(20 * few, (), 7)
    assert len(said) == 2 and not outbox.empty()
    outbox.free = lambda: False
    outbox.step()
    assert len(said) == 2
    outbox.free = lambda: True
    outbox.step()
    assert said[2][-2:] == ("id", 7)
    for _ in range(ANSWERS_MAX - 1):
        outbox.add(iter(()), None)
    text = error_of(Refusal, outbox.add, iter(()), None)
    assert str(ANSWERS_MAX) in text
    for _ in range(20):
        outbox.step()
    assert outbox.empty() and len(said) == 22
