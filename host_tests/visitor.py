"""A room's page without a network.

>>> page = Visitor(room); page.say(do="lift", hand=0, hole="A1"); page.errors
"""

import json


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

    def take(self) -> None:
        self.room.look()
        while (frame := self.room.frame(self.page)) is not None:
            message = json.loads(frame if isinstance(frame, str) else json.dumps(frame))
            self.v.update(message.get("v", {}))
            self.told.append(message)
        assert not self.room.mistakes

    @property
    def errors(self) -> list:
        return [message["error"]["en"] for message in self.told if "error" in message]

    @property
    def token(self) -> str:
        return self.said("token")

    def said(self, key: str):
        """The last message of this key; None if there was none."""
        return next((message[key] for message in reversed(self.told) if key in message), None)
