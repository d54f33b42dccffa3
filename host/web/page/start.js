// The start card: mode, opponent and rules, and how a game begins.

import { CLOCKS } from "./clock.js";
import { drawPiece } from "./wood.js";
import { sign, spokenOf } from "./dice.js";
import { focusBoat } from "./keys.js";
import { $, all, find, make, n, t, write } from "./dom.js";
import { beginMatch, nextGame } from "./match.js";
import { sideName } from "./review.js";
import { listOptions, pickRules, rulesLine } from "./rules.js";
import { press } from "./soon.js";

export const LEVELS = [n("Easy"), n("Casual"), n("Club"), n("Strong"), n("Master"), n("Top")];
const SIDES = { A: n("Light"), B: n("Dark"), "": n("Either") };
/** @typedef {{ mode: string, rules: string, side: string, text?: string, step?: number, throw?: string }} Game that begins */

export class Start {
  /** @param {import("./types").Plan} plan @param {import("./boat.js").Boat} boat
      @param {import("./types").State} state @param {import("./types").Send} send @param {() => void} changed */
  constructor(plan, boat, state, send, changed) {
    this.plan = plan;
    this.boat = boat;
    this.state = state;
    this.send = send;
    this.changed = changed;
    this.v = state.v;
    this.offered = "";
    this.thrown = ""; // of own dice, those entered
    /** @type {any} what the values were before a game was asked for, as far as no answer has changed them */
    this.before = {};
    for (let level = 1; level <= plan.levels; level++) make($("picklevel"), "option").value = String(level);
    for (const side in SIDES) make($("pickside"), "option").value = side;
    for (const clock of CLOCKS) make($("pickclock"), "option").value = clock[0] ? clock.join("+") : "";
    $("pickclock").value = localStorage.clock || "";
    $("picklevel").value = Math.min(+localStorage.level || 2, plan.levels);
    $("pickside").value = localStorage.side ?? "A";
    const { rules = "" } = localStorage;
    if (rules.split(",")[0] in plan.games) pickRules($("pickrules"), rules);
    $("pickmatch").value = localStorage.games || 1;
    $("pickrules").addEventListener("change", () => this.choose());
    $("against").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
    const on = (/** @type {string} */ control, /** @type {() => void} */ action) =>
      press(find(`[data-control=${control}]`), action);
    on("start-board", () => this.begin("solo", false));
    on("start-two", () => this.begin("game", false));
    on("start-dice", () => this.begin("wooden", false));
    on("start-resume", () => this.go());
    on("rematch", () => {
      if (this.v.mode === "far") return this.send({ do: "far", what: "again" });
      if (this.v.mode === "solo") $("pickside").value = this.v.you === "A" ? "B" : "A";
      this.begin(this.v.mode, nextGame(), this.v.rules);
    });
    for (const svg of all(".strip > svg")) drawPiece(svg, svg.parentElement?.id.at(-1), 0, 0);
  }

  /** Choose the rules that the page was opened with, once. @param {string} rules */
  offer(rules) {
    if (rules === this.offered) return;
    pickRules($("pickrules"), (this.offered = rules));
    this.speak();
  }

  /** Other rules are chosen: show their boat. */
  choose() {
    const rules = $("pickrules").value;
    const game = this.plan.games[rules.split(",")[0]];
    this.state.offer = game ? { ...game, rules } : null;
    this.speak();
    this.changed();
  }

  /** Begin a new game, after a confirmation if one is being played. */
  ask() {
    this.state.begun = false;
    this.state.offer = null;
    this.changed();
  }

  /** @param {string} mode @param {boolean} goesOn it is the next game of a match @param {string} [rules] */
  begin(mode, goesOn, rules = $("pickrules").value) {
    const side = $("pickside").value || (crypto.getRandomValues(new Uint8Array(1))[0] & 1 ? "A" : "B");
    localStorage.level = $("picklevel").value;
    localStorage.side = $("pickside").value;
    localStorage.rules = $("pickrules").value;
    localStorage.games = $("pickmatch").value;
    localStorage.clock = $("pickclock").value;
    if (!goesOn) beginMatch(+$("pickmatch").value, mode, mode === "solo" ? side : "A");
    const { hull } = this.plan.games[rules.split(",")[0]] || {};
    const first = mode === "solo" && hull === "boat" && !localStorage.guide; // something can be touched at once
    sessionStorage.laid = first ? "yes" : "";
    this.play({ mode, rules, side: side === "A" ? "B" : "A", ...(first && laid(rules, side)) });
  }

