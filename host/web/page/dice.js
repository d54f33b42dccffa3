// Long dice as seen from above, a little in front: a dal is a cross, the other faces are pips.

import { draw, make, mark, t, write } from "./dom.js";

/** @type {Record<string, number[]>} */
const PIPS = { 2: [44, 88], 3: [36, 66, 96], 4: [28, 53, 79, 104] };

/** A throw in words: "dal and 3". @param {string} thrown */
export const said = (thrown) => [...thrown].map((die) => (die === "1" ? t("dal") : die)).join(" " + t("and") + " ");

/** A throw in short, never an A, which is a player. @param {string} thrown */
export const faces = (thrown) => [...thrown].map((die) => (die === "1" ? "dal" : die)).join(" ");

/** Words joined into one sentence: "To M1, to M2 or to M3." @param {string[]} words
    @param {string} or */
export function listed(words, or) {
  const text = words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${or} ${words.at(-1)}`;
  return text && text[0].toUpperCase() + text.slice(1) + ".";
}

/** The moves of a turn, `A1-M1 M4xM6`: from, to, whether it captures. @param {string} turn
    @returns {[from: string, to: string, captures: boolean][]} */
export const movesOf = (turn) =>
  turn.split(" ").flatMap((word) => {
    const holes = word.split(/[-x=]/).filter(Boolean);
    const end = (/** @type {number} */ k) => word.indexOf("x" + holes[k]) >= 0;
    /** @returns {[string, string, boolean]} */
    const move = (/** @type {string} */ to, /** @type {number} */ k) => [holes[k], to, end(k + 1)];
    return holes.length > 1
      ? holes.slice(1).map(move)
      : [/** @type {[string, string, boolean]} */ ([holes[0], holes[0], false])];
  });

/** A turn in spoken words. @param {string} turn */
export const inWords = (turn) =>
  turn === "--"
    ? t("no move")
    : movesOf(turn)
        .map(([from, to, captures]) =>
          from === to
            ? t("turn {hole}", { hole: from })
            : captures
              ? t("{from} takes {to}", { from, to })
              : t("{from} to {to}", { from, to }),
        )
        .join(", ");

const ROLL_MS = 600; // over four faces; the second die takes a little longer
const [FACES, APART_MS] = [4, 80];

/** @param {SVGElement} svg @param {string} die */
function face(svg, die) {
  for (const old of svg.querySelectorAll(".cross, .dot")) old.remove();
  if (die === "1") draw(svg, "path", { class: "cross", d: "M56 7.5L76 25.5M76 7.5L56 25.5" });
  if (die === "1") draw(svg, "path", { class: "cross tick", d: "M38 8.5V24.5M94 8.5V24.5" });
  for (const x of PIPS[die] || []) draw(svg, "circle", { class: "dot", cx: x, cy: 16.5, r: 5 });
}

/** Animate a die: it rolls along its length and ends up askew, as thrown. @param {SVGElement} svg @param {string} die
    @param {number} k which of the two */
function roll(svg, die, k) {
  const [ms, tilt] = [ROLL_MS + k * APART_MS, (k % 2 ? 1 : -1) * (3 + 3 * Math.random())];
  svg.style.rotate = `${tilt.toFixed(1)}deg`;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const name = /** @type {HTMLElement} */ (svg.nextElementSibling); // tells the throw once the die lies
  name.style.visibility = "hidden";
  setTimeout(() => (name.style.visibility = ""), ms);
  for (let turn = 0; turn < FACES; turn++) {
    const shown = turn < FACES - 1 ? "1234"[(+die + turn + k) % 4] : die;
    setTimeout(() => svg.isConnected && face(svg, shown), (ms * turn) / FACES);
  }
  /** @param {[x: number, y: number, high: number, offset: number]} at */
  const hop = (...[x, y, high, offset]) => ({ transform: `translate(${x}px, ${y}px) scaleY(${high})`, offset });
  svg.animate(
    [
      hop(-26, -14, 0.5, 0),
      hop(-16, 2, 1, 0.25),
      hop(-9, -8, 0.6, 0.45),
      hop(-4, 1, 1, 0.65),
      hop(-1, -3, 0.8, 0.82),
      hop(0, 0, 1, 1),
    ],
    { duration: ms, easing: "ease-out" },
  );
}

/** Show the dice of a throw, rolling if it is a new one; used: those played, lit: those that can be played.
    @param {HTMLElement} element @param {string} thrown @param {string} used @param {string} lit */
export function drawDice(element, thrown, used, lit) {
  mark(element, "aria-label", thrown ? said(thrown) : t("No dice"));
  if (element.dataset.thrown !== thrown) {
    element.dataset.thrown = thrown;
    element.replaceChildren();
    [...(thrown || "--")].forEach((die, k) => {
      const cast = make(element, "span", undefined, "cast");
      const svg = draw(cast, "svg", {
        viewBox: "0 0 132 46",
        "aria-hidden": "true",
        class: "longdie",
      });
      make(cast, "small");
      draw(svg, "path", { class: "side", d: "M3.5 28H128.5L126.5 41Q126 45 121 45H11Q6 45 5.5 41Z" });
      draw(svg, "path", { class: "face", d: "M6 5Q7 1 12 1H120Q125 1 126 5L129 26Q129.5 31 124 31H8Q2.5 31 3 26Z" });
      draw(svg, "path", { class: "ends", d: "M18 2L14 30M114 2L118 30" });
      draw(svg, "path", { class: "shine", d: "M9 6Q10 3.500 13 3.500H119Q122 3.500 123 6" });
      face(svg, die);
      if (thrown) roll(svg, die, k);
    });
  }
  let [gone, bright] = [used, lit];
  [...(thrown || "--")].forEach((die, k) => {
    const [svg, name] = element.children[k].children;
    const [isUsed, isLit] = [gone.includes(die), bright.includes(die)];
    if (isUsed) gone = gone.replace(die, "");
    if (isLit) bright = bright.replace(die, "");
    svg.classList.toggle("used", isUsed);
    svg.classList.toggle("lit", isLit);
    const what = die === "-" ? "" : said(die);
    write(name, isUsed ? t("{die}, played", { die: what }) : what);
  });
}
