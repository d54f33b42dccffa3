"""The campaigns that lab.campaign runs.

Each module has SIZE, the default amount and what it counts (`"2000000 turns"`), and `play(unit, figures, **options)`.
The units are the seeds from the given one on, or its own `units(size, seed, **options)`. Options of its own stand in
OPTIONS with their defaults.
"""
