#!/usr/bin/env bash
# Print the path of a kicad-cli of KiCad 9 or newer: tools/kicad.sh [--installed]
# It is the one on PATH if new enough; else Debian's packages of trixie (some 200 MB) are unpacked into build/kicad, nothing is
# installed, and what is printed runs KiCad with that folder as its root. With --installed nothing is fetched: where there is
# none yet, one line says so and the exit status is 3.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
tree=$root/build/kicad
runner=$root/build/kicad-cli

say() { echo "kicad: $*" >&2; }

case ${1:-} in
  "" | --installed) ;;
  --help) sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}"; exit ;;
  *) say "'$1': expected --installed or nothing"; exit 2 ;;
esac

new_enough() { [[ $("$1" version 2>/dev/null) =~ ^([0-9]+)\. ]] && ((BASH_REMATCH[1] >= 9)); }
own=$(command -v kicad-cli || true)
if [[ -n $own ]] && new_enough "$own"; then
  echo "$own"
  exit
fi
if [[ -x $runner && -f $tree/complete ]]; then
  echo "$runner"
  exit
fi
if [[ ${1:-} == --installed ]]; then
  say "no KiCad 9 here: tools/pcb.sh gets it"
  exit 3
fi
if ! command -v apt-get >/dev/null; then
  say "KiCad 9 or newer is needed and was not found, and there is no apt-get: install it so that kicad-cli is on PATH"
  exit 1
fi

state=$root/build/apt/trixie-whole
mkdir -p "$state/sources.list.d" "$state/lists/partial" "$state/cache/archives/partial"
exec 9>"$state/lock"
if command -v flock >/dev/null; then flock 9; fi
# As if nothing were installed: the folder must hold all that KiCad needs, down to the C library.
: >"$state/status"
python3 -I "$root/tools/apt_entries.py" "$state/sources.list.d" trixie
apt=(apt-get -qq -o "Dir::State::status=$state/status" -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache"
  -o Debug::NoLocking=1 -o APT::Sandbox::User= -o Acquire::Languages=none -o Dir::Etc::sourcelist=/dev/null
  -o "Dir::Etc::sourceparts=$state/sources.list.d")
say "getting KiCad (once; some 200 MB) ..."
"${apt[@]}" update >&2
"${apt[@]}" --yes --download-only --no-install-recommends install kicad bash coreutils libc-bin >&2
rm -rf "$tree"
mkdir -p "$tree"
# The base first: its links (/lib, /bin) must be there before others unpack through them.
for package in "$state"/cache/archives/base-files_*.deb "$state"/cache/archives/*.deb; do
  dpkg -x "$package" "$tree"
done
"${apt[@]}" clean
mkdir -p "$tree/proc" "$tree/dev" "$tree/mnt/here" "$tree/tmp/home"
cat >"$runner" <<'RUN'
#!/usr/bin/env bash
# Made by tools/kicad.sh: kicad-cli with the folder beside this file as its root, in the present folder.
set -euo pipefail
tree=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/kicad
PATH=$PATH:/usr/sbin:/sbin # chroot and mount
# A name space of its own, so that this machine is not changed; without root one more, in which we are.
own=(--mount)
if ((EUID)); then own+=(--user --map-root-user); fi
exec unshare "${own[@]}" bash -c '
  mount --rbind "$2" "$1/mnt/here" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" || exit 1
  tree=$1; shift 2
  exec chroot "$tree" /usr/bin/env -i HOME=/tmp/home PATH=/usr/bin:/bin LC_ALL=C \
    bash -c "cd /mnt/here && exec kicad-cli \"\$@\"" kicad-cli "$@"
' kicad-cli "$tree" "$PWD" "$@"
RUN
chmod +x "$runner"
if ! new_enough "$runner"; then
  "$runner" version >&2 || true
  say "KiCad was unpacked into $tree and does not run"
  exit 1
fi
touch "$tree/complete"
echo "$runner"
