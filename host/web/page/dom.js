// Small helpers for elements, and the words of the page in the language chosen.

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
let words = {};
let language = "en";

/** Mark a text for later translation. @param {string} text */
export const n = (text) => text;

/** A text of the server's in the language chosen. @param {string | Record<string, string> | null | undefined} text */
export const localized = (text) => (typeof text === "string" ? t(text) : text?.[language] || text?.en || "");

/** A number with one decimal, as the language chosen writes it. @param {number} value */
export const decimal = (value) =>
  value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The element with an id. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** The first element that matches a selector. @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

/** All matches of a selector. @param {string} selector @param {ParentNode} [within] @returns {NodeListOf<any>} */
export const all = (selector, within = document) => within.querySelectorAll(selector);

/**
 * Add a new SVG element with attributes to a parent.
 * @param {ParentNode} parent
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {string | number} [text]
 * @returns {any}
 */
export function draw(parent, name, attributes = {}, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  if (text !== undefined) element.textContent = String(text);
  parent.append(element);
  return element;
}

/**
 * Add a new HTML element to a parent.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Element} parent
 * @param {Name} name
 * @param {string | number} [text]
 * @param {string} [className]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(parent, name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = String(text);
  if (className) element.className = className;
  parent.append(element);
  return element;
}

/** Set a data attribute only if it changes, so nothing is drawn or announced twice. @param {Element} element @param {string} name @param {any} value */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Set a text only if it changes. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Copy the text of an element; a page from another machine of the local network has no clipboard, so copy the
 * selection there. @param {Element} element */
export async function copy(element) {
  getSelection()?.selectAllChildren(element);
  if (navigator.clipboard) await navigator.clipboard.writeText(element.textContent || "");
  else document.execCommand("copy");
}

/** The text in the language chosen; {name} is filled in. @param {string} text @param {Record<string, any>} [fill] */
export function t(text, fill = {}) {
  return (words[text] || text).replace(/\{(\w+)\}/g, (all, key) => (key in fill ? fill[key] : all));
}

/** A text with a number in it, singular or plural. @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => t(count === 1 ? one : many, { count });

/** Switch to another catalogue, and translate the page's own texts.
    @param {Record<string, string>} catalogue @param {string} chosen */
export function translate(catalogue, chosen) {
  words = catalogue;
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of all("[data-t]")) {
    element.dataset.text ??= (element.textContent || "").trim();
    write(element, t(element.dataset.text));
  }
  for (const element of all("[data-t-label]")) {
    element.dataset.label ??= element.getAttribute("aria-label") || "";
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}
