"""A link as mail, phones and messengers hand it on: it is opened, or refused for the true reason."""

import json

import pytest
from click.testing import CliRunner

from host.cli.far import far
from host.far.end import End
from host.far.letter import NO_LETTER, TORN, as_text, parse
from host.intake.links import letters_in
from host_tests.test_far_letter import INVITATION, KEY, SECRETS, refused

PAGE = "https://daldos.example/play/#"
LINK = PAGE + INVITATION


def wrapped(width: int, between: str, text: str = LINK) -> str:
    return between.join(text[at : at + width] for at in range(0, len(text), width))


def percent(text: str, letters: str = "") -> str:
    return "".join(c if c.isalnum() and c not in letters else f"%{ord(c):02X}" for c in text)


def quoted_printable(text: str) -> str:
    return wrapped(70, "=\r\n", text.replace("=", "=3D").replace(".", "=2E"))


# how it is called -> the text that arrives
OPENED = {
    "as it is": LINK,
    "the part behind # alone": INVITATION,
    "without the page's address": "#" + INVITATION,
    "with its title": "Ane invites you to a game of Daldøs\n" + LINK,
    "in a sentence": f"Hi Bo, shall we play? {LINK} See you!",
    "in brackets": f"({LINK})",
    "in angle brackets": f"<{LINK}>",
    "with a full stop": LINK + ".",
    "with a word glued behind": LINK + "Sent from my phone",
    "in quotation marks": f"“{LINK}”",
    "wrapped at 76": wrapped(76, "\n"),
    "wrapped at 76, as Windows does": wrapped(76, "\r\n"),
    "wrapped and indented": wrapped(60, "\n    "),
    "quoted in an answer": "> " + wrapped(70, "\n> "),
    "quoted twice": ">> " + wrapped(70, "\n>> "),
    "quoted by a bar": "| " + wrapped(70, "\n| "),
    "wrapped in a shell": wrapped(70, "\\\n"),
    "quoted-printable": quoted_printable(LINK),
    "quoted-printable, plain ends": quoted_printable(LINK).replace("\r\n", "\n"),
    "format=flowed": wrapped(70, " \n"),
    "zero-width spaces": wrapped(20, "\u200b"),
    "soft hyphens": wrapped(20, "\u00ad"),
    "word joiners": wrapped(20, "\u2060"),
    "a byte order mark before it": "\ufeff" + LINK,
    "marks of direction": "\u202a" + LINK + "\u202c",
    "no-break spaces": wrapped(40, "\u00a0"),
    "tags for breaks": wrapped(40, "<wbr>"),
    "line breaks of HTML": wrapped(40, "<br />\n"),
    "entities": wrapped(40, "&#8203;"),
    "named entities": wrapped(40, "&shy;"),
    "a link in HTML": f'<a href="{LINK}">play</a>',
    "a link in Markdown": f"[play]({LINK})",
    "percent-encoded": percent(LINK),
    "percent-encoded twice": percent(percent(LINK)),
    "in a mail scanner's address": "https://safe.example/?url=" + percent(LINK) + "&data=05%7C02%7C",
    "in a redirection": "https://go.example/l.php?u=" + percent(LINK) + "&h=AT0x",
    "only the dot encoded": LINK.replace("daldos2.", "daldos2%2E"),
    "with a tracker's parameters": LINK + "&utm_source=mail&fbclid=IwAR0",
    "the mark in capitals": LINK.replace("daldos2.", "DALDOS2."),
    "the mark begun by a capital": LINK.replace("daldos2.", "Daldos2."),
    "twice in one text": LINK + "\n" + LINK,
    "behind another game's": PAGE + "daldos2.IABBBfhW\n" + LINK,
}
REFUSED = {
    "only the front part": (LINK[: len(LINK) // 2], TORN),
    "without its last character": (LINK[:-1], TORN),
    "the mark alone": (PAGE + "daldos2.", TORN),
    "the page alone": (PAGE, NO_LETTER),
    "nothing": ("", NO_LETTER),
    "all in capitals": (LINK.upper(), TORN),
    "all in small letters": (LINK.lower(), TORN),
    "cut by an ellipsis": (LINK[:60] + "…" + LINK[-20:], TORN),
    "one character changed": (LINK.replace("A0FuZQ", "A0FuZR"), TORN),
}


def test_there_are_forty():
    assert len(OPENED) >= 40 and len(set(OPENED.values())) == len(OPENED)


@pytest.mark.parametrize("name", OPENED)
def test_a_disguised_link_is_opened(name):
    invitation = End.new("Ane", "danish", "", KEY, SECRETS[0], lambda seat: 0).letter()
    assert as_text(invitation) == INVITATION
    found = [data[: len(invitation)] for data in letters_in(OPENED[name])]
    assert invitation in found


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_whole_is_refused_in_words(name):
    text, sentence = REFUSED[name]
    found = letters_in(text)
    assert (refused(parse, found[0]) if found else NO_LETTER) == sentence


@pytest.mark.parametrize("name", [*OPENED, *REFUSED])
def test_on_the_command_line(name, tmp_path):
    text = OPENED.get(name) or REFUSED[name][0]
    result = CliRunner().invoke(far, ["open", "-", "--name", "Bo", "--save", str(tmp_path)], input=text)
    told = json.loads(result.stdout)
    if name in OPENED:
        assert (result.exit_code, told["seat"], told["state"]) == (0, "b", "letter")
    else:
        why = REFUSED[name][1] if text else "standard input: an empty file"
        assert (result.exit_code, told["why"]) == (1, why)
        assert not list(tmp_path.glob("*.far"))
