"""The image's solved endings, as unpacked by its kernel, compared row by row with their files."""

import runpy
from binascii import crc32

from daldos.ai.endings import ranks
from daldos.ai.packed import Packed
from daldos.rules import parse_rules
from host_tests.conftest import ROOT, few
from lab.pico.bench import Rig
from lab.pico.flash import make_files
from tools.freeze_endings import SOURCE, asked_of

ROWS = """\
from binascii import crc32
from daldos.ai.nets import opponent_for
from daldos.rules import parse_rules
row = opponent_for(parse_rules("{name}"))._kernel.row
for k in range({count}):
    print(crc32(bytes([row(k, place) for place in range(k % 9, {count}, 9)])), end=" ")
"""
RULES = sorted(file.stem for file in SOURCE.glob("*.bin"))


def rows_of(name: str, count: int) -> list:
    """The rows of the frozen module, as Python unpacks them."""
    module = ROOT / f"build/frozen/daldos/ai/tables/{name.replace('-', '_')}.py"
    table = Packed(runpy.run_path(str(module))["TABLE"])
    rows = [bytearray(count) for _ in range(count)]
    for k, row in enumerate(rows):
        table.unpack(k, row)
    return rows


def test_each_row_is_that_of_its_file(image):
    rig = Rig(image, files=make_files({}))
    rig.run_until_text(b"hello")
    for name in RULES:
        loop = parse_rules(name).board.loop
        count = ranks(loop)
        rows, file = rows_of(name, count), (SOURCE / f"{name}.bin").read_bytes()
        for k in range(count):
            mask = int.from_bytes(bytes(255 * asked for asked in asked_of(parse_rules(name), k)), "big")
            here, there = (int.from_bytes(row, "big") & mask for row in (rows[k], file[k * count : (k + 1) * count]))
            assert here == there, (name, k)
        if name not in few(RULES, 2):
            continue
        said = rig.execute(ROWS.format(name=name, count=count), timeout_ms=60_000)
        assert [int(word) for word in said.split()] == [crc32(row[k % 9 :: 9]) for k, row in enumerate(rows)], name
