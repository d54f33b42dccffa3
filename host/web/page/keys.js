// The boat by keys: arrows move between holes and trays, Enter or space lifts and puts down, T puts the held piece in
// its tray, Escape puts it back, B is the board's button as long as it is held. They count only while the boat has the
// focus. With helped hands arrows go through what can be chosen, Enter chooses, and each choice has a letter; these
// count from anywhere where nothing else has the focus.

import { find, t } from "./dom.js";
import { chosen, enabled, plays } from "./state.js";
import { byLetter } from "./voice.js";

const ROWS = ["A", "M", "B"];
/** @type {Record<string, [across: number, along: number]>} rows, holes */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** On an upright boat, towards the prow is up. @type {Record<string, string>} */
const UPRIGHT = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft", ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown" };

const withModifier = (/** @type {KeyboardEvent} */ { ctrlKey, altKey, metaKey }) => ctrlKey || altKey || metaKey;
const isPress = (/** @type {string} */ key) => key === "Enter" || key === " ";

/** Move the focus to the boat, where the keys were last, when its holder disappears.
    @param {import("./boat.js").Boat} boat */
export const focusBoat = (boat) => first(boat)?.focus({ preventScroll: true });

/** @param {import("./boat.js").Boat} boat @returns {SVGElement | null} */
const first = (boat) => boat.svg.querySelector("[tabindex='0']");

/** What a key can choose among: pieces, or the places for the chosen one. @param {import("./types").State} state */
function choices(state) {
  const name = chosen(state);
  return Object.keys(name ? plays(state)[name] : plays(state));
}

export class Keys {
  /** @param {import("./types").State} state @param {import("./boat.js").Boat} boat
      @param {import("./hands.js").Hands} hands @param {import("./choosing.js").Choosing} choosing
      @param {(down: boolean) => unknown} press @param {import("./types").Tell} tell */
  constructor(state, boat, hands, choosing, press, tell) {
    this.state = state;
    this.boat = boat;
    this.hands = hands;
    this.choosing = choosing;
    this.press = press;
    this.tell = tell;
    /** @type {number | null} the hand that the keys took last */
    this.hand = null;
    boat.svg.addEventListener("keydown", (event) => this.down(event));
    addEventListener("keydown", (event) => this.anywhere(event));
    // show the focus on a hole only to users of the keys
    addEventListener("pointerdown", () => boat.svg.classList.add("pointed"), true);
    addEventListener("keydown", () => boat.svg.classList.remove("pointed"), true);
    boat.svg.addEventListener("keyup", (event) => event.key.toLowerCase() === "b" && this.press(false));
    boat.svg.addEventListener("focusin", (event) => this.focused(/** @type {SVGElement} */ (event.target)));
  }

  /** @param {SVGElement} element @returns {string | null} */
  where(element) {
    return element.dataset?.hole || element.dataset?.tray || null;
  }

  /** @param {SVGElement} element */
  focused(element) {
    const name = this.where(element);
    if (!name) return;
    for (const other of this.boat.svg.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    const held = this.held();
    if (held && this.boat.holes[name]) {
      const { x, y } = this.boat.holes[name];
      this.hands.carry(held, [x + 2, y - 3]);
      this.hands.report(Number(this.hand), held, null);
    }
  }

  /** The piece that the keys hold, if any. */
  held() {
    const held = this.hand === null ? null : this.hands.mine[this.hand];
    return held && !held.settled ? held : null;
  }

  /** @param {string} name @param {string} key */
  step(name, key) {
    const [across, along] = STEPS[this.boat.upright ? UPRIGHT[key] : key];
    if (name.length === 1) {
      const back = name === "A" ? 1 : -1;
      return across === back ? `${name}1` : name;
    }
    const row = ROWS.indexOf(name[0]) + across;
    if (row < 0 || row > 2) return row < 0 ? "A" : "B";
    const last = this.boat.plan.n + (ROWS[row] === "M" ? 1 : 0);
    return ROWS[row] + Math.max(1, Math.min(+name.slice(1) + along, last));
  }

  /** Handle a key while nothing else has the focus. @param {KeyboardEvent} event */
  anywhere(event) {
    const { activeElement: at, body } = document;
    const inActs = at?.closest("#acts");
    if (!enabled(this.state) || withModifier(event) || !(at === body || !at || inActs)) return;
    if (inActs && isPress(event.key)) return;
    if (this.helped(null, event.key)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    const name = this.where(/** @type {SVGElement} */ (event.target));
    if (!name || withModifier(event)) return;
    if (enabled(this.state) ? this.helped(name, event.key) || this.walk(name, event.key) : this.own(name, event)) {
      event.preventDefault();
    }
  }

  /** Move between holes and trays; returns whether the key is for that. @param {string} name @param {string} key */
  walk(name, key) {
    if (!key.startsWith("Arrow")) return false;
    const next = this.step(name, key);
    (this.boat.holes[next]?.element || this.boat.trays[next]).focus();
    return true;
  }

  /** Handle a key of own hands; returns whether it was one. @param {string} name @param {KeyboardEvent} event */
  own(name, event) {
    const key = event.key.toLowerCase();
    if (this.walk(name, event.key)) return true;
    if (key === "home" || key === "end") {
      const row = name.length > 1 ? name[0] : "M";
      this.boat.holes[row + (key === "home" ? 1 : this.boat.plan.n)].element.focus();
    } else if (isPress(event.key)) {
      if (!event.repeat && this.hands.enabled) this.use(name, this.held());
    } else if (key === "t" || key === "delete") this.toss();
    else if (key !== "b") return false;
    else if (!event.repeat) this.press(true);
    return true;
  }

  /** Put the held piece in its tray. */
  toss() {
    if (!this.held()) return;
    this.hands.toss(Number(this.hand));
    this.tell(t("Put in the tray."));
  }

  /** With helped hands, the arrows go through the choices; returns whether the key was one of these.
      @param {string | null} name @param {string} key */
  helped(name, key) {
    const { boat, choosing, state } = this;
    const among = choices(state);
    if (key.startsWith("Arrow")) return this.browse(among, name, key);
    if (isPress(key)) {
      const action = among.length ? null : find("#acts .main");
      if (action) action.click();
      else choosing.use(name);
      if (chosen(state)) boat.holes[choices(state)[0]].element.focus();
      return true;
    }
    const picked = byLetter(among, key);
    if (!picked) return false;
    boat.holes[picked].element.focus();
    choosing.use(picked);
    return true;
  }

  /** Go to the next choice; returns whether there is one. @param {string[]} among @param {string | null} name
      @param {string} key */
  browse(among, name, key) {
    if (!among.length) return false;
    const step = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
    const first = step > 0 ? 0 : -1;
    const next = name !== null && among.includes(name) ? among.indexOf(name) + step : first;
    this.boat.holes[among.at(next % among.length) || ""].element.focus();
    return true;
  }

  /** @param {string} name @param {import("./hands.js").Held | null} held */
  use(name, held) {
    const { hands, boat } = this;
    if (held) {
      if (name.length === 1) hands.toss(Number(this.hand));
      else hands.place(Number(this.hand), name);
      this.tell(name.length === 1 ? t("Put in the tray.") : t("Set down at {hole}.", { hole: name }));
    } else {
      const { x, y } = boat.holes[name] || boat.slot(name);
      this.hand = hands.free();
      const lifted = this.hand !== null && hands.lift(name, this.hand, x, y);
      const none = name.length === 1 ? t("The tray is empty.") : t("There is no piece at {hole}.", { hole: name });
      this.tell(lifted ? t("Lifted from {hole}.", { hole: name }) : none);
    }
  }
}
