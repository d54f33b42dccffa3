#!/usr/bin/env bash
# Build MicroPython with the whole project frozen in for one board, and print its path: tools/build_uf2.sh [BOARD]
# BOARD: pico (if left out: build/daldos-pico.uf2), pico-w, pico-2 or pico-2-w. The images use no radio.
# With --plain, build/micropython-pico.uf2: MicroPython with nothing of the project, what tools/flash.sh is tested on.
# Sources: tools/micropython_source.sh, and the Pico SDK, tinyusb and mbedtls from the tree itself or from Debian's packages.
# Cross compiler, cmake and ninja: those on PATH if complete, else Debian's or Ubuntu's packages, unpacked into build/tools
# and not installed. gcc and make must be there.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
if [[ ${1:-} == --help ]]; then
  sed -n '2,7s/^# //p' "${BASH_SOURCE[0]}"
  exit
fi
manifest=$root/firmware/manifest.py

say() { echo "build_uf2: $*" >&2; }

# For each: MicroPython's board, the name that it says in os.uname(), and the family that its UF2 file is of.
name=${1:-pico}
case $name in
  pico | --plain) base=RPI_PICO called="Raspberry Pi Pico" family=0xe48bff56 ;;
  pico-w) base=RPI_PICO called="Raspberry Pi Pico W" family=0xe48bff56 ;;
  pico-2) base=RPI_PICO2 called="Raspberry Pi Pico 2" family=0xe48bff59 ;;
  pico-2-w) base=RPI_PICO2 called="Raspberry Pi Pico 2 W" family=0xe48bff59 ;;
  *)
    say "'$name': expected pico, pico-w, pico-2, pico-2-w or --plain"
    exit 2
    ;;
esac
build=$root/build/rp2-$name
image=$root/build/daldos-$name.uf2
if [[ $name == --plain ]]; then
  # A folder of its own, for its file system has another size.
  build=$root/build/rp2-plain
  image=$root/build/micropython-pico.uf2
  manifest=$root/build/plain_manifest.py
fi

