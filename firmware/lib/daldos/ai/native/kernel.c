#include "kernel.h"

enum { FAR = 4, MOVES = 3, /* of a search, as much work as a turn valued */ WORK_FOUND = 8, WORK_BEGIN = 4, WORK_ROW = 12 };
enum { SIGHT = 8, BEND = 3, BOTH = 3, APART = 12, LATE = 16 }; /* how far apart pieces are that see each other, and all others */
enum { MARGIN = 4000, LATE_MARGIN = 12000, INNER_MARGIN = 2000, INNER = 3 }; /* of DK_ONE; INNER: turns of inner nodes */

/* daldos.ai.logistic */
static const uint16_t CHANCES[161] = {
    32768, 33792, 34813, 35831, 36843, 37847, 38841, 39824, 40793, 41748, 42687, 43608, 44511, 45393, 46254,
    47094, 47911, 48704, 49474, 50220, 50941, 51638, 52310, 52957, 53581, 54179, 54754, 55306, 55834, 56339,
    56822, 57284, 57724, 58144, 58544, 58925, 59287, 59632, 59959, 60270, 60565, 60844, 61109, 61360, 61598,
    61823, 62036, 62238, 62428, 62608, 62778, 62938, 63090, 63233, 63368, 63495, 63615, 63728, 63835, 63935,
    64030, 64119, 64203, 64283, 64357, 64427, 64494, 64556, 64614, 64669, 64721, 64770, 64816, 64859, 64900,
    64938, 64974, 65008, 65039, 65069, 65097, 65124, 65149, 65172, 65194, 65215, 65234, 65252, 65269, 65285,
    65300, 65315, 65328, 65341, 65352, 65364, 65374, 65384, 65393, 65402, 65410, 65417, 65425, 65431, 65438,
    65444, 65449, 65454, 65459, 65464, 65468, 65472, 65476, 65480, 65483, 65486, 65489, 65492, 65495, 65497,
    65500, 65502, 65504, 65506, 65508, 65509, 65511, 65513, 65514, 65515, 65517, 65518, 65519, 65520, 65521,
    65522, 65523, 65523, 65524, 65525, 65526, 65526, 65527, 65527, 65528, 65528, 65529, 65529, 65530, 65530,
    65530, 65531, 65531, 65531, 65532, 65532, 65532, 65532, 65533, 65533, 65533,
};
static const int16_t LOGITS[128] = {
    32, 96, 160, 224, 288, 352, 416, 481, 545, 609, 674, 738, 803, 867, 932, 997, 1062, 1127, 1192, 1258, 1323,
    1389, 1455, 1521, 1588, 1654, 1721, 1788, 1855, 1923, 1990, 2058, 2127, 2195, 2264, 2333, 2403, 2472, 2543,
    2613, 2684, 2755, 2827, 2899, 2972, 3045, 3118, 3192, 3267, 3342, 3417, 3493, 3570, 3647, 3725, 3804, 3883,
    3963, 4043, 4124, 4206, 4289, 4373, 4457, 4543, 4629, 4716, 4804, 4893, 4984, 5075, 5167, 5261, 5356, 5452,
    5549, 5648, 5749, 5850, 5954, 6059, 6166, 6274, 6385, 6497, 6611, 6728, 6847, 6968, 7092, 7219, 7348, 7481,
    7616, 7755, 7898, 8044, 8194, 8349, 8508, 8673, 8842, 9018, 9199, 9388, 9583, 9787, 10000, 10222, 10455,
    10699, 10958, 11231, 11521, 11831, 12163, 12521, 12910, 13337, 13809, 14338, 14941, 15641, 16480, 17525,
    18920, 21028, 25544,
};

DK_API int32_t dk_size(void) { return sizeof(dk_kernel); }

static int32_t halfword(const uint8_t *p) { return (int16_t)(p[0] | p[1] << 8); }

/* 0, or -1 for weights that are too large */
DK_API int32_t dk_setup(dk_kernel *k, const uint8_t *game, const uint8_t *weights, const uint8_t *table, int32_t packed) {
    int32_t units = weights[1], u;
    if (weights[0] < 1 || weights[0] > 2 || units > DK_UNITS) return -1;
    k->g = (const dk_game *)game;
    k->counted = weights[0] == 2;
    for (u = 0; k->counted && u < DK_VALUES; u++) k->values[u] = halfword(weights + 8 + 2 * u);
    k->weights = weights;
    k->table = table;
    k->packed = packed;
    k->units = units;
    k->rows = 8 + 6 * units;
    k->blank = k->rows + weights[2] * units;
    k->shift = weights[3];
    k->constant = (int32_t)(weights[4] | weights[5] << 8 | weights[6] << 16 | (uint32_t)weights[7] << 24);
    k->ranks = k->g->loop + k->g->loop * (k->g->loop - 1) / 2;
    k->row_numbers[0] = k->row_numbers[1] = -1;
    k->used = 0;
    for (u = 0; u < units; u++) {
        k->start[0][u] = halfword(weights + 8 + 2 * u);
        k->start[1][u] = halfword(weights + 8 + 2 * (units + u));
        k->out[u] = halfword(weights + 8 + 2 * (2 * units + u));
    }
    return 0;
}

/* ---- moves: daldos.turns ---- */

enum { ALL = 3, EARLY = 1 << 30 }; /* the place of all dice added on one piece; a turn that wins before its last die */
enum { NOBODYS = 5, KING = 6 };   /* the king's cells, daldos.rules */

static int32_t soldier(const dk_game *g, int32_t player, int32_t cell) { return cell < NOBODYS && g->own[player][cell]; }

/* The hole that a piece reaches by this many steps, or -1. */
static int32_t reach(const dk_game *g, const uint8_t *cells, int32_t player, int32_t hole, int32_t steps) {
    const uint8_t *after = g->after[player], *stop = g->stop[player];
    int32_t royal = cells[hole] > NOBODYS;
    for (; steps > 1; steps--) {
        hole = after[hole];
        if ((stop[cells[hole]] && !(royal && g->own[player][cells[hole]])) || hole == g->exact[player]) return -1;
    }
    hole = after[hole];
    if (cells[hole] >= NOBODYS) return soldier(g, player, cells[after[hole]]) ? -1 : hole; /* the king is pushed */
    return g->own[player][cells[hole]] ? -1 : hole;
}

