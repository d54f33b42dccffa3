"""npm packages pinned by a folder's package-lock.json, installed once, into build/."""

import shutil
from pathlib import Path

from tools.filelock import held
from tools.programs import bring
from tools.run import ROOT, quietly


def packages(name: str) -> Path:
    """build/NAME with what tools/NAME pins in its node_modules; SetupError without npm."""
    pinned, into = ROOT / "tools" / name, ROOT / "build" / name
    lock, got = pinned / "package-lock.json", into / "node_modules/.of-lock"
    with held(ROOT / f"build/{name}.lock"):
        if not got.exists() or got.read_bytes() != lock.read_bytes():
            bring("node")
            into.mkdir(parents=True, exist_ok=True)
            for file in ("package.json", "package-lock.json"):
                shutil.copy(pinned / file, into)
            cache = ROOT / "build/cache/npm"  # nothing is written elsewhere
            node = Path(shutil.which("node") or "node").resolve()
            own = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"  # a wheel has no link that works
            npm = [node, own] if own.exists() else ["npm"]
            quietly(*npm, "ci", "--no-audit", "--no-fund", "--cache", cache, "--prefix", into)
            shutil.copy(lock, got)
    return into
