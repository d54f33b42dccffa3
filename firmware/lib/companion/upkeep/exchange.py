"""Wires of sensors that stay exchanged: offered at the end of a magnet walk, kept in the store, taken back.

The board then plays by what the walk has found: each hole is read where its sensor answers, and a fault names hole and
wire as they are. A new walk that reads otherwise takes it back, and so does the command `wires`. These are functions of
the Service, apart from it because most boards never need them.

    exchange.take(service, True)       # play by the last walk; False: by config.py again
"""

from companion.console import events
from companion.lights import scene as lights
from companion.reasons import CodedError, Refusal
from companion.sensing.crossing import agrees, crossing_of, dump_crossing, exchanged, load_crossing

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Event, Service, WalkMap

FILE = "wires"


def start(service: "Service", data: bytes) -> None:
    """Power on, and this was kept: read the holes so, and say it; what cannot be used is said and not used."""
    try:
        service.sensing.rewire(load_crossing(data, service.config))
    except ValueError as error:
        service.emit(events.fault_of(FILE, error))
        return
    if service.sensing.rewired:
        service.emit(wires_event(service))


def wires_event(service: "Service") -> "Event":
    """The `wires` event: what is exchanged, and played by."""
    return events.wires(*exchanged(service.config, service.sensing.slots))


def judge(service: "Service", walked: "WalkMap") -> None:
    """A walk has ended: what was kept stays if the walk has read the same, and else is taken back."""
    if agrees(walked, service._slots):
        walked.slots = service._slots
    else:
        _use(service, walked.slots)


def offer(service: "Service", walked: "WalkMap", now: int) -> "Event | None":
    """Offer to play by what the walk has found: the board is taken for the question, and what is asked comes back.

    None if nothing is exchanged, or nothing that can be kept.
    """
    try:
        slots = crossing_of(walked)
    except CodedError:
        return None
    if slots == service.sensing.slots:
        return None
    holes, _ = exchanged(service.config, slots)
    service.busy = True
    service.job = FILE
    service._show(now, lights.SHOW_KEEP)
    return events.guide("wires_keep", [], (len(holes),))


def take(service: "Service", keep: bool) -> None:
    """Play by the last walk, or by config.py again. Refusal or CodedError change nothing."""
    if keep:
        if not service.walked:
            raise Refusal("wires_no_walk")
        slots = crossing_of(service.walked)
    else:
        slots = service.sensing.wired
    _use(service, slots)
    service.sensing.rewire(slots)
    walked = service.walked
    if walked:
        walked.slots = slots
        service.given.suspend()
        service.resume([hole for hole in range(len(slots)) if walked.places[hole] == slots[hole]])
    service.emit(wires_event(service))


def _use(service: "Service", slots: bytes) -> None:
    # Where nothing was ever kept, nothing needs to be taken back.
    try:
        kept = service.store.read(FILE, 1) is not None
    except OSError:
        kept = True
    if kept or slots != service.sensing.wired:
        service._keep(FILE, dump_crossing(slots))
    service._slots = slots
