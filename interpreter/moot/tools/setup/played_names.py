"""The reads of formulas, including those of functions and of things' code, and the names that play can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...code.typing.gathered import entries
from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, CodeText

Readers = Mapping[str, Sequence[tree.Node]]  # by name of a function or of a field with code: its reads


def named_codes(bundle: Bundle) -> Iterator[tuple[str, CodeText]]:
    """The code in data, with its field; of tables and decks without a name."""
    for thing in bundle.things.values():
        for name, entry in thing.fields.items():
            yield from ((name, inner.value) for inner in entries(entry) if isinstance(inner.value, CodeText))
    others = [entry for deck in bundle.decks.values() for entry in deck.fields.values()]
    others += [cell for table in bundle.tables.values() for cell in table.cells.values()]
    for entry in others:
        yield from (("", inner.value) for inner in entries(entry) if isinstance(inner.value, CodeText))


def names_played(bundle: Bundle) -> set[str]:
    """The functions and the fields with code that rules read, and not bots, laws and tools alone. Functions are named
    as by `function_name`, fields with a dot before.
    """
    played: list[tree.Node] = [
        decl for decl in bundle.declarations if not isinstance(decl, tree.FunctionDecl | tree.LawDecl)
    ]
    for name, code in named_codes(bundle):
        if code.entry == "standing" or not name:
            played += (node for node in code.nodes if not isinstance(node, tree.LawDecl))
    return _reached(_readers(bundle), _names_in(played))


def all_names_read(bundle: Bundle, formulas: Sequence[tree.Node]) -> set[str]:
    """All names that formulas read, by way of functions too."""
    readers = _readers(bundle)
    own = _names_in(formulas)
    return own.union(*(_names_in(readers[name]) for name in _reached(readers, own)))


def _readers(bundle: Bundle) -> Readers:
    readers: dict[str, list[tree.Node]] = {}
    for decl in bundle.declarations:
        if isinstance(decl, tree.FunctionDecl):
            readers.setdefault(function_name(decl), []).append(decl)
    for name, code in named_codes(bundle):
        if name and code.entry != "standing":
            readers.setdefault(f".{name}", []).extend(code.nodes)
    return readers


def function_name(decl: tree.FunctionDecl) -> str:
    """The name of a function; of one with parameters with parentheses, as a name alone does not call it."""
    return f"{decl.name}()" if decl.params else decl.name


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
    found: set[str] = set()
    for node in walk(list(nodes)):
        match node:
            case tree.Name(name=name):
                found.add(name)
            case tree.Call(name=name, args=args):  # `slide(open, …)` names the function `open`
                found |= {f"{name}()", *(f"{one.name}()" for one in args if isinstance(one, tree.Name))}
            case tree.Field(name=name) | tree.FieldCall(name=name):
                found.add(f".{name}")
    return found
