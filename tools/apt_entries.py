"""Write apt entries for a release from the entries that this machine has, with the same mirrors, options and keys.

    python3 tools/apt_entries.py FOLDER          # the machine's own release
    python3 tools/apt_entries.py FOLDER trixie   # another one, from the same mirrors

Reads /etc/apt in both of its formats and writes `FOLDER/entries.list` and `FOLDER/entries.sources`, with source
packages enabled. Only entries of the release itself are taken, none of its updates.
"""

import re
import sys
from pathlib import Path

ROLLING = ("oldoldstable", "oldstable", "stable", "testing", "unstable", "sid")
ONE_LINE = re.compile(
    r"^deb\s+(?P<options>\[[^]]*\]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>[^#]*\bmain\b[^#]*)"
)


def one_line_entries(text: str, own: "tuple[str, ...]", suite: str) -> str:
    """Entries of a .list file whose suite is one of `own`, for `suite`, binary and source packages."""
    found = []
    for line in text.splitlines():
        entry = ONE_LINE.match(line)
        if entry and entry["suite"] in own:
            rest = f"{entry['options'] or ''}{entry['uri']} {suite} {entry['components'].strip()}\n"
            found += ["deb " + rest, "deb-src " + rest]
    return "".join(dict.fromkeys(found))


def deb822_entries(text: str, own: "tuple[str, ...]", suite: str) -> str:
    """Stanzas of a .sources file with a suite of `own`, for `suite`, binary and source packages."""
    found = []
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for stanza in re.split(r"\n\s*\n", "\n".join(lines)):
        # A line that starts with a blank goes on with the field before it (a key written out in Signed-By).
        fields = {}
        for field in re.findall(r"^[\w-]+:.*(?:\n[ \t].*)*", stanza, re.MULTILINE):
            name, _, value = field.partition(":")
            fields[name.lower()] = value
        enabled = fields.get("enabled", "yes").strip().lower() in ("yes", "true", "1", "on", "with", "enable")
        suites, components = fields.get("suites", "").split(), fields.get("components", "").split()
        if enabled and "deb" in fields.get("types", "").split() and "main" in components and set(own) & set(suites):
            fields.update(types=" deb deb-src", suites=" " + suite)
            found.append("".join(f"{name}:{value}\n" for name, value in fields.items()))
    return "\n".join(found)


def own_release(os_release: str) -> str:
    """The codename in the text of /etc/os-release, or an empty string (Debian unstable has none)."""
    match = re.search(r'^VERSION_CODENAME="?([^"\n]*)', os_release, re.MULTILINE)
    return match[1] if match else ""


def main(folder: Path, suite: str = "", etc: Path = Path("/etc")) -> None:
    """Write the entries of `suite`, or of the machine's own release, to `folder`."""
    release = own_release((etc / "os-release").read_text())
    own = (release, *ROLLING)
    suite = suite or release or "sid"
    for pattern, translate in (("list", one_line_entries), ("sources", deb822_entries)):
        files = sorted(etc.glob(f"apt/sources.list.d/*.{pattern}"))
        if pattern == "list":
            files = [etc / "apt/sources.list", *files]
        text = "\n\n".join(file.read_text() for file in files if file.exists())
        target, entries = folder / f"entries.{pattern}", translate(text, own, suite)
        # Written only when it changed: the time of the file tells whether the package lists are newer.
        if not target.exists() or target.read_text() != entries:
            target.write_text(entries)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
