"""Try the commands on fresh systems, and print a table of what was seen: tools/machines.sh [SYSTEM ...]

SYSTEM: bookworm, trixie, sid (of Debian), jammy, noble (of Ubuntu); all if left out. Each is made by
debootstrap with Python alone, below build/machines, and kept there; the commands run in copies of it. Their Pythons are
3.11, 3.13, 3.14, 3.10 and 3.12. Needs root, debootstrap and the network; takes an hour or two. Exit status 1 if
anything failed.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tools.debian import entry, unpack
from tools.filelock import held
from tools.image import complete
from tools.micropython import source
from tools.run import ROOT, SetupError, quietly, say

FOLDER = ROOT / "build/machines"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
UBUNTU = ("jammy", "noble")
STABLE = ("bookworm", "trixie")
SYSTEMS = (*STABLE, "sid", *UBUNTU)
# The steps with a given MicroPython source: releases older than trixie's signing keys can only use git.
GIVEN = {"jammy": "/usr/src/micropython"}
POSITION = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb"
TURNS = f"sh tools/daldos.sh turns '{POSITION} A 12' | grep -q '\"A1-M3\"'"
SIM = "printf 'press\\npress\\nquit\\n' | sh tools/daldos.sh sim --seed 1 | grep -q 'B throws: press'"
# What the page hears when it opens its socket; argument: the page's address.
HEAR = """
import json, sys
from websockets.sync.client import connect
address = sys.argv[1]
with connect(address.replace("http", "ws") + "socket", origin=address.rstrip("/"), compression=None) as link:
    link.send(json.dumps({"do": "hello", "token": "", "code": "", "rules": ""}))
    while "phase" not in json.loads(link.recv(timeout=20)).get("v", {}):
        pass
"""
# The page from the first command on: served, with a game behind it, and no process left after the server.
PAGE = f"""
import re, signal, subprocess, time, urllib.request
began = time.monotonic()
command = ["sh", "tools/daldos.sh", "web", "--port", "0", "--no-open", "--seed", "1"]
server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
address = re.search("http://[^ ]+", server.stdout.readline())[0]
assert b"<title>" in urllib.request.urlopen(address).read()
seconds = time.monotonic() - began
ticks = open("/proc/%d/stat" % server.pid).read().rpartition(")")[2].split()[11:15]  # its own and its children's
print("%.1f s to the page, %.1f s of them of a processor" % (seconds, sum(map(int, ticks)) / 100))
subprocess.run([".venv/bin/python", "-", address], input={HEAR!r}, text=True, check=True)
server.send_signal(signal.SIGKILL)
server.communicate(timeout=30)
"""
PACKAGES = """set -e
python=.venv/bin/python; out=$(mktemp -d)
$python -m venv $out/whole; $out/whole/bin/pip install -q .; cd $out; whole/bin/daldos --version; cd - >/dev/null
$python -m venv $out/build; $out/build/bin/pip install -q 'setuptools>=77'
sdist="from setuptools import build_meta; build_meta.build_sdist('$out')"
cd firmware/lib; $out/build/bin/python -c "$sdist" >/dev/null; cd - >/dev/null
$python -m venv $out/engine; $out/engine/bin/pip install -q $out/daldos_engine-*.tar.gz
cd $out; engine/bin/python -c 'from daldos import Game; Game("danish")'
"""
REFUSED = "if sh tools/daldos.sh 2>$HOME/said; then exit 1; fi; grep -c python3-venv $HOME/said"
# All tests, with the programs that they get themselves, where make can take the path; they leave no file elsewhere.
SUITE = (
    "cp -a . ~/plain && cd ~/plain && rm -rf .venv build && touch $HOME/began && sh tools/test.sh -q && cd / && "
    "! find . -xdev -newer $HOME/began -type f -not -name '*.pyc' -not -path '*/build/*' -not -path '*/.venv/*' "
    "-not -path '*/.cache/pip/*' -not -path './proc/*' | grep ."
)
AGAIN = "cd ~/plain && CI= sh tools/test.sh -q"  # a skip is no failure: without a network there is no second address
APT = "DEBIAN_FRONTEND=noninteractive apt-get -qq update && apt-get -qq install --no-install-recommends -y"

# The steps tried: name, user, with the network or not, command. A "ZIP" has lost its run bits and has
# no git; its path has a blank, a quote and an ø. A command that begins with `import` is one of Python.
VENV = ("python3-venv is installed", "root", True, f"{APT} python3-venv")
BARE = [
    ("first command: the page, its socket, killed", "player", True, PAGE),
    ("offline: turns", "player", False, TURNS),
    ("offline: sim", "player", False, SIM),
    ("offline, another user, who cannot write: turns", "nobody", False, TURNS),
    (
        "hint without a compiler",
        "player",
        False,
        f"sh tools/daldos.sh hint '{POSITION} A 11' | grep chance | grep -vq judge",
    ),
    ("all tests", "player", True, SUITE),
    ("offline: all tests again", "player", False, AGAIN),
    VENV,
    ("then packages: the whole, the engine's sdist", "player", True, PACKAGES),
]
# The pip beside Ubuntu's Python 3.10 needs distutils, which is missing: python3-venv comes first.
JAMMY = [("says what is missing", "player", True, REFUSED), VENV]
JAMMY += [step for step in BARE if step != VENV]
ZIP = {"jammy": JAMMY}
PICO = SIM.replace("sh tools/daldos.sh sim", "python3 -m lab pico")
FULL = [
    ("git is installed", "root", True, f"{APT} git"),
    ("first command: turns", "root", True, TURNS),
    ("the emulated Pico, with an image that is built there", "root", True, PICO),
]


def base(system: str) -> Path:
    """The root of a fresh system, made if missing."""
    root = FOLDER / system
    if (root / "complete").exists():
        return root
    say(f"making {system} ...")
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    options = ["--variant=minbase", "--include=python3,ca-certificates"]
    mirror, script = entry("deb").split()[-3], "sid"
    if system in UBUNTU:
        script = "gutsy"  # the script for all newer releases, which an older debootstrap does not know by name
        mirror, keys = "http://archive.ubuntu.com/ubuntu", FOLDER / "keys"
        unpack(keys, ["ubuntu-keyring"], kinds=("deb",))
        options += ["--components=main,universe", f"--keyring={keys}/usr/share/keyrings/ubuntu-archive-keyring.gpg"]
    quietly("debootstrap", *options, system, root, mirror, f"/usr/share/debootstrap/scripts/{script}")
    for file in ("/etc/resolv.conf", "/etc/hosts", CERTIFICATES):
        shutil.copy(file, f"{root}{file}")
    # the lists may be some weeks old
    (root / "etc/apt/apt.conf.d/90mirror").write_text('Acquire::Check-Valid-Until "false";\n')
    if system in STABLE:  # as every installer does, which then reads the lists
        line = f"deb {mirror}-security {system}-security main\n"
        (root / "etc/apt/sources.list.d/security.list").write_text(line)
    quietly("chroot", root, "apt-get", "-qq", "update")
    quietly("chroot", root, "useradd", "--create-home", "player")
    (root / "complete").touch()
    return root


class Machine:
    """A copy of a fresh system with the project on it; removed at the end of the block."""

    def __init__(self, system: str, kind: str):
        self.root = FOLDER / f"{system}-{kind}-{os.getpid()}"
        self.project = "/home/player/a player's øl" if kind == "ZIP" else "/srv/daldos"
        quietly("cp", "-a", "--reflink=auto", base(system), self.root)
        folder = Path(f"{self.root}{self.project}")
        if kind == "ZIP":
            archive = FOLDER / f"{os.getpid()}.zip"
            quietly("git", "-C", ROOT, "archive", "-o", archive, "HEAD")
            zipfile.ZipFile(archive).extractall(folder)  # as most programs do: no run bits
            archive.unlink()
        else:
            quietly("git", "clone", "--quiet", "--no-hardlinks", ROOT, folder)  # this checkout may be in use meanwhile
        if system in GIVEN:
            tree = source()
            complete(tree)
            shutil.copytree(tree, f"{self.root}{GIVEN[system]}", symlinks=True)
        # In CI a missing program is a failure; no package of Ubuntu holds its browser.
        self.env = {"MICROPYTHON_SOURCE": GIVEN.get(system, ""), "CI": "" if system in UBUNTU else "true"}
        (self.root / "home/player").chmod(0o755)  # another user may read, not write
        quietly("chroot", self.root, "chown", "-R", "player" if kind == "ZIP" else "root", self.project)

    def run(self, user: str, network: bool, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a shell command in the project's folder, with its own processes and mounts."""
        script = command if command.startswith("\nimport") else None
        own = ["unshare", "--mount", "--pid", "--fork", *["--net"] * (not network)]
        mounts = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && '
        up = "" if network else "ip link set lo up 2>/dev/null; "
        inner = (
            'cd "$1" && export HOME=$2 LC_ALL=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin && eval "$3"'
        )
        shell = f'{up}{mounts}exec chroot --userspec="$2" "$1" sh -c "$3" sh "$4" "$5" "$6"'
        home = {"root": "/root", "player": "/home/player"}.get(user, "/tmp")
        words = [str(self.root), user, inner, self.project, home, "python3 -" if script else command]
        certificates = dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"), CERTIFICATES)
        certificates["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        return subprocess.run(
            [*own, "sh", "-c", shell, "sh", *words],
            input=script or "",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={"PATH": os.environ["PATH"], **self.env, **certificates},
            timeout=3600,
            check=False,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)


