"""A player for seat b of far games, written from docs/far.md alone: plays any legal turn, takes nothing back.

It needs the package paho-mqtt: python examples/far_client.py 'LINK'
"""

import base64
import hashlib
import hmac
import json
import random
import secrets
import sys
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from daldos import Game


class Player:
    # logs: the messages of both seats by number; counted: how many of each the game has taken up
    def __init__(self, link):
        words = dict(word.split("=", 1) for word in link.partition("#")[2].split("&"))
        self.name, self.key = words["game"], base64.urlsafe_b64decode(words["key"] + "==")
        self.chain = [secrets.token_bytes(32)]
        for _ in range(1000):  # chain[0] becomes the tip, chain[T] the link of throw T
            self.chain.insert(0, hashlib.sha256(self.chain[0]).digest())
        self.logs, self.counted, self.links = {"a": {}, "b": {}}, {"a": 0, "b": 0}, {"a": [], "b": []}
        self.tips, self.throws, self.game = {}, [], None
        self.broker = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self.broker.on_connect = lambda *_: self.broker.subscribe(f"daldos/1/{self.name}/a/+", qos=1)
        self.broker.on_message = lambda _, __, message: self.take(message.topic, message.payload)
        self.broker.connect(urlsplit(words["broker"]).hostname, urlsplit(words["broker"]).port or 1883)

    def mac(self, topic, text):
        return hmac.new(self.key, f"{topic}\n{text}".encode(), hashlib.sha256).hexdigest()[:32]

    def send(self, **message):
        topic = f"daldos/1/{self.name}/b/{len(self.logs['b'])}"
        text, expires = json.dumps(message), Properties(PacketTypes.PUBLISH)
        expires.MessageExpiryInterval = 30 * 24 * 3600
        self.broker.publish(topic, f"{text} {self.mac(topic, text)}", qos=1, retain=True, properties=expires)
        self.logs["b"][len(self.logs["b"])] = message
        return True

    def take(self, topic, payload):
        text, _, mac = payload.decode("ascii", "replace").rpartition(" ")
        if len(payload) <= 512 and hmac.compare_digest(mac.encode(), self.mac(topic, text).encode()):
            if not topic.endswith("here"):
                self.logs["a"].setdefault(int(topic.rpartition("/")[2]), json.loads(text))
        while any([self.count("a"), self.count("b")]) or self.act():
            pass

    def count(self, seat):
        message = self.logs[seat].get(self.counted[seat])
        due = message and getattr(self, message["do"], lambda seat, message: True)(seat, message)
        self.counted[seat] += bool(due)
        return due

    def sit(self, seat, message):
        self.tips[seat] = message["tip"]
        self.game = Game(message["rules"])
        return seat == "b" or self.send(**{**message, "tip": self.chain[0].hex(), "name": "a client"})

    def link(self, seat, message):
        if len(self.tips) < 2 or message["t"] > len(self.throws) + 1 or self.game.phase > 1:
            return False
        link, self.tips[seat], before = bytes.fromhex(message["x"]), message["x"], self.tips[seat]
        assert hashlib.sha256(link).hexdigest() == before, f"throw {message['t']}: not the preimage"
        self.links[seat].append(link)
        if len(self.links["a"]) == len(self.links["b"]):
            a, b, throw = self.links["a"][-1], self.links["b"][-1], len(self.links["a"])
            d = hmac.new(a, b + throw.to_bytes(4, "big"), hashlib.sha256).digest()[0]
            self.throws.append((1 + (d & 3), 1 + (d >> 2 & 3)))
            (self.game.throw if self.game.phase else self.game.opening_throw)(*self.throws[-1])
        return True

    def turn(self, seat, message):
        due = self.game.phase == 2 and message["ply"] == len(self.game.plies) + 1
        return due and self.game.play(message["turn"]) is not None

    def ask(self, seat, message):
        return self.send(do="answer", of=self.counted[seat], yes=False)

    def act(self):
        game, throw = self.game, len(self.throws)
        if game and game.phase == 3:
            self.broker.disconnect()
        elif game and game.phase == 2 and game.side == 1:
            return self.send(do="turn", ply=len(game.plies) + 1, turn=random.choice(list(game.turns())).text)
        elif len(self.tips) == 2 and game.phase < 2 and len(self.links["b"]) == throw:
            if game.side == 0 or len(self.links["a"]) > throw:  # who does not throw sends the link first
                return self.send(do="link", t=throw + 1, x=self.chain[throw + 1].hex())
        return False


if __name__ == "__main__":
    Player(sys.argv[1]).broker.loop_forever()
