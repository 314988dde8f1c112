"""The words of editions beside one another: which names of the rules one has a term for and another has not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from ..lang import tree
from ..lang.diagnostic import Diagnostic
from ..lang.source import shown_path
from ..lang.walk import walk
from ..pack.bundle import Bundle, CodeText


@dataclass(frozen=True, slots=True)
class Named:
    """A name that players read, and what it is called: by the id of the pack, its term, or None where it has none."""

    name: str
    words: dict[str, str | None]


def glossary(bundles: Sequence[Bundle]) -> list[Named]:
    """All names that the players of these rule sets read and at least one has a term for, in the order of the rules."""
    names = dict.fromkeys(name for bundle in bundles for name in (*names_read(bundle), *bundle.terms))
    found = []
    for name in names:
        if any(name in bundle.terms for bundle in bundles):
            found.append(Named(name, {bundle.id: bundle.terms.get(name) for bundle in bundles}))
    return found


def term_gaps(bundles: Sequence[Bundle]) -> list[Diagnostic]:
    """A warning for each name that an edition has and another has a term for, while it has none itself.

    Where no edition has a term, all call it as the rules do; where a term is inherited, it is the edition's own too.
    """
    if len(bundles) < 2:
        return []
    found = []
    read = {bundle.id: set(names_read(bundle)) for bundle in bundles}
    for named in glossary(bundles):
        for bundle in bundles:
            if named.words[bundle.id] is not None or named.name not in read[bundle.id]:
                continue
            other = next(one for one in bundles if named.words[one.id] is not None)
            message = (
                f"`{bundle.id}` has no term for `{named.name}`, which `{other.id}` calls “{named.words[other.id]}”"
            )
            at = other.term_places[named.name]
            hint = f"write `{named.name}: …` in {_terms_file(bundle)}"
            found.append(Diagnostic("term-gap", message, at, hint, severity="warning"))
    return found


def names_read(bundle: Bundle) -> list[str]:
    """What players read by name: zones, states, phases, kinds, players, words, actions, things, labels of choices."""
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
        case tree.KindDecl():
            return (decl.name, *(one.name for one in decl.fields), *(one.name for one in decl.states))
        case tree.ZoneDecl() | tree.StateDecl() | tree.ActionDecl() | tree.ProcedureDecl():
            return (decl.name,)
        case tree.GameDecl() | tree.BoardDecl() | tree.OptionDecl() | tree.TableDecl() | tree.FunctionDecl():
            return ()
        case tree.LawDecl() | tree.StandingRule() | tree.DefaultDecl() | tree.OverrideDecl():
            return ()
        case _:
            assert_never(decl)


def _terms_file(bundle: Bundle) -> str:
    folder = Path(bundle.manifests[-1].folder)
    files = {at.source.path for at in bundle.term_places.values()}
    own = [path for path in files if Path(path).resolve().parent == folder.resolve()]
    return own[0] if own else f"{shown_path(folder)}/terms.yaml"
