"""Build all that a release is made of, into one folder: tools/release.sh [--anyway] [FOLDER]

FOLDER is build/release if left out, and is made again. The same commit gives the same bytes, whatever the folder.
A tree with changes, or whose commit does not bear the tag vVERSION, is refused; --anyway builds it all the same.
docs/releasing.md says what a person does with it.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

from daldos import __version__ as VERSION
from tools.documents import addresses
from tools.image import BOARDS, build
from tools.micropython import source
from tools.run import ROOT, SetupError, own, pip_for, quietly, say

WHEEL = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
LOCKS = sorted(path.name for path in ROOT.glob("requirements*.lock") if not re.search("dev|mutation", path.name))
# A licence by its short name.
SPDX = re.compile(r"MIT|[A-Za-z][\w.+-]*-\d[\w.+-]*|[\w.+ -]+ (OR|AND) [\w.+ -]+")
# Third-party code in the images: licence, file, and the pattern of its version.
IN_IMAGES = {
    "micropython": ("MIT", "py/mpconfig.h", r"^#define MICROPY_VERSION_M\w+ (\d+)"),
    "littlefs": ("BSD-3-Clause", "lib/littlefs/lfs2.h", r"^#define LFS2_VERSION 0x000(\d)000(\d)"),
    "mbedtls": ("Apache-2.0", "lib/mbedtls/include/mbedtls/build_info.h", r"^#define MBEDTLS_VERSION_[MP]\w+ +(\d+)"),
    "oofatfs": ("BSD-1-Clause", "lib/oofatfs/ff.h", r"R(0)\.(\d+)"),
    "pico-sdk": ("BSD-3-Clause", "lib/pico-sdk/pico_sdk_version.cmake", r"^set\(PICO_SDK_VERSION_[MR]\w+ (\d+)\)"),
    "tinyusb": ("MIT", "lib/tinyusb/src/tusb_option.h", r"^#define TUSB_VERSION_[MR]\w+ +(\d+)"),
}


def git(*words) -> str:
    """Git's answer about this checkout."""
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise SetupError(f"git {words[0]}: {done.stderr.strip()}: a release is made of a clone with its history")
    return done.stdout


def refusals() -> list:
    """Why this checkout cannot be released."""
    tag, changed = "v" + VERSION, git("status", "--porcelain").splitlines()
    found = []
    if changed:
        found.append(f"{len(changed)} files differ from the last commit, {changed[0][3:]} for one: commit them")
    if tag not in git("tag", "--points-at", "HEAD").split():
        found.append(f"this commit does not bear the tag {tag}: git tag {tag}")
    return found


def packed(archive: Path, files: dict) -> None:
    """A ZIP of name -> file, without times or anything of this machine."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for name in sorted(files):
            about = zipfile.ZipInfo(name)
            about.compress_type, about.external_attr, about.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            written.writestr(about, files[name].read_bytes())


def below(folder: Path, *patterns) -> dict:
    """name -> file of a folder."""
    found = (path for pattern in patterns or ("*",) for path in folder.rglob(pattern))
    return {path.relative_to(folder).as_posix(): path for path in found if path.is_file()}


def wheels(out: Path, work: Path) -> None:
    """The companion's and the engine's wheels, from a copy of the files in git, whatever the umask.

    An index shows those addresses of docs/addresses.txt that the publisher has named.
    """
    for name in git("ls-files", "-z").split("\0")[:-1]:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, work / name)
        (work / name).chmod(0o644)
    epoch = git("log", "-1", "--format=%ct").strip()
    urls = "".join(f'{name.capitalize()} = "{address}"\n' for name, address in addresses(work).items())
    for project in (work, work / "firmware/lib"):
        with open(project / "pyproject.toml", "a", encoding="utf-8") as about:
            about.write("\n[project.urls]\n" + urls)
        command = [sys.executable, "-c", WHEEL, str(out)]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch}
        done = subprocess.run(
            command, cwd=project, env=environment, umask=0o022, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode:
            raise SetupError(done.stdout + done.stderr)


def python_packages() -> list:
    """(name, version, licence, kind) of each package in our locks, from its own wheel."""
    pip, wheels = pip_for(sys.executable, ROOT), ROOT / "build/third-parties"
    shutil.rmtree(wheels, ignore_errors=True)
    for lock in LOCKS:
        say("getting what", lock, "names ...")
        quietly(*pip, "download", "--quiet", "--no-deps", "--dest", wheels / lock, "-r", ROOT / lock)
    found = set()
    for wheel in wheels.rglob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            about = message_from_bytes(archive.read(name))
        classes = [words.split(" :: ")[-1] for words in about.get_all("Classifier", []) if words.startswith("License")]
        said = about["License-Expression"] or (classes or [about["License"] or "unknown"])[-1]
        found.add((about["Name"].lower(), about["Version"], said.splitlines()[0], "pypi"))
    return sorted(found)


def npm_packages() -> list:
    """The same of each package in our package-lock.json files, without the tests' own."""
    found = set()
    for lock in ROOT.glob("tools/*/package-lock.json"):
        for path, about in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
            if path and not about.get("dev"):
                found.add((path.split("node_modules/")[-1], about["version"], about.get("license", "unknown"), "npm"))
    return sorted(found)


