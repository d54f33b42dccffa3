"""`daldos analyse` with the kernel: many times faster, with playouts instead of a search."""

from host.ai import data
from host.ai.judge import judge, sums
from host.cli.games import read_games, table
from host.i18n.catalogue import words
from lab.arguments import parser, positive
from lab.brain.kernel import PlayedOn


def main() -> None:
    """Print each game's table."""
    top = parser("analyse", __doc__, seeded=False)
    top.add_argument("file", help="a game record")
    top.add_argument("--playouts", type=positive, help="judge by so many games played on from each position")
    args = top.parse_args()
    for headers, game in read_games(args.file):
        judged = judge(game, PlayedOn(game.rules, args.playouts) if args.playouts else data.advice(game.rules))
        print("\n".join(table(headers, game, judged, sums(judged), words("en"))))
