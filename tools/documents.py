"""The project's documents as pages of the site, with their pictures and a search over all of them.

>>> pages()["documents/docs/rules.html"][:15]
b'<!doctype html>'
"""

import hashlib
import html
import json
import posixpath
import re

from tools.run import ROOT

AT = "documents/"
FILES = ROOT / "tools/site_files"
FIRST = ["README.md", "docs/rules.md", "docs/browser.md", "docs/lights.md", "hardware/boards.md", "hardware/wiring.md"]
KINDS = [  # part of a download's name, and its description
    ("pico-2-w.uf2", "Firmware for a Raspberry Pi Pico 2 W"),
    ("pico-2.uf2", "Firmware for a Raspberry Pi Pico 2"),
    ("pico-w.uf2", "Firmware for a Raspberry Pi Pico W"),
    ("pico.uf2", "Firmware for a Raspberry Pi Pico"),
    ("companion", "The command daldos and its page, for pip"),
    ("engine", "The engine as a library, for pip"),
    ("boards", "The circuit boards, as a maker wants them"),
    ("printed", "The parts to print"),
]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title} · Daldøs</title>
<link rel="icon" href="{up}icon.svg">
<link rel="stylesheet" href="{up}documents/documents.css">
<script type="module" src="{up}documents/search.js"></script>
</head>
<body>
<header><a href="{up}index.html">Play</a> <a href="{up}downloads/index.html">Downloads</a>
<label>Search <input id="search" type="search" autocomplete="off"></label></header>
<ul id="found" hidden></ul>
<div id="page"><nav aria-label="Documents">{contents}</nav>
<main>
{body}</main></div>
</body>
</html>
"""


def sources() -> list:
    """The documents' paths in the project, in order."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
    found += [*(ROOT / "docs").glob("*.md"), *(ROOT / "hardware").rglob("*.md")]
    names = sorted(file.relative_to(ROOT).as_posix() for file in found)
    return FIRST + [name for name in names if name not in FIRST]


def page_of(name: str) -> str:
    """The path of a document's page in the site."""
    return AT + ("index.html" if name == "README.md" else name.removesuffix(".md") + ".html")


def slug(text: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


class Document:
    """One document: its title, its body as HTML, the files that it shows, and the searchable parts."""

    def __init__(self, name: str, known: list):
        from markdown_it import MarkdownIt

        self.name = name
        self.page = page_of(name)
        self.files: list = []
        self.parts: list = []  # [anchor, heading, text]
        self._known = known
        markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        tokens = markdown.parse((ROOT / name).read_text(encoding="utf-8"))
        heading = False
        for token in tokens:
            if token.type in ("table_open", "fence", "code_block"):
                token.attrSet("tabindex", "0")  # on a narrow screen it scrolls, by keys too
            if token.type == "heading_open":
                heading = True
                opened = token
            elif token.type == "inline":
                self._links(token)
                text = "".join(child.content if child.type != "softbreak" else " " for child in token.children)
                if heading:
                    anchor = slug(text)
                    opened.attrSet("id", anchor)
                    self.parts.append([anchor, text, ""])
                    heading = False
                elif self.parts:
                    self.parts[-1][2] += text + " "
            elif token.type in ("fence", "code_block") and self.parts:
                self.parts[-1][2] += token.content + " "
        self.title = self.parts[0][1]
        self.body = markdown.renderer.render(tokens, markdown.options, {})

    def _links(self, token) -> None:
        for child in token.children:
            for key in ("href", "src"):
                if key in child.attrs:
                    child.attrSet(key, self._link(child.attrs[key]))

    def _link(self, target: str) -> str:
        path, _, anchor = target.partition("#")
        if not path or ":" in path:
            return target
        name = posixpath.normpath(posixpath.join(posixpath.dirname(self.name), path))
        if name in self._known:
            there = page_of(name)
        elif (ROOT / name).is_file():
            there = AT + name
            self.files.append(name)
        elif (ROOT / name).is_dir():
            return posixpath.relpath(page_of("README.md"), posixpath.dirname(self.page))  # a folder of the project
        else:
            raise ValueError(f"{self.name}: {target!r} leads nowhere")
        return posixpath.relpath(there, posixpath.dirname(self.page)) + ("#" + anchor if anchor else "")


def page(path: str, title: str, body: str, contents: str = "") -> bytes:
    """The site's page at `path`."""
    up = "../" * path.count("/")
    language = path.split(".")[1] if path.count(".") > 1 else "en"  # as `family.da.html`
    return PAGE.format(
        language=language, policy=POLICY, title=html.escape(title), up=up, contents=contents, body=body
    ).encode()


def pages() -> dict:
    """path in the site -> bytes, of all documents, their pictures, and the search."""
    known = sources()
    documents = [Document(name, known) for name in known]
    found = {}
    for document in documents:
        here = posixpath.dirname(document.page)
        contents = "\n".join(
            f'<a href="{posixpath.relpath(other.page, here)}"{" aria-current=page" * (other is document)}>'
            f"{html.escape(other.title)}</a>"
            for other in documents
        )
        found[document.page] = page(document.page, document.title, document.body, contents)
        for name in document.files:
            found[AT + name] = (ROOT / name).read_bytes()
    parts = [[d.page[len(AT) :], d.title, *part] for d in documents for part in d.parts]
    found[AT + "search.json"] = json.dumps(parts, ensure_ascii=False).encode()
    for name in ("documents.css", "search.js"):
        found[AT + name] = (FILES / name).read_bytes()
    return found


def what(file) -> str:
    """A download's description, by its file name; empty if unknown."""
    return next((what for part, what in KINDS if part in file.name), "")


def addresses(folder=None) -> dict:
    """Name -> public address of this project, of docs/addresses.txt: those that its publisher has written in."""
    text = ((folder or ROOT) / "docs/addresses.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+) = (https?://\S+)$", text, re.MULTILINE))


def downloads(files: list) -> dict:
    """path in the site -> bytes, of the downloads page and its files."""
    found = {}
    rows = []
    for file in files:
        data = file.read_bytes()
        found[f"downloads/{file.name}"] = data
        digest = hashlib.sha256(data).hexdigest()
        rows.append(
            f'<tr><td><a href="{file.name}" download>{html.escape(file.name)}</a><td>{html.escape(what(file))}'
            f"<td>{len(data) / 1000:.0f} KB<td><code>{digest}</code></tr>"
        )
    table = "<table tabindex=0><tr><th>File<th>What<th>Size<th>SHA-256</tr>" + "\n".join(rows) + "</table>"
    empty = "<p>This copy of the site was built without downloads: <code>tools/release.sh</code> makes them.</p>"
    flash = f'<p>To put the firmware on a Pico: <a href="../{page_of("docs/flashing.md")}">Flashing</a>.</p>'
    more = "".join(f'<p>All releases: <a href="{a}">{a}</a>.</p>' for k, a in addresses().items() if k == "releases")
    body = "<h1>Downloads</h1>\n" + (table + flash if rows else empty) + more
    found["downloads/index.html"] = page("downloads/index.html", "Downloads", body)
    return found
