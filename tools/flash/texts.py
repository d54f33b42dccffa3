"""What there is to do for the user, by hand."""

GET_IT = """\
To put MicroPython on it: unplug the board, hold its BOOTSEL button down while you plug it in, and copy the UF2 file of
https://micropython.org/download/RPI_PICO/ (RPI_PICO2 for a Pico 2) to the drive RPI-RP2 or RP2350 that appears; then
run tools/flash.sh again.
Or MicroPython and the companion in one: run tools/build_uf2.sh (on Windows in WSL), plug the board in like that, and
run tools/flash.sh."""

RENEW_IT = """\
To renew it: run tools/build_uf2.sh (on Windows in WSL), unplug the board, hold its BOOTSEL button down while you plug
it in, and run tools/flash.sh again, which copies the new image. Settings and a saved game stay.
To have it as files instead, put MicroPython on it in the same way, from https://micropython.org/download/RPI_PICO/."""

NONE_FOUND = """\
no board is attached, as far as can be seen. Check:
- Is the Pico plugged in, and by a cable that carries data? Many USB cables only charge.
- Does anything run on it that shows a serial port? A board with nothing on it, or with another program, shows none:
  hold its BOOTSEL button down while you plug it in, and run tools/flash.sh again.
- If you know the port, name it: --port PORT, on Linux mostly /dev/ttyACM0, on macOS /dev/cu.usbmodem..."""

FILL_IT = """\
Either run tools/build_uf2.sh (on Windows in WSL) and tools/flash.sh again: MicroPython and the companion in one.
Or copy the UF2 file of https://micropython.org/download/RPI_PICO/ to the drive; then run tools/flash.sh again."""

AGAIN = "Run tools/flash.sh again; if it stays so, the board's flash may be worn out."

CONFIG_STAYS = """\
Nothing was changed. Put your changes into firmware/config.py, and run tools/flash.sh --replace-config."""

PERMISSION = """\
On Linux: sudo usermod -aG dialout $USER, then log out and in again."""
