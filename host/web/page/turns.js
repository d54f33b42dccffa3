// @ts-check
// The lists of the analysis: the best turns, and the turns of the game with what could have been.

import { inWords, sign } from "./dice.js";
import { $, all, decimal, draw, find, make, mark, t } from "./dom.js";
import { SIGNS } from "./line.js";
import { partsOf } from "./position.js";
import { sideName } from "./review.js";
import { drawPiece } from "./wood.js";

const LISTED = 200; // turns
const HIGH = 4; // rows that are seen at once
const CLEAR = 0.1; // apart from the second: the only good turn

/** A turn as it is written. @param {string} turn */
const wrote = (turn) => (turn === "--" ? t("no move") : turn.replaceAll("-", "–").replaceAll("x", "×"));

/** A chance in 100; with its error, if there is one. @param {number} chance @param {number} [error] */
export const points = (chance, error) =>
  error ? `${decimal(100 * chance)} ± ${decimal(100 * error)}` : String(Math.round(100 * chance));

/** As listed: best first, but the one played stands high enough to be seen.
    @param {import("./position.js").Known[]} turns @param {string} own */
function seen(turns, own) {
  const at = turns.findIndex(({ turn }) => turn === own);
  if (at < HIGH) return turns.slice(0, LISTED);
  const others = turns.filter((_, k) => k !== at);
  return [...others.slice(0, HIGH - 1), turns[at], ...others.slice(HIGH - 1)].slice(0, LISTED);
}

/** The best turns of a position. @param {import("./position.js").Known[]} turns @param {string} own the one played
    @param {(turn: string) => void} play */
export function drawBest(turns, own, play) {
  const list = $("anaturns");
  const state = [document.documentElement.lang, own, JSON.stringify(turns)].join();
  if (list.dataset.state === state) return;
  const held = [...all("button", list)].indexOf(document.activeElement);
  list.dataset.state = state;
  list.replaceChildren();
  for (const { turn, chance, error } of seen(turns, own)) {
    const k = turns.findIndex((one) => one.turn === turn);
    const button = make(make(list, "li"), "button", undefined, turn === own ? "was" : ["first", "second"][k] || "");
    button.dataset.turn = turn;
    make(button, "i");
    make(button, "span", wrote(turn)).title = inWords(turn);
    if (turn === own) make(button, "small", t("played"));
    make(button, "b", points(chance, error));
    button.addEventListener("click", () => play(turn));
  }
  if (held >= 0) list.children[Math.min(held, list.children.length - 1)]?.firstChild.focus();
}

/** @typedef {object} Listed what the list of a game's turns shows
 * @property {any[]} steps
 * @property {import("./line.js").Note[]} notes
 * @property {import("./line.js").Branch | null} branch
 * @property {Record<string, import("./position.js").Known[]>} known
 * @property {number[]} bounds of the grades
 * @property {(step: number) => void} go
 * @property {(at: number) => void} enter the branch
 */

/** The turns of a game, with the branch below where it begins. @param {Listed} listed */
export function drawGame(listed) {
  const { steps, notes, branch, go } = listed;
  const list = $("anagame");
  list.replaceChildren();
  for (let k = 1; k < steps.length; k++) {
    const { player, throw: thrown, turn } = steps[k];
    const { chance, grade = "" } = notes[k - 1] || {};
    row(k, [player, thrown, turn], chance, SIGNS[grade] || "", () => go(k));
    if (branch?.from === k) branched(branch, listed);
  }
  if (branch && (!branch.from || branch.from >= steps.length)) branched(branch, listed);
}

/** @param {import("./line.js").Branch} branch @param {Listed} listed */
function branched({ nodes, tip }, { known: all, bounds, enter }) {
  [...nodes, { position: tip, turn: "" }].forEach(({ position, turn }, k) => {
    const { side, thrown } = partsOf(position);
    const known = all[position] || [];
    const own = known.find((one) => one.turn === turn);
    const loss = own ? known[0].chance - own.chance : 0;
    const grade = bounds.filter((bound) => loss >= bound).length - 2;
    const only = own && !loss && known.length > 1 && known[0].chance - known[1].chance >= CLEAR;
    const said = only ? "!" : Object.values(SIGNS)[grade] || "";
    const item = row(0, [side, thrown, turn], own?.chance, said, () => enter(k));
    item.className = "branch";
    item.firstElementChild?.setAttribute("data-at", String(k));
  });
}

/** @param {number} k @param {[side: string, thrown: string, turn: string]} what @param {number | undefined} chance
    @param {string} grade @param {() => void} to */
function row(k, [side, thrown, turn], chance, grade, to) {
  const item = make($("anagame"), "li");
  const button = make(item, "button");
  if (k) button.dataset.step = String(k);
  make(button, "small", k || "");
  const disc = draw(button, "svg", {
    viewBox: "-9 -9 18 18",
    role: "img",
    "aria-label": sideName(side),
    class: "disc",
  });
  drawPiece(disc, side, 0, 0);
  const dice = make(button, "span", undefined, "mini");
  for (const die of /^\d+$/.test(thrown) ? thrown : "") make(dice, "i", sign(die));
  make(button, "span", turn ? wrote(turn) : thrown === "#" ? t("{player} has won", { player: sideName(side) }) : "…");
  make(button, "b", chance === undefined ? "" : points(chance));
  make(button, "em", grade);
  button.addEventListener("click", to);
  return item;
}

/** Mark what is shown, and bring it into view within its list. @param {string} which an attribute of its button */
export function pointOut(which) {
  const list = $("anagame");
  for (const button of all("[aria-current]", list)) button.removeAttribute("aria-current");
  const now = find(`#anagame [${which}]`);
  if (!now) return;
  mark(now, "aria-current", "step");
  const [{ top, bottom }, box] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 3;
}

/** What could have been, on the curve of the game, from where it begins as far as it is judged.
    @param {any} curve @param {number[]} chances A's, by turns @param {import("./line.js").Branch} branch
    @param {Record<string, import("./position.js").Known[]>} known */
export function drawAhead(curve, chances, { from, nodes }, known) {
  const first = Math.max(0, from - 1);
  const line = [curve.at(first, chances[first])];
  for (const { position, turn } of nodes) {
    const own = known[position]?.find((one) => one.turn === turn);
    const step = first + line.length;
    if (!own || step >= chances.length) break;
    line.push(curve.at(step, partsOf(position).side === "A" ? own.chance : 1 - own.chance));
  }
  if (line.length < 2) return;
  draw($("curve"), "path", { class: "ahead", d: `M${line.map((at) => at.join(" ")).join("L")}` });
  const [cx, cy] = line[line.length - 1];
  draw($("curve"), "circle", { class: "ahead", cx, cy, r: 4 });
}
