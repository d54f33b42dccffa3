# All legal turns of a throw: what daldos.turns says, in C. Included by kernel.pyx.

cdef enum:
    MOST = 1200  # turns of one throw, with room
    SLOTS = 4096  # of the table of results seen
    FAR = 4  # the longest move of one die

cdef struct Turns:
    int count, dice_used
    uint32_t turns[MOST]

cdef struct Seen:
    uint32_t stamp
    uint32_t stamps[SLOTS]
    uint32_t keys[SLOTS]

cdef struct Search:
    Game* g
    State* s
    Turns* found
    Seen* seen
    int player, die1, die2, count, last, only, second_only
    int holes[32]
    int steps[32]
    int first[32]
    int second[32]


cdef inline int reach(Game* g, State* s, int player, int hole, int steps) noexcept nogil:
    # The hole that many steps on, or -1 if the way or the landing is barred.
    cdef uint8_t* after = g.after[player]
    while steps > 1:
        hole = after[hole]
        if g.stop[player][s.cells[hole]]:
            return -1
        steps -= 1
    hole = after[hole]
    return -1 if g.own[player][s.cells[hole]] else hole


cdef inline void add(Search* q, uint32_t turn, uint32_t key) noexcept nogil:
    # The turn, unless one with that result has been found.
    cdef Seen* seen = q.seen
    cdef uint32_t slot = (key * <uint32_t>2654435761u) >> 20
    while seen.stamps[slot] == seen.stamp:
        if seen.keys[slot] == key:
            return
        slot = (slot + 1) & (SLOTS - 1)
    seen.stamps[slot] = seen.stamp
    seen.keys[slot] = key
    q.found.turns[q.found.count] = turn
    q.found.count += 1


cdef inline uint32_t result_key(int hole1, int to1, int hole2, int to2, bint dalled1) noexcept nogil:
    # The same for all turns of two pieces with the same resulting position.
    cdef int left1, left2, swap
    if to2 == hole1:
        left1 = hole2
        left2 = NO_HOLE
        to2 = NO_HOLE if dalled1 else hole1
    else:
        left1 = NO_HOLE if to1 == hole1 else hole1
        left2 = NO_HOLE if to2 == hole2 else hole2
    if left1 > left2:
        swap = left1
        left1 = left2
        left2 = swap
    if to1 > to2:
        swap = to1
        to1 = to2
        to2 = swap
    return left1 | left2 << 6 | to1 << 12 | to2 << 18


cdef void targets(Search* q, int die, int* found) noexcept nogil:
    # Where each piece can go by that die alone, -1 for nowhere.
    cdef int k, hole
    cdef uint8_t undalled = 1 + 2 * q.player
    for k in range(q.count):
        hole = q.holes[k]
        if q.s.cells[hole] != undalled:
            found[k] = reach(q.g, q.s, q.player, hole, die)
        elif die != 1 or (q.g.sternmost and hole != q.only):
            found[k] = -1
        elif not q.g.dal_moves:
            found[k] = hole
        else:
            found[k] = reach(q.g, q.s, q.player, hole, 1)


cdef void one_added(Search* q) noexcept nogil:
    cdef int k, hole, steps, to
    for k in range(q.count):
        hole = q.holes[k]
        steps = q.die1 + q.die2
        if q.s.cells[hole] == 1 + 2 * q.player:
            if q.die1 != 1 or (q.g.sternmost and hole != q.only):
                continue
            if not q.g.dal_moves:
                steps = q.die2
        to = reach(q.g, q.s, q.player, hole, steps)
        if to >= 0:
            add(q, hole | to << 6 | 0xFFF000, hole | 0xFC0 | to << 12 | 0xFC0000)


cdef void one_separate(Search* q, int hole, int between, int die) noexcept nogil:
    cdef uint8_t was, captured
    cdef int to, left, low, high
    if between < 0:
        return
    was = q.s.cells[hole]
    captured = q.s.cells[between]
    if between != hole and captured and q.last:
        return
    q.s.cells[hole] = 0
    q.s.cells[between] = 2 + 2 * q.player
    to = reach(q.g, q.s, q.player, between, die)
    q.s.cells[between] = captured
    q.s.cells[hole] = was
    if to < 0:
        return
    left = between if captured and between != hole else NO_HOLE
    low = hole if hole < left else left
    high = left if hole < left else hole
    add(q, hole | between << 6 | between << 12 | to << 18, low | high << 6 | to << 12 | 0xFC0000)


