// The end of a game, told as a story: who won and why, the curve, and three moments with their positions.

import { sign } from "./dice.js";
import { $, counted, find, make, mark, n, t, write } from "./dom.js";
import { standing } from "./match.js";
import { turnsOf } from "./position.js";
import { dayOf, mirrored } from "./puzzle.js";
import { drawBar, drawCurve, judgeText, sideName } from "./review.js";
import { drawSmall } from "./smallboat.js";
import { captured } from "./scene.js";
import { reason } from "./sentences.js";
import { accounted, moment, signed } from "./story.js";

const TALL = 124; // of the curve
/** What is there once the game is judged. */
const PARTS = ["endstory", "enddecided", "enddecide", "endaccount"];

/** @param {string} player @param {string} you */
function wonBy(player, you) {
  if (!player) return t("Nobody has won.");
  if (!you) return t("{name} won.", { name: sideName(player) });
  return you === player ? t("You won") : t("The board won");
}

/** @typedef {import("./story.js").Decisive} Decisive */

export class End {
  state = "";
  /** @type {ReturnType<typeof drawCurve> | null} */
  curve = null;
  /** @type {import("./types").Gear | undefined} */
  gear;

  /** What is judged: the record, the side it is seen from, and the one played here. @type {[string, string, string]} */
  of = ["", "A", ""];
  /** The puzzle to go on with, as `puzzle` takes it. @type {[kind: string, number?: string]} */
  next = [""];

  /** @param {import("./types").Plan} plan @param {import("./review.js").Reviews} reviews
      @param {(step: number) => void} look @param {(kind: string, number?: string) => void} puzzle opens one
      @param {import("./types").Send} send */
  constructor(plan, reviews, look, puzzle, send) {
    this.plan = plan;
    this.send = send;
    this.reviews = reviews;
    this.look = look;
    find("[data-control=end-next]").addEventListener("click", () => puzzle(...this.next));
    addEventListener("resize", () => $("end").hidden || this.judged());
    $("endcurve").addEventListener(
      "click",
      (/** @type {MouseEvent} */ event) => this.curve && look(this.curve.step(event)),
    );
  }

  /** @param {import("./types").View} v @param {boolean} over */
  show(v, over) {
    const [match, more] = standing(v) || ["", false];
    const turns = over ? turnsOf(v.record).length : 0; // a board sends them shortly after the end
    const shown = turns > 0;
    $("end").hidden = !shown;
    const comes = shown && !document.body.classList.contains("ended");
    document.body.classList.toggle("ended", shown);
    if (comes) scrollTo(0, 0);
    mark($("end"), "data-winner", v.phase === "over" ? v.player : "");
    if (!shown) return;
    const you = v.mode === "solo" ? v.you : "";
    this.rate(Boolean(you) && v.rules === "danish" && v.behind === "game" && !$("t-games").hidden, comes);
    write($("endsay"), wonBy(v.player, you));
    write($("endmatch"), match);
    write(find("[data-control=rematch]"), more ? t("Next game, sides changed") : t("Play again, sides changed"));
    write($("endabout"), this.about(v, turns));
    write($("endwhy"), [reason(v), told(v, you)].filter(Boolean).join(" "));
    this.gear = v.gear;
    this.of = [v.record, v.you?.length === 1 ? v.you : "A", you]; // a far game too is seen from its own side
    this.judged();
    this.offer();
  }

  /** Say one's own rating, if the game counts for it. @param {boolean} counts @param {boolean} comes */
  rate(counts, comes) {
    $("endrated").hidden = !counts;
    if (comes && counts) this.send({ do: "going" }); // which brings it
  }

