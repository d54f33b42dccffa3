/* Games played on from a position, by the kernel: for a computer and the page. Dice come from a xorshift64* stream. */
#include "kernel.c"

/* All legal turns of a throw. */
static void generate(dk_kernel *k, dk_state *s, int32_t player, int32_t thrown) {
    seek(k, s->cells, player, thrown);
    generated(k, INT32_MAX);
}

static uint32_t draw(uint64_t *stream) {
    uint64_t x = *stream;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *stream = x;
    return (uint32_t)((x * 2685821657736338717u) >> 32);
}

static uint64_t start_stream(uint64_t seed) {
    uint64_t stream = seed * 0x9E3779B97F4A7C15u + 0x5DEECE66Du;
    int32_t i;
    if (!stream) stream = 1;
    for (i = 0; i < 8; i++) draw(&stream);
    return stream;
}

/* The number of the throw that four bits draw, two for each die. */
static int32_t throw_of(uint32_t bits) {
    static const uint8_t numbers[16] = {0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9};
    return numbers[bits & 15];
}

/* After generate: the best turn by a one-ply search, the first of equals. */
static uint32_t best_turn(dk_kernel *k, const dk_state *s, int32_t player, int32_t again) {
    int32_t i, best = 0, most = 0, value;
    if (k->legal.count == 1) return k->legal.turns[0];
    net_base(k, s, player);
    net_begin(k, again);
    for (i = 0; i < k->legal.count; i++) {
        value = value_of(k, s, player, again, k->legal.turns[i]);
        if (!i || value > most) most = value, best = i;
    }
    return k->legal.turns[best];
}

/* The turn chosen for a throw, by two plies or one; *again: whether the same player throws after it. */
static uint32_t chosen(dk_kernel *k, const dk_state *s, int32_t player, int32_t thrown, int32_t deep, int32_t *again) {
    dk_frame *root = k->frames;
    root->s = *s;
    root->thrower = (uint8_t)player;
    root->thrown = (uint8_t)thrown;
    generate(k, &root->s, player, thrown);
    *again = throws_again(k, thrown);
    if (!deep || k->legal.count == 1) return best_turn(k, s, player, *again);
    dk_think(k, 2, 0);
    dk_step(k, 1 << 30);
    return k->turn;
}

/* The chance of the player who is to throw, of DK_ONE: by the endings, else -1, or by one throw ahead. */
static int32_t valued(dk_kernel *k, const dk_state *s, int32_t player, int32_t ahead) {
    int32_t step = ending(k, s, player);
    if (step >= 0) return 256 * step + 128;
    if (!ahead) return -1;
    dk_ahead(k, s->cells, player, 1);
    dk_step(k, 1 << 30);
    return k->result >> 4;
}

/* Play so many games on, by one ply for both sides. sums: of the thrower's results, of DK_ONE each, and of their
 * squares. A game ends where it is solved, or is valued after `most` throws (0: it is played to the end). The first two
 * throws go through all 256 ways in turn; the same seed gives the same dice, whatever the position: so two turns are
 * compared by the same luck. The first throw's turns are those of two plies, or a throw's best turn would be better than
 * what the position was judged by. */
DK_API void dk_playouts(
    dk_kernel *k, const uint8_t *cells, int32_t thrower, int32_t games, int32_t most, uint32_t seed, int64_t *sums
) {
    dk_state start, s;
    uint32_t opening[DK_THROWS];
    int32_t extra[DK_THROWS];
    int32_t game, again, throws, player, result, looked = 0;
    load(k->g, &start, cells);
    for (game = 0; game < games; game++) {
        uint64_t stream = start_stream((uint64_t)seed * 1000003u + (uint32_t)game);
        s = start;
        player = thrower;
        for (throws = 0, result = -1; result < 0; throws++) {
            int32_t thrown = throw_of(throws < 2 ? (uint32_t)game >> 4 * throws : draw(&stream) >> 28);
            if (throws || !(looked >> thrown & 1)) {
                uint32_t turn = chosen(k, &s, player, thrown, !throws, &again);
                if (!throws) opening[thrown] = turn, extra[thrown] = again, looked |= 1 << thrown;
                play(&s, player, turn);
            } else {
                play(&s, player, opening[thrown]);
                again = extra[thrown];
            }
            if (s.count[1 - player] <= k->g->lose_at) {
                result = player == thrower ? DK_ONE : 0;
                break;
            }
            if (!again) player = 1 - player;
            result = valued(k, &s, player, throws + 1 == most);
            if (result >= 0 && player != thrower) result = DK_ONE - result;
        }
        sums[0] += result;
        sums[1] += (int64_t)result * result;
    }
}
