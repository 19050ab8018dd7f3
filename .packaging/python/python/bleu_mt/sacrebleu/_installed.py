"""The installed sacreBLEU, which gives everything that is not BLEU."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from types import ModuleType
from typing import Any, Optional

_PACKAGE = __name__.rpartition(".")[0]


def module(name: str) -> ModuleType:
    """The module of sacreBLEU that stands behind one of this package."""
    return importlib.import_module("sacrebleu" + name.removeprefix(_PACKAGE))


def version() -> str:
    """Version of the installed sacreBLEU, or else the one whose scores these are."""
    try:
        return importlib.metadata.version("sacrebleu")
    except importlib.metadata.PackageNotFoundError:
        return "2.6.0"


def attributes_of(name: str) -> Callable[[str], Any]:
    """A `__getattr__` for a module of this package: what it lacks is sacreBLEU's."""

    def get(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        try:
            theirs = module(name)
        except ImportError as error:
            raise AttributeError(
                f"{name} has only BLEU; {attribute} is of sacreBLEU, which is not installed: pip install sacrebleu"
            ) from error
        return getattr(theirs, attribute)

    return get


class _Finder(MetaPathFinder, Loader):
    """Finds the modules that this package lacks, such as `dataset`: they are sacreBLEU's own, under another name."""

    def find_spec(
        self, name: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        parent = sys.modules.get(name.rpartition(".")[0])
        is_child = parent is not None and parent.__name__.startswith(_PACKAGE)
        if not name.startswith(_PACKAGE + ".") or is_child and importlib.machinery.PathFinder.find_spec(name, path):
            return None
        theirs = "sacrebleu" + name.removeprefix(_PACKAGE)
        try:
            found = importlib.util.find_spec(theirs)
        except ModuleNotFoundError:
            return None
        return found and importlib.machinery.ModuleSpec(name, self)

    def exec_module(self, module_: ModuleType) -> None:
        sys.modules[module_.__name__] = module(module_.__name__)


# Before the usual finders, which would import sacreBLEU's modules a second time.
sys.meta_path.insert(0, _Finder())
