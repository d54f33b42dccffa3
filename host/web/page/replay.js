// The replay of a game record: forward, back, by a slider. The board itself goes on behind it.

import { ofPosition } from "./addresses.js";
import { faces, inWords, said } from "./dice.js";
import { $, t, write } from "./dom.js";
import { noted } from "./line.js";
import { saveText } from "./panels.js";
import { begins, partsOf, standing, standOf } from "./position.js";
import { drawCurve, sideName } from "./review.js";
import { rulesName } from "./rules.js";
import { press } from "./soon.js";

/**
 * @typedef {object} Game a record, as host/web reads it
 * @property {Record<string, string>} headers
 * @property {string} rules
 * @property {string} result
 * @property {string} record
 * @property {string} position at its end, or of the position that is looked at
 * @property {boolean} [free] it is a position alone
 * @property {[home: number, middle: number]} size
 * @property {import("./types").Gear} gear
 * @property {any[]} steps
 */

const COSTLY = 0.02; // least loss for which a better turn is shown

export class Replay {
  /** changed: called when another step is shown; on: called to play on from a step, with `begin`'s arguments.
      @param {import("./types").State} state @param {import("./types").Plan} plan
      @param {import("./review.js").Reviews} reviews @param {() => void} changed
      @param {(game: any, record: string) => void} on */
  constructor(state, plan, reviews, changed, on) {
    this.state = state;
    this.plan = plan;
    this.reviews = reviews;
    this.changed = changed;
    /** @type {Game | null} */
    this.game = null;
    this.at = 0;
    /** @type {number[]} */
    this.chances = [];
    this.wanted = 0;
    this.wantedBranch = "";
    this.name = ""; // in the archive, if the game is kept there
    /** @type {any} */
    this.curve = null;
    /** What is shown in place of a step: a position of a branch. @type {import("./line.js").Node | null} */
    this.what = null;
    /** The analysis, once it has come. @type {import("./study.js").Study | null} */
    this.study = null;
    $("savenoted").addEventListener("click", () =>
      saveText(this.reviews.known[this.looked.record]?.noted || this.looked.record, "daldos.txt"),
    );
    const go = (/** @type {string} */ id, /** @type {() => number} */ to) => press($(id), () => this.go(to()));
    go("first", () => 0);
    go("last", () => Infinity);
    press($("prev"), () => this.step(-1));
    press($("next"), () => this.step(1));
    press($("step"), () => this.go(+$("step").value), "input"); // once, wherever it has got to
    press($("leave"), () => this.close());
    $("playon").addEventListener("click", () => this.playOn(on));
    addEventListener("resize", () => this.game && this.judged());
  }

  /** The record that is looked through. */
  get looked() {
    return /** @type {Game} */ (this.game);
  }

  /** How many turns the game has. */
  get turns() {
    return this.looked.steps.length - 1;
  }

  /** Where the step shown is: a kept game, and a position, have addresses of their own. */
  address() {
    const { rules, position, free } = this.looked;
    const own = this.name ? `#/game/${this.name}` : "#";
    return (free ? `#/analysis${ofPosition(position, rules)}` : `${own}/turn/${this.at}`) + (this.study?.more() || "");
  }

  /** The game that opens next shows this step, and branch. @param {number} step @param {string} [branch] */
  want(step, branch = "") {
    [this.wanted, this.wantedBranch] = [step, branch];
  }

  /** @param {Game} game @param {string} [name] in the archive */
  open(game, name = "") {
    this.game = game;
    this.name = name;
    this.what = null;
    if (!game.free) sessionStorage.looked = game.record; // a reload shows it again
    $("replaybar").hidden = false;
    $("step").max = this.turns && this.turns + 1;
    document.body.classList.add("replaying");
    this.at = this.within(this.wanted);
    this.wanted = 0;
    this.study?.begin();
    this.judged();
    this.show();
    $("step").focus();
    $("replaybar").scrollIntoView({ block: "nearest" });
  }

