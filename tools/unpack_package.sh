#!/usr/bin/env bash
# Unpack packages of Debian or Ubuntu into a folder, without root and without installing anything:
#     tools/unpack_package.sh FOLDER PACKAGE ...           files of binary packages of this machine's release
#     tools/unpack_package.sh --suite trixie FOLDER PACKAGE ...     of another release, from the same mirrors
#     tools/unpack_package.sh --source FOLDER PACKAGE      the upstream source of a source package
# apt checks signatures as ever; its state for this is kept in build/apt.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
suite="" what=binary
while [[ ${1:-} == --* ]]; do
  case $1 in
    --suite) suite=$2; shift ;;
    --source) what=source ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [[ $1 == --help ]]; exit ;;
  esac
  shift
done
folder=${1:?"usage: tools/unpack_package.sh [--suite SUITE] [--source] FOLDER PACKAGE ..."}
shift

say() { echo "unpack_package: $*" >&2; }

if ! command -v apt-get >/dev/null; then
  say "no apt-get here"
  exit 1
fi
state=$root/build/apt/${suite:-own}
mkdir -p "$state/sources.list.d" "$state/lists/partial" "$state/cache/archives/partial" "$state/packages" "$folder"
exec 9>"$state/lock"
if command -v flock >/dev/null; then flock 9; fi

python3 -I "$root/tools/apt_entries.py" "$state/sources.list.d" ${suite:+"$suite"}
# Debug::NoLocking: the lock is ours, above. Sandbox::User: apt's own user may not write to this folder.
apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$state/sources.list.d"
  -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=
  -o "APT::Architecture=$(dpkg --print-architecture)" -o Acquire::Languages=none)
entries=$state/sources.list.d/entries
fresh=$(find "$state/updated" -mmin -1440 -newer "$entries.list" -newer "$entries.sources" 2>/dev/null || true)
if [[ -z $fresh ]]; then
  say "reading the package lists of ${suite:-this release}"
  # One mirror of several may not have the release: what matters is whether the package is found.
  if "${apt[@]}" update --error-on=any >&2; then
    touch "$state/updated"
  else
    say "not all package lists could be read"
  fi
fi

cd "$state/packages"
if [[ $what == source ]]; then
  "${apt[@]}" source --download-only "$1" >&2
  tarball=$(ls -t "$1"_*.orig.tar.* | head -n 1)
  say "unpacking $tarball"
  # Python's tarfile, for a fresh machine has no xz; the top folder is stripped by the move.
  rm -rf "$folder/.unpack"
  python3 -I -W ignore -m tarfile -e "$tarball" "$folder/.unpack"
  mv "$folder/.unpack"/*/* "$folder"
  rm -rf "$folder/.unpack"
else
  "${apt[@]}" download "$@" >&2
  for package in "$@"; do
    say "unpacking $package"
    dpkg -x "$(ls -t "${package}"_*.deb | head -n 1)" "$folder"
  done
fi
