// Firmware for a board: which file, how to install it, and a warning if the board's is older than this page.

import { $, make, t, write } from "./dom.js";

export class Firmware {
  /** images: [Pico, file] of each that can be downloaded here. */
  /** @param {[pico: string, file: string][]} images @param {import("./sheet.js").Sheet} sheet */
  constructor(images, sheet) {
    this.images = images;
    this.sheet = sheet;
    this.older = "";
    $("newfirmware").addEventListener("click", () => this.open(""));
  }

  /** older: the board's version if it is too old, or ''. @param {string} older */
  told(older) {
    if (older && older !== this.older) this.open(older);
    this.older = older;
  }

  /** @param {string} older */
  open(older) {
    write(
      $("older"),
      older &&
        t("The board's firmware is older than this page, version {version}: not all will work.", { version: older }),
    );
    const list = $("images");
    list.replaceChildren();
    for (const [pico, file] of this.images) {
      const link = make(list, "a", pico);
      link.href = `downloads/${file}`;
      link.download = file;
      list.append(" ");
    }
    if (!this.images.length) {
      write(list, t("There are none here: tools/build_uf2.sh makes them, as does tools/release.sh."));
    }
    this.sheet.open("firmware");
  }
}