def trial(system: str, kind: str, steps: list) -> list:
    """A row for each step: system, kind, who, what, seconds, processor seconds, what was seen."""
    rows = []
    with Machine(system, kind) as machine:
        for what, user, network, command in steps:
            began = os.times()
            done = machine.run(user, network, command)
            _, _, user_time, system_time, elapsed = (b - a for a, b in zip(began, os.times(), strict=True))
            seconds, work = f"{elapsed:.1f}", f"{user_time + system_time:.1f}"
            lines = done.stdout.strip().splitlines() or [""]
            seen = "failed: " + lines[-1] if done.returncode else "ok" + f", {lines[-1]}" * (" s to " in lines[-1])
            say(f"{system} {kind} {user}: {what}: {seconds} s, {work} of them of a processor, {seen}")
            if done.returncode:
                say("    " + "\n    ".join(lines[-30:]))
            rows.append([system, kind, user, what, seconds, work, seen.replace("|", "/")])
    return rows


def main(systems: list) -> int:
    """Try the systems; the exit status."""
    for system in systems:
        if system not in SYSTEMS:
            say(f"machines: {system!r}: expected {', '.join(SYSTEMS)}")
            return 2
    for tool in ("debootstrap", "unshare", "git"):
        if shutil.which(tool) is None:
            raise SetupError(f"machines: {tool} is missing. On Debian: sudo apt-get install debootstrap util-linux git")
    if os.geteuid():
        raise SetupError("machines: only root can make other systems: sudo tools/machines.sh")
    rows = []
    with held(FOLDER / "lock"):
        for system in systems:
            rows += trial(system, "ZIP", ZIP.get(system, BARE))
            rows += trial(system, "clone", FULL)
    print("| system | | by | what | seconds | of a processor | seen |\n| --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return int(any(row[-1].startswith("failed") for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(SYSTEMS)))
