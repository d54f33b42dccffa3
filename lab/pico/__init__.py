"""The emulated Pico: the firmware's own image for the RP2040, with the fake board wired to its pins.

Modules: `bench` (the Pico and its clock), `board` (muxes, sensors and lights at the pins), `usb` (the host at the other
end of the cable), `flash` (what is written, and power cuts), `table` (hands and console, as the simulator has them),
`native` (speed). docs/bench.md tells what it shows and what not.
"""
