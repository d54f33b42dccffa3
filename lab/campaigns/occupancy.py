"""The messy hand, by occupancy: it plays every turn of whole games messily, and the tracker understands each.

The tracker gets every occupancy on the way. A wrong commit is a recognised turn that differs from the board; an illegal
end position recognised as a turn is counted too. Both must be 0. `asked` counts turns that look like another, where the
players chose.

With --dalled the pieces are of two heights, and in every second turn the hand makes a mistake with the dal: it forgets
to turn a piece, sets a dalled one down undalled, or turns one without a dal. Each must be named, and none accepted.
"""

import random
from functools import partial

from companion.sensing.heights import sides
from companion.tracking.readings import CELL_OF, occupancy_of
from companion.tracking.tracker import AMBIGUOUS, COMPLETE, PARTIAL, TURN, Tracker
from daldos.effects import cells_after
from daldos.game import OPENING, OVER, Game
from daldos.notation import turn_text
from daldos.rules import parse_rules
from lab.figures import Figures, pieces, rule_sets
from lab.hand import Hand, OccupancyBoard

TURNS_A_GAME = 400  # longer games are stopped
ILLEGAL_A_TURN = 2  # mutated end positions tried at each turn
PIECE = 5000  # turns
units = partial(pieces, step=PIECE)

SIZE = "2000000 turns"
OPTIONS = {"dalled": False, "rules": ""}
SLIPS = 0.5  # of the turns, with dalled


def play(piece: tuple, figures: Figures, dalled: bool, rules: str) -> None:
    """Play this many turns; rules: of all games, if given."""
    seed, first, turns = piece
    seed = seed * 1_000_003 + first // PIECE
    draw = random.Random(seed)
    sets = [rules] if rules else rule_sets(seed, 15)
    while figures.counts["turns"] < turns:
        # every other game has one of the rulesets
        game = Game(parse_rules(draw.choice(sets[:5] if figures.counts["games"] % 2 else sets)))
        throws = game.rules.throws
        while game.phase == OPENING:
            game.opening_throw(throws.draw(draw))
        figures.counts["games"] += 1
        while game.phase != OVER and len(game.plies) < TURNS_A_GAME and figures.counts["turns"] < turns:
            game.throw(throws.draw(draw))
            turn = draw.choice(game.legal.turns)
            mess = (draw.getrandbits(30), draw.choice((0.0, 0.15, 0.4, 0.7)))
            if not dalled:
                _try_illegal(game, draw, figures)
            _try_turn(game, turn, mess, dalled, figures)
            game.play(turn)
            figures.counts["turns"] += 1


def readings_of(cells: bytearray) -> bytearray:
    """The readings of height-sensing sensors for these cells."""
    return bytearray([CELL_OF[cell] for cell in cells])


def _try_turn(game: Game, turn: int, mess: tuple, dalled: bool, figures: Figures) -> None:
    at = game.position
    tracker = Tracker()
    tracker.begin(at, game.legal)
    read = readings_of if dalled else occupancy_of
    board = OccupancyBoard(read(at.cells))
    hand = Hand(board, board, *mess, dalled=dalled, slips=SLIPS * dalled)
    # a turn, its slip if any, and the correction
    for part in (hand.turn(at, turn, game.legal.turns), hand.set_right()):
        for action in part:
            if action[0] == "wait":
                continue
            tracker.see(*((sides(board.codes), board.codes) if dalled else (board.codes,)))
            figures.counts["occupancies"] += 1
            if tracker.verdict == COMPLETE and read(cells_after(at, tracker.turn)) != board.codes:
                figures.fail("wrong commits", _told(game, tracker.turn, board.codes))
        if hand.slip:
            legal = {bytes(read(cells_after(at, other))) for other in game.legal.turns}
            _check_slip(hand.slip, bytes(board.codes), legal, tracker, figures, _told(game, turn, board.codes))
    if board.codes != read(cells_after(at, turn)):
        raise AssertionError("the hand itself went wrong: " + _told(game, turn, board.codes))
    if tracker.verdict == AMBIGUOUS and turn in tracker.candidates:
        figures.counts["asked"] += 1
        alike = [other for other in game.legal.turns if read(cells_after(at, other)) == board.codes]
        if len(alike) < 2 or game.rules.jump == "enemy" and game.rules.dal_moves and not game.rules.king:
            figures.fail("not recognised", "asked, though nothing looks like it: " + _told(game, turn, board.codes))
    elif tracker.verdict != COMPLETE:
        figures.fail("not recognised", "verdict %d, %s" % (tracker.verdict, _told(game, turn, board.codes)))
    elif cells_after(at, tracker.turn) != cells_after(at, turn):
        figures.fail("wrong commits", "%s for %s" % (turn_text(at, tracker.turn), _told(game, turn, board.codes)))


