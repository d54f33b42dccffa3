// Choosing a piece and where it goes, by presses and by dragging. `plays` lists what can be played: hole -> hole -> the
// dice that lead there; a press plays one.

import { n, t } from "./dom.js";
import { begin, choice, chosen, enabled, letter, plays, shown } from "./state.js";

const DRAG_MM = 3; // a longer movement is a drag

// Why a piece cannot move, by the engine's reason; other reasons use the engine's text.
/** @typedef {Record<string, string>} Why */
/** @type {Why} */
const WHY = {
  not_dalled: n("That piece is not turned: it needs a dal."),
  not_sternmost: n("The piece nearest the stern is turned first."),
  jumps_own: n("Your own piece is in the way."),
  own_there: n("Your own piece is in the way."),
  jumps_enemy: n("The other side's piece is in the way."),
  other_die: n("Then the other die could not be played."),
};
const FRONT = n("The soldier nearest the end of its row is turned first.");
/** Where a game says it in other words, by hull. @type {Record<string, Why>} */
const OTHERWISE = {
  plank: {
    not_dalled: n("That soldier is not turned: it needs an X."),
    not_sternmost: FRONT,
    not_prowmost: FRONT,
    other_die: n("Then fewer dice could be played."),
  },
  sand: { not_dalled: n("That piece is not turned: it needs a sig.") },
};

export class Choosing {
  dragged = "";
  /** The piece pressed, as long as the pointer is down. @type {string | null} */
  from = null;
  /** The piece that was chosen before. @type {string | null} */
  was = null;
  /** Where the pointer went down. @type {import("./types").Point} */
  start = [0, 0];
  /** The drawing of the dragged piece. @type {SVGGElement | null} */
  flying = null;

  /** changed: called when something was chosen.
      @param {import("./types").State} state @param {import("./boat.js").Boat} boat @param {import("./types").Send} send
      @param {import("./settings.js").Settings} settings @param {() => void} changed */
  constructor(state, boat, send, settings, changed) {
    this.state = state;
    this.boat = boat;
    this.send = send;
    this.settings = settings;
    this.changed = changed;
    const { svg } = boat;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.at(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.drop());
    addEventListener("keydown", (event) => event.key === "Escape" && enabled(state) && this.choose(null));
  }

  /** Select a piece; null: none. why: what to say of the press. @param {string | null} name @param {string} [why] */
  choose(name, why = "") {
    begin(this.state, { chosen: name, why });
    this.changed();
    const can = plays(this.state);
    if (name && can[name]) this.boat.reveal([name, ...Object.keys(can[name])]);
  }

  /** Handle a press on a hole: choose its piece, or play the chosen one there. @param {string | null} name */
  use(name) {
    const { state } = this;
    if (!enabled(state) || !name || choice(state).sent) return;
    const [can, from] = [plays(state), chosen(state)];
    if (from && name in can[from]) this.play(from, name);
    else if (name in can && name !== from) this.take(name, Object.keys(can[name]));
    else this.refuse(name);
  }

  /** Choose a piece; with one die left and one place to go it is played at once. @param {string} name
      @param {string[]} ends */
  take(name, ends) {
    if (shown(this.state).played && ends.length === 1 && this.settings.is("onetap")) this.play(name, ends[0]);
    else this.choose(name);
  }

  /** Explain why nothing can be done there. @param {string} name */
  refuse(name) {
    const from = chosen(this.state);
    const code = shown(this.state).stuck?.[name];
    const { hull } = shown(this.state).gear;
    const reason = code && (OTHERWISE[hull]?.[code] || WHY[code] || this.boat.plan.reasons[code]);
    if (code) this.choose(null, t(reason || n("That piece cannot move with these dice.")));
    else this.choose(null, from && name !== from ? t("No die takes that piece there.") : "");
  }

  /** The piece stays chosen until the move is played. @param {string} from @param {string} to */
  play(from, to) {
    begin(this.state, { chosen: from, sent: true });
    this.send({ do: "play", from, to });
  }

  // --- pointers ---

  /** @param {PointerEvent} event */
  down(event) {
    const { state, boat } = this;
    if (!enabled(state) || event.button > 0) return;
    this.start = boat.place(event.clientX, event.clientY);
    const name = boat.nearest(...this.start, 12);
    if (!name) return this.choose(null);
    this.was = chosen(state);
    const ends = this.was && plays(state)[this.was];
    this.use(name);
    this.from = ends && name in ends ? null : chosen(state);
    event.preventDefault();
    boat.holes[name].element.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  at(event) {
    const { boat, from } = this;
    if (!from) return;
    const [x, y] = boat.place(event.clientX, event.clientY);
    if (!this.flying && Math.hypot(x - this.start[0], y - this.start[1]) > DRAG_MM) {
      this.flying = boat.draw(boat.held, letter(this.state, from), from);
      this.flying.classList.add("up");
      boat.pieces[from]?.setAttribute("visibility", "hidden");
    }
    if (this.flying) this.flying.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { from } = this;
    if (this.flying) {
      const name = this.boat.nearest(...this.boat.place(event.clientX, event.clientY), 14);
      this.drop();
      this.dragged = `${from} ${name}`;
      if (name && name !== from) this.use(name);
      else this.choose(null);
    } else if (from && from === this.was) this.choose(null);
    this.from = null;
  }

  /** The move dragged last, told once: it needs no animation. */
  dropped() {
    const { dragged } = this;
    this.dragged = "";
    return dragged;
  }

  drop() {
    this.flying?.remove();
    this.flying = null;
    if (this.from) this.boat.pieces[this.from]?.removeAttribute("visibility");
  }
}
