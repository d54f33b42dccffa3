#!/usr/bin/env bash
# Write the lock files anew from pyproject.toml (for maintainers; needs uv). Users need only pip.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lock() { # lock FILE WHO [option ...]
  local file=$1 who=$2
  shift 2
  {
    echo "# Exact versions and hashes of what $who installs. Written by tools/lock.sh."
    uv pip compile --quiet --universal --generate-hashes --python-version 3.10 \
      --no-header --no-annotate --no-emit-index-url "$@" pyproject.toml
  } >"$file.new"
  mv "$file.new" "$file"
  echo "$file: $(grep -c '==' "$file") packages"
}

lock requirements.lock tools/daldos.sh
lock requirements-pico.lock "tools/daldos.sh sim --pico" --extra pico
lock requirements-flash.lock tools/flash.sh --extra flash
lock requirements-dev.lock tools/test.sh --extra dev --extra flash --extra pico hardware/requirements.in
lock requirements-mutation.lock tools/mutate.sh --extra mutation
