"""Every command of this folder, with Python alone: python3 tools/run.py COMMAND [argument ...]

On Windows `py tools\\run.py COMMAND ...`; elsewhere `tools/COMMAND.sh ...` is the same. COMMAND --help tells more.

%s

What a command needs is installed into .venv from a lock file, with the first run and when the lock file has changed.
Nothing outside this folder is touched but pip's cache. PYTHON=/path/to/python3 names the Python that makes .venv.
"""

# Python 3.8 must be able to read this file, to say that it is too old.
# ruff: noqa: E402
import _signal  # there without an import that takes time: from here on Ctrl-C ends it silently, until it works

if __name__ == "__main__" and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The Python that environments are made with, by its real path: .venv breaks visibly, not strangely, when that Python is
# upgraded away.
BASE = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
OLDEST = (3, 10)
# What is imported is compiled then: half of the time, for packages of which little is.
INSTALL = ("install", "--quiet", "--no-compile", "--disable-pip-version-check", "--no-input", "--require-hashes")
# Of all that is set for Python and pip only these count: how packages are reached. Others may lead to foreign packages,
# install elsewhere, or nothing.
KEPT = "PYTHON PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_NO_INDEX "
KEPT += "PIP_TRUSTED_HOST PIP_PROXY PIP_CERT PIP_CLIENT_CERT PIP_TIMEOUT PIP_DEFAULT_TIMEOUT PIP_CACHE_DIR "
KEPT += "PIP_CONFIG_FILE"
# Part of a failed command's output -> the reason, in one line.
CAUSES = {
    r"No space left on device|Disk quota exceeded|File too large": "the disk is full",
    r"Read-only file system|Permission denied": "this folder must be writable, for .venv to be made in it",
    r"NewConnectionError|NameResolutionError|Max retries|ConnectTimeout|ReadTimeout|ProxyError|URLError|Could not "
    r"resolve|Temporary failure|SSLError|ConnectionResetError": "packages cannot be fetched: there is no way to them "
    "over the network",
    r"No matching distribution found for [^\s;]+": "pip finds no such package: see its settings no-index and index-url",
    r"contains the PATH separator": "Python makes no .venv where the path has such a character: move this folder",
    r"DO NOT MATCH THE HASHES": "a package is not the one that the project names: it was changed on the way",
}
DEV = "requirements-dev.lock"
FOLDERS = ("firmware/lib", "firmware", ".")  # with modules
# The lock file, the module to be run, what it does; with no lock file it runs in the Python at hand, with nothing more.
COMMANDS = {
    "daldos": ("requirements.lock", "tools/daldos.py", "the command line; with no argument, the board in a browser"),
    "flash": ("requirements-flash.lock", "tools.flash", "put the firmware on the Raspberry Pi Pico on the USB cable"),
    "test": (DEV, "tools.check", "check the style and run the tests; --nightly: long settings, and other machines"),
    "build_uf2": (None, "tools.image", "build MicroPython with the project frozen in, for one board"),
    "micropython": (None, "tools.micropython", "build MicroPython for this machine"),
    "typecheck": (DEV, "tools.typecheck", "check the types of firmware and host"),
    "drawings": (DEV, "hardware.generate", "make the drawings and tables of hardware/"),
    "kicad": (None, "tools.kicad", "get KiCad, where it is missing"),
    "pcb": (DEV, "tools.pcb", "check the circuit boards of hardware/, and make what is ordered"),
    "step": (DEV, "tools.step", "write the printed parts of hardware/ as STEP files"),
    "site": (DEV, "tools.site", "the game as plain files for any web host, with documents and downloads"),
    "programs": (None, "tools.programs", "get the programs that tests and builds need, where they are missing"),
    "kernel": (None, "tools.kernel", "make the opponent's kernel for computers and browsers"),
    "release": (DEV, "tools.release", "build all that a release is made of"),
    "machines": (None, "tools.machines", "try the commands on fresh systems of Debian and Ubuntu"),
    "lock": (None, "tools.lock", "write the lock files from pyproject.toml"),
    "python": (DEV, "", "the Python of .venv, with the project on its path"),
}
OWN_HELP = ("tools.flash",)  # it has options


class SetupError(Exception):
    """Something cannot be done on this machine; the message says why and what helps."""


def say(*words):
    """Print a line on standard error; a command's standard output is its result."""
    print(*words, file=sys.stderr, flush=True)


