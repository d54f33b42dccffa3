"""The page's code: formatted, lint-free, and right where no browser is needed to tell.

To format it: node build/page/node_modules/.bin/prettier --print-width 120 --write host/web/page/**/*.{js,css}
"""

import json
import shutil
import subprocess

import pytest
import segno

from host_tests.conftest import got

pytestmark = pytest.mark.needs("node")
CODE = ["host/web/page/**/*.js", "tools/{page,site_files}/*.js", "host_tests/{page,wasm}/*.mjs"]
STYLES = ["host/web/page/**/*.css", "tools/site_files/*.css"]


@pytest.fixture(scope="module")
def node(root):
    """Run a program that tools/page pins; returns its findings."""
    folder = got("page")

    def run(program, *words):
        command = ["node", folder / "node_modules" / program, *words]
        done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)
        return done.returncode and done.stdout + done.stderr

    run.folder = folder
    return run


def test_it_is_formatted(node):
    cache = ("--cache", "--cache-strategy", "content", "--cache-location", node.folder / "prettiercache")
    wrong = node("prettier/bin/prettier.cjs", *cache, "--print-width", "120", "--check", *CODE, *STYLES)
    assert not wrong, wrong


def test_the_linter_finds_nothing(node, root):
    config = node.folder / "eslint.config.js"  # its imports resolve from there
    config.write_bytes((root / "tools/page/eslint.config.js").read_bytes())
    cache = ("--cache", "--cache-strategy", "content", "--cache-location", node.folder / "eslintcache")
    wrong = node("eslint/bin/eslint.js", *cache, "--config", config, *CODE)
    assert not wrong, wrong


def test_the_types_fit(node):
    wrong = node("typescript/bin/tsc", "-b", "tools/page/tsconfig.json", "tools/page/tsconfig.worker.json")
    assert not wrong, wrong


def test_what_needs_no_browser(root, tmp_path):
    """Node's own runner, on a copy whose files are declared modules."""
    for part in ("host/web/page", "host_tests/page"):
        shutil.copytree(root / part, tmp_path / part)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    command = ["node", "--test", *sorted((tmp_path / "host_tests/page").glob("*.mjs"))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0 and "\n# pass 0\n" not in done.stdout, done.stdout


def test_qr_codes_are_as_another_program_makes_them(root):
    """Of lengths that need no padding: it would pad differently."""
    sizes = [17, 134, 192, 230, 271, 858, 1091, 2953]
    program = (root / "host/web/page/qr.js").read_text(encoding="utf-8")
    program += f"console.log(JSON.stringify({[*sizes, 2954]}.map((size) => qr('x'.repeat(size)))));"
    node = ["node", "--input-type=module"]
    *found, too_long = json.loads(
        subprocess.run(node, input=program, capture_output=True, text=True, check=True).stdout
    )
    for size, rows in zip(sizes, found, strict=True):
        code = segno.make("x" * size, error="l", mask=0, mode="byte", boost_error=False)
        same = rows == [list(row) for row in code.matrix]
        assert same, size  # a difference written out would take minutes
    assert too_long is None


def test_the_page_has_each_of_its_styles(root):
    page = root / "host/web/page"
    html = (page / "index.html").read_text(encoding="utf-8")
    code = "".join(file.read_text(encoding="utf-8") for file in page.glob("*.js"))  # the later rooms fetch their own
    for style in page.rglob("*.css"):
        name = style.relative_to(page).as_posix()
        assert f'href="{name}"' in html or f'dressed("{name}")' in code


def test_no_file_of_the_page_is_long(root):
    page = root / "host/web/page"
    files = [*page.rglob("*.js"), *page.rglob("*.css")]
    long = {file.name: file.read_text("utf-8").count("\n") for file in files}
    assert not {name: lines for name, lines in long.items() if lines > 400}
