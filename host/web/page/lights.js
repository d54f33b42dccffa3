// The lights as the LEDs show them: eight for the dice, and one around each hole if fitted.

import { make, mark } from "./dom.js";

/**
 * R, G, B of an LED as a screen colour, corrected: the LEDs are dim to save current, and eyes are not linear.
 * @param {number} r
 * @param {number} g
 * @param {number} b
 */
function colour(r, g, b) {
  const bright = (/** @type {number} */ value) => Math.round(255 * Math.min(1, value / 110) ** 0.45);
  return `rgb(${bright(r)},${bright(g)},${bright(b)})`;
}

export class Lights {
  /** @param {HTMLElement} element @param {{ plan: { dice_leds: number }, holeLeds?: SVGElement[] }} boat */
  constructor(element, boat) {
    /** @type {(HTMLElement | SVGElement)[]} */
    this.leds = [];
    this.shown = "";
    for (let die = 0; die < 2; die++) {
      const group = make(element, "span", undefined, "die");
      for (let pip = 0; pip < boat.plan.dice_leds / 2; pip++) {
        const led = make(group, "span", undefined, "led");
        led.dataset.led = String(this.leds.length);
        led.dataset.rgb = "0,0,0";
        this.leds.push(led);
      }
    }
    this.dice = this.leds.length;
    this.leds.push(...(boat.holeLeds || []));
  }

  /** Show R, G, B of each LED, as hexadecimal text. @param {string} hex */
  show(hex) {
    for (let i = 0; i < this.leds.length; i++) {
      const part = hex.slice(6 * i, 6 * i + 6) || "000000";
      if (part === this.shown.slice(6 * i, 6 * i + 6)) continue;
      const [r, g, b] = [0, 2, 4].map((k) => parseInt(part.slice(k, k + 2), 16));
      const led = this.leds[i];
      const lit = r + g + b > 0;
      mark(led, "data-rgb", `${r},${g},${b}`);
      led.classList.toggle("lit", lit);
      if (i < this.dice) led.style.setProperty("--led", lit ? colour(r, g, b) : "");
      else led.style.stroke = lit ? colour(r, g, b) : "";
    }
    this.shown = hex.padEnd(6 * this.leds.length, "0");
  }
}
