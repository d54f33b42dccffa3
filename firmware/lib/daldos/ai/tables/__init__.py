"""The solved endings, one module per ruleset, only on a Pico: made by tools/freeze_endings.py.

A computer reads them from files. A module has one constant, TABLE: see daldos.ai.packed.

>>> table_of("danish") is None      # but not on the board
True
"""

if False:  # only for the type checker; the compiler drops it
    from daldos.ai.packed import Packed


def table_of(name: str) -> "Packed | None":
    """The table of exactly these rules (`Rules.text`), or None if it is not here."""
    try:
        if name == "danish":
            from daldos.ai.tables.danish import TABLE
        elif name == "ostergaard":
            from daldos.ai.tables.ostergaard import TABLE
        elif name == "norwegian":
            from daldos.ai.tables.norwegian import TABLE
        elif name == "mary-rose":
            from daldos.ai.tables.mary_rose import TABLE
        elif name == "cerne-abbey":
            from daldos.ai.tables.cerne_abbey import TABLE
        elif name == "naesheim":
            from daldos.ai.tables.naesheim import TABLE
        else:
            return None
    except ImportError:
        return None
    from daldos.ai.packed import Packed

    return Packed(TABLE)
