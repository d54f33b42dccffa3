// The firmware's image in a second emulator: node rp2040js.mjs RP2040JS; what comes in and goes out is JSON, a line each.
// First {"rom": words of the boot ROM, "uf2": file, "pins": of config.py}, then any of {"send": text} to the console,
// {"codes": of a scan}, {"down": the button}, {"wait": ms}; time passes in a wait alone, and what the board has said
// meanwhile answers it.
import fs from "node:fs";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { Simulator, USBCDC, GPIOPinState } = await import(pathToFileURL(process.argv[2]));
const { rp2040: mcu, clock } = new Simulator();
mcu.logger = { debug() {}, info() {}, warn() {}, error: (name, text) => console.error(name, text) };
const cdc = new USBCDC(mcu.usbCtrl);
const FIFO_FILL = 256; // of the 512 bytes of the emulator's own buffer
const NS_A_CYCLE = 8;
let pins;
let codes;
let said = "";
const waiting = []; // bytes to the console

// rp2040js has no flash that can be written: the boot ROM's functions for it are done here, where a BKPT stands in
// the place of each.
const FLASH = {
  IF() {},
  EX() {},
  FC() {},
  CX() {},
  RE: ([at, size]) => mcu.flash.fill(0xff, at, at + size),
  RP([at, from, size]) {
    for (let k = 0; k < size; k++) mcu.flash[at + k] &= mcu.readUint8(from + k);
  },
};

function hook() {
  const rom = new Uint16Array(mcu.bootrom.buffer);
  const does = [];
  for (let at = rom[0x14 / 2] / 2; rom[at]; at += 2) {
    const name = String.fromCharCode(rom[at] & 0xff, rom[at] >> 8);
    if (name in FLASH) rom[rom[at + 1] >> 1] = 0xbe00 | (does.push(FLASH[name]) - 1);
  }
  mcu.onBreak = (number) => {
    does[number](mcu.core.registers);
    mcu.core.PC = mcu.core.LR & ~1;
    mcu.core.breakRewind = 0;
  };
}

/** What the ADC reads by the levels of the address and enable lines; a pin left alone follows its pull. */
function read(channel) {
  const pin = 26 + channel;
  const level = (number) => mcu.gpio[number].value;
  const line = pins.address.reduce((sum, number, bit) => sum | ((level(number) === GPIOPinState.High) << bit), 0);
  const on = pins.enable.flatMap((number, q) =>
    level(number) === GPIOPinState.Low && pins.sig[q] === pin ? [codes[16 * q + line]] : [],
  );
  if (pin === pins.half) return codes.at(-1);
  if (on.length) return on.reduce((one, other) => (one + other) >> 1);
  return mcu.gpio[pin].pullupEnabled ? 4090 : mcu.gpio[pin].pulldownEnabled ? 4 : 300;
}

mcu.adc.onADCRead = (channel) => {
  mcu.adc.currentChannel = channel;
  mcu.adc.channelValues[channel] = read(channel);
  mcu.adc.sampleAlarm.schedule(1000 * mcu.adc.sampleTime);
};

function load({ rom, uf2, ...told }) {
  pins = told.pins;
  mcu.loadBootrom(new Uint32Array(rom));
  hook();
  const image = fs.readFileSync(uf2);
  for (let at = 0; at < image.length; at += 512) {
    const size = image.readUInt32LE(at + 16);
    mcu.flash.set(image.subarray(at + 32, at + 32 + size), image.readUInt32LE(at + 12) - 0x10000000);
  }
  mcu.core.PC = 0x10000000;
}

cdc.onSerialData = (bytes) => (said += Buffer.from(bytes).toString("latin1"));
const feed = clock.createAlarm(() => {
  while (waiting.length && cdc.txFIFO.itemCount < FIFO_FILL) cdc.sendSerialByte(waiting.shift());
  feed.schedule(1e6);
});
cdc.onDeviceConnected = () => feed.schedule(0);

function pass(ms) {
  const end = clock.nanos + ms * 1e6;
  while (clock.nanos < end) {
    const idle = mcu.core.waiting;
    clock.tick(idle ? Math.min(clock.nanosToNextAlarm, end - clock.nanos) : mcu.core.executeInstruction() * NS_A_CYCLE);
  }
  console.log(JSON.stringify(said));
  said = "";
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.rom) load(told);
  if (told.send) waiting.push(...Buffer.from(told.send));
  if (told.codes) codes = told.codes;
  if ("down" in told) mcu.gpio[pins.button].setInputValue(!told.down);
  if (told.wait) pass(told.wait);
});
