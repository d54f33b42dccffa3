// The page asks for what is due after a pause, which nothing else waits for: the next throw, the end of a turn.

import { draw, find } from "./dom.js";
import { ASKED, graded } from "./hints.js";
import { turnsOf } from "./position.js";
import { choice, paced, plays, shown } from "./state.js";

/** Time to look at the position, or to take the turn back. @type {Record<string, number>} */
const DUE_MS = { throw: 700, lost: 2500, turn: 2500 };
const AGAIN_MS = 5000; // before it is asked for again
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Pace {
  /** What is due, and when: it is asked for once, even if updates arrive meanwhile. */
  due = "";
  timer = 0;
  /** @type {Animation | null} */
  burning = null;

  /** @param {import("./types").State} state @param {import("./types").Plan} plan @param {import("./types").Send} send
      @param {import("./settings.js").Settings} settings */
  constructor(state, plan, send, settings) {
    this.state = state;
    this.plan = plan;
    this.send = send;
    this.settings = settings;
  }

  /** Ask for what is due at once. */
  end() {
    this.wait(this.due ? AGAIN_MS : 0); // what is sent may get lost
    this.send({ do: "end" });
  }

  /** Whether a turn may end by itself. */
  agreed() {
    const { state, settings } = this;
    if (!settings.is("auto") || Object.keys(plays(state)).length) return false;
    return !settings.is("tutor") || (graded(state, this.plan.bounds)?.grade ?? ASKED) < ASKED;
  }

  show() {
    const { state } = this;
    const { due, player, position, played, record, far } = shown(state);
    const comes =
      paced(state) && !state.moving && !choice(state).leaving && !far?.asking && (due !== "turn" || this.agreed());
    const first = due === "throw" && turnsOf(record).length === 0; // the opening throw wants to be read
    const ms = comes ? (DUE_MS[first ? "lost" : due] || 0) * this.settings.pace : 0;
    const now = ms ? [due, player, position, played, record.length].join() : "";
    if (now === this.due) return;
    this.due = now;
    this.wait(ms);
    if (ms && due !== "throw") this.burning = ring(ms);
  }

  /** @param {number} ms */
  wait(ms) {
    clearTimeout(this.timer);
    this.burning?.cancel();
    if (ms) this.timer = window.setTimeout(() => this.end(), ms);
  }
}

/** Draw a ring around the button that ends a turn: when it has run down, the turn ends. @param {number} ms
    @returns {Animation | null} */
function ring(ms) {
  const end = find("#acts [data-control=end]");
  if (!end) return null;
  const rect = draw(draw(end, "svg", { class: "fuse", "aria-hidden": "true" }), "rect", { pathLength: 100 });
  return rect.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: -100 }], {
    duration: ms,
    easing: STILL.matches ? "steps(4)" : "linear",
    fill: "forwards",
  });
}
