#!/usr/bin/env bash
# Check types, the firmware's against the stubs of MicroPython for the Pico, and the host's: tools/typecheck.sh [FILE ...]
# Files given are taken for firmware. Settings in firmware/mypy.ini and host/mypy.ini. The stubs are got once, into
# build/stubs.
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
status=0
"$python" -m mypy --config-file firmware/mypy.ini "$@" || status=1
if (($# == 0)); then "$python" -m mypy --config-file host/mypy.ini || status=1; fi
exit "$status"
