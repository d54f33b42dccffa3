"""A player who reads only the page and follows the lights.

A far game begins as between people: one invites and sends the link by other means, the other opens it. Either can end
it by saying so; then both leave.
"""

from binascii import b2a_base64

from daldos.rules import RULESETS
from lab.positions import THROWS
from lab.whole.screen import Screen

RULES = tuple(name for name, _ in RULESETS)
BROKER = "wss://broker.example/mqtt"
LETTERS = "AB"


def _end(n: int, number: int) -> str:
    # B's last piece, with enemies in the holes behind it, or its last but one; whose throw it is.
    middle = "A" * (2, 7, 8, 8, 8)[number % 5]
    middle = (middle.rjust(8 + number % (n - 8), ".") + "B").ljust(n + 1, ".")
    rows = "." * n, middle, ("." * number + "B" * (number % 7 == 3)).ljust(n, ".")[:n]
    return f"{'/'.join(rows)} {'AAAAAAAAAB'[number // 2]} -"


# Records that begin shortly before a game's end, as (rules, record).
ENDS = [
    (rules, f"Rules: {rules}\nStart: {_end(n, number)}\nResult: *\n\n")
    for n, rules in ((16, "danish"), (16, "ostergaard"), (12, "norwegian"))
    for number in range(20)
]


class Match:
    """A far game that two people have agreed on. link: the invitation, once it has come. over: both are done with it.
    again: whether they will play again with sides changed. seen: the games whose end both know. turns: one of them
    resigns after this many."""

    def __init__(self, world, host: "Person", guest: "Person"):
        self.host, self.guest = host, guest
        self.link = ""
        self.seen: set = set()
        self.over = False
        self.again = world.random.random() < 0.3
        self.turns = world.random.choice((1, 2, 2, 3, 4, 6, 30))
        self.begun_s = world.now


