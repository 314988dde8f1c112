"""Copies of trees, to be written into: of a parsed file, of a whole bundle."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ...lang.source import Source, Span

T = TypeVar("T")
_MOOT = __name__.partition(".")[0] + "."
_COPIED = (
    _MOOT + "lang.",
    _MOOT + "pack.",
)  # the rooms whose values are copied; values that others wrote into nodes are shared


def copier(of: T, home: Mapping[int, str]) -> Callable[[], tuple[T, dict[int, str]]]:
    """Copy a value as it is now, with records keyed by the identity of its parts (the packs of nodes).

    Texts and places are shared. Raises RecursionError for very deep nesting.
    """
    kept = io.BytesIO()
    writer = _Writer(kept, home)
    writer.dump(of)
    writer.dump(list(writer.homes.values()))  # of the same parts, as the writer knows what it has written
    data, shared = kept.getvalue(), writer.shared

    def copied() -> tuple[T, dict[int, str]]:
        reader = pickle.Unpickler(io.BytesIO(data))
        reader.persistent_load = shared.__getitem__  # type: ignore[method-assign]
        made: T = reader.load()
        return made, {id(part): pack for part, pack in reader.load()}

    return copied


class _Writer(pickle.Pickler):
    """Texts and places, which never change, and whatever layers above `pack` have written into nodes are stored by
    number, for all copies to share.
    """

    def __init__(self, file: io.BytesIO, home: Mapping[int, str]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.home = home
        self.homes: dict[int, tuple[Any, str]] = {}  # the written parts for which there is a record
        self.shared: list[Any] = []
        self._numbers: dict[int, int] = {}

    def persistent_id(self, value: Any) -> int | None:
        kind = type(value)
        module = kind.__module__
        if module == "builtins":
            return None
        if kind is Span or kind is Source or (module.startswith(_MOOT) and not module.startswith(_COPIED)):
            number = self._numbers.setdefault(id(value), len(self.shared))
            if number == len(self.shared):
                self.shared.append(value)
            return number
        if id(value) in self.home:
            self.homes[id(value)] = value, self.home[id(value)]
        return None
