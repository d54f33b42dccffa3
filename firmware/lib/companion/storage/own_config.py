"""The board's own config.py: rows that override the built-in ones, kept in the store.

Names missing in the file keep their built-in values, so it may be a single line.

    >>> store = MemoryStore({"config.py": b"HOLE_LEDS = 0\\n"})
    >>> config, problem = with_own(config, store, exec)
    >>> config.HOLE_LEDS, problem
    (0, None)
"""

from companion.reasons import CodedError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Config, Store

FILE = "config.py"


class OwnConfig:
    """The names of a config, with overriding rows."""

    def __init__(self, config: "Config", rows: dict[str, object]):
        for name in dir(config):
            if name[0] != "_":
                setattr(self, name, getattr(config, name))
        for name in rows:
            setattr(self, name, rows[name])


def with_own(
    config: "Config", store: "Store", execute: "Callable[[bytes, dict[str, object]], None]"
) -> "tuple[Config, CodedError | None]":
    """`(config, problem)`: the config with the board's own rows, or unchanged with the error that says why.

    execute: Python's own exec.
    """
    try:
        text = store.read(FILE)
        if text is None:
            return config, None
        from companion.sensing.config_check import check  # seldom needed

        rows: dict[str, object] = {}
        execute(text, rows)
        own = OwnConfig(config, {name: rows[name] for name in rows if name[0] != "_"})
        check(own)  # type: ignore[arg-type]
        return own, None  # type: ignore[return-value]
    except CodedError as error:
        return config, CodedError("config_own", str(error))
    except Exception as error:  # whatever a user has written, the board starts and reports it
        return config, CodedError("config_own", "%s: %s" % (type(error).__name__, error))
