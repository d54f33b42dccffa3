// The guided first game: explains each possible action once, in the sentence, and lights the route.

import { said } from "./dice.js";
import { n, t } from "./dom.js";

const LEFT = ({ throw: thrown, played }) => [...(played || "")].reduce((rest, die) => rest.replace(die, ""), thrown);
const moves = ({ plays }) =>
  Object.entries(plays || {}).flatMap(([from, ends]) => Object.keys(ends).map((to) => [from, to]));

/** The explanations; the first that applies is shown: name, condition, title, text. `boat` has the pieces. */
/** @type {[name: string, holds: (v: any, boat: any) => any, title: string, text: string][]} */
const STEPS = [
  ["lost", (v) => v.scene === "lost", "", n("Only a dal, ✕, turns a piece, and a turned piece alone can move.")],
  [
    "dal",
    (v, boat) => LEFT(v).includes("1") && moves(v).some(([from]) => boat.letter(from) > "Z"),
    n("✕ is the dal: it turns a piece"),
    n("Lift a ringed piece and set it on the lit hole. From then on any die moves it."),
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
    (v, boat) => moves(v).some(([from, to]) => from !== to && boat.letter(to) > "."),
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
  state = "";
  /** @type {string | undefined} */
  now;

  constructor(boat) {
    this.boat = boat;
    this.seen = new Set((localStorage.guide || "").split(","));
  }

  /** Say a sentence, or an explanation instead; v: null for none; chosen: the hole whose piece is in the
   * hand; again: to say it anew. */
  tell(v, chosen, [say, sub, actions], again) {
    const step = v && this.step(v);
    const undalled = (hole) => this.boat.letter(hole) > "Z";
    const turns = step?.[0] === "dal" && (!chosen || undalled(chosen));
    this.boat.light(turns ? chosen || moves(v).find(([from]) => undalled(from))?.[0] : null);
    if (!step || (chosen && !turns)) return [say, sub, actions];
    const know = [t("I know the game"), "know", () => (this.learnt(KNOWN), again())];
    return [step[2] ? t(step[2], { dice: said(LEFT(v)) }) : say, t(step[3]), [...actions, know]];
  }

  /** The current explanation: the first that has not been shown. */
  step(v) {
    const state = `${v.record?.length} ${v.throw} ${v.played}`;
    if (this.state !== state) this.learnt(this.now);
    const step = this.seen.has(KNOWN)
      ? null
      : STEPS.find(([name, holds]) => !this.seen.has(name) && holds(v, this.boat));
    this.state = state;
    this.now = step?.[0];
    return step;
  }

  learnt(name) {
    if (!name) return;
    this.seen.add(name);
    localStorage.guide = [...this.seen].join();
  }
}
