// Maps points of the boat, in millimetres as built, to units of the drawing. The drawing itself is never rotated, so
// light, shadows and words stay upright for both players.

const round = (/** @type {number} */ number) => +number.toFixed(2);
const [LEVEL_MAX, UPRIGHT_MIN, UPRIGHT_MAX] = [1.3, 1.2, 1.78]; // limits of stretching the distance between rows
const SIDE = 43.5; // from the middle to the hull's edge
const SHADOW = 5; // below the hull

/** @typedef {import("./types").Point} Point */

export class Geometry {
  /** @param {import("./types").Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.upright = false;
    this.flipped = false;
    this.across = 1;
    this.half = this.scale = 1; // until fitted
    this.n = plan.n;
    this.middle = plan.n + 1;
    /** The holes, in millimetres. @type {Record<string, Point>} */
    this.at = Object.fromEntries(plan.holes.map(({ name, x, y }) => [name, [x, y]]));
    this.row = this.at.B1[1];
    this.stern = this.at.M1[0];
    this.whole = false; // as long as the wooden boat, whatever the rules
  }

  /** How much shorter than the wooden boat the hull is, whose rows may be longer than those in play. */
  get less() {
    return this.whole ? 0 : (this.plan.n - this.n) * this.plan.pitch;
  }

  get length() {
    return this.plan.length - this.less;
  }

  /** Where the last hole of the middle row is, or would be. */
  get prow() {
    return this.at["M" + (this.plan.n + 1)][0] - this.less;
  }

  /** Fit the boat into a box of these pixels; reach: millimetres across from its middle, aside: extra room beside that.
      @param {{ width: number, height: number }} box @param {boolean} upright @param {boolean} flipped
      @param {number} reach @param {number} aside */
  fit({ width, height }, upright, flipped, reach = SIDE, aside = 0) {
    const { length } = this;
    const [low, high] = upright ? [3.5, length + 1.5] : [-12, length + 7];
    const [long, wide] = upright ? [height, width] : [width, height];
    const most = ((wide / long) * (high - low)) / 2 - 1 - aside;
    const [least, limit] = upright ? [UPRIGHT_MIN, UPRIGHT_MAX] : [1, LEVEL_MAX];
    const across = Math.max(least, Math.min(limit, most / reach));
    const half = across * reach + 1 + aside;
    const box = upright
      ? [-half, flipped ? low - length : -high, 2 * half, high - low]
      : [flipped ? length - high : low, -half, high - low, 2 * half + SHADOW];
    const scale = Math.min(width / box[2], height / box[3]); // pixels per unit
    this.upright = upright;
    this.flipped = flipped;
    this.across = across;
    this.half = half;
    this.scale = scale;
    return box.map(round).join(" ");
  }

  /** Whether the rules in play have a hole. @param {string} name */
  has(name) {
    return +name.slice(1) <= (name[0] === "M" ? this.middle : this.n);
  }

  /** A point of the boat on the screen. @param {number} x @param {number} y @returns {Point} */
  P(x, y) {
    if (this.upright) {
      x =
        x < this.stern ? this.stern - (this.stern - x) * 0.62 : x > this.prow ? this.prow + (x - this.prow) * 0.84 : x;
    }
    const [u, v] = this.flipped ? [this.length - x, -y] : [x, y];
    return this.upright ? [round(v * this.across), round(-u)] : [round(u), round(v * this.across)];
  }

  /** The inverse of P, within the area of the holes. @param {Point} point */
  millimetres([a, b]) {
    const [u, v] = this.upright ? [-b, a / this.across] : [a, b / this.across];
    return this.flipped ? [this.length - u, -v] : [u, v];
  }

  /** The direction of a turned piece in a hole, on the screen: r, l, u or d. @param {string} name */
  heading(name) {
    const forward = (name[0] === "M") !== this.flipped;
    return this.upright ? (forward ? "u" : "d") : forward ? "r" : "l";
  }

  /** The holes that a side's piece passes, including the first and the last. @param {string} side
      @param {string} from @param {string} to */
  holes(side, from, to) {
    const enemy = side === "A" ? "B" : "A";
    const path = [from];
    while (path.at(-1) !== to && path.length < 2 * this.plan.holes.length) {
      const last = path[path.length - 1];
      const [row, number] = [last[0], +last.slice(1)];
      if (row === "M") path.push(number < this.middle ? "M" + (number + 1) : enemy + this.n);
      else path.push(number > 1 ? row + (number - 1) : "M1");
    }
    return path;
  }

  /** The carved route through these holes. @param {string[]} path */
  way(path) {
    let d = "";
    path.forEach((name, i) => {
      const [point, last] = [this.P(...this.at[name]).join(" "), path[i - 1]];
      if (last && last[0] !== name[0]) {
        d += `C${this.bend(last, name)
          .map((p) => this.P(...p).join(" "))
          .join(" ")} ${point}`;
      } else d += (last ? "L" : "M") + point;
    });
    return d;
  }

  /** The two control points between rows, round the stern or the prow. @param {string} from @param {string} to
      @returns {Point[]} */
  bend(from, to) {
    const side = Math.sign(this.at[from][1] + this.at[to][1]);
    if (to === "M1") {
      return [
        [this.stern - 10.5, side * this.row * 0.95],
        [this.stern - 10.5, side * 2],
      ];
    }
    const [x] = this.at[from];
    return this.middle > this.n
      ? [
          [x + 5, side * 9],
          [x - 2, side * 19],
        ]
      : [
          [x + 10, side * 4],
          [x + 10, side * 19],
        ];
  }

  /** @param {Point[]} points */
  line(points) {
    return "M" + points.map((point) => this.P(...point).join(" ")).join("L");
  }

  /** The hull's outline, this many millimetres wider. @param {number} grow */
  outline(grow) {
    const { less, length } = this;
    const bow = Math.min(...this.plan.outline.map(([x]) => x).filter((x) => x > 0)); // where it begins to narrow
    const outline = this.plan.outline.map(([x, y]) => /** @type {Point} */ ([x < bow ? x : x - less, y]));
    const wider = (/** @type {Point} */ [x, y]) =>
      /** @type {Point} */ ([
        x + (grow * (x - length / 2)) / (length / 2),
        y + (Math.abs(y) > 1 ? (grow * Math.sign(y)) / this.across : 0),
      ]);
    return this.line(outline.map(wider)) + "Z";
  }

  /** The screen attributes of a rectangle from corner to corner. @param {number} x1 @param {number} y1
      @param {number} x2 @param {number} y2 */
  rect(x1, y1, x2, y2) {
    const [[a, b], [c, d]] = [this.P(x1, y1), this.P(x2, y2)];
    return { x: Math.min(a, c), y: Math.min(b, d), width: round(Math.abs(a - c)), height: round(Math.abs(b - d)) };
  }
}
