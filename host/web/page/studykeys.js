// @ts-check
// The keys of the analysis, and presses on its dice.

import { said, spokenOf } from "./dice.js";
import { $, all, find, mark, t } from "./dom.js";
import { SIGNS, turnedOn } from "./line.js";
import { partsOf } from "./position.js";

/** Each die can be pressed, while what is asked for holds. @param {HTMLElement} pair @param {string} position
    @param {() => boolean} holds */
export function pressable(pair, position, holds) {
  const { thrown } = partsOf(position);
  mark(pair, "role", "group");
  requestAnimationFrame(() => {
    if (!holds()) return;
    all(".cast", pair).forEach((cast, k) => {
      mark(cast, "role", "button");
      mark(cast, "tabindex", "0");
      const die = /^\d+$/.test(thrown) ? said(thrown[k] || "") : t("none");
      mark(cast, "aria-label", t("Die {k}: {die}. Press for the next.", { k: k + 1, die }));
    });
  });
}

/** They are a picture again. @param {HTMLElement} pair */
export function unpressable(pair) {
  mark(pair, "role", "img");
  for (const cast of all(".cast", pair)) {
    for (const name of ["role", "tabindex", "aria-label"]) cast.removeAttribute(name);
  }
}

/** @param {import("./study.js").Study} study */
export function wireKeys(study) {
  const { replay } = study;
  let typed = "";

  /** A die is pressed. @param {any} event */
  function pressed(event) {
    const cast = event.target.closest(".cast");
    if (!replay.game || !cast || (event.type === "keydown" && ![" ", "Enter"].includes(event.key))) return;
    event.preventDefault();
    const k = [...all(".cast", $("dicepair"))].indexOf(cast);
    study.setThrow(turnedOn(partsOf(replay.node().position).thrown, k, spokenOf()));
    requestAnimationFrame(() => all(".cast", $("dicepair"))[k]?.focus());
  }

  /** The focus goes to the next of the best turns. @param {number} by */
  function among(by) {
    const buttons = [...all("button", $("anaturns"))];
    const now = buttons.indexOf(document.activeElement);
    buttons[Math.max(0, Math.min(now + by, buttons.length - 1))]?.focus();
  }

  /** To the next turn with a grade. @param {number} by */
  function graded(by) {
    for (let k = replay.at + by; k >= 1 && k <= replay.turns; k += by) {
      if (SIGNS[study.notes[k - 1]?.grade || ""]) return replay.go(k);
    }
  }

  /** @type {Record<string, (shift: boolean) => unknown>} */
  const keys = {
    ArrowLeft: (shift) => (shift ? graded(-1) : replay.step(-1)),
    ArrowRight: (shift) => (shift ? graded(1) : replay.step(1)),
    ArrowUp: () => among(-1),
    ArrowDown: () => among(1),
    Home: () => replay.go(0),
    End: () => replay.go(Infinity),
    b: () => $("leave").click(),
    c: () => $("share").click(),
    f: () => $("t-flip").click(),
  };

  /** @param {KeyboardEvent} event */
  function key(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (!replay.game || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (find("dialog[open]") || at.closest?.("select, textarea, input:not([type=range]), #boat, #panels")) return;
    const { count, faces } = spokenOf();
    const die = event.key === "x" ? "1" : event.key;
    if (event.key in keys) keys[event.key](event.shiftKey);
    else if (die.length === 1 && faces.includes(die)) {
      typed += die;
      if (typed.length >= count) {
        study.setThrow([...typed].sort().join(""));
        typed = "";
      }
    } else return;
    event.preventDefault();
  }

  for (const event of ["click", "keydown"]) $("dicepair").addEventListener(event, pressed);
  addEventListener("keydown", key);
}