  /** Begin a game; side: the board's; text: a record of which the first `step` throws stand already; throw: the next.
      @param {Game} game */
  play({ mode, rules, side, text = "", step = 0, throw: thrown = "" }) {
    const you = mode === "solo" ? (side === "A" ? "B" : "A") : "AB";
    if (this.v.phase !== "over") {
      this.before = { mode: this.v.mode, you: this.v.you };
      Object.assign(this.v, { mode, you }); // seated at once, though the answer may be late
    }
    if (text) beginMatch(1); // played on from elsewhere
    this.go();
    sessionStorage.started = Date.now();
    sessionStorage.ended = "";
    this.send({ do: "begin", mode, rules, level: +$("picklevel").value, side, text, step, throw: thrown });
  }

  /** Values have come, which count. @param {object} values */
  learn(values) {
    for (const key in values) delete this.before[key];
  }

  /** The game was refused, and the one before goes on. */
  refused() {
    Object.assign(this.v, this.before);
    this.before = {};
  }

  go() {
    this.state.begun = true;
    sessionStorage.begun = "yes";
    this.changed();
  }

  /** @param {import("./types").View} v @param {boolean} playing */
  show(v, playing) {
    const helped = document.body.classList.contains("helped");
    const card = playing && helped && !this.state.begun && v.phase !== undefined;
    const held = $("start").contains(document.activeElement);
    const comes = card && $("start").hidden;
    $("start").hidden = !card;
    $("table").hidden = card;
    document.body.classList.toggle("starting", card);
    if (comes) requestAnimationFrame(() => tabFrom($("against"))); // once the page is seen
    if (held && !card) focusBoat(this.boat);
    this.pad();
    $("pad").hidden = card || !playing || !helped || v.due !== "dice";
    this.padSay();
  }

  /** Say whose die the next press is, and which. */
  padSay() {
    const [name, k, dice] = [
      sideName(this.v.player || "A"),
      this.thrown.length + 1,
      [...this.thrown].map(sign).join(" "),
    ];
    const text = dice
      ? t("{name}: die {k} of {count}, after {dice}", { name, k, dice, count: spokenOf().count })
      : t("{name}: die {k} of {count}", { name, k, count: spokenOf().count });
    write($("padsay"), text);
  }

  /** The buttons for own dice, one per face; as many presses as there are dice make a throw. */
  pad() {
    const { count, faces } = spokenOf();
    if ($("pad").dataset.faces === count + faces) return;
    $("pad").dataset.faces = count + faces;
    for (const old of all("#pad button")) old.remove();
    this.thrown = "";
    for (const die of faces) {
      const button = make($("pad"), "button", sign(die));
      button.addEventListener("click", () => {
        this.thrown += die;
        if (this.thrown.length < count) return this.padSay();
        this.send({ do: "dice", throw: [...this.thrown].sort().join("") });
        this.thrown = ""; // the answer says whose die is next
      });
    }
  }

  /** Say the last choice, as a sentence whose words change it. */
  speak() {
    for (const option of $("picklevel").options) option.textContent = t(LEVELS[+option.value - 1]);
    for (const option of $("pickside").options) option.textContent = t(SIDES[/** @type {"A"} */ (option.value)]);
    for (const option of $("pickclock").options) {
      const [minutes, seconds] = option.value.split("+");
      option.textContent = seconds ? t("{minutes} min and {seconds} s a turn", { minutes, seconds }) : t("no clock");
    }
    const parts = t("Against {level}, as {side}: {rules}, {match}, {clock}.").split(/\{(\w+)\}/);
    $("lastchoice").replaceChildren(...parts.map((part, k) => (k % 2 ? $("pick" + part) : part)));
    const rules = $("pickrules").value;
    write($("ruleline"), rulesLine(rules));
    listOptions($("rulelist"), this.plan, rules, (changed) => {
      pickRules($("pickrules"), changed);
      this.choose();
    });
    $("ruleoptions").hidden = !$("rulelist").childElementCount;
  }
}

/** The first Tab goes to what is in an element, unless another has the focus. @param {HTMLElement} element */
function tabFrom(element) {
  if (document.activeElement !== document.body) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.blur();
}

/** A game that begins where a piece can be turned. @param {string} rules @param {string} side */
const laid = (rules, side) => ({
  text: `Rules: ${rules}\nResult: *\n\n0 A ${side === "A" ? "34\n0 B 12" : "12\n0 B 34"}\n`,
  throw: "13",
});
