"""Reads the eight lights as a person does: pixels over time in, the message from docs/lights.md out.

It does not use the session. It recognises a message by its picture, sixteen slots of 100 ms in grey, from any starting
point; messages that point at holes only from their beginning, because several holes follow each other.

    >>> reader = Reader(table)
    >>> reader.read()
    Message(kind='setup', player=2, dice=None, used=0, choice=0, hole=3, want=1)
"""

from collections import namedtuple
from itertools import product

import config as board_config
from companion.lights import scene as s
from companion.lights.render import render
from companion.lights.scene import SLOTS, Scene
from daldos.throws import LONG_DICE, throws_of

Message = namedtuple("Message", "kind player dice used choice hole want")  # hole: of the wooden board, -1: at none

POINTING = (
    "guide",
    "setup",
    "undo",
    "fault",
    "diagnose",
    "lead",
    "turn",
    "offer",
    "dalled",
)
PATIENCE = 5 * SLOTS  # slots before the reader gives up: rolling dice, then a whole picture
_DICE = 8


class Reader:
    """table: anything with `pixels` and `wait`. A reading takes the time of a picture, 1.6 s, or a little more."""

    def __init__(self, table, config=board_config):
        self.dice = LONG_DICE.name  # those of the game, which people know
        self._table = table
        self._config = config
        self._slot_ms = config.POINT_MS // SLOTS

    def read(self, slots: int = PATIENCE):
        """The message that the lights show; None if they show no known one in all the slots."""
        film: tuple = ()
        if self.dice not in _FILMS:
            _FILMS[self.dice] = {}
            _learn(self._config, self.dice, _FILMS[self.dice])
        films = _FILMS[self.dice]
        for _ in range(slots):
            film = (*film, _grey([sum(pixel) for pixel in self._table.pixels[:_DICE]]))[-SLOTS:]
            self._table.wait(self._slot_ms)
            if film in films:
                return films[film]
        return None


_FILMS: dict = {}  # dice -> film -> Message


def _grey(sums) -> int:
    # dark, dim or bright of each light, two bits each
    return sum((0 if not light else 1 if light < 50 else 2) << 2 * led for led, light in enumerate(sums))


def _learn(config, dice: str, films: dict) -> None:
    pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
    for message, anywhere in _messages(dice):
        scene = Scene()
        scene.begin(message.kind, 0, message.player, message.dice, message.used)
        scene.choice = message.choice
        if message.hole >= 0:
            scene.point(message.hole, message.want)
        film: tuple = ()
        for slot in range(SLOTS):
            render(scene, config.ROLL_MS + (2 * slot + 1) * config.POINT_MS // (2 * SLOTS), pixels, config)
            film += (_grey([sum(pixels[3 * led : 3 * led + 3]) for led in range(_DICE)]),)
        turn = SLOTS - config.ROLL_MS * SLOTS // config.POINT_MS  # back to the beginning of the picture
        film = film[turn:] + film[:turn]
        for first in range(SLOTS if anywhere else 1):
            films.setdefault(film[first:] + film[:first], message)


def _messages(name: str):
    # (Message, whether it is recognised from any starting point); pointing ones come first
    def message(kind, player=s.NOBODY, dice=None, used=0, choice=0, hole=-1, want=0):
        return Message(kind, player, dice, used, choice, hole, want)

    for hole in range(s.HOLES_MAX):
        for want in range(s.DALLED_B + 1):
            for kind in POINTING:
                yield message(kind, hole=hole, want=want), False
            yield message("lead", choice=1, hole=hole, want=want), False  # a hint
        for choice in range(4):
            yield message("ask", choice=choice, hole=hole, want=s.LOOK), False
    kinds = (*POINTING, "dark", "roller", "calibrate", "selftest", "keep", "held")
    offers = (("lead", 1), ("offer", 1), ("offer", 2), ("offer", 3))
    for kind, choice in (*((kind, 0) for kind in kinds), *offers):
        yield message(kind, choice=choice), True
    for choice in range(s.ENTRIES):
        for used in range(2 if s.RULES_ENTRY <= choice < s.CALIBRATE_ENTRY else 1):
            yield message("menu", choice=choice, used=used), True
    players = (s.PLAYER_A, s.PLAYER_B)
    for player, kind in product(players, ("throw", "over", "opening", "whose")):
        yield message(kind, player), True
    for player in players:
        yield message("whose", player, choice=1), True
    for player in (*players, s.NOBODY):
        yield message("whose", player, choice=2), True
    for dice in (*throws_of(name), *LONG_DICE):
        yield message("dice", s.NOBODY, dice), True
    yield from _with_dice(message, throws_of(name))
    yield from _with_dice(message, LONG_DICE)


def _with_dice(message, throws):
    for dice, player in product(throws, (s.PLAYER_A, s.PLAYER_B)):
        for kind in ("lost", "ready", "opening", "wooden", "dice"):
            yield message(kind, player, dice), True
        for used in range(1, 2**throws.count - 1):
            yield message("partial", player, dice, used), True
