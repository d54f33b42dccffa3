"""Make host/ai/kernel.wasm, the opponent's kernel for computers and browsers: python3 tools/run.py kernel

It is kept in version control, since it needs clang and lld of Debian 12; its bytes are the same each time. Its last
section names its sources; a test compares them.
"""

import hashlib
import subprocess
import tempfile
from pathlib import Path

from tools.programs import bring
from tools.run import ROOT

WASM = ROOT / "host/ai/kernel.wasm"
FOLDER = ROOT / "firmware/lib/daldos/ai/native"
SOURCES = (FOLDER / "kernel.h", FOLDER / "kernel.c", ROOT / "host/ai/playouts.c")
COMMAND = (
    "clang --target=wasm32 -nostdlib -std=c99 -O2 -mbulk-memory -msimd128 -fvisibility=hidden -Wall -Wextra".split()
)
COMMAND += ['-DDK_API=__attribute__((visibility("default")))', "-Wl,--no-entry,--strip-all,--export-dynamic"]
COMMAND += ["-Wl,--export=__heap_base"]
MADE_BY = "clang-14"  # other versions may make other bytes


def digest() -> bytes:
    """The sources that a module names."""
    made_of = repr(COMMAND).encode() + b"".join(file.read_bytes() for file in SOURCES)
    return hashlib.sha256(made_of).hexdigest().encode()


def section(name: bytes, data: bytes) -> bytes:
    """A custom section of less than 128 bytes, ignored by engines."""
    body = bytes([len(name)]) + name + data
    return bytes([0, len(body)]) + body


def made() -> bytes:
    """The built module."""
    bring("wasm")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.wasm"
        command = [
            MADE_BY,
            *COMMAND[1:],
            f"-I{FOLDER.relative_to(ROOT)}",
            str(SOURCES[-1].relative_to(ROOT)),
            "-o",
            str(file),
        ]
        subprocess.run(command, cwd=ROOT, check=True)
        return file.read_bytes() + section(b"sources", digest())


def main() -> None:
    WASM.write_bytes(made())
    print(f"{WASM}: {WASM.stat().st_size} bytes")


if __name__ == "__main__":
    main()
