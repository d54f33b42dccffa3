/* The opponent's kernel: legal turns, net, endings, search. The same integers as the Python beside it, from plain C99:
 * no heap, no recursion, no statics, no library. A search runs in slices, so that a board can scan in between.
 *
 *     dk_setup(k, game, weights, table, packed);        the caller gives dk_size() bytes, and keeps what they point to
 *     dk_position(k, cells, player, die1, die2);        how many legal turns there are
 *     dk_think(k, 2, 0);                                level 5: its best turns, all throws after them, the best answers
 *     while (!dk_step(k, 24)) {}                        a slice of some 24 turns valued
 *     dk_best(k), dk_chance(k)                          the packed turn; its chance, of DK_ONE << 4
 */
#ifndef DALDOS_KERNEL_H
#define DALDOS_KERNEL_H
#include <stdint.h>

#ifndef DK_API
#define DK_API
#endif

enum { DK_UNITS = 80, DK_MOST = 640, DK_SLOTS = 1024, DK_WIDE = 5, DK_FRAMES = 4, DK_RANKS = 632 };
enum { DK_NO_HOLE = 63, DK_LOST = 0xFFFFFF, DK_WON = 1 << 20, DK_ONE = 65536 };

typedef struct { /* bytes that Python writes from Rules and Board (daldos.ai.kernel): the C has no rules of its own */
    uint8_t n, size, loop, lose_at, sternmost, separate, dal_moves, extra, forfeits, pad[7];
    uint8_t after[2][64], step[2][64], stop[2][8], own[2][8];
    uint8_t inputs[2][5 * 64];
} dk_game;

typedef struct {
    uint8_t cells[64], count[2];
} dk_state;

typedef struct { /* a position in a search, with the throw being searched */
    dk_state s;
    uint8_t thrower, throw_, again, candidate, candidates;
    int32_t total, top;
    uint32_t turns[DK_WIDE];
    int32_t values[DK_WIDE];
} dk_frame;

typedef struct {
    const dk_game *g;
    const uint8_t *weights, *table; /* table: solved endings, or null */
    int32_t packed, units, rows, blank, shift, constant, ranks;
    int16_t start[2][DK_UNITS], out[DK_UNITS], base[DK_UNITS], sums[DK_UNITS];
    int16_t half[DK_UNITS]; /* sums after a first move, half_of */
    int32_t half_of;
    int32_t row_numbers[2], used;
    uint8_t row[2][DK_RANKS]; /* the rows of a packed table used last */
    int32_t die1, die2, dice_used, count;
    uint32_t turns[DK_MOST];
    union { /* slots: indexes of turns by result, only during the search for turns */
        uint16_t slots[DK_SLOTS];
        int32_t values[DK_MOST];
    } u;
    int32_t phase, depth, at, deepest, valued, based, overlooks, dearest, lowest, glanced, work, result; /* a thought */
    uint32_t turn, sought;
    uint8_t draws[64];
    dk_frame frames[DK_FRAMES];
} dk_kernel;

DK_API int32_t dk_size(void);
DK_API int32_t dk_setup(dk_kernel *k, const uint8_t *game, const uint8_t *weights, const uint8_t *table, int32_t packed);
DK_API int32_t dk_position(dk_kernel *k, const uint8_t *cells, int32_t player, int32_t die1, int32_t die2);
DK_API int32_t dk_dice_used(const dk_kernel *k);
DK_API int32_t dk_turn(const dk_kernel *k, int32_t i);
DK_API int32_t dk_value(const dk_kernel *k, int32_t i);
DK_API void dk_think(dk_kernel *k, int32_t plies, int32_t valued);
DK_API void dk_overlook(dk_kernel *k, const uint8_t *draws, int32_t overlooks, int32_t dearest);
DK_API void dk_ahead(dk_kernel *k, const uint8_t *cells, int32_t thrower, int32_t plies);
DK_API int32_t dk_step(dk_kernel *k, int32_t work);
DK_API int32_t dk_best(const dk_kernel *k);
DK_API int32_t dk_chance(const dk_kernel *k);
DK_API int32_t dk_row(dk_kernel *k, int32_t number, int32_t place);
#endif
