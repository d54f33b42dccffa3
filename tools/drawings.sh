#!/usr/bin/env bash
# Make the guide's tables, parts list, drawings and plots in hardware/ anew: tools/drawings.sh [--check]
# With --check nothing is written; what is out of date is named, and the exit status is 1.
# Needs the packages of requirements-dev.lock, which it puts into .venv.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
python=$("$root/tools/venv.sh" requirements-dev.lock)
cd "$root"
PYTHONPATH=firmware/lib:firmware:. exec "$python" -m hardware.generate "$@"
