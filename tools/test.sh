#!/usr/bin/env bash
# Get all that the tests need, check the style, run the tests: tools/test.sh [arguments of pytest]
# Without a MicroPython or a Chromium, their tests are skipped with the reason; where CI is set, they fail.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"

echo "== Python, pytest and ruff (.venv)"
python=$(tools/venv.sh requirements-dev.lock)
"$python" --version

echo "== MicroPython, unix port"
if MICROPYTHON=$(tools/micropython.sh); then
  export MICROPYTHON
  "$MICROPYTHON" -c 'import sys; print(sys.version)'
else
  unset MICROPYTHON
  echo "none to be had: its tests will $([[ -n ${CI:-} ]] && echo fail || echo be skipped)"
fi

echo "== Chromium"
"${CHROMIUM:-chromium}" --version 2>/dev/null || echo "none here, apt-get install chromium gets it: its tests will $([[ -n ${CI:-} ]] && echo fail || echo be skipped)"

echo "== ruff"
"$python" -m ruff check
"$python" -m ruff format --check

echo "== pytest $*"
# a worker a core; the tests of a file share what they have made
exec "$python" -m pytest -n auto --dist loadfile "$@"
