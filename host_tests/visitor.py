"""A room's page without a network.

>>> page = Visitor(room); page.say(do="lift", hand=0, hole="A1"); page.errors
"""

import json
from binascii import b2a_base64


class Visitor:
    """v: the values shown. told: all messages, oldest first; errors: the error messages in English.

    Whatever it says, the room makes no mistake.
    """

    def __init__(self, room, local: bool = True, token: str = "", code: str = "", rules: str = ""):
        self.room = room
        self.page = room.open(local, lambda: None)
        self.told: list = []
        self.v: dict = {}
        self.say(do="hello", token=token, code=code, rules=rules)

    def say(self, **command) -> None:
        self.room.receive(self.page, json.dumps(command))
        self.take()

    def ask(self, do: str, **values) -> dict:
        """Say it, and join the messages that follow."""
        before = len(self.told)
        self.say(do=do, **values)
        return {key: value for message in self.told[before:] for key, value in message.items()}

    def hand(self, data: "bytes | str", what: str = "add", name: str = "", size: int = 4096) -> dict:
        """Hand something over in slices of this size; returns the last answer."""
        data = data.encode() if isinstance(data, str) else data
        at, told = 0, {"wants": True, "done": False}
        while not told["done"]:
            part = data[at : at + size] if told["wants"] else b""
            coded = b2a_base64(part).decode().strip()
            begins, at = not at and told.get("read") is None, at + len(part)
            told = self.ask("hand", what=what, name=name, data=coded, begins=begins, more=at < len(data))["handed"]
        return told

    def games(self) -> list:
        """The list of games."""
        found: list = []
        told: dict = {"whole": False}
        while not told["whole"]:
            told = self.ask("games", begins=not found)
            found += told["games"]
        return found

    def take(self) -> None:
        self.room.look()
        while (frame := self.room.frame(self.page)) is not None:
            message = json.loads(frame if isinstance(frame, str) else json.dumps(frame))
            self.v.update(message.get("v", {}))
            self.told.append(message)
        assert not self.room.guard.mistakes

    @property
    def errors(self) -> list:
        return [message["error"]["en"] for message in self.told if "error" in message]

    @property
    def token(self) -> str:
        return self.said("token")

    def said(self, key: str):
        """The last message of this key; None if there was none."""
        return next((message[key] for message in reversed(self.told) if key in message), None)