/* The same for a piece of either kind, by a die and, added, the rest of the throw: daldos.reach. */
static int32_t reach_by(const dk_game *g, const uint8_t *cells, int32_t player, int32_t hole, int32_t die, int32_t more) {
    int32_t undalled = 1 + 2 * player;
    if (die != 1 && hole == g->gate) return -1;
    if (cells[hole] == undalled) {
        if (die != 1) return -1;
        if (g->frontmost) {
            int32_t first = g->front[player], inward = first == (player ? g->size - g->n : 0) ? 1 : -1;
            while (cells[first] != undalled) first += inward;
            if (first != hole) return -1;
        }
        if (!g->dal_moves) {
            if (!more) return hole;
            die = 0;
        }
    }
    return reach(g, cells, player, hole, die + more);
}

/* Of a move that lands on another piece: the hole to which that piece goes, and as which cell; DK_NO_HOLE if it is
 * captured. The hole that the move left is empty already: daldos.effects. */
static int32_t goes(const dk_game *g, const uint8_t *cells, int32_t player, int32_t hole, int32_t to, uint8_t *as) {
    int32_t first = player ? 0 : g->size - g->n, free = first + g->n - 1;
    *as = cells[to];
    if (*as >= NOBODYS) {
        *as = (uint8_t)(KING + player);
        return g->after[player][to];
    }
    if (hole != g->gate) {
        if (!g->sent_home || (to >= first && to < first + g->n)) return DK_NO_HOLE;
        *as = (uint8_t)(3 - 2 * player);
    }
    while (free >= first && cells[free]) free--;
    return free < first ? DK_NO_HOLE : free;
}

/* Where a legal move ends. */
static int32_t end_of(const dk_game *g, const uint8_t *dice, int32_t count, int32_t player, int32_t undalled, int32_t hole, int32_t place) {
    int32_t steps = undalled && !g->dal_moves ? -1 : 0, i;
    for (i = 0; i < count; i++)
        if (place == ALL || place == i) steps += dice[i];
    for (; steps > 0; steps--) hole = g->after[player][hole];
    return hole;
}

/* Play one move on the cells; returns whether it captures. Inline, for a search tries half of its turns twice. */
static inline __attribute__((always_inline)) int32_t step(const dk_game *g, uint8_t *cells, int32_t player, int32_t hole, int32_t to) {
    uint8_t was = cells[hole], as;
    int32_t captures = 0;
    cells[hole] = 0;
    if (cells[to] && hole != to) {
        int32_t free = goes(g, cells, player, hole, to, &as);
        captures = free == DK_NO_HOLE || cells[free];
        if (free != DK_NO_HOLE) cells[free] = as;
    }
    cells[to] = was > NOBODYS ? was : (uint8_t)(2 + 2 * player);
    return captures;
}

/* Play a packed turn on the cells; returns how many pieces it captures. */
static int32_t replay(const dk_game *g, const uint8_t *dice, int32_t count, int32_t player, uint8_t *cells, uint32_t turn) {
    int32_t captures = 0;
    for (turn &= 0xFFFFFF; turn; turn >>= 8) {
        int32_t hole = (int32_t)(turn & 63) - 1, undalled = cells[hole] == 1 + 2 * player;
        captures += step(g, cells, player, hole, end_of(g, dice, count, player, undalled, hole, turn >> 6 & 3));
    }
    return captures;
}

/* A part of a position's hash, of which the sum is taken. */
static uint32_t mix(uint32_t cell, uint32_t hole) {
    uint32_t x = (cell << 6 | hole) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return cell ? x ^ x >> 13 : 0;
}

static int32_t dice_in(const dk_legal *q, uint32_t turn) {
    int32_t used = 0;
    if ((turn >> 6 & 3) == ALL) return q->count_of_dice;
    for (turn &= 0xFFFFFF; turn; turn >>= 8) used++;
    return used;
}

/* Keep the turn that led to the present cells, unless another has led there. */
static void keep(dk_legal *q, uint32_t hash, uint32_t turn, int32_t used) {
    uint32_t slot = hash >> 21, tag = hash & 0xFFFF;
    int32_t hole, other;
    if (used < q->dice_used && !(turn & EARLY)) return;
    for (; q->u.s.slots[slot]; slot = (slot + 1) & (DK_SLOTS - 1)) {
        uint8_t cells[64];
        other = q->u.s.slots[slot] - 1;
        if (q->u.s.tags[other] != tag) continue;
        for (hole = 0; hole < q->g->size; hole++) cells[hole] = q->start[hole];
        replay(q->g, q->dice, q->count_of_dice, q->player, cells, q->turns[other]);
        for (hole = 0; hole < q->g->size && cells[hole] == q->cells[hole]; hole++) {}
        if (hole == q->g->size) return;
    }
    if (q->count == DK_MOST) q->full = 1;
    if (q->full) return;
    q->mixed |= q->count && used != q->dice_used;
    q->mixed |= (turn & EARLY) != 0;
    if (used > q->dice_used) q->dice_used = used;
    q->turns[q->count] = turn;
    q->u.s.tags[q->count] = (uint16_t)tag;
    q->u.s.slots[slot] = (uint16_t)++q->count;
}

/* Move a piece; kept if no die is left or the game is won. */
static void extend(dk_legal *q, uint32_t left, uint32_t turn, int32_t used, int32_t taken, uint32_t hash, const uint8_t *holes, int32_t n);

