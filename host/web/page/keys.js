// The boat by keys: arrows go from hole to hole and to the trays, Enter or space lifts and sets down, T puts what is held in its tray,
// Escape puts it back, B is the board's button as long as it is held. They count only while the boat has the focus. With
// helped hands arrows go through what can be chosen, Enter chooses, and each choice has a letter; these count from anywhere
// where nothing else has the focus.

import { t } from "./dom.js";
import { byLetter } from "./voice.js";

const ROWS = ["A", "M", "B"];

export class Keys {
  constructor(boat, hands, press, tell, play) {
    Object.assign(this, { boat, hands, press, tell, play });
    this.hand = null; // the one that the keys have taken last
    boat.svg.addEventListener("keydown", (event) => this.down(event));
    addEventListener("keydown", (event) => {
      const { activeElement: at, body } = document;
      if (
        (at === body || !at || at.closest("#acts")) &&
        play.enabled &&
        !event.ctrlKey &&
        !event.altKey &&
        !event.metaKey
      ) {
        if (at?.closest("#acts") && (event.key === "Enter" || event.key === " ")) return;
        if (this.helped(null, event.key)) event.preventDefault();
      }
    });
    boat.svg.addEventListener("keyup", (event) => event.key.toLowerCase() === "b" && this.press(false));
    boat.svg.addEventListener("focusin", (event) => this.focused(event.target));
  }

  where(element) {
    return element.dataset?.hole || element.dataset?.tray || null;
  }

  focused(element) {
    const name = this.where(element);
    if (!name) return;
    for (const other of this.boat.svg.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    const held = this.held();
    if (held && this.boat.holes[name]) {
      const { x, y } = this.boat.holes[name];
      this.hands.carry(held, [x + 2, y - 3]);
      this.hands.report(this.hand, held, null);
    }
  }

  /** What the keys hold, or nothing. */
  held() {
    const held = this.hands.mine[this.hand];
    return held && !held.settled ? held : null;
  }

  step(name, key) {
    // towards the prow is right, or up on an upright screen
    const turn = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft", ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown" };
    if (this.boat.upright) key = turn[key];
    if (name.length === 1) {
      if (key === "ArrowDown" && name === "A") return "A1";
      if (key === "ArrowUp" && name === "B") return "B1";
      return name;
    }
    let row = ROWS.indexOf(name[0]);
    let number = +name.slice(1);
    if (key === "ArrowUp") row -= 1;
    if (key === "ArrowDown") row += 1;
    if (row < 0) return "A";
    if (row > 2) return "B";
    if (key === "ArrowLeft") number -= 1;
    if (key === "ArrowRight") number += 1;
    number = Math.max(1, Math.min(number, this.boat.plan.n + (ROWS[row] === "M" ? 1 : 0)));
    return ROWS[row] + number;
  }

  down(event) {
    const name = this.where(event.target);
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    const { hands, boat } = this;
    const held = this.held();
    const key = event.key;
    if (this.play.enabled) {
      if (this.helped(name, key)) return event.preventDefault();
      if (!key.startsWith("Arrow")) return;
    }
    if (key.startsWith("Arrow")) {
      const next = this.step(name, key);
      (boat.holes[next]?.element || boat.trays[next]).focus();
    } else if (key === "Home" || key === "End") {
      boat.holes[(name.length > 1 ? name[0] : "M") + (key === "Home" ? 1 : boat.plan.n)].element.focus();
    } else if (key === "Enter" || key === " ") {
      if (!event.repeat && hands.enabled) this.use(name, held);
    } else if (key.toLowerCase() === "t" || key === "Delete") {
      if (held) {
        hands.toss(this.hand);
        this.tell(t("Put in the tray."));
      }
    } else if (key.toLowerCase() === "b") {
      if (!event.repeat) this.press(true);
    } else return;
    event.preventDefault();
  }

  /** With helped hands the arrows go through what can be chosen; whether the key was one of these. */
  helped(name, key) {
    const { boat, play } = this;
    const plays = play.v.plays || {};
    const among = Object.keys(plays[play.chosen] || plays);
    if (key.startsWith("Arrow")) {
      if (!among.length) return false;
      const step = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
      const next = among.includes(name) ? among.indexOf(name) + step : step > 0 ? 0 : -1;
      boat.holes[among.at(next % among.length)].element.focus();
    } else if (key === "Enter" || key === " ") {
      const action = among.length ? null : document.querySelector("#acts .main");
      if (action) action.click();
      else play.use(name);
      const first = Object.keys((play.v.plays || {})[play.chosen] || {})[0];
      if (first) boat.holes[first].element.focus();
    } else {
      const picked = byLetter(among, key);
      if (!picked) return false;
      boat.holes[picked].element.focus();
      play.use(picked);
    }
    return true;
  }

  use(name, held) {
    const { hands, boat } = this;
    if (held) {
      if (name.length === 1) hands.toss(this.hand);
      else hands.place(this.hand, name);
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
