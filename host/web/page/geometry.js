// Maps points of the boat, in millimetres as built, to units of the drawing. The drawing itself is never rotated, so
// light, shadows and words stay upright for both players.

const round = (/** @type {number} */ number) => +number.toFixed(2);
const [LEVEL_MAX, UPRIGHT_MIN, UPRIGHT_MAX] = [1.3, 1.2, 1.78]; // limits of stretching the distance between rows
const SIDE = 43.5; // from the middle to the hull's edge
const SHADOW = 5; // below the hull
const [PLANK_END, NAMES] = [6, 26]; // beyond its ends, and with the names above it

/** @typedef {import("./types").Point} Point */
/** @typedef {import("./types").Side} Side */

/** Straight across. @param {number} x @param {number} y @returns {Point[]} */
const straight = (x, y) => [
  [x, y / 3],
  [x, (2 * y) / 3],
];

/** The outline of a plank, its corners cut. @param {number} length @param {number} grow @returns {Point[]} */
function board(length, grow) {
  const [cut, high] = [3, 40 + grow];
  const ends = [-2 - grow, length + 2 + grow];
  const half = /** @type {Point[]} */ ([
    [ends[0], -high + cut],
    [ends[0] + cut, -high],
    [ends[1] - cut, -high],
    [ends[1], -high + cut],
  ]);
  return [...half, ...half.map(([x, y]) => /** @type {Point} */ ([x, -y])).reverse()];
}

/** The side of a piece, also of a king; empty: nobody's. @param {string} letter @returns {Side | ""} */
export const sideOf = (letter) => ("aAC".includes(letter) ? "A" : "bBD".includes(letter) ? "B" : "");

/** Whether a piece is a king. @param {string} letter */
export const isKing = (letter) => "kCD".includes(letter);

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
    this.plank = false; // both ends straight
    this.sand = false; // no wood
    this.route = plan.routes.boat;
  }

  /** Take a game's rows, route and hull. @param {number[]} size @param {import("./types").Gear} gear */
  take([n, middle], { route, hull }) {
    this.n = n;
    this.middle = middle;
    this.route = this.plan.routes[route];
    this.plank = hull === "plank";
    this.sand = hull === "sand";
  }

  /** How much shorter than the wooden boat the hull is, whose rows may be longer than those in play. */
  get less() {
    return this.whole ? 0 : (this.plan.n - this.n) * this.plan.pitch;
  }

  get length() {
    return this.plank ? this.at["M" + this.middle][0] + this.stern : this.plan.length - this.less;
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
    const names = upright ? NAMES : PLANK_END; // beside a prow they have room
    const [low, high] = this.plank
      ? [flipped ? -names : -PLANK_END, length + (flipped ? PLANK_END : names)]
      : upright
        ? [3.5, length + 1.5]
        : [-12, length + 7];
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
    if (this.upright && !this.plank) {
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

  /** How many holes a row has. @param {number} row */
  long(row) {
    return row === 1 ? this.middle : this.n;
  }

  /** The direction of a turned piece in a hole, on the screen: r, l, u or d; on a plank that of any, because an unturned
      one looks at the middle row. @param {string} name @param {string} letter of the piece */
  heading(name, letter) {
    if (this.plank && letter > "Z") return this.inward(this.at[name][1]);
    const forward = this.arc(sideOf(letter) || "A", name)[1] > 0 !== this.flipped;
    return this.upright ? (forward ? "u" : "d") : forward ? "r" : "l";
  }

  /** The direction towards the middle row on the screen. @param {number} y */
  inward(y) {
    const back = y > 0 !== this.flipped;
    return this.upright ? (back ? "l" : "r") : back ? "u" : "d";
  }

  /** The part of a side's route that has a hole. @param {Side} side @param {string} name */
  arc(side, name) {
    return /** @type {import("./types").Arc} */ (this.route[side].find(([row]) => "AMB"[row] === name[0]));
  }

  /** The next hole on a side's route. @param {Side} side @param {string} name */
  after(side, name) {
    const arc = this.arc(side, name);
    const to = +name.slice(1) + arc[1];
    if (to >= 1 && to <= this.long(arc[0])) return name[0] + to;
    const arcs = this.route[side];
    const [row, direction] = arcs[arcs.indexOf(arc) + 1] || arcs[this.route.again];
    return "AMB"[row] + (direction > 0 ? 1 : this.long(row));
  }

  /** The first hole and the last of each row, in the order of a side's route. @param {Side} side */
  ends(side) {
    return this.route[side].map(([row, direction]) => {
      const ends = ["AMB"[row] + 1, "AMB"[row] + this.long(row)];
      return direction > 0 ? ends : ends.reverse();
    });
  }

  /** The holes that a side's piece passes, including the first and the last. @param {Side} side
      @param {string} from @param {string} to */
  holes(side, from, to) {
    const path = [from];
    while (path[path.length - 1] !== to && path.length < 2 * this.plan.holes.length) {
      path.push(this.after(side, path[path.length - 1]));
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

  /** The two control points between rows, round the stern or the prow; straight on a plank. @param {string} from
      @param {string} to @returns {Point[]} */
  bend(from, to) {
    const out = from[0] === "M";
    const [middle, home] = out ? [from, to] : [to, from];
    const [x, y] = [this.at[middle][0], this.at[home][1]];
    const points = this.plank ? straight(x, y) : middle === "M1" ? this.round(y) : this.over(x, Math.sign(y));
    return out ? points : points.reverse();
  }

  /** Round the stern. @param {number} y @returns {Point[]} */
  round(y) {
    return [
      [this.stern - 10.5, Math.sign(y) * 2],
      [this.stern - 10.5, y * 0.95],
    ];
  }

  /** Round the prow. @param {number} x @param {number} side @returns {Point[]} */
  over(x, side) {
    const [near, far] = this.middle > this.n ? [5, -2] : [10, 10];
    return [
      [x + near, side * (this.middle > this.n ? 9 : 4)],
      [x + far, side * 19],
    ];
  }

  /** @param {Point[]} points */
  line(points) {
    return "M" + points.map((point) => this.P(...point).join(" ")).join("L");
  }

  /** The hull's outline, this many millimetres wider. @param {number} grow */
  outline(grow) {
    const { less, length } = this;
    if (this.plank) return this.line(board(length, grow)) + "Z";
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
