"""The letter of far games, to the byte, and what a link survives on its way."""

from daldos import Game
from daldos.throws import LONG_DICE, throws_of
from host.far import acts
from host.far.chain import dice, game_of, game_text, link
from host.far.end import End, Seat
from host.far.letter import TORN, Refused, as_text, parse
from host.far.seats import merged
from host.intake.links import letters_in

KEY, SECRETS = bytes(range(16)), (b"\1" * 32, b"\2" * 32)
INVITATION = (
    "daldos2.IgBdBfhWzwABAgMEBQYHCAkKCwwNDg8AAAAAAAAAAAAAAOrhIyaJeAT_fw7sHRm2eERT-_rmRvQ67O0HdzNLutzx"
    "A0FuZQZkYW5pc2gAAJ6ISWjol7pLt77MVyi5"
)
ANSWER = (
    "daldos2.IQBlBfhWzwAB4EsAAAAAAAIpmPWy1FGjlGBANmcmK-GXdLf9ApoBFtFb5nmSj0KIeQJCbwBfnIaENYedP--EGXD1"
    "oKq9UXHPMZRPijchDTUg80dPPQAAX_4FRxcPqR1G6lQSeo4"
)
NEXT = "daldos2.IABBBfhWzwABcYgAAgABAAK9N5aaqK0H7kLIO41LHwBdgLcEOifq68OHbyERcjbKzQAARSXSZh_IJKhYSTjVTzU"


def pair(keep=lambda seat: 0, rules="danish"):
    """Both ends of the game in docs/far.md, which has just begun."""
    a = End.new("Ane", rules, "", KEY, SECRETS[0], keep)
    b = End.join(parse(a.letter()), "Bo", SECRETS[1], keep)
    a.open(parse(b.letter()))
    b.open(parse(a.letter()))
    return a, b


def refused(what, *args):
    """The sentence with which this is refused."""
    try:
        what(*args)
    except Refused as error:
        return error.args[0]
    return ""


def test_a_game_begins_as_in_the_document():
    assert game_text(game_of(KEY)) == "ax4fntzkgqhba75n"
    assert [link(secret, 0).hex()[:8] for secret in SECRETS] == ["eae12326", "2998f5b2"]
    a = End.new("Ane", "danish", "", KEY, SECRETS[0], lambda seat: 0)
    assert as_text(a.letter()) == INVITATION
    b = End.join(parse(letters_in(INVITATION)[0]), "Bo", SECRETS[1], lambda seat: 0)
    assert (as_text(b.letter()), b.state) == (ANSWER, "letter")
    assert a.open(parse(letters_in(ANSWER)[0])) and as_text(a.letter()) == NEXT
    assert b.open(parse(letters_in(NEXT)[0])) and b.state == "turn"
    assert b.fold.game.opening == [(1, 3), (2, 3)] and b.fold.game.position.text()[-4:] == "B 34"


def test_the_dice_of_two_links():
    made = dice(link(SECRETS[0], 2), link(SECRETS[1], 2), 2, LONG_DICE)
    assert [next(made) for _ in range(3)] == [(4, 3), (2, 4), (4, 2)]
    many = [face for _ in range(2000) for face in next(made)]
    assert [many.count(face) for face in (1, 2, 3, 4)] == [966, 1031, 989, 1014]


def test_three_dice_take_three_bytes_and_four_sticks_four():
    links = link(SECRETS[0], 2), link(SECRETS[1], 2), 2
    three, sticks = (dice(*links, throws_of(name)) for name in ("3x1234", "sticks"))
    assert [next(three) for _ in range(2)] == [(4, 3, 2), (4, 4, 2)]  # the same bytes
    many = [next(sticks)[0] for _ in range(1600)]
    assert all(abs(many.count(face) - 100 * often) < 60 for face, often in {1: 4, 2: 6, 3: 4, 4: 1, 6: 1}.items())


def test_an_index_counts_results_sorted_by_their_rows():
    a, b = pair()
    game = Game.from_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11")
    b.fold.game = game
    assert [turn.text for turn in b.fold.turns()] == ["A1-M2", "A1-M1 A2-A1"]
    assert [acts.index_of(acts.turn(index)) for index in (0, 127, 128, 16383)] == [0, 127, 128, 16383]


def test_a_seats_file_reads_as_it_was_written():
    for end in pair():
        again = Seat.parse("x", end.seat.data())
        assert again.data() == end.seat.data() and End(again, lambda seat: 0).state == end.state


def test_what_two_tabs_do_to_a_seat_at_once_is_kept_whichever_is_first():
    ends = pair()
    end, other = sorted(ends, key=lambda end: end.state != "turn")
    plays, opens = [End(end.seat.copy(), lambda seat: 0) for _ in (1, 2)]
    plays.play(plays.fold.game.turns()[0])
    other.resign()
    opens.open(parse(other.written(0)))
    files = [tab.seat.data() for tab in (plays, opens)]
    for here, there in (files, files[::-1]):
        both = Seat.parse("x", merged(here, there, end.seat.data()))
        assert both.logs[end.k] == plays.seat.logs[end.k] and both.logs[1 - end.k] == other.seat.logs[other.k]
        assert merged(both.data(), there, there) == both.data()


def test_of_what_two_tabs_say_at_once_that_in_the_store_stays():
    end = pair()[0]
    tabs = [End(end.seat.copy(), lambda seat: 0) for _ in (1, 2)]
    for tab, word in zip(tabs, ("hello", "sorry"), strict=True):
        tab.say(word)
    here, there = [tab.seat.data() for tab in tabs]
    assert merged(here, there, end.seat.data()) == there
    assert merged(here, b"damaged", end.seat.data()) == b"damaged"


def test_each_byte_of_a_letter_counts():
    data = letters_in(ANSWER)[0]
    for at in range(len(data)):
        bad = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert refused(parse, bad) == TORN, at
    for size in range(len(data)):
        assert refused(parse, data[:size]) == TORN, size
    assert parse(data + b"more").k == 1


def test_a_title_looks_at_no_byte_of_the_tip():
    """A sit may begin as any act does: here as Play again."""
    secret = next(secret for k in range(9999) if link(secret := k.to_bytes(32, "big"), 0)[:1] == bytes([acts.AGAIN]))
    a = End.new("Ane", "danish", "", KEY, SECRETS[0], lambda seat: 0)
    b = End.join(parse(a.letter()), "Bo", secret, lambda seat: 0)
    assert b.title(lambda text, **fill: text.format(**fill)) == "Bo: open this, and send the answer"
