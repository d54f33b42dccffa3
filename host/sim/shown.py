"""Texts by somebody else, made safe to show on pages, in terminals and in files.

>>> shown("\\x1b[31mAne")
'\\ufffd[31mAne'
"""

# Characters that move the cursor, reverse text, are invisible or unassigned; not the joiners of emoji and letters.
HIDDEN = (
    (0x00, 0x09), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0xD800, 0xDFFF), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFC), (0xFFFE, 0xFFFF),
)  # fmt: skip
REPLACEMENT = "\ufffd"


def shown(text: str) -> str:
    """The text with a mark in place of each character that must not be shown; line ends stay."""
    return "".join(REPLACEMENT if is_hidden(letter) else letter for letter in text)


def is_hidden(letter: str) -> bool:
    """Whether a character must not be shown."""
    code = ord(letter)
    return not 0x20 <= code < 0x7F and any(low <= code <= high for low, high in HIDDEN)
