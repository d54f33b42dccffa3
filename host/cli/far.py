"""The commands for two boards far apart: far new, open, play and so on; verify."""

import asyncio
import contextlib
import json
import secrets
import sys
import time
from pathlib import Path

import click

from daldos.ai.opponent import LEVELS
from daldos.errors import DaldosError
from daldos.rules import DEFAULT
from host.cli.types import RULES, RULES_HELP, Commands
from host.far.chain import game_text
from host.far.end import NO_SEAT, SEATS, End, FileError
from host.far.letter import as_text, look_on
from host.far.seats import Seats
from host.i18n.catalogue import words
from host.i18n.refusals import BadInput, files_told
from host.intake.intake import LETTER, SEAT, take
from host.sim.shown import shown

CONNECT_S = 15  # for a command over a broker
T = words("en")  # the command line speaks English


@click.group(cls=Commands)
def far():
    """Two players far apart play one game, with dice that nobody can bend.

    They send each other one message a turn, by any messenger, or leave them with an MQTT broker that neither needs to
    trust. Each command ends, and prints where the game stands and what to send; docs/far.md has the protocol.
    """


def _common(command):
    for option in (
        click.option("--save", type=click.Path(file_okay=False), help="Keep the games in this folder."),
        click.option("--page", default="", help="Address of the page, put before the message."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object, as where no terminal reads."),
    ):
        command = option(command)
    return command


def _game(command):
    return click.argument("game", default="")(command)


@far.command(epilog=RULES_HELP, short_help="Begin a game, and print the invitation.")
@click.option("--rules", type=RULES, default=DEFAULT, show_default=True, help="Ruleset and options.")
@click.option("--name", required=True, help="Your name, at most 24 characters.")
@click.option("--broker", default="", help="Address of an MQTT broker, such as mqtts://HOST:PORT or wss://HOST/PATH.")
@_common
def new(rules, name, broker, **how):
    """Begin a game: you play A. Send what is printed to the other player."""
    _reachable(broker)
    _run(how, lambda desk: desk.seats.new(name, rules.text, broker))


@far.command("open", short_help="Open what the other player has sent.")
@click.argument("text")
@click.option("--name", default="", help="Your name, to accept an invitation.")
@_common
def open_(text, name, **how):
    """Open TEXT, or standard input if it is `-`: anything that has a message of a game in it, such as a mail."""
    taken = None
    if text == "-":
        taken = take(sys.stdin.buffer.read())
        text = "\n".join([found.text for found in taken.of(LETTER)])

    def opened(desk):
        if taken and not text and (taken.passed or taken.found):
            raise DaldosError("standard input: %s", taken.why(LETTER))
        end, new = desk.seats.open(text, name)
        if not new:
            desk.why = "There is nothing new in this message."
        return desk.newest(end)

    _run(how, opened)


@far.command(short_help="Play a turn.")
@click.argument("words", metavar="[GAME] TURN", nargs=-1, required=True)
@_common
def play(words, **how):
    """Play TURN, such as `A2-A1 M1xM4`, or its number in the list of turns; `--` is a lost turn, after `--`."""
    game, turn = (words[0], words[1:]) if len(words) > 1 and _is_game(words[0]) else ("", words)
    text = " ".join(turn)

    def played(end):
        turns = end.fold.turns() if end.state in ("turn", "answer") and end.fold.to_move() == end.k else []
        if text.isdigit() and turns and not 1 <= int(text) <= len(turns):
            raise DaldosError("turn %s: expected 1 to %s", text, len(turns))
        end.play(turns[int(text) - 1] if text.isdigit() and turns else text)

    _act(how, game, played)


def _deed(name: str, text: str, do) -> None:
    @far.command(name, short_help=text)
    @_game
    @_common
    def command(game, **how):
        _act(how, game, do)

    command.help = text


_deed("undo", "Ask to take your newest turn back.", lambda end: end.ask())
_deed("yes", "Say yes to the other player's question.", lambda end: end.answer(True))
_deed("no", "Say no to the other player's question.", lambda end: end.answer(False))
_deed("resign", "Give up.", lambda end: end.resign())
_deed("letter", "Print the message to send, again.", lambda end: None)


@far.command(short_help="Play again: invite the other player, or accept.")
@_game
@_common
def again(game, **how):
    """Play again after a game, with the same rules: invite the other player, or accept the invitation."""
    _run(how, lambda desk: desk.seats.again(desk.end(game)), lambda desk: desk.end(game))


@far.command(short_help="List the far games that are kept here.")
@_common
def games(**how):
    """List the far games that are kept here, newest first."""
    desk = Desk(how)
    with files_told(desk.store.folder):
        ends = desk.seats.all()
        for end in ends:
            if isinstance(end, End):
                desk.show(end, brief=True)
            else:
                click.echo(f"! {end}", err=True)
        if not ends:
            click.echo(f"No far game is kept in {desk.store.folder}.", err=True)


@far.command(short_help="The computer, or a wooden board, plays a seat.")
@click.argument("link")
@click.option("--level", type=click.IntRange(1, len(LEVELS)), help="The computer plays, so strong.")
@click.option("--board", is_flag=False, flag_value="", metavar="[PORT]", help="A wooden board on USB plays.")
@click.option("--name", default="", help="The name at this seat.")
@_common
def join(link, level, board, name, **how):
    """Play on over a broker until the game is over: LINK is the invitation, any message of the game, or its name."""
    if (level is None) == (board is None):
        raise BadInput("expected --level or --board: one of them plays at this seat")
    from host.sim.client import Client
    from host.usb.port import removable

    desk = Desk(how)
    with files_told(desk.store.folder), contextlib.ExitStack() as stack:
        with desk.store.locked():
            if _is_game(link):
                end = desk.end(link)
            else:
                end, _ = desk.seats.open(link, name or (f"Level {level}" if level else "Board"))
                end = desk.newest(end)
        if not end.seat.broker:
            raise BadInput("this game goes by hand: use open and play")
        _reachable(end.seat.broker)
        usb = led = None
        if board is not None:
            from host.far.led import LedBoard

            usb = stack.enter_context(contextlib.closing(removable(board)))
            led = LedBoard(Client(usb))
            stack.callback(lambda: led.release() if usb.plugged else None)
        asyncio.run(_stay(desk, end, level, usb, led))
        desk.show(end)


async def _stay(desk: "Desk", end: End, level, usb, led) -> None:
    from host.far.carrier import Carrier
    from host.far.level import play_level
    from host.far.mqtt import carry

    carrier = Carrier(end, secrets.token_bytes(4))
    told = [""]

    def is_done() -> bool:
        note = str(carrier.trouble or (led and led.trouble) or carrier.note)
        if note != told[0]:
            told[0] = note
            if note:
                click.echo(f"! {note}", err=True)
        if carrier.synced and carrier.plays:
            with desk.store.locked():
                if level:
                    play_level(end, level)
                elif led:
                    usb.wait(0)  # nobody else looks after its port
                    if usb.plugged and end.fold.game:
                        led.step(end)
        return end.fold.over and carrier.is_idle

    await carry(carrier, is_done, desk.store.locked)


class Desk:
    """The folder of a command, and how it prints. why: what was refused or is to be known; failed: the exit status."""

    def __init__(self, how: dict):
        from host.far.folder import SeatFolder, default_folder

        self.store = SeatFolder(Path(how["save"]) if how["save"] else default_folder())
        self.seats = Seats(self.store, secrets.token_bytes, lambda: int(time.time()))
        self.why = ""
        self._page = how["page"]
        self._json = how["as_json"] or not sys.stdout.isatty()

    def end(self, game: str) -> End:
        """The End of a game by its name or the beginning of it; of the only one, or the only one going on, if empty."""
        ends = [end for end in self.seats.all() if isinstance(end, End) and end.seat.name.startswith(game)]
        if len(ends) > 1:
            ends = [end for end in ends if not end.fold.over and end.state != "over"] or ends
        if len(ends) != 1:
            names = ", ".join(end.seat.name[: -len(".far")] for end in ends)
            raise DaldosError("expected the name of one game, of: %s", names or "none, there is no game here")
        return ends[0]

    def newest(self, end: End) -> End:
        """The last game that follows this one here."""
        while following := self.seats.next(end):
            end = following
        return end

    def show(self, end: End, brief: bool = False) -> None:
        """Print where a game stands, and hand its letter over."""
        fold, state = end.fold, end.state
        is_sent = state == "letter" or state in ("waiting", "over") and end.by_hand and end.lacks
        letter = f"{end.title(T)}\n{self._page}#{as_text(end.letter())}" if is_sent and end.letter() else ""
        if state == "waiting" and end.by_hand and not letter and end.letter():
            letter = f"{end.title(T)}\n{self._page}#{as_text(end.letter())}"
        turns = [turn.text for turn in fold.turns()] if fold.to_move() == end.k else []
        position = fold.game.position_text() if fold.game else ""
        if self._json:
            told: dict = {"game": game_text(end.seat.game), "seat": SEATS[end.k], "state": state, "letter": letter}
            told.update(why=self.why, position=position, turns=turns, winner=fold.winner)
            click.echo(json.dumps(told, ensure_ascii=False))
        else:
            self._tell(end, state, letter, turns, brief)
        if state == "letter" and not brief:
            end.handed()

    def _tell(self, end: End, state: str, letter: str, turns: list, brief: bool) -> None:
        fold, other = end.fold, end.other or "the other player"
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(end.seat.since))
        line = {
            "answer": f"{other} asks to take turn {fold.asked_turn(1 - end.k)} back: yes or no?",
            "turn": "It is your turn.",
            "letter": "Send this message:",
            "over": f"{end.name if fold.winner == 'AB'[end.k] else other} has won."
            if fold.winner
            else "Nobody has won.",
            "waiting": f"Waiting for {other} since {since}.",
        }[state]
        if self.why:
            click.echo(shown(self.why))
        click.echo(shown(f"{game_text(end.seat.game)}-{SEATS[end.k]}, {end.name} - {other}: {line}"))
        if brief:
            return
        if fold.game and not fold.over:
            from host.terminal.draw import position_of

            for row in position_of(fold.game.position):
                click.echo(row)
        for number, turn in enumerate(turns, 1):
            click.echo(f"  {number:>2}  {turn}")
        if letter:
            click.echo(shown(letter) if state == "letter" else shown("To send it again:\n" + letter))
        if state == "letter" and end.seat.broker:
            click.echo("To look on:\n" + self._page + "#" + as_text(look_on(end.seat.game, end.seat.broker)))


