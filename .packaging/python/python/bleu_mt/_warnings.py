"""Warnings about texts, at the place of the code that asked for a score."""

import sys
import warnings

_PACKAGE = __name__.partition(".")[0]


class BleuWarning(UserWarning):
    """Something that looks wrong with a corpus that was scored. `check` is its name, with which the message begins:
    `warnings.filterwarnings("ignore", "case:", bleu_mt.BleuWarning)`.
    """

    check: str = ""


def warn(check: str, message: str) -> None:
    """Warns at the line outside of this package that called it."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warning = BleuWarning(message)
    warning.check = check
    warnings.warn(warning, stacklevel=level)
