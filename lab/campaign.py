"""The messy-hand campaign: whole games, every turn made in some messy way, and the board has to understand each.

From occupancy (`--codes` left out) the tracker alone is fed every occupancy on the way; from ADC codes the whole
companion runs under a fake board, and presses of the button commit. A wrong commit is a turn recognised that is not
what stands on the board, an illegal end position recognised at all, or a press that commits another turn than the hand
has made. All must be 0. `asked` counts turns that look like another, where the players chose.

    python -m lab.campaign --turns 20000
    python -m lab.campaign --codes worst --turns 3000 --jobs 2
    python -m lab.campaign --mode solo --games 500
"""

import argparse
import multiprocessing
import random
import sys
import time

from companion.tracking.tracker import AMBIGUOUS, COMPLETE, Tracker, occupancy_of
from daldos.game import OPENING, OVER, Game
from daldos.notation import turn_text
from daldos.rules import parse_rules
from host.sim.hand import Fingers, Hand, OccupancyBoard
from lab.codes_campaign import codes_shard
from lab.figures import Figures, result_cells, rule_sets
from lab.solo_campaign import solo_shard

TURNS_A_GAME = 400  # games that wander on for longer are broken off
ILLEGAL_A_TURN = 2  # mutated end positions tried at each turn
SHARD_TURNS = 5000  # a piece of work of its own, so that any number of jobs give the same figures


def throw(draw: random.Random) -> tuple:
    """Two dice, the lower first; dal more often than chance has it, or most turns of a game are lost ones."""
    dice = [1 if draw.random() < 0.15 else draw.randrange(1, 5) for _ in range(2)]
    return min(dice), max(dice)


# --- from occupancy -----------------------------------------------------------------------------------------------


def occupancy_shard(job: tuple) -> Figures:
    """One piece of the campaign: (seed, turns)."""
    seed, turns = job
    draw = random.Random(seed)
    figures = Figures()
    sets = rule_sets(seed, 15)
    while figures.counts["turns"] < turns:
        # every other game is of one of the rulesets
        rules = parse_rules(draw.choice(sets[:5] if figures.counts["games"] % 2 else sets))
        game = Game(rules)
        while game.phase == OPENING:
            game.open(*throw(draw))
        figures.counts["games"] += 1
        while game.phase != OVER and len(game.plies) < TURNS_A_GAME and figures.counts["turns"] < turns:
            game.throw(*throw(draw))
            turn = draw.choice(game.legal.turns)
            _try_illegal(game, draw, figures)
            _try_turn(game, turn, Hand(draw.getrandbits(30), draw.choice((0.0, 0.15, 0.4, 0.7))), figures)
            game.play(turn)
            figures.counts["turns"] += 1
    return figures


def _try_turn(game: Game, turn: int, hand: Hand, figures: Figures) -> None:
    at = game.at
    tracker = Tracker()
    tracker.begin(at, game.legal)
    board = OccupancyBoard(tracker.before)
    fingers = Fingers(board, board)
    wanted = occupancy_of(result_cells(at, turn))
    scans = 0
    for action in hand.turn(at, turn, game.legal.turns):
        if action[0] == "wait":
            continue
        fingers.do(action)
        tracker.see(board.codes)
        figures.counts["occupancies"] += 1
        scans += 1
        if tracker.verdict == COMPLETE and occupancy_of(result_cells(at, tracker.turn)) != board.codes:
            figures.fail("wrong commits", _told(game, tracker.turn, board.codes))
    figures.scans[1] += 1
    if board.codes != wanted:
        raise AssertionError("the hand itself went wrong: " + _told(game, turn, board.codes))
    if tracker.verdict == AMBIGUOUS and turn in tracker.candidates:
        figures.counts["asked"] += 1
        if game.rules.jump == "enemy" and game.rules.dal_moves:
            figures.fail("not recognised", "asked, though nothing looks like it: " + _told(game, turn, board.codes))
    elif tracker.verdict != COMPLETE:
        figures.fail("not recognised", "verdict %d, %s" % (tracker.verdict, _told(game, turn, board.codes)))
    elif result_cells(at, tracker.turn) != result_cells(at, turn):
        figures.fail("wrong commits", "%s for %s" % (turn_text(at, tracker.turn), _told(game, turn, board.codes)))


