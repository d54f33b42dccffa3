"""What search, sensing and tracking cost on CPython and on MicroPython's unix port: `lab.bench` on both."""

import os
import subprocess
import sys

from lab.arguments import parser, positive
from tools.micropython import unix
from tools.run import ROOT


def main() -> None:
    """Run it on one after the other."""
    top = parser("bench", __doc__, seeded=False)
    top.add_argument("positions", type=positive, nargs="?", default=10000, help="how many (default %(default)s)")
    number = str(top.parse_args().positions)
    paths = os.pathsep.join([str(ROOT / "firmware/lib"), str(ROOT / "firmware")])
    for command, name in (([sys.executable], "PYTHONPATH"), ([unix(), "-X", "heapsize=4M"], "MICROPYPATH")):
        subprocess.run([*command, ROOT / "lab/bench.py", number], env={**os.environ, name: paths}, check=True)
        print(flush=True)
