"""The reasons: every stable code of `guide`, `fault` and `error` events with its English text. One table.

Programs use the code, people read the text; nothing parses the text.

    >>> english("jumps_own")
    'jumps own piece'
    >>> english("line_stuck", (2, "low"))   # an argument may be one of WORDS, which are translated too
    'address line S2 stuck low'

Tables are tuples, not dicts: on the board they lie in the flash.
"""

from daldos.reach import REASONS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Arg, Args, Names

# Texts of `guide`. First why a piece cannot stand where it does, unless daldos.reach has a code and text for it; then
# what the board asks for; then the magnet walk.
GUIDES = (
    ("in_hand", "a piece is in the hand"),
    ("other_die", "the other die must be played"),
    ("die_played", "the %d is played: now play the %d"),
    ("dal_played", "the dal is played: now play the %d"),
    ("dal_left", "the %d is played: now play the dal"),
    ("dice_left", "now play the dice that are left: %s"),
    ("no_distance", "that is not %d steps"),
    ("no_distances", "that is neither %d nor %d steps"),
    ("no_die_so_far", "no die that is left goes so far"),
    ("no_dal", "that is not one step"),
    ("not_captured", "no piece of yours ends there"),
    ("off_board", "a captured piece leaves the board"),
    ("moves_too", "another piece moves, too: set it where the lights point"),
    ("too_many", "a piece too many"),
    ("missing", "pieces are missing"),
    ("misplaced", "no turn puts it there"),
    ("exchanged", "these two pieces are exchanged"),
    ("reads_other", "this reads as %s's piece: is its magnet turned over? press long to take it as %s's"),
    (
        "doubt_nothing",
        "no piece is read here: if one stands there, press long to go on; if it is lost, put another in its place",
    ),
    ("stand_in", "no game goes on without this piece: put another there, or anything if there is none, and press long"),
    (
        "lost_piece",
        "are the marked pieces lost for good? if both agree they count as captured: press long if %s agrees",
    ),
    ("doubt_piece", "a piece is read here: if it should not count, press long to go on without this hole"),
    ("turn_it", "turn the piece in the marked hole: it is dalled"),
    ("turned_back", "turn the piece in the marked hole back: it is not dalled"),
    ("outside", "this hole is not in the game"),
    ("alike", "%d turns look like this: press, and choose"),
    ("choose", "%d turns look like this; press for the next, press long to take %s"),
    ("is_it", "was it %s? press long to take it"),
    ("unseen", "a turn may have been missed: press, and choose"),
    ("thinking", "the board is choosing its turn: do not move anything yet"),
    ("away", "the other player's dice or turn have not arrived yet"),
    ("ask_undo", "the other player has been asked to take the last turn back"),
    ("carry", "the board plays %s: set the marked holes right"),
    ("astray", "the board plays %s instead: set the marked holes right"),
    ("not_played", "no die is played yet"),
    ("dalled", "these pieces are dalled"),
    ("none_dalled", "no piece is dalled yet"),
    ("taken_back", "the turn is taken back"),
    ("play_again", "the turn is taken back; press before a piece moves to play it again"),
    ("throw_back", "the throw is taken back: enter it again"),
    ("set_up_saved", "set up the saved game"),
    ("set_up_new", "set up for a new game"),
    ("set_up_led", "set the marked holes right, as in the game played elsewhere"),
    ("whose", "is it %s's throw next? press long to go on from this position, press for the other player"),
    (
        "no_position",
        "this position is not legal: undalled pieces stand only at home, "
        "and no side has more pieces than it began with",
    ),
    (
        "no_king",
        "no king found: he stands as high as an undalled piece of A; in row A he is known only if no other does",
    ),
    ("whose_king", "is the king %s's? press long to go on, press for another owner"),
    ("position_untold", "this hole cannot be read: set the right piece, then press long"),
    ("before_throw", "throw before you move"),
    ("game_over", "the game is over: set up all pieces for a new one"),
    ("dice_roll", "the dice are still rolling: look at them, then press"),
    ("changed", "the board changed while you pressed: look at the lights, then press again"),
    ("nothing_to_undo", "there is no turn to take back"),
    ("one_player", "dice for one player: press to throw"),
    ("two_players", "dice for two players: each throws for the start, then they take turns"),
    ("dice_alone", "dice alone: press to throw; press long to change between one player and two"),
    ("sensors_found", "sensors found: press long to play on the board, press to keep the dice alone"),
    ("menu_rules", "rules %s, %d pieces a side: press long to choose them"),
    ("menu_rules_set", "rules %s, %d pieces a side: these are set"),
    ("menu_side", "in mode solo the board plays %s: press long for the other side"),
    ("menu_hints_on", "hints are on: press long to turn them off"),
    ("menu_hints_off", "hints are off: press long to turn them on"),
    ("menu_sound_on", "sound is on: press long to turn it off"),
    ("menu_sound_off", "sound is off: press long to turn it on"),
    ("menu_calibrate", "calibration: take all pieces off the board, then press long"),
    (
        "calibrate_sure",
        "take the pieces off the marked holes; if they are empty, press long to calibrate them so",
    ),
    ("rules_now", "a new game by the rules %s"),
    ("offer", "%d pieces of A's, %d of B's: press long for a new game with them, by the rules %s"),
    (
        "offer_without",
        "%d pieces of A's, %d of B's: press long for a new game with them, by the rules %s; "
        "if a piece stands in a marked hole, has its magnet fallen out? Press twice to be asked",
    ),
    ("offer_instead", "%d pieces of A's, %d of B's: press long for a new game, by the rules %s, press for the old one"),
    (
        "offer_instead_without",
        "%d pieces of A's, %d of B's: press long for a new game with them, by the rules %s, press for the old one; "
        "if a piece stands in a marked hole, has its magnet fallen out? Put another there",
    ),
    (
        "offer_exchanged",
        "%d pieces a side, A's in row B and B's in row A: press long for a new game by the rules %s, sides swapped",
    ),
    (
        "offer_shifted",
        "%d pieces a side, away from the stern: press long for a new game by the rules %s; "
        "the lights lead them to the stern",
    ),
    (
        "offer_both",
        "%d pieces a side, A's in row B and B's in row A, away from the stern: press long for a new game "
        "by the rules %s, sides swapped; the lights lead them to the stern",
    ),
    (
        "offer_turned",
        "%d pieces a side, but the marked ones read as the other side's: are their magnets turned over? Press long for "
        "a new game by the rules %s with them put right",
    ),
    (
        "press_unheard",
        "a turn stands here: press to end it. If presses do nothing, the button or its wire to %s is open",
    ),
    ("unwon", "the pieces stand as before the last turn: press to take it back"),
    (
        "declined",
        "the pieces are set up for a new game: set the marked holes as they were, or press long to be asked again",
    ),
    ("rules_next", "the next game is by the rules %s; this one goes on as it began"),
    ("walk_clear", "magnet walk: take all pieces off the board; press to skip the walk"),
    ("walk_next", "magnet walk: put a piece of A's into this hole"),
    ("walk_off", "magnet walk: take the piece out of this hole, then put it back; press to skip the hole"),
    ("walk_again", "magnet walk: %s reads, not %s: set the piece into %s again; press if it is there"),
    ("walk_nothing", "magnet walk: nothing is read here; press to skip the hole"),
    ("walk_weak", "magnet walk: only %d is read here, %d is a piece; press to skip the hole"),
    (
        "walk_all_b",
        "magnet walk: every hole reads B: the magnet is upside down, or the piece is B's. The walk starts again",
    ),
    ("walk_turn", "magnet walk: turn the piece in this hole; press if it is turned"),
    ("walk_alike", "magnet walk: %d and %d are too close: this hole cannot tell which pieces are dalled"),
    ("walk_broken_off", "magnet walk: stopped"),
    ("pulls_unsure", "this chip cannot tell whether a mux at %s never switches off; the magnet walk can"),
    ("bootsel", "new firmware: press long to restart as a USB drive, press to go on"),
)

