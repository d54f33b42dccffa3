"""Fast games: legal turns, play, baselines, the net and its learning, in C, for the host's heavy work.

The engine `daldos` states the rules; what this finds is proved equal to it position by position (host_tests). A Kernel
is made for one `Rules`. Nothing here keeps state between calls but the Kernel's own tables and a Learner's weights.
"""

from libc.math cimport exp, expf, log
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

cdef extern from *:
    int __builtin_ctzll(unsigned long long) noexcept nogil
    int __builtin_popcountll(unsigned long long) noexcept nogil

cdef enum:
    HOLES = 56  # the largest board has 52

# The options as ints, and the tables of board and sides. An option of the rules stands here and in Kernel.__init__.
cdef struct Game:
    int n, size, middle, enemy, loop
    int sternmost, separate, dal_moves, extra, forfeits, lose_at
    uint8_t after[2][HOLES]
    uint8_t step[2][HOLES]
    uint8_t stop[2][8]
    uint8_t own[2][8]
    uint8_t view[2][HOLES]  # a hole as its player sees it: B's board is A's, turned round

include "position.pxi"
include "turns.pxi"
include "chance.pxi"
include "ending.pxi"
include "players.pxi"
include "net.pxi"
include "quantised.pxi"
include "match.pxi"
include "learn.pxi"


