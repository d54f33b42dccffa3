#!/usr/bin/env bash
# Change the firmware in small ways, and see whether a test notices: tools/mutate.sh [--help] [option ...] [module ...]
# Gets what the tests need, and mutmut beside it, the first time.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
lock=$root/requirements-mutation.lock
packages=$root/build/mutation/packages

python=$("$root/tools/venv.sh" requirements-dev.lock)
if ! cmp -s "$lock" "$packages/complete"; then
  rm -rf "$packages"
  mkdir -p "$packages"
  "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --target "$packages" -r "$lock"
  cp "$lock" "$packages/complete"
fi
# Test modules are compiled once, whatever the environment says.
unset PYTHONDONTWRITEBYTECODE
PYTHONPATH=$packages:$root PYTHONPYCACHEPREFIX=$root/build/mutation/cache exec "$python" "$root/lab/mutation/mutate.py" "$@"
