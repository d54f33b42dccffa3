# Games between two players, by thousands.

cdef enum:
    RANDOM = 0
    GREEDY = 1
    CAREFUL = 2
    FLOAT = 3  # one ply by the float net
    INTS = 4  # by the integers, as the levels of daldos.ai.opponent

cdef struct Player:
    int kind
    Net* net
    Ints* ints
    int plies, overlooks, most, margin


cdef int glance(
    Game* g, Ints* net, State* eyed, int player, Turns* found, bint again, int* values, int lowest
) noexcept nogil:
    # The place of the best turn to who sees but these pieces: daldos.ai.opponent.Opponent.glance.
    cdef uint8_t list[64]
    cdef int16_t sums[HIDDEN]
    cdef Change c
    cdef uint32_t turn
    cdef int k, hole, value, best = 0, top = -WON_LOGIT - 1
    int_layer(net, list, features(g, eyed, player, list), sums)
    for k in range(found.count):
        turn = found.turns[k]
        hole = turn >> 12 & 63
        if chance_of(values[k]) < lowest:
            continue
        value = -WON_LOGIT
        if eyed.cells[turn & 63] and (hole == NO_HOLE or hole == (turn >> 6 & 63) or eyed.cells[hole]):
            change_of(g, eyed, player, player, turn, &c)
            value = int_logit(net, sums, &c, again)
        if value > top:
            top = value
            best = k
    return best


cdef int int_choice(
    Game* g, Endings* e, Seen* seen, Player* p, State* s, int player, Turns* found, bint again, uint64_t* stream
) noexcept nogil:
    cdef int values[MOST]
    cdef State eyed
    cdef int hole, best = int_values(g, e, p.ints, s, player, found, again, values)
    if p.overlooks and values[best] < WON_LOGIT:
        eyed = s[0]
        for hole in range(g.size):
            if eyed.cells[hole] and below(stream, 256) < p.overlooks:
                eyed.cells[hole] = 0
        set_masks(g, &eyed)
        best = glance(g, p.ints, &eyed, player, found, again, values, chance_of(values[best]) - p.margin)
    if p.plies == 2:
        best = deep_choice(g, e, seen, p.ints, s, player, found, again, values, best, p.most, p.margin)
    return best


cdef uint32_t chosen(
    Game* g, Endings* e, Seen* seen, Player* p, State* s, int player, Turns* found, bint again, uint64_t* stream
) noexcept nogil:
    cdef uint32_t turn = found.turns[0]
    if found.count == 1:
        return turn
    if p.kind == RANDOM:
        return found.turns[below(stream, found.count)]
    if p.kind == GREEDY:
        return greedy_turn(g, s, player, found, stream)
    if p.kind == CAREFUL:
        return careful_turn(g, s, player, found, again, stream)
    if p.kind == INTS:
        return found.turns[int_choice(g, e, seen, p, s, player, found, again, stream)]
    best_turn(g, e, p.net, s, player, found, again, &turn)
    return turn


cdef int play_game(Game* g, Endings* e, Seen* seen, Player** seats, uint64_t* stream, long* throws) noexcept nogil:
    # The winner.
    cdef State s
    cdef Turns found
    cdef int player = beginner(stream), die1, die2
    cdef bint again
    cdef uint32_t turn
    start_state(g, &s)
    while True:
        throw_dice(stream, &die1, &die2)
        generate(g, &s, player, die1, die2, &found, seen)
        again = throws_again(g, die1, die2, found.dice_used)
        turn = chosen(g, e, seen, seats[player], &s, player, &found, again, stream)
        play(&s, player, turn)
        throws[0] += 1
        if s.count[1 - player] <= g.lose_at:
            return player
        if not again:
            player = 1 - player


cdef int rollout(
    Game* g, Endings* e, Seen* seen, Player* p, State* start, int thrower, int first, uint64_t* stream
) noexcept nogil:
    # The winner of a game from there on, both sides played by p; its first two throws are those of number `first`.
    cdef State s = start[0]
    cdef Turns found
    cdef int player = thrower, die1, die2, a, b, throws = 0
    cdef bint again
    while True:
        if throws < 2:
            a = (first & 3) + 1
            b = (first >> 2 & 3) + 1
            first >>= 4
            die1 = a if a < b else b
            die2 = b if a < b else a
        else:
            throw_dice(stream, &die1, &die2)
        throws += 1
        generate(g, &s, player, die1, die2, &found, seen)
        again = throws_again(g, die1, die2, found.dice_used)
        play(&s, player, chosen(g, e, seen, p, &s, player, &found, again, stream))
        if s.count[1 - player] <= g.lose_at:
            return player
        if not again:
            player = 1 - player
