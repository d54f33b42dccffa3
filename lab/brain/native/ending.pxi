# Endings: all pieces dalled and out of the home rows, few a side. Their index, and value iteration over all of them.
#
# A side's pieces are numbered along its own round of middle row and enemy row, 0 ... loop - 1, so that a position is the
# same for A and B. Its index is rank(who throws) * ranks(the other) + rank(the other).

cdef enum:
    DEEP = 3  # pieces a side, at most

cdef struct Endings:
    int most  # pieces a side in the tables that there are
    int ranks[4]
    double* table[4][4]  # [pieces of who throws][pieces of the other]: chance of who throws; NULL if not there


cdef void free_endings(Endings* e) noexcept nogil:
    cdef int k, m
    for k in range(4):
        for m in range(4):
            free(e.table[k][m])
            e.table[k][m] = NULL
    e.most = 0


cdef inline int rank_of(Game* g, State* s, int player) noexcept nogil:
    # The rank of a side's pieces, -1 if one is at home or there are too many.
    cdef uint64_t left = s.mask[player]
    cdef int at[4]
    cdef int count = 0, k, step
    if s.count[player] > DEEP:
        return -1
    while left:
        step = g.step[player][__builtin_ctzll(left)] - g.n
        left &= left - 1
        if step < 0:
            return -1
        k = count
        while k and at[k - 1] > step:
            at[k] = at[k - 1]
            k -= 1
        at[k] = step
        count += 1
    if count == 1:
        return at[0]
    if count == 2:
        return at[0] + at[1] * (at[1] - 1) // 2
    return at[0] + at[1] * (at[1] - 1) // 2 + at[2] * (at[2] - 1) * (at[2] - 2) // 6


cdef inline double ending(Game* g, Endings* e, State* s, int player) noexcept nogil:
    # The chance of `player`, who is to throw, or -1 if no table has the position.
    cdef int own, other
    cdef double* table
    if s.count[0] > e.most or s.count[1] > e.most:
        return -1
    table = e.table[s.count[player]][s.count[1 - player]]
    if table == NULL:
        return -1
    own = rank_of(g, s, player)
    if own < 0:
        return -1
    other = rank_of(g, s, 1 - player)
    if other < 0:
        return -1
    return table[<long>own * e.ranks[s.count[1 - player]] + other]


cdef void unrank(int rank, int count, int* at) noexcept nogil:
    cdef int k = 0
    if count == 3:
        while (k + 1) * k * (k - 1) // 6 <= rank:
            k += 1
        at[2] = k
        rank -= k * (k - 1) * (k - 2) // 6
        k = 0
        count = 2
    if count == 2:
        while (k + 1) * k // 2 <= rank:
            k += 1
        at[1] = k
        rank -= k * (k - 1) // 2
    at[0] = rank


cdef void loops(Game* g, uint8_t* loop0, uint8_t* loop1) noexcept nogil:
    # The hole of each place of the two rounds.
    cdef int hole, step
    for hole in range(g.size):
        step = g.step[0][hole] - g.n
        if step >= 0:
            loop0[step] = hole
        step = g.step[1][hole] - g.n
        if step >= 0:
            loop1[step] = hole


cdef bint place(Game* g, State* s, uint8_t* loop0, uint8_t* loop1, int k, int own, int m, int other) noexcept nogil:
    # The position of the two ranks with player 0 to throw; False if two pieces stand in one hole.
    cdef int at[4]
    cdef int i
    memset(s, 0, sizeof(State))
    unrank(own, k, at)
    for i in range(k):
        s.cells[loop0[at[i]]] = 2
    unrank(other, m, at)
    for i in range(m):
        if s.cells[loop1[at[i]]]:
            return False
        s.cells[loop1[at[i]]] = 4
    set_masks(g, s)
    return True


cdef double backed_up(Game* g, Endings* e, State* s, Turns* found, Seen* seen) noexcept nogil:
    # The chance of player 0, who is to throw, by the tables of what comes after each throw's best turn.
    cdef double total = 0, best, value
    cdef int t, k
    cdef bint again
    cdef State after
    for t in range(10):
        generate(g, s, 0, THROW1[t], THROW2[t], found, seen)
        again = throws_again(g, THROW1[t], THROW2[t], found.dice_used)
        best = -1
        for k in range(found.count):
            after = s[0]
            play(&after, 0, found.turns[k])
            if after.count[1] <= g.lose_at:
                value = 1
            elif again:
                value = ending(g, e, &after, 0)
            else:
                value = 1 - ending(g, e, &after, 1)
            if value > best:
                best = value
        total += WEIGHT[t] * best
    return total / 16


cdef double sweep(Game* g, Endings* e, Seen* seen, int k, int m, bint change) noexcept nogil:
    # One pass over the positions of k against m pieces; the largest difference. `change`: the tables learn from it.
    cdef uint8_t loop0[HOLES]
    cdef uint8_t loop1[HOLES]
    cdef int own, other
    cdef double* table = e.table[k][m]
    cdef double most = 0, value, off
    cdef State s
    cdef Turns found
    cdef long at
    loops(g, loop0, loop1)
    for own in range(e.ranks[k]):
        for other in range(e.ranks[m]):
            if not place(g, &s, loop0, loop1, k, own, m, other):
                continue
            at = <long>own * e.ranks[m] + other
            value = backed_up(g, e, &s, &found, seen)
            off = value - table[at]
            if off < 0:
                off = -off
            if off > most:
                most = off
            if change:
                table[at] = value
    return most
