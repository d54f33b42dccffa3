"""The modes of the board, the phases of a game, and their names on the console."""

GAME, ROLLER, WOODEN, DIAGNOSE = 0, 1, 2, 3
MODES = ("game", "roller", "wooden", "diagnose")
SETUP, OPENING, THROW, PLAY, OVER = 0, 1, 2, 3, 4
PHASES = ("setup", "opening", "throw", "play", "over")

# All throws of two long dice, in the order in which wooden dice are entered.
THROWS = tuple([(low, high) for low in range(1, 5) for high in range(low, 5)])
