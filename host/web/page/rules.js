// The available rules, with the page's names for them.

import { $, make, n, t } from "./dom.js";

/** @type {Record<string, [name: string, line: string]>} */
const RULES = {
  danish: [n("Danish, 16 holes"), n("The usual game.")],
  ostergaard: [n("Østergaard, 16 holes"), n("The sternmost piece is turned first; a piece lands after each die.")],
  norwegian: [n("Norwegian, 12 holes"), n("A shorter boat, a shorter game.")],
  "mary-rose": [
    n("Mary Rose, 13 holes"),
    n("The ship sank in 1545. Guessed: the rules. Two dals give no second throw."),
  ],
  "cerne-abbey": [
    n("Cerne Abbey, 12 holes"),
    n("Drawn in a 13th-century book. Guessed: the rules. No hole at the prow."),
  ],
  naesheim: [n("Næsheim, 12 holes"), n("A piece lands after each die; two dals throw again.")],
  newport: [n("Newport, 11 holes"), n("A ship's board, 15th century. Guessed: the game and its rules.")],
  "novgorod-15": [n("Novgorod, 15 lines"), n("A wooden board, 14th century. Guessed: the game and its rules.")],
  vuovdaguoika: [n("Sáhkku, 15 holes"), n("The Sámi game: three dice, head-on, and a king.")],
  sig: [n("Sig, 12 holes"), n("From the Sahara: four sticks, and pieces go home.")],
  "sig-short": [n("Short Sig, 12 holes"), n("Four sticks; a piece that is hit is out.")],
};
/** What each option changes: a sentence, and its word for each value. @type {[option: string, text: string, words: Record<string, string>][]} */
const OPTIONS = [
  ["dal_order", n("A dal turns {word}."), { any: n("any piece"), sternmost: n("the sternmost piece") }],
  ["dal_moves", n("A piece that is turned {word}."), { true: n("moves one step"), false: n("stays where it is") }],
  ["one_piece", n("Both dice on one piece are {word}."), { added: n("one move"), separate: n("two moves") }],
  ["jump", n("You may jump over {word}."), { enemy: n("enemies"), own: n("your own pieces"), any: n("any piece") }],
  ["extra_throw", n("Two dals {word}."), { true: n("throw again"), false: n("end the turn") }],
  [
    "blocked_dal_dal_forfeits",
    n("Two dals that cannot both be played {word}."),
    { false: n("throw again, too"), true: n("give no throw") },
  ],
  ["lose_at", n("A side with {word} has lost."), { 0: n("no piece left"), 1: n("one piece left") }],
];
const LISTS = ["pickrules", "farrules", "rules", "anarules"];

/** The name of rules, and their changed options. @param {string} rules @returns {[base: string, changed: Record<string, string>]} */
function parted(rules) {
  const [base, ...options] = rules.split(",");
  return [base, Object.fromEntries(options.map((option) => option.split("=")))];
}

/** Whether the page has words for all that these rules change. @param {Record<string, string>} changed */
const known = (changed) => Object.keys(changed).every((name) => OPTIONS.some(([option]) => option === name));

/** A ruleset's common name. @param {string} rules */
export function rulesName(rules) {
  const [base, changed] = parted(rules);
  if (!(base in RULES) || !known(changed)) return rules;
  const name = t(RULES[base][0]);
  return Object.keys(changed).length ? t("{name}, changed", { name }) : name;
}

/** What is special about a ruleset, or what its options change. @param {string} rules */
export function rulesLine(rules) {
  const [base, changed] = parted(rules);
  const told = OPTIONS.filter(([option]) => option in changed);
  if (!told.length) return t(RULES[base]?.[1] ?? "");
  return told.map(([option, text, words]) => t(text, { word: t(words[changed[option]] || changed[option]) })).join(" ");
}

/** Fill a list with the options of the rules chosen, as sentences whose words change them: changed has the new rules.
    @param {Element} list @param {import("./types").Plan} plan @param {string} rules
    @param {(rules: string) => void} change */
export function listOptions(list, plan, rules, change) {
  const [base, changed] = parted(rules);
  const { options = {}, hull = "" } = plan.games[base] || {};
  list.replaceChildren();
  for (const [option, text, words] of hull === "boat" ? OPTIONS : []) {
    const item = make(list, "li");
    const word = document.createElement("select");
    word.setAttribute("aria-label", t(text, { word: "…" }));
    for (const value in words) make(word, "option", t(words[value])).value = value;
    word.value = changed[option] ?? options[option];
    word.addEventListener("change", () => {
      const now = { ...changed, [option]: word.value };
      const kept = OPTIONS.filter(([name]) => name in now && now[name] !== options[name]);
      change([base, ...kept.map(([name]) => `${name}=${now[name]}`)].join(","));
    });
    item.append(
      ...t(text, { word: "|" })
        .split("|")
        .flatMap((part, k) => (k ? [word, part] : [part])),
    );
  }
}

/** Put the rulesets into every list of them. @param {string[]} rulesets */
export function listRules(rulesets) {
  for (const id of LISTS) for (const name of rulesets) make($(id), "option", name).value = name;
}

/** Choose rules in a list, which may lack them: those with options. @param {HTMLSelectElement} list
    @param {string} rules */
export function pickRules(list, rules) {
  if (![...list.options].some(({ value }) => value === rules)) make(list, "option", rulesName(rules)).value = rules;
  list.value = rules;
}

/** Name them in the language chosen. */
export function nameRules() {
  for (const id of LISTS) for (const option of $(id).options) option.textContent = rulesName(option.value);
}
