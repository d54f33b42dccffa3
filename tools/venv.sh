#!/usr/bin/env bash
# Make .venv hold what a lock file lists and print the path of its Python: tools/venv.sh LOCKFILE
# Needs a Python >= 3.10 ($PYTHON, or any on PATH) and, the first time, a package index or its mirror.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
lock=${1:?"usage: tools/venv.sh LOCKFILE"}
venv_python=$root/.venv/bin/python

# make_venv.py leaves a copy of the lock file in .venv when all of it is installed.
if [[ ! -x $venv_python ]] || ! cmp -s "$root/$lock" "$root/.venv/$lock"; then
  found=""
  for candidate in ${PYTHON:+"$PYTHON"} python3 python python3.{20..10}; do
    # The real path, so that .venv breaks visibly, not strangely, when this Python is upgraded away.
    about=$("$candidate" -I -c 'import os, sys
print("%d.%d" % sys.version_info[:2], sys.version_info >= (3, 10), os.path.realpath(sys.executable))' 2>/dev/null) || continue
    read -r version new_enough python <<<"$about"
    if [[ $new_enough == True ]]; then
      "$python" -I "$root/tools/make_venv.py" "$root/$lock" >&2
      found=$version
      break
    fi
    echo "$candidate is Python $version: too old" >&2
  done
  if [[ -z $found ]]; then
    echo "Python 3.10 or newer is needed and was not found. Install one, or name one by PYTHON=/path/to/python3." >&2
    exit 1
  fi
fi
echo "$venv_python"
