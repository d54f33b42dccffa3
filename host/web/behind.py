"""The games and the board behind the pages: their own game, a board, or a game with somebody elsewhere.

The own game and the board share one store, so each continues the other's game.

>>> behind = Behind(None, OwnGame(store, dice), None)
>>> behind.switch("board"); behind.shown is behind.board
True
"""

from host.web.frames import FrameError


class Behind:
    """board, play, far: as of a host.web.pages.Room. kind: `game` or `board`."""

    def __init__(self, board, play, far, kind: str = ""):
        self.play = play
        self.kind = kind or ("game" if play else "board")
        self._board = board
        self._far = far
        if play and self.kind == "board":
            self._open_board()

    @property
    def board(self):
        """The board, created on first use."""
        if callable(self._board):
            self._board = self._board(self.play.store)
        return self._board

    @property
    def far(self):
        """The host.web.far.FarPage; None before it is wanted."""
        return None if callable(self._far) else self._far

    def far_page(self):
        """It, made now if it must be; FrameError if there is none."""
        if callable(self._far):
            self._far = self._far()
        if not self._far:
            raise FrameError("nobody elsewhere can be played with from here")
        return self._far

    @property
    def shown(self):
        """The pages' current back end: the board, the far game, or their own game."""
        if self.kind == "board":
            return self.board
        return self.far.play if self.far and self.far.play else self.play

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens until a page or a remote player acts."""
        return self.kind == "game" and not self.shown.view()["thinking"]

    @property
    def can(self) -> dict:
        """What a page may choose: `far`, a game with somebody elsewhere; `boards`, between game and board."""
        return {"far": self._far is not None, "boards": bool(self.play and self._board)}

    def switch(self, kind: str) -> None:
        """Go on with the `board` or the `game`."""
        if kind == self.kind:
            return
        if not self.play or self._board is None:
            raise FrameError("there is nothing else behind this page")
        if kind == "board":
            self._open_board()
        else:
            self.board.stop_playing()
            self.play.open()
        self.kind = kind

    def _open_board(self) -> None:
        cells = self.play.choices.cells if self.play.choices else self.play.game.position.cells
        self.play.settings.set("mode", self.play.mode)
        self.board.play_on(bytes(cells), self.play.game.rules)

    def leave_far(self) -> None:
        """A new game replaces the present one; while waiting for a friend, the user may play another."""
        if self.far and self.far.play:
            self.far.leave()
