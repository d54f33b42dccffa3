# The net in integers, as daldos.ai.evaluation computes it on the Pico, and daldos.ai.logistic: the same numbers.

cdef struct Ints:
    int16_t w[INPUTS][HIDDEN]
    int32_t bias[2][HIDDEN]
    int32_t out[HIDDEN]
    int32_t out_bias
    int shift


cdef class Quantised:
    """The integer net of a weights file, for Kernel's matches; see daldos.ai.evaluation for the file."""

    cdef Ints* ints

    def __cinit__(self, rows, biases, out, int out_bias, int shift):
        self.ints = <Ints*>calloc(1, sizeof(Ints))
        if not self.ints:
            raise MemoryError

    def __dealloc__(self):
        free(self.ints)

    def __init__(self, rows, biases, out, int out_bias, int shift):
        cdef int f, h
        for f in range(len(rows)):
            for h in range(HIDDEN):
                self.ints.w[f][h] = rows[f][h]
        for h in range(HIDDEN):
            self.ints.bias[0][h] = biases[0][h]
            self.ints.bias[1][h] = biases[1][h]
            self.ints.out[h] = out[h]
        self.ints.out_bias = out_bias
        self.ints.shift = shift


cdef void int_layer(Ints* net, uint8_t* list, int count, int16_t* sums) noexcept nogil:
    cdef int k, h
    cdef int16_t* row
    memset(sums, 0, HIDDEN * sizeof(int16_t))
    for k in range(count):
        row = net.w[list[k]]
        for h in range(HIDDEN):
            sums[h] += row[h]


cdef inline int int_logit(Ints* net, int16_t* sums, Change* c, int again) noexcept nogil:
    cdef int16_t now[HIDDEN]
    cdef int32_t total = 0, x
    cdef int k, h
    cdef int16_t* row
    cdef int32_t* bias = net.bias[again]
    for h in range(HIDDEN):
        now[h] = sums[h]
    for k in range(c.pluses):
        row = net.w[c.plus[k]]
        for h in range(HIDDEN):
            now[h] += row[h]
    for k in range(c.minuses):
        row = net.w[c.minus[k]]
        for h in range(HIDDEN):
            now[h] -= row[h]
    for h in range(HIDDEN):
        x = now[h] + bias[h]
        if x < 0:
            x = 0
        total += x * net.out[h]
    return (total + net.out_bias) >> net.shift


cdef enum:
    WON_LOGIT = 1048576
    ONE = 65536

cdef int CHANCES[161]
cdef int LOGITS[128]


def take_tables(chances, logits):
    """The tables of daldos.ai.logistic, before anything else is asked of integers."""
    for k in range(161):
        CHANCES[k] = chances[k]
    for k in range(128):
        LOGITS[k] = logits[k]


cdef inline int chance_of(int logit) noexcept nogil:
    cdef int size = -logit if logit < 0 else logit
    cdef int chance, low
    if size >= WON_LOGIT:
        chance = ONE
    elif size >> 8 >= 160:
        chance = CHANCES[160]
    else:
        low = CHANCES[size >> 8]
        chance = low + ((CHANCES[(size >> 8) + 1] - low) * (size & 255) >> 8)
    return ONE - chance if logit < 0 else chance


cdef inline int step_logit(double chance) noexcept nogil:
    # The logit of a solved chance as a byte keeps it.
    cdef int step = <int>(chance * 256)
    if step > 255:
        step = 255
    return LOGITS[step - 128] if step > 127 else -LOGITS[127 - step]


cdef int int_values(
    Game* g, Endings* e, Ints* net, State* s, int player, Turns* found, bint again, int* values
) noexcept nogil:
    # The logit of each turn by one ply; returns the place of the best, the first of equals.
    cdef uint8_t list[64]
    cdef int16_t sums[HIDDEN]
    cdef double solved
    cdef Change c
    cdef State after
    cdef int k, captures, best = 0
    cdef bint small = s.count[0] <= e.most + 2 and s.count[1] <= e.most + 2
    int_layer(net, list, features(g, s, player, list), sums)
    for k in range(found.count):
        captures = captures_of(s, player, found.turns[k])
        if captures and s.count[1 - player] - captures <= g.lose_at:
            values[k] = WON_LOGIT
        else:
            solved = -1
            if small:
                after = s[0]
                play(&after, player, found.turns[k])
                solved = ending(g, e, &after, player if again else 1 - player)
            if solved >= 0:
                values[k] = step_logit(solved) if again else -step_logit(solved)
            else:
                change_of(g, s, player, player, found.turns[k], &c)
                values[k] = int_logit(net, sums, &c, again)
        if values[k] > values[best]:
            best = k
    return best


cdef int deep_chance(Game* g, Endings* e, Seen* seen, Ints* net, State* s, int player, int thrower) noexcept nogil:
    # 16 times the chance of `player`: the mean over the thrower's ten throws of the best turn's by one ply.
    cdef Turns found
    cdef int values[MOST]
    cdef int t, best, total = 0, chance
    for t in range(10):
        generate(g, s, thrower, THROW1[t], THROW2[t], &found, seen)
        best = int_values(
            g, e, net, s, thrower, &found, throws_again(g, THROW1[t], THROW2[t], found.dice_used), values
        )
        chance = chance_of(values[best])
        total += WEIGHT[t] * (chance if thrower == player else ONE - chance)
    return total


cdef int deep_choice(
    Game* g, Endings* e, Seen* seen, Ints* net, State* s, int player, Turns* found, bint again,
    int* values, int best, int most, int margin
) noexcept nogil:
    # The place of the best by two plies of the `most` best turns by one, of those not worse by more than `margin`.
    cdef int places[MOST]
    cdef int count = 0, k, j, value, top = -1, chosen = best, lowest
    cdef State after
    if values[best] == WON_LOGIT:
        return best
    lowest = chance_of(values[best]) - margin
    for k in range(found.count):
        if chance_of(values[k]) < lowest:
            continue
        j = count
        while j and values[places[j - 1]] < values[k]:
            if j < most:
                places[j] = places[j - 1]
            j -= 1
        if j < most:
            places[j] = k
            if count < most:
                count += 1
    if count < 2:
        return best
    for k in range(count):
        after = s[0]
        play(&after, player, found.turns[places[k]])
        value = deep_chance(g, e, seen, net, &after, player, player if again else 1 - player)
        if value > top:
            top = value
            chosen = places[k]
    return chosen
