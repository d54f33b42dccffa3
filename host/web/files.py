"""The page's files, listed once at the start: only these paths exist, so no path can escape from the folder.

>>> sorted(page_files())[0]
'/'
"""

import base64
import functools
import hashlib
import json
import re
from pathlib import Path
from urllib.parse import quote

from companion.console.phases import MODES
from daldos.reach import REASONS
from host.i18n.catalogue import LANGUAGES
from host.i18n.po import read_catalogue

PAGE = Path(__file__).parent / "page"
SITE = Path(__file__).parents[2] / "build/site"  # as tools/site.sh builds it in a checkout
SHARED = ("documents", "downloads")  # its folders that are served besides the game
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
    "": "text/plain; charset=utf-8",  # a licence
}
BINARY = "application/octet-stream"
_INLINE = re.search(rb"<style>(.*?)</style>", (PAGE / "index.html").read_bytes(), re.DOTALL).group(1)
# The page's own styles, with the inline ones for its loading.
STYLE_SRC = f"style-src 'self' 'sha256-{base64.b64encode(hashlib.sha256(_INLINE).digest()).decode()}'; "
# Only the page's own modules, styles and socket; no framing, no forms, no inline script.
POLICY = (
    f"default-src 'none'; script-src 'self'; {STYLE_SRC}img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@functools.cache
def page_files() -> dict:
    """path -> (type, bytes) of every file of the page; `/` is index.html. Callers must not modify it."""
    found = {}
    for file in sorted(PAGE.rglob("*")):
        if file.is_file() and file.suffix in TYPES:
            found["/" + file.relative_to(PAGE).as_posix()] = (TYPES[file.suffix], file.read_bytes())
    found["/"] = found["/index.html"]
    shared = {*MODES, *(text for _, text in REASONS)}
    sources = b"".join(data for path, (_, data) in found.items() if path.endswith((".js", ".html"))).decode()
    for language in LANGUAGES:
        words = {text: other for text, other in read_catalogue(language).items() if text in sources or text in shared}
        found[f"/words/{language}.json"] = ("application/json", json.dumps(words).encode())
    return found


def site_files() -> dict:
    """path -> (type, file) of the documents and downloads, if the site has been built here, and of the firmware that
    tools/build_uf2.sh has; too large to keep in memory."""
    found = {f"/downloads/{file.name}": (BINARY, file) for file in SITE.parent.glob("daldos-pico*.uf2")}
    for folder in SHARED:
        for file in sorted((SITE / folder).rglob("*")):
            if file.is_file():
                kind = TYPES.get(file.suffix, BINARY)
                found["/" + quote(file.relative_to(SITE).as_posix())] = (kind, file)
    return found


def images(files: dict) -> list:
    """(Pico, file) of the firmware among these files."""
    names = [path.rpartition("/")[2] for path in sorted(files) if path.endswith(".uf2")]
    return [(name.removeprefix("daldos-").removesuffix(".uf2").replace("-", " ").title(), name) for name in names]
