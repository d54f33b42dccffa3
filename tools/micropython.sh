#!/usr/bin/env bash
# Print the path of a MicroPython for this machine (the unix port, 1.22 or newer), and build it if there is none:
# $MICROPYTHON if set, else `micropython` on PATH, else build/micropython, built from tools/micropython_source.sh.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
built=$root/build/micropython
if [[ ${1:-} == --help ]]; then
  sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"
  exit
fi

say() { echo "micropython: $*" >&2; }
version='import sys; i = sys.implementation; print(i.name, ".".join([str(n) for n in i.version[:3]]), i.version >= (1, 22))'
is_good() { [[ $("$1" -c "$version" 2>/dev/null) == "micropython "*" True" ]]; }

if [[ -n ${MICROPYTHON:-} ]]; then
  if ! is_good "$MICROPYTHON"; then
    say "MICROPYTHON=$MICROPYTHON does not run, or is not MicroPython 1.22 or newer"
    exit 1
  fi
  readlink -f "$(command -v "$MICROPYTHON")"
  exit
fi
if found=$(command -v micropython); then
  if is_good "$found"; then
    echo "$found"
    exit
  fi
  say "$found is older than 1.22: not used"
fi

mkdir -p "$root/build"
exec 9>"$root/build/micropython.lock"
if command -v flock >/dev/null; then flock 9; fi
if ! is_good "$built"; then
  for tool in gcc make; do
    if ! command -v "$tool" >/dev/null; then
      say "$tool is needed to build it and is missing. On Debian and Ubuntu: sudo apt-get install gcc libc6-dev make"
      exit 1
    fi
  done
  source=$("$root/tools/micropython_source.sh")
  say "building the unix port (once; half a minute), log in build/unix.log ..."
  # The version as released, not the day of the build and, with the ceiling, not the project's own git version.
  export SOURCE_DATE_EPOCH=1744675200 GIT_CEILING_DIRECTORIES=${source%/*}
  # Nothing that needs a submodule of MicroPython.
  if ! make -j "$(getconf _NPROCESSORS_ONLN)" -C "$source/ports/unix" BUILD="$root/build/unix" \
    MICROPY_PY_SSL=0 MICROPY_SSL_MBEDTLS=0 MICROPY_PY_FFI=0 MICROPY_PY_BTREE=0 FROZEN_MANIFEST= >"$root/build/unix.log" 2>&1; then
    tail -n 20 "$root/build/unix.log" >&2
    say "the build failed"
    exit 1
  fi
  cp "$root/build/unix/micropython" "$built.new"
  if ! is_good "$built.new"; then
    say "what was built does not run, or is older than 1.22"
    exit 1
  fi
  mv "$built.new" "$built"
fi
echo "$built"
