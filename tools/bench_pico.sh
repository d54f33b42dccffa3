#!/usr/bin/env bash
# What the firmware costs on the emulated Pico, as a table: tools/bench_pico.sh [number of positions, 2000 if left out]
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
if [[ ${1:-} == --help ]]; then
  sed -n '2s/^# //p' "${BASH_SOURCE[0]}"
  exit
fi
if [[ ! ${1:-2000} =~ ^[1-9][0-9]{0,6}$ ]]; then
  echo "bench_pico: '$1': expected a number of positions" >&2
  exit 2
fi
python=$("$root/tools/venv.sh" requirements-dev.lock)
image=$("$root/tools/build_uf2.sh")
PYTHONPATH=$root/firmware/lib:$root/firmware:$root "$python" -m lab.pico_bench "$image" "${1:-2000}"
