"""A second implementation of the relatives' rules, to check the engine: a board is one string along the mover's way.

It shares nothing with the engine. In a turn only the mover's pieces go, so all is seen from him: the string begins at
the far end of his home row and ends at the end of the enemy's; behind its end the middle row follows again. `m` and `M`
are his pieces, undalled and dalled, `e` and `E` the enemy's; `k` is nobody's king, `K` his own, `L` the enemy's. A move
cuts a letter out and pastes it elsewhere. Throws are tried level by level: all boards after one die, after two ...

>>> turns("..a............/.......k......./b............B. B 244", VUOVDAGUOIKA).results
frozenset({'..a............/......Bk......./b.............. A -'})
"""

import random
from typing import NamedTuple


class Game(NamedTuple):
    """The rules of a game. special: the throws after which the same player throws again."""

    rows: tuple[int, int, int]
    opposed: bool = False
    passes: str = "eEkKL"  # letters that a piece may pass
    king: bool = False
    gate: bool = False  # Sig: the gate at the prow
    home: bool = False  # whether a piece that is hit goes home
    first: bool = True  # whether only the piece nearest the exit is activated
    special: str = ""
    lose_at: int = 0


class Found(NamedTuple):
    """The results of a throw; the most dice that one of them uses; whether the same player throws again."""

    results: frozenset[str]
    dice_used: int
    again: bool


VUOVDAGUOIKA = Game((15, 15, 15), opposed=True, king=True)
SIG = Game((12, 13, 12), passes="mMeE", gate=True, home=True, first=False)
GAMES = {"vuovdaguoika": VUOVDAGUOIKA, "sig": SIG, "sig-short": SIG._replace(home=False)}
_PASSES = {"enemy": "eEkKL", "own": "mMkKL", "any": "mMeEkKL"}
_SEEN = {"A": str.maketrans("aAbBCD", "mMeEKL"), "B": str.maketrans("aAbBCD", "eEmMLK")}
_TOLD = {"A": str.maketrans("mMeEKL", "aAbBCD"), "B": str.maketrans("mMeEKL", "bBaADC")}


def game_of(rules: str) -> Game:
    """The game of a text of rules."""
    name, *changes = rules.split(",")
    game = GAMES[name]
    for change in changes:
        option, value = change.split("=")
        field, to = {
            "opposed": ("opposed", value == "true"),
            "jump": ("passes", _PASSES.get(value, "")),
            "dal_order": ("first", value == "sternmost"),
            "extra_throw": ("special", "146" if value == "special" else ""),
            "lose_at": ("lose_at", len(value) and ord(value[0]) - 48),
        }[option]
        game = game._replace(**{field: to})
    return game


def turns(text: str, game: Game) -> Found:
    """All results of the position's throw."""
    rows, player, throw = text.split()
    levels: list[set] = [{(seen(rows, player, game), throw)}]
    ends: list[set] = []  # the boards on which no die can be played, by the dice used
    wins: set = set()
    used = 0
    for level in range(len(throw) + 1):
        stuck, then = set(), set()
        for board, dice in levels[-1]:
            after = {
                (moved, dice[:k] + dice[k + 1 :])
                for k in range(len(dice))
                for moved in _moves(board, int(dice[k]), game)
            }
            if any(_beaten(moved, "eE", game) for moved, _ in after):
                used = level + 1
            wins |= {moved for moved, _ in after if _beaten(moved, "eE", game)}
            then |= {(moved, rest) for moved, rest in after if not _beaten(moved, "eE", game)}
            if not after:
                stuck.add(board)
        ends.append(stuck)
        levels.append(then)
    used = max([used] + [k for k in range(len(ends)) if ends[k]])
    again = throw in tuple(game.special)
    enemy = "AB"[player == "A"]
    found = {f"{told(board, player, game)} {player if again else enemy} -" for board in ends[used]}
    found |= {f"{told(board, player, game)} {player} #" for board in wins}
    return Found(frozenset(found), used, again)


def seen(rows: str, player: str, game: Game) -> str:
    """The rows as the player's string."""
    a, m, b = rows.split("/")
    if player == "A":
        text = a[::-1] + m + b[::-1]
    elif game.opposed:
        text = b + m[::-1] + a
    else:
        text = b[::-1] + m + a[::-1]
    return text.translate(_SEEN[player])