# Texts of `fault`: wiring, as found by a scan or a magnet walk; then stored data and the program.
FAULTS = (
    ("line_stuck", "address line S%d stuck %s"),
    ("lines_stuck", "address lines S%d and S%d stuck"),
    ("lines_swapped", "address lines S%d and S%d swapped"),
    ("muxes_exchanged", "two muxes do not answer"),
    ("pin_silent", "no mux answers on this pin"),
    ("mux_silent", "mux does not answer"),
    ("gnd_high", "GND reference reads high"),
    ("rail_reference_low", "sensor rail reference reads low"),
    ("rail_lost", "sensor rail lost"),
    ("rail_low", "sensor rail low"),
    ("half_off", "half rail off"),
    ("button_stuck", "the button is held, or its wire is shorted"),
    ("half_reference_off", "half rail reference off"),
    ("sensor_dead", "sensor dead, reads %s"),
    ("hole_doubted", "reads wrong: sensor, wire or magnet"),
    ("mux_always_on", "a mux never switches off"),
    ("loose", "a loose contact: it comes and goes"),
    ("walk_lines_swapped", "magnet walk: address lines S%d and S%d swapped"),
    ("walk_pins_swapped", "magnet walk: ADC pins swapped"),
    ("walk_sig_swapped", "magnet walk: SIG of two muxes swapped"),
    ("walk_en_swapped", "magnet walk: EN of two muxes swapped"),
    ("walk_sensors_swapped", "magnet walk: wires of two sensors swapped"),
    ("walk_elsewhere", "magnet walk: read at another place"),
    ("walk_mux_always_on", "magnet walk: a mux never switches off"),
    ("walk_two_answer", "magnet walk: two places answer"),
    ("walk_nothing_read", "magnet walk: nothing read"),
    ("walk_reads_b", "magnet walk: pieces of A read as B"),
    ("walk_face_down", "magnet walk: sensor lies face down"),
    ("given_up", "disabled: unknown until enabled again or read by a magnet walk"),
    ("blind", "too many holes unknown to play on"),
    ("config_own", "the board's own config.py is not used: %s"),
    ("config_number", "%s: %s, expected a whole number above 0"),  # a name in config.py; so to config_hole
    ("config_between", "%s: %s, expected a whole number, %d ... %d"),
    ("config_order", "%s: %d, expected more than %s, which is %d"),
    ("config_count", "%s: %d entries, expected %d"),
    ("config_pin", "%s: %s, expected the number of a GP pin, 0 ... %d"),
    ("config_adc", "%s: %s, expected 26 to 28, which have the ADC"),
    ("config_taken", "%s: GP%d is %s already"),
    ("config_reference", "mux %d C%d: %s, expected %s"),
    ("config_channel", "mux %d C%d: %s, expected a hole of this board, GND, RAIL or HALF"),
    ("config_twice", "mux %d C%d: %s is on mux %d C%d already"),
    ("config_hole", "hole %s is on no mux"),
    ("record_torn", "%d bytes dropped after record %d"),  # in the saved game; so to record_bad
    ("record_torn_kept", "%d bytes dropped after record %d; the whole file is kept as %s"),
    ("record_bad", "record %d, %r, cannot be played; the whole file is kept as %s"),
    ("file_vanished", "%s: the file has vanished; it is written again"),
    ("file_foreign", "%s: not written by this board; it is kept as %s, and written again"),
    ("file_taken", "%s: another program writes this file"),
    ("file_unread", "%s: cannot be read: %s"),
    ("file_unwritten", "%s: cannot be written: %s"),
    ("game_too_long", "the game is too long to save with all its turns"),
    ("flash_worn", "sector %d of the flash cannot be written"),
    ("kept_damaged", "some saved data cannot be read: check the game and the settings"),
    ("file_too_long", "longer than %d bytes, not read"),
    ("stored_not_text", "%s: not text, expected '%s ...'"),
    ("stored_head", "%s: starts with %r, expected '%s'"),
    ("stored_checksum", "%s: checksum %r does not match: the text is damaged"),
    ("stored_holes", "%s: %d holes, expected %d"),
    ("stored_hole", "%s: %r is not a hole of this board"),
    ("baseline_half", "baseline: half rail %d, expected %d to %d"),
    ("baseline_hole", "baseline: %s reads %d, expected within %d of the half rail %d"),
    ("not_saved", "nothing is saved"),
    ("store", "%s"),  # the system's message about a failed store
    ("lines_lost", "%d lines were not read and are lost"),
    ("safe_mode", "safe mode after repeated failures: roller only, see %s"),
    ("hung", "the program hung, and the watchdog restarted it"),
    ("crashed", "the program crashed and was restarted, see %s"),
    ("crash", "crash: %s %s"),
)
MENDED = "mended: "  # before the text of a cleared fault

