// A game record gone through: forward, back, by a slider. The board itself goes on behind it.

import { $, t, write } from "./dom.js";

export class Replay {
  constructor(boat, left) {
    this.boat = boat;
    this.left = left; // called when the page goes back to the board
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
    $("step").max = game.steps.length - 1;
    document.body.classList.add("replaying");
    this.go(0);
    $("step").focus();
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
    const who = [headers.Event, headers.Date, headers.A && `A: ${headers.A}`, headers.B && `B: ${headers.B}`].filter(Boolean).join(", ");
    const text = this.at
      ? `${this.at}/${steps.length - 1}: ${step.player} ${step.throw.replaceAll("1", "A")} ${step.turn}`
      : [who || t("The start"), rules].join(" · ");
    const end = this.at === steps.length - 1 && result !== "*" ? " · " + t("{player} has won", { player: result }) : "";
    write($("steptext"), text + end);
    $("step").setAttribute("aria-valuetext", text + end);
  }
}