static void move(dk_legal *q, int32_t hole, int32_t to, uint32_t left, uint32_t turn, int32_t used, int32_t taken, uint32_t hash, const uint8_t *holes, int32_t n) {
    uint8_t *cells = q->cells, was = cells[hole], there = to == hole ? 0 : cells[to], freed = 0, as;
    uint8_t dalled = was > NOBODYS ? was : (uint8_t)(2 + 2 * q->player);
    int32_t free = DK_NO_HOLE, captures = there != 0;
    hash += mix(dalled, to) - mix(was, hole) - mix(there, to);
    cells[hole] = 0;
    if (there) free = goes(q->g, cells, q->player, hole, to, &as);
    if (free != DK_NO_HOLE) {
        freed = cells[free];
        cells[free] = as;
        hash += mix(as, free) - mix(freed, free);
        captures = freed != 0;
    }
    q->moves++;
    cells[to] = dalled;
    taken += captures;
    if (captures && taken >= q->spare) keep(q, hash, left ? turn | EARLY : turn, used);
    else if (!left) keep(q, hash, turn, used);
    else {
        uint8_t own[24];
        int32_t i, m = 0, placed = 0;
        if (free != DK_NO_HOLE && !q->alone) { /* the king is among the pieces now, or elsewhere */
            for (i = 0; i < q->g->size; i++)
                if (q->g->own[q->player][cells[i]]) own[m++] = (uint8_t)i;
            placed = 1;
        } else
            for (i = q->alone ? n : 0; i < n; i++) {
                if (holes[i] == hole) continue;
                if (!placed && to < holes[i]) placed = 1, own[m++] = (uint8_t)to;
                own[m++] = holes[i];
            }
        if (!placed) own[m++] = (uint8_t)to;
        q->came[used] = (uint8_t)to;
        q->from[used] = (uint8_t)hole;
        q->woke[used] = was == 1 + 2 * q->player;
        extend(q, left, turn, used, taken, hash, own, m);
    }
    if (free != DK_NO_HOLE) cells[free] = freed;
    cells[to] = there;
    cells[hole] = was;
}

/* All ways to go on with the dice left, a bit each. Two pieces far apart on their way do not affect each other: of their
 * two orders the second is left out, and where they can go is known from the start. */
static void extend(dk_legal *q, uint32_t left, uint32_t turn, int32_t used, int32_t taken, uint32_t hash, const uint8_t *holes, int32_t n) {
    const dk_game *g = q->g;
    int32_t place, i, u, stuck = 1, die = 0, undalled = 1 + 2 * q->player, before = used ? q->from[used] : 0;
    int32_t before_place = used ? turn >> (8 * used - 2) & 3 : 0, fixed = g->separate ? 1 : used + 1;
    for (place = 0; place < q->count_of_dice; place++) {
        if (!(left >> place & 1) || q->dice[place] == die) continue;
        die = q->dice[place];
        for (i = 0; i < n; i++) {
            int32_t hole = holes[i], asleep = q->cells[hole] == undalled, far, to;
            if (asleep && die != 1) continue;
            for (u = 0; u < fixed && q->came[u] != hole; u++) {}
            if (u < fixed) continue;
            far = used && q->calm && !(g->frontmost && asleep && q->woke[used]);
            if (far) {
                int32_t off = g->step[q->player][hole] - g->step[q->player][before];
                if (off < 0) off = -off;
                far = off > FAR + g->king && off < g->loop - FAR - g->king; /* a king is pushed one hole more */
            }
            to = far && used == 1 ? q->first[place][hole] : reach_by(g, q->cells, q->player, hole, die, 0);
            if (to < 0) continue;
            stuck = 0;
            if (far && (place < before_place || (die == q->dice[before_place] && hole < before))) continue;
            move(q, hole, to, left & ~(1u << place), turn | (uint32_t)(hole + 1 + (place << 6)) << 8 * used, used + 1, taken, hash, holes, n);
        }
    }
    if (stuck && !q->alone) keep(q, hash, turn, used);
}

/* Begin to search for all legal turns of a throw, or of a part of one. but: a hole whose piece stays, or DK_NO_HOLE. */
static void begin(dk_legal *q, const dk_game *g, const uint8_t *cells, int32_t player, const uint8_t *dice, int32_t count, int32_t but) {
    int32_t i, n = 0, place, foes = 0;
    for (i = 0; i < DK_SLOTS; i++) q->u.s.slots[i] = 0;
    q->g = g;
    q->player = player;
    q->count_of_dice = count;
    q->count = q->dice_used = q->mixed = q->full = q->piece = q->place = 0;
    q->came[0] = (uint8_t)but;
    for (i = 0; i < g->size; i++) {
        q->start[i] = q->cells[i] = cells[i];
        if (g->own[player][cells[i]]) q->holes[n++] = (uint8_t)i;
        foes += soldier(g, 1 - player, cells[i]);
    }
    q->pieces = n;
    q->spare = foes - g->lose_at;
    q->calm = q->spare >= count && g->gate == DK_NO_HOLE;
    q->stuck = 1;
    q->alone = count > 1; /* first all dice on one piece */
    for (place = 0; place < count; place++) {
        q->dice[place] = dice[place];
        for (i = 0; i < n; i++) q->first[place][q->holes[i]] = (int8_t)reach_by(g, q->cells, player, q->holes[i], dice[place], 0);
    }
}

/* First those of the most dice, then those that win before. */
static void sort(dk_legal *q) {
    int32_t late = 0, early = 0, i;
    for (i = 0; i < q->count; i++)
        if (q->turns[i] & EARLY) q->u.values[early++] = q->turns[i] & ~EARLY;
        else if (dice_in(q, q->turns[i]) == q->dice_used) q->turns[late++] = q->turns[i];
    for (i = 0; i < early; i++) q->turns[late++] = (uint32_t)q->u.values[i];
    q->count = late;
}

