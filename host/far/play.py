"""The player at an end: somebody at the terminal, a level of the opponent, or an onlooker.

>>> asyncio.run(play(link, Player(name="Ane", level=3), folder, say=print))  # the Fold of the last game
"""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.far.end import End
from companion.far.fold import Fold
from companion.far.letter import is_letter
from companion.far.link import Link
from companion.far.messages import WORDS
from daldos.ai.opponent import seed_of
from daldos.game import OVER, PLAY
from daldos.notation import turn_text
from daldos.packing import LOST_TURN
from daldos.prng import Xorshift32
from daldos.rules import DEFAULT
from daldos.state import PLAYERS
from host.ai import data
from host.far.files import SeatFiles
from host.far.game import FarGame, told
from host.far.post import ACTS, Mailbox
from host.far.relay import carry
from host.i18n.catalogue import n, system_words
from host.terminal.draw import position_of

HELP = (
    n("NUMBER or a turn such as A2-A1 M1xM4   play it"),
    n("undo   ask to take your last turn back; yes, no   answer such a question"),
    n("resign   give up; claim   the other's time is over"),
    n("say WORD   one of {words}"),
    n("record, link, quit; rematch   another game with sides changed, after this one"),
)
NOT_YOURS = n("it is not your turn")


@dataclass
class Player:
    """The player at an end: name; rules and seconds per turn, if they begin the game. level: 0 is a person.

    board: the one that the person plays at, as of a host.sim.client.Client; None: the terminal. games: how many a level
    plays in sequence.
    """

    name: str = ""
    rules: str = DEFAULT
    turn_s: int = 0
    level: int = 0
    board: Any = None
    games: int = 1


