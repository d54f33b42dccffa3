"""Print the tables of figures: `python -m hardware.model [two-heights]`, the latter for pieces of two heights."""

import sys

from hardware.model import figures, two_heights

if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["two-heights"]):
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(0 if sys.argv[1] == "--help" else 2)
    print(two_heights.limits_table() + "\n" + two_heights.table() if sys.argv[1:] else figures.table(), end="")