/* Go on for about so many moves; returns whether all turns are found, one for each result, in the order of daldos.turns. */
static int32_t more(dk_legal *q, int32_t moves) {
    int32_t count = q->count_of_dice, all = (1 << count) - 1, n = q->pieces, i = q->piece, place = q->place;
    const uint8_t *holes = q->holes;
    for (q->moves = 0; place < count && q->moves < moves; i++) {
        int32_t die = q->dice[place], hole, to;
        if (i == n) { /* the next die */
            i = -1;
            if (q->alone) q->alone = 0;
            else place++;
            continue;
        }
        hole = holes[i];
        if (q->alone && q->g->separate) {
            extend(q, all, 0, 0, 0, 0, holes + i, 1);
            continue;
        }
        if (hole == q->came[0] || (!q->alone && place && die == q->dice[place - 1])) continue;
        if (q->alone) {
            int32_t rest = q->dice[1] + (count > 2 ? q->dice[2] : 0);
            to = reach_by(q->g, q->cells, q->player, hole, die, rest);
            if (to >= 0) move(q, hole, to, 0, (uint32_t)(hole + 1 + (ALL << 6)), count, 0, 0, holes, n);
        } else if ((to = q->first[place][hole]) >= 0) {
            q->stuck = 0;
            move(q, hole, to, all & ~(1 << place), (uint32_t)(hole + 1 + (place << 6)), 1, 0, 0, holes, n);
        }
    }
    q->piece = i;
    q->place = place;
    if (place < count) return 0;
    if (q->stuck) keep(q, 0, 0, 0);
    if (q->mixed) sort(q);
    return 1;
}

/* All legal turns at once. Returns how many, -1 if there is no room for so many; two dice never have. */
int32_t dk_find(dk_legal *q, const dk_game *g, const uint8_t *cells, int32_t player, const uint8_t *dice, int32_t count, int32_t but) {
    begin(q, g, cells, player, dice, count, but);
    more(q, INT32_MAX);
    return q->full ? -1 : q->count;
}

/* The holes in which the moves of a found turn end, eight bits each. */
int32_t dk_ends_of(const dk_legal *q, int32_t i) {
    uint32_t ends = DK_NO_HOLE << 16 | DK_NO_HOLE << 8 | DK_NO_HOLE, turn = q->turns[i];
    int32_t shift = 0, before;
    for (; turn; turn >>= 8, shift += 8) {
        int32_t hole = (int32_t)(turn & 63) - 1, undalled = q->start[hole] == 1 + 2 * q->player;
        for (before = 0; before < shift; before += 8) undalled &= (int32_t)(ends >> before & 255) != hole;
        hole = end_of(q->g, q->dice, q->count_of_dice, q->player, undalled, hole, turn >> 6 & 3);
        ends ^= (uint32_t)(hole ^ DK_NO_HOLE) << shift;
    }
    return (int32_t)ends;
}

/* ---- the opponent's positions, and its turns: of a net two dice, each move as the hole left and the hole reached ---- */

static void load(const dk_game *g, dk_state *s, const uint8_t *cells) {
    int32_t hole;
    s->count[0] = s->count[1] = 0;
    for (hole = 0; hole < 64; hole++) {
        s->cells[hole] = hole < g->size ? cells[hole] : 0;
        if (s->cells[hole] && s->cells[hole] < NOBODYS) s->count[s->cells[hole] > 2]++;
    }
}

static void play(dk_state *s, int32_t player, uint32_t turn) {
    int32_t k;
    for (k = 0; k < 2 && (turn & 63) != DK_NO_HOLE; k++) {
        uint32_t to = turn >> 6 & 63;
        s->cells[turn & 63] = 0;
        if (s->cells[to]) s->count[1 - player]--;
        s->cells[to] = 2 + 2 * player;
        turn = turn >> 12 | 0xFFF000;
    }
}

/* Begin to search for the legal turns of a throw. */
static void seek(dk_kernel *k, const uint8_t *cells, int32_t player, int32_t thrown) {
    begin(&k->legal, k->g, cells, player, k->g->thrown[thrown].dice, k->g->dice, DK_NO_HOLE);
    k->known = 0;
}

/* Go on with that for about so much work; returns whether it is complete. */
static int32_t generated(dk_kernel *k, int32_t work) {
    int32_t i, shift;
    if (k->known) return 1;
    if (!more(&k->legal, work < INT32_MAX / MOVES ? MOVES * work : INT32_MAX)) return 0;
    for (i = 0; !k->counted && i < k->legal.count; i++) {
        uint32_t turn = k->legal.turns[i], moves = DK_LOST, ends = (uint32_t)dk_ends_of(&k->legal, i);
        for (shift = 0; turn; turn >>= 8, ends >>= 8, shift += 12)
            moves ^= (((turn & 63) - 1) ^ (ends & 63) << 6 ^ 0xFFF) << shift;
        k->legal.turns[i] = moves;
    }
    return k->known = 1;
}

static int32_t throws_again(const dk_kernel *k, int32_t thrown) {
    int32_t again = k->g->thrown[thrown].again;
    return again == 1 || (again && k->legal.dice_used == k->g->dice);
}

/* ---- count of pieces: daldos.ai.material ---- */

/* round(4096 * ln(k + 1)) */
static const uint16_t LOGS[18] = {0, 2839, 4500, 5678, 6592, 7339, 7970, 8517, 9000, 9431, 9822, 10178, 10506, 10810, 11092, 11357, 11605, 11839};

/* 16 times the expected number of the other side's pieces that a throw could hit, one a die at most. */
static int32_t exposed(const dk_game *g, const uint8_t *cells, int32_t attacker) {
    uint32_t hit[64]; /* hole -> the distances from which it can be hit, a bit each */
    uint8_t struck[24];
    int32_t count = 0, total = 0, far = 0, hole, i, t;
    for (i = 0; i < g->dice; i++) far += g->thrown[g->throws - 1].dice[i];
    for (hole = 0; hole < g->size; hole++) hit[hole] = 0;
    for (hole = 0; hole < g->size; hole++)
        if (g->own[attacker][cells[hole]]) {
            int32_t at = hole, d, most = cells[hole] == 1 + 2 * attacker ? 1 : far;
            for (d = 1; d <= most; d++) {
                at = g->after[attacker][at];
                if (soldier(g, 1 - attacker, cells[at])) {
                    if (!hit[at]) struck[count++] = (uint8_t)at;
                    hit[at] |= 1u << d;
                }
                if (g->stop[attacker][cells[at]]) break;
            }
        }
    for (t = 0; count && t < g->throws; t++) {
        uint32_t made = 1; /* a bit for each distance that some of the dice make */
        int32_t hits = 0;
        for (i = 0; i < g->dice; i++) made |= made << g->thrown[t].dice[i];
        for (i = 0; i < count && hits < g->dice; i++) hits += (hit[struck[i]] & made) != 0;
        total += g->thrown[t].weight * hits;
    }
    return 16 * total / g->whole;
}

