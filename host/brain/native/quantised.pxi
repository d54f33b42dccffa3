# The net in integers, as daldos.evaluation computes it on the Pico: the same sums, the same outcome.

cdef struct Ints:
    int16_t w[INPUTS][HIDDEN]
    int32_t bias[2][HIDDEN]
    int32_t out[HIDDEN]
    int32_t out_bias


cdef class Quantised:
    """The integer net of a weights file, for Kernel's matches; see daldos.evaluation for the file."""

    cdef Ints* ints

    def __cinit__(self, rows, biases, out, int out_bias):
        self.ints = <Ints*>calloc(1, sizeof(Ints))
        if not self.ints:
            raise MemoryError

    def __dealloc__(self):
        free(self.ints)

    def __init__(self, rows, biases, out, int out_bias):
        cdef int f, h
        for f in range(len(rows)):
            for h in range(HIDDEN):
                self.ints.w[f][h] = rows[f][h]
        for h in range(HIDDEN):
            self.ints.bias[0][h] = biases[0][h]
            self.ints.bias[1][h] = biases[1][h]
            self.ints.out[h] = out[h]
        self.ints.out_bias = out_bias


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
    return total + net.out_bias
