// The opponent's kernel for the Python in this Worker: dkernel.py asks here. Each kernel has a memory of its own.

/** Provide kernels to MicroPython; bytes: the module, built by tools/kernel.py. */
export async function offerKernel(bytes, micropython) {
  const module = await WebAssembly.compile(bytes);
  const heap = (address, size) => micropython._module.HEAPU8.subarray(address, address + size);
  globalThis.daldosKernel = () => new Kernel(new WebAssembly.Instance(module, {}).exports, heap);
}

class Kernel {
  /** The module's own. @type {any} */
  exports;
  /** @type {(address: number, size: number) => Uint8Array} */
  heap;

  /** heap: returns bytes of Python's memory, by address and size. */
  constructor(exports, heap) {
    this.exports = exports;
    this.heap = heap;
    this.free = exports.__heap_base.value;
    this.at = this.room(exports.dk_size());
    this.cells = this.room(64);
    this.sums = this.room(16);
    for (const name of ["dice_used", "turn", "value", "think", "step", "best", "chance", "row"]) {
      this[name] = (...numbers) => exports[`dk_${name}`](this.at, ...numbers);
    }
  }

  /** Allocate bytes of the kernel's memory. */
  room(size) {
    const at = (this.free + 15) & -16;
    this.free = at + size;
    const { memory } = this.exports;
    const missing = this.free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /** Copy Python's bytes into the kernel's memory. */
  put(at, address, size) {
    new Uint8Array(this.exports.memory.buffer).set(this.heap(address, size), at);
    return at;
  }

  setup(game, gameSize, weights, weightsSize, table, tableSize, packed) {
    const parts = [
      [game, gameSize],
      [weights, weightsSize],
      [table, tableSize],
    ].map(([address, size]) => (size ? this.put(this.room(size), address, size) : 0));
    return this.exports.dk_setup(this.at, ...parts, packed);
  }

  position(address, size, ...numbers) {
    return this.exports.dk_position(this.at, this.put(this.cells, address, size), ...numbers);
  }

  overlook(address, size, ...numbers) {
    this.exports.dk_overlook(this.at, this.put(this.cells, address, size), ...numbers);
  }

  ahead(address, size, ...numbers) {
    this.exports.dk_ahead(this.at, this.put(this.cells, address, size), ...numbers);
  }

  /** Both sums, divided by the number of games. */
  playouts(address, size, thrower, games, most, seed) {
    const { memory, dk_playouts } = this.exports;
    new Uint8Array(memory.buffer, this.sums, 16).fill(0);
    dk_playouts(this.at, this.put(this.cells, address, size), thrower, games, most, seed, this.sums);
    const [one, two] = new BigInt64Array(memory.buffer, this.sums, 2);
    return [Number(one) / 65536 / games, Number(two) / 65536 ** 2 / games];
  }
}
