/* The opponent's kernel: legal turns, net or count of pieces, endings, search. The same integers as the Python beside it, from plain C99:
 * no heap, no statics, no library, recursion only die by die. A search runs in slices, so that a board can scan in between.
 *
 *     dk_setup(k, game, weights, table, packed);        the caller gives dk_size() bytes, and keeps what they point to
 *     dk_position(k, cells, player, thrown);            whose legal turns are asked for, by a throw's number
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

enum { DK_UNITS = 80, DK_MOST = 1100, DK_SLOTS = 2048, DK_DICE = 3, DK_PAIR = 2, DK_THROWS = 56, DK_VALUES = 6, DK_WIDE = 5, DK_FRAMES = 4, DK_RANKS = 632 };
enum { DK_NO_HOLE = 63, DK_LOST = 0xFFFFFF, DK_WON = 1 << 20, DK_ONE = 65536 };

typedef struct {
    uint8_t dice[DK_DICE], weight, again; /* again: the same player throws next: 1 always, 2 if all dice are used */
} dk_throw;

typedef struct { /* bytes that Python writes from Rules and Board (daldos.ai.kernel): the C has no rules of its own */
    uint8_t n, size, loop, lose_at, frontmost, separate, dal_moves, exact[2], front[2], gate, king, sent_home;
    uint8_t after[2][64], step[2][64], stop[2][8], own[2][8];
    uint8_t dice, throws, whole; /* how many; whole: the sum of the throws' weights */
    dk_throw thrown[DK_THROWS];
    uint8_t inputs[2][5 * 64];
} dk_game;

typedef struct { /* a search for legal turns, and what it has found, packed as daldos.packing does */
    const dk_game *g;
    int32_t player, count_of_dice, spare, calm, mixed, alone, full; /* spare: captures that win; calm: fewer than the dice cannot */
    int32_t dice_used, count, moves; /* moves: made lately */
    uint8_t dice[DK_DICE], start[64], cells[64];
    uint8_t came[DK_DICE + 1], from[DK_DICE + 1], woke[DK_DICE + 1]; /* of the moves made so far */
    int8_t first[DK_DICE][64]; /* the hole that a piece reaches from the start, by the place of a die */
    uint32_t turns[DK_MOST];
    union {
        struct {
            uint16_t slots[DK_SLOTS], tags[DK_MOST]; /* indexes of turns by the hash of their result; a part of it */
        } s;
        int32_t values[DK_MOST];
    } u;
    int32_t pieces, piece, place, stuck; /* how far the search has come, at its first move; stuck: no die can be played */
    uint8_t holes[24];
} dk_legal;

typedef struct {
    uint8_t cells[64], count[2];
} dk_state;

typedef struct { /* a position in a search, with the throw being searched */
    dk_state s;
    uint8_t thrower, thrown, again, candidate, candidates; /* thrown: the number of the throw, DK_THROWS after the last */
    int32_t total, top;
    uint32_t turns[DK_WIDE];
    int32_t values[DK_WIDE];
} dk_frame;

typedef struct {
    const dk_game *g;
    const uint8_t *weights, *table; /* table: solved endings, or null */
    int32_t packed, units, rows, blank, shift, constant, ranks;
    int32_t counted, values[DK_VALUES]; /* counted: no net, but these values of a count of pieces; turns are packed then */
    int16_t start[2][DK_UNITS], out[DK_UNITS], base[DK_UNITS], sums[DK_UNITS];
    int16_t half[DK_UNITS]; /* sums after a first move, half_of */
    int32_t half_of;
    int32_t row_numbers[2], used;
    uint8_t row[2][DK_RANKS]; /* the rows of a packed table used last */
    dk_legal legal;
    int32_t known, phase, depth, at, deepest, valued, based, overlooks, dearest, lowest, glanced, work, result; /* a thought; known: its legal turns are */
    uint32_t turn, sought;
    uint8_t draws[64];
    dk_frame frames[DK_FRAMES];
} dk_kernel;

int32_t dk_find(dk_legal *q, const dk_game *g, const uint8_t *cells, int32_t player, const uint8_t *dice, int32_t count, int32_t but);
int32_t dk_ends_of(const dk_legal *q, int32_t i);
DK_API int32_t dk_part(dk_kernel *k, const uint8_t *cells, int32_t player, const uint8_t *dice, int32_t count, int32_t but);
DK_API int32_t dk_packed(const dk_kernel *k, int32_t i);
DK_API int32_t dk_ends(const dk_kernel *k, int32_t i);
DK_API int32_t dk_size(void);
DK_API int32_t dk_setup(dk_kernel *k, const uint8_t *game, const uint8_t *weights, const uint8_t *table, int32_t packed);
DK_API void dk_position(dk_kernel *k, const uint8_t *cells, int32_t player, int32_t thrown);
DK_API int32_t dk_found(dk_kernel *k);
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
