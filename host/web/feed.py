"""The values that all pages see, with version numbers: each page gets the changes since its last frame.

A slow page skips intermediate values and gets the newest; at most one frame waits for it.

>>> feed = Feed()
>>> feed.update({"phase": "throw", "player": "A"})
True
>>> feed.since(0, 0)
(1, 0, '{"v":{"phase":"throw","player":"A"}}')
"""

import json

LOG_MAX = 200  # lines kept for pages that connect later


class Feed:
    """version: of the values; heard: the number of the log's last line."""

    def __init__(self):
        self.version = 0
        self.heard = 0
        self.values = {}
        self._versions = {}
        self._log = []
        self._frames = {}  # a page's (version, heard) -> its frame

    def update(self, values: dict) -> bool:
        """Take the newest values; missing keys stay. True if anything has changed."""
        known = self.values
        changed = [
            key
            for key, value in values.items()
            if key not in known or known[key] is not value and known[key] != value  # most are the same object
        ]
        if changed:
            self.version += 1
            for key in changed:
                self.values[key] = values[key]
                self._versions[key] = self.version
            self._frames.clear()
        return bool(changed)

    def say(self, kind: str, text, code=None) -> None:
        """Add a line to the log; text: a text, or language -> text."""
        self.heard += 1
        self._log.append([self.heard, kind, text, code])
        del self._log[:-LOG_MAX]
        self._frames.clear()

    def since(self, version: int, heard: int) -> tuple:
        """(version, heard, frame) for a page at that version and line; the frame is None if it is up to date."""
        if version == self.version and heard == self.heard:
            return version, heard, None
        if (version, heard) not in self._frames:
            message: dict = {}
            if version < self.version:
                message["v"] = {key: self.values[key] for key, v in self._versions.items() if v > version}
            if heard < self.heard:
                message["log"] = [line for line in self._log if line[0] > heard]
            self._frames[version, heard] = json.dumps(message, separators=(",", ":"))
        return self.version, self.heard, self._frames[version, heard]
