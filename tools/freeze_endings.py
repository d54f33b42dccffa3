#!/usr/bin/env python3
"""Write the solved endings as modules to be frozen into the image: tools/freeze_endings.py FOLDER

host/ai/endings/RULESET.bin becomes FOLDER/daldos/ai/tables/RULESET.py, a constant of bytes that stays in the flash.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "host/ai/endings"


def main(folder: Path) -> None:
    tables = folder / "daldos/ai/tables"
    tables.mkdir(parents=True, exist_ok=True)
    total = 0
    for file in sorted(SOURCE.glob("*.bin")):
        data = file.read_bytes()
        total += len(data)
        text = f'"""The solved endings of {file.stem}: see daldos.ai.endings."""\n\nTABLE = {data!r}\n'
        module = tables / (file.stem.replace("-", "_") + ".py")
        if not module.exists() or module.read_text(encoding="utf-8") != text:
            module.write_text(text, encoding="utf-8")
    print(f"{total} bytes of endings in {tables}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("freeze_endings: expected the folder to write to")
    main(Path(sys.argv[1]))