tools=$root/build/tools
get_tools() {
  local tool libs=$tools/usr/lib
  for tool in gcc make; do
    if ! command -v "$tool" >/dev/null; then
      say "$tool is needed and is missing. On Debian and Ubuntu: sudo apt-get install gcc libc6-dev make"
      exit 1
    fi
  done
  if command -v arm-none-eabi-g++ >/dev/null && command -v cmake >/dev/null && command -v ninja >/dev/null; then return; fi
  if [[ ! -f $tools/complete-2 ]]; then
    say "getting the cross compiler, cmake and ninja (once; some 150 MB) ..."
    rm -rf "$tools"
    "$root/tools/unpack_package.sh" --needs "$tools" cmake ninja-build gcc-arm-none-eabi \
      libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
    # Away from /usr, Debian's cross compiler looks for its C library only where upstream has it.
    if [[ -d $libs/arm-none-eabi/newlib ]]; then
      ln -s newlib "$libs/arm-none-eabi/lib"
      ln -s ../../include/newlib "$libs/arm-none-eabi/include"
      # 1.7 GB for other cores than the Cortex-M0+ and M33.
      local lib
      for lib in "$libs"/arm-none-eabi/newlib "$libs"/gcc/arm-none-eabi/*; do
        find "$lib/thumb" -mindepth 1 -maxdepth 1 ! -name 'v6-m' ! -name 'v8-m.main*' ! -name nofp -exec rm -rf {} +
        rm -rf "$lib/arm"
      done
    fi
    touch "$tools/complete-2"
  fi
  export PATH=$tools/usr/bin:$PATH
  export LD_LIBRARY_PATH=$libs/$(uname -m)-linux-gnu
}

# A checkout with its submodules has all; Debian keeps them in packages of their own.
complete() { [[ -f $1/lib/pico-sdk/pico_sdk_init.cmake && -d $1/lib/tinyusb/src && -d $1/lib/mbedtls/library ]]; }
complete_source() {
  local tree=$1 sources=$root/build/src
  if complete "$tree"; then return; fi
  if [[ -e $tree/.git ]]; then
    say "getting the submodules of $tree ..."
    git -C "$tree" submodule --quiet update --init --depth 1 lib/pico-sdk lib/tinyusb lib/mbedtls >&2
  elif [[ $tree == "$sources/micropython" ]]; then
    say "getting the Pico SDK, tinyusb and mbedtls ..."
    rm -rf "$sources/debian" "$tree"/lib/{pico-sdk,tinyusb,mbedtls}
    "$root/tools/unpack_package.sh" --suite trixie "$sources/debian" pico-sdk-source tinyusb-source
    mv "$sources/debian/usr/src/pico-sdk" "$sources/debian/usr/src/tinyusb" "$tree/lib"
    "$root/tools/unpack_package.sh" --suite trixie --source "$tree/lib/mbedtls" mbedtls
    mkdir -p "$tree/lib/micropython-lib"
    touch "$tree/lib/micropython-lib/README.md" # what the build takes for a sign of a checkout that is complete
  fi
  if ! complete "$tree"; then
    say "$tree has no Pico SDK, tinyusb or mbedtls: there, run  make -C ports/rp2 submodules"
    exit 1
  fi
}

mkdir -p "$root/build"
exec 9>"$root/build/uf2.lock"
if command -v flock >/dev/null; then flock 9; fi
get_tools
if [[ $name == --plain ]]; then echo 'freeze("$(PORT_DIR)/modules")' >"$manifest"; fi
source=$("$root/tools/micropython_source.sh")
complete_source "$source"

say "building, log in build/uf2.log ..."
board=$source/ports/rp2/boards/$base
if [[ $name != --plain ]]; then
  "$root/tools/freeze_endings.py" "$root/build/frozen"
  # The solved endings need more than the usual 640 KB; a game and its settings need little of the file system's 1408 KB.
  storage=$(cd "$root/firmware/image" && python3 -B -c 'from flashmap import *; print(LOG_BYTES + FILES_BYTES)')
  board=$root/build/board/$name
  rm -rf "$board"
  mkdir -p "$root/build/board"
  cp -r "$source/ports/rp2/boards/$base" "$board"
  cat >>"$board/mpconfigboard.h" <<END
#undef MICROPY_HW_FLASH_STORAGE_BYTES
#define MICROPY_HW_FLASH_STORAGE_BYTES ($storage)
#undef MICROPY_HW_BOARD_NAME
#define MICROPY_HW_BOARD_NAME "$called"
END
  # Behind a radio chip there is no LED that a pin lights.
  if [[ $called == *" W" ]]; then sed -i '/^LED,/d' "$board/pins.csv"; fi
fi
# The version as released, not the day of the build and, with the ceiling, not the project's own git version.
export SOURCE_DATE_EPOCH=1744675200 GIT_CEILING_DIRECTORIES=${source%/*}
# What is frozen is else kept as it was where nothing frozen is newer: when a module is gone, or the manifest is another.
rm -f "$build/frozen_content.c"
if ! {
  cmake -S "$source/ports/rp2" -B "$build" -G Ninja -DMICROPY_BOARD="$base" -DMICROPY_BOARD_DIR="$board" -DPICO_NO_PICOTOOL=1 \
    -DPICO_SDK_PATH="$source/lib/pico-sdk" -DPICO_SDK_PATH_OVERRIDE="$source/lib/pico-sdk" \
    -DMICROPY_FROZEN_MANIFEST="$manifest" &&
    ninja -C "$build" &&
    arm-none-eabi-objcopy -O binary "$build/firmware.elf" "$build/firmware.bin" &&
    python3 "$source/tools/uf2conv.py" --convert --family "$family" --base 0x10000000 --output "$image" "$build/firmware.bin"
} >"$root/build/uf2.log" 2>&1; then
  tail -n 30 "$root/build/uf2.log" >&2
  say "the build failed"
  exit 1
fi
# Nothing else would notice that the program reaches into what the board writes; a Pico has 2 MB, a Pico 2 twice as many.
if [[ $name != --plain && $(stat -c %s "$build/firmware.bin") -gt $((2048 * 1024 - storage)) ]]; then
  rm -f "$image"
  say "the image is too large: $(stat -c %s "$build/firmware.bin") bytes, and the saved game begins at $((2048 * 1024 - storage))"
  exit 1
fi
echo "$image"
