"""CPython: catalogues in gettext's format. Here: packed with the modules, as JSON."""

import json

FOLDER = "/rom/words"
_read = {}


def read_catalogue(language: str) -> dict:
    """English text -> text; empty until it is there."""
    if language not in _read:
        _read[language] = {}
        reread()
    return _read[language]


def reread() -> None:
    """The files have changed."""
    for language in _read:
        try:
            with open(FOLDER + "/" + language + ".json") as file:
                _read[language].update(json.load(file))
        except OSError:
            pass
