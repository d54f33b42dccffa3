"""The session: modes and phases, the game and its journal, what is shown and said."""