/* The logit of the side's chance; throws: whether it throws next. */
static int32_t counted(const dk_kernel *k, const uint8_t *cells, int32_t side, int32_t throws) {
    const dk_game *g = k->g;
    const int32_t *values = k->values;
    int32_t count[2] = {0, 0}, dalled[2] = {0, 0}, king = 0, own, foes, hole, value;
    for (hole = 0; hole < g->size; hole++) {
        int32_t cell = cells[hole];
        if (cell > NOBODYS) king = cell == KING + side ? 1 : -1;
        else if (cell && cell != NOBODYS) count[cell > 2]++, dalled[cell > 2] += !(cell & 1);
    }
    own = count[side], foes = count[1 - side];
    value = 4096 * (values[1] * king + (throws ? values[3] : -values[3])) + values[0] * (LOGS[own] - LOGS[foes]);
    value += values[2] * (4096 * dalled[side] / (own + 1) - 4096 * dalled[1 - side] / (foes + 1));
    if (values[4] | values[5]) {
        int32_t thrower = throws ? side : 1 - side;
        int32_t hits = 256 * (values[4] * exposed(g, cells, thrower) - values[5] * exposed(g, cells, 1 - thrower));
        value += throws ? hits : -hits;
    }
    return value >> 10;
}

/* The same after a turn of the search, which wins if it captures as many as are left. */
static int32_t count_after(dk_kernel *k, const dk_state *s, int32_t player, int32_t again, uint32_t turn, int32_t left) {
    const dk_legal *q = &k->legal;
    dk_state after = *s;
    k->work++;
    if (replay(k->g, q->dice, q->count_of_dice, player, after.cells, turn) >= left) return DK_WON;
    return counted(k, after.cells, player, again);
}

/* ---- net: daldos.ai.evaluation, daldos.ai.logistic ---- */

#ifdef __thumb__ /* a branch is quicker there, for most units are off; elsewhere vectors of halfwords are */
typedef int32_t dk_sum;
#define ACTIVE(x, weight) ((x) > 0 ? (x) * (weight) : 0)
#else
typedef int16_t dk_sum;
#define ACTIVE(x, weight) (((x) > 0 ? (x) : 0) * (weight))
#endif

/* The sums of a position, which are the same for all its throws. */
static void net_base(dk_kernel *k, const dk_state *s, int32_t player) {
    const uint8_t *inputs = k->g->inputs[player];
    int16_t *base = k->base;
    int32_t hole, u, units = k->units;
    for (u = 0; u < units; u++) base[u] = 0;
    for (hole = 0; hole < k->g->size; hole++)
        if (s->cells[hole]) {
            const uint8_t *row = k->weights + k->rows + inputs[s->cells[hole] * 64 + hole] * units;
            for (u = 0; u < units; u++) base[u] = (int16_t)(base[u] + row[u] - 128);
        }
}

static void net_begin(dk_kernel *k, int32_t again) {
    int32_t u;
    for (u = 0; u < k->units; u++) k->sums[u] = (int16_t)(k->base[u] + k->start[again][u]);
    k->half_of = -1;
}

/* The sums after one piece's move; the rows' 128s cancel out. */
static const int16_t *net_half(dk_kernel *k, const uint8_t *add, const uint8_t *off, const uint8_t *taken) {
    int32_t u;
    for (u = 0; u < k->units; u++) k->half[u] = (int16_t)(k->sums[u] + add[u] - off[u] - taken[u] + 128);
    return k->half;
}

static int32_t net_logit(dk_kernel *k, const dk_state *s, int32_t player, uint32_t turn) {
    const uint8_t *in = k->g->inputs[player], *cells = s->cells, *own = k->g->own[player];
    const uint8_t *rows = k->weights + k->rows, *blank = k->weights + k->blank;
    const uint8_t *add = blank, *off = blank, *taken = blank;
    const int16_t *sums = k->sums, *out = k->out;
    int32_t units = k->units, dalled = (2 + 2 * player) * 64, u, total = 0;
    int32_t hole1 = turn & 63, to1 = turn >> 6 & 63, hole2 = turn >> 12 & 63, to2 = turn >> 18;
    dk_sum x;
#define ROW(hole) (rows + in[cells[hole] * 64 + (hole)] * units)
#define TAKEN(hole) (cells[hole] && !own[cells[hole]] ? ROW(hole) : blank)
    if (hole1 != DK_NO_HOLE) {
        if (hole2 == DK_NO_HOLE) to2 = to1, hole2 = hole1;
        else if (hole2 == to1) { /* one piece by both dice: the hole between loses an enemy at most */
            if (TAKEN(to1) != blank) sums = net_half(k, blank, TAKEN(to1), blank), k->half_of = -1;
            hole2 = hole1;
        } else { /* turns with the same first piece follow one another */
            if (k->half_of != (int32_t)(turn & 4095)) net_half(k, rows + in[dalled + to1] * units, ROW(hole1), TAKEN(to1));
            k->half_of = turn & 4095;
            sums = k->half;
        }
        add = rows + in[dalled + to2] * units;
        off = ROW(hole2);
        taken = TAKEN(to2);
    }
    if (taken == blank)
        for (u = 0; u < units; u++) {
            x = (dk_sum)(sums[u] + add[u] - off[u]);
            total += ACTIVE(x, out[u]);
        }
    else
        for (u = 0; u < units; u++) {
            x = (dk_sum)(sums[u] + add[u] - off[u] - taken[u] + 128);
            total += ACTIVE(x, out[u]);
        }
    return (total + k->constant) >> k->shift;
}

