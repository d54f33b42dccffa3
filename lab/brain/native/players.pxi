# The baselines random, greedy and careful as daldos.ai.baselines has them, in C.

cdef inline int captures_of(State* s, int player, uint32_t turn) noexcept nogil:
    cdef uint64_t enemy = s.mask[1 - player]
    cdef int count = 0
    if turn & 63 == NO_HOLE:
        return 0
    count = enemy >> (turn >> 6 & 63) & 1
    if turn >> 12 & 63 != NO_HOLE:
        count += enemy >> (turn >> 18 & 63) & 1
    return count


cdef int exposed(Game* g, State* s, int attacker) noexcept nogil:
    # 16 times the expected number, two a throw at most, of the other side's pieces that the attacker's throw could hit.
    cdef uint16_t hit[HOLES]
    cdef uint64_t left = s.mask[attacker], struck = 0
    cdef int hole, at, d, k, total = 0, count
    cdef uint16_t bits
    cdef uint8_t* after = g.after[attacker]
    cdef uint8_t undalled = 1 + 2 * attacker
    while left:
        hole = __builtin_ctzll(left)
        left &= left - 1
        at = hole
        for d in range(1, 2 if s.cells[hole] == undalled else 9):
            at = after[at]
            if s.mask[1 - attacker] >> at & 1:
                if not struck >> at & 1:
                    struck |= (<uint64_t>1) << at
                    hit[at] = 0
                hit[at] |= 1 << d
            if g.stop[attacker][s.cells[at]]:
                break
    if not struck:
        return 0
    for k in range(10):
        bits = 1 << THROW1[k] | 1 << THROW2[k] | 1 << (THROW1[k] + THROW2[k])
        count = 0
        left = struck
        while left:
            hole = __builtin_ctzll(left)
            left &= left - 1
            if hit[hole] & bits:
                count += 1
                if count == 2:
                    break
        total += count * WEIGHT[k]
    return total


cdef uint32_t greedy_turn(Game* g, State* s, int player, Turns* found, uint64_t* stream) noexcept nogil:
    cdef int most = -1, k, captures, same = 0
    cdef uint32_t best = LOST
    for k in range(found.count):
        captures = captures_of(s, player, found.turns[k])
        if captures and s.count[1 - player] - captures <= g.lose_at:
            return found.turns[k]
        if captures > most:
            most = captures
            same = 0
        if captures == most:
            same += 1
            if below(stream, same) == 0:
                best = found.turns[k]
    return best


cdef uint32_t careful_turn(
    Game* g, State* s, int player, Turns* found, bint again, uint64_t* stream
) noexcept nogil:
    cdef int k, captures, score, most = -2147483647, same = 0
    cdef uint32_t best = LOST
    cdef State after
    for k in range(found.count):
        captures = captures_of(s, player, found.turns[k])
        if captures and s.count[1 - player] - captures <= g.lose_at:
            return found.turns[k]
        after = s[0]
        play(&after, player, found.turns[k])
        # in units of 1 / 3200 of a piece
        score = (
            3200 * captures
            - (18 if again else 180) * exposed(g, &after, 1 - player)
            + 50 * exposed(g, &after, player)
        )
        if score > most:
            most = score
            same = 0
        if score == most:
            same += 1
            if below(stream, same) == 0:
                best = found.turns[k]
    return best
