"""The package that far games over a broker need, and how to get it.

>>> how_to_get("far")
"pip install '/home/ane/daldos[far]'"
"""

import json
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

from daldos.errors import DaldosError
from host.far.address import Address

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


class Missing(DaldosError):
    """A package that is not here."""


def reach(broker: str) -> None:
    """AddressError or Missing if this broker can never be reached from here."""
    Address.parse(broker)
    if not find_spec("aiomqtt"):
        raise Missing("far needs a package that is not here: %s", how_to_get("far"))
