"""Make host/worker/kernel.wasm, the opponent's kernel for a browser: python3 tools/run.py kernel

It is kept in version control, since it needs Debian's clang and lld; its bytes are the same each time. Its last section
names its sources; a test compares them.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WASM = ROOT / "host/worker/kernel.wasm"
FOLDER = ROOT / "firmware/lib/daldos/ai/native"
SOURCES = (FOLDER / "kernel.h", FOLDER / "kernel.c", ROOT / "host/ai/playouts.c")
COMMAND = (
    "clang --target=wasm32 -nostdlib -std=c99 -O2 -mbulk-memory -msimd128 -fvisibility=hidden -Wall -Wextra".split()
)
COMMAND += ['-DDK_API=__attribute__((visibility("default")))', "-Wl,--no-entry,--strip-all,--export-dynamic"]
COMMAND += ["-Wl,--export=__heap_base"]
MADE_BY = "clang 14"  # other versions may make other bytes


def digest() -> bytes:
    """The sources that a module names."""
    made_of = repr(COMMAND).encode() + b"".join(file.read_bytes() for file in SOURCES)
    return hashlib.sha256(made_of).hexdigest().encode()


def section(name: bytes, data: bytes) -> bytes:
    """A custom section of less than 128 bytes, ignored by engines."""
    body = bytes([len(name)]) + name + data
    return bytes([0, len(body)]) + body


def missing() -> str:
    """What is missing to make the same bytes, or ''."""
    if not shutil.which("clang") or not shutil.which("wasm-ld"):
        return "clang and lld are not here; on Debian: sudo apt-get install clang lld"
    version = subprocess.run(["clang", "--version"], capture_output=True, text=True).stdout
    return "" if "clang version 14." in version else f"expected {MADE_BY}, found {version.splitlines()[0]}"


def made() -> bytes:
    """The built module."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.wasm"
        command = [*COMMAND, f"-I{FOLDER.relative_to(ROOT)}", str(SOURCES[-1].relative_to(ROOT)), "-o", str(file)]
        subprocess.run(command, cwd=ROOT, check=True)
        return file.read_bytes() + section(b"sources", digest())


def main() -> "str | None":
    if missing():
        return f"kernel: {missing()}"
    WASM.write_bytes(made())
    print(f"{WASM}: {WASM.stat().st_size} bytes")
    return None


if __name__ == "__main__":
    sys.exit(main())
