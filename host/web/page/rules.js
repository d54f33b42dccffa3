// The available rules, with the page's names for them.

import { $, make, n, t } from "./dom.js";

/** @type {Record<string, [name: string, line: string]>} */
const RULES = {
  danish: [n("Danish, 16 holes"), n("The usual game.")],
  ostergaard: [n("Østergaard, 16 holes"), n("The sternmost piece is turned first; each die lands.")],
  norwegian: [n("Norwegian, 12 holes"), n("A shorter boat, a shorter game.")],
  "mary-rose": [n("Mary Rose, 13 holes"), n("Two dals give no second throw.")],
  "cerne-abbey": [n("Cerne Abbey, 12 holes"), n("There is no hole at the prow.")],
  naesheim: [n("Næsheim, 12 holes"), n("Each die lands; two dals throw again.")],
  vuovdaguoika: [n("Sáhkku, 15 holes"), n("The Sámi game: three dice, head-on, and a king.")],
  sig: [n("Sig, 12 holes"), n("From the Sahara: four sticks, and pieces go home.")],
  "sig-short": [n("Short Sig, 12 holes"), n("Four sticks; a piece that is hit is out.")],
};
const LISTS = ["pickrules", "farrules", "rules", "anarules"];

/** A ruleset's common name; rules with options keep their text. @param {string} rules */
export const rulesName = (rules) => t(RULES[rules]?.[0] ?? rules);

/** What is special about a ruleset. @param {string} rules */
export const rulesLine = (rules) => t(RULES[rules]?.[1] ?? "");

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