static int32_t chance_of(int32_t logit) {
    int32_t size = logit < 0 ? -logit : logit, chance, step = size >> 8;
    if (size >= DK_WON) chance = DK_ONE;
    else if (step >= 160) chance = CHANCES[160];
    else chance = CHANCES[step] + ((CHANCES[step + 1] - CHANCES[step]) * (size & 255) >> 8);
    return logit < 0 ? DK_ONE - chance : chance;
}

static int32_t logit_of(int32_t step) { return step > 127 ? LOGITS[step - 128] : -LOGITS[127 - step]; }

/* ---- endings: daldos.ai.endings, daldos.ai.packed ---- */

static void unpack_row(const uint8_t *table, int32_t number, uint8_t *row, int32_t ranks) {
    const uint8_t *index = table + 513 + 3 * number, *from = table + (index[0] | index[1] << 8 | index[2] << 16);
    int32_t have = 0, left = 128, c = 0, d = 1, i, loop = table[0];
    uint32_t bits = 0;
    for (i = 0; i < ranks; i++) {
        int32_t code, length, off, guess = left;
        if (have < 8) bits = bits << 8 | *from++, have += 8;
        code = 1 + (bits >> (have - 8) & 255);
        length = table[code];
        off = table[256 + code];
        have -= length & 127;
        if (length > 127) {
            if (have < 8) bits = bits << 8 | *from++, have += 8;
            have -= 8;
            off = bits >> have & 255;
        }
        if (i >= loop) {
            if (!c) guess = d > 1 ? row[i - d + 1] : left;
            else if (c < d - 1) guess = left + row[i - d + 1] - row[i - d];
            guess = guess < 0 ? 0 : guess > 255 ? 255 : guess;
            if (++c == d) c = 0, d++;
        }
        row[i] = (uint8_t)(left = (guess + off) & 255);
    }
}

/* A byte of the table, by row and place. */
DK_API int32_t dk_row(dk_kernel *k, int32_t number, int32_t place) {
    if (!k->packed) return k->table[number * k->ranks + place];
    if (k->row_numbers[k->used] != number) k->used = !k->used;
    if (k->row_numbers[k->used] != number) {
        unpack_row(k->table, number, k->row[k->used], k->ranks);
        k->row_numbers[k->used] = number;
        k->work += WORK_ROW;
    }
    return k->row[k->used][place];
}

static int32_t rank(const dk_game *g, const dk_state *s, int32_t player) {
    int32_t hole, first = -1, second = -1, swap;
    for (hole = 0; hole < g->size; hole++)
        if (g->own[player][s->cells[hole]]) {
            int32_t place = g->step[player][hole] - g->n;
            if (place < 0 || s->cells[hole] == 1 + 2 * player || second >= 0) return -1;
            second = first;
            first = place;
        }
    if (second < 0) return first;
    if (first > second) swap = first, first = second, second = swap;
    return g->loop + first + second * (second - 1) / 2;
}

/* The step of the solved chance of `player`, who is to throw, or -1. */
static int32_t ending(dk_kernel *k, const dk_state *s, int32_t player) {
    int32_t own, other;
    if (!k->table || s->count[0] > 2 || s->count[1] > 2) return -1;
    own = rank(k->g, s, player);
    other = own < 0 ? -1 : rank(k->g, s, 1 - player);
    return other < 0 ? -1 : dk_row(k, own, other);
}

/* ---- search: daldos.ai.opponent ---- */

/* The logit of a turn for the player who makes it. */
static int32_t value_of(dk_kernel *k, const dk_state *s, int32_t player, int32_t again, uint32_t turn) {
    int32_t left = s->count[1 - player] - k->g->lose_at;
    int32_t few = k->table && s->count[1 - player] <= 4 && s->count[player] <= 2;
    if (k->counted) return count_after(k, s, player, again, turn, left);
    if (left <= DK_PAIR || few) {
        dk_state after = *s;
        play(&after, player, turn);
        if (s->count[1 - player] - after.count[1 - player] >= left) return DK_WON;
        if (few) {
            int32_t step = ending(k, &after, again ? player : 1 - player);
            if (step >= 0) return logit_of(again ? step : 255 - step);
        }
        k->work++;
    }
    k->work++;
    return net_logit(k, s, player, turn);
}

/* Begin to search a position for its legal turns, which dk_found or a thought completes. */
DK_API void dk_position(dk_kernel *k, const uint8_t *cells, int32_t player, int32_t thrown) {
    dk_frame *root = k->frames;
    load(k->g, &root->s, cells);
    root->thrower = (uint8_t)player;
    root->thrown = (uint8_t)thrown;
    seek(k, root->s.cells, player, thrown);
}

/* How many legal turns the position has. */
DK_API int32_t dk_found(dk_kernel *k) {
    generated(k, INT32_MAX);
    return k->legal.count;
}

/* The same search of any throw, or of a part of one; its turns by dk_packed and dk_ends. */
DK_API int32_t dk_part(dk_kernel *k, const uint8_t *cells, int32_t player, const uint8_t *dice, int32_t count, int32_t but) {
    return dk_find(&k->legal, k->g, cells, player, dice, count, but);
}

DK_API int32_t dk_packed(const dk_kernel *k, int32_t i) { return (int32_t)k->legal.turns[i]; }
DK_API int32_t dk_ends(const dk_kernel *k, int32_t i) { return dk_ends_of(&k->legal, i); }
DK_API int32_t dk_dice_used(const dk_kernel *k) { return k->legal.dice_used; }

