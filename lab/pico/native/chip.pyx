# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The emulator's RP2040 with its hottest paths in C, and the loop that runs it.

`Chip` behaves as rp2040py's RP2040 does and answers in C what a companion asks for all the time: memory, the microsecond
timer, the divider, the spin locks, the GPIO registers. A processor that polls the ADC sleeps until the conversion is done
instead of asking forty times. With `caching`, what is read from the flash comes through the chip's cache, and what is
not there makes the processor wait. `run` differs from rp2040py's `execute_batch` in that PIO goes on while the processor sleeps.
"""

cimport cython
from libc.string cimport memcpy

from rp2040py.native._cortex_m0_core cimport DISPATCH_TABLE, CortexM0Core, OpHandler, resolve_wide
from rp2040py.native._gpio_pin cimport GPIOPin
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport ClockAlarm, SimulationClock

# The parts of an instruction, worked out where they are needed: as variables they took a quarter of all time.
cdef extern from *:
    """
    #define _low(opcode) ((opcode) & 7)
    #define _middle(opcode) ((opcode) >> 3 & 7)
    #define _high(opcode) ((opcode) >> 8 & 7)
    #define _shift(opcode) ((opcode) >> 6 & 31)
    #define _immediate(opcode) ((opcode) & 0xFF)
    """
    unsigned int _low(unsigned int opcode)
    unsigned int _middle(unsigned int opcode)
    unsigned int _high(unsigned int opcode)
    unsigned int _shift(unsigned int opcode)
    unsigned int _immediate(unsigned int opcode)
    unsigned int _ones "__builtin_popcount"(unsigned int bits)

cdef double CYCLE_NS = 8.0  # 125 MHz
cdef enum:
    FLASH_BYTES = 0x1000000  # one of the four mirrors of the flash
    SRAM_BYTES = 0x42000
    # The flash's cache, RP2040 data sheet 2.6.3: 16 KB, two ways, lines of 8 bytes. The older line gives way.
    SETS = 1024
    MISS_CYCLES = 48  # a line over four wires at half the processor's clock
    ABSENT = 0xFFFFFFFF
    LONG_CYCLES = 128  # more than any instruction takes that `_longer` does, with what is not in the cache


@cython.final
cdef class Chip(RP2040):
    """seen_us, seen_levels: what the firmware last read of the timer (low word) and of the pins.

    caching: whether a line of the flash that is not in the cache takes its time. misses: how many there were.
    """

    cdef public bint caching
    cdef public long long misses
    cdef unsigned int _lines[2 * SETS]
    cdef unsigned char _newer[SETS]
    cdef unsigned int _line  # the last that was read
    cdef int _stall  # cycles to be waited
    cdef public unsigned int seen_us
    cdef public unsigned int seen_levels
    cdef unsigned char* _flash_at
    cdef unsigned char* _sram_at
    cdef double _epoch_ns  # when the timer was last zero
    cdef unsigned int _locks
    cdef unsigned int _dividend, _divisor, _quotient, _remainder, _divider_state
    cdef double _tick_ns  # when SysTick was last zero
    cdef bint _ticking  # SysTick counts and interrupts nobody: it is served here
    cdef object _sio, _adc, _sample
    cdef double _converted_ns  # when the ADC is ready
    cdef list _pins
    cdef unsigned int _data_mask  # of the pin whose pulses are measured
    cdef double _rise_ns
    cdef object _pulses  # called with (when the high part began, when it ended)

    def __cinit__(self, *args, **more):
        self._flash_at = &self._flash[0]
        self._sram_at = &self._sram[0]

    def convert_with(self, sample) -> None:
        """What a single conversion of the ADC gives: `sample(input)`, at its beginning, as a code of 12 bits."""
        self._sample = sample

    def measure_pulses(self, int pin, pulse) -> None:
        """Have `pulse(rise_ns, fall_ns)` called for each high pulse that the processor makes on this pin."""
        self._data_mask = 1U << pin
        self._pulses = pulse

    def reset(self, *, bint preserve_flash=False, bint from_watchdog=False):
        RP2040.reset(self, preserve_flash=preserve_flash, from_watchdog=from_watchdog)
        self._sio = self.sio
        self._adc = self.adc
        self._pins = self.gpio
        self._epoch_ns = self.timer._epoch_nanos
        self._locks = 0
        self._dividend = self._quotient = self._remainder = 0
        self._divisor = self._divider_state = 1
        self._ticking = False
        self._converted_ns = 0
        self._flush()

    cdef void _flush(self) noexcept:
        cdef int at
        for at in range(2 * SETS):
            self._lines[at] = ABSENT
        self._line = ABSENT

    cpdef unsigned int read_uint16(self, long long address):
        cdef unsigned int addr = <unsigned int>address
        cdef unsigned short value
        if (addr >> 26) == 4:
            if self.caching:
                _through_cache(self, addr)
            memcpy(&value, self._flash_at + (addr & (FLASH_BYTES - 1)), 2)
            return value
        if addr - 0x20000000U < SRAM_BYTES:
            memcpy(&value, self._sram_at + (addr - 0x20000000U), 2)
            return value
        return RP2040.read_uint16(self, addr)

    cpdef unsigned int read_uint8(self, long long address):
        cdef unsigned int addr = <unsigned int>address
        if (addr >> 26) == 4:
            if self.caching:
                _through_cache(self, addr)
            return self._flash_at[addr & (FLASH_BYTES - 1)]
        if addr - 0x20000000U < SRAM_BYTES:
            return self._sram_at[addr - 0x20000000U]
        return RP2040.read_uint8(self, addr)

    cpdef unsigned int read_uint32(self, long long address) except? 0:
        cdef unsigned int addr = <unsigned int>address
        cdef unsigned int value
        if (addr >> 26) == 4:
            if self.caching:
                _through_cache(self, addr)
            memcpy(&value, self._flash_at + (addr & (FLASH_BYTES - 1)), 4)
            return value
        if addr - 0x20000000U < SRAM_BYTES:
            memcpy(&value, self._sram_at + (addr - 0x20000000U), 4)
            return value
        if (addr >> 12) == 0xD0000:
            return self._read_sio(addr & 0xFFF)
        if addr == 0x40054028U:  # TIMERAWL
            self.seen_us = <unsigned int><unsigned long long>((self.clock._nanos_counter - self._epoch_ns) / 1000)
            return self.seen_us
        if addr == 0x40054024U:  # TIMERAWH
            return <unsigned int>(<unsigned long long>((self.clock._nanos_counter - self._epoch_ns) / 1000) >> 32)
        if addr == 0x4004C000U and self.clock._nanos_counter < self._converted_ns:  # CS: sleep until READY
            self.clock.tick(self._converted_ns - self.clock._nanos_counter)
        if addr == 0x4004C004U:
            return self._adc.result
        if addr == 0xE000E018U and self._ticking:
            return <unsigned int>-<long long>((self.clock._nanos_counter - self._tick_ns) / CYCLE_NS) & 0xFFFFFF
        return RP2040.read_uint32(self, addr)

    cpdef write_uint32(self, long long address, long long value):
        cdef unsigned int addr = <unsigned int>address
        cdef unsigned int word = <unsigned int>value
        if addr - 0x20000000U < SRAM_BYTES:
            memcpy(self._sram_at + (addr - 0x20000000U), &word, 4)
        elif (addr >> 12) == 0xD0000:
            self._write_sio(addr & 0xFFF, word)
        elif (addr == 0x4004C000U or addr == 0x4004E000U) and self._sample is not None:
            self._write_adc(word if addr == 0x4004C000U else word | <unsigned int>self._adc.cs)
        elif addr == 0xE000E018U and self._ticking:
            self._tick_ns = self.clock._nanos_counter
        else:
            RP2040.write_uint32(self, address, value)
            if addr == 0x14000000U:  # as the boot ROM does after each operation of the flash
                self._flush()
            if addr == 0xE000E010U:
                self._ticking = (word & 3) == 1
                self._tick_ns = self.clock._nanos_counter

    cpdef write_uint16(self, long long address, long long value):
        cdef unsigned int addr = <unsigned int>address
        cdef unsigned short half = <unsigned short>value
        if addr - 0x20000000U < SRAM_BYTES:
            memcpy(self._sram_at + (addr - 0x20000000U), &half, 2)
        else:
            RP2040.write_uint16(self, address, value)

    cpdef write_uint8(self, long long address, long long value):
        cdef unsigned int addr = <unsigned int>address
        if addr - 0x20000000U < SRAM_BYTES:
            self._sram_at[addr - 0x20000000U] = <unsigned char>value
        else:
            RP2040.write_uint8(self, address, value)

    cdef int _write_adc(self, unsigned int word) except -1:
        # One conversion at a time, without FIFO or round robin, is what MicroPython and the drivers use.
        cdef unsigned int single = word & 0x1F000D
        if single == 5 and not self._adc.fcs & 1:
            self._adc.cs = word & 0x7003
            self._adc.result = self._sample(word >> 12 & 7)
            self._converted_ns = self.clock._nanos_counter + 2000
        else:
            self._adc.write_uint32(0, word)
        return 0

    cdef unsigned int _read_sio(self, unsigned int offset) except? 0:
        cdef unsigned int bit
        if 0x60 <= offset <= 0x78:
            if offset == 0x60 or offset == 0x68:
                return self._dividend
            if offset == 0x64 or offset == 0x6C:
                return self._divisor
            if offset == 0x70:
                self._divider_state &= ~2U
                return self._quotient
            if offset == 0x74:
                return self._remainder
            return self._divider_state
        if 0x100 <= offset < 0x180:
            bit = 1U << ((offset - 0x100) >> 2)
            if self._locks & bit:
                return 0
            self._locks |= bit
            return bit
        if offset == 0x5C:
            return self._locks
        if offset == 0x000:
            return 0  # the first core
        if offset == 0x004:
            return self._levels()
        if offset == 0x010:
            return self._sio.gpio_value
        return <unsigned int>(<long long>int(self._sio.read_uint32(offset)) & 0xFFFFFFFF)

    cdef unsigned int _levels(self) except? 0:
        # an output reads its own level back; rp2040py gives what drives it from outside
        cdef unsigned int levels = 0
        cdef unsigned int i
        cdef GPIOPin pin
        for i in range(30):
            pin = <GPIOPin>self._pins[i]
            if pin.pad_value & 0x40:
                state = pin._state_code()
                if state == 1 or (state > 1 and pin._eff_raw_input()):
                    levels |= 1U << i
        self.seen_levels = levels
        return levels

    cdef int _write_sio(self, unsigned int offset, unsigned int word) except -1:
        if 0x60 <= offset <= 0x74:
            self._write_divider(offset, word)
        elif 0x100 <= offset < 0x180:
            self._locks &= ~(1U << ((offset - 0x100) >> 2))
        elif 0x10 <= offset <= 0x2C:
            self._write_pins(offset, word)
        else:
            self._sio.write_uint32(offset, word)
        return 0

    cdef int _write_pins(self, unsigned int offset, unsigned int word) except -1:
        cdef bint enables = offset >= 0x20
        cdef unsigned int old = self._sio.gpio_output_enable if enables else self._sio.gpio_value
        cdef unsigned int way = offset >> 2 & 3  # set to, set, clear, toggle
        cdef unsigned int new = word if way == 0 else old | word if way == 1 else old & ~word if way == 2 else old ^ word
        cdef unsigned int i
        new &= 0x3FFFFFFF
        if new == old:
            return 0
        if enables:
            self._sio.gpio_output_enable = new
        else:
            self._sio.gpio_value = new
        if not enables and (new ^ old) & self._data_mask:
            if new & self._data_mask:
                self._rise_ns = self.clock._nanos_counter
            else:
                self._pulses(self._rise_ns, self.clock._nanos_counter)
            old ^= self._data_mask
        for i in range(30):
            if (new ^ old) >> i & 1:
                (<GPIOPin>self._pins[i]).check_for_updates()
        return 0

    cdef void _write_divider(self, unsigned int offset, unsigned int word):
        cdef bint signed = offset >= 0x68
        cdef int a, b
        if offset == 0x70:
            self._quotient = word
        elif offset == 0x74:
            self._remainder = word
        else:
            if offset == 0x60 or offset == 0x68:
                self._dividend = word
            else:
                self._divisor = word
            a, b = <int>self._dividend, <int>self._divisor
            if self._divisor == 0:
                self._quotient = 1 if signed and a < 0 else 0xFFFFFFFFU
                self._remainder = self._dividend
            elif not signed:
                self._quotient = self._dividend // self._divisor
                self._remainder = self._dividend % self._divisor
            elif self._divisor == 0xFFFFFFFFU:  # the one quotient C cannot divide
                self._quotient = -self._dividend
                self._remainder = 0
            else:
                self._quotient = <unsigned int>(a // b)
                self._remainder = <unsigned int>(a % b)
        self._divider_state = 3


def run(Chip chip, double until_ns, unsigned char[:] stop) -> int:
    """Run until the clock stands at `until_ns` or later, or stop[0] is set; returns the instructions executed."""
    cdef CortexM0Core core = chip.core
    cdef SimulationClock clock = chip.clock
    cdef RPPIO pio0 = chip.pio[0]
    cdef RPPIO pio1 = chip.pio[1]
    cdef unsigned int* registers = &core.registers[0]
    cdef unsigned char* flash = chip._flash_at
    cdef unsigned char* sram = chip._sram_at
    cdef unsigned char* stopped = &stop[0]
    cdef double began, due, target
    cdef unsigned int pc
    cdef unsigned short opcode, second
    cdef unsigned char* at
    cdef int cycles
    cdef long count = 0
    while clock._nanos_counter < until_ns and not stopped[0]:
        began = clock._nanos_counter
        if core.waiting:
            target = until_ns
            if clock._next_alarm is not None and clock._next_alarm.nanos < target:
                target = clock._next_alarm.nanos
            if not pio0.stopped:
                target = _pio_due(pio0, began, target)
            if not pio1.stopped:
                target = _pio_due(pio1, began, target)
            clock.tick(target - began if target > began else 0.0)
        else:
            if not core.interrupts_updated and pio0.stopped and pio1.stopped:
                count += _sprint(core, chip, registers, clock, until_ns)
                began = clock._nanos_counter
                if began >= until_ns:
                    break
            pc = registers[15] & 0xFFFFFFFEU
            if core.interrupts_updated:
                cycles = core.execute_instruction()
            else:
                if (pc >> 26) == 4:
                    if chip.caching:
                        _through_cache(chip, pc)
                    at = flash + (pc & (FLASH_BYTES - 1))
                elif pc - 0x20000000U < SRAM_BYTES - 2:
                    at = sram + (pc - 0x20000000U)
                else:
                    at = NULL
                if at == NULL:
                    cycles = core.execute_instruction()
                else:
                    memcpy(&opcode, at, 2)
                    if opcode < 0xE800:
                        registers[15] = pc + 2
                        if DISPATCH_TABLE[opcode] == NULL:
                            registers[15] = pc
                            cycles = core.execute_instruction()
                        else:
                            cycles = DISPATCH_TABLE[opcode](core, opcode, 0, pc)
                    elif 0xF000 <= opcode < 0xF800:
                        memcpy(&second, at + 2, 2)
                        if chip.caching and (pc >> 26) == 4:
                            _through_cache(chip, pc + 2)
                        registers[15] = pc + 2
                        cycles = _wide(core, opcode, second, pc)
                    else:
                        cycles = core.execute_instruction()
            count += 1
            cycles += chip._stall
            chip._stall = 0
            due = clock._nanos_counter + cycles * CYCLE_NS
            if clock._next_alarm is not None and clock._next_alarm.nanos <= due:
                clock.tick(cycles * CYCLE_NS)
            else:
                clock._nanos_counter = due
        if not pio0.stopped:
            pio0.advance(<long long>((clock._nanos_counter - began) / CYCLE_NS + 0.5))
        if not pio1.stopped:
            pio1.advance(<long long>((clock._nanos_counter - began) / CYCLE_NS + 0.5))
    return count


cdef inline long _sprint(CortexM0Core core, Chip chip, unsigned int* r, SimulationClock clock, double until_ns) noexcept:
    """Quick instructions, as long as nothing else can happen before or with the next one; how many."""
    cdef double began = clock._nanos_counter
    cdef double end = until_ns
    cdef unsigned char* at
    cdef unsigned short opcode
    cdef unsigned int pc
    cdef int cycles
    cdef long long spent = 0
    cdef long long most
    cdef long count = 0
    if clock._next_alarm is not None and clock._next_alarm.nanos - 2 * CYCLE_NS < end:
        end = clock._next_alarm.nanos - 2 * CYCLE_NS  # the most that most instructions of these take
    most = <long long>((end - began) / CYCLE_NS)
    if began + most * CYCLE_NS < end:
        most += 1
    while spent < most:
        pc = r[15] & 0xFFFFFFFEU
        at = _memory(chip, pc)
        if at == NULL:
            break
        memcpy(&opcode, at, 2)
        r[15] = pc + 2
        cycles = _quick(core, chip, r, opcode)
        if cycles == 0:
            if 0x1000 <= opcode < 0x4700:  # registers alone
                if DISPATCH_TABLE[opcode] != NULL:
                    cycles = DISPATCH_TABLE[opcode](core, opcode, 0, pc)
            elif most - spent > LONG_CYCLES:
                cycles = _longer(core, chip, r, opcode)
            if cycles == 0:
                r[15] = pc
                break
        spent += cycles + chip._stall
        chip._stall = 0
        count += 1
    clock._nanos_counter = began + spent * CYCLE_NS
    return count


cdef inline void _through_cache(Chip chip, unsigned int address) noexcept:
    cdef unsigned int line = address >> 3
    if line != chip._line:
        chip._line = line
        _fetch_line(chip, line)


cdef void _fetch_line(Chip chip, unsigned int line) noexcept:
    # Mirrors of the flash have bits of their own (24, 25): 0x11... is not taken into the cache, 0x12... passes by.
    cdef unsigned int way = line >> 21 & 3
    cdef unsigned int place = line & (SETS - 1)
    cdef unsigned int newer
    line &= (FLASH_BYTES >> 3) - 1
    if way < 2:
        if chip._lines[2 * place] == line:
            chip._newer[place] = 0
            return
        if chip._lines[2 * place + 1] == line:
            chip._newer[place] = 1
            return
    chip.misses += 1
    chip._stall += MISS_CYCLES
    if way == 0:
        newer = 1 - chip._newer[place]
        chip._lines[2 * place + newer] = line
        chip._newer[place] = newer


cdef inline unsigned char* _memory(Chip chip, unsigned int address) noexcept:
    if (address >> 26) == 4:
        if chip.caching:
            _through_cache(chip, address)
        return chip._flash_at + (address & (FLASH_BYTES - 1))
    if address - 0x20000000U < SRAM_BYTES:
        return chip._sram_at + (address - 0x20000000U)
    return NULL


cdef inline void _result(CortexM0Core core, unsigned int value) noexcept:
    core.n = value >> 31
    core.z = value == 0


cdef inline unsigned int _add(CortexM0Core core, unsigned int a, unsigned int b) noexcept:
    cdef unsigned int total = a + b
    _result(core, total)
    core.c = total < a
    core.v = (~(a ^ b) & (a ^ total)) >> 31
    return total


cdef inline unsigned int _subtract(CortexM0Core core, unsigned int a, unsigned int b) noexcept:
    cdef unsigned int difference = a - b
    _result(core, difference)
    core.c = a >= b
    core.v = ((a ^ b) & (a ^ difference)) >> 31
    return difference


cdef inline bint _holds(CortexM0Core core, unsigned int condition) noexcept:
    cdef unsigned int kind = condition >> 1
    cdef bint holds
    if kind == 0:
        holds = core.z
    elif kind == 1:
        holds = core.c
    elif kind == 2:
        holds = core.n
    elif kind == 3:
        holds = core.v
    elif kind == 4:
        holds = core.c and not core.z
    elif kind == 5:
        holds = core.n == core.v
    else:
        holds = core.n == core.v and not core.z
    return holds != (condition & 1)


cdef inline int _quick(CortexM0Core core, Chip chip, unsigned int* r, unsigned int opcode) noexcept:
    """The instructions that are met most, as rp2040py does them; cycles, or 0 for one that is left to it."""
    cdef unsigned int kind = opcode >> 11
    cdef unsigned int value
    cdef unsigned short half
    cdef unsigned char* at
    if kind == 0:  # LSLS
        value = r[_middle(opcode)]
        if _shift(opcode):
            core.c = value >> (32 - _shift(opcode)) & 1
        r[_low(opcode)] = value << _shift(opcode)
        _result(core, r[_low(opcode)])
        return 1
    elif kind == 1:  # LSRS
        value = r[_middle(opcode)]
        core.c = value >> (_shift(opcode) - 1 & 31) & 1
        r[_low(opcode)] = value >> _shift(opcode) if _shift(opcode) else 0
        _result(core, r[_low(opcode)])
        return 1
    elif kind == 3:  # ADDS, SUBS
        value = _shift(opcode) & 7 if opcode & 0x400 else r[_shift(opcode) & 7]
        if opcode & 0x200:
            r[_low(opcode)] = _subtract(core, r[_middle(opcode)], value)
        else:
            r[_low(opcode)] = _add(core, r[_middle(opcode)], value)
        return 1
    elif kind == 4:  # MOVS
        r[_high(opcode)] = _immediate(opcode)
        core.n = False
        core.z = _immediate(opcode) == 0
        return 1
    elif kind == 5:  # CMP
        _subtract(core, r[_high(opcode)], _immediate(opcode))
        return 1
    elif kind == 6:  # ADDS
        r[_high(opcode)] = _add(core, r[_high(opcode)], _immediate(opcode))
        return 1
    elif kind == 7:  # SUBS
        r[_high(opcode)] = _subtract(core, r[_high(opcode)], _immediate(opcode))
        return 1
    elif kind == 8:
        if opcode >> 6 == 0x10A:  # CMP
            _subtract(core, r[_low(opcode)], r[_middle(opcode)])
            return 1
        if opcode >> 8 == 0x46 and (opcode & 0x87) < 0x85:  # MOV to R0 ... R12
            value = opcode >> 3 & 15
            r[opcode >> 4 & 8 | _low(opcode)] = r[value] + 2 if value == 15 else r[value]
            return 1
        return 0
    elif kind == 9 or kind == 13 or kind == 19:  # LDR
        if kind == 9:
            at = _memory(chip, (r[15] + 2 & 0xFFFFFFFCU) + 4 * _immediate(opcode))
        elif kind == 13:
            at = _memory(chip, r[_middle(opcode)] + 4 * _shift(opcode))
        else:
            at = _memory(chip, r[13] + 4 * _immediate(opcode))
        if at == NULL:
            return 0
        memcpy(&value, at, 4)
        r[_low(opcode) if kind == 13 else _high(opcode)] = value
        return 2
    elif kind == 15:  # LDRB
        at = _memory(chip, r[_middle(opcode)] + _shift(opcode))
        if at == NULL:
            return 0
        r[_low(opcode)] = at[0]
        return 2
    elif kind == 14:  # STRB
        value = r[_middle(opcode)] + _shift(opcode)
        if value - 0x20000000U >= SRAM_BYTES:
            return 0
        chip._sram_at[value - 0x20000000U] = <unsigned char>r[_low(opcode)]
        return 2
    elif kind == 16:  # STRH
        value = r[_middle(opcode)] + 2 * _shift(opcode)
        if value - 0x20000000U >= SRAM_BYTES:
            return 0
        memcpy(chip._sram_at + (value - 0x20000000U), &r[_low(opcode)], 2)
        return 2
    elif kind == 17:  # LDRH
        at = _memory(chip, r[_middle(opcode)] + 2 * _shift(opcode))
        if at == NULL:
            return 0
        memcpy(&half, at, 2)
        r[_low(opcode)] = half
        return 2
    elif kind == 10 or kind == 11:  # with two registers
        value = r[_middle(opcode)] + r[_shift(opcode) & 7]
        if opcode < 0x5600:  # STR, STRH, STRB
            if value - 0x20000000U >= SRAM_BYTES:
                return 0
            if opcode < 0x5200:
                memcpy(chip._sram_at + (value - 0x20000000U), &r[_low(opcode)], 4)
            elif opcode < 0x5400:
                memcpy(chip._sram_at + (value - 0x20000000U), &r[_low(opcode)], 2)
            else:
                chip._sram_at[value - 0x20000000U] = <unsigned char>r[_low(opcode)]
            return 2
        at = _memory(chip, value)
        if at == NULL:
            return 0
        if opcode < 0x5800:  # LDRSB
            r[_low(opcode)] = <unsigned int><int><signed char>at[0]
        elif opcode < 0x5A00:  # LDR
            memcpy(&r[_low(opcode)], at, 4)
        elif opcode < 0x5C00 or opcode >= 0x5E00:  # LDRH, LDRSH
            memcpy(&half, at, 2)
            r[_low(opcode)] = half if opcode < 0x5C00 else <unsigned int><int><short>half
        else:  # LDRB
            r[_low(opcode)] = at[0]
        return 2
    elif kind == 20:  # ADR
        r[_high(opcode)] = (r[15] + 2 & 0xFFFFFFFCU) + 4 * _immediate(opcode)
        return 1
    elif kind == 21:  # ADD to a register
        r[_high(opcode)] = r[13] + 4 * _immediate(opcode)
        return 1
    elif kind == 22:
        if opcode >> 8 == 0xB0:  # ADD, SUB
            value = 4 * (opcode & 0x7F)
            r[13] = (r[13] - value if opcode & 0x80 else r[13] + value) & 0xFFFFFFFCU
            return 1
        if opcode >> 8 == 0xB2:
            value = r[_middle(opcode)]
            if _shift(opcode) & 3 == 0:  # SXTH
                r[_low(opcode)] = <unsigned int><int><short>value
            elif _shift(opcode) & 3 == 1:  # SXTB
                r[_low(opcode)] = <unsigned int><int><signed char>value
            else:  # UXTH, UXTB
                r[_low(opcode)] = value & (0xFFFF if _shift(opcode) & 3 == 2 else 0xFF)
            return 1
        return 0
    elif kind == 12 or kind == 18:  # STR
        value = r[_middle(opcode)] + 4 * _shift(opcode) if kind == 12 else r[13] + 4 * _immediate(opcode)
        if value - 0x20000000U >= SRAM_BYTES:
            return 0
        memcpy(chip._sram_at + (value - 0x20000000U), &r[_low(opcode) if kind == 12 else _high(opcode)], 4)
        return 2
    elif kind == 26 or kind == 27:  # B on a condition
        if opcode >= 0xDE00:
            return 0
        if not _holds(core, opcode >> 8 & 15):
            return 1
        r[15] += 2 + 2 * <int><signed char>_immediate(opcode)
        return 2
    elif kind == 28:  # B
        r[15] += 2 + (<int>(opcode << 21) >> 20)
        return 2
    return 0


cdef inline int _longer(CortexM0Core core, Chip chip, unsigned int* r, unsigned short opcode) noexcept:
    """Calls, returns, and more than one register from or to memory; cycles, or 0 for one that is left to rp2040py."""
    cdef unsigned int i, address, value, count
    cdef unsigned short second
    cdef unsigned char* at
    if opcode >> 9 == 0x5A:  # PUSH
        count = _ones(opcode & 0xFF)
        value = r[13] - 4 * (count + (opcode >> 8 & 1))
        address = value - 0x20000000U
        if address >= SRAM_BYTES - 36:
            return 0
        for i in range(8):
            if opcode >> i & 1:
                memcpy(chip._sram_at + address, &r[i], 4)
                address += 4
        if opcode & 0x100:
            memcpy(chip._sram_at + address, &r[14], 4)
        r[13] = value & 0xFFFFFFFCU
        return 1 + count
    if opcode >> 9 == 0x5E:  # POP
        count = _ones(opcode & 0xFF)
        address = r[13] - 0x20000000U
        if address >= SRAM_BYTES - 36:
            return 0
        if opcode & 0x100:
            memcpy(&value, chip._sram_at + (address + 4 * count), 4)
            if value >> 28 == 15:
                return 0
            r[15] = value & 0xFFFFFFFEU
        for i in range(8):
            if opcode >> i & 1:
                memcpy(&r[i], chip._sram_at + address, 4)
                address += 4
        r[13] = address + 0x20000000U + (opcode >> 6 & 4) & 0xFFFFFFFCU
        return 1 + count + (opcode >> 7 & 2)
    if opcode >> 8 == 0x47 and opcode & 7 == 0:
        value = r[opcode >> 3 & 15]
        if opcode & 0x80:  # BLX
            r[14] = r[15] | 1
        elif value >> 28 == 15:
            return 0
        r[15] = value & 0xFFFFFFFEU
        return 2
    if opcode >> 11 == 30:
        at = _memory(chip, r[15])
        if at == NULL:
            return 0
        memcpy(&second, at, 2)
        if second & 0xD000 != 0xD000:
            return 0
        value = 0xFF000000U if opcode & 0x400 else 0xC00000U  # BL
        value ^= (<unsigned int>second >> 13 & 1) << 23 | (<unsigned int>second >> 11 & 1) << 22
        value |= (opcode & 0x3FFU) << 12 | (second & 0x7FFU) << 1
        r[14] = r[15] + 2 | 1
        r[15] += 2 + value
        return 3
    return 0


cdef inline int _wide(CortexM0Core core, unsigned int opcode, unsigned int second, unsigned int pc) except -1:
    cdef OpHandler handler = resolve_wide(opcode, second)
    cdef int cycles
    if handler == NULL:
        core.registers[15] = pc
        return core.execute_instruction()
    cycles = handler(core, opcode, second, pc)
    return cycles


cdef inline double _pio_due(RPPIO pio, double now, double target):
    # a state machine that waits for nothing is due at its own clock
    cdef double due = now + <double>(pio.next_due_fp - pio.cycle_fp) / 256.0 * CYCLE_NS
    if due < now + CYCLE_NS:
        due = now + CYCLE_NS
    return due if due < target else target
