#!/bin/sh
exec "${PYTHON:-python3}" -E -S "$(dirname "$(readlink -f "$0" 2>/dev/null || echo "$0")")/run.py" step "$@"
