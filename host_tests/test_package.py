"""package.json: what `mpremote mip install` puts on a board is the library as it is, and nothing else."""

import json
import subprocess
import sys

from companion.app import VERSION


def test_package_json_is_up_to_date(root):
    script = root / "tools/package_json.py"
    fresh = subprocess.run([sys.executable, script], capture_output=True, encoding="utf-8", check=True).stdout
    kept = (root / "package.json").read_text(encoding="utf-8")
    assert kept == fresh, "write it anew: tools/package_json.py >package.json"


def test_every_file_of_the_library_is_listed_once(root):
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    files = sorted((root / "firmware/lib").rglob("*.py"))
    expected = [[f.relative_to(root / "firmware/lib").as_posix(), f.relative_to(root).as_posix()] for f in files]
    assert sorted(package["urls"]) == expected
    assert package["version"] == VERSION
