"""sacreBLEU's classes for metrics; scores are **from 0 to 100**. Other metrics than BLEU are those of the installed sacreBLEU."""

from typing import Any

from .. import _installed
from .bleu import BLEU, BLEUScore

__all__ = ["BLEU", "BLEUScore"]

_theirs = _installed.attributes_of(__name__)


def __getattr__(name: str) -> Any:
    found = _theirs(name)
    return {**found, "BLEU": BLEU} if name == "METRICS" else found
