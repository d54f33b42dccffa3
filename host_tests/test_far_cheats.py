"""Letters that no honest end writes: each is refused in the words of its test, and changes nothing."""

import pytest

from host.far import acts
from host.far.carrier import STRANGER, TAKEN, Carrier
from host.far.chain import hashed, link, sha256
from host.far.end import End
from host.far.letter import (
    ANOTHER,
    BREAKS,
    ELSEWHERE,
    NEWER,
    NOT_HERE,
    OWN,
    TORN,
    UNFIT,
    Letter,
    Refused,
    as_text,
    parse,
)
from host.far.seats import Seats
from host.intake.links import letters_in
from host_tests.test_far_letter import INVITATION, KEY, SECRETS, pair, refused
from lab.campaigns.by_hand import Store


def forged(end: End, **changes) -> Letter:
    """The letter that this end would write, changed, with a MAC that fits: its player has the key."""
    letter = parse(end.written(0))
    for name, value in changes.items():
        setattr(letter, name, value)
    logs = ([*end.seat.logs[0]], [*end.seat.logs[1]])
    return parse(letter.sealed(end.seat.key, end.seat.game, logs))


def with_acts(end: End, *new: bytes, **changes) -> Letter:
    return forged(end, acts=[*end.seat.logs[end.k], *new], **changes)


# what seat b, whose turn it is, writes to seat a -> what a says
CHEATS = {
    "a turn that is not legal": (lambda b: with_acts(b, acts.turn(77)), BREAKS),
    "a turn of two bytes where one is enough": (lambda b: with_acts(b, b"\x80\x00"), BREAKS),
    "two turns for one throw": (lambda b: with_acts(b, acts.turn(0), acts.turn(0)), BREAKS),
    "pieces that stand elsewhere": (lambda b: with_acts(b, acts.turn(0), place=b"no"), BREAKS),
    "a link of another chain": (lambda b: forged(b, links=3, link=bytes(32)), BREAKS),
    "a link before its throw": (lambda b: forged(b, links=9, link=link(SECRETS[1], 9)), BREAKS),
    "more links than a chain has": (lambda b: forged(b, links=9999, link=bytes(32)), BREAKS),
    "an answer without a question": (lambda b: with_acts(b, acts.YES), BREAKS),
    "a question without a turn": (lambda b: with_acts(b, acts.ASK), BREAKS),
    "play again in a game going on": (lambda b: with_acts(b, bytes([acts.AGAIN]) + bytes(32)), BREAKS),
    "a turn after its resignation": (lambda b: with_acts(b, acts.RESIGN, acts.turn(0)), BREAKS),
    "another sit": (lambda b: forged(b, acts=[acts.sit(bytes(32), "Eve", "")]), ANOTHER),
    "an act that is not whole": (lambda b: with_acts(b, bytes([acts.AGAIN]) + bytes(9)), BREAKS),
    "acts of the other that it has not": (lambda b: forged(b, taken=5), ELSEWHERE),
    "other acts of the other": (lambda b: forged(b, told=b"no"), ELSEWHERE),
    "links of the other that it has not": (lambda b: forged(b, heard=500), ELSEWHERE),
    "a beginning beyond what is known": (lambda b: forged(b, first=7, acts=[]), ELSEWHERE),
    "acts of a newer version": (lambda b: with_acts(b, b"\xe0"), NEWER),
}


def opened(end: End, write) -> str:
    before = end.seat.data()
    sentence = refused(lambda: end.open(write()))
    assert end.seat.data() == before and end.fold.logs == end.seat.logs, "what is refused changes nothing"
    return sentence


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_refused(name):
    a, b = pair()
    write, sentence = CHEATS[name]
    assert opened(a, lambda: write(b)) == sentence
    assert a.open(parse(honest(b).letter())), "the game goes on"


def honest(end: End) -> End:
    end.play(end.fold.turns()[0])
    return end


def stranger(end: End, key=KEY, game=None) -> Letter:
    """A letter of somebody without the key."""
    letter = forged(end)
    logs = end.seat.logs
    return parse(letter.sealed(key, game or end.seat.game, logs))