  /** Show the step again, and the curve of A's chances, one per step, as far as they are known. */
  judged() {
    const review = this.game && this.reviews.known[this.game.record];
    const chances = review?.chances || (this.game && noted(this.game.record)) || [];
    $("curve").toggleAttribute("hidden", !chances.length);
    /** @type {any} */
    this.curve = null;
    $("savenoted").hidden = !chances.length;
    if (chances.length) this.draw(chances);
    else if (this.game) this.show();
  }

  /** Show the part of the curve that is known so far. @param {any} review */
  growing({ record, chances, rest }) {
    if (this.game?.record !== record) return;
    const steps = chances.length - 1 + rest;
    $("curve").removeAttribute("hidden");
    this.study?.say(`${t("Thinking ...")} ${chances.length - 1}/${steps}`);
    this.draw(chances, steps);
  }

  /** @param {number[]} chances */
  draw(chances, steps = chances.length - 1) {
    this.chances = chances;
    const { clientWidth: wide, clientHeight: tall } = $("scrub");
    this.curve = drawCurve($("curve"), chances, [sideName("A"), sideName("B")], [], wide || 900, steps, tall || 76);
    $("scrub").style.setProperty("--wide", String(wide || 900));
    this.study?.dots();
    this.show();
  }

  /** Show the facts about the whole game. */
  who() {
    const { Event, Date, A, B } = this.looked.headers;
    return [Event, Date, A && `A: ${A}`, B && `B: ${B}`].filter(Boolean).join(", ");
  }

  /** The loss of this step's turn, in words, and the better turn; empty if small or unknown. */
  judgedTurn() {
    if (this.what) return ["", ""];
    const [error, best] = this.reviews.known[this.looked.record]?.turns?.[this.at - 1] || [0, ""];
    if (error < COSTLY) return ["", ""];
    const name = sideName(this.looked.steps[this.at].player);
    const points = Math.round(100 * error);
    return [t("This cost {name} {points} of 100. Better: {best}.", { name, points, best: inWords(best) }), best];
  }

  /** The position that is shown, with its throw, and the turn that was played there. @returns {import("./line.js").Node} */
  node() {
    if (this.what) return this.what;
    const { steps, size, position } = this.looked;
    if (this.at > this.turns || !this.turns) return { position, turn: "" };
    const { player, throw: thrown, turn } = steps[Math.max(1, this.at)];
    const { stand } = steps[Math.max(0, this.at - 1)];
    return { position: standing(stand, size, player, this.at ? thrown : "-"), turn: this.at ? turn : "" };
  }

  /** @param {(game: any, record: string) => void} on */
  playOn(on) {
    const { headers, rules, record, free } = this.looked;
    const { side, thrown } = partsOf(this.node().position);
    const board = ["A", "B"].find((side) => headers[side] === "The board");
    const later = { throw: /^\d+$/.test(thrown) ? thrown : "" };
    if (!free && !this.what) {
      on(
        { mode: board ? "solo" : "game", rules, side: board || "B", text: record, step: this.before(), ...later },
        record,
      );
      return;
    }
    const text = begins(rules, this.node().position);
    on({ mode: "solo", rules, side: board || (side === "A" ? "B" : "A"), text, ...later }, text);
  }

  /** How many turns were played before what is shown. */
  before() {
    return Math.min(Math.max(0, this.at - 1), this.turns);
  }

  close() {
    if (!this.game) return;
    this.game = this.state.replay = this.what = null;
    $("replaybar").hidden = true;
    document.body.classList.remove("replaying");
    this.study?.end();
    this.changed();
  }

  /** One step on, or back: in the branch, if one is shown. @param {number} by */
  step(by) {
    if (!this.study?.step(by)) this.go(this.at + by);
  }

