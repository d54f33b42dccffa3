"""CPython: catalogues in gettext's format. Here: packed with the modules, as JSON."""

import json
from functools import cache

FOLDER = "/rom/words"


@cache
def read_catalogue(language: str) -> dict:
    """English text -> text."""
    with open(FOLDER + "/" + language + ".json") as file:
        return json.load(file)
