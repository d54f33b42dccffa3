// The puzzles of a game: those that come with the page, and those that it has made itself, which this browser keeps. It
// makes them in the background, from games of the strongest level, one game after the other; everybody's games are the same.

import { $, n, t, write } from "./dom.js";

const WANTED = 4; // made at a time
const KEPT = 200; // of each game

/** @typedef {import("./puzzle.js").Shipped} Shipped */
/** @typedef {{ seed: number, all: Shipped[] }} Made the seed of the last game that was looked through */

/** @returns {Record<string, Made>} */
const all = () => JSON.parse(localStorage.made || "{}");

export class Shelf {
  /** The game whose puzzles are being made. */
  making = "";
  /** How many have been made since it began. */
  count = 0;
  /** Called when there are more. */
  more = () => {};

  /** @param {import("./types").Send} send */
  constructor(send) {
    this.send = send;
  }

  /** Those that come with the page. @param {string} game @returns {Promise<Shipped[]>} */
  async shipped(game) {
    return (await fetch(`puzzles-${game}.json`)).json();
  }

  /** Those made here. @param {string} game */
  made(game) {
    return all()[game]?.all || [];
  }

  /** All of them. @param {string} game */
  async all(game) {
    return [...(await this.shipped(game)), ...this.made(game)];
  }

  /** Begin, or stop. @param {string} game */
  press(game) {
    if (this.making) this.stop(t("Stopped."));
    else this.start(game);
  }

  /** @param {string} game @param {boolean} [emptied] all of a theme are solved */
  start(game, emptied = false) {
    if (this.making !== game) [this.making, this.count] = [game, 0];
    this.ask();
    this.show(emptied ? t("All of these are solved.") : "");
  }

  /** @param {string} why */
  stop(why) {
    this.making = "";
    this.send({ do: "make", rules: "danish", seed: 0 });
    this.show(why);
  }

  /** Have the next game looked through, if they are made. */
  ask() {
    if (this.making) this.send({ do: "make", rules: this.making, seed: (all()[this.making]?.seed || 0) + 1 });
  }

  /** Take what a game has brought. @param {{ rules: string, seed: number, rest: number, found: Shipped[], failed?: string }} told */
  take({ rules, seed, rest, found, failed }) {
    if (failed) return this.making && this.stop(t("Puzzles cannot be made here."));
    if (rules !== this.making || rest) return;
    const before = this.made(rules);
    const fresh = found.filter(([position]) => !before.some((one) => one[0] === position));
    localStorage.made = JSON.stringify({ ...all(), [rules]: { seed, all: [...before, ...fresh].slice(-KEPT) } });
    this.count += fresh.length;
    this.more();
    if (this.count >= WANTED) return this.stop(t("{count} new puzzles are here.", { count: this.count }));
    this.show();
    this.ask();
  }

  /** @param {string} [said] before how far it is, or in its place once it has ended */
  show(said = "") {
    const [bar, made] = [$("makebar"), all()[this.making]];
    if (!bar) return; // nobody has been in the room
    const fill = { count: this.count, wanted: WANTED, games: made?.seed || 0 };
    bar.hidden = !this.making;
    [bar.max, bar.value] = [WANTED, this.count];
    const far = n("New ones are made, from games of the strongest level: {count} of {wanted}, {games} games so far.");
    write($("makesay"), [said, this.making && t(far, fill)].filter(Boolean).join(" "));
    write($("puzzlemake"), this.making ? t("Stop") : t("Make new puzzles"));
  }
}
