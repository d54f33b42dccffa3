// What comes later than it is asked for: parts of the page that are fetched only when they are wanted, and screens.

import { t } from "./dom.js";

/** A part of the page that comes when it is first wanted: a function that calls another with it.
    @template Part @param {import("./types").Tell} tell @param {() => Promise<Part>} load */
export function later(tell, load) {
  /** @type {Promise<Part> | null} */
  let coming = null;
  return (/** @type {(part: Part) => unknown} */ use) => {
    coming ??= load();
    coming.then(use, () => {
      coming = null; // another press tries again
      tell(t("This part of the page cannot be fetched now."), true);
    });
  };
}

let wishes = 0;

/** Another screen is asked for, or Back: whether it is still the last one that was. What comes for an older wish is not
    shown any more. */
export function wish() {
  const mine = ++wishes;
  return () => mine === wishes;
}

/** Once these styles are there. @param {string} href */
export const dressed = (href) =>
  new Promise((done, failed) => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href, onload: done, onerror: failed });
    document.head.append(sheet);
  });
