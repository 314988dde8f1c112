"""Which functions, and which code of things, play can come to: not what only bots and laws read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...code.typing.gathered import entries
from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, CodeText
from ..check.bot_functions import BOT_FUNCTIONS

Readers = Mapping[str, Sequence[tree.Node]]  # by name of a function or of a field with code: what that reads


def named_codes(bundle: Bundle) -> Iterator[tuple[str, CodeText]]:
    """The code in data, with the field in which it stands; of tables and decks without a name."""
    for thing in bundle.things.values():
        for name, entry in thing.fields.items():
            yield from ((name, inner.value) for inner in entries(entry) if isinstance(inner.value, CodeText))
    others = [entry for deck in bundle.decks.values() for entry in deck.fields.values()]
    others += [cell for table in bundle.tables.values() for cell in table.cells.values()]
    for entry in others:
        yield from (("", inner.value) for inner in entries(entry) if isinstance(inner.value, CodeText))


def names_played(bundle: Bundle) -> set[str]:
    """The functions, and the fields with code, that rules read, or that nothing does: these are there for cases."""
    readers: dict[str, list[tree.Node]] = {}
    played: list[tree.Node] = []
    laws: list[tree.Node] = []
    for decl in bundle.declarations:
        if isinstance(decl, tree.FunctionDecl):
            readers.setdefault(decl.name, []).append(decl)
        else:
            (laws if isinstance(decl, tree.LawDecl) else played).append(decl)
    for name, code in named_codes(bundle):
        if code.entry == "standing" or not name:
            played += (node for node in code.nodes if not isinstance(node, tree.LawDecl))
        else:
            readers.setdefault(name, []).extend(code.nodes)
    beside = _reached(readers, {*_names_in(laws), *BOT_FUNCTIONS})
    return _reached(readers, _names_in(played) | (readers.keys() - beside))


def _reached(readers: Readers, names: Collection[str]) -> set[str]:
    found: set[str] = set()
    waiting = [name for name in names if name in readers]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [other for other in _names_in(readers[name]) if other in readers]
    return found


def _names_in(nodes: Sequence[tree.Node]) -> set[str]:
    sorts = tree.Name | tree.Call | tree.Field | tree.FieldCall
    return {node.name for node in walk(list(nodes)) if isinstance(node, sorts)}