/* A turn of dk_position as daldos.packing has it. */
static int32_t packed_of(const dk_kernel *k, uint32_t moves) {
    const dk_state *s = &k->frames->s;
    int32_t turn = 0, shift, came = DK_NO_HOLE, player = k->frames->thrower, free = 0;
    const uint8_t *dice = k->g->thrown[k->frames->thrown].dice;
    if (k->counted) return (int32_t)moves;
    for (shift = 0; (moves & 63) != DK_NO_HOLE && shift < 16; moves = moves >> 12 | 0xFFF000, shift += 8) {
        int32_t hole = (int32_t)(moves & 63), undalled = hole != came && s->cells[hole] == 1 + 2 * player, place = free;
        came = (int32_t)(moves >> 6 & 63);
        while (place < ALL && (place == 2 || end_of(k->g, dice, DK_PAIR, player, undalled, hole, place) != came)) place++;
        turn |= (hole + 1 + (place << 6)) << shift;
        free = !place;
    }
    return turn;
}

DK_API int32_t dk_turn(const dk_kernel *k, int32_t i) { return packed_of(k, k->legal.turns[i]); }
DK_API int32_t dk_value(const dk_kernel *k, int32_t i) { return k->legal.u.values[i]; }
DK_API int32_t dk_best(const dk_kernel *k) { return packed_of(k, k->turn); }
DK_API int32_t dk_chance(const dk_kernel *k) { return k->result; }

enum { EXPAND, FIND, BEGIN, VALUES, CANDIDATE, NEXT_THROW, GLANCE, DONE };

/* Begin to choose a turn of dk_position, by this many plies. valued: its chance is needed, even of an only turn. */
DK_API void dk_think(dk_kernel *k, int32_t plies, int32_t valued) {
    k->depth = k->at = 0;
    k->deepest = plies - 1;
    k->valued = valued;
    k->based = -1;
    k->dearest = -1;
    k->phase = FIND;
}

/* How far apart two holes look by so many steps. */
static int32_t look_apart(const dk_game *g, int32_t hole, int32_t to, int32_t steps) {
    int32_t home = g->size - g->n;
    return (hole < g->n) + (hole < home) == (to < g->n) + (to < home) ? steps : steps + BEND;
}

/* Whether a piece so far away is overlooked. */
static int32_t misses(int32_t draw, int32_t overlooks, int32_t far) { return draw * APART * APART < overlooks * far * far; }

/* How much of a turn is not seen: captures count twice, so that what is overlooked is captured last. */
static int32_t unseen_of(const dk_kernel *k, const dk_frame *f, uint32_t turn) {
    const dk_game *g = k->g;
    const uint8_t *dice = g->thrown[f->thrown].dice;
    int32_t player = f->thrower, start = DK_NO_HOLE, came = DK_NO_HOLE, unseen = 0, i = 0;
    dk_state s = f->s;
    while (k->counted ? turn != 0 : (turn & 63) != DK_NO_HOLE) {
        int32_t hole = turn & 63, to = turn >> 6 & 63;
        if (k->counted) {
            hole--;
            to = end_of(g, dice, g->dice, player, s.cells[hole] == 1 + 2 * player, hole, to & 3);
            turn >>= 8;
        } else turn = turn >> 12 | 0xFFF000;
        if (hole != came) start = hole; /* one piece may move by all dice */
        unseen += !f[1].s.cells[start];
        if (step(g, s.cells, player, hole, to)) {
            int32_t steps = g->step[player][to] - g->step[player][start];
            if (steps < 0) steps += g->loop;
            for (i = 0; i < g->dice && dice[i] != steps; i++) {}
            if (i == g->dice) steps += BOTH;
            unseen += 2 * misses(k->draws[to], k->overlooks, look_apart(g, start, to, steps));
        }
        came = to;
    }
    return unseen;
}

/* After dk_think: overlook the pieces whose draws, a byte a hole, are low; play no turn worse by more than `dearest`. */
DK_API void dk_overlook(dk_kernel *k, const uint8_t *draws, int32_t overlooks, int32_t dearest) {
    const dk_game *g = k->g;
    const uint8_t *cells = k->frames->s.cells;
    uint8_t seen[64], apart[64];
    int32_t hole, there, side, d, far;
    for (hole = 0; hole < g->size; hole++) apart[hole] = APART;
    for (hole = 0; hole < g->size; hole++) {
        side = g->own[1][cells[hole]];
        for (there = hole, d = 1; cells[hole] && d <= SIGHT; d++) {
            there = g->after[side][there];
            far = look_apart(g, hole, there, d);
            if (g->own[1 - side][cells[there]]) {
                if (far < apart[hole]) apart[hole] = (uint8_t)far;
                if (far < apart[there]) apart[there] = (uint8_t)far;
            }
            if (g->stop[side][cells[there]]) break;
        }
    }
    for (hole = 0; hole < g->size; hole++) {
        k->draws[hole] = draws[hole];
        seen[hole] = apart[hole] < APART && misses(draws[hole], overlooks, apart[hole]) ? 0 : cells[hole];
    }
    load(g, &k->frames[1].s, seen);
    k->overlooks = overlooks;
    k->dearest = k->frames->s.count[0] + k->frames->s.count[1] > LATE ? dearest : dearest / 10;
}

static void enter(dk_kernel *k, int32_t f, int32_t thrower) {
    k->frames[f].thrower = (uint8_t)thrower;
    k->frames[f].thrown = 0;
    k->frames[f].total = 0;
    if (k->based == f) k->based = -1;
    k->depth = f;
    k->phase = EXPAND;
}

/* Begin to work out the thrower's chance before the throw; dk_best is then invalid. */
DK_API void dk_ahead(dk_kernel *k, const uint8_t *cells, int32_t thrower, int32_t plies) {
    load(k->g, &k->frames[1].s, cells);
    k->frames[0].candidates = 0;
    k->frames[0].thrower = (uint8_t)thrower;
    k->deepest = plies;
    k->valued = 1;
    k->based = -1;
    enter(k, 1, thrower);
}