# Texts of `error`: first for invalid lines, then for commands that are not possible, now or ever.
ERRORS = (
    ("line_too_long", "line: longer than %d bytes"),
    ("bad_json", "byte %d: %s, expected %s"),
    ("json_twice", "key %s: given twice"),
    ("json_ascii", "byte %d: 0x%s, expected printable ASCII"),
    ("json_value", "%s: expected a str, int, bool or None"),
    ("no_do", "no 'do': expected one of %s"),
    ("unknown_command", "do %s: expected one of %s"),
    ("missing_key", "%s: no '%s'"),
    ("unknown_key", "%s: unknown key %s"),
    ("bad_text", "%s: %s is %s, expected a string of 1 to %d characters"),
    ("bad_flag", "%s: %s is %s, expected true or false"),
    ("bad_mode", "%s: %s is %s, expected one of %s"),
    ("bad_throw", "%s: %s is %s, expected two dice of 1 to 4, like '13'"),
    ("bad_side", "%s: %s is %s, expected 'A', 'B', 'AB' or ''"),
    ("bad_count", "%s: %s is %s, expected an int from 0"),
    ("bad_value", "%s: %s is %s, expected a string, an int, true or false"),
    ("bad_id", "id: %s, expected a string of 1 to %d characters or an int"),
    ("bad_rules", "%s"),
    ("no_setting", "setting %s: unknown, expected %s"),
    ("setting_type", "setting %s: %s is not of type %s"),
    ("bad_setting", "setting %s: it cannot be %s"),
    ("board_too_small", "rules %r: n is %d, this board has %d holes a row"),
    ("nothing_to_undo", "there is no turn to take back"),
    ("no_throw_due", "a throw is entered in mode wooden and phase opening or throw, not mode %s, phase %s"),
    ("led", "this board follows a game played elsewhere, so it cannot begin a game or take back"),
    ("throw_stays", "the throw %d%d was thrown before and stays: press the button"),
    ("board_differs", "the board differs from the game: set the pieces right first"),
    ("no_hole", "giveup: %r is not a hole of this board"),
    ("no_sensors", "%s: there are no sensors to read"),
    ("calibration_references", "calibration: references of %s are wrong: see the self-test"),
    ("calibration_half", "calibration: the half rail is wrong: see the self-test"),
    ("calibration_pieces", "calibration: a piece stands on %s"),
    ("calibration_unsteady", "calibration: no steady reading at %s"),
    ("calibration_pieces_unsteady", "calibration: a piece stands on %s; no steady reading at %s"),
    ("calibration_early", "calibration: %d of %d scans"),
    ("calibration_broken_off", "calibration: stopped"),
    ("walk_references", "walk: references of %s are wrong: see the self-test"),
    ("answers_wait", "%d answers are still to be sent"),
    ("refused", "%s"),
)

