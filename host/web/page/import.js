// What somebody hands over, a file or a paste, goes to the rooms as bytes, a slice at a time: they say when they want the
// next, so that neither page nor rooms are ever held up.

import { $, counted, localized, make, n, t, write } from "./dom.js";

const SLICE = 16384; // bytes
const NAMED = 8; // reasons shown

/**
 * @typedef {object} Handed how far the rooms are
 * @property {number} read bytes
 * @property {boolean} done
 * @property {boolean} [stopped] cancelled
 * @property {boolean} wants the next slice
 * @property {number} games found, or of those to be kept, new
 * @property {number} [known] games that are kept already
 * @property {string} record the first game
 * @property {string[]} letters messages of far games
 * @property {Record<string, string>[]} [passed] what was not taken, and why, in each language
 */

/** @type {Handed} */
const NONE = { read: 0, done: false, wants: true, games: 0, record: "", letters: [] };

export class Handing {
  /**
   * tell: shows a sentence, or what is wrong. look: goes through a record. added: games have been added.
   * @param {import("./types").Send} send
   * @param {import("./types").Tell} tell
   * @param {(record: string) => void} look
   * @param {() => void} added
   */
  constructor(send, tell, look, added) {
    this.send = send;
    this.tell = tell;
    this.look = look;
    this.added = added;
    /** @type {File | null} what is being handed over */
    this.file = null;
    this.what = "";
    this.at = 0;
    this.last = NONE; // the rooms' last answer
    this.cancelled = false;
    $("handstop").addEventListener("click", () => this.cancel());
  }

  /** Hand a file over. @param {File} file @param {"add" | "read"} what add its games, or look through the first */
  async begin(file, what) {
    this.file = file;
    this.what = what;
    this.at = 0;
    this.cancelled = false;
    this.last = NONE;
    write($("handsay"), "");
    $("handpassed").replaceChildren();
    $("handing").hidden = what !== "add";
    await this.next(true);
  }

  /** The connection is there again, and the rooms have forgotten: what is kept already is found so. */
  again() {
    if (this.file && this.cancelled) this.end({ ...this.last, stopped: true });
    else if (this.file) this.begin(this.file, /** @type {"add" | "read"} */ (this.what));
  }

  /** Send the next slice, or a frame without one. @param {boolean} begins @param {boolean} [wanted] */
  async next(begins, wanted = true) {
    const file = /** @type {File} */ (this.file);
    const bytes = wanted ? new Uint8Array(await file.slice(this.at, this.at + SLICE).arrayBuffer()) : [];
    if (this.file !== file || this.cancelled) return;
    this.at += bytes.length;
    this.frame(this.what, btoa(String.fromCharCode(...bytes)), begins);
  }

  /** @param {string} what @param {string} data in base64 */
  frame(what, data = "", begins = false) {
    const { name, size } = /** @type {File} */ (this.file);
    this.send({ do: "hand", what, name, data, begins, more: this.at < size });
  }

  /** The rooms' answer. @param {Handed} told */
  take(told) {
    if (!this.file) return;
    this.last = told;
    const bar = $("handbar");
    [bar.max, bar.value] = [this.file.size || 1, told.read];
    const percent = Math.round((100 * told.read) / (this.file.size || 1));
    if (this.what === "add") write($("handsay"), this.counts(told));
    else if (told.record) return this.open(told);
    else if (!told.done) this.tell(t("Reading ... {percent} %", { percent }));
    if (told.done) this.end(told);
    else if (!this.cancelled) this.next(false, told.wants);
  }

  /** Look through the first game at once; the rest of the file is not read. @param {Handed} told */
  open({ record, passed }) {
    this.file = null;
    this.tell((passed || []).map(localized).join("\n"), Boolean(passed?.length));
    this.look(record);
  }

  /** @param {Handed} told */
  counts({ games, known = 0 }) {
    const texts = [counted(games, n("{count} game added"), n("{count} games added"))];
    if (known) texts.push(t("{count} already here", { count: known }));
    return texts.join(", ") + ".";
  }

  /** @param {Handed} told */
  end(told) {
    const { what } = this;
    const { games, letters, stopped, read, passed = [] } = told;
    const percent = Math.floor((100 * read) / (this.file?.size || 1));
    this.file = null;
    $("handing").hidden = true;
    const reasons = passed.map(localized);
    if (letters.length) reasons.unshift(t("It contains a message of a far game: open it where you play that game."));
    const rest = t("Cancelled: {percent} % of the file was read, the rest was not.", { percent });
    if (stopped) write($("handsay"), `${this.counts(told)} ${rest}`);
    if (what === "read") return this.tell(reasons.join("\n"), true);
    if (reasons.length) make($("handpassed"), "li", t("Not added:"));
    for (const reason of reasons.slice(0, NAMED)) make($("handpassed"), "li", reason);
    const more = reasons.length - NAMED;
    if (more > 0) make($("handpassed"), "li", t("and {count} more", { count: more }));
    if (games) this.added();
  }

  /** The rooms say how far they have come. */
  cancel() {
    if (!this.file) return;
    this.cancelled = true;
    this.frame("stop");
  }
}
