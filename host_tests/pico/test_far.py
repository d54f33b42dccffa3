"""Mode `far` on the emulated Pico: led turns with the plug pulled in the middle of them."""

from host.sim.pico.table import PicoTable
from host_tests.test_far_board import Far


def test_turns_are_led_on_after_power_cuts(image):
    table = PicoTable(image, twin=False)
    table.plug_in()
    far = Far(table, "danish", seed=1)
    far.cut_at = [3]
    while far.cuts < 1:
        assert far.turn()
    assert far.turn() and far.there()[:-1] == far.here()[: len(far.there()) - 1]
    assert not far.a.fold.broken and not far.seat.trouble
