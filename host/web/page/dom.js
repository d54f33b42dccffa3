// Small helpers for elements, and the words of the page in the language chosen.

const SVG = "http://www.w3.org/2000/svg";
let words = {};
let language = "en";

/** Marks a text that is translated later. */
export const n = (text) => text;

/** A text of the server's in the language chosen. */
export const localized = (text) => (typeof text === "string" ? t(text) : text?.[language] || text?.en || "");

export const $ = (id) => document.getElementById(id);

/** A new SVG element with attributes, put into a parent. */
export function draw(parent, name, attributes = {}, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/** A new HTML element. */
export function make(parent, name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  parent.append(element);
  return element;
}

/** Set a data attribute only if it changes, so nothing is drawn or announced twice. */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Copy the text of an element; a page from another machine of the house has no clipboard: there what is selected is copied. */
export async function copy(element) {
  getSelection().selectAllChildren(element);
  if (navigator.clipboard) await navigator.clipboard.writeText(element.textContent);
  else document.execCommand("copy");
}

/** The text in the language chosen; {name} is filled in. */
export function t(text, fill = {}) {
  return (words[text] || text).replace(/\{(\w+)\}/g, (all, key) => (key in fill ? fill[key] : all));
}

/** A text with a number in it, of one or of more. */
export const counted = (count, one, many) => t(count === 1 ? one : many, { count });

/** Take another catalogue and put the page's own texts into its language. */
export function translate(catalogue, chosen) {
  words = catalogue;
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-t]")) {
    element.dataset.text ??= element.textContent.trim();
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.dataset.label ??= element.getAttribute("aria-label");
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}
