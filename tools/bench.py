"""What things cost on CPython and on MicroPython's unix port: tools/bench.sh [number of positions, 10000 if left out]

And on the emulated Pico: tools/bench_pico.sh [number of positions, 2000 if left out]
"""

import os
import subprocess
import sys

from tools.image import build
from tools.micropython import unix
from tools.run import ROOT

BENCH = ROOT / "lab/bench.py"

if __name__ == "__main__":
    pico = sys.argv[1:2] == ["--pico"]
    number = ([word for word in sys.argv[1:] if word != "--pico"] or ["2000" if pico else "10000"])[0]
    if not number.isdecimal() or not 0 < int(number) < 10**7:
        print(__doc__.strip() if number in ("-h", "--help") else f"bench: '{number}': expected a number of positions")
        sys.exit(0 if number in ("-h", "--help") else 2)
    if pico:
        module = [str(ROOT / "tools/run.py"), "--inside", "lab.pico_bench"]
        sys.exit(subprocess.run([sys.executable, *module, build("pico"), number], check=False).returncode)
    paths = [str(ROOT / "firmware/lib"), str(ROOT / "firmware")]
    for command, name in (([sys.executable], "PYTHONPATH"), ([unix(), "-X", "heapsize=4M"], "MICROPYPATH")):
        environment = {**os.environ, name: os.pathsep.join(paths)}
        subprocess.run([*command, BENCH, number], env=environment, check=True)
        print(flush=True)
