"""What the guide's magnetic and electrical figures come from: fields by magpylib, settling and margins by hand.

`python -m hardware.model` prints every figure beside the one of the design study.
"""