class Person:
    """front: his server or browser. quick_s: time between looks at the page. away_s: away until then."""

    def __init__(self, world, name: str, front):
        self.world, self.name, self.front = world, name, front
        self.random = world.random
        self.screens: list = []
        self.match: Match | None = None
        self.quick_s = 2.5 if "slow" in world.troubles and self.random.random() < 0.5 else 0.35
        self.away_s = 0.0
        self.level = 1
        self.joined = False  # whether the link has been opened
        self.link = ""  # the name of his own seat, as remembered
        self.first = ""  # that of the first game of this match
        self.open()
        world.after(self.random.uniform(0, 1), self.look)

    @property
    def screen(self) -> Screen:
        """The page in front of him."""
        return self.screens[-1]

    # --- pages ---

    def open(self) -> None:
        """Open another page."""
        screen = Screen(self.world, self.front)
        screen.name = self.name
        if self.screens and self.match:
            screen.address = self.screen.address
        self.screens.append(screen)
        self.front.open(screen)

    def close(self, number: int) -> None:
        """Close a page, but never the last."""
        if len(self.screens) > 1:
            self.front.close(self.screens.pop(number))

    # --- looks ---

    def look(self) -> None:
        """Look at the page, do one thing, and look again later."""
        wait_s = self.random.uniform(0.5, 1.5) * self.quick_s
        self.world.after(wait_s, self.look)
        if self.world.now < self.away_s or self.world.still:
            return
        self.act()
        if "hasty" in self.world.troubles and self.random.random() < 0.1:
            self.act()  # a second click before any reply

    def act(self) -> None:
        """The lit choices."""
        screen = self.screen
        v = screen.v
        if not screen.me or "phase" not in v or not screen.send_text:
            return
        if not screen.plays:
            screen.send("seat")
            return
        if screen.lesson:
            screen.send("learn", game="danish", lesson=0, show=False)
            return
        if "mistaken" in self.world.troubles and self.random.random() < 0.04:
            self.mistake(screen, v)
            return
        if self.match and self.in_match(screen, v, self.match):
            return
        if v["behind"] == "board":
            if self.random.random() < 0.3 or self.world.calm:
                self.world.count["boards"] += 1
                screen.send("behind", what="game")
        else:
            self.own(screen, v)

    # --- far ---

    def invite(self, guest: "Person") -> None:
        """Agree with a guest on a far game."""
        self.match = guest.match = match = Match(self.world, self, guest)
        self.joined = guest.joined = False
        self.link = guest.link = self.first = guest.first = ""
        self.world.matches.append(match)

    def in_match(self, screen: Screen, v: dict, match: Match) -> bool:
        """Do what a far game needs; False if nothing, and he plays on by himself meanwhile."""
        far = v.get("far")
        if match.over:
            self.match, self.link, self.first = None, "", ""
            for other in self.screens:
                other.address = ""
            if far:
                screen.send("far", what="leave")
            return True
        host = match.host is self
        if far and far["state"] == "look":  # still at another game
            screen.send("far", what="leave")
            return True
        links = screen.links
        if links and links["name"] != self.link:
            before = far and far["name"] in match.seen  # a page that still shows the previous game
            if (self.link or not self.joined) and not match.again and not before:  # still at another game
                screen.send("far", what="leave")
                screen.address = ""  # the links go when it is left
                return True
            self.link = links["name"]
            self.first = self.first or self.link
        if not far:
            return self.to_match(screen, match, host)
        if host and not match.link and links and links["letter"] and links["name"] == screen.address:
            self.world.after(self.random.choice((0.5, 3, 20)), setattr, match, "link", links["letter"])
        if far["here"]:
            if self.random.random() < 0.3:
                screen.send("far", what="here")
            return not far["game"]
        if not far["game"]:
            return False
        if v["mode"] != "far" or v["behind"] == "board":
            return v["behind"] != "board"
        self.far(screen, v, far, match)
        return True

    def to_match(self, screen: Screen, match: Match, host: bool) -> bool:
        """No far game is shown: make it, or go to it; False if it has no link yet."""
        if self.link and self.joined:
            if screen.missing == self.first:
                screen.missing = ""
                if " unread " in screen.slot:
                    self.front.reload(screen)  # it has said that it cannot read its files
                else:
                    self.world.gone(self.first, self.front, match.begun_s)
                    match.over = True  # and they agree on another
                return True
            screen.address = self.first  # it leads to those that follow
            screen.join()  # after leaving, or on a new page
        elif host and not self.joined:
            self.joined = True
            rules = self.random.choice(RULES)
            screen.send("far_new", broker=BROKER, rules=rules, name=self.name)
        elif host:
            self.joined = False  # there was no link: once more
        elif match.link:
            self.joined = True
            screen.send("far_open", text=match.link, name=self.name)
        else:
            return False
        return True

    def far(self, screen: Screen, v: dict, far: dict, match: Match) -> None:
        """Play the far game shown."""
        random = self.random
        if far["over"]:
            if all(person.sees_over() == far["name"] for person in (match.host, match.guest)):
                match.seen.add(far["name"])
            if far["name"] not in match.seen:
                return  # both must see how it ended
            if match.again:
                match.turns, match.begun_s = random.choice((1, 2, 4)), self.world.now
                screen.send("far", what="again")
            else:
                match.over = True
        elif far["state"] == "answer":
            yes = random.random() < 0.6
            self.world.answered(v, yes)
            screen.send("far", what="yes" if yes else "no")
        elif far["asking"]:
            pass  # the other player gets the link
        elif random.random() < 0.01:
            screen.send("far", what=random.choice(("hello", "sorry")))
        elif v["record"].count("\n") > match.turns + 5 and random.random() < 0.3:
            screen.send("far", what="resign")
        elif random.random() < 0.02 and not v["played"]:
            self.world.licensed(screen)
            screen.send("takeback")
        elif "leaves" in self.world.troubles and random.random() < 0.01:
            screen.send("far", what="leave")  # and return by the link
        else:
            self.turn(screen, v)

    def sees_over(self) -> str:
        """The name of the far game shown, if it is over."""
        shown = self.screen.v.get("far")
        return shown["name"] if shown and shown["over"] else ""

    # --- any game ---

    def turn(self, screen: Screen, v: dict) -> bool:
        """Do what is due, or choose a playable piece."""
        due, plays = v["due"], v["plays"]
        if due == "dice":
            screen.send("dice", throw=self.random.choice(THROWS))
        elif due in ("throw", "lost") or due == "turn" and (not plays or self.random.random() < 0.5):
            screen.send("end")
        elif plays:
            # prefers captures, as people do
            moves = [(start, to) for start in sorted(plays) for to in sorted(plays[start])]
            enemy = "b" if v["player"] == "A" else "a"
            holes = self.world.holes
            takes = [move for move in moves if v["stand"][holes[move[1]]].lower() == enemy]
            start, to = self.random.choice(takes or moves)
            screen.send("play", **{"from": start, "to": to})
        else:
            return False
        return True

    def own(self, screen: Screen, v: dict) -> None:
        """Play his own game, or watch another."""
        random = self.random
        chance = random.random()
        if (far := v.get("far")) and not (self.match and screen.links):  # he looks on
            if v["mode"] != "far" or far["over"] or chance < 0.05:
                screen.send("far", what="leave")
            return
        if v["phase"] == "over" or chance < (0.03 if "\nStart" in v["record"] else 0.1):
            self.begin(screen)
        elif chance < 0.04:
            self.world.licensed(screen)
            screen.send("takeback")
        elif chance < 0.05:
            self.aside(screen)
        elif chance < 0.08 and "workshop" in self.world.troubles:
            self.world.licensed(screen)  # a half-played turn is dropped
            screen.send("behind", what="board")
        elif chance > 0.95 and (looks := self.world.looks()):
            screen.send("far_open", text=random.choice(looks), name="")
        else:
            self.turn(screen, v)

    def begin(self, screen: Screen) -> None:
        """Begin a new game, mostly a short one."""
        random = self.random
        mode = random.choice(("game", "game", "solo", "wooden"))
        rules, text = random.choice(ENDS) if random.random() < 0.95 else (random.choice(RULES), "")
        self.world.licensed(screen)
        screen.send(
            "begin", mode=mode, rules=rules, level=self.level, side=random.choice(LETTERS), text=text, step=0, throw=""
        )

    def aside(self, screen: Screen) -> None:
        """Do something besides the game."""
        random = self.random
        what = random.choice(("show", "learn", "games"))
        if what == "show":
            screen.send("show", what=random.choice(([], ["turns"], ["odds"], ["turns", "odds", "bars"])))
        elif what == "learn":
            screen.send("learn", game="danish", lesson=random.choice((0, 0, 1, 2, 7)), show=False)
            screen.send("learn", game="danish", lesson=0, show=False)
        elif what == "games":
            self.archive(screen)

    def archive(self, screen: Screen) -> None:
        """My games."""
        random = self.random
        screen.send("games", begins=True)
        for entry in screen.games[:1]:
            what = random.choice(("text", "replay", "resume", "import"))
            if what == "resume":  # the list may be old: a broken file can be a game again
                self.world.licensed(screen)
            if what == "import":
                text = random.choice((random.choice(ENDS)[1] + "1 A 11 --\n", "Rules: what\n\n1 A", ""))
                data = b2a_base64(text.encode()).decode().strip()
                screen.send("hand", what="add", name="", data=data, begins=True, more=False)
            else:
                screen.send("game", name=entry["name"], what=what)

    def mistake(self, screen: Screen, v: dict) -> None:
        """Click a hole that is not lit."""
        random = self.random
        do, values = random.choice(
            (
                ("end", {}),
                ("play", {"from": "A1", "to": "B9"}),
                ("play", {"from": "", "to": "Q"}),
                ("dice", {"throw": "59"}),
                ("dice", {"throw": "11"}),
                ("far", {"what": "yes"}),
                ("far", {"what": "here"}),
                ("far", {"what": "again"}),
                ("far", {"what": "handed"}),
                ("far_open", {"text": "#daldos2.nothing", "name": ""}),
                ("far_go", {"game": "nothing-a"}),
                ("far_new", {"broker": "http://nothing", "rules": "danish", "name": ""}),
                ("game", {"name": "../../etc/passwd", "what": "text"}),
                ("behind", {"what": "game"}),
                ("lift", {"hand": 0, "hole": "A1"}),
                ("seat", {}),
                ("learn", {"game": "sig", "lesson": 3, "show": True}),
                (
                    "begin",
                    {
                        "mode": "game",
                        "rules": "danish",
                        "level": 1,
                        "side": "A",
                        "text": "Rules: x",
                        "step": 3,
                        "throw": "",
                    },
                ),
                ("nothing", {}),
            )
        )
        if values.get("what") == "yes" and v.get("far") and v["far"]["state"] == "answer":
            self.world.answered(v, True)
        screen.send(do, **values)
