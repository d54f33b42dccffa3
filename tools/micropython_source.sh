#!/usr/bin/env bash
# Print the path of a source tree of MicroPython 1.25, and get it if it is not there yet:
# $MICROPYTHON_SOURCE if set, else build/src/micropython, got from Debian's packages or from MicroPython's git repository.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
tag=v1.25.0
tree=$root/build/src/micropython

say() { echo "micropython: $*" >&2; }
is_tree() { [[ -f $1/ports/unix/Makefile && -f $1/py/mpconfig.h ]]; }

if [[ -n ${MICROPYTHON_SOURCE:-} ]]; then
  if ! is_tree "$MICROPYTHON_SOURCE"; then
    say "MICROPYTHON_SOURCE=$MICROPYTHON_SOURCE is not a source tree of MicroPython (no ports/unix/Makefile)"
    exit 1
  fi
  readlink -f "$MICROPYTHON_SOURCE"
  exit
fi

from_debian() {
  # trixie is the release with 1.25; Ubuntu and others have no mirror of it, so there the machine's own release must do.
  local suite=()
  if grep -qs '^ID=debian$' /etc/os-release; then suite=(--suite trixie); fi
  "$root/tools/unpack_package.sh" ${suite[@]+"${suite[@]}"} --source "$1" micropython
}

from_git() {
  command -v git >/dev/null || { say "no git here"; return 1; }
  git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$tag" \
    https://github.com/micropython/micropython.git "$1" >&2
}

if ! is_tree "$tree"; then
  mkdir -p "$(dirname "$tree")"
  for way in from_debian from_git; do
    say "getting the source ${way/_/ } ..."
    rm -rf "$tree.new"
    if "$way" "$tree.new" && is_tree "$tree.new"; then
      rm -rf "$tree"
      mv "$tree.new" "$tree"
      break
    fi
    say "${way/_/ }: not to be had here"
  done
  rm -rf "$tree.new"
fi
if ! is_tree "$tree"; then
  say "no source. Get $tag by other means and name it: MICROPYTHON_SOURCE=/path/to/micropython"
  exit 1
fi
echo "$tree"
