"""Far games by letters: their content, and the error for a letter that cannot be opened."""

from companion.far.chain import sha256
from companion.far.end import End
from companion.far.letter import LetterError, Letters, game_mark, is_letter, mark_of
from companion.far.link import Link, LinkError
from daldos.game import PLAY
from daldos.notation import turn_text
from here import error_of

LINK = Link.new("post:", bytes(range(32)))


class Player:
    def __init__(self, link, name, secret=b"", confirmed=0, links=1000):
        self.end = End(link, sha256(secret or name.encode()), name, links=links)
        self.letters = Letters(self.end, confirmed)

    def answer(self, *letters):
        """Open letters, send everything due, play the first legal turn; returns the resulting letter."""
        for text in letters:
            self.letters.open(text)
        end = self.end
        while end.due():
            pass
        game = end.fold.game
        while game and game.phase == PLAY and game.side == end.k and not end.fold.over:
            end.turn(turn_text(game.position, game.legal.turns[0]))
            while end.due():
                pass
        return self.letters.text()


def pair():
    return Player(LINK, "Ane"), Player(LINK.other(), "Bo")


def test_three_letters_begin_a_game_and_one_a_turn_goes_on():
    a, b = pair()
    invitation = a.answer()
    assert Link.parse(invitation).text() == LINK.other().text() and is_letter(invitation)
    reply = b.answer(invitation)
    assert reply.startswith("#post=") and not b.end.fold.throws
    third = a.answer(reply)
    assert len(a.end.fold.throws) >= 3  # the opening throws, and the first turn's
    texts = [third, b.answer(third)]
    while len(texts) < 12:
        texts.append((a, b)[len(texts) % 2].answer(texts[-1]))
    assert len(b.end.fold.game.plies) >= 9
    assert max(len(text) for text in texts + [reply]) <= 160 + len("#post=")


def test_a_new_chain_goes_with_the_last_link_of_the_old_one():
    a, b = Player(LINK, "Ane", links=52), Player(LINK.other(), "Bo", links=52)
    text = a.answer()
    for k in range(30):
        text = (b, a)[k % 2].answer(text)
    assert a.end.seat.tips and b.end.seat.tips and not a.end.fold.broken
    assert len(a.end.fold.game.plies) >= 20


def test_a_letter_stays_the_same_until_it_is_answered():
    a, b = pair()
    invitation = a.answer()
    assert a.letters.text() == invitation
    reply = b.answer(invitation, invitation)
    assert a.letters.text() == invitation
    third = a.answer(reply)
    assert a.letters.text() == third != invitation
    assert b.letters.open(invitation) == [] and b.letters.text() == reply  # an old one again: show the answer again
    assert b.letters.open(third) != [] and b.letters.open(third) == []


def test_who_has_asked_sends_it_and_waits():
    a, b = pair()
    letter = a.answer(b.answer(a.answer()))
    while not b.end.fold.game.plies:
        letter = b.answer(letter)
        if not b.end.fold.game.plies:
            letter = a.answer(letter)
    who, other = (b, a) if b.end.fold.waits_for() == 0 else (a, b)
    other.letters.open(who.letters.text())
    who.end.ask_undo()
    other.letters.open(who.letters.text())
    assert other.letters.text() == ""  # its turn, or its word, comes first
    other.end.answer(True)
    assert who.letters.open(other.letters.text())
    assert not who.end.seat.asks and who.end.fold.record() == other.end.fold.record()


def test_what_cannot_be_opened_is_said_in_words():
    a, b = pair()
    reply = b.answer(a.answer())
    data = reply[len("#post=") :]
    whole = "copy all of it"
    for text in ("", "hello", "#post=", "#post=AAAA", reply[:-1], reply[:40], reply.lower(), "#post=" + "A" * 200):
        assert whole in error_of(LetterError, a.letters.open, text), text
    changed = "#post=" + data[:30] + ("A" if data[30] != "A" else "B") + data[31:]
    assert whole in error_of(LetterError, a.letters.open, changed)
    assert "your own" in error_of(LetterError, b.letters.open, reply)
    other = Player(Link.new("post:", bytes(range(1, 33))), "Cai")
    assert "another game" in error_of(LetterError, other.letters.open, reply)
    # wrapped by a messenger, with words around it
    wrapped = "Bo writes:\n  https://daldos.example/" + reply[:50] + "\n " + reply[50:] + " .\nSee you!"
    assert mark_of(wrapped) == game_mark(LINK.game)
    assert a.letters.open(wrapped)
    assert "look on" in error_of(LinkError, Link.parse, LINK.text().replace("seat=a", "seat=look"))


def test_a_game_that_has_gone_on_elsewhere_is_not_begun_again():
    a, b = pair()
    invitation = a.answer()
    reply = b.answer(invitation)
    third = a.answer(reply)
    fresh = Player(LINK.other(), "Bo", b"another browser")
    assert "elsewhere" in error_of(LetterError, fresh.letters.open, third)
    fresh.letters.open(invitation)
    assert "elsewhere" in error_of(LetterError, fresh.letters.open, third)
    # an invitation opened in two browsers gives two answers: the first one opened counts
    second = fresh.answer(invitation)
    assert second != reply
    assert "already" in error_of(LetterError, a.letters.open, second)
    assert not a.end.fold.broken and a.letters.text() == third