def compiled_in() -> list:
    """The same of the images' parts."""
    found = []
    for name, (licence, file, pattern) in IN_IMAGES.items():
        matches = re.finditer(pattern, (source() / file).read_text(encoding="utf-8"), re.MULTILINE)
        numbers = [number for match in matches for number in match.groups()]
        found.append((name, ".".join(numbers[:3]), licence, "generic"))
    return found


def third_parties() -> dict:
    """All third-party parts, in the CycloneDX format."""
    components = []
    for name, version, licence, kind in compiled_in() + npm_packages() + python_packages():
        choice = {"expression": licence} if SPDX.fullmatch(licence) else {"license": {"name": licence}}
        purl = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
        component = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
        components.append({**component, "licenses": [choice]})
    about = {"type": "application", "name": "daldos-companion", "version": VERSION}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": about},
        "components": components,
    }


def changes() -> str:
    """This version's section of CHANGELOG.md, or the unreleased one."""
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    by_name = {section.split(None, 1)[0].strip("[]"): section for section in sections}
    return "## " + by_name.get(VERSION, by_name["Unreleased"])


def main(out: Path) -> None:
    """Build everything; the folder appears only when all is built."""
    work = ROOT / "build/releasing"
    shutil.rmtree(work, ignore_errors=True)
    made = work / "made"
    made.mkdir(parents=True)
    say("building the wheels ...")
    wheels(made, work / "tree")
    for board in BOARDS:
        say("building the image of", board, "...")
        shutil.copy(build(board), made)
    packed(made / f"daldos-boards-{VERSION}.zip", below(ROOT / "hardware/pcb/order"))
    packed(made / f"daldos-printed-{VERSION}.zip", below(ROOT / "hardware/printed", "*.st[el]*"))
    say("building the site ...")
    site = [sys.executable, str(ROOT / "tools/run.py"), "site", str(work / "site"), str(made)]
    subprocess.run(site, stdout=2, check=True)
    packed(made / f"daldos-site-{VERSION}.zip", below(work / "site"))
    bom = json.dumps(third_parties(), indent=1, ensure_ascii=False) + "\n"
    (made / "third-parties.cdx.json").write_text(bom, encoding="utf-8")
    (made / "CHANGES.md").write_text(changes(), encoding="utf-8")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}\n" for name, file in sorted(below(made).items())]
    (made / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(str(made), str(out))


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--anyway"]
    if len(words) > 1 or words[:1] and words[0].startswith("-"):
        print(__doc__.strip())
        sys.exit(2)
    folder = own(words[0] if words else ROOT / "build/release", "SHA256SUMS")
    against = refusals()
    for why in against:
        say("release:", why)
    if against and "--anyway" not in sys.argv:
        sys.exit("release: nothing was built; --anyway builds it all the same")
    main(folder)
    print(folder)
