#!/usr/bin/env bash
# What things cost on CPython and on MicroPython's unix port: tools/bench.sh [number of positions, 10000 if left out]
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
if [[ ${1:-} == --help ]]; then
  sed -n '2s/^# //p' "${BASH_SOURCE[0]}"
  exit
fi
if [[ ! ${1:-10000} =~ ^[1-9][0-9]{0,6}$ ]]; then
  echo "bench: '$1': expected a number of positions" >&2
  exit 2
fi
python=$("$root/tools/venv.sh" requirements.lock)
PYTHONPATH=$root/firmware/lib:$root/firmware "$python" "$root/lab/bench.py" "${1:-10000}"
echo
micropython=$("$root/tools/micropython.sh")
MICROPYPATH=$root/firmware/lib:$root/firmware "$micropython" -X heapsize=4M "$root/lab/bench.py" "${1:-10000}"
