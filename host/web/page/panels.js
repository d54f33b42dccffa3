// Panels beside the boat: log, score, record, and those shown on demand.

import { counted, faces } from "./dice.js";
import { judgeText, sideName } from "./review.js";
import { captured } from "./scene.js";
import { $, decimal, draw, make, mark, n, t, localized, write } from "./dom.js";

/** @typedef {[number: number, kind: string, text: import("./types").Localized]} Line of the log */

const LOG_MAX = 300;
const TURNS_MAX = 12; // best turns listed

export class Log {
  /** The number of the last line. */
  heard = 0;
  /** @type {Line[]} */
  lines = [];

  /** Take lines; returns the kinds of new ones. A new connection repeats lines that this page has.
      @param {Line[]} all */
  take(all) {
    const lines = all.filter(([number]) => number > this.heard);
    const [fresh, log] = [this.heard === 0, $("log")];
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    this.lines = (fresh ? [] : this.lines).concat(lines).slice(-LOG_MAX);
    this.heard = all.at(-1)?.[0] || this.heard;
    if (fresh) log.replaceChildren();
    for (const [, kind, text] of lines) make(log, "p", localized(text), `ev-${kind}`);
    while (log.childElementCount > LOG_MAX) log.firstElementChild.remove();
    if (atEnd || fresh) log.scrollTop = log.scrollHeight;
    return fresh ? [] : lines.map(([, kind]) => kind);
  }

  /** Show all lines again, in another language. */
  show() {
    [...$("log").children].forEach((line, k) => write(line, localized(this.lines[k][2])));
  }
}

/** @param {import("./types").View} v */
export function showScore(v) {
  const thrown = v.throw ? faces(v.throw) : "–";
  write($("player"), v.phase === "over" && v.player ? t("{player} has won", { player: v.player }) : v.player || "–");
  write($("throw"), thrown);
  const [a, b] = captured(v);
  write($("byA"), String(b));
  write($("byB"), String(a));
  mark($("player"), "class", `side${v.player}`);
}

/** Show the chances that the board sends after a throw, in thousandths by player, if any.
    @param {Record<string, number>} won */
export function showWon(won) {
  $("wonrow").hidden = !("A" in won && "B" in won);
  if (!$("wonrow").hidden) write($("won"), `${Math.round(won.A / 10)} : ${Math.round(won.B / 10)} %`);
}

/** @param {string[]} turns */
function showTurns(turns) {
  const list = $("turnslist");
  list.replaceChildren();
  if (!turns.length) make(list, "li", t("No throw yet, or nothing to play."));
  for (const turn of turns) make(list, "li", turn === "--" ? t("nothing: the turn is lost") : turn);
}

/** @param {Record<string, number>} odds */
function showOdds(odds) {
  const list = $("oddslist");
  list.replaceChildren();
  const found = Object.entries(odds).sort((a, b) => b[1] - a[1]);
  if (!found.length) make(list, "li", t("No piece can be captured by the next throw."));
  for (const [hole, chance] of found) {
    const { count, all } = counted(chance);
    withBar(make(list, "li", `${hole}  ${count}/${all} = ${Math.round(100 * chance)} %`), chance);
  }
}

/** Show winning chances, best turn first; null while the opponent thinks.
    @param {import("./types").Chances | null} told */
function showChances(told) {
  const list = $("chanceslist");
  list.replaceChildren();
  if (!told?.position || told.chance === null) return write($("chance"), told ? "–" : t("Thinking ..."));
  const percent = (/** @type {number} */ chance) => `${decimal(100 * chance)} %`;
  const player = sideName(told.position.split(" ")[1]);
  const text = told.exact
    ? t("{player} wins {chance} of the games, exactly.", { player, chance: percent(told.chance) })
    : t("{player} wins about {chance} of the games.", { player, chance: `${Math.round(100 * told.chance)} %` });
  write($("chance"), text + judgeText(told));
  for (const [turn, chance] of told.turns.slice(0, TURNS_MAX)) {
    withBar(make(list, "li", `${percent(chance).padStart(7)}  ${turn}`), chance);
  }
}

/** @param {Element} item @param {number} chance */
function withBar(item, chance) {
  make(item, "span", undefined, "chance").style.width = `${Math.round(100 * chance)}%`;
}

/** Show the sensors' readings as bars, in thousandths, with the thresholds for a piece. @param {number[]} bars
    @param {import("./types").Plan} plan */
function showBars(bars, plan) {
  const chart = $("barschart");
  const top = 260;
  if (chart.bars?.length !== bars.length) {
    chart.replaceChildren(); // a board on USB sends them only on request
    chart.setAttribute("viewBox", `0 ${-top} ${bars.length * 10} ${2 * top + 30}`);
    chart.setAttribute("preserveAspectRatio", "none");
    chart.bars = bars.map((/** @type {unknown} */ _, /** @type {number} */ i) =>
      draw(chart, "rect", { x: 10 * i + 1, width: 8 }),
    );
    for (const y of [plan.occupied, plan.empty, -plan.empty, -plan.occupied]) {
      draw(chart, "path", {
        d: `M0 ${-y}H${bars.length * 10}`,
        class: Math.abs(y) === plan.occupied ? "limit" : "limit soft",
      });
    }
    for (const i of [0, plan.n, 2 * plan.n + 1]) {
      draw(chart, "path", { d: `M${10 * i} ${-top}V${top}`, class: "rowline" });
    }
  }
  bars.forEach((/** @type {number} */ u, /** @type {number} */ i) => {
    const high = Math.min(Math.abs(u), top);
    mark(chart.bars[i], "y", String(u > 0 ? -high : 0));
    mark(chart.bars[i], "height", String(Math.max(high, 1)));
    mark(chart.bars[i], "class", u >= plan.occupied ? "sideA" : u <= -plan.occupied ? "sideB" : "none");
  });
}

/** @param {string[]} faults */
export function showFaults(faults) {
  const list = $("broken");
  list.replaceChildren();
  for (const fault of faults) make(list, "li", fault);
}

/** Panels whose values are requested only while open, by name of the value. */
export const PANELS = [
  { name: "turns", title: n("What can be played"), show: showTurns },
  { name: "chances", title: n("Chances to win, and hints"), show: showChances, lead: "chance" },
  {
    name: "odds",
    title: n("Chances of capture"),
    show: showOdds,
    note: n("By the enemy's next throw, whoever's turn it is."),
  },
  {
    name: "bars",
    title: n("What the sensors read"),
    show: showBars,
    note: n("A piece of A's reads above the upper line, a piece of B's below the lower one."),
    chart: n("Readings of the sensors"),
  },
];

/** Add the panels to the page, which translates their texts. @param {Element} parent */
export function makePanels(parent) {
  for (const { name, title, note, lead, chart } of PANELS) {
    const panel = make(parent, "details");
    panel.id = name;
    make(panel, "summary", title).dataset.t = "";
    if (note) make(panel, "p", note, "note").dataset.t = "";
    if (lead) make(panel, "p").id = lead;
    const content = chart
      ? draw(panel, "svg", { role: "img", "aria-label": chart, "data-t-label": "" })
      : make(panel, "ul");
    content.id = name + (chart ? "chart" : "list");
    if (!chart) content.tabIndex = 0;
  }
}

/** Offer a text as a file. */
export const saveText = (/** @type {string} */ text, /** @type {string} */ name) =>
  saveFile(new Blob([text], { type: "text/plain" }), name);

/** Offer a blob as a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
