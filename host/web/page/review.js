// An analysed game: the curve of the chances, and a link that holds the game.

import { draw, make, n, t } from "./dom.js";

/** @type {Record<string, string>} */
const SIDES = { A: n("Light"), B: n("Dark") };

/** What to add to chances that came without the kernel. @param {{judge?: string}} told */
export function judgeText(told) {
  return told.judge === "python" ? ` ${t("Judged without wasmtime: a rougher estimate.")}` : "";
}

/** Requests the chances of a game from the server, one game at a time, and caches them. */
export class Reviews {
  /** @param {import("./types").Send} send */
  constructor(send) {
    this.send = send;
    /** @type {Record<string, any>} */
    this.known = {};
    /** @type {string | null} */
    this.asked = null;
    /** @type {string | null} */
    this.next = null;
  }

  /** The review of a record; null while unknown, which requests it. @param {string} text */
  of(text) {
    if (!this.known[text] && this.asked !== text) {
      if (this.asked === null && this.send({ do: "judge", text })) this.asked = text;
      else this.next = text;
    }
    return this.known[text] || null;
  }

  /** @param {any} review */
  take(review) {
    if (review) this.known = { [review.record]: review };
    const next = this.next ?? (review ? null : this.asked); // a lost connection has lost the question, too
    this.asked = this.next = null;
    if (next) this.of(next);
  }
}

/** A gain or a loss as a bar: its name, the bar on an axis in the middle, and the number; most: what fills a half.
    @param {Element} place @param {string} kind @param {string} text @param {number} points @param {number} most */
export function drawBar(place, kind, text, points, most) {
  make(place, "span", text);
  const svg = draw(place, "svg", { viewBox: "-50 0 100 10", "aria-hidden": "true", class: kind });
  const width = Math.min(50, (50 * Math.abs(points)) / most);
  draw(svg, "path", { d: "M-50 5H50M0 0V10" });
  draw(svg, "rect", { x: points < 0 ? -width : 0, y: 2, width, height: 6, rx: 2 });
  make(place, "b", (points < 0 ? "−" : "+") + Math.abs(points));
}

const LOW = 60; // a curve without room for its steps' numbers

/**
 * Draw a side's chances, 0 to 1, one per step: axes, the labels at their ends, and the marked steps.
 * @param {SVGElement} svg
 * @param {number[]} chances
 * @param {[top: string, bottom: string]} ends
 * @param {number[]} marks
 * @param {number} wide
 * @param {number} [last] the last step, if chances are still to come
 * @param {number} [tall]
 */
export function drawCurve(svg, chances, [top, bottom], marks, wide, last = chances.length - 1, tall = 152) {
  const [left, right, high] = [58, wide - 12, tall < LOW ? tall - 6 : tall - 22];
  const x = (/** @type {number} */ step) => left + ((right - left) * step) / Math.max(1, last);
  const y = (/** @type {number} */ chance) => 8 + (high - 8) * (1 - chance);
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  /** @type {[number, string][]} */
  const axes = [
    [1, top],
    [0.5, t("even")],
    [0, bottom],
  ];
  for (const [chance, text] of axes) {
    draw(svg, "path", { class: chance === 0.5 ? "middle" : "axis", d: `M${left} ${y(chance)}H${right}` });
    if (tall > 2 * LOW || chance !== 0.5) draw(svg, "text", { x: left - 6, y: y(chance), class: "side" }, text);
  }
  const each = [5, 10, 20, 50, 100, 200, 500].find((steps) => last / steps < 8) || 1000;
  const steps = tall < LOW ? [] : Array.from({ length: Math.ceil(last / each + 0.5) }, (_, k) => k * each);
  for (const step of [...steps.filter((step) => step <= last - each / 2), ...(tall < LOW ? [] : [last])]) {
    draw(svg, "text", { x: x(step), y: tall - 6 }, String(step));
  }
  const line = chances.map((chance, step) => `${x(step).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
  draw(svg, "path", { class: "below", d: `M${x(0)} ${y(0.5)}L${line}L${x(chances.length - 1)} ${y(0.5)}Z` });
  draw(svg, "path", { class: "line", d: `M${line}` });
  marks.forEach((step, i) => {
    draw(svg, "circle", { cx: x(step), cy: y(chances[step]), r: 8 });
    draw(svg, "text", { x: x(step), y: y(chances[step]) + 4, class: "number" }, i + 1);
  });
  const here = draw(svg, "path", { class: "here" });
  return {
    at: (/** @type {number} */ step, /** @type {number} */ chance) => [x(step), y(chance)],
    go: (/** @type {number} */ step) => here.setAttribute("d", `M${x(step)} 8V${high}`),
    step: (/** @type {MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * wide;
      return Math.max(0, Math.min(last, Math.round(((at - left) / (right - left)) * last)));
    },
  };
}

/** The name of a side: You, The board, or its colour. @param {string} side @param {string} [you] */
export const sideName = (side, you) =>
  !you || you.length > 1 ? t(SIDES[side]) : you === side ? t("You") : t("The board");

// --- a link that holds the game itself ---

const RECORD_MAX = 60000; // bytes

/** The output of a stream for these bytes; an error if it is longer than a record, because a short link can expand a
 * lot. @param {CompressionStream | DecompressionStream} stream @param {Uint8Array<ArrayBuffer>} bytes */
async function through(stream, bytes) {
  /** @type {number[]} */
  const found = [];
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(found);
    if (found.length + value.length > RECORD_MAX) {
      await reader.cancel();
      throw new RangeError("longer than a record");
    }
    found.push(...value);
  }
}

/** This page's address with the packed record in it. @param {string} record */
export async function shareLink(record) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(record));
  const text = btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${location.origin}${location.pathname}#game=${text}`;
}

/** The record in an address, null if there is none; an error if it is incomplete. @param {string} hash */
export async function sharedGame(hash) {
  if (!hash.startsWith("#game=")) return null;
  const packed = atob(hash.slice(6).replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(
    await through(
      new DecompressionStream("deflate-raw"),
      Uint8Array.from(packed, (c) => c.charCodeAt(0)),
    ),
  );
}
