#!/usr/bin/env python3
"""Print package.json, what `mpremote mip install` of this project puts on a board: redirect it to package.json."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "firmware/lib"


def main() -> None:
    package = (LIBRARY / "daldos/__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+?)"', package, re.MULTILINE).group(1)
    files = sorted(file.relative_to(LIBRARY).as_posix() for file in LIBRARY.rglob("*.py"))
    urls = ",\n".join("    " + json.dumps([name, "firmware/lib/" + name]) for name in files)
    print('{\n  "version": "%s",\n  "deps": [],\n  "urls": [\n%s\n  ]\n}' % (version, urls))


if __name__ == "__main__":
    main()
