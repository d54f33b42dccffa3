// @ts-check
// Each player's settings for this page, kept by the browser; each has a control of the same name on the sheet.

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
};

export class Settings {
  /** @param {(name: string) => void} changed called with the name of a changed setting */
  constructor(changed) {
    for (const name in FIRST) {
      const control = this.show(name);
      control.addEventListener("change", () => {
        localStorage[name] = control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value;
        changed(name);
      });
    }
    addEventListener("storage", ({ key }) => {
      // another tab has changed it
      if (!key || !(key in FIRST)) return;
      this.show(key);
      changed(key);
    });
  }

  /** Show a setting's value; returns its control. @param {string} name */
  show(name) {
    const control = $("set-" + name);
    if (control.type === "checkbox") control.checked = this.is(name);
    else control.value = this.value(name);
    return control;
  }

  /** @param {string} name */
  value(name) {
    return localStorage[name] ?? FIRST[name];
  }

  /** Whether it is switched on. @param {string} name */
  is(name) {
    return this.value(name) === "yes";
  }

  /** The factor for all pauses and movements. */
  get pace() {
    return +this.value("pace") || 1;
  }

  /** Apply the chosen colours, by default the system's. */
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
