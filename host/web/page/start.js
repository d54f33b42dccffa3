// The start card: mode, opponent and rules.

import { drawPiece } from "./wood.js";
import { sign, spokenOf } from "./dice.js";
import { focusBoat } from "./keys.js";
import { $, all, counted, draw, find, make, mark, n, t, write } from "./dom.js";
import { beginMatch, nextGame } from "./match.js";
import { turnsOf } from "./position.js";
import { sideName } from "./review.js";
import { pickRules, rulesLine, rulesName } from "./rules.js";

const LEVELS = [n("Easy"), n("Casual"), n("Club"), n("Strong"), n("Master"), n("Top")];
const SIDES = { A: n("Light"), B: n("Dark"), "": n("Either") };
// The drawing on each choice: pieces [letter, x, y, heading], and a line.
/** @type {Record<string, (string | [letter: string, x: number, y: number, heading: string])[]>} */
const PICTURES = {
  "start-resume": [["A", -10, 4, "r"], ["B", 10, 4, "l"], "M-14 -9H12M8 -13L13 -9L8 -5"],
  "start-learn": [["a", -11, 2, "r"], ["A", 11, 2, "r"], "M-11 -10Q0 -19 10 -10M5 -13L11 -9L11 -15"],
  "start-two": [
    ["A", -10, 0, "r"],
    ["B", 10, 0, "l"],
  ],
  "start-far": [["A", -14, 3, "r"], ["B", 14, 3, "l"], "M-13 -8Q0 -19 12 -8M7 -11L13 -7L13 -13"],
  "start-dice": ["M-20 -8H6V2H-20ZM-10 -6L-4 0M-4 -6L-10 0M-6 6H20V16H-6Z", "M0 11H.1M7 11H7.100M14 11H14.1"],
};
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
    this.level = +localStorage.level || 2;
    this.side = localStorage.side ?? "A";
    if (localStorage.rules in plan.games) $("pickrules").value = localStorage.rules;
    $("pickmatch").value = localStorage.games || 1;
    $("pickrules").addEventListener("change", () => (this.speak(), this.changed()));
    $("against").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
    const on = (/** @type {string} */ control, /** @type {() => void} */ action) =>
      find(`[data-control=${control}]`).addEventListener("click", action);
    on("start-board", () => this.begin("solo", false));
    on("start-two", () => this.begin("game", false));
    on("start-dice", () => this.begin("wooden", false));
    on("start-resume", () => this.go());
    on("rematch", () => {
      if (this.v.mode === "far") return this.send({ do: "far", what: "again" });
      if (this.v.mode === "solo") this.side = this.v.you === "A" ? "B" : "A";
      this.begin(this.v.mode, nextGame(), this.v.rules);
    });
    for (const svg of all(".strip > svg")) drawPiece(svg, svg.parentElement?.id.at(-1), 0, 0);
    for (const [control, parts] of Object.entries(PICTURES)) {
      const box = { viewBox: "-26 -19 52 38", class: "picture", "aria-hidden": "true" };
      const svg = draw(document.createDocumentFragment(), "svg", box);
      for (const part of parts) {
        if (typeof part === "string") draw(svg, "path", { d: part });
        else drawPiece(svg, ...part);
      }
      find(`[data-control=${control}]`).prepend(svg);
    }
    this.speak();
  }

  /** Choose the rules that the page was opened with, once. @param {string} rules */
  offer(rules) {
    if (rules === this.offered) return;
    pickRules($("pickrules"), (this.offered = rules));
    this.speak();
  }

  /** Begin a new game, after a confirmation if one is being played. */
  ask() {
    this.state.begun = false;
    this.changed();
  }

  /** @param {string} mode @param {boolean} goesOn it is the next game of a match @param {string} [rules] */
  begin(mode, goesOn, rules = $("pickrules").value) {
    const side = this.side || (crypto.getRandomValues(new Uint8Array(1))[0] & 1 ? "A" : "B");
    localStorage.level = this.level;
    localStorage.side = this.side;
    localStorage.rules = $("pickrules").value;
    localStorage.games = $("pickmatch").value;
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
    const level = Math.min(this.level, this.plan.levels);
    this.send({ do: "begin", mode, rules, level, side, text, step, throw: thrown });
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
    const turns = turnsOf(v.record).length;
    const helped = document.body.classList.contains("helped");
    const card = playing && helped && !this.state.begun && v.phase !== undefined;
    const held = $("start").contains(document.activeElement);
    $("start").hidden = !card;
    $("table").hidden = card;
    document.body.classList.toggle("starting", card);
    if (held && !card) focusBoat(this.boat);
    find("[data-control=start-resume]").hidden = !turns || v.phase === "over";
    const far = counted(turns, n("{count} turn so far"), n("{count} turns so far"));
    write($("lastgame"), `${far}. ${rulesName(v.rules || "")}`);
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
        if (this.thrown.length === count) {
          this.send({ do: "dice", throw: [...this.thrown].sort().join("") });
          this.thrown = "";
        }
        this.padSay();
      });
    }
  }

  speak() {
    this.segment(
      "levels",
      LEVELS.slice(0, this.plan.levels).map((name, i) => [i + 1, t(name)]),
      "level",
    );
    this.segment(
      "sides",
      Object.entries(SIDES).map(([side, name]) => [side, t(name)]),
      "side",
    );
    const rules = $("pickrules").value;
    write($("ruleline"), rulesLine(rules));
    this.state.offer = rules in this.plan.games ? { rules, ...this.plan.games[rules] } : null;
  }

  /** @param {"levels" | "sides"} id @param {(readonly [value: any, name: string])[]} entries
      @param {"level" | "side"} key */
  segment(id, entries, key) {
    $(id).replaceChildren();
    for (const [value, name] of entries) {
      const button = make($(id), "button");
      button.type = "button";
      if (key === "level") dots(button, value);
      else pieces(button, value);
      button.append(name);
      mark(button, "aria-pressed", String(this[key] === value));
      button.addEventListener("click", () => {
        this[key] = value;
        this.segment(id, entries, key);
      });
    }
  }
}

/** A game that begins where a piece can be turned. @param {string} rules @param {string} side */
const laid = (rules, side) => ({
  text: `Rules: ${rules}\nResult: *\n\n0 A ${side === "A" ? "34\n0 B 12" : "12\n0 B 34"}\n`,
  throw: "13",
});

/** Draw a strength from one to six. @param {Element} parent @param {number} level */
function dots(parent, level) {
  const svg = draw(parent, "svg", { viewBox: "0 0 72 12", class: "dots", "aria-hidden": "true" });
  for (let k = 0; k < 6; k++) draw(svg, "circle", { cx: 6 + 12 * k, cy: 6, r: 4, class: k < level ? "full" : "" });
}

/** @param {Element} parent @param {string} side */
function pieces(parent, side) {
  const svg = draw(parent, "svg", { viewBox: side ? "-10 -9 20 18" : "-19 -9 38 18", "aria-hidden": "true" });
  for (const [k, letter] of [...(side || "AB")].entries()) drawPiece(svg, letter, side ? 0 : k * 18 - 9, 0);
}
