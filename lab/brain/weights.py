"""A learnt net in integers, as the bytes that daldos.ai.evaluation reads, and as a module to be frozen into flash.

A hidden unit may be scaled by any positive factor if its weight in the outcome is divided by it, so each unit's largest
weight becomes 127 and nothing is lost but rounding.
"""

import struct
from pathlib import Path

from daldos.ai.evaluation import VERSION
from daldos.ai.logistic import LOGIT

OUT_MOST = 2047  # keeps every sum on a Pico below 2^30: 80 units, 34 pieces of 127
CONSTANT_MOST = 12_000


def quantised(rows: list, biases: list, out: list, constant: float) -> bytes:
    """Weights by input and unit, constants of the units twice, weights of the units, constant of the outcome."""
    units = len(out)
    scale = [127 / max(1e-6, *(abs(row[u]) for row in rows)) for u in range(units)]
    for u in range(units):  # a constant has to fit too
        scale[u] = min(scale[u], CONSTANT_MOST / max(1e-6, abs(biases[0][u]), abs(biases[1][u])))
    largest = max(abs(out[u] / scale[u]) for u in range(units))
    shift = 0
    while largest * LOGIT * 2 ** (shift + 1) <= OUT_MOST and shift < 12:
        shift += 1
    unit = LOGIT * 2**shift
    parts = [struct.pack("<BBBBi", VERSION, units, len(rows), shift, round(constant * unit))]
    for bias in biases:
        parts.append(struct.pack(f"<{units}h", *(round(bias[u] * scale[u]) for u in range(units))))
    parts.append(struct.pack(f"<{units}h", *(round(out[u] / scale[u] * unit) for u in range(units))))
    for row in rows:
        parts.append(bytes(128 + round(row[u] * scale[u]) for u in range(units)))
    parts.append(bytes([128]) * units)
    return b"".join(parts)


def write_module(file: Path, docstring: str, name: str, data: bytes) -> None:
    """Write a Python module with one constant of bytes, in one line, if it differs."""
    literal = "".join(f"\\x{byte:02x}" for byte in data)
    text = f'"""{docstring}"""\n\n{name} = b"{literal}"  # noqa: E501\n'
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
