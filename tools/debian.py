"""Packages of Debian and what is derived from it, unpacked into a folder: without root, and nothing is installed.

>>> unpack(Path("build/pip"), ["python3-pip-whl"])  # python3 tools/run.py --inside tools.debian FOLDER PACKAGE ...
>>> unpack_source(Path("build/src/micropython"), "micropython")

apt checks signatures as ever; its state for this is kept in build/apt.
"""

import functools
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.run import ROOT, SetupError, quietly, say

SOURCES = "trixie"  # its sources are used everywhere, its packages where the own release lacks them
ROLLING = ("oldoldstable", "oldstable", "stable", "testing", "unstable", "sid")


@functools.cache  # so that the lists of a kind are read once
class Apt:
    """apt-get with its state in a folder of build/apt.

    kind: "here" for the machine's own package lists, however old; "own" for its entries' current lists;
    "deb" for packages of trixie, "deb-src" for its sources. empty: as if nothing were installed.
    """

    def __init__(self, kind: str, empty: bool = False):
        if shutil.which("apt-get") is None:
            raise SetupError("this machine has no apt-get, so no packages of Debian")
        self.folder = ROOT / "build/apt" / (kind + "-whole" * empty)
        for part in ("lists/partial", "cache/archives/partial", "packages"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        options = {
            "Dir::Cache": self.folder / "cache",
            "Debug::NoLocking": 1,
            "APT::Sandbox::User": "",  # apt's own user may not write to this folder
            "Acquire::Languages": "none",
        }
        if kind != "here":
            options["Dir::State::lists"] = self.folder / "lists"
        if empty:
            (self.folder / "status").touch()
            options["Dir::State::status"] = self.folder / "status"
        if kind.startswith("deb"):
            (self.folder / "sources.list").write_text(entry(kind))
            options["Dir::Etc::sourcelist"] = self.folder / "sources.list"
            options["Dir::Etc::sourceparts"] = "/dev/null"
        self.command = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
        if kind == "here":
            return
        say(f"reading the package lists of {'this release' if kind == 'own' else SOURCES} ...")
        try:
            quietly(*self.command, "update")
        except SetupError as error:  # all that matters is whether the package is found
            say(error)

    def run(self, *words, folder=None) -> str:
        """Its standard output, in a folder; SetupError if it fails."""
        folder = folder or self.folder / "packages"
        done = subprocess.run([*self.command, *words], cwd=folder, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise SetupError(f"{done.stderr.strip()}\nThis failed: apt-get {' '.join(words)}")
        return done.stdout


def entry(kind: str) -> str:
    """The line of apt's sources for trixie, from the mirror that the machine takes its own release from.

    Derived systems have no mirror of trixie, but a package with Debian's keys: they use Debian's own mirror.
    """
    about = Path("/etc/os-release").read_text() if Path("/etc/os-release").exists() else ""
    mirrors, keys = ["http://deb.debian.org/debian"], ROOT / "build/keys/usr/share/keyrings"
    if re.search(r"^ID=\W?(debian|raspbian)\b", about, re.MULTILINE):
        keys = Path("/usr/share/keyrings")
        listed = subprocess.run(
            ["apt-get", "update", "--print-uris"], capture_output=True, encoding="utf-8", check=False
        )
        own = re.findall(r"^VERSION_CODENAME=\W?(\w+)", about, re.MULTILINE)
        suites = "|".join([*own, *ROLLING])
        mirrors = re.findall(rf"^'(\S+)/dists/(?:{suites})/\S*InRelease'", listed.stdout, re.MULTILINE)
    elif not keys.exists():
        unpack(keys.parents[2], ["debian-archive-keyring"], kinds=("here", "own"))
    found = sorted(keys.glob("*bian-archive-keyring.[gp]*"))
    if not mirrors or not found:
        raise SetupError("this machine's apt names no mirror of Debian")
    return f"{kind} [signed-by={','.join(map(str, found))}] {mirrors[0]} {SOURCES} main\n"


def unpack(folder: Path, packages: list, needs: bool = False, kinds=("here", "own", "deb")) -> None:
    """Packages of this machine's release unpacked into a folder; needs: with their missing dependencies.

    kinds: as Apt has them. Packages missing from the machine's release, as in Debian sid at times, come from trixie.
    """
    errors = []
    for kind in kinds:
        try:
            apt = Apt(kind)
            names = packages
            if needs:
                plan = apt.run("--simulate", "--no-install-recommends", "install", *packages)
                names = re.findall(r"^Inst (\S+)", plan, re.MULTILINE)
            say("getting " + " ".join(names) + " ...")
            # in its own folder, since other processes may be unpacking
            with tempfile.TemporaryDirectory(dir=apt.folder) as downloads:
                apt.run("download", *names, folder=downloads)
                folder.mkdir(parents=True, exist_ok=True)
                for package in sorted(Path(downloads).glob("*.deb")):
                    quietly("dpkg", "-x", package, folder)
            return
        except SetupError as error:
            errors.append(str(error))  # without a network the first error is enough
    raise SetupError("\n".join(errors))


def unpack_source(folder: Path, package: str) -> None:
    """The upstream source of one of trixie's packages, as the folder of that name."""
    apt = Apt("deb-src")
    say(f"getting the source of {package} ...")
    for old in (apt.folder / "packages").glob(package + "_*"):
        old.unlink()
    apt.run("source", "--download-only", package)
    (archive,) = (apt.folder / "packages").glob(package + "_*.orig.tar.*[!c]")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work, tarfile.open(archive) as tar:
        tar.extractall(work, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        shutil.rmtree(folder, ignore_errors=True)
        (top,) = Path(work).iterdir()
        top.rename(folder)


if __name__ == "__main__":
    unpack(Path(sys.argv[1]), sys.argv[2:])
