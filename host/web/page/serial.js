// A board on USB, by the browser's WebSerial: bytes both ways; reopened whenever the board is there.

export const FILTERS = [{ usbVendorId: 0x2e8a, usbProductId: 0x0005 }]; // a Raspberry Pi Pico that runs MicroPython
const AGAIN_MS = 500;

export class SerialPort {
  /** port: chosen by the user; take: called with incoming bytes, and with null when the board has gone.
      @param {any} port @param {(bytes: Uint8Array | null) => void} take */
  constructor(port, take) {
    this.port = port;
    this.take = take;
    this.run();
  }

  async run() {
    while (!this.closed) {
      try {
        await this.port.open({ baudRate: 115200 }); // meaningless over USB
        await this.port.setSignals?.({ dataTerminalReady: true });
        this.writer = this.port.writable.getWriter();
        this.take(new Uint8Array());
        await this.read();
      } catch {
        // unplugged, or not plugged in yet
      }
      this.take(null);
      this.writer?.releaseLock();
      this.writer = null;
      await this.port.close().catch(() => {});
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      this.port = (await navigator.serial.getPorts())[0] || this.port; // after replugging, it may be another object
    }
  }

  async read() {
    this.reader = this.port.readable.getReader();
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) return;
        this.take(value);
      }
    } finally {
      this.reader.releaseLock();
    }
  }

  /** @param {string} text */
  async write(text) {
    await this.writer?.write(new TextEncoder().encode(text)).catch(() => {});
  }

  close() {
    this.closed = true;
    this.reader?.cancel().catch(() => {});
  }
}
