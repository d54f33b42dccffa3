// A game leaves the page, as a link or a picture, and comes in, by a link or a file.

import { t } from "./dom.js";
import { saveFile } from "./panels.js";
import { shareLink, sharedGame } from "./review.js";
import { captured } from "./scene.js";

const COARSE = matchMedia("(pointer: coarse)"); // there the system's dialog is the way to share

export class Sharing {
  /** @param {import("./types").Plan} plan @param {import("./types").State} state
      @param {import("./review.js").Reviews} reviews @param {import("./types").Send} send
      @param {import("./types").Tell} tell */
  constructor(plan, state, reviews, send, tell) {
    this.plan = plan;
    this.state = state;
    this.reviews = reviews;
    this.send = send;
    this.tell = tell;
    addEventListener("hashchange", () => this.open());
  }

  /** Share a link by the system's dialog, or copy it to the clipboard; else show it. @param {string} record */
  async link(record) {
    await this.give(await shareLink(record));
  }

  /** @param {string} url */
  async give(url) {
    try {
      if (COARSE.matches && "share" in navigator) return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      this.tell(t("The link is copied."));
    } catch {
      this.tell(url, true);
    }
  }

  /** Share the end as a picture, by the system's dialog or as a file. */
  async picture() {
    const { v } = this.state;
    const review = this.reviews.of(v.record);
    const weight = (/** @type {import("./story.js").Decisive} */ { luck, error }) => Math.max(Math.abs(luck), error);
    const [turn] = [...(review?.decisive || [])].sort((one, other) => weight(other) - weight(one));
    if (!turn) return;
    const you = v.mode === "solo" ? v.you : "";
    const game = { winner: v.player, you, counts: captured(v).reverse(), gear: v.gear, rules: v.rules };
    const chances = review.chances.map((/** @type {number} */ chance) => (you === "B" ? 1 - chance : chance));
    const { picture } = await import("./picture.js");
    const file = new File([await picture(this.plan, game, turn, chances)], "daldos.png", { type: "image/png" });
    if (!COARSE.matches || !navigator.canShare?.({ files: [file] })) return saveFile(file, file.name);
    await navigator.share({ files: [file] }).catch(() => 0); // the user has cancelled
  }

  /** Open a game contained in the address. */
  async open() {
    try {
      const text = await sharedGame(location.hash);
      if (text) this.send({ do: "read", text });
    } catch {
      this.tell(t("This link holds no game."), true);
    }
  }
}
