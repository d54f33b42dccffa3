"""What tools/flash.sh does: from an attached Pico to a board that says hello.

Modules: `attached` (what is on the USB cables), `plan` (what is to be copied and removed), `board` (the board, through
mpremote), `steps` (one after the other), `texts` (advice), `on_board` (two scripts that run on the board itself).
docs/flashing.md tells the user's side of it, and why an interrupted copy does no harm.
"""


class FlashError(ValueError):
    """A step that failed, and how to mend it. status: the exit status, see docs/flashing.md."""

    status = 1


class NotReadyError(FlashError):
    """What is attached, or is not, cannot be flashed as it is: nothing was changed."""

    status = 3