cdef class Kernel:
    """Tables of one ruleset. `turns`, `random_games`; given to everything else of this module."""

    cdef Game g
    cdef Seen* seen
    cdef Endings* endings
    cdef readonly object rules

    def __cinit__(self, rules):
        self.seen = <Seen*>calloc(1, sizeof(Seen))
        self.endings = <Endings*>calloc(1, sizeof(Endings))
        if not self.seen or not self.endings:
            raise MemoryError

    def __dealloc__(self):
        free(self.seen)
        if self.endings:
            free_endings(self.endings)
            free(self.endings)

    def __init__(self, rules):
        board = rules.board
        cdef int player, k
        self.rules = rules
        self.g.n = board.n
        self.g.size = board.size
        self.g.middle = board.start[1]
        self.g.enemy = board.start[2]
        self.g.loop = board.loop
        self.g.sternmost = rules.dal_order == "sternmost"
        self.g.separate = rules.one_piece == "separate"
        self.g.dal_moves = rules.dal_moves
        self.g.extra = rules.extra_throw
        self.g.forfeits = rules.blocked_dal_dal_forfeits
        self.g.lose_at = rules.lose_at
        for player in range(2):
            for k in range(board.size):
                self.g.after[player][k] = board.after[player][k]
                self.g.step[player][k] = board.step[player][k]
                self.g.view[player][k] = k
            for k in range(5):
                self.g.stop[player][k] = rules.stop[player][k]
                self.g.own[player][k] = (k == 1 or k == 2) if player == 0 else (k == 3 or k == 4)
        for k in range(board.n):
            self.g.view[1][k] = self.g.enemy + k
            self.g.view[1][self.g.enemy + k] = k

    cdef int load(self, State* s, cells) except -1:
        if len(cells) != self.g.size:
            raise ValueError("%d cells: the board has %d holes" % (len(cells), self.g.size))
        memset(s.cells, 0, sizeof(s.cells))
        for k in range(self.g.size):
            s.cells[k] = cells[k]
        set_masks(&self.g, s)
        return 0

    def turns(self, cells, int player, int die1, int die2):
        """(dice used, packed turns) of a throw, one turn for each distinct result; as daldos.turns.legal_turns."""
        cdef State s
        cdef Turns found
        self.load(&s, cells)
        generate(&self.g, &s, player, die1, die2, &found, self.seen)
        return found.dice_used, [found.turns[k] for k in range(found.count)]

    def exposed(self, cells, int attacker):
        """16 times the expected number of pieces that the attacker's throw could hit: daldos.ai.baselines.exposed."""
        cdef State s
        self.load(&s, cells)
        return exposed(&self.g, &s, attacker)

    def random_games(self, int games, unsigned long long seed):
        """Play games of uniformly random turns; returns how many throws were played in all."""
        cdef uint64_t stream = start_stream(seed)
        cdef long throws = 0
        cdef int k
        with nogil:
            for k in range(games):
                throws += random_game(&self.g, self.seen, &stream)
        return throws

    def prepare_endings(self, int pieces):
        """Room for the endings of up to `pieces` (1 to 3) a side, each at chance 1/2; invalid places stay so."""
        cdef int k, m, loop = self.g.loop
        cdef long at
        cdef Endings* e = self.endings
        if not 1 <= pieces <= DEEP:
            raise ValueError("endings of %d pieces a side: expected 1 to %d" % (pieces, DEEP))
        free_endings(e)
        e.ranks[1] = loop
        e.ranks[2] = loop * (loop - 1) // 2
        e.ranks[3] = loop * (loop - 1) * (loop - 2) // 6
        for k in range(1, pieces + 1):
            for m in range(1, pieces + 1):
                if min(k, m) <= self.g.lose_at:
                    continue
                e.table[k][m] = <double*>malloc(sizeof(double) * e.ranks[k] * e.ranks[m])
                if not e.table[k][m]:
                    raise MemoryError
                for at in range(<long>e.ranks[k] * e.ranks[m]):
                    e.table[k][m][at] = 0.5
        e.most = pieces

    def sweep_endings(self, int k, int m, bint change=True):
        """One pass of value iteration over k against m pieces (who throws first); the largest difference."""
        cdef double most
        if k > DEEP or m > DEEP or not self.endings.table[k][m]:
            raise ValueError("no table of %d against %d" % (k, m))
        with nogil:
            most = sweep(&self.g, self.endings, self.seen, k, m, change)
        return most

    def endings_table(self, int k, int m):
        """The table of k against m pieces as a memoryview of doubles; writing to it sets it."""
        if not self.endings.table[k][m]:
            raise ValueError("no table of %d against %d" % (k, m))
        return <double[: <long>self.endings.ranks[k] * self.endings.ranks[m]]>self.endings.table[k][m]

    def endings_figures(self, int k, int m):
        """(positions, lowest, highest, mean chance) of a table."""
        cdef uint8_t loop0[HOLES]
        cdef uint8_t loop1[HOLES]
        cdef State s
        cdef long count = 0
        cdef double total = 0, low = 1, high = 0, value
        cdef int own, other
        loops(&self.g, loop0, loop1)
        for own in range(self.endings.ranks[k]):
            for other in range(self.endings.ranks[m]):
                if place(&self.g, &s, loop0, loop1, k, own, m, other):
                    value = self.endings.table[k][m][<long>own * self.endings.ranks[m] + other]
                    count += 1
                    total += value
                    low = min(low, value)
                    high = max(high, value)
        return count, low, high, total / count

    def ending_chance(self, cells, int player):
        """The solved chance of `player`, who is to throw, or None."""
        cdef State s
        self.load(&s, cells)
        value = ending(&self.g, self.endings, &s, player)
        return None if value < 0 else value

    def match(self, first, second, int games, unsigned long long seed):
        """Games of two players, who changes sides every game; (wins of the first, throws in all).

        A player is `random`, `greedy`, `careful`, a Learner, whose float net plays by one ply, or a level of the
        integers: (Quantised, plies, of 256 pieces overlooked, turns looked at by two plies, how much worse than the best by one ply
        a turn may be, in 1 / 65536).
        """
        cdef Player players[2]
        cdef Player* seats[2]
        cdef uint64_t stream = start_stream(seed)
        cdef long throws = 0
        cdef int k, wins = 0
        take_player(first, &players[0])
        take_player(second, &players[1])
        with nogil:
            for k in range(games):
                seats[k & 1] = &players[0]
                seats[1 - (k & 1)] = &players[1]
                if play_game(&self.g, self.endings, self.seen, seats, &stream, &throws) == k & 1:
                    wins += 1
        return wins, throws

    def logits(self, Quantised net, cells, int player, int die1, int die2):
        """(turn, its logit by one ply) of all legal turns, as daldos.ai.opponent values them with the same tables."""
        cdef State s
        cdef Turns found
        cdef int values[MOST]
        self.load(&s, cells)
        generate(&self.g, &s, player, die1, die2, &found, self.seen)
        again = throws_again(&self.g, die1, die2, found.dice_used)
        int_values(&self.g, self.endings, net.ints, &s, player, &found, again, values)
        return [(found.turns[k], values[k]) for k in range(found.count)]

    def glance(self, Quantised net, cells, seen, int player, int die1, int die2, int dearest):
        """The turn that is best to who sees but the cells `seen`, as daldos.ai.opponent has it.

        dearest: in 1/65536, how much worse than the best it may be.
        """
        cdef State s, eyed
        cdef Turns found
        cdef int values[MOST]
        cdef int best
        self.load(&s, cells)
        self.load(&eyed, seen)
        generate(&self.g, &s, player, die1, die2, &found, self.seen)
        again = throws_again(&self.g, die1, die2, found.dice_used)
        best = int_values(&self.g, self.endings, net.ints, &s, player, &found, again, values)
        best = glance(
            &self.g, net.ints, &eyed, player, &found, again, values, chance_of(values[best]) - dearest
        )
        return found.turns[best]

    def deep_chance(self, Quantised net, cells, int player, int thrower):
        """16 * 65536 times the player's chance by the mean over the thrower's throws, as daldos.ai.opponent has it."""
        cdef State s
        self.load(&s, cells)
        return deep_chance(&self.g, self.endings, self.seen, net.ints, &s, player, thrower)

    def best_deep(self, Quantised net, cells, int player, int die1, int die2, int most, int margin):
        """(turn, 16 * 65536 times its chance by two plies) of the best turn as level 5 looks for it."""
        cdef State s, after
        cdef Turns found
        cdef int values[MOST]
        cdef int place, chance
        cdef bint again
        self.load(&s, cells)
        with nogil:
            generate(&self.g, &s, player, die1, die2, &found, self.seen)
            again = throws_again(&self.g, die1, die2, found.dice_used)
            place = int_values(&self.g, self.endings, net.ints, &s, player, &found, again, values)
            place = deep_choice(
                &self.g, self.endings, self.seen, net.ints, &s, player, &found, again, values, place, most, margin
            )
            chance = 16 * chance_of(values[place])
            after = s
            play(&after, player, found.turns[place])
            if values[place] != WON_LOGIT and ending(&self.g, self.endings, &after, player if again else 1 - player) < 0:
                chance = deep_chance(
                    &self.g, self.endings, self.seen, net.ints, &after, player, player if again else 1 - player
                )
        return found.turns[place], chance

    def rollout(self, who, cells, int player, int thrower, int games, unsigned long long seed):
        """The share of games that `player` wins from there on, both sides played by `who` (as for match).

        The first two throws go through all 256 ways in turn; the same seed gives the same dice.
        """
        cdef Player seat
        cdef State s
        cdef uint64_t stream
        cdef int k, wins = 0
        self.load(&s, cells)
        take_player(who, &seat)
        with nogil:
            for k in range(games):
                stream = start_stream(seed * 1000003 + k)
                if rollout(&self.g, self.endings, self.seen, &seat, &s, thrower, k & 255, &stream) == player:
                    wins += 1
        return wins / <double>games


cdef int take_player(who, Player* player) except -1:
    if isinstance(who, tuple):
        player.kind = INTS
        player.ints = (<Quantised>who[0]).ints
        player.plies, player.overlooks, player.most, player.margin = who[1:]
    elif isinstance(who, Learner):
        player.kind = FLOAT
        player.net = (<Learner>who).net
    else:
        player.kind = ("random", "greedy", "careful").index(who)
    return 0
