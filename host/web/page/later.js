// Parts of the page that are fetched only when they are wanted.

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

/** Once these styles are there. @param {string} href */
export const dressed = (href) =>
  new Promise((done, failed) => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href, onload: done, onerror: failed });
    document.head.append(sheet);
  });