def python_of(venv, windows=os.name == "nt"):
    """The Python of an environment."""
    return venv / ("Scripts/python.exe" if windows else "bin/python")


def has(root, lock):
    """Whether .venv has an existing Python and all packages of the lock file of that name.

    .venv keeps a copy of each installed lock file, which counts while the project's is unchanged.
    """
    venv = root / ".venv"
    stamps = "".join(stamp.read_text() for stamp in venv.glob("*.lock") if is_current(stamp, root))
    return python_of(venv).exists() and bool(stamps) and pinned((root / lock).read_text()) <= pinned(stamps)


def pinned(text):
    """The packages that a lock file's text names, with their versions."""
    return set(re.findall(r"^\S+==[^\s\\;]+", text, re.MULTILINE))


def sites(venv):
    """An environment's package folders."""
    return [*venv.glob("lib/python*/site-packages"), *venv.glob("Lib/site-packages")]


def is_current(stamp, root):
    """Whether an installed lock file is still the project's."""
    lock = root / stamp.name
    return lock.exists() and lock.read_bytes() == stamp.read_bytes()


def quietly(*command, cwd=None):
    """Run a command and return its output; if it fails, SetupError with the reason in a line, or all its output."""
    command = [str(part) for part in command]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True, cwd=cwd, **output)
    if done.returncode:
        for said, cause in CAUSES.items():
            found = re.search(said, done.stdout)
            if found:
                cause = cause[0].upper() + cause[1:]
                raise SetupError("%s (%s). This failed: %s" % (cause, found.group(), " ".join(command)))
        raise SetupError("%s\nThis failed: %s" % (done.stdout, " ".join(command)))
    return done.stdout


def pip_for(python, root):
    """The command of a pip for `python`: out of the wheel that its own Python brings along.

    Debian and Ubuntu split that off with python3-venv. Without it theirs is unpacked, and not installed.
    """
    unpacked = root / "build/pip/usr/share/python-wheels"
    folders = (Path(os.__file__).parent / "ensurepip/_bundled", Path("/usr/share/python-wheels"), unpacked)
    try:
        if not any(list(folder.glob("pip-*.whl")) for folder in folders):
            # in a separate process, since this module must not import the one that fetches packages
            quietly(sys.executable, __file__, "--inside", "tools.debian", root / "build/pip", "python3-pip-whl")
        pip = [python, [wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))][0] / "pip"]
        quietly(*pip, "--version")  # Ubuntu's before 23.1 needs distutils, a separate package
        return pip
    except (SetupError, IndexError) as error:
        remove(root / "build/pip")
        known = [cause for cause in CAUSES.values() if str(error).startswith(cause[0].upper() + cause[1:])]
        why = ", and %s" % known[0] if known else ""
        raise SetupError(
            "%s has no pip%s. On Debian and Ubuntu: sudo apt-get install python3-venv" % (BASE, why)
        ) from None


def put_on_path(venv, root):
    """Let .venv's Python find the project's modules from any folder: `python examples/perft.py`, `pytest`."""
    for packages in sites(venv):
        folders = [os.path.relpath(str(root / folder), str(packages)) for folder in FOLDERS]
        file, text = packages / "daldos.pth", "".join(folder + "\n" for folder in folders)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)


def environment(lock, root):
    """The Python of .venv, which is first made and filled if it lacks anything of a lock file."""
    from tools.filelock import held

    venv = root / ".venv"
    python = python_of(venv)
    if has(root, lock):
        put_on_path(venv, root)
        return python
    with held(root / "build/venv.lock"):
        if has(root, lock):  # another run has just filled it
            return python
        stamps = list(venv.glob("*.lock"))
        if not (python.exists() and stamps and all(is_current(stamp, root) for stamp in stamps)):
            # broken, half made, or from another lock file: remake it, so that no dropped package stays
            remove(venv)
            say("Making %s with Python %s (once; half a minute) ..." % (venv, sys.version.split()[0]))
            quietly(BASE, "-m", "venv", "--without-pip", venv)
        pip = pip_for(python, root)
        say("Installing %s ..." % lock)
        quietly(*pip, *INSTALL, "-r", root / lock)
        if pinned((root / lock).read_text()) and not list(venv.rglob("*.dist-info")):
            raise SetupError("Pip puts packages elsewhere, not into %s: see its settings: pip config list" % venv)
        shutil.copyfile(str(root / lock), str(venv / lock))
        put_on_path(venv, root)
    return python


