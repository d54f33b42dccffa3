// A game record gone through: forward, back, by a slider. The board itself goes on behind it.

import { $, draw, t, write } from "./dom.js";
import { faces } from "./panels.js";

export class Replay {
  constructor(boat, left, judge, begun) {
    this.boat = boat;
    this.left = left; // called when the page goes back to the board
    this.begun = begun; // called when it leaves it
    $("judge").addEventListener("click", () => judge() && write($("judge"), t("Thinking ...")));
    $("curve").addEventListener("click", (event) => {
      const box = $("curve").getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * (this.game.steps.length - 1)));
    });
    this.game = null;
    this.at = 0;
    const go = (id, to) => $(id).addEventListener("click", () => this.go(to()));
    go("first", () => 0);
    go("prev", () => this.at - 1);
    go("next", () => this.at + 1);
    go("last", () => Infinity);
    $("step").addEventListener("input", () => this.go(+$("step").value));
    $("leave").addEventListener("click", () => this.close());
  }

  open(game) {
    this.game = game;
    $("replaybar").hidden = false;
    this.judged([]);
    $("step").max = game.steps.length - 1;
    document.body.classList.add("replaying");
    this.begun();
    this.go(0);
    $("step").focus();
  }

  /** The curve of A's chances, one for each step. */
  judged(chances) {
    const curve = $("curve");
    write($("judge"), t("Chances"));
    curve.toggleAttribute("hidden", !chances.length);
    curve.replaceChildren();
    if (!chances.length || !this.game) return;
    const last = this.game.steps.length - 1;
    curve.setAttribute("viewBox", `0 0 ${last} 100`);
    curve.setAttribute("preserveAspectRatio", "none");
    draw(curve, "path", { class: "middle", d: `M0 50H${last}` });
    const line = chances.map((chance, i) => `${i} ${(100 * (1 - chance)).toFixed(1)}`).join("L");
    draw(curve, "path", { class: "below", d: `M0 100L${line}L${last} 100Z` });
    draw(curve, "path", { class: "line", d: `M${line}` });
    this.here = draw(curve, "path", { class: "here" });
    this.chances = chances;
    this.go(this.at);
  }

  close() {
    if (!this.game) return;
    this.game = null;
    $("replaybar").hidden = true;
    document.body.classList.remove("replaying");
    this.left();
  }

  go(to) {
    const { steps, headers, result, rules } = this.game;
    this.at = Math.max(0, Math.min(to, steps.length - 1));
    const step = steps[this.at];
    this.boat.setStand(step.stand);
    this.boat.setMarks([]);
    this.boat.setLast(step.turn);
    $("step").value = this.at;
    if (!$("curve").hasAttribute("hidden")) this.here.setAttribute("d", `M${this.at} 0V100`);
    const who = [headers.Event, headers.Date, headers.A && `A: ${headers.A}`, headers.B && `B: ${headers.B}`].filter(Boolean).join(", ");
    const text = this.at
      ? `${this.at}/${steps.length - 1}: ${step.player} ${faces(step.throw)} ${step.turn}`
      : [who || t("The start"), rules].join(" · ");
    const end = this.at === steps.length - 1 && result !== "*" ? " · " + t("{player} has won", { player: result }) : "";
    const judged = !$("curve").hasAttribute("hidden") && this.at in this.chances;
    const chance = judged ? " · " + t("A wins with {chance}", { chance: `${Math.round(100 * this.chances[this.at])} %` }) : "";
    write($("steptext"), text + end + chance);
    $("step").setAttribute("aria-valuetext", text + end + chance);
  }
}
