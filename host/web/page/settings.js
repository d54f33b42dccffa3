// @ts-check
// What each player sets for this page, kept by the browser: each a control of the sheet, of the same name.

import { $ } from "./dom.js";

/** @type {Record<string, string>} */
const FIRST = {
  looks: "",
  pace: "1",
  auto: "yes",
  tutor: "no",
  voice: "no",
  onetap: "yes",
  outlook: "yes",
  clock: "0",
};

export class Settings {
  /** @param {(name: string) => void} changed called with the setting that has another value */
  constructor(changed) {
    for (const name in FIRST) {
      const control = $("set-" + name);
      if (control.type === "checkbox") control.checked = this.is(name);
      else control.value = this.value(name);
      control.addEventListener("change", () => {
        localStorage[name] = control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value;
        changed(name);
      });
    }
  }

  /** @param {string} name */
  value(name) {
    return localStorage[name] ?? FIRST[name];
  }

  /** Whether it is switched on. @param {string} name */
  is(name) {
    return this.value(name) === "yes";
  }

  /** What all pauses and movements take, of their usual time. */
  get pace() {
    return +this.value("pace") || 1;
  }

  /** Put the page into its colours; what the system wants unless something is chosen. */
  colour() {
    const looks = this.value("looks");
    for (const [name, media] of [
      ["dark", "(prefers-color-scheme: dark)"],
      ["quiet", "(forced-colors: active)"],
    ]) {
      $(name + "css").media = looks === name ? "all" : looks && name === "dark" ? "not all" : media;
    }
  }
}
