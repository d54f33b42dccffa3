#!/usr/bin/env bash
# Check the types of the whole firmware against the stubs of MicroPython for the Pico: tools/typecheck.sh [FILE ...]
# Settings in firmware/mypy.ini. The stubs are got once, into build/stubs.
set -euo pipefail
cd "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")"
python=${PYTHON:-$(tools/venv.sh requirements-dev.lock)}
stubs=build/stubs

# A copy of the lock file tells that all of it is there.
if ! cmp -s tools/stubs.lock "$stubs/stubs.lock"; then
  rm -rf "$stubs"
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    --target "$stubs" -r tools/stubs.lock >&2
  cp tools/stubs.lock "$stubs/stubs.lock"
fi
exec "$python" -m mypy --config-file firmware/mypy.ini "$@"
