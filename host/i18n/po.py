"""The catalogues, such as catalogues/da.po, in gettext's format.

>>> read_catalogue("da")["{player} has won."]
'{player} har vundet.'
"""

import ast
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "catalogues"
_ENTRY = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', re.M)


@cache
def read_catalogue(language: str) -> dict:
    """English text -> text; for English itself, names of modes."""
    entries = _ENTRY.findall((FOLDER / f"{language}.po").read_text(encoding="utf-8"))
    # Quoted lines within brackets form one text, in Python as in gettext.
    return {ast.literal_eval(f"({key})"): ast.literal_eval(f"({text})") for key, text in entries[1:]}
