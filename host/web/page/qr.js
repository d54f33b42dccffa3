// @ts-check
// QR codes (ISO/IEC 18004) for links: bytes, level L, always mask 0, for what is in a link has no pattern to be broken up.

/** Of each version from 1: codewords of error correction in a block, and how many blocks. */
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];

/** How many alignment patterns stand in a row. @param {number} version */
const aligned = (version) => (version > 1 ? Math.floor(version / 7) + 2 : 0);

/** Bytes of a code, with correction. @param {number} version */
function room(version) {
  const n = aligned(version);
  const patterns = n ? (25 * n - 10) * n - 55 + (version > 6 ? 36 : 0) : 0;
  return ((16 * version + 128) * version + 64 - patterns) >> 3;
}

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The codewords of error correction of a block. @param {number[]} data @param {number} count */
function correction(data, count) {
  const divisor = [...Array(count - 1).fill(0), 1];
  for (let k = 0, root = 1; k < count; k++, root = times(root, 2)) {
    for (let j = 0; j < count; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  }
  const left = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ left.shift();
    left.push(0);
    divisor.forEach((each, k) => (left[k] ^= times(each, factor)));
  }
  return left;
}

/** All codewords in their order. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [all, count, ec] = [room(version), BLOCKS[version - 1], CORRECTION[version - 1]];
  const length = version > 9 ? [bytes.length >> 8, bytes.length & 255] : [bytes.length];
  const nibbles = [4, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = nibbles.flatMap((nibble, k) => (k % 2 ? [(nibbles[k - 1] << 4) | nibble] : []));
  for (let pad = 0xec; data.length < all - count * ec; pad ^= 0xfd) data.push(pad);
  const blocks = [];
  for (let k = 0, at = 0; k < count; k++) {
    const size = Math.floor(all / count) - ec + (k < count - (all % count) ? 0 : 1);
    blocks.push(data.slice(at, (at += size)));
  }
  const woven = (/** @type {number[][]} */ rows) =>
    Array.from({ length: rows[count - 1].length }, (_, k) => rows.flatMap((row) => row.slice(k, k + 1))).flat();
  return [...woven(blocks), ...woven(blocks.map((block) => correction(block, ec)))];
}

/** A value and what is left of it by a divisor of so many bits. @param {number} value @param {number} bits @param {number} divisor */
function checked(value, bits, divisor) {
  let left = value;
  for (let k = 0; k < bits; k++) left = (left << 1) ^ ((left >> (bits - 1)) * divisor);
  return (value << bits) | left;
}

/** The rows of the code of a text, 1 is dark; null if it is too long. @param {string} text @returns {number[][] | null} */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {number} */ v) => room(v) - BLOCKS[v - 1] * CORRECTION[v - 1] - (v > 9 ? 3 : 2);
  const version = CORRECTION.findIndex((_, k) => fits(k + 1) >= bytes.length) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(-1));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ dark) =>
    (rows[y][x] = Number(dark));
  patterns(version, size, put);
  const words = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const up = right > 6 ? ((right + 1) & 2) === 0 : ((right + 2) & 2) === 0;
    for (let k = 0; k < size; k++) {
      const y = up ? size - 1 - k : k;
      for (const x of [right, right - 1]) {
        if (rows[y][x] >= 0) continue;
        const bit = at >> 3 < words.length ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
        put(x, y, bit ^ ((x + y) % 2 ? 0 : 1));
        at++;
      }
    }
  }
  return rows;
}

/** All that is the same in each code of a version. @param {number} version @param {number} size
    @param {(x: number, y: number, dark: any) => void} put */
function patterns(version, size, put) {
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        const inside = Math.min(x + dx, y + dy) >= 0 && Math.max(x + dx, y + dy) < size;
        if (inside) put(x + dx, y + dy, reach === 4 ? far !== 2 && far !== 4 : far !== 1);
      }
    }
  };
  for (let k = 0; k < size; k++) [put(6, k, k % 2 === 0), put(k, 6, k % 2 === 0)];
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4); // prettier-ignore
  const n = aligned(version);
  const step = Math.floor((version * 8 + n * 3 + 5) / (n * 4 - 4)) * 2;
  const places = Array.from({ length: n }, (_, k) => (k ? size - 7 - (n - 1 - k) * step : 6));
  const corners = ["0 0", `0 ${n - 1}`, `${n - 1} 0`];
  places.forEach((x, i) => places.forEach((y, j) => corners.includes(`${i} ${j}`) || square(x, y, 2)));
  const form = checked(8, 10, 0x537) ^ 0x5412; // level L, mask 0
  for (let k = 0; k < 15; k++) {
    const dark = (form >> k) & 1;
    put(k < 8 ? size - 1 - k : 8, k < 8 ? 8 : size - 15 + k, dark);
    if (k < 8) put(8, k < 6 ? k : k + 1, dark);
    else put(k < 9 ? 7 : 14 - k, 8, dark);
  }
  put(8, size - 8, 1);
  for (let k = 0; version > 6 && k < 18; k++) {
    const dark = (checked(version, 12, 0x1f25) >> k) & 1;
    const [a, b] = [size - 11 + (k % 3), Math.floor(k / 3)];
    put(a, b, dark);
    put(b, a, dark);
  }
}
