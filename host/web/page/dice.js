// Dice as seen from above, a little in front: long dice with a cross for a dal and pips, or strokes, for the other
// faces; sticks, white or black. And a throw in words.

import { draw, make, mark, n, t, write } from "./dom.js";

/** @type {Record<string, number[]>} */
const PIPS = { 2: [44, 88], 3: [36, 66, 96], 4: [28, 53, 79, 104] };

/** The names of the engine's dice: how many there are, how a 1 is called and written. @type {Record<string, Kind>} */
const KINDS = {
  "2x1234": { count: 2, one: n("dal"), short: "dal", sign: "✕", faces: "1234" },
  "3x1234": { count: 3, one: "X", short: "X", sign: "✕", faces: "1234" },
  sticks: { count: 1, one: n("sig"), short: "sig", sign: "1", faces: "12346" },
};
/** @typedef {{ count: number, one: string, short: string, sign: string, faces: string }} Kind */
let [kind, falls] = [KINDS["2x1234"], 16]; // of the game that is shown

/** From now on these dice are spoken of. @param {{ dice: string, falls: number }} gear */
export const speakOf = (gear) => ([kind, falls] = [KINDS[gear.dice], gear.falls]);

/** A chance as so many of all ways in which the dice can fall. @param {number} chance */
export const counted = (chance) => ({ count: Math.round(falls * chance), all: falls });

/** How many dice make a throw, and their faces. @returns {{ count: number, faces: string }} */
export const spokenOf = () => kind;

/** A throw in words: "dal and 3". @param {string} thrown */
export const said = (thrown) => [...thrown].map((die) => (die === "1" ? t(kind.one) : die)).join(" " + t("and") + " ");

/** A throw in short, never an A, which is a player. @param {string} thrown */
export const faces = (thrown) => [...thrown].map((die) => (die === "1" ? kind.short : die)).join(" ");

/** A die in one sign. @param {string} die */
export const sign = (die) => (die === "1" ? kind.sign : die);

/** Words joined into one sentence: "To M1, to M2 or to M3." @param {string[]} words
    @param {string} or */
export function listed(words, or) {
  const text = words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${or} ${words.at(-1)}`;
  return text && text[0].toUpperCase() + text.slice(1) + ".";
}

/** The moves of a turn, `A1-M1 M4xM6`: from, to, and the mark between them; a king that captures as he is pushed has
    `+x`. @param {string} turn @returns {[from: string, to: string, mark: string][]} */
export const movesOf = (turn) =>
  turn.split(" ").flatMap((word) => {
    const holes = word.split(/[-x=<>+]/).filter(Boolean);
    const marks = word.match(/[-x=<>+]/g) || [];
    /** @returns {[string, string, string]} */
    const move = (/** @type {string} */ to, /** @type {number} */ k) => [holes[k], to, marks[k]];
    if (!holes.length) return []; // a lost turn
    if (holes.length < 2) return [/** @type {[string, string, string]} */ ([holes[0], holes[0], "="])];
    return word.endsWith("x") ? [[holes[0], holes[1], "+x"]] : holes.slice(1).map(move);
  });

/** How a move is said, by its mark. @type {Record<string, string>} */
const SAID = {
  "-": n("{from} to {to}"),
  x: n("{from} takes {to}"),
  "=": n("turn {hole}"),
  "<": n("{from} sends {to} home"),
  ">": n("{from} enters and moves {to} up"),
  "+": n("{from} recruits the king on {to}"),
  "+x": n("{from} recruits the king on {to}, and he captures"),
};

/** A turn in spoken words. @param {string} turn */
export const inWords = (turn) =>
  turn === "--"
    ? t("no move")
    : movesOf(turn)
        .map(([from, to, mark]) => t(SAID[mark], { from, to, hole: from }))
        .join(", ");

const ROLL_MS = 600; // over four faces; the second die takes a little longer
const [FACES, APART_MS] = [4, 80];

/** How a throw of each kind of dice is drawn on the bodies. @type {Record<string, (svg: SVGElement, die: string) => void>} */
const FACE = { "2x1234": pips, "3x1234": strokes, sticks };

/** @param {SVGElement} svg @param {string} die */
function face(svg, die) {
  for (const old of svg.querySelectorAll(".cross, .dot, .stick")) old.remove();
  FACE[svg.dataset.kind || ""](svg, die);
}

/** Strokes, as many as the face is worth. @param {SVGElement} svg @param {string} die */
function strokes(svg, die) {
  const lines = Array.from({ length: +die }, (_, k) => `M${66 + 15 * (k - (+die - 1) / 2)} 7.5V25.5`);
  draw(svg, "path", { class: "cross", d: die === "1" ? "M56 7.5L76 25.5M76 7.5L56 25.5" : lines.join("") });
}

/** Four sticks; a 6 is four black ones. @param {SVGElement} svg @param {string} die */
function sticks(svg, die) {
  for (let k = 0; k < 4; k++) {
    const white = k < +die % 6;
    const stick = draw(svg, "g", { class: `stick ${die === "-" ? "" : white ? "white" : "black"}` });
    draw(stick, "rect", { class: "back", x: 9 + 30 * k, y: 3, width: 22, height: 41, rx: 10 });
    draw(stick, "rect", { class: "front", x: 9 + 30 * k, y: 1.5, width: 22, height: 38, rx: 10 });
    draw(stick, "path", {
      class: "line",
      d: white ? `M${20 + 30 * k} 8V33` : `M${15 + 30 * k} 10V31M${25 + 30 * k} 10V31`,
    });
  }
}

/** @param {SVGElement} svg @param {string} die */
function pips(svg, die) {
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
    const shown = turn < FACES - 1 ? kind.faces[(+die + turn + k) % kind.faces.length] : die;
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
    @param {HTMLElement} element @param {string} dice @param {string} thrown @param {string} used @param {string} lit */
export function drawDice(element, dice, thrown, used, lit) {
  mark(element, "aria-label", thrown ? said(thrown) : t("No dice"));
  const shown = thrown || "-".repeat(KINDS[dice].count);
  if (element.dataset.thrown !== shown || element.dataset.dice !== dice) {
    Object.assign(element.dataset, { thrown: shown, dice });
    element.replaceChildren();
    [...shown].forEach((die, k) => {
      const cast = make(element, "span", undefined, "cast");
      const svg = draw(cast, "svg", {
        viewBox: "0 0 132 46",
        "aria-hidden": "true",
        class: "longdie",
        "data-kind": dice,
      });
      make(cast, "small");
      if (dice !== "sticks") body(svg);
      face(svg, die);
      if (thrown) roll(svg, die, k);
    });
  }
  let [gone, bright] = [used, lit];
  [...shown].forEach((die, k) => {
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

/** The body of a long die. @param {SVGElement} svg */
function body(svg) {
  draw(svg, "path", { class: "side", d: "M3.5 28H128.5L126.5 41Q126 45 121 45H11Q6 45 5.5 41Z" });
  draw(svg, "path", { class: "face", d: "M6 5Q7 1 12 1H120Q125 1 126 5L129 26Q129.5 31 124 31H8Q2.5 31 3 26Z" });
  draw(svg, "path", { class: "ends", d: "M18 2L14 30M114 2L118 30" });
  draw(svg, "path", { class: "shine", d: "M9 6Q10 3.500 13 3.500H119Q122 3.500 123 6" });
}
