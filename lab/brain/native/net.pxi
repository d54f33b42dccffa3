# The net: one input for each piece on a hole, as the player who has just moved sees it; a layer of rectified units; one
# logistic output, the chance of that player. A turn changes at most eight inputs, so a layer sum is kept and changed.

cdef enum:
    HIDDEN = 80
    INPUTS = 140  # 2 * holes + 2 * home row, at most 138

cdef struct Net:
    float w[INPUTS][HIDDEN]
    float bias[2][HIDDEN]  # [the same player throws again]
    float out[HIDDEN]
    float out_bias

cdef struct Change:
    int plus[4]
    int minus[8]
    int pluses, minuses


cdef inline int feature(Game* g, int viewer, int cell, int hole) noexcept nogil:
    # The input of a piece: own dalled by hole, own undalled by hole, the enemy's dalled, the enemy's undalled.
    cdef int at = g.view[viewer][hole]
    cdef int who = 1 if cell > 2 else 0
    if who == viewer:
        return at if cell == 2 + 2 * who else g.size + at
    if cell == 2 + 2 * who:
        return g.size + g.n + at
    return 2 * g.size + g.n + at - g.enemy


cdef int features(Game* g, State* s, int viewer, uint8_t* list) noexcept nogil:
    cdef uint64_t left = s.mask[0] | s.mask[1]
    cdef int hole, count = 0
    while left:
        hole = __builtin_ctzll(left)
        left &= left - 1
        list[count] = feature(g, viewer, s.cells[hole], hole)
        count += 1
    return count


cdef inline void change_of(Game* g, State* s, int player, int viewer, uint32_t turn, Change* c) noexcept nogil:
    # Which inputs a turn of `player` sets and clears.
    cdef int hole1 = turn & 63, to1 = turn >> 6 & 63, hole2 = turn >> 12 & 63, to2 = turn >> 18 & 63
    cdef int dalled = 2 + 2 * player
    cdef uint64_t enemy = s.mask[1 - player]
    c.pluses = 0
    c.minuses = 0
    if hole1 == NO_HOLE:
        return
    c.minus[0] = feature(g, viewer, s.cells[hole1], hole1)
    c.minuses = 1
    if enemy >> to1 & 1:
        c.minus[1] = feature(g, viewer, s.cells[to1], to1)
        c.minuses = 2
    if hole2 == NO_HOLE:
        c.plus[0] = feature(g, viewer, dalled, to1)
        c.pluses = 1
        return
    if enemy >> to2 & 1:
        c.minus[c.minuses] = feature(g, viewer, s.cells[to2], to2)
        c.minuses += 1
    c.plus[0] = feature(g, viewer, dalled, to2)
    c.pluses = 1
    if hole2 != to1:  # else one piece by both dice: it leaves the hole between as it came
        c.plus[1] = feature(g, viewer, dalled, to1)
        c.pluses = 2
        c.minus[c.minuses] = feature(g, viewer, s.cells[hole2], hole2)
        c.minuses += 1


cdef void layer(Net* net, uint8_t* list, int count, float* sums) noexcept nogil:
    cdef int k, h
    cdef float* row
    memset(sums, 0, HIDDEN * sizeof(float))
    for k in range(count):
        row = net.w[list[k]]
        for h in range(HIDDEN):
            sums[h] += row[h]


cdef inline float logit_after(Net* net, float* sums, Change* c, int again) noexcept nogil:
    cdef float now[HIDDEN]
    cdef float total = 0, x
    cdef int k, h
    cdef float* row
    cdef float* bias = net.bias[again]
    for h in range(HIDDEN):
        now[h] = sums[h] + bias[h]
    for k in range(c.pluses):
        row = net.w[c.plus[k]]
        for h in range(HIDDEN):
            now[h] += row[h]
    for k in range(c.minuses):
        row = net.w[c.minus[k]]
        for h in range(HIDDEN):
            now[h] -= row[h]
    for h in range(HIDDEN):
        x = now[h] if now[h] > 0 else 0
        total += x * net.out[h]
    return total + net.out_bias


cdef inline float squash(float x) noexcept nogil:
    if x > 15:
        x = 15
    if x < -15:
        x = -15
    return 1 / (1 + expf(-x))


cdef inline float solved_logit(double chance) noexcept nogil:
    if chance < 1e-6:
        chance = 1e-6
    if chance > 1 - 1e-6:
        chance = 1 - 1e-6
    return <float>log(chance / (1 - chance))


cdef float best_turn(
    Game* g, Endings* e, Net* net, State* s, int player, Turns* found, bint again, uint32_t* best
) noexcept nogil:
    # The best turn by one ply and its logit; a win at once is 100.
    cdef uint8_t list[64]
    cdef float sums[HIDDEN]
    cdef float most = -1000, value
    cdef double solved
    cdef Change c
    cdef State after
    cdef int k, captures
    cdef bint small = s.count[0] <= e.most + 2 and s.count[1] <= e.most + 2
    layer(net, list, features(g, s, player, list), sums)
    for k in range(found.count):
        captures = captures_of(s, player, found.turns[k])
        if captures and s.count[1 - player] - captures <= g.lose_at:
            best[0] = found.turns[k]
            return 100
        solved = -1
        if small:
            after = s[0]
            play(&after, player, found.turns[k])
            solved = ending(g, e, &after, player if again else 1 - player)
        if solved >= 0:
            value = solved_logit(solved if again else 1 - solved)
        else:
            change_of(g, s, player, player, found.turns[k], &c)
            value = logit_after(net, sums, &c, again)
        if value > most:
            most = value
            best[0] = found.turns[k]
    return most