STRANGERS = {
    "without the key": (lambda a, b: stranger(b, key=bytes(16)), UNFIT),
    "of another game": (lambda a, b: stranger(b, game=bytes(10)), UNFIT),
    "the own letter": (lambda a, b: parse(a.written(0)), OWN),
    "noise": (lambda a, b: parse(bytes(range(99))), TORN),
    "of a newer version": (lambda a, b: parse(bytes([0x30]) + remade(b)), NEWER),
    "an act changed": (lambda a, b: parse(changed(b)), TORN),
}


def remade(end: End) -> bytes:
    data = b"\x30" + end.written(0)[1:-2]
    return (data + sha256(data)[:2])[1:]


def changed(end: End) -> bytes:
    data = bytearray(end.written(0))
    data[20] ^= 1
    return bytes(data)


@pytest.mark.parametrize("name", STRANGERS)
def test_a_stranger_is_refused(name):
    a, b = pair()
    write, sentence = STRANGERS[name]
    assert opened(a, lambda: write(a, b)) == sentence


def test_a_letter_of_a_game_that_is_not_here():
    _, b = pair()
    seats = Seats(Store(), lambda count: bytes(count), lambda: 0)
    with pytest.raises(Refused) as error:
        seats.open(as_text(b.written(1)), "Bo")
    assert error.value.args[0] == NOT_HERE and not seats.store


def test_a_friend_with_two_devices_goes_on():
    a = End.new("Ane", "danish", "", KEY, SECRETS[0], lambda seat: 0)
    phone, laptop = [End.join(parse(a.letter()), "Bo", bytes([k]) * 32, lambda seat: 0) for k in (2, 3)]
    a.open(parse(phone.letter()))
    assert refused(a.open, parse(laptop.letter())) == ANOTHER
    assert refused(laptop.open, parse(a.letter())) == ELSEWHERE
    assert phone.open(parse(a.letter())) and phone.state == "turn"


def over_broker():
    """Both ends of a game over a broker, and their carriers, just connected."""
    a = End.new("Ane", "danish", "mqtt://localhost", KEY, SECRETS[0], lambda seat: 0)
    b = End.join(parse(a.letter()), "Bo", SECRETS[1], lambda seat: 0)
    carriers = [Carrier(a, b"aaaa"), Carrier(b, b"bbbb")]
    for carrier in carriers:
        carrier.inbox.append((None, ""))
        carrier.step(0)
        carrier.step(5)
    return carriers


def test_somebody_else_on_the_own_topic_is_told_and_written_over():
    _, b = over_broker()
    topic, payload, _ = b.outbox[-1]
    b.inbox.append((topic, payload[:-1] + bytes([payload[-1] ^ 1])))
    b.step(20)
    assert b.note == STRANGER and b.outbox[-1][:2] == (topic, payload)


def test_an_end_that_has_letters_of_both_seats_waits_for_no_more():
    """A topic keeps one letter. What a stranger writes is none."""
    a, b = over_broker()
    again = Carrier(End(a.end.seat.copy(), lambda seat: 0), b"agai")
    own, theirs = a.outbox[-1][:2], b.outbox[-1][:2]
    forged_of = [(topic, payload[:-20] + bytes([payload[-20] ^ 1]) + payload[-19:]) for topic, payload in (own, theirs)]
    again.inbox += [(None, ""), *forged_of, own]
    again.step(0)
    again.inbox.append(forged_of[1])
    again.step(0.1)
    assert not again.synced and again.refused and len(again.outbox) == 2, "it has subscribed, and waits"
    again.inbox.append(theirs)
    again.step(0.2)
    assert again.synced and again.end.fold.logs[1] and again.outbox[-1][0] == own[0]
    again.inbox += [(None, "closed"), (None, "")]
    again.step(1)
    assert not again.synced


def test_a_second_answer_is_told_that_the_seat_is_taken():
    a, b = over_broker()
    other = End.join(parse(letters_in(INVITATION)[0]), "Bo", b"\3" * 32, lambda seat: 0)
    late = Carrier(other, b"cccc")
    late.inbox += [(None, ""), b.outbox[-1][:2]]
    late.step(0)
    late.outbox.clear()
    late.step(30)
    assert late.note == TAKEN and not late.outbox
    assert hashed(other.seat.logs[1], 1) != hashed(b.end.seat.logs[1], 1) and a.plays


