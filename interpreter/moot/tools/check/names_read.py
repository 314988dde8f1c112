"""Names that players of a game read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ...lang import tree
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, CodeText


def names_read(bundle: Bundle) -> list[str]:
    """Names that players read: zones, states, phases, kinds, players, words, actions, things, labels of choices."""
    found: dict[str, None] = {}
    for decl in bundle.declarations:
        found.update(dict.fromkeys(_names_of(decl)))
    found.update(dict.fromkeys(bundle.things))
    roots: list[object] = list(bundle.declarations)
    for thing in bundle.things.values():
        for entry in thing.fields.values():
            roots += entry.value.nodes if isinstance(entry.value, CodeText) else ()
    for node in walk(roots):
        if isinstance(node, tree.ChooseOne):
            labels = ["".join(part for part in one.label.parts if isinstance(part, str)) for one in node.alternatives]
            found.update(dict.fromkeys(labels))
    return list(found)


def _names_of(decl: tree.Declared) -> Iterable[str]:
    match decl:
        case tree.PlayersDecl():
            return decl.names
        case tree.NamesDecl():
            return (decl.name, *decl.names)
        case tree.KindDecl() | tree.KindExtension():
            return (decl.name, *(one.name for one in decl.fields), *(one.name for one in decl.states))
        case tree.ZoneDecl() | tree.StateDecl() | tree.ActionDecl() | tree.ProcedureDecl():
            return (decl.name,)
        case tree.GameDecl() | tree.BoardDecl() | tree.OptionDecl() | tree.TableDecl() | tree.FunctionDecl():
            return ()
        case tree.LawDecl() | tree.StandingRule() | tree.DefaultDecl() | tree.OverrideDecl():
            return ()
        case _:
            assert_never(decl)
