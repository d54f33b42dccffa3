"""`daldos analyse` by the kernel: many times as fast, by games played on instead of a search, with a picture."""

from host.ai.judge import GRADES, curve, judge, sums
from host.cli.games import read_games, table
from host.i18n.catalogue import words
from lab.arguments import out_file, parser, positive
from lab.brain.kernel import PlayedOn, advice
from lab.brain.plot import svg


def main() -> None:
    """Print the table of each game; draw the first."""
    top = parser("analyse", __doc__, seeded=False)
    top.add_argument("file", help="a game record")
    top.add_argument("--playouts", type=positive, help="judge by so many games played on from each position")
    top.add_argument("--plot", type=out_file, help="SVG file for a picture of the first game's chances")
    args = top.parse_args()
    for place, (headers, game) in enumerate(read_games(args.file)):
        judged = judge(game, PlayedOn(game.rules, args.playouts) if args.playouts else advice(game.rules))
        print("\n".join(table(headers, game, judged, sums(judged), words("en"))))
        if args.plot and place == 0:
            marks = [k for k, entry in enumerate(judged, 1) if GRADES.index(entry.grade) > 1]
            names = headers.get("A", "A"), headers.get("B", "B")
            args.plot.write_text(svg(curve(judged), *names, marks), encoding="utf-8")
