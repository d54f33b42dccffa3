"""The campaigns that lab.campaign runs.

Each module has SIZE, the default amount and unit (`"2000000 turns"`), and `shard(piece) -> Figures`. A piece is
`(seed, first, count, *options)`, with at most PIECE of the whole, or one of its own `pieces(size, seed, **options)`.
Options of its own stand in OPTIONS with their defaults.
"""