  /** A step of the game: before its turn; after the last one, the end. @param {number} to */
  go(to) {
    if (!this.game) return; // it has gone since the press
    this.what = null;
    this.at = this.within(to);
    this.study?.went();
    this.show();
  }

  /** The step that is nearest to this one. @param {number} to */
  within(to) {
    return Math.max(0, Math.min(to, this.turns && this.turns + 1));
  }

  /** What the step shown is called. @param {string} end */
  head(end) {
    const { steps, rules, free } = this.looked;
    if (this.what) return t("What if, from turn {count}", { count: this.at });
    if (!this.at) return [this.who() || (free ? t("A position") : t("The start")), rulesName(rules)].join(" · ");
    if (this.at > this.turns) return end || t("As it stands");
    const step = steps[this.at];
    return `${this.at}/${this.turns}: ${sideName(step.player)} ${faces(step.throw)} ${step.turn}`;
  }

  /** A's chance after so many turns, in words; empty while it is unknown. @param {number} turns */
  chance(turns) {
    if (!this.curve || this.what || !(turns in this.chances)) return "";
    const count = Math.round(100 * this.chances[turns]);
    return t("{player}: {count} in 100", { player: sideName("A"), count });
  }

  show() {
    if (!this.game) return;
    const { steps, result, rules, size, gear } = this.looked;
    const { position, turn } = this.node();
    const { side, thrown } = partsOf(position);
    const stand = standOf(position, this.plan.n);
    const over = thrown === "#";
    const won = over ? side : this.at > this.turns && result !== "*" && !this.what ? result : "";
    const end = won ? t("{player} has won", { player: sideName(won) }) : "";
    const known = Math.min(this.at, this.turns);
    const text = [this.head(end), this.chance(known)].filter(Boolean).join(" · ");
    const [first, left] = [counts(steps[0].stand), counts(stand)];
    const [cost, better] = this.judgedTurn();
    /** @type {any} */
    const view = {
      ...{
        stand,
        game: stand,
        sees: stand.toUpperCase(),
        player: side,
        throw: /^\d+$/.test(thrown) ? thrown : "",
        turn,
      },
      ...{ at: this.at, size, gear, rules, start: first[0], left, trays: left.map((count) => first[0] - count) },
      ...{ phase: end ? "over" : "play", mode: "game", you: "", plug: true, scene: "" },
      ...{ plays: {}, stuck: {}, played: "", done: "" },
      position: `${this.at} ${position}`,
      shots: this.study ? this.study.shots() : turn ? shotsOf(side, turn, better) : [],
      speech: () => this.study?.speech() || this.speech(end, side, thrown, turn, cost),
    };
    this.state.replay = view;
    $("step").value = this.at;
    this.curve?.go(known);
    write($("steptext"), text);
    $("step").setAttribute("aria-valuetext", text);
    this.study?.show();
    this.changed();
  }

  /** What is said of the step, in two lines. @param {string} end @param {string} side @param {string} thrown
      @param {string} turn @param {string} cost @returns {import("./sentences.js").Sentence} */
  speech(end, side, thrown, turn, cost) {
    const lost = turn === "--" ? t("No piece can move: the turn is lost.") : inWords(turn);
    const start = this.looked.free ? t("A position") : t("The start");
    const say = end || (turn ? t("{name}: {dice}", { name: sideName(side), dice: said(thrown) }) : start);
    return [say, turn ? [lost, cost].filter(Boolean).join(". ") : this.who(), []];
  }
}

/** The turn played and the better one, as arrows. @param {string} side @param {string} turn @param {string} better
    @returns {import("./types").Shot[]} */
function shotsOf(side, turn, better) {
  /** @type {import("./types").Shot[]} */
  const found = [[side, turn, "played"]];
  return better ? [...found, [side, better, "better"]] : found;
}

/** The numbers of A's and B's pieces in a string of 49 letters. */
const counts = (/** @type {string} */ stand) => ["A", "B"].map((side) => stand.toUpperCase().split(side).length - 1);
