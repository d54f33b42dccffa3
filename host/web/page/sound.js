// The buzzer, for whoever wants it: the tones that the board's own would make, and the same length.

const TONES = { throw: [880, 40], turn: [1320, 40], capture: [440, 120], guide: [220, 200], over: [1760, 600] };

export class Sound {
  constructor(box) {
    this.box = box;
    box.addEventListener("change", () => box.checked && (this.context ??= new AudioContext()).resume());
  }

  hear(kind) {
    if (!this.box.checked || !this.context || !TONES[kind]) return;
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
