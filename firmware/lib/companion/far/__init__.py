"""Two boards far apart: one game over a broker that nobody needs to trust, docs/far.md. Pure, as all of the core.

`chain` makes the dice of both ends, `messages` and `link` are the texts, `fold` makes the game of the messages, and
`end` says what one of the two has to send.
"""
