"""package.json: what `mpremote mip install` puts on a board is the whole library and nothing else."""

import json

from companion.app import VERSION


def test_every_file_of_the_library_is_listed_once(root):
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    files = sorted((root / "firmware/lib").rglob("*.py"))
    expected = [[f.relative_to(root / "firmware/lib").as_posix(), f.relative_to(root).as_posix()] for f in files]
    assert sorted(package["urls"]) == expected, "write package.json anew: a [name on the board, file] of each"


def test_version_is_that_of_the_firmware(root):
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == VERSION
