// @ts-check
// A clock for two players at one screen: each has some minutes, which run while it is that player's turn.

import { $, mark, n, t, write } from "./dom.js";

const TICK_MS = 200;

/** The time left, formatted. @param {number} ms */
export const shown = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

export class Clock {
  constructor() {
    /** @type {Record<string, any>} what each side has left, and of which game */
    this.left = JSON.parse(sessionStorage.clock || "{}");
    this.side = "";
    this.timed = false; // a lesson and a far game are not; the time left waits for the game that is
    this.at = 0;
    setInterval(() => this.tick(Date.now()), TICK_MS);
  }

  /** @param {import("./types").View & Record<string, any>} v @param {import("./settings.js").Settings} settings
      @param {boolean} runs */
  show(v, settings, runs) {
    const minutes = +settings.value("clock");
    this.timed = minutes > 0 && v.mode === "game" && v.you === "AB";
    const fresh = !/^[1-9]/m.test(v.record || "");
    const game = [minutes, v.rules, ...((v.record || "").match(/^0 .*$/gm) || [])].join();
    if (this.timed && (game !== this.left.game || fresh)) {
      this.left = { game, A: minutes * 60000, B: minutes * 60000 };
    }
    this.tick(Date.now());
    this.side = runs && this.timed && !fresh && v.phase !== "over" ? v.player : "";
    this.write();
  }

  /** @param {number} now */
  tick(now) {
    if (this.side && this.left[this.side] > 0 && !document.hidden) {
      this.left[this.side] -= now - this.at;
      sessionStorage.clock = JSON.stringify(this.left);
      this.write();
    }
    this.at = now;
  }

  write() {
    for (const side of "AB") {
      const element = $("clock" + side);
      element.hidden = !this.timed;
      const out = this.left[side] <= 0;
      write(element, out ? t(n("Time is up")) : shown(this.left[side]));
      mark(element, "data-out", String(out));
    }
  }
}
