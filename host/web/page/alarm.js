// What is wrong, said where the hand is: an error until the next thing is done, a trouble as long as it holds.

import { $, localized, make, t } from "./dom.js";

export class Alarm {
  constructor() {
    this.text = "";
    this.held = "";
    this.closed = ""; // the troubles that have been read
    $("oopsclose").addEventListener("click", () => {
      this.closed = this.held;
      this.say("");
    });
    this.hold([]);
    addEventListener("error", ({ message }) => this.wrong(message));
    addEventListener("unhandledrejection", ({ reason }) => this.wrong(reason?.message || String(reason)));
  }

  /** Say what was wrong; nothing: it is over. @param {string} text */
  say(text) {
    this.text = text;
    this.show();
  }

  /** Something failed that should not. @param {string} why */
  wrong(why) {
    this.say(t("Something went wrong here, and the game goes on: {why}", { why }));
  }

  /** What holds now, as texts in all languages; and what the browser denies this page as long as it is
      open. @param {(string | Record<string, string>)[]} troubles */
  hold(troubles) {
    this.held = [document.body.dataset.unkept, ...troubles.map(localized)].filter(Boolean).join("\n");
    if (this.held !== this.closed) this.closed = "";
    this.show();
  }

  /** Nothing comes any more; or it does again. */
  stop(stopped = true) {
    this.stopped = stopped;
    this.show();
  }

  show() {
    const stopped = this.stopped && t("The page has stopped: load it again.");
    const lines = [stopped, this.text, this.held !== this.closed && this.held].filter(Boolean).join("\n");
    if ($("alarm").hidden === !lines && $("oops").innerText === lines) return;
    $("alarm").hidden = !lines;
    $("oops").replaceChildren();
    for (const line of lines && lines.split("\n")) make($("oops"), "p", line);
  }
}