def set_right(codes: bytes, holes: list) -> bytes:
    """The readings after turning these pieces."""
    return bytes(code ^ 32 if hole in holes else code for hole, code in enumerate(codes))


def _check_slip(slip: tuple, codes: bytes, legal: set, tracker: Tracker, figures: Figures, told: str) -> None:
    # A mistake is named if turning the named pieces gives a legal turn: of two pieces turned by one dal in place it may
    # be either. A mistake that makes another legal turn does not count.
    kind, hole = slip
    if codes in legal:
        figures.counts["slips that make another turn"] += 1
        return
    figures.counts["dal mistakes"] += 1
    figures.counts["dal mistakes: " + kind] += 1
    if tracker.verdict == COMPLETE or tracker.candidates:
        figures.fail("dal mistakes committed", told)
    elif tracker.verdict == TURN and set_right(codes, [other for other, _, _ in tracker.holes]) in legal:
        figures.counts["dal mistakes named"] += 1
    elif tracker.verdict == PARTIAL and hole in tracker.other[1]:
        figures.counts["dal mistakes named as a die to be played"] += 1
    else:
        figures.fail("dal mistakes not named", "%s at %d, verdict %d: %s" % (kind, hole, tracker.verdict, told))


def _try_illegal(game: Game, draw: random.Random, figures: Figures) -> None:
    # Boards near to legal ones, but not legal.
    legal = {bytes(occupancy_of(cells_after(game.position, turn))) for turn in game.legal.turns}
    before = bytes(occupancy_of(game.position.cells))
    for _ in range(ILLEGAL_A_TURN):
        start = before if draw.random() < 0.5 else bytes(draw.choice(sorted(legal)))
        codes = mutated(draw, bytearray(start))
        if bytes(codes) in legal or bytes(codes) == before:
            continue
        tracker = Tracker()
        tracker.begin(game.position, game.legal)
        for _ in range(draw.randrange(3)):
            tracker.see(mutated(draw, bytearray(start)))
        tracker.see(codes)
        figures.counts["illegal tried"] += 1
        if tracker.verdict in (COMPLETE, AMBIGUOUS) or tracker.candidates:
            figures.fail("illegal recognised", "%s on %s" % (game.position.text(), codes.decode()))


def mutated(draw: random.Random, codes: bytearray) -> bytearray:
    """The occupancy with one to three pieces moved, swapped, taken away or added."""
    for _ in range(draw.randrange(1, 4)):
        hole, other = draw.randrange(len(codes)), draw.randrange(len(codes))
        deed = draw.random()
        if deed < 0.8:
            if codes[hole] == ord("."):
                hole = draw.choice([h for h in range(len(codes)) if codes[h] != ord(".")] or [hole])
            if deed < 0.5:
                other = min(len(codes) - 1, max(0, hole + draw.randrange(-8, 9)))
            if deed < 0.4 and hole != other:
                codes[other], codes[hole] = codes[hole], ord(".")
            else:
                codes[hole], codes[other] = codes[other], codes[hole]
        else:
            codes[hole] = draw.choice(b".AB")
    return codes


def _told(game: Game, turn: int, codes: bytearray) -> str:
    return "%s in %s under %s, on the board %s" % (
        turn_text(game.position, turn),
        game.position.text(),
        game.rules.text,
        codes.decode(),
    )