@click.command(short_help="What a game played far apart proves.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def verify(file: Path):
    """Check the file of a seat of a far game: all dice, all turns, who won, and what it does not prove.

    A file that is not sound ends the command with exit status 2 and says where.
    """
    from host.far.proof import report

    try:
        lines = report(file)
    except FileError as error:
        instead = take(file.read_bytes()).why(SEAT) if error.args[0] == NO_SEAT else ""
        raise BadInput("%s: %s", T.say(error), instead) if instead else error from None
    for line in lines:
        click.echo(shown(line))


def _act(how: dict, game: str, do) -> None:
    def acted(desk):
        end = desk.end(game)
        do(end)
        return end

    _run(how, acted, lambda desk: desk.end(game))


def _run(how: dict, do, at=None) -> None:
    """Run a one-shot command: do(desk) returns the End to show. at(desk): that of a game going on, to be shown with the
    reason if something is refused."""
    desk = Desk(how)
    with files_told(desk.store.folder):
        with desk.store.locked():
            end = None
            if at:
                with contextlib.suppress(DaldosError):
                    end = at(desk)
        _visit(desk, end)
        failed = False
        with desk.store.locked():
            try:
                end = do(desk)
            except DaldosError as error:
                failed, desk.why = True, T.say(error)
        _visit(desk, end)
        with desk.store.locked():
            if end:
                desk.show(end)
            elif desk._json:
                empty = {
                    "game": "",
                    "seat": "",
                    "state": "",
                    "letter": "",
                    "why": desk.why,
                    "position": "",
                    "turns": [],
                }
                click.echo(json.dumps({**empty, "winner": ""}, ensure_ascii=False))
            else:
                click.echo(shown(desk.why), err=True)
        if failed:
            sys.exit(1)


def _visit(desk: Desk, end: "End | None") -> None:
    # Take what the broker has, and leave what is due; of the game before, too, whose last letter may invite to it.
    from host.far.carrier import Carrier
    from host.far.mqtt import carry

    if not end or not end.seat.broker:
        return
    _reachable(end.seat.broker)
    if end.before and not end.seat.logs[1]:
        _visit(desk, end.before)
        if desk.newest(end.before) is not end:
            return  # the other player has pressed Play again too, and that game counts
    carrier, until_s = Carrier(end, secrets.token_bytes(4)), time.monotonic() + CONNECT_S

    def is_done() -> bool:
        return carrier.is_idle or time.monotonic() > until_s or bool(carrier.trouble)

    asyncio.run(carry(carrier, is_done, desk.store.locked))
    desk.why = T.say(carrier.trouble) if carrier.trouble else carrier.note


def _reachable(broker: str) -> None:
    from host.far.address import Address

    try:
        Address.parse(broker or "wss://localhost")
    except ValueError as error:
        raise BadInput(error) from None


def _is_game(word: str) -> bool:
    # The name of a game, or a beginning of it; no turn has such letters alone.
    letters = word[:-2] if word[-2:] in ("-a", "-b") else word
    return 3 < len(letters) <= 16 and all(letter in "abcdefghijklmnopqrstuvwxyz234567" for letter in letters)
