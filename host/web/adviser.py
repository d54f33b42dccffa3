"""The opponent's chances, hints and analyses for the page, worked out in a separate process.

A position with many turns takes a second, which must not delay the board's clock.

>>> values = PanelValues()                      # `chances` are None until they are known
>>> values.about("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", "danish", {"turns", "chances"})
"""

import time

from daldos.position import Position, parse_position
from daldos.rules import parse_rules
from host.ai.captures import capture_counts
from host.games.play import first_game
from host.web.process import process

TURNS_MAX = 60  # the best turns listed
SLICE_S = 0.4  # of a job; what is known is shown after each
BEGUN_MAX = 16  # jobs at once
_begun: dict = {}  # a job that has begun -> what is still to come


def playable(at: Position) -> list:
    """The turns that the throw allows."""
    return sorted(turn.text for turn in at.turns()) if at.throw else []


def odds(at: Position, *sides: int) -> dict:
    """hole -> the chance that the enemy's next throw captures the piece there.

    sides: who throws, 0 or 1; by default both.
    """
    chances = {}
    for side in sides or (0, 1):
        for hole, count in capture_counts(Position(at.rules, at.cells, side)):
            if count:
                chances[at.rules.board.name(hole)] = count / at.rules.throws.weight
    return chances


# Values that panels can request for a position: name -> (its function, its value without a position).
OF_POSITION: dict = {"turns": (playable, []), "odds": (odds, {})}
CHANCES = "chances"  # one of JOBS


def hint(position: str, rules: str, _slice_s: float = SLICE_S) -> dict:
    """In one slice: `chance` of the player to throw or play, `exact`, and the best `turns` as [turn, chance, risk].

    risk: [hole, chance] of the mover's piece most likely to be captured by the next throw, or None. `judge` as in the
    object of `daldos hint`.
    """
    from host.ai import data
    from host.ai.advice import hint_object

    advice = data.advice(parse_rules(rules))
    found = hint_object(position, advice)
    side = position.split(" ")[1]
    turns = [
        [turn["turn"], turn["chance"], _risk(turn["result"], rules, side)]
        for turn in found.get("turns", [])[:TURNS_MAX]
    ]
    chance = found["chance"]
    told = {"position": position, "chance": chance, "exact": found["exact"], "turns": turns}
    return dict(told, **advice.judge)


def _risk(result: str, rules: str, side: str):
    rows, player, throw = result.split(" ")
    if throw == "#" or player == side:
        return None
    chances = odds(parse_position(result, parse_rules(rules)), 1 - "AB".index(side))
    return max(chances.items(), key=lambda one: one[1], default=None)


def _slice(key: tuple, begin, slice_s: float) -> dict:
    # Go on with a generator of (steps to come, a function that makes the answer) for so long; the answer, with `rest`.
    # One step always, and no step that may end later, because it takes as long as the longest before it.
    coming = _begun.pop(key, None) or begin()
    now_s = time.monotonic()
    end_s = now_s + slice_s
    rest, found = next(coming)
    longest_s = time.monotonic() - now_s
    while rest and (now_s := time.monotonic()) + longest_s < end_s:
        rest, found = next(coming)
        longest_s = max(longest_s, time.monotonic() - now_s)
    if rest:
        if len(_begun) >= BEGUN_MAX:
            _begun.clear()
        _begun[key] = coming
    return dict(found(), rest=rest)


def review(record: str, slice_s: float = SLICE_S) -> dict:
    """The analysis of a game, a slice at a time, as all of JOBS: if it has a `rest` to come, call it again.

    `chances`: A's, before the first throw and after each turn. `turns`: each turn's loss, and the best turn.
    `decisive`: the turns that gained or lost most, with the position before each; `blunders`: those that lost much.
    `balance`: for A and B, the way from the first chance to the last. `sums`, of A and B: [chance lost, choices, luck].
    `noted`: the record with the analysis in it.
    """
    return _slice(("review", record), lambda: _judged(record), slice_s)


def errors(name: str, record: str, slice_s: float = SLICE_S) -> dict:
    """The review of a kept game."""
    return dict(review(record, slice_s), name=name, noted="")


def _judged(record: str):
    from host.ai import data
    from host.ai.judge import judging

    headers, game = first_game(record)
    advice, judged = data.advice(game.rules), []

    def found() -> dict:
        return dict(_reviewed(record, headers, game, judged), **advice.judge)

    for entry in judging(game, advice):
        judged.append(entry)
        yield len(game.plies) - len(judged), found
    if not judged:
        yield 0, found


def _reviewed(record: str, headers: dict, game, judged: list) -> dict:
    from host.ai.judge import GRADES, balance, curve, decisive, noted, sums

    found = {"record": record, "chances": [round(chance, 4) for chance in curve(judged)]}
    if len(judged) < len(game.plies):
        return found
    totals = sums(judged)
    return dict(
        found,
        turns=[[round(entry.error, 4), entry.best_text] for entry in judged],
        decisive=_placed(game, decisive(judged)),
        blunders=_placed(game, [entry for entry in judged if entry.grade == GRADES[-1]]),
        balance={player: balance(judged, player) for player in "AB"},
        noted=noted(headers, game, judged),
        sums={side: [round(own["error"], 4), own["choices"], round(own["luck"], 4)] for side, own in totals.items()},
    )