def told(board: str, player: str, game: Game) -> str:
    """The rows of the player's string."""
    n, middle, _ = game.rows
    home, m, far = board[:n], board[n : n + middle], board[n + middle :]
    if player == "A":
        rows = home[::-1], m, far[::-1]
    elif game.opposed:
        rows = far, m[::-1], home
    else:
        rows = far[::-1], m, home[::-1]
    return "/".join(rows).translate(_TOLD[player])


def _beaten(board: str, letters: str, game: Game) -> bool:
    return sum(map(board.count, letters)) <= game.lose_at


def _moves(board: str, die: int, game: Game) -> list[str]:
    found = []
    for at in [k for k, letter in enumerate(board) if letter in "mMK"]:
        moved = _move(board, at, die, game)
        if moved:
            found.append(moved)
    return found


def _move(board: str, at: int, die: int, game: Game) -> str:
    # The board after it, or nothing.
    letter = board[at]
    n, middle, _ = game.rows
    if letter == "m" and (die > 1 or (game.first and "m" in board[at + 1 : n])):
        return ""
    way = [*range(at, len(board)), *range(n, len(board))][: die + 2]  # with the hole behind its end
    to, between = way[die], way[1:die]
    gate = n + middle - 1 if game.gate else -1
    if gate in between or (at == gate and die > 1):
        return ""
    passes = game.passes + ("mM" if letter == "K" else "")
    if any(board[k] != "." and board[k] not in passes for k in between) or board[to] in "mM":
        return ""
    lifted = _put(board, at, ".")
    hit, piece = lifted[to], "K" if letter == "K" else "M"
    if hit in "kKL":
        return "" if lifted[way[die + 1]] in "mM" else _put(_put(lifted, to, piece), way[die + 1], "K")
    if hit in "eE" and game.gate:
        far = n + middle
        # The enemy's row is walked from the prow, so its holes nearest the prow come first.
        if at == gate:
            lifted = _put_first(lifted, hit, far + 1)
        elif to < far and game.home:
            lifted = _put_first(lifted, "e", far)
    return _put(lifted, to, piece)


def _put(board: str, at: int, letter: str) -> str:
    return board[:at] + letter + board[at + 1 :]


def _put_first(board: str, letter: str, at: int) -> str:
    # In the first empty hole from there on, if there is one.
    free = board.find(".", at)
    return board if free < 0 else _put(board, free, letter)


# Positions to compare on

THROWS = {
    game: sorted({"".join(sorted(a + b + c)) for a in "1234" for b in "1234" for c in "1234"})
    if game == "vuovdaguoika"
    else list("12346")
    for game in GAMES
}


def random_position(draw: random.Random, rules: str) -> str:
    """A position of the game with a throw: pieces scattered, crowded on a stretch, or few and near one another."""
    name, game = rules.partition(",")[0], game_of(rules)
    n, middle, _ = game.rows
    size, mover = 2 * n + middle, draw.choice("AB")
    board = ["."] * size
    king = n + middle // 2
    if game.king:
        owner = draw.choice("kKL")
        king = king if owner == "k" else draw.randrange(size)
        board[king] = owner
    first, stretch = draw.randrange(size), draw.choice((size, size, 14, 8))
    near = [(first + k) % size for k in range(stretch)]
    for letters, home in (("mM", range(n)), ("eE", range(n + middle, size))):
        count = draw.choice((game.lose_at + 1, game.lose_at + 2, 3, 6, n, n))
        undalled = draw.choice((0.1, 0.5, 0.9))
        for _ in range(3 * count):
            at = draw.choice(near if draw.random() < 0.9 else range(size))
            if sum(map(board.count, letters)) < count and board[at] == ".":
                board[at] = letters[not (at in home and draw.random() < undalled)]
    rows = told("".join(board), mover, game)
    # No dalled piece stands where none can: on the far end of its home row.
    for player in "AB":
        mine = seen(rows, player, game)
        if mine[0] == "M":
            rows = told("m" + mine[1:], player, game)
    for player in "AB":
        mine = seen(rows, player, game)
        while _beaten(mine, "mM", game):
            free = draw.choice([k for k in range(1, size) if mine[k] == "."])
            mine = _put(mine, free, "M")
        rows = told(mine, player, game)
    return f"{rows} {mover} {draw.choice(THROWS[name])}"
