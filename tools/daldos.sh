#!/usr/bin/env bash
# Run the command line: tools/daldos.sh [SUBCOMMAND ...]; with no argument, the board in a browser.
# The first time, and when its lock file has changed, it makes .venv. Nothing outside this folder is touched.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
lock=requirements.lock
for word in "$@"; do
  # the emulator is only for those who want it
  if [[ $word == --pico ]]; then lock=requirements-pico.lock; fi
done
python=$("$root/tools/venv.sh" "$lock")
exec "$python" "$root/tools/daldos.py" "$@"