def _placed(game, entries: list) -> list:
    # Turns with the positions before them.
    stood = [turn.position.text() for turn in game]
    keys = ("number", "player", "throw", "turn", "luck", "error")
    return [
        dict([(key, getattr(entry, key)) for key in keys], best=entry.best_text, position=stood[entry.number - 1])
        for entry in entries
    ]


def analysis(position: str, rules: str, games: int, turns: list, slice_s: float = SLICE_S) -> dict:
    """The `hint` object of a position; or, after so many `games` of each of the best turns, or of these, the object of
    playouts."""
    from host.ai import data
    from host.ai.advice import hint_object, played_on

    parsed = parse_rules(rules)
    advice = data.advice(parsed)
    if not games:
        return dict(hint_object(position, advice), games=0)
    key = (position, rules, games) + tuple(turns)
    return _slice(key, lambda: played_on(position, advice, data.opponent(parsed), games, turns), slice_s)


def first(rules: str, slice_s: float = SLICE_S) -> dict:
    """The first throws under the rules, with their best turns and answers: `rows`."""
    from host.ai import data
    from host.ai.advice import first_throws

    def begin():
        rows: list = []
        for row in first_throws(data.advice(parse_rules(rules))):
            rows.append(row)
            yield len(parse_rules(rules).throws) - len(rows), lambda: {"rules": rules, "rows": rows}

    return _slice(("first", rules), begin, slice_s)


def made(rules: str, seed: int, slice_s: float = SLICE_S) -> dict:
    """The puzzles of a game that the strongest level plays: `found`."""
    from host.ai.puzzles import making

    def begin():
        for rest, found in making(rules, seed):
            yield rest, lambda found=found: {"rules": rules, "seed": seed, "found": found}

    return _slice(("made", rules, seed), begin, slice_s / 4)  # nobody waits for it, and others need not


# What a page can have worked out, by the key of the answers.
JOBS: dict = {"review": review, "errors": errors, "analysis": analysis, "first": first, "made": made, CHANCES: hint}


def failed(kind: str, args: tuple, error: Exception) -> dict:
    """The answer of a job that cannot be done."""
    if kind == CHANCES:
        return {"position": args[0], "chance": None, "exact": False, "turns": []}
    if kind == "review":
        return {"record": args[0], "chances": []}
    return {"name": args[0], "failed": str(error)} if kind == "errors" else {"failed": str(error)}


class Jobs:
    """Does jobs, each a slice at a time, in a separate process: started with the first, and again once it has died.

    Its clients are pages and PanelValues. Each has `jobs`, what it wants, kind -> arguments; `begun`, the slices under
    way, kind -> arguments and answer; and `found(kind, args, answer)`.
    """

    def __init__(self):
        self._pool = None
        self._lost: tuple = ()  # the last job whose process has died

    def step(self, clients) -> None:
        """Tell the clients what is known, and begin the next slices."""
        for client in clients:
            for kind, (args, answer) in list(client.begun.items()):
                if answer.done():
                    del client.begun[kind]
                    self._tell(client, kind, args, answer)
            for kind, args in client.jobs.items():
                if kind not in client.begun:
                    self._begin(client, kind, args)

    def _tell(self, client, kind: str, args: tuple, answer) -> None:
        try:
            found = answer.result()
        except Exception as error:  # an invalid game, a process that has died, or a mistake
            if isinstance(error, RuntimeError) and self._lost != (kind, args):
                self._lost = (kind, args)  # another one is asked, once
                return
            found = failed(kind, args, error)
        client.found(kind, args, found)

    def _begin(self, client, kind: str, args: tuple) -> None:
        self._pool = self._pool or process()
        try:
            client.begun[kind] = (args, self._pool.submit(JOBS[kind], *(args + (SLICE_S,))))
        except RuntimeError:  # it has died
            self.close()

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class PanelValues:
    """Values for the pages' panels, worked out once per position shown; of JOBS, `chances`."""

    def __init__(self):
        self.jobs: dict = {}
        self.begun: dict = {}
        self._key: tuple = ()
        self._at: Position = None
        self._known: dict = {}

    def about(self, position: str, rules: str, what: set) -> dict:
        """The requested values, by name: those of `OF_POSITION` and `chances` that are in `what`."""
        if self._key != (position, rules):
            self._key, self._known, self.jobs = (position, rules), {}, {}
            try:
                self._at = parse_position(position, parse_rules(rules))
            except ValueError:  # nothing known yet, or the game is over
                self._at = None
        for name, (find, empty) in OF_POSITION.items():
            if name in what and name not in self._known:
                self._known[name] = find(self._at) if self._at else empty
        if CHANCES in what and CHANCES not in self._known:
            self._known[CHANCES] = None
            if self._at:
                self.jobs[CHANCES] = self._key
        return {name: found for name, found in self._known.items() if name in what}

    def found(self, kind: str, args: tuple, answer: dict) -> None:
        """Take the answer of a job, unless another position is shown by now."""
        if self.jobs.get(kind) == args:
            del self.jobs[kind]
            self._known[kind] = answer
