# Rules as tables, and positions: what stands where, and turns played. Included by kernel.pyx.
#
# A turn is packed as daldos.packing has it: from1 | to1 << 6 | from2 << 12 | to2 << 18, 63 for no hole.

cdef enum:
    NO_HOLE = 63
    LOST = 0xFFFFFF

cdef struct State:
    uint8_t cells[64]
    uint64_t mask[2]  # the holes of each player's pieces
    int count[2]


cdef void set_masks(Game* g, State* s) noexcept nogil:
    cdef int hole
    for k in range(2):
        s.mask[k] = 0
        s.count[k] = 0
    for hole in range(g.size):
        if s.cells[hole]:
            k = 1 if s.cells[hole] > 2 else 0
            s.mask[k] |= (<uint64_t>1) << hole
            s.count[k] += 1


cdef void start_state(Game* g, State* s) noexcept nogil:
    cdef int k
    memset(s.cells, 0, sizeof(s.cells))
    for k in range(g.n):
        s.cells[k] = 1
        s.cells[g.enemy + k] = 3
    set_masks(g, s)


cdef inline void play(State* s, int player, uint32_t turn) noexcept nogil:
    cdef int k, hole, to
    for k in range(2):
        hole = turn & 63
        if hole == NO_HOLE:
            return
        to = turn >> 6 & 63
        s.cells[hole] = 0
        s.mask[player] &= ~((<uint64_t>1) << hole)
        if s.cells[to]:
            s.mask[1 - player] &= ~((<uint64_t>1) << to)
            s.count[1 - player] -= 1
        s.cells[to] = 2 + 2 * player
        s.mask[player] |= (<uint64_t>1) << to
        turn = turn >> 12 | 0xFFF000


cdef inline bint throws_again(Game* g, int die1, int die2, int dice_used) noexcept nogil:
    return g.extra and die1 == 1 and die2 == 1 and (dice_used == 2 or not g.forfeits)
