#!/usr/bin/env bash
# Run the command line: tools/daldos.sh [SUBCOMMAND ...]; with no argument, the simulator.
# The first time, and when requirements.lock has changed, it makes .venv. Nothing outside this folder is touched.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
python=$("$root/tools/venv.sh" requirements.lock)
exec "$python" "$root/tools/daldos.py" "$@"
