/* The instruments' heavy work: matches, learning by self-play, solving endings. See lab.brain.kernel, which calls it. */
#include "../../host/ai/playouts.c"
#include <math.h>
#include <string.h>

static int32_t below(uint64_t *stream, int32_t count) {
    return (int32_t)((uint64_t)draw(stream) * (uint32_t)count >> 32);
}

/* ---- simple players: daldos.ai.baselines ---- */

static int32_t captures_of(const dk_state *s, int32_t player, uint32_t turn) {
    dk_state after = *s;
    play(&after, player, turn);
    return s->count[1 - player] - after.count[1 - player];
}

int32_t lab_exposed(dk_kernel *k, const uint8_t *cells, int32_t attacker) {
    return exposed(k->g, cells, attacker);
}

/* Most captures, or `careful`: in 3200ths of a piece; a win first, each of equals as likely. */
static uint32_t simple_turn(dk_kernel *k, const dk_state *s, int32_t player, int32_t again, int32_t careful, uint64_t *stream) {
    int32_t i, same = 0, most = INT32_MIN;
    uint32_t best = DK_LOST;
    for (i = 0; i < k->legal.count; i++) {
        int32_t score = captures_of(s, player, k->legal.turns[i]);
        if (score && s->count[1 - player] - score <= k->g->lose_at) return k->legal.turns[i];
        if (careful) {
            dk_state after = *s;
            play(&after, player, k->legal.turns[i]);
            score = 3200 * score - (again ? 18 : 180) * exposed(k->g, after.cells, 1 - player) + 50 * exposed(k->g, after.cells, player);
        }
        if (score > most) most = score, same = 0;
        if (score == most && !below(stream, ++same)) best = k->legal.turns[i];
    }
    return best;
}

/* ---- solved endings, as doubles, up to three pieces a side ---- */

enum { DEEP = 3 };

typedef struct { /* table[k][m]: of k pieces of who throws against m, by (rank(thrower) * ranks[m] + rank(other)) * kings + king */
    int32_t most, home, kings, ranks[DEEP + 1]; /* home: pieces in their own home rows have a place, too */
    double *table[DEEP + 1][DEEP + 1];
} solved;

