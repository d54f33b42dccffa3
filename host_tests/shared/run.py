"""Run shared test modules on MicroPython; their transcripts on CPython too.

    micropython run.py test_engine               # every test_*() of the module, by name; exit status 1 if one fails
    micropython run.py --transcript test_games   # print what transcript() of the module gives, line by line

A shared test module has functions `test_*()` without arguments that use bare `assert`. It may have `transcript()` too,
which yields lines; they must be the same bytes on every runtime.
"""

import sys


def run_tests(module, names: list = None) -> int:
    """Run the module's tests, or these; report each, and return the number of failures. No tests at all count as
    one."""
    names = names or sorted(name for name in dir(module) if name.startswith("test_"))
    if not names:
        print("FAIL no test in it")
        return 1
    failed = 0
    for name in names:
        try:
            getattr(module, name)()
            print("ok", name)
        except Exception as error:  # any exception is a failure
            failed += 1
            print("FAIL", name)
            sys.print_exception(error)
    return failed


def main(args: list) -> int:
    """Run the named tests; returns the exit status."""
    if args[0] == "--transcript":
        for line in __import__(args[1]).transcript():
            print(line)
        return 0
    return 1 if run_tests(__import__(args[0])) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
