# Dice and choices: xorshift64*, and the ten throws with their weights of 16.

cdef uint8_t* THROW1 = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
cdef uint8_t* THROW2 = [1, 2, 3, 4, 2, 3, 4, 3, 4, 4]
cdef uint8_t* WEIGHT = [1, 2, 2, 2, 1, 2, 2, 1, 2, 1]


cdef inline uint32_t draw(uint64_t* stream) noexcept nogil:
    cdef uint64_t x = stream[0]
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    stream[0] = x
    return <uint32_t>((x * <uint64_t>2685821657736338717u) >> 32)


cdef uint64_t start_stream(unsigned long long seed) noexcept nogil:
    cdef uint64_t stream = seed * <uint64_t>0x9E3779B97F4A7C15u + <uint64_t>0x5DEECE66Du
    cdef int k
    if stream == 0:
        stream = 1
    for k in range(8):
        draw(&stream)
    return stream


cdef inline int below(uint64_t* stream, int count) noexcept nogil:
    return <int>((<uint64_t>draw(stream) * <uint64_t>count) >> 32)


cdef inline void throw_dice(uint64_t* stream, int* die1, int* die2) noexcept nogil:
    cdef uint32_t bits = draw(stream) >> 28
    cdef int a = (bits & 3) + 1, b = (bits >> 2) + 1
    die1[0] = a if a < b else b
    die2[0] = b if a < b else a


cdef int beginner(uint64_t* stream) noexcept nogil:
    # Who has the higher opening throw: either, as likely.
    return draw(stream) >> 31


cdef long random_game(Game* g, Seen* seen, uint64_t* stream) noexcept nogil:
    cdef State s
    cdef Turns found
    cdef int player = beginner(stream), die1, die2
    cdef long throws = 0
    start_state(g, &s)
    while True:
        throw_dice(stream, &die1, &die2)
        generate(g, &s, player, die1, die2, &found, seen)
        play(&s, player, found.turns[below(stream, found.count)])
        throws += 1
        if s.count[1 - player] <= g.lose_at:
            return throws
        if not throws_again(g, die1, die2, found.dice_used):
            player = 1 - player
