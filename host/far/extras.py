"""Missing packages for far games, and how to get them.

>>> how_to_get("far")
"pip install '/home/ane/daldos[far]'"
"""

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

ROOT = Path(__file__).resolve().parents[2]


def how_to_get(extra: str) -> str:
    """The command that installs an extra of pyproject.toml, by the path of the checkout or wheel, never by name."""
    place = str(ROOT)
    if not (ROOT / "pyproject.toml").exists():
        try:
            wheel = distribution("daldos-companion")
            place = f"daldos_companion-{wheel.version}-py3-none-any.whl"  # wherever it is
            place = url2pathname(urlparse(json.loads(wheel.read_text("direct_url.json") or "{}")["url"]).path)
        except (PackageNotFoundError, KeyError):
            pass
    return f"pip install '{place}[{extra}]'"
