"""The engine of Daldøs: board, rules, legal turns, games and their records. Pure: no I/O, no clock.

>>> from daldos.rules import parse_rules
>>> from daldos.position import parse_position
>>> from daldos.notation import turn_text
>>> from daldos.turns import legal_turns
>>> at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", parse_rules("danish"))
>>> [turn_text(at, turn) for turn in legal_turns(at).turns]
['A1-M3']
"""
