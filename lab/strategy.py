"""How far players follow what the sources advise: python -m lab strategy --games 200

For each player against itself: the share of its dalled pieces that wait in the half of the home row near the prow; of
positions with a piece in the enemy's row behind all of his there; of throws with a dal, where pieces could be turned or
not, that turned one, beside what an even choice among the turns would give; and of games won by who threw first.
"""

from daldos.game import Game
from daldos.packing import moves
from daldos.prng import Xorshift32
from daldos.state import DALLED, UNDALLED
from daldos.turns import legal_turns
from host.ai import players
from lab.arguments import parser, positive

SHARES = (
    ("waiting", "waiting", "dalled"),
    ("behind all", "behind", "positions"),
    ("dals that turn", "turned", "choices"),
    ("by an even choice", "even", "choices"),
)


def waiting(cells: bytearray, board, side: int) -> tuple[int, int]:
    """(dalled pieces in the home row's half near the prow, all dalled pieces)."""
    first = board.start[2 * side] + board.n // 2
    near = cells[first : first + board.n - board.n // 2].count(DALLED[side])
    return near, cells.count(DALLED[side])


def is_behind_all(cells: bytearray, board, side: int) -> bool:
    """Whether a piece of the side's is in the enemy's row and nearer to the prow than all that he has there, if any."""
    first = board.start[2 - 2 * side]
    row = cells[first : first + board.n]
    enemy = [k for k in range(board.n) if row[k] in (UNDALLED[1 - side], DALLED[1 - side])]
    own = [k for k in range(board.n) if row[k] == DALLED[side]]
    return bool(enemy and own) and max(own) > max(enemy)


def counted(game: Game, counts: dict) -> None:
    """Add the game's turns to the counts."""
    board = game.rules.board
    for turn in game:
        at = turn.position
        near, dalled = waiting(at.cells, board, at.side)
        counts["waiting"] += near
        counts["dalled"] += dalled
        counts["positions"] += 1
        counts["behind"] += is_behind_all(at.cells, board, at.side)
        turning = [_turns_one(at.cells, at.side, packed) for packed in legal_turns(at).turns]
        if at.die1 == 1 and 0 < sum(turning) < len(turning):
            counts["choices"] += 1
            counts["turned"] += _turns_one(at.cells, at.side, turn.packed)
            counts["even"] += sum(turning) / len(turning)


def _turns_one(cells: bytearray, side: int, packed: int) -> bool:
    return any(cells[hole] == UNDALLED[side] for hole, _ in moves(packed))


def main() -> None:
    """Print a line a player."""
    top = parser("strategy", __doc__)
    top.add_argument("--games", type=positive, default=200, help="of each player (default %(default)s)")
    top.add_argument("--players", default="5,careful,random", help="names and levels (default %(default)s)")
    args = top.parse_args()
    for name in args.players.split(","):
        stream, first = Xorshift32(args.seed), 0
        counts = dict.fromkeys(("waiting", "dalled", "positions", "behind", "choices", "turned", "even"), 0.0)
        for _ in range(args.games):
            game = players.play(args.rules, (name, name), stream)
            counted(game, counts)
            first += game.side == next(iter(game)).position.side
        shares = [
            f"{label} {100 * counts[part] / counts[whole]:.1f} % of {counts[whole]:.0f} {whole}"
            for label, part, whole in SHARES
        ]
        print(f"{name}: {', '.join(shares)}; first to throw won {100 * first / args.games:.1f} %", flush=True)
