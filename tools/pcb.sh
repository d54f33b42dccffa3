#!/usr/bin/env bash
# Make the circuit boards in hardware/pcb/ anew, check them with KiCad and export what a maker needs: tools/pcb.sh [--check]
# KiCad 9 or newer comes from tools/kicad.sh. Any finding of the rules, of the schematic against the board, or of the schematic
# itself ends it with status 1. With --check nothing is written: what is committed is compared and checked.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
case ${1:-} in
  "" | --check) ;;
  --help) sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"; exit ;;
  *) echo "pcb: '$1': expected --check or nothing" >&2; exit 2 ;;
esac
python=$("$root/tools/venv.sh" requirements-dev.lock)
kicad=$("$root/tools/kicad.sh")
export PYTHONPATH=$root/firmware/lib:$root/firmware:$root
cd "$root"
"$python" -m hardware.pcb.generate "$@"

work=$root/build/pcb
rm -rf "$work"
mkdir -p "$work" hardware/pcb/order hardware/pcb/pictures
# In a copy: KiCad leaves settings of its own beside what it opens.
cp -r hardware/pcb/kicad "$work/kicad"
cd "$work/kicad"
for name in quarter carrier; do
  echo "== $name"
  mkdir -p "../$name/gerbers"
  "$kicad" pcb drc --schematic-parity --severity-all --exit-code-violations --output "drc-$name.txt" "$name.kicad_pcb" ||
    { cat "drc-$name.txt" >&2; exit 1; }
  "$kicad" sch erc --severity-all --exit-code-violations --output "erc-$name.txt" "$name.kicad_sch" >/dev/null ||
    { cat "erc-$name.txt" >&2; exit 1; }
  "$kicad" pcb export gerbers --layers F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts --no-protel-ext \
    --output gerbers "$name.kicad_pcb" >/dev/null
  "$kicad" pcb export drill --excellon-separate-th --output gerbers/ "$name.kicad_pcb" >/dev/null
  "$kicad" pcb export pos --format csv --units mm --output places.csv "$name.kicad_pcb" >/dev/null
  mv gerbers/* "../$name/gerbers/"
  mv places.csv "../$name/"
  rm -r gerbers
  mkdir -p "$work/order"
  "$python" -m hardware.pcb.order "$name" "$work/$name" "$work/order"
  if [[ ${1:-} == --check ]]; then
    for file in "$name-gerbers.zip" "$name-places.csv"; do
      cmp "$work/order/$file" "$root/hardware/pcb/order/$file"
    done
    continue
  fi
  cp "$work/order/$name"-* "$root/hardware/pcb/order/"
  for side in top bottom; do
    "$kicad" pcb render --side $side --width 1200 --height 980 --background opaque \
      --output "$name-$side.png" "$name.kicad_pcb" >/dev/null
    cp "$name-$side.png" "$root/hardware/pcb/pictures/"
  done
  "$kicad" sch export svg --output . --exclude-drawing-sheet "$name.kicad_sch" >/dev/null
done
if [[ ${1:-} != --check ]]; then
  cd "$root"
  "$python" -m hardware.pcb.whole hardware/pcb/pictures
  "$python" -m hardware.printed.generate
else
  cd "$root"
  "$python" -m hardware.printed.generate --check
fi
