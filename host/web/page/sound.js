// Synthesizes the sounds of wood: rattling dice, a peg in its hole, the creak of a turn, a knock into the tray, and
// tones.

import { mark } from "./dom.js";

const PEAK = 0.25; // -12 dB
const AFTER_MS = 200; // what the first touch brings is painted first; a gesture counts for a second
const HZ = { low: 196, end: [523, 659, 784] };

// The parts of each sound: kind, start in seconds, loudness, and pitch in Hz.
/** @type {(at: number, loud?: number, hz?: number) => Part} */
const KNOCK = (at, loud = 1, hz = 420) => ["knock", at, loud, hz];
/** @typedef {[kind: "knock" | "creak" | "tone", at: number, loud: number, hz: number]} Part */
/** @type {Record<string, Part[]>} */
const SOUNDS = {
  throw: [
    ...[0, 0.06, 0.11, 0.17, 0.22, 0.28].map((at, i) => KNOCK(at, 0.35, 700 + 90 * (i % 3))),
    KNOCK(0.42, 0.9, 520),
    KNOCK(0.5, 0.8, 470),
  ],
  peg: [KNOCK(0, 0.8, 300)],
  creak: [["creak", 0, 0.5, 90]],
  capture: [KNOCK(0, 1, 380), KNOCK(0.14, 0.6, 240), KNOCK(0.2, 0.35, 210)],
  lost: [["tone", 0, 0.5, HZ.low]],
  over: HZ.end.map((hz, i) => /** @type {Part} */ (["tone", 0.16 * i, 0.6, hz])),
};
/** @type {Record<string, string>} */
const BOARD = { turn: "peg", guide: "lost" }; // a board's events that have another name here

export class Sound {
  /** @type {any} an AudioContext, from the first touch on */
  context;
  /** @type {AudioBuffer | undefined} */
  burst;

  /** @param {HTMLElement} button */
  constructor(button) {
    this.on = localStorage.sound !== "no";
    const show = () => mark(button, "aria-pressed", String(this.on));
    button.addEventListener("click", () => {
      this.on = !this.on;
      localStorage.sound = this.on ? "yes" : "no";
      show();
    });
    show();
    // A browser plays no sound before the first user gesture.
    for (const touch of ["pointerdown", "keydown"]) {
      addEventListener(touch, () => setTimeout(() => this.wake(), AFTER_MS), { once: true });
    }
  }

  wake() {
    this.context ??= new AudioContext();
    this.context.resume();
  }

  /** Play throw, peg, creak, capture, lost or over; or a board's event: turn, guide. @param {string} kind */
  hear(kind) {
    const parts = SOUNDS[BOARD[kind] || kind];
    if (!this.on || !parts || this.context?.state !== "running") return;
    for (const [what, at, loud, hz] of parts) this[what](this.context.currentTime + at, PEAK * loud, hz);
  }

  // A burst of noise filtered to the pitch of the wood, which fades within 90 ms.
  /** @param {number} at @param {number} loud @param {number} hz */
  knock(at, loud, hz) {
    const { context } = this;
    const noise = context.createBufferSource();
    noise.buffer = this.burst ??= this.noise();
    const wood = context.createBiquadFilter();
    Object.assign(wood, { type: "bandpass" });
    wood.frequency.value = hz;
    wood.Q.value = 6;
    this.fade(noise.connect(wood), at, 4 * loud, 0.09);
    noise.start(at);
    this.strike(at, loud, hz, 0.06, "sine");
  }

  /** @param {number} at @param {number} loud @param {number} hz */
  creak(at, loud, hz) {
    const low = this.strike(at, loud * 0.4, hz, 0.2, "sawtooth");
    low.frequency.linearRampToValueAtTime(hz * 1.5, at + 0.2);
  }

  /** @param {number} at @param {number} loud @param {number} hz */
  tone(at, loud, hz) {
    this.strike(at, loud, hz, 0.3, "triangle");
  }

  /** @param {number} at @param {number} loud @param {number} hz @param {number} seconds @param {OscillatorType} type */
  strike(at, loud, hz, seconds, type) {
    const tone = this.context.createOscillator();
    tone.type = type;
    tone.frequency.value = hz;
    this.fade(tone, at, loud, seconds);
    tone.start(at);
    tone.stop(at + seconds);
    return tone;
  }

  /** @param {AudioNode} source @param {number} at @param {number} loud @param {number} seconds */
  fade(source, at, loud, seconds) {
    const volume = this.context.createGain();
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    source.connect(volume).connect(this.context.destination);
  }

  noise() {
    const buffer = this.context.createBuffer(1, this.context.sampleRate / 10, this.context.sampleRate);
    const values = buffer.getChannelData(0);
    for (let i = 0; i < values.length; i++) values[i] = Math.random() * 2 - 1;
    return buffer;
  }
}
