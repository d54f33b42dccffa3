"""Print the path of a kicad-cli of KiCad 9 or newer: tools/kicad.sh [--installed]

It is the one on PATH if new enough; else Debian's packages of trixie (some 200 MB) are unpacked into build/kicad,
nothing is installed, and what is printed runs KiCad with that folder as its root. build/kicad-python beside it runs
KiCad's own Python (`import pcbnew`), to edit a board by a script. With --installed nothing is fetched: where there is
none yet, one line says so and the exit status is 3.
"""

import re
import shutil
import subprocess
import sys

from tools.filelock import held
from tools.run import ROOT, SetupError, quietly, say

TREE = ROOT / "build/kicad"
RUNNER = ROOT / "build/kicad-cli"
RUN = """#!/usr/bin/env bash
# Made by tools/kicad.py: PROGRAM with the folder beside this file as its root, in the present folder.
set -euo pipefail
tree=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/kicad
PATH=$PATH:/usr/sbin:/sbin # chroot and mount
# Its own mount namespace, so that this machine is not changed; without root a user namespace too.
own=(--mount)
if ((EUID)); then own+=(--user --map-root-user); fi
exec unshare "${own[@]}" bash -c '
  mount --rbind "$2" "$1/mnt/here" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" || exit 1
  tree=$1; shift 2
  exec chroot "$tree" /usr/bin/env -i HOME=/tmp/home PATH=/usr/bin:/bin LC_ALL=C \\
    bash -c "cd /mnt/here && exec PROGRAM \\"\\$@\\"" PROGRAM "$@"
' PROGRAM "$tree" "$PWD" "$@"
"""


def is_new_enough(program) -> bool:
    """Whether a kicad-cli runs, and is of KiCad 9 or newer."""
    said = subprocess.run([program, "version"], capture_output=True, encoding="utf-8", check=False).stdout
    number = re.match(r"(\d+)\.", said)
    return number is not None and int(number[1]) >= 9


def kicad(fetch: bool = True) -> str:
    """The path of a kicad-cli, fetched if need be; an empty string if fetching is not allowed."""
    own = shutil.which("kicad-cli")
    if own and is_new_enough(own):
        return own
    with held(ROOT / "build/kicad.lock"):
        if not (TREE / "complete").exists():
            if not fetch:
                return ""
            get()
    return str(RUNNER)


def get() -> None:
    """Unpack KiCad with all that it needs, down to the C library."""
    from tools.debian import Apt

    apt = Apt("deb", empty=True)
    say("getting KiCad (once; some 200 MB) ...")
    apt.run("--yes", "--download-only", "--no-install-recommends", "install", "kicad", "bash", "coreutils", "libc-bin")
    shutil.rmtree(TREE, ignore_errors=True)
    TREE.mkdir(parents=True)
    packages = sorted((apt.folder / "cache/archives").glob("*.deb"))
    # The base first: its links (/lib, /bin) must be there before others unpack through them.
    for package in sorted(packages, key=lambda package: not package.name.startswith("base-files_")):
        quietly("dpkg", "-x", package, TREE)
    apt.run("clean")
    for folder in ("proc", "dev", "mnt/here", "tmp/home"):
        (TREE / folder).mkdir(parents=True, exist_ok=True)
    for runner, program in ((RUNNER, "kicad-cli"), (RUNNER.with_name("kicad-python"), "python3")):
        runner.write_text(RUN.replace("PROGRAM", program), encoding="utf-8")
        runner.chmod(0o755)
    if not is_new_enough(RUNNER):
        raise SetupError(f"KiCad was unpacked into {TREE} and does not run")
    (TREE / "complete").touch()


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--installed"]):
        print(__doc__.strip())
        sys.exit(2)
    found = kicad(fetch=not sys.argv[1:])
    if not found:
        say("kicad: no KiCad 9 here: tools/pcb.sh gets it")
        sys.exit(3)
    print(found)
