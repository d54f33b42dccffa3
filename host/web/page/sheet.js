// One sheet over the page for everything but the game: archive, settings, far games, firmware. It stays in view, has
// the focus while open, then returns the focus to its opener, and shows errors meanwhile.

import { $, all, mark, write } from "./dom.js";
import { wish } from "./later.js";
import { press, soon } from "./soon.js";

/** What is a room, which fills the window: the door of each in the bar. @type {Record<string, string>} */
const ROOMS = { puzzles: "t-puzzles", games: "t-games", learn: "t-learn" };

export class Sheet {
  constructor() {
    this.element = /** @type {HTMLDialogElement} */ ($("sheet"));
    this.ask = () => {};
    /** Whether the section that is to come is still wanted. */
    this.waits = () => false;
    /** Called when another section is shown, or none. */
    this.changed = () => {};
    this.shown = "";
    /** What follows the section in its address, and what an address asks of the section that opens next. */
    this.more = this.query = "";
    const close = () => this.close();
    press($("sheetclose"), close);
    for (const play of all("#bar [data-door=start], #tabs [data-door]")) press(play, close);
    this.element.addEventListener("click", ({ target }) => target === this.element && soon(close)); // beside it
    this.element.addEventListener("cancel", () => (wish(), this.furnish("")));
    this.element.addEventListener("close", () => {
      this.furnish("");
      $("hand").prepend($("alarm"));
      this.changed();
    });
    for (const button of all("[data-press]")) {
      const open = () => {
        const opener = $(button.dataset.press || "");
        if (!button.dataset.of) this.close();
        opener.click();
      };
      press(button, open);
    }
  }

  /** Show a button that presses another only while that one is shown. */
  doors() {
    for (const button of all("[data-press]")) {
      const { hidden, disabled } = $(button.dataset.press || "");
      Object.assign(button, { hidden, disabled });
    }
  }

  /** Show a section of the sheet, by its id; ask: asks for what it still waits for, after a lost connection.
      @param {string} name @param {() => void} [ask] */
  open(name, ask = () => {}) {
    wish();
    this.ask = ask;
    this.shown = name;
    for (const section of all("section", this.element)) section.hidden = section.id !== name;
    this.doors();
    for (const tab of all("[data-of]", this.element)) {
      mark(tab, "aria-current", String(tab.dataset.of === name));
    }
    write($("sheettitle"), $(name).getAttribute("aria-label"));
    const comes = !this.element.open;
    if (comes) {
      this.element.querySelector("header")?.after($("alarm"));
      this.element.showModal();
    }
    this.furnish(ROOMS[name]);
    // in a room, its own word: in the head, or in the bar where there is one
    const words = comes && name in ROOMS ? "#bar [aria-current=page], #tabs [aria-current=true]" : "";
    if (words) for (const word of all(words, this.element)) word.focus();
    this.changed();
  }

  /** A section is asked for that takes its time. */
  wait() {
    this.waits = wish();
  }

  /** Show a section that took its time, if it is still wanted or already shown. @param {string} name @param {() => void} [ask] */
  arrive(name, ask) {
    if (this.waits() || (this.element.open && this.shown === name)) this.open(name, ask);
  }

  /** The words of the head stand in its line, and the bar at the bottom of a phone comes along into a room.
      @param {string | undefined} door the room's, if it is one */
  furnish(door) {
    const [bar, place] = [$("bar"), door ? this.element : $("start")];
    this.element.classList.toggle("room", Boolean(door));
    (door ? $("sheettitle") : this.element.querySelector("header")).after($("tabs"));
    if (bar.parentElement !== place) place.append(bar);
    for (const one of all("[data-door]", bar)) {
      mark(one, "aria-current", one.dataset.door === (door || "start") ? "page" : "false");
    }
  }

  /** Where one is in the section that is shown or opens, in its address. @param {string} more */
  at(more) {
    this.more = more;
    this.changed();
  }

  close() {
    wish();
    this.furnish("");
    this.element.close();
  }
}
