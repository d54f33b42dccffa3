"""The campaigns that lab.campaign runs.

Each module has SIZE, the default amount and unit (`"2000000 turns"`), `pieces(size, seed, **options) -> list`
of independent pieces of work, and `shard(piece) -> Figures`. Options of its own stand in OPTIONS with their defaults.
"""
