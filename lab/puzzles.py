"""Puzzles for the page, from games of the strongest level: python -m lab puzzles [--rules NAME].

host.ai.puzzles makes them, on the page, too. It adds to the game's file in host/web/page; those with few pieces, last,
are its endings. Of danish the page takes one a day. What is found is written at once.
"""

import json
from pathlib import Path

from host.ai.puzzles import FEW, making
from lab.arguments import parser, say

FOLDER = Path(__file__).resolve().parents[1] / "host/web/page"
FIRST = 1 << 20  # seed: those that a page makes itself are below


def is_ending(one: list) -> bool:
    return sum(letter in "abAB" for letter in one[0].split()[0]) <= FEW


def write(found: list, file: Path) -> None:
    ordered = sorted(found, key=is_ending)  # stable: in each part as they were found
    file.write_text("[\n" + ",\n".join(json.dumps(one) for one in ordered) + "\n]\n")


def main() -> None:
    top = parser("puzzles", __doc__)
    top.add_argument("--count", type=int, default=340, help="how many there are to be, endings apart")
    top.add_argument("--endings", type=int, default=180)
    top.add_argument("--file", type=Path)
    words = top.parse_args()
    name = words.rules.text
    file = words.file or FOLDER / f"puzzles-{name}.json"
    found = json.loads(file.read_text()) if file.exists() else []
    known = {one[0] for one in found}
    seed = FIRST + words.seed
    while len(found) < words.count + words.endings:
        *_, (_, made) = making(name, seed)
        seed += 1
        for one in made:
            ending = is_ending(one)
            wanted = words.endings if ending else words.count
            if one[0] not in known and sum(is_ending(other) == ending for other in found) < wanted:
                known.add(one[0])
                found.append(one)
                say(f"{len(found)}, seed {seed - 1}: {one}")
                write(found, file)
    print(len(found), "puzzles,", file)
