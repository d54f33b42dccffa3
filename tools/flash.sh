#!/usr/bin/env bash
# Turn the Raspberry Pi Pico on the USB cable into the companion: tools/flash.sh [--port PORT] [--dry-run] [--erase] [--help]
# It copies the firmware onto the board's MicroPython, only what has changed, and waits until the board says hello.
# Settings, baseline and a saved game stay. docs/flashing.md tells all of it.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
python=$("$root/tools/venv.sh" requirements-flash.lock)
PYTHONPATH=$root exec "$python" -m tools.flash "$@"
