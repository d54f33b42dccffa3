"""What shared tests ask of calls and findings; it runs wherever they do."""


def error_of(kind, call, *given):
    """The text of the error of that kind that the call raises; AssertionError if it raises none."""
    try:
        call(*given)
    except kind as error:
        return str(error)
    raise AssertionError("%r was taken" % (given,))


def told(findings):
    """(code, where) of each finding."""
    return [fault[:2] for fault in findings]
