// Shows errors near the hand: an error until the next action, a trouble as long as it lasts.

import { $, localized, make, t } from "./dom.js";

export class Alarm {
  constructor() {
    this.text = "";
    this.held = "";
    /** @type {string | undefined} */
    this.shown = undefined;
    this.closed = ""; // the troubles that the user has closed
    $("oopsclose").addEventListener("click", () => {
      this.closed = this.held;
      this.say("");
    });
    this.hold([]);
    addEventListener("error", ({ message }) => this.wrong(message));
    addEventListener("unhandledrejection", ({ reason }) => this.wrong(reason?.message || String(reason)));
  }

  /** Show an error; '' clears it. @param {string} text */
  say(text) {
    this.text = text;
    this.show();
  }

  /** Show an internal error. @param {string} why */
  wrong(why) {
    this.say(t("Something went wrong here, but the game goes on: {why}", { why }));
  }

  /** Show the present troubles, as texts in all languages, and what the browser denies this page while it is
      open. @param {(string | Record<string, string>)[]} troubles */
  hold(troubles) {
    this.held = [document.body.dataset.unkept, ...troubles.map(localized)].filter(Boolean).join("\n");
    if (this.held !== this.closed) this.closed = "";
    this.show();
  }

  /** The connection has ended, or is back. */
  stop(stopped = true) {
    this.stopped = stopped;
    this.show();
  }

  show() {
    const stopped = this.stopped && t("The page has stopped: load it again.");
    const lines = [stopped, this.text, this.held !== this.closed && this.held].filter(Boolean).join("\n");
    if (lines === this.shown) return;
    this.shown = lines;
    $("alarm").hidden = !lines;
    $("oops").replaceChildren();
    for (const line of lines && lines.split("\n")) make($("oops"), "p", line);
  }
}
