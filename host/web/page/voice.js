// Events in words for users who do not see the board: a live region, and speech if switched on.

import { $, n, t, write } from "./dom.js";
import { inWords, said } from "./dice.js";
import { turnsOf } from "./position.js";
import { sideName } from "./review.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A turn of the record in words. @param {string} line @param {string} you */
function played(line, you) {
  const [, player, , ...turn] = line.split(" ");
  return t("{name} played: {turn}.", { name: sideName(player, you), turn: inWords(turn.join(" ")) });
}

/** @param {string} player @param {string} you */
function ended(player, you) {
  if (!you || !player) return t("The game is over.");
  return you === player ? t("You won") : t("The board won");
}

export class Voice {
  /** @type {number | undefined} */
  turns;
  thrown = "";
  phase = "";

  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** Announce each throw and turn in the values once. @param {any} v */
  follow(v) {
    const turns = turnsOf(v.record);
    const you = v.mode === "solo" ? v.you : "";
    const thrown = v.throw + turns.length;
    const told = this.turns !== undefined && turns.length > this.turns ? [played(turns.at(-1) || "", you)] : [];
    if (v.throw && v.phase === "play" && (this.thrown !== thrown || told.length)) {
      told.push(t("{name} threw {dice}.", { name: sideName(v.player, you), dice: said(v.throw) }));
    }
    if (v.phase === "over" && this.phase && this.phase !== "over") told.push(ended(v.player, you));
    [this.turns, this.thrown, this.phase] = [turns.length, thrown, v.phase];
    if (told.length) this.say(told.join(" "));
  }

  /** @param {string} text */
  say(text) {
    write($("told"), text);
    if (!this.settings.is("voice")) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }
}

/** Write the choices, each with its letter key. @param {import("./types").Plays} plays
    @param {string | null} chosen */
export function writeChoices(plays, chosen) {
  const targets = chosen === null ? undefined : plays[chosen];
  const among = targets || plays;
  const told = Object.keys(among).map(
    (hole, k) => `${LETTERS[k]} ${hole}${targets ? ` (${said(targets[hole])})` : ""}`,
  );
  write(
    $("choices"),
    told.length ? t(targets ? n("Where to: {choices}") : n("Pieces: {choices}"), { choices: told.join(", ") }) : "",
  );
}

/** The choice for a key. @param {string[]} among @param {string} key */
export const byLetter = (among, key) => (key.length === 1 ? among[LETTERS.indexOf(key.toLowerCase())] : undefined);
