"""Keeps the games of a page: gives each to the archive, and says what cannot be kept.

>>> keeper = Keeper(behind, archive)
>>> keeper.keep(values); keeper.troubles()
[]
"""

from host.far.chain import game_text
from host.games.play import first_game
from host.i18n.catalogue import said

RETRY_S = 3.0  # before a failed store is retried


class Keeper:
    """archive: as of a host.web.pages.Room. unkept: why the storage refuses files, in its words."""

    def __init__(self, behind, archive):
        self.archive = archive
        self.unkept = ""
        self._behind = behind
        self._clocks: tuple = ("", [])  # the id of a game, and what each turn's player had left
        self._kept: list = []  # the last values given to the archive
        self._trouble = None  # the archive's last error
        self._retry_s = 0.0
        if behind.play and archive is not None:
            archive.go_on(behind.play.archived(), behind.play.record())

    def begin(self, **wanted) -> None:
        """Begin a game of the page's own, or one that goes on from a record: host.games.play.OwnGame.begin."""
        play = self._behind.play
        before = play.record()
        play.begin(**wanted)
        if self.archive is not None and play.record() != before:  # else it goes on in its file
            self.archive.go_on("")
        self._behind.leave_far()

    def resume(self, name: str) -> None:
        """Go on with a game that is kept."""
        headers, game = first_game(self.archive.read(name))
        sides = [side for side in "AB" if headers.get(side) == "The board"]
        play = self._behind.play
        self._behind.switch("game")
        play.resume(game, "solo" if sides else "game", 0, sides[0] if sides else "")
        self._behind.leave_far()
        play.remember(self.archive.go_on(name))

    def clock(self, game: str, left: list) -> None:
        """Take what the player of each turn had left on the page's clock; game: its id, empty if it
        has none."""
        self._clocks = (game, left)

    def clocked(self, record: str) -> str:
        """The record with the clock, if it is that game's."""
        game, left = self._clocks
        if not left:
            return record
        is_that = "\nId: %s\n" % game in record if game else "\nId: " not in record
        if not is_that:
            return record
        from host.games.remarks import clocked  # not needed by the page's first load

        return clocked(record, left)

    def keep(self, values: dict) -> None:
        """Write the game that the pages show, if it has changed since last time; failures are retried."""
        if self.archive is None or self._trouble:
            return
        play, far = self._behind.play, self._behind.far
        slot = game_text(far.seat.game) if values["mode"] == "far" and far and far.seat else ""
        headers = {}
        if values["mode"] == "solo":
            headers = {side: "The board" for side in "AB" if side not in values["you"]}
            if play and self._behind.kind == "game":  # a board does not report its level
                headers["Level"] = str(play.settings.get("level"))
        elif slot:
            headers = far.headers()
        if not slot and play and play.given and values["phase"] == "over":
            headers["Event"] = " and ".join(play.given) + (" lost on time" if play.late else " resigned")
        asked = [slot, values["record"], headers]
        if asked == self._kept:
            return
        try:
            name = self.archive.keep(values["record"], headers, slot)
            if not slot and play and name:
                play.remember(name)
            self._kept = asked
        except OSError as error:
            self._trouble = error.strerror or str(error)

    def retry(self, now_s: float) -> None:
        """Try again what could not be written, after a while."""
        if now_s >= self._retry_s:
            self._retry_s = now_s + RETRY_S
            self._trouble = None
            if self._behind.play:
                self._behind.play.retry()

    def troubles(self) -> list:
        """Present troubles, each as long as it lasts."""
        play, far = self._behind.play, self._behind.far
        found = []
        if self.unkept and far and far.seat:
            found.append(said("the far game cannot be kept, so nothing is sent: %s", self.unkept))
        elif self.unkept:
            found.append(said("games are not kept: %s", self.unkept))
        if self._trouble:
            found.append(said("games are not kept: %s", self._trouble))
        if play and play.trouble:
            found.append(said("the game is not kept: %s", play.trouble))
        return found