cdef void two_pieces(Search* q, int* first, int* second, int die, bint close_only) noexcept nogil:
    cdef Game* g = q.g
    cdef uint8_t* cells = q.s.cells
    cdef uint8_t undalled = 1 + 2 * q.player, dalled = 2 + 2 * q.player, was, captured
    cdef int i, j, hole1, hole2, to1, to2, far, next_undalled
    cdef int wrap = g.loop - FAR
    cdef bint twin = q.die1 == q.die2
    for i in range(q.count):
        to1 = first[i]
        if to1 < 0:
            continue
        hole1 = q.holes[i]
        was = cells[hole1]
        captured = cells[to1]
        if to1 == hole1:
            captured = 0
        elif captured and q.last:
            continue
        next_undalled = q.second_only if was == undalled else q.only
        cells[hole1] = 0
        cells[to1] = dalled
        for j in range(q.count):
            if j == i:
                continue
            far = q.steps[j] - q.steps[i]
            hole2 = q.holes[j]
            if (
                ((far > FAR and far < wrap) or (far < -FAR and far > -wrap))
                and not q.last
                and not (g.sternmost and was == undalled and cells[hole2] == undalled)
            ):
                to2 = second[j]
                if to2 < 0 or close_only or (twin and j < i):
                    continue
                q.found.turns[q.found.count] = hole1 | to1 << 6 | hole2 << 12 | to2 << 18
                q.found.count += 1
                continue
            if cells[hole2] != undalled:
                to2 = reach(g, q.s, q.player, hole2, die)
            elif die != 1 or (g.sternmost and hole2 != next_undalled):
                continue
            elif g.dal_moves:
                to2 = reach(g, q.s, q.player, hole2, 1)
            else:
                to2 = hole2
            if to2 >= 0:
                add(
                    q,
                    hole1 | to1 << 6 | hole2 << 12 | to2 << 18,
                    result_key(hole1, to1, hole2, to2, was == dalled),
                )
        cells[to1] = captured
        cells[hole1] = was


cdef void one_die(Search* q, bint only_wins) noexcept nogil:
    cdef int k, hole, to, d
    for k in range(q.count):
        hole = q.holes[k]
        for d in range(2):
            to = q.second[k] if d else q.first[k]
            if to >= 0 and (not only_wins or (to != hole and q.s.cells[to])):
                add(q, hole | to << 6 | 0xFFF000, hole | to << 6 | 0xFFF000)


cdef void generate(Game* g, State* s, int player, int die1, int die2, Turns* found, Seen* seen) noexcept nogil:
    # All legal turns of the throw, one for each distinct result; a lost turn is one, LOST.
    cdef Search q
    cdef uint64_t left = s.mask[player]
    cdef int k, hole
    q.g = g
    q.s = s
    q.found = found
    q.seen = seen
    q.player = player
    q.die1 = die1
    q.die2 = die2
    q.count = 0
    q.only = -1
    q.second_only = -1
    seen.stamp += 1
    found.count = 0
    while left:
        hole = __builtin_ctzll(left)
        left &= left - 1
        q.holes[q.count] = hole
        q.steps[q.count] = g.step[player][hole]
        q.count += 1
        if s.cells[hole] == 1 + 2 * player:
            if q.only < 0:
                q.only = hole
            elif q.second_only < 0:
                q.second_only = hole
    q.last = s.count[1 - player] == g.lose_at + 1
    targets(&q, die1, q.first)
    if die1 == die2:
        memcpy(q.second, q.first, sizeof(q.first))
    else:
        targets(&q, die2, q.second)
    if g.separate:
        for k in range(q.count):
            one_separate(&q, q.holes[k], q.first[k], die2)
            if die1 != die2:
                one_separate(&q, q.holes[k], q.second[k], die1)
    else:
        one_added(&q)
    two_pieces(&q, q.first, q.second, die2, False)
    if die1 != die2:
        two_pieces(&q, q.second, q.first, die1, not q.last)
    found.dice_used = 2 if found.count else 0
    if q.last or not found.count:
        one_die(&q, found.count > 0)
        if found.count and not found.dice_used:
            found.dice_used = 1
    if not found.count:
        found.turns[0] = LOST
        found.count = 1