static int32_t choose(int32_t n, int32_t k) {
    int32_t i, ways = 1;
    for (i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

/* A piece's place along its round, then in its home row, undalled and dalled; -1 for none. */
static int32_t place_of(const dk_game *g, const solved *e, int32_t player, int32_t hole, int32_t cell) {
    int32_t step = g->step[player][hole];
    if (step >= g->n) return step - g->n;
    return e->home ? g->loop + step + (cell == 1 + 2 * player ? 0 : g->n) : -1;
}

/* The rank of a side's pieces by their places, or -1 if one has none or there are too many. */
static int32_t rank_of(const dk_game *g, const solved *e, const dk_state *s, int32_t player) {
    int32_t at[DEEP] = {0}, count = 0, hole, j, rank = 0;
    if (s->count[player] > DEEP) return -1;
    for (hole = 0; hole < g->size; hole++)
        if (soldier(g, player, s->cells[hole])) {
            int32_t place = place_of(g, e, player, hole, s->cells[hole]);
            if (place < 0) return -1;
            for (j = count++; j && at[j - 1] > place; j--) at[j] = at[j - 1];
            at[j] = place;
        }
    for (j = 0; j < count; j++) rank += choose(at[j], j + 1);
    return rank;
}

/* 0 for nobody's king, or where there is none; else where he is on the player's way, and whether he is the other's. */
static int32_t king_of(const dk_game *g, const dk_state *s, int32_t player) {
    int32_t hole;
    for (hole = 0; hole < g->size; hole++)
        if (s->cells[hole] > NOBODYS) return 1 + 2 * g->step[player][hole] + (s->cells[hole] != KING + player);
    return 0;
}

/* The number of the position for `player`, who is to throw, its table in the bits from TABLE; -1 if there is none. */
enum { TABLE = 40 };

static int64_t number_of(const dk_game *g, const solved *e, const dk_state *s, int32_t player) {
    int32_t own, other, k = s->count[player], m = s->count[1 - player];
    if (k > e->most || m > e->most || !e->table[k][m]) return -1;
    own = rank_of(g, e, s, player);
    other = own < 0 ? -1 : rank_of(g, e, s, 1 - player);
    if (other < 0) return -1;
    own = (own * e->ranks[m] + other) * e->kings + (g->king ? king_of(g, s, player) : 0);
    return (int64_t)((DEEP + 1) * k + m) << TABLE | own;
}

static double chance_of_number(const solved *e, int64_t number) {
    return number < 0 ? -1 : (&e->table[0][0])[number >> TABLE][number & (((int64_t)1 << TABLE) - 1)];
}

/* The chance of `player`, who is to throw, or -1. */
static double chance_solved(const dk_game *g, const solved *e, const dk_state *s, int32_t player) {
    return chance_of_number(e, number_of(g, e, s, player));
}

double lab_solved(dk_kernel *k, const solved *e, const uint8_t *cells, int32_t player) {
    dk_state s;
    load(k->g, &s, cells);
    return chance_solved(k->g, e, &s, player);
}

static void unrank(int32_t rank, int32_t count, int32_t *at) {
    for (; count; count--) {
        int32_t place = count - 1;
        while (choose(place + 1, count) <= rank) place++;
        at[count - 1] = place;
        rank -= choose(place, count);
    }
}

/* The position of two ranks and a king, player 0 to throw; 0 if two pieces stand in one hole. */
static int32_t place(const dk_game *g, dk_state *s, int32_t k, int32_t own, int32_t m, int32_t other, int32_t king) {
    int32_t at[DEEP], i, hole, side;
    memset(s, 0, sizeof *s);
    for (side = 0; side < 2; side++) {
        int32_t count = side ? m : k;
        unrank(side ? other : own, count, at);
        for (i = 0; i < count; i++) {
            int32_t cell = 2 + 2 * side, step = at[i] + g->n;
            if (at[i] >= g->loop) step = at[i] - g->loop, cell -= step < g->n, step -= cell & 1 ? 0 : g->n;
            for (hole = 0; g->step[side][hole] != step; hole++) {}
            if (s->cells[hole]) return 0;
            s->cells[hole] = (uint8_t)cell;
        }
        s->count[side] = (uint8_t)count;
    }
    if (!g->king) return 1;
    for (hole = king ? 0 : g->size / 2; king && g->step[0][hole] != (king - 1) / 2; hole++) {}
    if (s->cells[hole]) return 0;
    s->cells[hole] = (uint8_t)(king ? KING + (king - 1) % 2 : NOBODYS);
    return 1;
}

/* Play a turn that `generate` found for a throw. */
static void played(dk_kernel *k, dk_state *s, int32_t player, int32_t thrown, uint32_t turn) {
    if (!k->counted) {
        play(s, player, turn);
        return;
    }
    replay(k->g, k->g->thrown[thrown].dice, k->g->dice, player, s->cells, turn);
    load(k->g, s, s->cells);
}

/* What each throw leads to in the positions of a against b pieces, in words: a position's place in its table, then for
 * each throw how many results it has, and twice the number of each; 1 more if the same player throws again. A throw
 * that can win has no results. words: room for them, or null. Returns how many there are. */
int64_t lab_results(dk_kernel *k, const solved *e, int32_t a, int32_t b, int64_t *words) {
    int64_t used = 0, place_in_table = 0;
    int32_t own, other, king, t, i;
    for (own = 0; own < e->ranks[a]; own++)
        for (other = 0; other < e->ranks[b]; other++)
            for (king = 0; king < e->kings; king++, place_in_table++) {
                dk_state s;
                if (!place(k->g, &s, a, own, b, other, king)) continue;
                if (words) words[used] = place_in_table;
                used++;
                for (t = 0; t < k->g->throws; t++) {
                    int64_t first = used++;
                    int32_t again;
                    generate(k, &s, 0, t);
                    again = throws_again(k, t);
                    for (i = 0; i < k->legal.count; i++) {
                        dk_state after = s;
                        played(k, &after, 0, t, k->legal.turns[i]);
                        if (after.count[1] <= k->g->lose_at) break;
                        if (words) words[used] = 2 * number_of(k->g, e, &after, again ? 0 : 1) + again;
                        used++;
                    }
                    if (i < k->legal.count) used = first + 1;
                    if (words) words[first] = used - first - 1;
                }
            }
    return used;
}

/* One pass over the positions of a table, by their results; the largest difference. change: the table learns from it. */
double lab_sweep(dk_kernel *k, solved *e, int32_t a, int32_t b, const int64_t *words, int64_t count, int32_t change) {
    const int64_t *end = words + count;
    double most = 0;
    while (words < end) {
        double *at = e->table[a][b] + *words++, total = 0;
        int32_t t;
        for (t = 0; t < k->g->throws; t++) {
            int64_t results = *words++;
            double best = results ? -1 : 1;
            for (; results; results--, words++) {
                double value = chance_of_number(e, *words >> 1);
                if (!(*words & 1)) value = 1 - value;
                if (value > best) best = value;
            }
            total += k->g->thrown[t].weight * best;
        }
        total /= k->g->whole;
        if (fabs(total - *at) > most) most = fabs(total - *at);
        if (change) *at = total;
    }
    return most;
}

/* figures: how many positions a table has, the lowest chance, the highest, their sum. */
void lab_figures(dk_kernel *k, const solved *e, int32_t a, int32_t b, double *figures) {
    const double *at = e->table[a][b];
    int32_t own, other, king;
    figures[0] = figures[2] = figures[3] = 0;
    figures[1] = 1;
    for (own = 0; own < e->ranks[a]; own++)
        for (other = 0; other < e->ranks[b]; other++)
            for (king = 0; king < e->kings; king++, at++) {
                dk_state s;
                if (!place(k->g, &s, a, own, b, other, king)) continue;
                figures[0]++;
                if (*at < figures[1]) figures[1] = *at;
                if (*at > figures[2]) figures[2] = *at;
                figures[3] += *at;
            }
}

/* ---- a net of floats, which learns: TD(lambda), from the end of a game backwards ---- */

enum { INPUTS = 140, BLANK = INPUTS, LONGEST = 3000 }; /* an input of zeros; most throws per game to learn from */

typedef struct {
    float w[INPUTS + 1][DK_UNITS], bias[2][DK_UNITS], out[DK_UNITS], out_bias;
    uint64_t stream;
} net;

static void features(const dk_game *g, const dk_state *s, int32_t viewer, uint8_t *list, int32_t *count) {
    int32_t hole;
    for (*count = hole = 0; hole < g->size; hole++)
        if (s->cells[hole]) list[(*count)++] = g->inputs[viewer][s->cells[hole] * 64 + hole];
}

static void layer(const net *n, const uint8_t *list, int32_t count, int32_t again, float *sums) {
    int32_t i, u;
    for (u = 0; u < DK_UNITS; u++) sums[u] = n->bias[again][u];
    for (i = 0; i < count; i++)
        for (u = 0; u < DK_UNITS; u++) sums[u] += n->w[list[i]][u];
}

static float logit_after(const net *n, const dk_game *g, const dk_state *s, int32_t player, uint32_t turn, const float *sums) {
    const uint8_t *in = g->inputs[player], *cells = s->cells;
    int32_t off[4] = {BLANK, BLANK, BLANK, BLANK}, add[2] = {BLANK, BLANK}, i, u, dalled = (2 + 2 * player) * 64;
    int32_t hole1 = turn & 63, to1 = turn >> 6 & 63, hole2 = turn >> 12 & 63, to2 = turn >> 18;
    float total = n->out_bias, now[DK_UNITS];
    if (hole1 != DK_NO_HOLE) {
        off[0] = in[cells[hole1] * 64 + hole1];
        if (g->own[1 - player][cells[to1]]) off[1] = in[cells[to1] * 64 + to1];
        add[0] = in[dalled + to1];
        if (hole2 != DK_NO_HOLE) {
            if (g->own[1 - player][cells[to2]]) off[2] = in[cells[to2] * 64 + to2];
            if (hole2 != to1) add[1] = add[0], off[3] = in[cells[hole2] * 64 + hole2];
            add[0] = in[dalled + to2];
        }
    }
    for (u = 0; u < DK_UNITS; u++) now[u] = sums[u] + n->w[add[0]][u] + n->w[add[1]][u];
    for (i = 0; i < 4; i++)
        for (u = 0; u < DK_UNITS; u++) now[u] -= n->w[off[i]][u];
    for (u = 0; u < DK_UNITS; u++) total += (now[u] > 0 ? now[u] : 0) * n->out[u];
    return total;
}

static float squash(float x) { return 1 / (1 + expf(-(x > 15 ? 15 : x < -15 ? -15 : x))); }

/* After generate: the best turn by one ply; its logit, 100 for a win at once. */
static float net_turn(dk_kernel *k, const solved *e, const net *n, const dk_state *s, int32_t player, int32_t again, uint32_t *turn) {
    const dk_game *g = k->g;
    uint8_t list[64];
    float sums[DK_UNITS], most = -1000;
    int32_t count, i, small = e && s->count[0] <= e->most + 2 && s->count[1] <= e->most + 2;
    features(g, s, player, list, &count);
    layer(n, list, count, again, sums);
    for (i = 0; i < k->legal.count; i++) {
        float value;
        double known = -1;
        dk_state after = *s;
        play(&after, player, k->legal.turns[i]);
        if (after.count[1 - player] <= g->lose_at) {
            *turn = k->legal.turns[i];
            return 100;
        }
        if (small) known = chance_solved(g, e, &after, again ? player : 1 - player);
        if (known >= 0) {
            known = fmin(fmax(again ? known : 1 - known, 1e-6), 1 - 1e-6);
            value = (float)log(known / (1 - known));
        } else value = logit_after(n, g, s, player, k->legal.turns[i], sums);
        if (value > most) most = value, *turn = k->legal.turns[i];
    }
    return most;
}

typedef struct {
    uint8_t list[36], again, player, explored; /* the turn played was not the best */
    int32_t count;
    float value; /* the chance of the best turn */
} seat;

typedef struct {
    seat seats[LONGEST];
    float kinds[4][DK_UNITS]; /* the part that all inputs of a kind share */
} memory;

static int32_t kind_of(const dk_game *g, int32_t input) {
    return input < g->size ? 0 : input < g->size + g->n ? 1 : input < 2 * g->size + g->n ? 2 : 3;
}

static void learn_position(const dk_game *g, net *n, memory *m, const seat *at, float target, float rate) {
    float sums[DK_UNITS], back[DK_UNITS], total = n->out_bias, off;
    int32_t i, u, kinds[4] = {0};
    layer(n, at->list, at->count, at->again, sums);
    for (u = 0; u < DK_UNITS; u++) total += (sums[u] > 0 ? sums[u] : 0) * n->out[u];
    off = rate * (target - squash(total));
    for (u = 0; u < DK_UNITS; u++) {
        back[u] = sums[u] > 0 ? off * n->out[u] : 0;
        if (sums[u] > 0) n->out[u] += off * sums[u];
        n->bias[at->again][u] += back[u];
    }
    n->out_bias += off;
    for (i = 0; i < at->count; i++) {
        kinds[kind_of(g, at->list[i])]++;
        for (u = 0; u < DK_UNITS; u++) n->w[at->list[i]][u] += back[u];
    }
    for (i = 0; i < 4; i++)
        for (u = 0; u < DK_UNITS; u++) m->kinds[i][u] += (float)kinds[i] / 256 * back[u];
}

static void start_state(const dk_game *g, dk_state *s) {
    int32_t i;
    memset(s, 0, sizeof *s);
    for (i = 0; i < g->n; i++) s->cells[i] = 1, s->cells[g->size - g->n + i] = 3;
    s->count[0] = s->count[1] = g->n;
}

static void learn_game(dk_kernel *k, const solved *e, net *n, memory *m, float rate, float trace, float explore) {
    const dk_game *g = k->g;
    int32_t player = draw(&n->stream) >> 31, throws = 0, i, f, u;
    float target = 0;
    dk_state s;
    start_state(g, &s);
    while (throws < LONGEST) {
        seat *at = m->seats + throws++;
        uint32_t turn = DK_LOST;
        double known;
        float logit;
        int32_t again, thrown = throw_of(draw(&n->stream) >> 28);
        generate(k, &s, player, thrown);
        again = throws_again(k, thrown);
        logit = net_turn(k, e, n, &s, player, again, &turn);
        at->player = (uint8_t)player;
        at->again = (uint8_t)again;
        at->value = logit < 50 ? squash(logit) : 1;
        at->explored = draw(&n->stream) < explore * 4294967295.0;
        if (at->explored) turn = k->legal.turns[below(&n->stream, k->legal.count)];
        play(&s, player, turn);
        features(g, &s, player, at->list, &at->count);
        if (s.count[1 - player] <= g->lose_at) {
            target = 1;
            break;
        }
        known = chance_solved(g, e, &s, again ? player : 1 - player);
        if (known >= 0) {
            target = (float)(again ? known : 1 - known);
            break;
        }
        target = at->value;
        if (!again) player = 1 - player;
    }
    memset(m->kinds, 0, sizeof m->kinds);
    for (i = throws - 1; i >= 0; i--) { /* `target` is the last mover's */
        const seat *at = m->seats + i;
        if (i < throws - 1) { /* the value of what follows: the best turn's chance if another turn was played */
            target = at[1].explored ? at[1].value : trace * target + (1 - trace) * at[1].value;
            if (at[1].player != at->player) target = 1 - target;
        }
        learn_position(g, n, m, at, target, rate);
    }
    for (f = 0; f < 2 * g->size + 2 * g->n; f++)
        for (u = 0; u < DK_UNITS; u++) n->w[f][u] += m->kinds[kind_of(g, f)][u];
}

int32_t lab_net_size(void) { return sizeof(net); }
int32_t lab_memory_size(void) { return sizeof(memory); }

void lab_net_start(net *n, uint64_t seed) {
    int32_t f, u;
    memset(n, 0, sizeof *n);
    n->stream = start_stream(seed);
    for (f = 0; f < INPUTS; f++)
        for (u = 0; u < DK_UNITS; u++) n->w[f][u] = (float)((draw(&n->stream) / 4294967296.0 - 0.5) * 0.4);
    for (u = 0; u < DK_UNITS; u++) {
        n->bias[0][u] = n->bias[1][u] = 0.1f;
        n->out[u] = (float)((draw(&n->stream) / 4294967296.0 - 0.5) * 0.4);
    }
}

void lab_learn(dk_kernel *k, const solved *e, net *n, memory *m, int32_t games, float rate, float trace, float explore) {
    for (; games > 0; games--) learn_game(k, e, n, m, rate, trace, explore);
}

/* ---- matches ---- */

enum { RANDOM, GREEDY, CAREFUL, FLOAT, LEVEL, SAME = 8 }; /* what is overlooked stays so for that many throws */

typedef struct {
    dk_kernel *k;
    const net *floats;
    const solved *e;
    int32_t kind, plies, overlooks, dearest;
} lab_player;

static uint32_t turn_of(const lab_player *p, const dk_state *s, int32_t player, int32_t thrown, int32_t *again, uint64_t *stream, uint64_t sight) {
    dk_kernel *k = p->k;
    uint32_t turn = DK_LOST;
    uint8_t draws[64];
    int32_t hole;
    k->frames->s = *s;
    k->frames->thrower = (uint8_t)player;
    k->frames->thrown = (uint8_t)thrown;
    generate(k, &k->frames->s, player, thrown);
    *again = throws_again(k, thrown);
    if (k->legal.count == 1) return k->legal.turns[0];
    if (p->kind == RANDOM) return k->legal.turns[below(stream, k->legal.count)];
    if (p->kind == FLOAT) {
        net_turn(k, p->e, p->floats, s, player, *again, &turn);
        return turn;
    }
    if (p->kind != LEVEL) return simple_turn(k, s, player, *again, p->kind == CAREFUL, stream);
    if (p->plies < 2 && !p->overlooks) return best_turn(k, s, player, *again);
    dk_think(k, p->plies, 0);
    if (p->overlooks) {
        for (hole = 0; hole < 64; hole++) draws[hole] = (uint8_t)below(&sight, 256);
        dk_overlook(k, draws, p->overlooks, p->dearest);
    }
    dk_step(k, 1 << 30);
    return k->turn;
}

/* What a throw is worth by one ply more than the mean of all throws, or than `mean`, if that is known. */
static double luck_of(dk_kernel *k, dk_state *s, int32_t player, int32_t thrown, double mean) {
    double own = 0, all = 0;
    int32_t t, i;
    net_base(k, s, player);
    for (t = 0; t < k->g->throws; t++) {
        int32_t most = INT32_MIN, value, again;
        generate(k, s, player, t);
        again = throws_again(k, t);
        net_begin(k, again);
        for (i = 0; i < k->legal.count; i++)
            if ((value = value_of(k, s, player, again, k->legal.turns[i])) > most) most = value;
        all += k->g->thrown[t].weight / 16.0 * chance_of(most) / DK_ONE;
        if (t == thrown) own = chance_of(most) / (double)DK_ONE;
    }
    return own - (mean < 0 ? all : mean);
}

/* Games of two players, who change sides every game. sums: of the first's results, and of their squares. With a judge the
 * luck of all throws is taken out, which is 0 on average. */
void lab_match(const lab_player *players, dk_kernel *judge, int32_t games, uint64_t seed, double *sums) {
    const dk_game *g = players[0].k->g;
    uint64_t stream = start_stream(seed), sight = stream;
    int32_t game;
    for (game = 0; game < games; game++) {
        int32_t player = draw(&stream) >> 31, again, number;
        double luck = 0, result; /* of the first player */
        dk_state s;
        for (start_state(g, &s), number = 0;; player = again ? player : 1 - player, number++) {
            int32_t thrown;
            if (number % SAME == 0) sight = stream;
            thrown = throw_of(draw(&stream) >> 28);
            if (judge) {
                double found = luck_of(judge, &s, player, thrown, number ? -1 : 0.5);
                luck += player == (game & 1) ? found : -found;
            }
            play(&s, player, turn_of(players + (player ^ (game & 1)), &s, player, thrown, &again, &stream, sight));
            if (s.count[1 - player] <= g->lose_at) break;
        }
        result = (player == (game & 1)) - luck;
        sums[0] += result;
        sums[1] += result * result;
    }
}
