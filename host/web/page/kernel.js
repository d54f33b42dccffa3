// The opponent's kernel for the Python in this Worker: dkernel.py asks here. Each kernel has a memory of its own.

/** Bytes of Python's memory. @typedef {(address: number, size: number) => Uint8Array} Heap */

/**
 * Provide kernels to MicroPython; bytes: the module, built by tools/kernel.py.
 * @param {BufferSource} bytes
 * @param {{_module: {HEAPU8: Uint8Array}}} micropython
 */
export async function offerKernel(bytes, micropython) {
  const module = await WebAssembly.compile(bytes);
  /** @type {Heap} */
  const heap = (address, size) => micropython._module.HEAPU8.subarray(address, address + size);
  Object.assign(globalThis, { daldosKernel: () => new Kernel(new WebAssembly.Instance(module, {}).exports, heap) });
}

class Kernel {
  /** The module's own. @type {any} */
  exports;
  /** @type {Heap} */
  heap;

  /**
   * @param {WebAssembly.Exports} exports
   * @param {Heap} heap
   */
  constructor(exports, heap) {
    this.exports = exports;
    this.heap = heap;
    this.free = this.exports.__heap_base.value;
    this.at = this.room(this.exports.dk_size());
    this.cells = this.room(64);
    this.sums = this.room(16);
    for (const name of ["think", "step", "best", "chance", "row"]) {
      const call = this.exports[`dk_${name}`];
      Object.assign(this, { [name]: (/** @type {number[]} */ ...numbers) => call(this.at, ...numbers) });
    }
  }

  /** Allocate bytes of the kernel's memory. @param {number} size */
  room(size) {
    const at = (this.free + 15) & -16;
    this.free = at + size;
    const { memory } = this.exports;
    const missing = this.free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /**
   * Copy Python's bytes into the kernel's memory.
   * @param {number} at
   * @param {number} address
   * @param {number} size
   */
  put(at, address, size) {
    new Uint8Array(this.exports.memory.buffer).set(this.heap(address, size), at);
    return at;
  }

  /**
   * The addresses and sizes of game, weights and table; then whether the table is packed.
   * @param {number[]} given
   */
  setup(...given) {
    const parts = [0, 2, 4].map((k) => (given[k + 1] ? this.put(this.room(given[k + 1]), given[k], given[k + 1]) : 0));
    return this.exports.dk_setup(this.at, ...parts, given[6]);
  }

  /**
   * @param {number} address
   * @param {number} size
   * @param {number[]} numbers
   */
  position(address, size, ...numbers) {
    this.exports.dk_position(this.at, this.put(this.cells, address, size), ...numbers);
  }

  /**
   * @param {number} address
   * @param {number} size
   * @param {number[]} numbers
   */
  overlook(address, size, ...numbers) {
    this.exports.dk_overlook(this.at, this.put(this.cells, address, size), ...numbers);
  }

  /**
   * @param {number} address
   * @param {number} size
   * @param {number[]} numbers
   */
  ahead(address, size, ...numbers) {
    this.exports.dk_ahead(this.at, this.put(this.cells, address, size), ...numbers);
  }

  /**
   * Both sums, divided by the number of games.
   * @param {number} address
   * @param {number} size
   * @param {number} thrower
   * @param {number} games
   * @param {number} most
   * @param {number} seed
   */
  playouts(address, size, thrower, games, most, seed) {
    const { memory, dk_playouts } = this.exports;
    new Uint8Array(memory.buffer, this.sums, 16).fill(0);
    dk_playouts(this.at, this.put(this.cells, address, size), thrower, games, most, seed, this.sums);
    const [one, two] = new BigInt64Array(memory.buffer, this.sums, 2);
    return [Number(one) / 65536 / games, Number(two) / 65536 ** 2 / games];
  }
}
