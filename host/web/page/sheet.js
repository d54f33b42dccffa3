// One sheet over the page for everything but the game: archive, settings, far games, firmware. It stays in view, has
// the focus while open, then returns the focus to its opener, and shows errors meanwhile.

import { $, all, mark, write } from "./dom.js";
import { press, soon } from "./soon.js";

export class Sheet {
  constructor() {
    this.element = /** @type {HTMLDialogElement} */ ($("sheet"));
    this.ask = () => {};
    /** Called when another section is shown, or none. */
    this.changed = () => {};
    this.shown = "";
    /** What follows the section in its address, and what an address asks of the section that opens next. */
    this.more = this.query = "";
    const close = () => this.close();
    press($("sheetclose"), close);
    this.element.addEventListener("click", ({ target }) => target === this.element && soon(close)); // beside it
    this.element.addEventListener("close", () => {
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
    this.ask = ask;
    this.shown = name;
    for (const section of all("section", this.element)) section.hidden = section.id !== name;
    this.doors();
    for (const tab of all("[data-of]", this.element)) {
      mark(tab, "aria-current", String(tab.dataset.of === name));
    }
    write($("sheettitle"), $(name).getAttribute("aria-label"));
    if (!this.element.open) {
      this.element.querySelector("header")?.after($("alarm"));
      this.element.showModal();
    }
    this.changed();
  }

  /** Where one is in the section that is shown or opens, in its address. @param {string} more */
  at(more) {
    this.more = more;
    this.changed();
  }

  close() {
    this.element.close();
  }
}
