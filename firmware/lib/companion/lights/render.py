"""Scene and time -> pixels, a pure function: what each message looks like. docs/lights.md shows the pictures.

The first eight LEDs are the dice. Everything moves in steps of a sixteenth of POINT_MS (100 ms); every
message has a rhythm of its own, so that none depends on its colour. A message about player A stands still, stays even
or runs to the right; one about B comes in twos or runs to the left; one about nobody breathes.

To point at a hole, one LED of the first die shows its quarter of the board, one of the second its column there:
one long beat for row A, two for M, three for B. If the first LED stands still and the second beats, a piece of A should
stand there; the other way round, one of B; if both beat together, nothing should stand there; if they take turns, look
there; if both stand still and the rest of the first die beats, turn the piece. Where that rest glows the
piece is dalled. Several holes follow each other, each introduced by the reason.

    >>> render(scene, now_ms, pixels, config)
"""

from companion.lights import scene as s
from companion.ticks import elapsed
from daldos.geometry import board_for

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Colour, Config, Scene, Throw, Throws

INTRO_SLOTS = 4  # announce a hole; its other slots point at it

OFF = 0
DIM = 1
FULL = 2
DIM_PART = 8  # a dim LED has an eighth of the current: to the eye about a third of the light

RED = (120, 0, 0)  # something is wrong
GREEN = (0, 120, 0)
BLUE = (0, 0, 120)

# Slots in which something is lit, slot 0 the lowest bit.
BEATS = (0x03F0, 0x1C70, 0x3330)  # a hole in row A, M, B
DIE_BEATS = (0x00FF, 0x0033, 0x0F0F)  # a die that A, B or nobody has still to play or enter
STEADY = 0xFFFF
WINK = 0xAFFF  # B's dice, and B's pieces on the hole LEDs
HOLE_BEATS = (0x00FF, STEADY, WINK, 0x0033, 0x1111, 0xFBFF, 0xABFF)  # a hole LED: lift, A, B, look, turn, dalled

# Of the settings in the choice of modes, a bit a LED, the first the highest: board plays A, B; hints and sound off, on.
_SETTINGS = ((0xF6, 0x6F), (0x90, 0x99), (0x60, 0x66), (0x7F, 0x7F))

ROLLS, MORE_ROLLS = 7, 2  # how often the first die rolls over, and each one more than the one before


def render(scene: "Scene", now_ms: int, pixels: bytearray, config: "Config") -> None:
    """Fill `pixels`, R, G, B of eight dice LEDs, then of config.HOLE_LEDS hole LEDs, with the `scene` at `now_ms`."""
    for i in range(3 * config.DICE_LEDS):
        pixels[i] = 0
    if any(pixels):  # a hole LED was lit, which is seldom: a loop over all takes a Pico long, and this none
        for i in range(len(pixels)):
            pixels[i] = 0
    age_ms = elapsed(now_ms, scene.since_ms)
    slot = age_ms % config.POINT_MS * s.SLOTS // config.POINT_MS
    colour = config.COLOUR_A if scene.player == 0 else config.COLOUR_B if scene.player == 1 else config.COLOUR_M
    draw = KINDS[scene.kind]
    if draw:
        draw(scene, age_ms, slot, colour, pixels, config)


def picture(scene: "Scene", now_ms: int, config: "Config") -> int:
    """A number that changes whenever the picture of this scene does: a frame is worth drawing only then."""
    kind = scene.kind
    if kind == "dark":
        return 0
    if kind == "menu" and (scene.used or not s.RULES_ENTRY <= scene.choice < s.SIDE_ENTRY):
        return 0
    age_ms = elapsed(now_ms, scene.since_ms)
    if kind == "roll" and 0 <= age_ms < config.ROLL_MS:
        return -1 - age_ms // config.FRAME_MS
    if (kind == "dice" or kind == "roll") and scene.player == s.PLAYER_A and not _take_turns(scene.throw):
        return 0
    return 1 + age_ms // (config.POINT_MS // s.SLOTS)


