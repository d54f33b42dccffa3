# Learning by temporal differences: the net plays itself, and each position after a turn is drawn towards the mean of
# what came later, nearer ones weighing more (TD(lambda), from the end of the game backwards).

cdef enum:
    LONGEST = 3000  # throws of a game that are learnt from

cdef struct Seat:
    uint8_t list[36]
    int count, again, player
    float value  # the chance of the best turn there was
    bint explored  # another turn was played

cdef struct Memory:
    Seat seats[LONGEST]
    float kinds[4][HIDDEN]  # what all inputs of a kind learn together


cdef inline int kind_of(Game* g, int f) noexcept nogil:
    if f < g.size:
        return 0
    if f < g.size + g.n:
        return 1
    return 2 if f < 2 * g.size + g.n else 3


cdef void learn_position(Game* g, Net* net, Memory* m, Seat* seat, float target, float rate) noexcept nogil:
    cdef float sums[HIDDEN]
    cdef float back[HIDDEN]
    cdef float total = net.out_bias, off, share
    cdef int k, h
    cdef int kinds[4]
    cdef float* row
    cdef float* bias = net.bias[seat.again]
    layer(net, seat.list, seat.count, sums)
    for h in range(HIDDEN):
        sums[h] += bias[h]
        if sums[h] < 0:
            sums[h] = 0
        total += sums[h] * net.out[h]
    off = rate * (target - squash(total))
    for h in range(HIDDEN):
        back[h] = off * net.out[h] if sums[h] > 0 else 0
        net.out[h] += off * sums[h]
        bias[h] += back[h]
    net.out_bias += off
    memset(kinds, 0, sizeof(kinds))
    for k in range(seat.count):
        row = net.w[seat.list[k]]
        kinds[kind_of(g, seat.list[k])] += 1
        for h in range(HIDDEN):
            row[h] += back[h]
    for k in range(4):
        if kinds[k]:
            share = kinds[k] / <float>256
            row = m.kinds[k]
            for h in range(HIDDEN):
                row[h] += share * back[h]


cdef int learn_game(
    Game* g, Endings* e, Net* net, Memory* m, Seen* seen, uint64_t* stream, float rate, float trace, float explore
) noexcept nogil:
    # One game of the net against itself, and what it teaches; returns its throws.
    cdef State s
    cdef Turns found
    cdef Seat* seat
    cdef int player = beginner(stream), die1, die2, throws = 0, k, h, f
    cdef uint32_t turn
    cdef bint again
    cdef float target = 0, logit
    cdef double solved
    cdef float* row
    start_state(g, &s)
    while throws < LONGEST:
        throw_dice(stream, &die1, &die2)
        generate(g, &s, player, die1, die2, &found, seen)
        again = throws_again(g, die1, die2, found.dice_used)
        logit = best_turn(g, e, net, &s, player, &found, again, &turn)
        seat = &m.seats[throws]
        throws += 1
        seat.player = player
        seat.again = again
        seat.value = squash(logit) if logit < 50 else 1
        seat.explored = False
        if draw(stream) < explore * 4294967295.0:
            turn = found.turns[below(stream, found.count)]
            seat.explored = True
        play(&s, player, turn)
        seat.count = features(g, &s, player, seat.list)
        if s.count[1 - player] <= g.lose_at:
            target = 1
            break
        solved = ending(g, e, &s, player if again else 1 - player)
        if solved >= 0:
            target = solved if again else 1 - solved
            break
        target = seat.value
        if not again:
            player = 1 - player
    memset(m.kinds, 0, sizeof(m.kinds))
    # `target` is the last mover's
    for k in range(throws - 1, -1, -1):
        seat = &m.seats[k]
        if k < throws - 1:
            # what follows is worth: if another turn than the best was played there, the best one's chance
            if m.seats[k + 1].explored:
                target = m.seats[k + 1].value
            else:
                target = trace * target + (1 - trace) * m.seats[k + 1].value
            if m.seats[k + 1].player != seat.player:
                target = 1 - target
        learn_position(g, net, m, seat, target, rate)
    for f in range(2 * g.size + 2 * g.n):
        row = net.w[f]
        k = kind_of(g, f)
        for h in range(HIDDEN):
            row[h] += m.kinds[k][h]
    return throws


cdef class Learner:
    """A float net and the stream of its self-play. `learn` plays games; `state` and `restore` keep all of it."""

    cdef Kernel kernel
    cdef Net* net
    cdef Memory* memory
    cdef uint64_t stream

    def __cinit__(self, Kernel kernel, unsigned long long seed):
        self.net = <Net*>calloc(1, sizeof(Net))
        self.memory = <Memory*>calloc(1, sizeof(Memory))
        if not self.net or not self.memory:
            raise MemoryError

    def __dealloc__(self):
        free(self.net)
        free(self.memory)

    def __init__(self, Kernel kernel, unsigned long long seed):
        cdef int f, h
        self.kernel = kernel
        self.stream = start_stream(seed)
        for f in range(INPUTS):
            for h in range(HIDDEN):
                self.net.w[f][h] = (draw(&self.stream) / 4294967296.0 - 0.5) * 0.4
        for h in range(HIDDEN):
            self.net.bias[0][h] = self.net.bias[1][h] = 0.1
            self.net.out[h] = (draw(&self.stream) / 4294967296.0 - 0.5) * 0.4

    def learn(self, int games, float rate, float trace, float explore):
        """Play and learn from that many games; returns how many throws they had."""
        cdef long throws = 0
        cdef int k
        cdef Kernel kernel = self.kernel
        with nogil:
            for k in range(games):
                throws += learn_game(
                    &kernel.g, kernel.endings, self.net, self.memory, kernel.seen, &self.stream, rate, trace, explore
                )
        return throws

    def state(self):
        """Weights and stream as bytes."""
        return (<char*>self.net)[: sizeof(Net)] + (<char*>&self.stream)[:8]

    def restore(self, bytes state):
        """Take up where `state` was asked for."""
        if len(state) != sizeof(Net) + 8:
            raise ValueError("state of %d bytes, expected %d" % (len(state), sizeof(Net) + 8))
        memcpy(self.net, <char*>state, sizeof(Net))
        memcpy(&self.stream, <char*>state + sizeof(Net), 8)

    def weights(self):
        """(rows, biases, out, out_bias): floats by input and hidden unit, as lists."""
        inputs = 2 * self.kernel.g.size + 2 * self.kernel.g.n
        return (
            [[self.net.w[f][h] for h in range(HIDDEN)] for f in range(inputs)],
            [[self.net.bias[k][h] for h in range(HIDDEN)] for k in range(2)],
            [self.net.out[h] for h in range(HIDDEN)],
            self.net.out_bias,
        )