/* Keep the best turns of a frame, best first, equals in their original order. */
static void rank_turn(dk_frame *f, int32_t wide, uint32_t turn, int32_t value) {
    int32_t j = f->candidates;
    if (j == wide && f->values[j - 1] >= value) return;
    if (j < wide) f->candidates++;
    else j--;
    for (; j && f->values[j - 1] < value; j--) {
        f->values[j] = f->values[j - 1];
        f->turns[j] = f->turns[j - 1];
    }
    f->values[j] = value;
    f->turns[j] = turn;
}

/* Store the value of a frame's throw for the player who makes it, of DK_ONE << 4. */
static void resolve(dk_kernel *k, dk_frame *f, int32_t chance) {
    if (!k->depth) {
        k->turn = f->turns[f->candidate];
        k->result = chance;
        k->phase = DONE;
        return;
    }
    f->total += k->g->thrown[f->thrown].weight * chance;
    k->phase = ++f->thrown < k->g->throws ? EXPAND : NEXT_THROW;
}

static void see_candidates(dk_kernel *k, dk_frame *f) {
    int32_t best = chance_of(f->values[0]), late = f->s.count[0] + f->s.count[1] <= LATE;
    int32_t lowest = best - (k->depth ? INNER_MARGIN : late ? LATE_MARGIN : MARGIN);
    while (f->candidates > 1 && chance_of(f->values[f->candidates - 1]) < lowest) f->candidates--;
    f->candidate = 0;
    f->top = -1;
    if (!k->depth && k->dearest >= 0 && f->values[0] != DK_WON) {
        if (!k->counted) net_base(k, &f[1].s, f->thrower);
        net_begin(k, f->again);
        k->lowest = best - k->dearest;
        k->glanced = -2 * DK_WON;
        k->at = 0;
        k->phase = GLANCE;
    } else if (k->depth == k->deepest || f->values[0] == DK_WON || (!k->depth && !k->valued && f->candidates < 2)) resolve(k, f, best << 4);
    else k->phase = CANDIDATE;
}

/* Think for a slice of about this much work, in turns valued; returns whether the thought is complete. */
DK_API int32_t dk_step(dk_kernel *k, int32_t work) {
    k->work = 0;
    while (k->work < work && k->phase != DONE) {
        dk_frame *f = k->frames + k->depth, *up = f - 1;
        switch (k->phase) {
        case EXPAND:
            seek(k, f->s.cells, f->thrower, f->thrown);
            if (k->counted) k->work += WORK_BEGIN;
            k->phase = FIND;
            break;
        case FIND: /* of two dice at once */
            if (!k->known) {
                generated(k, k->counted ? work - k->work : INT32_MAX);
                k->work += k->counted ? k->legal.moves / MOVES : WORK_FOUND;
                if (!k->known) break;
            }
            k->phase = BEGIN;
            if (k->depth || k->valued || k->legal.count > 1) break;
            k->turn = k->legal.turns[0]; /* the only one */
            k->result = 0;
            k->phase = DONE;
            break;
        case BEGIN:
            if (!k->counted && k->based != k->depth) {
                net_base(k, &f->s, f->thrower);
                k->based = k->depth;
                k->work += WORK_BEGIN;
            }
            f->again = (uint8_t)throws_again(k, f->thrown);
            net_begin(k, f->again);
            f->candidates = 0;
            k->at = 0;
            k->phase = VALUES;
            break;
        case VALUES: {
            int32_t value = value_of(k, &f->s, f->thrower, f->again, k->legal.turns[k->at]);
            k->legal.u.values[k->at] = value;
            rank_turn(f, k->depth == k->deepest ? 1 : k->depth ? INNER : DK_WIDE, k->legal.turns[k->at], value);
            if (++k->at == k->legal.count) see_candidates(k, f);
            break;
        }
        case CANDIDATE:
            if (f->candidate == f->candidates) { /* turns[0] is now the best of them */
                f->candidate = 0;
                resolve(k, f, f->top);
                if (!k->depth && k->dearest >= 0 && f->top - k->glanced <= k->dearest << 4) k->turn = k->sought;
                break;
            }
            f[1].s = f->s;
            if (k->counted) replay(k->g, k->g->thrown[f->thrown].dice, k->g->dice, f->thrower, f[1].s.cells, f->turns[f->candidate]);
            else play(&f[1].s, f->thrower, f->turns[f->candidate]);
            enter(k, k->depth + 1, f->again ? f->thrower : 1 - f->thrower);
            break;
        case NEXT_THROW: { /* the values of all throws are known */
            int32_t chance = f->total / k->g->whole;
            k->depth--;
            if (!up->candidates) { /* called by dk_ahead */
                k->result = chance;
                k->phase = DONE;
                break;
            }
            if (up->thrower != f->thrower) chance = (DK_ONE << 4) - chance;
            if (!k->depth && up->turns[up->candidate] == k->sought) k->glanced = chance;
            if (chance > up->top) {
                up->top = chance;
                if (up->candidate) up->turns[0] = up->turns[up->candidate];
            }
            up->candidate++;
            k->phase = CANDIDATE;
            break;
        }
        case GLANCE: {
            uint32_t turn = k->legal.turns[k->at];
            int32_t unseen, value, same;
            if (chance_of(k->legal.u.values[k->at]) >= k->lowest) {
                unseen = unseen_of(k, f, turn);
                value = unseen ? -DK_WON - unseen : k->counted ? count_after(k, &f[1].s, f->thrower, f->again, turn, DK_MOST) : net_logit(k, &f[1].s, f->thrower, turn);
                if (value > k->glanced) {
                    k->glanced = value;
                    k->sought = turn;
                }
            }
            k->work++;
            if (++k->at < k->legal.count) break;
            for (same = 0; same < f->candidates && f->turns[same] != k->sought; same++) {}
            if (same == f->candidates && same < DK_WIDE) f->candidates++;
            f->turns[same < DK_WIDE ? same : DK_WIDE - 1] = k->sought;
            k->based = -1;
            k->phase = CANDIDATE;
            break;
        }
        }
    }
    return k->phase == DONE;
}
