"""The wheel of the whole: this checkout's folders as packages below `daldos_companion`; the rest is in pyproject.toml.

What the firmware calls `config` and `companion` would be too general names in a shared site-packages, so nothing else
comes to its top level. host/__init__.py puts the folders on the path, installed as in a checkout.
"""

import re
import sys
from pathlib import Path

from setuptools import find_namespace_packages, setup

if sys.version_info < (3, 10):  # noqa: UP036 - pip would get all that the project needs before it looks at requires-python
    sys.exit("daldos-companion needs Python 3.10 or newer; this is %d.%d" % sys.version_info[:2])

PARTS = ["host", "host.*", "firmware", "firmware.lib*"]
FOLDERS = {"daldos_companion": "host/installed", **{f"daldos_companion.{part}": part for part in ("host", "firmware")}}
PACKAGES = find_namespace_packages(include=PARTS, exclude=["host.installed"])
VERSION = re.search(r'^__version__ = "(.+?)"', Path("firmware/lib/daldos/__init__.py").read_text(), re.MULTILINE)

setup(
    version=VERSION.group(1),
    packages=["daldos_companion", *("daldos_companion." + part for part in PACKAGES)],
    package_dir=FOLDERS,
    include_package_data=False,  # what pyproject.toml lists, and nothing more
)