def test_a_second_device_of_a_seat_looks_on_until_it_plays_here():
    _, b = over_broker()
    copy = Carrier(End(b.end.seat.copy(), lambda seat: 0), b"copy")
    copy.inbox.append((None, ""))
    copy.step(0)
    copy.step(5)
    b.inbox.append(copy.outbox[-1][:2])
    b.step(6)
    assert b.looks_on and not b.plays
    b.play_here()
    b.step(7)
    assert b.plays and b.outbox[-1][1][-12:-8] == b"bbbb"


def test_an_older_message_of_another_device_that_is_brought_back_takes_no_seat():
    """Seat b may bring back what the command wrote that began the game, while this device has gone on."""
    a, b = over_broker()
    begun = a.outbox[-1]
    goes_on = Carrier(End(a.end.seat.copy(), lambda seat: 0), b"goes")
    goes_on.inbox += [(None, ""), begun[:2], b.outbox[-1][:2]]
    goes_on.step(0)
    goes_on.step(5)
    newer = goes_on.outbox[-1]
    goes_on.inbox.append(begun[:2])
    goes_on.step(11)
    assert newer[0] == begun[0] and goes_on.plays and goes_on.outbox[-1] == newer


def test_of_two_devices_that_write_the_same_the_later_one_plays():
    """It has heard the answer before both messages come back, so both are old."""
    a, b = over_broker()
    first = a.outbox[-1]
    later = Carrier(End(a.end.seat.copy(), lambda seat: 0), b"late")
    later.inbox.append((None, ""))
    later.step(0)
    later.step(5)
    own = later.outbox[-1]
    assert own[1][:-12] == first[1][:-12]
    later.inbox += [b.outbox[-1][:2], first[:2], own[:2]]
    later.step(6)
    assert later.plays


def test_a_device_that_takes_the_others_log_gives_up_links_that_nobody_has():
    a, b = over_broker()
    a.inbox.append(b.outbox[-1][:2])
    a.step(6)
    b.inbox.append(a.outbox[-1][:2])
    b.step(7)
    phone, laptop = [End(b.end.seat.copy(), lambda seat: 0) for _ in (1, 2)]
    phone.say("hello")
    honest(laptop)
    assert laptop.seat.given > phone.seat.given
    laptop.take_over(parse(phone.written(0)))
    assert laptop.seat.data() == phone.seat.data()
    assert a.end.open(parse(laptop.written(0))), "a link before its throw would be refused"


def test_a_device_that_has_other_acts_of_the_other_seat_gives_them_up():
    """Seat a plays on from an older copy of its file; one device of seat b has taken the acts that count no more."""
    a, b = over_broker()
    a.inbox.append(b.outbox[-1][:2])
    a.step(6)
    older = Carrier(End(a.end.seat.copy(), lambda seat: 0), b"olda")
    laptop = Carrier(End(b.end.seat.copy(), lambda seat: 0), b"lapt")
    a.end.say("hello")
    older.end.say("sorry")
    b.end.open(parse(a.end.written(0)))
    laptop.end.open(parse(older.end.written(0)))
    laptop.end.say("thanks")
    b.inbox += [(b.topics[0], older._payload()), (b.topics[1], laptop._payload())]
    b.step(7)
    assert b.end.seat.logs == laptop.end.seat.logs and not b.refused


def test_an_end_whose_log_is_ahead_of_the_others_waits():
    a, b = over_broker()
    a.inbox.append(b.outbox[-1][:2])
    a.step(6)
    b.end.open(parse(a.end.written(0)))
    honest(b.end).ask()
    a.end.open(parse(b.end.written(0)))
    assert a.end.state == "answer"
    ahead = parse(a.end.written(0))
    ahead.acts += [acts.turn(0), acts.turn(0)]  # another device has played, and knows more of seat b
    ahead.taken += 1
    a.end.take_over(ahead)
    assert a.end.state == "waiting"
    with pytest.raises(ValueError, match="not your turn"):
        a.end.answer(True)