# The words among the arguments, which are translated too; the others are names and numbers.
WORDS = (
    "nobody",
    "low",
    "high",
    "str",
    "int",
    "bool",
    "the end",
    "an escape of JSON",
    "a plain value, nothing nested",
    "a string, an int, true, false or null",
    "\\u and four hex digits, no lone surrogate",
)


class CodedError(ValueError):
    """An error with a code that says what cannot be used or done.

    code, args, holes: as in the `fault` or `error` event that reports it; args are ints and strings.
    """

    def __init__(self, code: str, *args: "Arg", holes: "Names" = ()):
        super().__init__(*args)
        self.code = code
        self.holes = holes

    def __str__(self) -> str:
        return english(self.code, self.args)


class StoreError(OSError):
    """A failing store; code and args as in a CodedError, but at most two, because OSError takes a third for itself."""

    def __init__(self, code: str, *args: "Arg"):
        super().__init__(*args)
        self.code = code

    def __str__(self) -> str:
        return english(self.code, self.args)


class Refusal(CodedError):
    """A refused command, which has changed nothing."""


def template(code: str) -> str:
    """The text of a code, with its fields, including the reasons of the rules; KeyError for an unknown code."""
    for table in (GUIDES, FAULTS, ERRORS, REASONS):
        for known, text in table:
            if known == code:
                return text
    raise KeyError(code)


def english(code: str, args: "Args" = ()) -> str:
    """The text of a code with its arguments filled in; for a text that is only `%s`, args are a text and its
    arguments."""
    text, args = template(code), tuple(args)
    if text == "%s":
        text, args = str(args[0]), args[1:]
        return text % args if args else text
    return text % args
