// The replay of a game record: forward, back, by a slider. The board itself goes on behind it.

import { faces, inWords, said } from "./dice.js";
import { $, t, write } from "./dom.js";
import { saveText } from "./panels.js";
import { standing } from "./position.js";
import { drawCurve, sideName } from "./review.js";
import { rulesName } from "./rules.js";

/**
 * @typedef {object} Game a record, as host/web reads it
 * @property {Record<string, string>} headers
 * @property {string} rules
 * @property {string} result
 * @property {string} record
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
    this.name = ""; // in the archive, if the game is kept there
    /** @type {any} */
    this.curve = null;
    $("judge").addEventListener("click", () => {
      write($("judge"), t("Thinking ..."));
      reviews.of(this.looked.record);
      this.judged();
    });
    $("savenoted").addEventListener("click", () =>
      saveText(this.reviews.known[this.looked.record].noted, "daldos.txt"),
    );
    $("curve").addEventListener("click", (/** @type {MouseEvent} */ event) => this.go(this.curve.step(event)));
    const go = (/** @type {string} */ id, /** @type {() => number} */ to) =>
      $(id).addEventListener("click", () => this.go(to()));
    go("first", () => 0);
    go("prev", () => this.at - 1);
    go("next", () => this.at + 1);
    go("last", () => Infinity);
    $("step").addEventListener("input", () => this.go(+$("step").value));
    $("leave").addEventListener("click", () => this.close());
    $("playon").addEventListener("click", () => {
      const { headers, rules, record } = this.looked;
      const board = ["A", "B"].find((side) => headers[side] === "The board");
      on({ mode: board ? "solo" : "game", rules, side: board || "B", text: record, step: this.at }, record);
    });
  }

  /** The record that is looked through. */
  get looked() {
    return /** @type {Game} */ (this.game);
  }

  /** Where the step shown is: a kept game has an address of its own. */
  address() {
    return `${this.name ? `#/game/${this.name}` : "#"}/turn/${this.at}`;
  }

  /** @param {Game} game @param {string} [name] in the archive */
  open(game, name = "") {
    this.game = game;
    this.name = name;
    sessionStorage.looked = game.record; // a reload shows it again
    $("replaybar").hidden = false;
    $("analyse").disabled = !(game.rules in this.plan.games);
    this.judged();
    $("step").max = game.steps.length - 1;
    document.body.classList.add("replaying");
    this.go(this.wanted);
    this.wanted = 0;
    $("step").focus();
    $("replaybar").scrollIntoView({ block: "nearest" });
  }

  /** Show the step again, and the curve of A's chances, one per step, if known. */
  judged() {
    const review = this.game && this.reviews.known[this.game.record];
    $("curve").toggleAttribute("hidden", !review?.chances.length);
    /** @type {any} */
    this.curve = null;
    if (review) write($("judge"), t("Chances"));
    $("savenoted").hidden = !review?.noted;
    const marks = review?.decisive?.map((/** @type {import("./story.js").Decisive} */ { number }) => number);
    if (review?.chances.length) this.draw(review.chances, marks);
    else if (this.game) this.go(this.at);
  }

  /** Show the part of the curve that is known so far. @param {any} review */
  growing({ record, chances, rest }) {
    if (this.game?.record !== record) return;
    const steps = chances.length - 1 + rest;
    $("curve").removeAttribute("hidden");
    write($("judge"), `${t("Thinking ...")} ${chances.length - 1}/${steps}`);
    this.draw(chances, [], steps);
  }

  /** @param {number[]} chances @param {number[]} [marks] */
  draw(chances, marks = [], steps = chances.length - 1) {
    this.chances = chances;
    this.curve = drawCurve($("curve"), chances, [sideName("A"), sideName("B")], marks, 900, steps);
    this.go(this.at);
  }

  /** Show the facts about the whole game. */
  who() {
    const { Event, Date, A, B } = this.looked.headers;
    return [Event, Date, A && `A: ${A}`, B && `B: ${B}`].filter(Boolean).join(", ");
  }

  /** The loss of this step's turn, in words, and the better turn; empty if small or unknown. */
  judgedTurn() {
    const [error, best] = this.reviews.known[this.looked.record]?.turns?.[this.at - 1] || [0, ""];
    if (error < COSTLY) return ["", ""];
    const name = sideName(this.looked.steps[this.at].player);
    const points = Math.round(100 * error);
    return [t("This cost {name} {points} of 100. Better: {best}.", { name, points, best: inWords(best) }), best];
  }

  /** The position of this step, before its turn. */
  position() {
    const { steps, size } = this.looked;
    const [step, next] = [steps[this.at], steps[this.at + 1]];
    const [stand, { player, throw: thrown }] = this.at ? [steps[this.at - 1].stand, step] : [step.stand, next || step];
    return standing(stand, size, player || "A", this.at ? thrown : "-");
  }

  close() {
    if (!this.game) return;
    this.game = this.state.replay = null;
    $("replaybar").hidden = true;
    document.body.classList.remove("replaying");
    this.changed();
  }

  /** @param {number} to */
  go(to) {
    const { steps, result, rules } = this.looked;
    this.at = Math.max(0, Math.min(to, steps.length - 1));
    const step = steps[this.at];
    const who = this.who();
    const end =
      this.at === steps.length - 1 && result !== "*" ? t("{player} has won", { player: sideName(result) }) : "";
    const chance =
      this.curve && this.at in this.chances
        ? t("{player} wins about {count} games in 100.", {
            player: sideName("A"),
            count: Math.round(100 * this.chances[this.at]),
          })
        : "";
    const head = this.at
      ? `${this.at}/${steps.length - 1}: ${sideName(step.player)} ${faces(step.throw)} ${step.turn}`
      : [who || t("The start"), rulesName(rules)].join(" · ");
    const text = [head, end, chance].filter(Boolean).join(" · ");
    const say =
      end || (this.at ? t("{name}: {dice}", { name: sideName(step.player), dice: said(step.throw) }) : t("The start"));
    const turn = step.turn === "--" ? t("No piece can move: the turn is lost.") : inWords(step.turn);
    const [cost, better] = this.judgedTurn();
    const [first, left] = [counts(steps[0].stand), counts(step.stand)];
    this.state.replay = {
      ...step,
      at: this.at,
      size: this.looked.size,
      gear: this.looked.gear,
      phase: end ? "over" : "play",
      mode: "game",
      rules,
      you: "",
      plug: true,
      scene: "",
      plays: {},
      stuck: {},
      played: "",
      done: "",
      start: first[0],
      left,
      trays: left.map((count) => first[0] - count),
      shots: step.turn
        ? [[step.player, step.turn, "played"], ...(better ? [[step.player, better, "better"]] : [])]
        : [],
      speech: () => [say, this.at ? [turn, cost].filter(Boolean).join(". ") : who, []],
    };
    $("step").value = this.at;
    this.curve?.go(this.at);
    write($("steptext"), text);
    $("step").setAttribute("aria-valuetext", text);
    this.changed();
  }
}

/** The numbers of A's and B's pieces in a string of 49 letters. */
const counts = (/** @type {string} */ stand) => ["A", "B"].map((side) => stand.toUpperCase().split(side).length - 1);