def _try_illegal(game: Game, draw: random.Random, figures: Figures) -> None:
    # Boards near to legal ones which are none of them.
    legal = {bytes(occupancy_of(result_cells(game.at, turn))) for turn in game.legal.turns}
    before = bytes(occupancy_of(game.at.cells))
    for _ in range(ILLEGAL_A_TURN):
        start = before if draw.random() < 0.5 else bytes(draw.choice(sorted(legal)))
        codes = mutated(draw, bytearray(start))
        if bytes(codes) in legal or bytes(codes) == before:
            continue
        tracker = Tracker()
        tracker.begin(game.at, game.legal)
        for _ in range(draw.randrange(3)):
            tracker.see(mutated(draw, bytearray(start)))
        tracker.see(codes)
        figures.counts["illegal tried"] += 1
        if tracker.verdict in (COMPLETE, AMBIGUOUS) or tracker.candidates:
            figures.fail("illegal recognised", "%s on %s" % (game.at.text(), codes.decode()))


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
        turn_text(game.at, turn),
        game.at.text(),
        game.rules.text,
        codes.decode(),
    )


# --- the whole ----------------------------------------------------------------------------------------------------


def campaign(turns: int, seed: int = 1, codes: str = "", jobs: int = 1, progress=None) -> Figures:
    """Play so many turns. codes: "" for occupancy, or a fake board's magnets. progress: is called with the figures."""
    if codes:
        shard = codes_shard

        size = SHARD_TURNS // 10
    else:
        shard, size = occupancy_shard, SHARD_TURNS
    work: list[tuple] = [(seed * 1_000_003 + k, min(size, turns - k * size)) for k in range((turns + size - 1) // size)]
    if codes:
        work = [(*job, codes) for job in work]
    return _all(shard, work, jobs, progress)


def solo(games: int, seed: int = 1, jobs: int = 1, progress=None) -> Figures:
    """Play so many whole games against the board, with nominal and worst magnets in turn."""
    work: list[tuple] = [(seed * 1_000_003 + k, 1, ("nominal", "worst")[k % 2]) for k in range(games)]
    return _all(solo_shard, work, jobs, progress)


def _all(shard, work: list, jobs: int, progress) -> Figures:
    figures = Figures()
    if jobs == 1:
        for job in work:
            figures.add(shard(job))
            if progress:
                progress(figures)
        return figures
    with multiprocessing.Pool(jobs) as pool:
        for part in pool.imap(shard, work):
            figures.add(part)
            if progress:
                progress(figures)
    return figures


def main() -> int:
    """The command line; exit status 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m lab.campaign", description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=2_000_000, help="turns to play (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of games, dice and hands (default %(default)s)")
    parser.add_argument("--codes", default="", metavar="MAGNETS", help="from ADC codes: nominal, worst or best magnets")
    parser.add_argument("--mode", choices=("game", "solo"), default="game", help="what is played (default %(default)s)")
    parser.add_argument("--games", type=int, default=500, help="with --mode solo: how many (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    arguments = parser.parse_args()
    start = time.monotonic()

    def progress(figures: Figures) -> None:
        if sys.stderr.isatty():
            rate = figures.counts["turns"] / (time.monotonic() - start)
            print("\r%d turns, %.0f a second" % (figures.counts["turns"], rate), end="", file=sys.stderr, flush=True)

    if arguments.mode == "solo":
        figures = solo(arguments.games, arguments.seed, arguments.jobs, progress)
    else:
        figures = campaign(arguments.turns, arguments.seed, arguments.codes, arguments.jobs, progress)
    took = time.monotonic() - start
    print("%s\n%.0f s, %.0f turns a second" % (figures.text(), took, figures.counts["turns"] / took))
    return 0 if figures.good() else 1


if __name__ == "__main__":
    sys.exit(main())
