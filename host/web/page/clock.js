// @ts-check
// A clock for two players at one screen: each has some minutes, which run while it is that player's turn. The rooms are
// told what is left after each turn, for the record.

import { $, mark, n, t, write } from "./dom.js";
import { turnsOf } from "./position.js";

const TICK_MS = 200;

/** The time left, formatted. @param {number} ms */
export const shown = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

export class Clock {
  /** @param {import("./types").Send} send */
  constructor(send) {
    this.send = send;
    this.told = ""; // what the rooms know; another server does not
    /** @type {Record<string, any>} what each side has left, of which game, and after each turn */
    this.left = JSON.parse(sessionStorage.clock || "{}");
    this.side = "";
    this.timed = false; // a lesson and a far game are not; the time left waits for the game that is
    this.at = 0;
    setInterval(() => this.tick(Date.now()), TICK_MS);
  }

  /** @param {import("./types").View & Record<string, any>} v @param {import("./settings.js").Settings} settings
      @param {boolean} runs @param {boolean} plays whether this page has the seat */
  show(v, settings, runs, plays) {
    const minutes = +settings.value("clock");
    this.timed = minutes > 0 && v.mode === "game" && v.you === "AB";
    const turns = turnsOf(v.record);
    const game = [minutes, ...((v.record || "").match(/^(?:Rules:|Id:|0) .*$/gm) || [])].join();
    if (this.timed && (game !== this.left.game || !turns.length)) {
      this.left = { game, A: minutes * 60000, B: minutes * 60000, after: [] };
    }
    this.tick(Date.now());
    this.side = runs && this.timed && turns.length && v.phase !== "over" ? v.player : "";
    this.write();
    if (this.timed && runs && plays) this.tell(v.record, turns);
  }

  /** Tell the rooms what is left after each turn; empty where it was not seen.
      @param {string} record @param {string[]} turns */
  tell(record, turns) {
    const id = /^Id: (.*)$/m.exec(record)?.[1] || "";
    const { after } = this.left;
    after.length = Math.min(after.length, turns.length);
    while (after.length < turns.length) {
      const isLast = after.length === turns.length - 1;
      after.push(isLast ? shown(this.left[turns[after.length].split(" ")[1]]) : "");
    }
    const told = [id, ...after].join();
    if (told !== this.told && after.length && this.send({ do: "clock", game: id, left: after })) this.told = told;
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
