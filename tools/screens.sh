#!/usr/bin/env bash
# Pictures of the page in a browser, to be looked at: tools/screens.sh FOLDER [--readme]; the latter makes docs/browser.png.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
python=$("$root/tools/venv.sh" requirements-dev.lock)
PYTHONPATH="$root/firmware/lib:$root/firmware:$root" exec "$python" -m host_tests.web.screens "$@"