def _thrown(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    if scene.kind == "roll" and 0 <= age_ms < config.ROLL_MS:
        _dice(pixels, scene, colour, FULL, FULL, OFF, config, 0, config.ROLL_MS - age_ms)
        return
    level = FULL
    if scene.player == s.PLAYER_B and not WINK >> slot & 1:
        level = OFF
    elif scene.player == s.NOBODY and slot & (2 if _take_turns(scene.throw) else 8):
        level = DIM  # of dice that take turns each in its own
    _dice(pixels, scene, colour, level, DIM if level else OFF, OFF, config, slot)


def _take_turns(throw: "Throw | None") -> bool:
    # Whether its dice share their LEDs.
    return throw is not None and len(throw.throws.leds) > throw.throws.count


def rolled(throws: "Throws", face: int, steps: int) -> int:
    """The face that a die shows after rolling over `steps` times (back, if negative) from `face`.

    Dal is opposite 3 and 2 opposite 4, so a long die that rolls over shows dal, 2, 3, 4, dal ...
    """
    faces = throws.faces if throws.count > 1 else sorted(set(throws.faces))
    return faces[(faces.index(face) + steps) % len(faces)]


def _rolling(throw: "Throw", k: int, left_ms: int, config: "Config") -> int:
    # Steps left go with the square of the time left, so the die slows down, and the last one falls at the end.
    whole = config.ROLL_MS * config.ROLL_MS
    rolls = ROLLS + MORE_ROLLS * k
    return rolled(throw.throws, throw.faces[k], -((left_ms * left_ms * rolls + whole - 1) // whole))


def _to_be_played(
    scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config"
) -> None:
    if _take_turns(scene.throw):
        _thrown(scene, age_ms, slot, colour, pixels, config)
        return
    wooden = scene.kind == "wooden"
    done = FULL if wooden else DIM
    rest = DIM if wooden else OFF
    todo = FULL if DIE_BEATS[scene.player] >> slot & 1 else OFF
    _dice(pixels, scene, colour, todo, done, rest, config, slot)


def _lost(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # The dice shake their head: the two halves of the lights in turn.
    theirs = scene.player == s.PLAYER_B
    if _take_turns(scene.throw):
        _dice(pixels, scene, colour, FULL, FULL, OFF, config, slot)
    elif not theirs or slot < 8:
        lit = slot >> (1 if theirs else 2) & 1
        _dice(pixels, scene, colour, FULL, FULL, OFF, config, slot)
        for i in range(12 - 12 * lit, 24 - 12 * lit):
            pixels[i] = 0


def _press(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # A running dot invites a press, over the dim dice that lie there.
    kind = scene.kind
    if kind == "ready" or kind == "opening" or kind == "turn":
        _dice(pixels, scene, colour, DIM, DIM, OFF, config, slot)
    dot = slot & 7
    if kind == "roller":
        dot = slot if slot < 8 else 15 - slot
    elif kind == "opening":
        dot = slot & 3
        if scene.player == s.PLAYER_A and _take_turns(scene.throw):
            dot += 4  # beside the pips
    if scene.player == s.PLAYER_B:
        dot = 7 - dot
    _light(pixels, dot, colour, FULL, config)


def _guide(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    if scene.throw and age_ms // config.POINT_MS % (scene.count + 1) == scene.count:  # a turn may be ended as it stands
        _press(scene, age_ms, slot, colour, pixels, config)
        return
    if slot < INTRO_SLOTS or scene.kind == "fault" and not scene.count:
        _intro(scene, slot, pixels, config)
    elif scene.count:
        i = age_ms // config.POINT_MS % (scene.count + (1 if scene.throw else 0))
        _point(scene.holes[i], scene.wants[i], slot, pixels, config)
    if config.HOLE_LEDS:
        _show_holes(scene, slot, pixels, config)


def _intro(scene: "Scene", slot: int, pixels: bytearray, config: "Config") -> None:
    kind = scene.kind
    for led in range(8):
        if kind == "guide":  # all, twice
            lit = slot & 1 == 0
        elif kind == "fault":  # every second LED in turn
            lit = led + slot & 1 == 0
        elif kind == "undo":  # they run out, backwards
            lit = led < 8 - 2 * slot
        elif kind == "lead":  # two run forward; of a hint, from both ends to the middle
            lit = (min(led, 7 - led) if scene.choice else led >> 1) == slot
        elif kind == "ask":  # the number of the candidate, four slots, as no beat is
            lit = led <= scene.choice & 3
        elif kind == "turn":  # one runs round each die
            lit = led & 3 == slot
        elif kind == "dalled":  # the ends of the dice, then their middles
            lit = (led + 1 & 2 == 0) == (slot < 2)
        elif kind == "offer":  # a curtain closes
            lit = min(led, 7 - led) <= slot
        elif kind == "setup":  # two at each end
            lit = slot < 2 and not 1 < led < 6
        else:  # the four in the middle
            lit = slot < 2 and 1 < led < 6
        if lit:
            _light(pixels, led, RED if kind == "guide" or kind == "fault" else config.COLOUR_M, FULL, config)


def _point(hole: int, want: int, slot: int, pixels: bytearray, config: "Config") -> None:
    board = board_for(config.N, True)
    row = board.row(hole)
    column = hole - board.start[row]
    colour = config.COLOUR_A if row == 0 else config.COLOUR_M if row == 1 else config.COLOUR_B
    prow = column == board.n
    beat = BEATS[row] >> slot & 1 == 1
    turn = want == s.TURN
    dalled = want > s.TURN
    side = want - s.TURN if dalled else want
    quarter_lit = beat or turn or side == s.WANT_A
    column_lit = not beat if want == s.LOOK else beat or turn or side == s.WANT_B
    quarter = 3 if prow else column >> 2
    for led in range(4):
        if quarter_lit if led == quarter else turn and beat:
            _light(pixels, led, colour, FULL, config)
        elif led != quarter and dalled:
            _light(pixels, led, colour, DIM, config)
        if column_lit and (prow or led == column & 3):
            _light(pixels, 4 + led, colour, FULL, config)


def _show_holes(scene: "Scene", slot: int, pixels: bytearray, config: "Config") -> None:
    # All at once, and as bright as if all were lit, so that beats of some do not make others flicker.
    brightest = max(sum(config.COLOUR_A), sum(config.COLOUR_B), sum(config.COLOUR_M), sum(RED))
    whole = max(config.HOLES_RGB_MAX, scene.count * brightest)
    for i in range(scene.count):
        hole = scene.holes[i]
        want = scene.wants[i]
        if hole < config.HOLE_LEDS and HOLE_BEATS[want] >> slot & 1:
            colour = config.COLOUR_M
            side = want - s.TURN if want > s.TURN else want
            if side == s.WANT_A:
                colour = config.COLOUR_A
            elif side == s.WANT_B:
                colour = config.COLOUR_B
            elif scene.kind == "fault":
                colour = RED
            _set(pixels, config.DICE_LEDS + hole, colour, config.HOLES_RGB_MAX, whole)


def _menu(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # The first die has a mode a LED, the second a room, over dim ones. Solo is as many of the second as its level, and
    # the ends of the first, which are bright at the last. Rulesets are the first LED and a bar from the right, which
    # blinks unless they are set, relatives every second LED from the left; each setting has two pictures.
    entry, dim = scene.choice, 0xFF  # a bit a LED, the first the highest
    if entry >= s.PLAYERS_ROOM:
        lit = 0x08 >> entry - s.PLAYERS_ROOM
    elif entry >= s.SIDE_ENTRY:
        lit = _SETTINGS[entry - s.SIDE_ENTRY][scene.used]
    elif entry >= s.RELATIVES_ENTRY:
        lit = 0xFF00 >> 2 * (entry - s.RELATIVES_ENTRY) + 4 & 0xAA if scene.used or slot < 8 else 0
    elif entry >= s.RULES_ENTRY:
        lit = 0x7F + (2 << entry - s.RULES_ENTRY) if scene.used or slot < 8 else 0
    elif entry > 3:
        lit, dim = (0x9F if entry > 7 else 0x78 >> entry - 4 & 0x0F), 0x90
    else:
        lit, dim = 0x80 >> entry, 0xF0
    for led in range(8):
        if (lit | dim) << led & 0x80:
            _light(pixels, led, colour, FULL if lit << led & 0x80 else DIM, config)


def _over(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # Every second LED of the winner's die in turn.
    first = 4 if scene.player == s.PLAYER_B else 0
    for led in range(4):
        _light(pixels, led + first, colour, FULL if led + slot // 2 & 1 else OFF, config)


def _offer(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # A curtain that closes; slowly, if the button is to be held; without some pieces, it comes before each of them.
    # That of the board opens, that of another size goes to and fro.
    if scene.count:
        _guide(scene, age_ms, slot, colour, pixels, config)
        return
    closed = slot // 4 if scene.choice else slot // 2 if slot < 12 else -1
    for led in range(8):
        place = min(led, 7 - led)
        if scene.choice == 2:
            place = 3 - place
        lit = place <= closed if scene.choice != 3 else place == 0 or place == 2 or place == 1 and slot & 4
        _light(pixels, led, colour, FULL if lit else OFF, config)


def _keep(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # Two dots cross, there and back.
    dot = slot if slot < 8 else 15 - slot
    _light(pixels, dot, colour, FULL, config)
    _light(pixels, 7 - dot, colour, FULL, config)


def _whose(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # The ends of the player's die; whether the player agrees: its middle; whose the king is: its ends and the other's
    # middle, or all ends.
    if DIE_BEATS[scene.player] >> slot & 1:
        lit = b"\x90\x09\x60\x06\x96\x69\x99"[2 * scene.choice + scene.player]
        for led in range(8):
            if lit << led & 0x80:
                _light(pixels, led, colour, FULL, config)


def _held(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # All of them, in the quickest beat.
    for led in range(8):
        _light(pixels, led, colour, DIM if slot & 1 else FULL, config)


def _calibrate(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # A gap runs.
    for led in range(8):
        _light(pixels, led, colour, OFF if led == slot & 7 else FULL, config)


def _selftest(scene: "Scene", age_ms: int, slot: int, colour: "Colour", pixels: bytearray, config: "Config") -> None:
    # A bar grows and shrinks, in each primary colour.
    for led in range(min(slot + 1, s.SLOTS - slot)):
        _light(pixels, led, (RED, GREEN, BLUE)[age_ms // config.POINT_MS % 3], FULL, config)


def _dice(
    pixels: bytearray,
    scene: "Scene",
    colour: "Colour",
    level: int,
    played: int,
    rest: int,
    config: "Config",
    slot: int,
    left_ms: int = 0,
) -> None:
    """The scene's dice: those in `used` at the level `played`, the others at `level`, dark pips at `rest`.

    left_ms: they roll over for so long.
    """
    throw = scene.throw
    if throw and _take_turns(throw):
        from companion.lights.sharing import leds  # in few games

        lit = leds(scene, slot, _rolling(throw, 0, left_ms, config) if left_ms else 0) if level else 0
        for led in range(8):
            if lit << led & 0x8080:
                _light(pixels, led, colour, level if lit << led & 0x80 else DIM, config)
    elif throw:
        for k in range(len(throw.faces)):
            face = _rolling(throw, k, left_ms, config) if left_ms else throw.faces[k]
            _die(pixels, throw, k, face, colour, played if scene.used >> k & 1 else level, rest, config)
    elif rest:
        for led in range(8):
            _light(pixels, led, colour, rest, config)


def _die(
    pixels: bytearray, throw: "Throw", k: int, face: int, colour: "Colour", level: int, rest: int, config: "Config"
) -> None:
    """One die of a throw: what shows `face` at `level`, its other LEDs at `rest`."""
    leds = throw.throws.leds[k]
    for led in range(8):
        if leds[face] << led & 0x80:
            _light(pixels, led, colour, level, config)
        elif rest and leds[0] << led & 0x80:
            _light(pixels, led, colour, rest, config)


def _light(pixels: bytearray, led: int, colour: "Colour", level: int, config: "Config") -> None:
    """One dice LED, below the cap."""
    if level != OFF:
        whole = max(config.DICE_RGB_MAX, colour[0] + colour[1] + colour[2])
        _set(pixels, led, colour, config.DICE_RGB_MAX, whole if level == FULL else whole * DIM_PART)


def _set(pixels: bytearray, led: int, colour: "Colour", part: int, whole: int) -> None:
    for i in range(3):
        pixels[3 * led + i] = colour[i] * part // whole


# A kind of message, and what draws it. docs/lights.md has its picture.
KINDS = {
    "dark": None,
    "roll": _thrown,  # the dice roll over for ROLL_MS, then lie as `dice`
    "dice": _thrown,  # thrown, to be played; `used` tells the dice already played
    "lost": _lost,  # no legal turn with these dice: press on
    "ready": _press,  # a legal turn is on the board: a press ends it
    "partial": _to_be_played,  # one die is played (`used` tells which), the other must be
    "guide": _guide,  # holes to mend
    "setup": _guide,  # holes to fill or to clear
    "opening": _press,  # `player` throws for the start; the dice of the last such throw, if any
    "throw": _press,  # `player` throws by pressing
    "ask": _guide,  # is it this turn? The holes of candidate number `choice`
    "undo": _guide,  # the way back for a turn's pieces after an undo
    "offer": _offer,  # a new game; the holes lack pieces
    "over": _over,  # `player` has won
    "fault": _guide,  # a faulty board, at these holes or as a whole
    "menu": _menu,  # entry number `choice` of the choice of modes; `used` 1: it is set
    "roller": _press,  # dice only: press to throw
    "wooden": _to_be_played,  # a throw of wooden dice is being entered; a die in `used` is settled
    "diagnose": _guide,  # the occupied holes
    "calibrate": _calibrate,
    "selftest": _selftest,
    "lead": _guide,  # the moves of a turn: the board's own, to be set up, or a hint
    "keep": _keep,  # a long press waits for new firmware
    "turn": _guide,  # pieces to turn in place; all else is right
    "whose": _whose,  # asks whether `player` throws in the position set up; choice 1: agrees to a loss; 2: has the king
    "held": _held,  # the button is held: its release will be a long press
    "dalled": _guide,  # the dalled pieces
}
