// The guided first game: explains each possible action once, in the sentence, and lights the route.

import { said } from "./dice.js";
import { n, t } from "./dom.js";
import { isMine } from "./sentences.js";
import { chosen, letter, paced, shown } from "./state.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./sentences.js").Sentence} Sentence */

/** The dice that are still to be played. @param {View} v */
const LEFT = ({ throw: thrown, played }) => [...(played || "")].reduce((rest, die) => rest.replace(die, ""), thrown);

/** All moves: from, to. @param {View} v */
const moves = ({ plays }) =>
  Object.entries(plays || {}).flatMap(([from, ends]) => Object.keys(ends).map((to) => [from, to]));

/** The explanations; the first that applies is shown: name, condition, title, text. at: the letter in a hole.
    @type {[name: string, holds: (v: View, at: (hole: string) => string) => unknown, title: string, text: string][]} */
const STEPS = [
  ["lost", (v) => v.scene === "lost", "", n("Only a dal, ✕, turns a piece, and a turned piece alone can move.")],
  [
    "dal",
    (v, at) => LEFT(v).includes("1") && moves(v).some(([from]) => at(from) > "Z"),
    n("✕ is the dal: it turns a piece"),
    n("Lift a ringed piece and set it on the lit hole. Once turned, it goes with any die, a dal too."),
  ],
  [
    "again",
    (v) => v.throw === "11" && !v.played,
    n("Two dals: throw again"),
    n("Play both; then the dice roll once more."),
  ],
  [
    "second",
    (v) => v.played && moves(v).length,
    n("Now the {dice}: any turned piece"),
    n("Along the middle, to the prow."),
  ],
  [
    "capture",
    (v, at) => moves(v).some(([from, to]) => from !== to && at(to) > "."),
    n("You can capture"),
    n("Land on an enemy and it is gone."),
  ],
  [
    "prow",
    (v) => moves(v).some(([from, to]) => from[0] === "M" && to[0] !== "M"),
    n("Round the prow"),
    n("Back through the enemy's row, and round again."),
  ],
  ["done", (v) => v.done, "", n("The next throw comes when the ring has run down.")],
];
const KNOWN = "known";

export class Guide {
  /** The part of the turn that is explained. */
  of = "";
  /** The explanation shown. @type {(typeof STEPS)[0] | undefined} */
  step;
  /** The same, unless another piece is chosen. @type {(typeof STEPS)[0] | undefined} */
  told;

  /** @param {import("./types").State} state @param {import("./settings.js").Settings} settings */
  constructor(state, settings) {
    this.state = state;
    this.settings = settings;
    this.seen = new Set((localStorage.guide || "").split(","));
  }

  /** Whether what is shown may be explained. */
  guided() {
    const v = shown(this.state);
    if (this.seen.has(KNOWN) || this.settings.is("tutor") || !paced(this.state)) return false;
    return v.gear.hull === "boat" && isMine(v) && v.phase === "play" && !v.moving;
  }

  /** Look for what is to be explained now. Returns the hole of the piece whose route is to be lit, or null. */
  look() {
    const { state } = this;
    this.told = undefined;
    if (!this.guided()) return null;
    const v = shown(state);
    const at = (/** @type {string} */ hole) => letter(state, hole);
    const undalled = (/** @type {string} */ hole) => at(hole) > "Z";
    const of = `${v.record?.length} ${v.throw} ${v.played}`;
    if (this.of !== of) this.learnt(this.step?.[0]);
    this.of = of;
    this.step = STEPS.find(([name, holds]) => !this.seen.has(name) && holds(v, at));
    const name = chosen(state);
    const turns = this.step?.[0] === "dal" && (!name || undalled(name));
    if (turns || !name) this.told = this.step;
    return turns ? name || moves(v).find(([from]) => undalled(from))?.[0] || null : null;
  }

  /** Say a sentence, or the explanation instead; again: to repeat it. @param {Sentence} sentence
      @param {() => void} again @returns {Sentence} */
  tell([say, sub, actions], again) {
    if (!this.told) return [say, sub, actions];
    const [, , title, text] = this.told;
    const know = () => {
      this.learnt(KNOWN);
      again();
    };
    const dice = said(LEFT(shown(this.state)));
    const given = sessionStorage.laid && !/^[1-9]/m.test(shown(this.state).record);
    const begins = given ? t("The higher sum begins: you. Your first throw is chosen.") + " " : "";
    return [title ? t(title, { dice }) : say, begins + t(text), [...actions, [t("I know the game"), "know", know]]];
  }

  /** @param {string | undefined} name */
  learnt(name) {
    if (!name) return;
    this.seen.add(name);
    localStorage.guide = [...this.seen].join();
  }
}
