"""Far games as a fold: dice from both chains, strict messages, any order, and a cheat's attempts."""

import os
from binascii import hexlify

from companion.far import letter
from companion.far.chain import Chain, dice, hmac, sha256
from companion.far.end import End, EndError
from companion.far.fold import Fold
from companion.far.link import Link, LinkError, unquoted
from companion.far.messages import MessageError, Stranger, mac, place_of, read, seal, topic_of
from daldos.game import PLAY
from daldos.notation import turn_text
from daldos.prng import Xorshift32
from far_ends import LINK, ends, exchange, play
from here import error_of

LONG = os.getenv("DALDOS_LONG") == "1"


def first(count):
    return 0


def sent_by(end, pairs, number=None):
    """A message with the right MAC that the end would not send."""
    topic = topic_of(LINK.game, end.link.seat, len(end.seat.log) if number is None else number)
    return topic, seal(LINK.key, topic, pairs)


# --- dice and texts ---------------------------------------------------------------------------------------------------


def test_hmac_is_that_of_rfc_4231():
    assert hexlify(hmac(b"\x0b" * 20, b"Hi There"))[:32] == b"b0344c61d8db38535ca8afceaf0bf12b"
    assert hexlify(hmac(b"Jefe", b"what do ya want for nothing?"))[:32] == b"5bdcc146bf60754e6a042426089575c7"
    big = hmac(b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First")
    assert hexlify(big)[:32] == b"60e431591ee0b67f0d8a26aacbf5b77f"


def test_each_link_is_the_preimage_of_the_one_before():
    chain = Chain(sha256(b"x"), 20)
    assert [sha256(chain.link(k)) for k in range(1, 21)] == [chain.link(k) for k in range(20)]
    assert chain.tip == chain.link(0) and chain.link(20) == sha256(b"x")
    assert error_of(ValueError, chain.link, 21) == "link 21: the chain has 20"
    error_of(ValueError, Chain, b"short")


def test_dice_are_the_low_bits_of_the_first_byte():
    a, b = sha256(b"a"), sha256(b"b")
    byte = hmac(a, b + b"\x11\x12\x13\x14")[0]
    assert dice(a, b, 0x11121314) == (1 + byte % 4, 1 + byte // 4 % 4)
    assert len({dice(a, b, throw) for throw in range(1, 200)}) == 16


def test_links_both_ways():
    for link in (LINK, LINK.other(), LINK.look(), LINK.rematch()):
        again = Link.parse("https://example.org/daldos/" + link.text())
        assert (again.text(), again.key, again.seat) == (link.text(), link.key, link.seat)
    assert LINK.look().key is None and "key" not in LINK.look().text()
    assert LINK.game == "aaaqeayeaudaocajbifqydiob4" and len(LINK.text().partition("key=")[2].partition("&")[0]) == 22


def test_links_that_were_percent_encoded_on_their_way():
    link = Link("wss://me:p%40ss@broker.example:443/mqtt", LINK.game, LINK.key, "b")
    encoded = link.broker.replace("%", "%25").replace(":", "%3A").replace("/", "%2f").replace("@", "%40")
    assert Link.parse(link.text()).broker == link.broker  # it keeps encoded characters
    assert Link.parse(link.text().replace(link.broker, encoded)).broker == link.broker
    whole = "https%3A%2F%2Fexample.org%2F" + link.text().replace("%", "%25").replace("#", "%23").replace("&", "%26")
    assert Link.parse("https://example.com/?to=" + whole).text() == link.text()
    assert [unquoted(text) for text in ("%zz%4", "%ff", "a%41%c3%B8")] == ["%zz%4", "%ff", "aAø"]


def test_a_rematch_has_the_same_new_game_on_both_sides_and_the_seats_changed():
    one, other = LINK.rematch(), LINK.other().rematch()
    assert (one.game, one.key) == (other.game, other.key) and one.game != LINK.game and one.key != LINK.key
    assert (one.seat, other.seat) == ("b", "a")


def test_links_that_are_none_are_refused_with_a_reason():
    good = LINK.text()
    for old, new, word in (
        ("#far=1", "#far=2", "version '2'"),
        ("#far=1", "#fat=1", "#far=1"),
        ("mqtt://localhost", "http://localhost", "expected an address such as wss://"),
        ("mqtt://localhost", "mqtt://", "broker"),
        ("mqtt://localhost", "mqtt://a<b", "broker"),
        ("&seat=a", "&seat=c", "seat 'c' in"),
        ("&seat=a", "&seat=a&seat=b", "seat"),
        ("&seat=a", "", "seat '' in"),
        ("&game=aaa", "&game=AAA", "game 'AAA"),
        ("&game=aaa", "&game=aa", "game"),
        ("&key=E", "&key=*", "key '*"),
        ("&key=E", "&key=", "key"),
        ("&key=" + good.partition("&key=")[2].partition("&")[0], "", "key '' in"),
        ("&seat=a", "&seat=a&x=1", "x"),
    ):
        assert old in good
        assert word in error_of(LinkError, Link.parse, good.replace(old, new))


def test_what_is_no_message_of_the_game_is_a_strangers():
    topic = topic_of(LINK.game, "a", 3)
    good = seal(LINK.key, topic, [("do", "resign")])
    assert read(LINK.key, topic, good) == {"do": "resign"} and place_of(LINK.game, topic) == ("a", 3)
    elsewhere = topic_of(LINK.game, "b", 3), topic_of(LINK.game, "a", 4), topic_of("a" * 26, "a", 3)
    another_key = good[:-32] + mac(b"another key 1234", topic, good[:-33])
    torn = [good[:k] for k in range(len(good))] + [good[k:] for k in range(1, len(good))]
    changed = [good[:k] + ("0" if good[k] != "0" else "1") + good[k + 1 :] for k in range(len(good))]
    for bad in torn + changed + [good.upper(), good + " ", good[:-33] + good[-32:], another_key]:
        error_of(Stranger, read, LINK.key, topic, bad)
    for other in elsewhere:
        error_of(Stranger, read, LINK.key, other, good)
    for name in ("03", "-1", "x", "", "1.0", "20000", "999999", "here/x"):
        error_of(Stranger, place_of, LINK.game, topic_of(LINK.game, "a", name))
    fold = Fold(LINK.game, LINK.key)
    for payload in (b"", b"\xff" * 40, good.encode()[:-1] + b"\n", b"a" * 2000, another_key):
        assert not fold.take(topic, payload)
    assert not list(fold.lines())


def test_messages_are_checked_to_the_letter():
    topic = topic_of(LINK.game, "a", 0)
    sit = [("do", "sit"), ("v", 1), ("rules", "danish"), ("tip", "0" * 64), ("name", "Ane"), ("turn_s", 0)]
    assert len(read(LINK.key, topic, seal(LINK.key, topic, sit))) == 6
    wrong = {"v": (3, True), "tip": ("0" * 63, "G" * 64, 5), "name": ("x" * 25, "\x1b[2J", None)}
    wrong.update({"turn_s": (-1, "5"), "rules": ("",), "do": ("stand", None), "more": (1,)})
    for key in wrong:
        for value in wrong[key]:
            changed = [pair for pair in sit if pair[0] != key] + [(key, value)]
            error_of(MessageError, seal, LINK.key, topic, changed)
    error_of(MessageError, seal, LINK.key, topic, sit[:-1])
    for bad in (
        [("do", "link"), ("t", 0), ("x", "0" * 64)],
        [("do", "turn"), ("ply", 1), ("turn", "<b>")],
        [("do", "turn"), ("ply", 1), ("turn", "A" * 121)],
        [("do", "ask"), ("what", "draw"), ("to", 1)],
        [("do", "answer"), ("of", -1), ("yes", True)],
        [("do", "answer"), ("of", 1), ("yes", 1)],
        [("do", "say"), ("what", "anything")],
        [("do", "here"), ("end", "0" * 8), ("on", True)],
    ):
        error_of(MessageError, seal, LINK.key, topic, bad)
    error_of(MessageError, seal, LINK.key, topic_of(LINK.game, "a", "here"), sit)
    assert seal(LINK.key, topic, [("do", "turn"), ("ply", 1), ("turn", "A" * 120)])


# --- the game ---------------------------------------------------------------------------------------------------------


def test_a_whole_game_over_several_chains_is_the_same_in_any_order():
    stream = Xorshift32(7)
    a, b = ends(links=52, rules="cerne-abbey,n=11,lose_at=1")
    play(a, b, 2000, stream.below)
    assert a.fold.game.winner and a.fold.record() == b.fold.record() and not a.fold.broken
    assert a.seat.tips > 3 and b.seat.tips > 3
    lines, record, winner = list(a.fold.lines()), a.fold.record(), a.fold.winner
    a = b = None  # to fit a Pico's heap
    for key in (LINK.key, None):
        fold = Fold(LINK.game, key, 52)
        left = lines + lines[::7]
        while left:
            fold.take(*left.pop(stream.below(len(left))))
        assert fold.record() == record and fold.winner == winner
        same = lines if key else [(topic, text[:-32] + "0" * 32) for topic, text in lines]  # an onlooker knows no MACs
        assert list(fold.lines()) == same and not fold.missing()


def test_what_is_missing_is_named():
    a, b = ends()
    play(a, b, 6, first)
    lines = list(a.fold.lines())
    gone = [line for line in lines if line[0].endswith("a/2") or line[0].endswith("b/3")]
    fold = Fold(LINK.game, LINK.key)
    for line in lines:
        if line not in gone:
            fold.take(*line)
    assert fold.missing() == [topic for topic, _ in gone] and fold.missing(1) == [gone[0][0]]
    for line in gone:
        fold.take(*line)
    assert fold.record() == a.fold.record() and not fold.missing()


def test_taking_back_needs_a_yes_and_keeps_the_throws():
    a, b = ends()
    play(a, b, 9, first)
    thrown = a.fold.throws[:]
    game = a.fold.game
    asker, other = (a, b) if game.side else (b, a)
    before = len(game.plies)
    other.take(*asker.ask_undo())
    assert "answer" in error_of(EndError, asker.turn, "--") and len(asker.fold.game.plies) == before
    asker.take(*other.answer(False))
    assert len(asker.fold.game.plies) == before and error_of(EndError, other.answer, True)
    other.take(*asker.ask_undo())
    asker.take(*other.answer(True))
    left = len(asker.fold.game.plies)
    assert left < before and asker.fold.game.side == asker.k and asker.fold.game.phase == PLAY
    assert a.fold.record() == b.fold.record()
    play(a, b, before - left, first)
    assert a.fold.throws == thrown and len(a.fold.game.plies) == before


def test_questions_of_both_at_once_give_one_game_in_every_order():
    stream = Xorshift32(3)
    for case in range(0, 30, 1 if LONG else 7):
        a, b = ends()
        play(a, b, 6 + case % 5, stream.below)
        ask_a, ask_b = a.ask_undo(), b.ask_undo()
        a.take(*ask_b)
        b.take(*ask_a)
        yes_a, yes_b = a.answer(case % 3 > 0), b.answer(case % 2 > 0)
        a.take(*yes_b)
        b.take(*yes_a)
        play(a, b, 4, stream.below)
        assert a.fold.record() == b.fold.record() and not a.fold.broken
        lines = list(a.fold.lines())
        fold = Fold(LINK.game, LINK.key)
        while lines:
            fold.take(*lines.pop(stream.below(len(lines))))
        assert fold.record() == a.fold.record() and fold.seats[0].next == a.seat.next


def test_giving_up_and_both_at_once():
    a, b = ends()
    play(a, b, 3, first)
    playing = a.fold.record()
    gone = a.resign()
    also = b.resign()
    assert (a.fold.winner, b.fold.winner) == ("B", "A")
    b.take(*gone)
    a.take(*also)
    assert (a.fold.winner, b.fold.winner, a.fold.over) == ("", "", True)
    assert a.fold.ended() == "A and B resigned" and a.fold.record() == b.fold.record()
    assert "Event: far %s, A and B resigned\n" % LINK.game in a.fold.record()
    assert "Event: far %s\n" % LINK.game in playing
    error_of(EndError, a.resign)


def test_a_claim_is_recorded_and_ends_nothing():
    a, b = ends(turn_s=60)
    play(a, b, 3, first)
    waiting, due = (a, b) if a.fold.waits_for() else (b, a)
    assert error_of(EndError, due.claim) == "nothing of the other's is due"
    due.take(*waiting.claim())
    assert due.fold.claimed == "AB"[waiting.k] and "claimed" in due.fold.record() and not due.fold.over
    error_of(EndError, waiting.claim)
    play(a, b, 1, first)
    assert not a.fold.claimed and not a.fold.ended() and a.fold.record() == b.fold.record()
    a, b = ends()
    play(a, b, 1, first)
    error_of(EndError, a.claim)


# --- what a cheat tries -----------------------------------------------------------------------------------------------


def broken(end, message):
    """Fold the end's messages and this one; returns where and why it broke, the same in any order."""
    reasons = []
    lines = list(end.fold.lines())
    for order in (lines + [message], [message] + lines, lines[::2] + [message] + lines[1::2]):
        fold = Fold(LINK.game, LINK.key, end.fold.chain_links)
        for line in order:
            fold.take(*line)
        reasons.append((fold.broken and (fold.broken[0], str(fold.broken[1])), fold.record()))
        assert message in list(fold.lines())
    assert reasons[0] == reasons[1] == reasons[2], reasons
    assert reasons[0][0] is not None and reasons[0][0][0] == message[0], reasons[0]
    return reasons[0][0][1]


def test_a_thrower_cannot_change_the_chain_after_seeing_the_others_link():
    a, b = ends(links=52)
    thrower = None
    while thrower is None:  # until the next thrower has few links left
        exchange(a, b)
        end, other = (a, b) if a.fold.game.side == 0 else (b, a)
        other.take(*end.turn(turn_text(end.fold.game.position, end.fold.game.legal.turns[0])))
        for end, other in ((a, b), (b, a)):
            if end.fold.throwers[-1] == end.k and 52 - end.seat.used < 50:
                thrower, victim = end, other
    message = victim.due()
    while message:  # its link, perhaps after a new chain
        thrower.take(*message)
        message = victim.due()
    assert "throws next" in broken(thrower, sent_by(thrower, [("do", "tip"), ("tip", "5" * 64)]))


def test_what_can_never_be_right_breaks_the_game_and_says_where():
    a, b = ends()
    play(a, b, 4, first)
    mover = a if a.fold.game.side == 0 else b
    throw, ply = len(a.fold.throws), len(a.fold.game.plies)
    link = [("do", "link"), ("t", throw + 1), ("x", "5" * 64)]
    assert "not legal" in broken(mover, sent_by(mover, [("do", "turn"), ("ply", ply + 1), ("turn", "A1-M9")]))
    assert "comes next" in broken(
        a, sent_by(a, [("do", "link"), ("t", throw), ("x", hexlify(a.seat.links[-1]).decode())])
    )
    assert "comes next" in broken(a, sent_by(a, [("do", "link"), ("t", throw + 2), ("x", "5" * 64)]))
    assert "links" in broken(a, sent_by(a, [("do", "tip"), ("tip", "5" * 64)]))
    assert "open ask" in broken(a, sent_by(a, [("do", "answer"), ("of", 1), ("yes", True)]))
    again = [("do", "sit"), ("v", 1), ("rules", "danish"), ("tip", "0" * 64), ("name", "Ane"), ("turn_s", 0)]
    assert broken(a, sent_by(a, again)) == "sit as number %d: sit is number 0, and no other" % a.seat.next
    second = sent_by(a, [("do", "resign")], 2)
    reason = broken(a, second)
    assert "two messages" in reason and a.seat.log[2] in reason and second[1] in reason
    one, other = ends()
    other.take(*one.due())
    one.take(*other.due())
    assert "SHA-256" in broken(other, sent_by(other, [("do", "link"), ("t", 1), ("x", "5" * 64)]))
    # an early link waits, and breaks the game when its throw comes
    fold = Fold(LINK.game, LINK.key)
    for line in list(a.fold.lines()) + [sent_by(a, link)]:
        fold.take(*line)
    assert not fold.broken


def test_rules_or_time_that_differ():
    for key, value in (("rules", "danish"), ("turn_s", 5)):
        a, b = ends()
        b.take(*a.due())
        pairs = [("do", "sit"), ("v", 1), ("rules", "norwegian"), ("tip", "0" * 64), ("name", "Bo"), ("turn_s", 0)]
        pairs = [(name, value if name == key else old) for name, old in pairs]
        assert key in broken(b, sent_by(b, pairs))


def test_a_message_of_the_own_seat_that_was_not_sent_stops_the_end():
    a, b = ends()
    play(a, b, 3, first)
    forged = sent_by(a, [("do", "resign")])
    assert not a.take(forged[0], forged[1][:-32] + "0" * 32) and not a.unknown  # a stranger's
    assert not a.take(*forged) and a.unknown and a.due() is None and not a.fold.over
    assert "wait" in error_of(EndError, a.resign)
    a.settle()
    assert a.foreign == forged and a.due() is None and not a.fold.over
    assert forged[0] in error_of(EndError, a.resign)


def test_what_a_link_of_the_own_chain_follows_is_the_own_seats():
    """An end whose file is older than its messages: the same secret, another store."""
    a, b = ends()
    play(a, b, 3, first)
    old = list(a.fold.lines())
    play(a, b, 9, first)
    back = End(LINK, sha256(b"a"), "Ane", "norwegian")
    for line in old:
        back.recall(*line)
    newer = [line for line in a.fold.lines() if line not in old]
    for line in newer:
        back.take(*line)
    assert not back.unknown and not back.foreign and back.fold.record() == a.fold.record()


def test_a_name_may_have_any_letters():
    for name in ("Bo \U0001f3b2", "\u00c5se", "\u05d1\u05d5"):
        a = End(LINK, sha256(b"a"), name, "norwegian", 0)
        b = End(LINK.other(), sha256(b"b"), name)
        play(a, b, 2, first)
        assert b.fold.seats[0].sit["name"] == a.fold.seats[1].sit["name"] == name
    assert "name" in error_of(ValueError, End(LINK, sha256(b"a"), "a\tb", "norwegian", 0).due)


def test_junk_over_a_message_is_written_over_again():
    """A stranger's text in place of a message, of either seat, is not its echo."""
    a, b = ends()
    play(a, b, 3, first)
    lines = list(a.fold.lines())
    a.connected()
    for topic, payload in lines:
        a.take(topic, payload)
    assert not a.lost()
    for topic, payload in lines[-1], lines[0]:
        a.take(topic, b"junk")
        assert a.lost() == [(topic, payload)] and not a.fold.broken and not a.unknown
        a.take(topic, payload)


# --- logs: version 2 --------------------------------------------------------------------------------------------------


class Keeper:
    """A broker that keeps the newest message per topic, and loses, duplicates and reorders deliveries."""

    def __init__(self, ends, stream=None):
        self.ends, self.stream, self.kept, self.most = ends, stream, {}, 0

    def send(self, end, message):
        for topic, payload in end.carried([message]):
            self.put(topic, payload)

    def put(self, topic, payload):
        self.kept[topic] = payload
        if not payload:
            del self.kept[topic]
        self.most = max(self.most, len(topic) + len(payload) + 20)  # including MQTT's overhead
        for end in self.ends:
            for _ in range(self.stream.below(4) and 1 + self.stream.below(2) if self.stream else 1):
                end.take(topic, payload)

    def settle(self):
        """Run until nobody has anything to send; lost messages are resent."""
        moved = True
        while moved:
            moved = False
            for end in self.ends:
                for topic, payload in list(self.kept.items()) if self.stream else ():
                    end.take(topic, payload)
                message = end.due()
                if message:
                    self.send(end, message)
                for line in [(topic, "") for topic in end.stale]:
                    self.put(*line)
                end.stale = []
                for line in end.lost():
                    self.put(*line)
                    moved = True
                moved = moved or bool(message)

    def play(self, turns, choose):
        for _ in range(turns):
            self.settle()
            a, b = self.ends
            if a.fold.over:
                return
            end = (a, b)[a.fold.game.side]
            legal = end.fold.game.legal.turns
            self.send(end, end.turn(turn_text(end.fold.game.position, legal[choose(len(legal))])))
        self.settle()


def looks_on(kept):
    fold = Fold(LINK.game)
    for topic, payload in kept.items():
        fold.take(topic, payload)
    return fold


def test_a_game_that_is_over_leaves_two_messages_from_which_it_comes_back():
    for lossy, links in ((False, 1000), (True, 60)):
        both = ends(links=links)
        stream = Xorshift32(5)
        keeper = Keeper(both, stream if lossy else None)
        keeper.play(24, Xorshift32(7).below)
        a, b = both
        if not a.fold.over:
            keeper.send(a, a.resign())
            keeper.settle()
        assert a.fold.winner and list(a.fold.lines()) == list(b.fold.lines()) and not a.fold.broken
        assert a.fold.version == 2 and keeper.most <= 2048
        logs = [topic_of(LINK.game, seat, "log/0") for seat in "ab"]
        assert sorted(keeper.kept) == logs and not a.lost() and not b.lost()
        if links == 1000:
            assert looks_on(keeper.kept).record() == a.fold.record()
        # everything has expired after a month: each end restores both logs
        for end in both:
            keeper.kept.clear()
            end.connected()
            keeper.ends = [end]
            keeper.settle()
            assert sorted(keeper.kept) == logs


def test_a_long_log_is_in_parts_that_a_broker_takes(part=60):
    before, letter._PART = letter._PART, part
    try:
        both = ends()
        keeper = Keeper(both, Xorshift32(9))
        keeper.play(12, Xorshift32(3).below)
        assert len(keeper.kept) >= 4 and list(both[0].fold.lines()) == list(both[1].fold.lines())
        assert looks_on(keeper.kept).record() == both[0].fold.record()
        # the last parts alone show that the first are missing
        fold = looks_on({topic: text for topic, text in keeper.kept.items() if not topic.endswith("log/0")})
        assert not fold.game
    finally:
        letter._PART = before


def test_a_game_of_version_1_is_finished_by_ends_of_either_version():
    for a, b in ((1, 2), (2, 1), (1, 1)):
        keeper = Keeper(ends(versions=(a, b)))
        keeper.play(5, first)
        for again in (ends(), ends(versions=(b, a))):
            for old, new in zip(keeper.ends, again):
                for line in old.fold.lines():
                    new.recall(*line)
                new.connected()
                for line in list(keeper.kept.items()):
                    new.take(*line)
            keeper.ends = again
            keeper.play(10, first)
        one, other = again
        keeper.send(one, one.resign())
        assert len(one.fold.game.plies) == 25 and one.fold.winner == "B" and one.fold.version == 1
        assert list(one.fold.lines()) == list(other.fold.lines())
        assert set(keeper.kept.items()) >= set(one.fold.lines())  # each message by itself, as ever
        assert looks_on(keeper.kept).record() == one.fold.record()


def test_what_a_stranger_puts_over_a_log_is_written_over():
    both = ends()
    keeper = Keeper(both)
    keeper.play(4, first)
    for end in both:
        before = list(end.fold.lines())
        for topic, payload in list(keeper.kept.items()):
            changed = payload[:30] + ("A" if payload[30] != "A" else "B") + payload[31:]
            other = keeper.kept[topic_of(LINK.game, "ba"["ab".index(topic.split("/")[3])], "log/0")]
            for junk in ("", "junk", changed, payload[:-4], other, payload + "A" * 3000):
                end.take(topic, junk.encode())
                assert end.lost() == [(topic, payload)] and not end.unknown and list(end.fold.lines()) == before
                end.take(topic, payload)
                assert not end.lost()


class Presence:
    """A broker that carries only `here`, in one order; each end receives it with its own delay."""

    def __init__(self, stream):
        self.stream = stream
        self.ends = []
        self.waiting = {}  # end -> undelivered messages

    def connect(self, end):
        if end not in self.ends:
            self.ends.append(end)
        self.waiting[end] = []
        end.connected()

    def lose(self, end):
        del self.waiting[end]
        self.publish(end.here(False))

    def publish(self, message):
        for waiting in self.waiting.values():
            waiting.append(message)

    def settle(self, steps=10000):
        """Deliver in any order until nothing is left, or for this many steps."""
        for _ in range(steps):
            able = [end for end in self.ends if self.waiting.get(end) or self._speaks(end)]
            if not able:
                for end in self.waiting:
                    end.fresh = False
                return
            end = able[self.stream.below(len(able))]
            if self._speaks(end) and (not self.waiting[end] or self.stream.below(2)):
                end.unsaid = False
                self.publish(end.here(True))
            else:
                end.present(*self.waiting[end].pop(0))
        assert steps < 10000, "they never come to an end"

    def _speaks(self, end):
        return end in self.waiting and end.unsaid and end.playing


def test_the_end_that_came_last_plays_and_never_two_of_a_seat():
    stream = Xorshift32(9)
    for case in range(200 if LONG else 40):
        net = Presence(stream)
        called = ["%03x%05x" % (1 + case % 2 * k, stream.below(1 << 20)) for k in range(3)]
        first, second, third = [End(LINK, sha256(b"a"), called=name) for name in called]
        other = End(LINK.other(), sha256(b"b"), called="00112345")
        net.connect(first)
        net.settle()
        net.connect(other)  # the first announces itself again while the second arrives
        net.settle(stream.below(4))
        net.connect(second)
        net.settle()
        assert (first.playing, second.playing) == (False, True) and other.other_end == second.called
        net.lose(second)
        net.settle()
        assert not other.other_end and not first.playing
        net.connect(second)
        net.lose(first)
        net.connect(first)  # an earlier end returns
        net.settle()
        assert (first.playing, second.playing) == (False, True) and other.other_end == second.called
        net.connect(third)
        net.settle()
        assert [end.playing for end in (first, second, third)] == [False, False, True]
        assert other.other_end == third.called and third.other_end == other.called
        assert error_of(EndError, first.resign).startswith("this seat is played from elsewhere")
        assert first.due() is None and third.due()


def test_who_is_there_is_said_with_the_key():
    a, b = End(LINK, sha256(b"a")), End(LINK.other(), sha256(b"b"), called="0010000a")
    topic, payload = b.here(True)
    assert not a.present(topic, payload[:-1] + ("0" if payload[-1] != "0" else "1")) and not a.other_end
    assert a.present(topic, payload) and a.other_end == "0010000a"
    assert a.present(*b.here(True, "M10")) and a.other_at == "M10"
    error_of(MessageError, b.here, True, "M10<")
    assert a.present(*b.here(False)) and not a.other_end and not a.other_at


def transcript():
    """A game's messages and record are the same bytes on every runtime."""
    a, b = ends()
    play(a, b, 25, Xorshift32(9).below)
    for topic, payload in a.fold.lines():
        yield topic + " " + payload
    yield a.fold.record()
