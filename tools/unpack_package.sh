#!/usr/bin/env bash
# Unpack packages of Debian or Ubuntu into a folder, without root and without installing anything:
#     tools/unpack_package.sh FOLDER PACKAGE ...             from this machine's own release
#     tools/unpack_package.sh --needs FOLDER PACKAGE ...     and with all that they need and this machine has not
#     tools/unpack_package.sh --suite trixie FOLDER PACKAGE ...    from another release, from the same mirrors
#     tools/unpack_package.sh --source FOLDER PACKAGE        the upstream source of one source package
# apt checks signatures as ever; its state for this is kept in build/apt.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
suite="" source=false needs=false
while [[ ${1:-} == --* ]]; do
  case $1 in
    --suite) suite=$2; shift ;;
    --source) source=true ;;
    --needs) needs=true ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [[ $1 == --help ]]; exit ;;
  esac
  shift
done
folder=${1:?"usage: tools/unpack_package.sh [--suite SUITE] [--source] [--needs] FOLDER PACKAGE ..."}
shift

say() { echo "unpack_package: $*" >&2; }

if ! command -v apt-get >/dev/null; then
  say "no apt-get here"
  exit 1
fi
name=${suite:-own}
if $source; then name+=-source; fi
state=$root/build/apt/$name
entries=$state/sources.list.d/entries
mkdir -p "$state/sources.list.d" "$state/lists/partial" "$state/cache/archives/partial" "$state/packages" "$folder"
folder=$(readlink -f "$folder")
exec 9>"$state/lock"
if command -v flock >/dev/null; then flock 9; fi

# Debug::NoLocking: the lock is ours, above. Sandbox::User: apt's own user may not write to this folder.
apt=(apt-get -qq -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o Debug::NoLocking=1
  -o APT::Sandbox::User= -o Acquire::Languages=none)
if [[ $name != own ]]; then # the machine's own entries name neither another release nor, mostly, source packages
  python3 -I "$root/tools/apt_entries.py" "$state/sources.list.d" ${suite:+"$suite"}
  apt+=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$state/sources.list.d")
fi
fresh=$(find "$state/updated" -mmin -1440 2>/dev/null || true)
for file in "$entries.list" "$entries.sources"; do
  if [[ $file -nt $state/updated ]]; then fresh=""; fi
done
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
if $source; then
  "${apt[@]}" source --download-only "$1" >&2
  tarball=$(ls -t "$1"_*.orig.tar.* | head -n 1)
  say "unpacking $tarball"
  # Python's tarfile, for a fresh machine has no xz; the top folder is stripped by the move.
  rm -rf "$folder/.unpack"
  python3 -I -W ignore -m tarfile -e "$tarball" "$folder/.unpack"
  mv "$folder/.unpack"/*/* "$folder"
  rm -rf "$folder/.unpack"
else
  packages=("$@")
  if $needs; then
    mapfile -t packages < <("${apt[@]}" --simulate --no-install-recommends install "$@" | awk '$1 == "Inst" { print $2 }')
  fi
  say "unpacking ${packages[*]}"
  "${apt[@]}" download "${packages[@]}" >&2
  for package in "${packages[@]}"; do
    dpkg -x "$(ls -t "${package%%:*}"_*.deb | head -n 1)" "$folder"
  done
fi
