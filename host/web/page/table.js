// The table beside the boat: the sentence, the buttons, the dice, and each player's strip.

import { drawDice, inWords } from "./dice.js";
import { $, make, mark, t, write } from "./dom.js";
import { ASKED, CLASSES, givenAway, graded, hintText } from "./hints.js";
import { focusBoat } from "./keys.js";
import { sideName } from "./review.js";
import { captured } from "./scene.js";
import { done, sentence, targets } from "./sentences.js";
import { begin, choice, chosen, enabled, hinted, letter, plays, seated, shown } from "./state.js";
import { writeChoices } from "./voice.js";
import { drawPiece } from "./wood.js";

/** @typedef {import("./sentences.js").Action} Action */
/** @typedef {import("./sentences.js").Sentence} Sentence */
/** @typedef {import("./types").View} View */

const STEP = 10; // between captured pieces in their tray
const GHOSTS = ["back", "choose", "know", "resign"]; // never the main button

export class Table {
  /** The tutor's verdict on the turn that ended last. */
  verdict = "";

  /** end: asks for what is due; changed: called when other words are to be shown.
      @param {import("./types").State} state @param {import("./boat.js").Boat} boat @param {import("./types").Send} send
      @param {import("./settings.js").Settings} settings @param {import("./guide.js").Guide} guide
      @param {() => void} end @param {() => void} changed @param {() => void} back the user takes back what was begun */
  constructor(state, boat, send, settings, guide, end, changed, back) {
    this.state = state;
    this.boat = boat;
    this.send = send;
    this.settings = settings;
    this.guide = guide;
    this.end = end;
    this.changed = changed;
    this.back = back;
  }

  show() {
    const { state } = this;
    const v = shown(state);
    if (!v.phase) return;
    if (v.done) this.verdict = "";
    const at = this.standing(v);
    const [say, sub, actions] = this.guide.tell(sentence(at), this.changed);
    const { why } = choice(state);
    document.body.classList.toggle("asked", at.alike.length > 0);
    mark($("t-hint"), "aria-pressed", String(hinted(state) > 0));
    write($("say"), say);
    write($("sub"), why || sub);
    $("sub").classList.toggle("wrong", Boolean(why));
    this.act(enabled(state) || at.alike.length ? actions : []);
    writeChoices(plays(state), at.chosen);
    const lit = v.phase === "play" && !v.speech && targets(at);
    drawDice($("dicepair"), v.gear.dice, v.throw || "", v.played || "", Object.values(lit || {}).join(""));
  }

  strips() {
    const v = shown(this.state);
    if (v.phase) for (const side of "AB") this.strip(v, side);
  }

  /** What the sentences need. @param {View} v @returns {import("./sentences.js").Standing} */
  standing(v) {
    return {
      v,
      chosen: chosen(this.state),
      at: (hole) => letter(this.state, hole),
      alike: (seated(this.state) && v.alike) || [],
      leaving: choice(this.state).leaving,
      verdict: this.verdict,
      hint: hintText(this.state),
      judged: () => this.judged(),
      send: this.send,
      end: this.end,
      back: () => {
        begin(this.state, {});
        this.back();
      },
    };
  }

  /** The tutor's verdict on the complete turn: a question before a bad one; nothing without a tutor.
      @returns {Sentence | null} */
  judged() {
    if (!this.settings.is("tutor")) return null;
    const found = graded(this.state, this.boat.plan.bounds);
    if (!found) return done(t("Thinking ..."), this.end);
    this.verdict = t(CLASSES[found.grade]);
    if (found.grade < ASKED) return done(this.verdict, this.end);
    const better = () => {
      begin(this.state, { better: true });
      this.changed();
    };
    return [
      t("Really?"),
      choice(this.state).better
        ? t("Better: {turn}", { turn: inWords(found.better) })
        : givenAway(this.verdict, found, shown(this.state).gear.hull),
      [
        [t("Let me change it"), "change", () => this.send({ do: "takeback" })],
        [t("Show the better turn"), "better", better],
        [t("Play it anyway"), "end", this.end],
      ],
    ];
  }

  /** Show the available buttons. @param {Action[]} actions */
  act(actions) {
    const state = actions.map(([text]) => text).join("|");
    if ($("acts").dataset.state === state) return;
    $("acts").dataset.state = state;
    const held = $("acts").contains(document.activeElement);
    $("acts").replaceChildren();
    document.body.classList.toggle("many", actions.length > 2);
    actions.forEach(([text, control, action], k) => {
      const button = make($("acts"), "button", text, k === 0 && !GHOSTS.includes(control) ? "main" : "ghost");
      button.dataset.control = control;
      button.addEventListener("click", action);
    });
    if (held) focusBoat(this.boat);
  }

  /** A player's strip: name, pieces, and captures. @param {View} v @param {string} side */
  strip(v, side) {
    const strip = $("strip" + side);
    const other = side === "A" ? "B" : "A";
    strip.classList.toggle("turn", v.player === side && v.phase !== "over");
    const you = v.you === side ? t("You") : "";
    const board = this.boat.gutter ? t("Board") : t("The board");
    const name = you || (v.mode === "solo" ? board : sideName(side));
    write(strip.querySelector("b"), name);
    write(strip.querySelector("small"), name === sideName(side) ? "" : sideName(side));
    const all = captured(this.boat.scene.trayless ? v : { ...v, moving: true });
    fill(strip, other.toLowerCase(), all["AB".indexOf(other)]);
  }
}

/** Draw captured pieces. @param {Element} strip @param {string} letter @param {number} count */
function fill(strip, letter, count) {
  const tray = /** @type {SVGSVGElement} */ (strip.querySelector(".taken"));
  write(/** @type {Element} */ (strip.querySelector(".count")), String(count));
  if (tray.childElementCount === count) return;
  tray.replaceChildren();
  const width = count ? STEP * count + 6 : 0;
  tray.setAttribute("viewBox", `-8 -8 ${width} 16`);
  tray.style.width = `${width * 1.6}px`;
  for (let i = 0; i < count; i++) {
    drawPiece(tray, letter, STEP * i, 0, "").style.transform += " rotate(90deg) scale(.82)";
  }
}