  /** @param {import("./types").View} v @param {number} turns */
  about({ mode }, turns) {
    sessionStorage.ended ||= Date.now();
    const minutes = sessionStorage.started
      ? Math.max(1, Math.round((sessionStorage.ended - sessionStorage.started) / 60000))
      : 0;
    return [
      mode === "solo" ? t("Against the board") : t("Two players"),
      counted(turns, n("{count} turn"), n("{count} turns")),
      minutes && counted(minutes, n("{count} minute"), n("{count} minutes")),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** Tell the story, once the game is judged. */
  judged() {
    const [record, side, you] = this.of;
    const review = this.reviews.of(record);
    for (const part of PARTS) $(part).hidden = !review?.chances.length;
    const wide = $("endstory").clientWidth || 400;
    const state = `${document.documentElement.lang} ${side} ${you} ${Boolean(review)} ${record.length} ${wide}`;
    if (this.state === state) return;
    this.state = state;
    $("enddecide").replaceChildren();
    $("endcurve").replaceChildren();
    this.curve = null;
    write($("endbalance"), review ? "" : t("Looking through the game ..."));
    if (!review?.chances.length) return;
    const chances = side === "A" ? review.chances : review.chances.map((/** @type {number} */ chance) => 1 - chance);
    const other = side === "A" ? "B" : "A";
    const marks = review.decisive.map((/** @type {Decisive} */ { number }) => number);
    const ends = /** @type {[string, string]} */ ([sideName(side, you), sideName(other, you)]);
    this.curve = drawCurve($("endcurve"), chances, ends, marks, wide, undefined, TALL);
    review.decisive.forEach((/** @type {Decisive} */ turn, /** @type {number} */ k) =>
      this.moment(turn, k + 1, side, you),
    );
    write($("endbalance"), judgeText(review).trim());
    this.account(review.balance[side], side, you);
  }

  /** Offer what to try next: one's own mistake among the moments, else today's puzzle, else another one. */
  offer() {
    const [record, , you] = this.of;
    /** @type {string[]} */
    const kept = JSON.parse(localStorage.blunders || "[]").map((/** @type {any} */ { position }) => position);
    const found = (this.reviews.of(record)?.decisive || []).map((/** @type {Decisive} */ turn) =>
      turn.player === you && turn.error > Math.abs(turn.luck)
        ? kept.indexOf(mirrored(turn.position, turn.best).position)
        : -1,
    );
    const k = found.findIndex((/** @type {number} */ at) => at >= 0);
    const again = (localStorage.solved || "").split(",").includes(dayOf(new Date()));
    this.next = k >= 0 ? ["own", String(found[k])] : [again ? "capture" : ""];
    const title = k >= 0 ? n("Your next puzzle") : again ? n("Next puzzle") : n("Today's puzzle");
    const text = k >= 0 ? n("Moment {number}: now you know.") : n("Find the best turn for Light.");
    write(find("#endnext b"), t(title));
    write(find("#endnext span"), t(text, { number: k + 1 }));
  }

  /** What luck and slips have brought, as bars. @param {Record<string, number>} balance @param {string} side @param {string} you */
  account(balance, side, you) {
    const { head, parts } = accounted(balance, side, you);
    write($("endhow"), head);
    $("endbars").replaceChildren();
    const most = Math.max(100, ...parts.map(([, , points]) => Math.abs(points)));
    for (const [kind, text, points] of parts) drawBar($("endbars"), kind, text, points, most);
  }

  /** A moment as a card: the position, the turn as an arrow, and its gain.
      @param {import("./story.js").Decisive} turn @param {number} k @param {string} side @param {string} you */
  moment(turn, k, side, you) {
    const { number, title, detail, points, shots } = moment(turn, side, you);
    const card = make(make($("enddecide"), "li"), "button");
    const cut = drawSmall(card, this.plan, turn.position, shots, { near: side, gear: this.gear });
    mark(cut, "preserveAspectRatio", "xMidYMid slice");
    const line = make(card, "span", undefined, "turnline");
    make(line, "i", k);
    make(line, "span", t("Turn {number}", { number }));
    const dice = make(line, "span", undefined, "mini");
    for (const die of turn.throw) make(dice, "i", sign(die));
    make(line, "b", signed(points));
    make(card, "strong", title);
    make(card, "small", detail);
    card.addEventListener("click", () => this.look(number));
  }
}

/** How many pieces each side has captured. @param {import("./types").View} v @param {string} you */
function told(v, you) {
  const [a, b] = captured(v);
  /** @type {Record<string, number>} */
  const text = { A: b, B: a };
  const own = you || "A";
  const other = own === "A" ? "B" : "A";
  if (you) return t("You captured {count}, the board {others}.", { count: text[own], others: text[other] });
  return t("{name} captured {count}, {other} {others}.", {
    name: sideName(own),
    other: sideName(other),
    count: text[own],
    others: text[other],
  });
}
