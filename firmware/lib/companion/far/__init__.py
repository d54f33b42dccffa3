"""One game on two boards far apart, over a broker that need not be trusted (docs/far.md). Pure, like all of the core.

`chain` combines both ends' secrets into dice, `messages` and `link` are the texts, `fold` turns messages into the game,
and `end` decides what its end has to send.
"""