def remove(path):
    """Remove the path, or as much of it as possible."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    shutil.rmtree(str(path), ignore_errors=True)


def beside(lock, folder, *options):
    """Install a lock file's packages into their own folder, unless they are there; the folder."""
    stamp = folder / Path(lock).name
    if not stamp.exists() or stamp.read_bytes() != (ROOT / lock).read_bytes():
        shutil.rmtree(str(folder), ignore_errors=True)
        quietly(*pip_for(sys.executable, ROOT), *INSTALL, *options, "--target", folder, "-r", ROOT / lock)
        shutil.copyfile(str(ROOT / lock), str(stamp))
    return folder


def own(folder, made):
    """The folder, if replaceable: empty, or with `made` in it as a sign that it was made here; else SetupError."""
    folder = Path(folder).resolve()
    if folder.exists() and any(folder.iterdir()) and not (folder / made).exists():
        raise SetupError("%s has files of another origin (no %s in it): name an empty folder" % (folder, made))
    return folder


def replace(*command):
    """Replace this process by a command."""
    command = [str(part) for part in command]
    if os.name != "nt":
        if sys.stdout:  # it may be closed
            sys.stdout.flush()
        os.execv(command[0], command)
    # On Windows execv returns before the program ends, and Ctrl-C reaches both: the program handles it.
    try:
        sys.exit(subprocess.run(command).returncode)
    except KeyboardInterrupt:
        sys.exit(130)


def inside(module, arguments):
    """Run a project module as a program, with only the project's folders on its path; --help prints its docstring."""
    if arguments[:1] in (["-h"], ["--help"]) and module not in OWN_HELP:
        print(ast.get_docstring(ast.parse((ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8"))))
        return
    sys.argv = [str(ROOT / "tools" / module), *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def main(name="", *arguments):
    """Run a command; the returned value is the exit status."""
    if sys.version_info < OLDEST:
        for minor in range(30, OLDEST[1] - 1, -1):
            newer = shutil.which("python3.%d" % minor)
            if newer:
                replace(newer, __file__, name, *arguments)
        return "Python 3.10 or newer is needed; %s is %d.%d. Install one, or name one: PYTHON=/path/to/python3" % (
            (sys.executable,) + sys.version_info[:2]
        )
    if name in ("", "-h", "--help"):
        print(__doc__.strip() % "\n".join("    %-13s %s" % (word, row[2]) for word, row in COMMANDS.items()))
        return 0 if name else 2
    if name not in COMMANDS:
        say("run.py: '%s': expected %s" % (name, ", ".join(sorted(COMMANDS))))
        return 2
    sys.path[:1] = [str(ROOT / folder) for folder in FOLDERS]
    try:
        os.getcwd()
    except FileNotFoundError:  # pip needs a working folder
        os.chdir(str(ROOT))
    for bend in [word for word in os.environ if word.startswith(("PYTHON", "PIP_")) and word not in KEPT.split()]:
        del os.environ[bend]
    lock, module, _ = COMMANDS[name]
    if lock is None:
        return inside(module, list(arguments))
    if name == "test" and not has(ROOT, lock):  # both take half a minute, the one of network, the other of processor
        subprocess.Popen([sys.executable, __file__, "micropython"], stdout=subprocess.DEVNULL)
    try:
        python = environment(lock, ROOT)
    except OSError as error:
        why = [cause for said, cause in CAUSES.items() if re.search(said, str(error.strerror))]
        return "; ".join([str(error.filename or ROOT) + ": " + str(error.strerror), *why])
    if not module:
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:3])
        replace(python, *arguments)
    start = [ROOT / module] if module.endswith(".py") else [__file__, "--inside", *module.split()]
    replace(python, *start, *arguments)


if __name__ == "__main__":
    sys.modules["tools.run"] = sys.modules["__main__"]  # one SetupError, whoever imports it
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    try:
        if sys.argv[1:2] == ["--inside"]:
            sys.path[:1] = [str(ROOT / folder) for folder in FOLDERS]
            sys.exit(inside(sys.argv[2], sys.argv[3:]))
        sys.exit(main(*sys.argv[1:]))
    except SetupError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next run begins again.")
