"""The circuit boards: four equal quarter boards and one carrier, made from `firmware/config.py` by `tools/pcb.sh`."""