class FarTable(FarGame):
    """The end at a terminal: prints news, and sends the player's actions. page: the address put before letters."""

    def __init__(self, seats: SeatFiles, player: Player, say: Callable[[str], None], page: str = ""):
        super().__init__(seats)
        self.done = False
        self.relays: list[asyncio.Future] = []  # the last carries this game's messages
        self.carrier = self._carry
        self._player = player
        self._games = player.games
        self._say = say
        self._page = page
        self._t = system_words()
        self._new = asyncio.Event()
        self._told: dict = {}

    @property
    def end(self) -> "End | None":
        return self.post.end

    @property
    def fold(self) -> Fold:
        return self.post.fold

    def open(self, link: Link, name: str, rules: str = DEFAULT, turn_s: int = 0, brought: bytes = b"") -> None:
        """See FarGame; FileError if another process on this machine plays the seat."""
        super().open(link, name, rules, turn_s, brought)
        if self.file:
            self.file.take()
        self._told = {}

    def rematch(self) -> None:
        """See FarGame."""
        super().rematch()
        self._say(self.link.other().text())

    def _carry(self, post: "Mailbox | None") -> None:
        for relay in self.relays:
            relay.cancel()
        if post:
            post.news = self._new.set
            self.relays.append(asyncio.ensure_future(carry(post)))
            self.relays[-1].add_done_callback(lambda _: self._new.set())

    async def run(self) -> None:
        """Run until the player leaves; for a level or an onlooker, until the games are over."""
        while not self.done:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._new.wait(), 0.05 if self._player.board else 1)
            self._new.clear()
            for relay in self.relays:
                if relay.done() and not relay.cancelled():
                    relay.result()
            if self._player.board:
                self._player.board.wait(0)  # nobody else looks after its port
            self.tick(time.monotonic(), self._player.board)
            if self._moves():
                self._new.set()
            self._tell()
            if self.fold.over and (not self.end or self._player.level) and self.post.idle:
                self._games -= 1
                if self._games < 1 or self.fold.broken:
                    return
                self.rematch()

    # --- output -----------------------------------------------------------------------------------------------------

    def _once(self, key: str, value, *lines: str) -> None:
        # Print the lines if the value has changed since they were last printed.
        if self._told.get(key) != value:
            self._told[key] = value
            for line in lines:
                self._say(line)

    def _tell(self) -> None:
        t, fold, end, game = self._t, self.fold, self.end, self.fold.game
        post, state = self.post, self.state()
        if post.letter:
            text = t("Send this to the other player, and enter the answer here:")
            self._once("letter", post.letter, text, self._page + post.letter)
        if state[0] not in ("letter", "over"):
            self._once("state", told(t, state), told(t, state))
        if end and end.foreign:
            then = t("Nothing more is sent. If you have played elsewhere, bring that file; else the other forged it:")
            self._once("foreign", end.foreign, then, end.foreign[1])
        board = t("board: {said}", said=t(self.trouble))
        self._once("board", self.trouble, *([board] if self.trouble else []))
        self._once("unkept", str(post.unkept), *([t.say(post.unkept)] if post.unkept else []))
        if not game:
            return
        if "game" not in self._told:
            names = [seat.sit["name"] or PLAYERS[k] for k, seat in enumerate(fold.seats)]
            self._once(
                "game", True, t("{a} plays A, {b} plays B: {rules}", a=names[0], b=names[1], rules=game.rules.text)
            )
        self._tell_turns()
        for k, seat in enumerate(fold.seats):
            if seat.asks and end:
                mine = t("You have asked to take turn {to} back.", to=seat.asks[0][1])
                asked = t("The other asks to take turn {to} back: yes or no?", to=seat.asks[0][1])
                self._once(f"ask {k}", seat.asks[0], mine if k == end.k else asked)
            for number, word in seat.words:
                self._once(f"word {k} {number}", word, f"{PLAYERS[k]}: {word.replace('_', ' ')}")
        if fold.claimed:
            self._once(
                "claim", fold.claimed, t("{player} has claimed the turn: its time is over.", player=fold.claimed)
            )
        if state[0] == "over":
            ended = fold.ended()
            self._once("state", ended, f"{told(t, state)} {ended}".rstrip())

    def _tell_turns(self) -> None:
        # one line per throw and turn; the boat when this end has to play
        game = self.fold.game
        lines = [f"{k} {turn.player} {turn.throw} {turn.text}" for k, turn in enumerate(game, 1)]
        said = self._told.setdefault("turns", [])
        same = len(os.path.commonprefix([said, lines]))
        if same < len(said):
            self._say(self._t("Taken back to turn {turn}.", turn=same + 1))
        for line in lines[same:]:
            self._say(line)
        self._told["turns"] = lines
        place = (len(game.plies), game.phase, game.position.text(), game.phase == OVER)
        if place == self._told.get("place"):
            return
        self._told["place"] = place
        if self._mine() and not self._player.level and not self._player.board:
            self._show_choice()

    def _show_choice(self) -> None:
        game = self.fold.game
        for line in position_of(game.position):
            self._say(line)
        dice = " ".join(game.position.throw.text)
        self._say(self._t("You are {player}, and have thrown {dice}:", player=PLAYERS[game.side], dice=dice))
        for k, turn in enumerate(game.legal.turns, 1):
            self._say(f"  {k:>2}  {turn_text(game.position, turn)}")

    # --- play -------------------------------------------------------------------------------------------------------

    def _mine(self) -> bool:
        # Whether this end's turn is due.
        end, game = self.end, self.fold.game
        if not end or not game or not self.post.plays or self.fold.over:
            return False
        return game.phase == PLAY and game.side == end.k and not end.seat.asks and end.seat.next == len(end.seat.log)

    def _moves(self) -> bool:
        # Play what needs no person: a lost turn, or any turn of a level. Returns whether there was one.
        end = self.end
        if not end or not self.post.synced or not self.post.plays:
            return False
        level = self._player.level
        if level and end.other.asks and not self.fold.over and self.fold.game and not end.seat.resigned:
            self.post.send(end.answer(True))
            return True
        if not self._mine() or self._player.board:
            return False
        game = self.fold.game
        turns = game.legal.turns
        if turns[0] == LOST_TURN:
            self.post.send(end.turn("--"))
            return True
        if level:
            opponent = data.opponent(game.rules)
            turn = turns[0] if len(turns) == 1 else opponent.choose(game.position, level, Xorshift32(seed_of(game)))
            self.post.send(end.turn(turn_text(game.position, turn)))
            return True
        return False

    def do(self, line: str) -> None:
        """Obey a typed line; errors are shown."""
        try:
            self._do(line.strip())
        except ValueError as error:
            self._say(f"! {self._t.say(error)}")
        self._new.set()

    def _do(self, line: str) -> None:
        end, fold, t = self.end, self.fold, self._t
        word, _, rest = line.partition(" ")
        if not line or word in ("?", "help"):
            for text in HELP:
                self._say("  " + (t(text, words=", ".join(WORDS)) if "{" in text else t(text)))
        elif word == "quit":
            self.done = True
        elif word == "record":
            self._say(fold.record().rstrip() or t("There is no game yet."))
        elif word == "link":
            self._say(self.link.text())
        elif not end:
            self._say(t("Here you look on; quit leaves."))
        elif word == "rematch":
            self.rematch()
        elif is_letter(line):
            self.post.open(line)
        elif word in ACTS:
            self.post.act(word, time.monotonic())
        elif word == "say":
            self.post.send(end.say(rest))
        elif word.isdigit():
            turns = fold.game.legal.turns if self._mine() else []
            if not 0 < int(word) <= len(turns):
                raise ValueError(t("{number} is no turn of the list", number=word) if turns else t(NOT_YOURS))
            self.post.send(end.turn(turn_text(fold.game.position, turns[int(word) - 1])))
        else:
            self.post.send(end.turn(line))


async def play(
    link: Link,
    player: Player,
    folder: Path,
    say: Callable[[str], None],
    stdin: "asyncio.Queue[str | None] | None" = None,
    page: str = "",
    brought: bytes = b"",
) -> Fold:
    """Play at the link's seat, or look on, including rematches; returns the last game.

    stdin: a person's input lines, None at their end. page: the address put before letters. brought: lines to add to the
    seat's file.
    """
    table = FarTable(SeatFiles(folder), player, say, page)
    reader = asyncio.ensure_future(_hear(stdin, table)) if stdin else None
    try:
        table.open(link, player.name, player.rules, player.turn_s, brought)
        await table.run()
        return table.fold
    finally:
        table.leave()
        if reader:
            reader.cancel()
        await asyncio.gather(*table.relays, return_exceptions=True)  # they say goodbye


async def _hear(lines: "asyncio.Queue[str | None]", table: FarTable) -> None:
    while True:
        line = await lines.get()
        table.do("quit" if line is None else line)


def typed() -> "asyncio.Queue[str | None]":
    """The lines of standard input, read in a separate thread; None at the end."""
    import threading

    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines
