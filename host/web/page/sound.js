// The buzzer, for whoever wants it: the tones that the board's own would make, and the same length.

const TONES = { throw: [880, 40], turn: [1320, 40], capture: [440, 120], guide: [220, 200], over: [1760, 600] };

export class Sound {
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => {
      this.on = !this.on;
      button.setAttribute("aria-pressed", String(this.on));
      if (this.on) (this.context ??= new AudioContext()).resume();
    });
  }

  hear(kind) {
    if (!this.on || !this.context || !TONES[kind]) return;
    const [hz, ms] = TONES[kind];
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    volume.gain.value = 0.05;
    tone.type = "square";
    tone.frequency.value = hz;
    tone.connect(volume).connect(this.context.destination);
    tone.start();
    tone.stop(this.context.currentTime + ms / 1000);
  }
}
