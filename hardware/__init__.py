"""The wooden board: its measures, its wiring, its parts, and the scripts that draw and calculate them.

Everything here follows from `firmware/config.py` (what is connected) and `geometry.py` (where it sits), so that the
guide, the drawings and the firmware cannot disagree. `tools/drawings.sh` makes all that is generated.
"""
