"""Which rules cite which clauses, read from the rules themselves: also those that leave no trace in a journal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import assert_never

from ...code.typing.gathered import entries
from ...lang import tree
from ...lang.rule_names import label_of, sort_of
from ...lang.source import Span
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, CodeText, YamlEntry

LinePlace = tuple[str, int]  # the whole path of a file, and a line in it, as programs keep them

_CITED = re.compile(r"(\s+@[\w./-]+)+\s*$")


@dataclass(frozen=True, slots=True)
class Citation:
    """A line of the rules that implements a clause (document/id).

    `rule` is the label of the rule around it, `text` the lines without their citations. It has run if one of `lines`
    has; without lines, as for a zone or an option, it always applies.
    """

    clause: str
    rule: str
    file: str
    line: int
    text: str
    lines: frozenset[LinePlace]


@dataclass(frozen=True, slots=True)
class CitingRule:
    """A rule that does or decides something: its label, its place, and the citations in its lines.

    `stand_in`: it fills a field that is a stand-in, so that there may be no clause to cite.
    """

    label: str
    file: str
    line: int
    cites: tuple[Citation, ...]
    stand_in: bool = False


def rules_of(bundle: Bundle) -> list[CitingRule]:
    """All rules of a game in the order of their files, those in cards and tables last."""
    found = []
    for decl in bundle.declarations:
        pack = bundle.home.get(id(decl), "")
        found.append(_rule(bundle, label(decl), decl.at, [decl], pack))
    for setting in bundle.settings:
        if setting.decl is not None:
            found.append(_rule(bundle, f"option {setting.option}", setting.at, [setting.decl], setting.by))
    for thing in bundle.things.values():
        for name, entry in thing.fields.items():
            invented = name in thing.stand_in
            for code in _codes(entry):
                if code.entry == "standing":
                    for node in code.nodes:
                        pack = bundle.home.get(id(node), "") or thing.pack
                        found.append(_rule(bundle, label(node, thing.id), node.at, [node], pack, invented))
                elif code.nodes:
                    pack = bundle.home.get(id(code.nodes[0]), "") or thing.pack
                    found.append(_rule(bundle, f"{thing.id}: {name}", code.at, code.nodes, pack, invented))
    for table in bundle.tables.values():
        for entry in table.cells.values():
            for code in _codes(entry):
                found.append(_rule(bundle, f"table {table.id}", code.at, code.nodes, table.pack))
    return [rule for rule in found if rule is not None]


def citations_of(bundle: Bundle) -> dict[str, list[Citation]]:
    """By clause (document/id): all lines that cite it, in the order of the files."""
    found: dict[str, list[Citation]] = {}
    for rule in rules_of(bundle):
        for citation in rule.cites:
            found.setdefault(citation.clause, []).append(citation)
    return found


def label(node: tree.Declared, title: str = "") -> str:
    """The display name of a rule: `procedure score`, `lookout: modify text_works`. `title`: of the thing that
    carries it.
    """
    match node:
        case tree.ProcedureDecl() | tree.FunctionDecl():
            return f"{sort_of(node)} {node.name}"
        case tree.LawDecl():
            return f"law “{node.title}”"
        case tree.StandingRule():
            name = label_of(node)
        case tree.PlayersDecl():
            name = "players"
        case tree.OverrideDecl():
            return label(node.of, title)
        case _:
            name = f"{sort_of(node)} {node.name}"
    return f"{title}: {name}" if title else name


# ------------------------------------------------------------------------------------------------ one rule


def acts(node: tree.Declared | tree.Code) -> bool:
    """Whether a declaration does or decides something, so that it should cite a clause."""
    match node:
        case tree.ProcedureDecl() | tree.FunctionDecl() | tree.ActionDecl() | tree.LawDecl() | tree.StandingRule():
            return True
        case tree.OptionDecl() | tree.Statement():
            return True
        case tree.GameDecl() | tree.PlayersDecl() | tree.KindDecl() | tree.NamesDecl() | tree.BoardDecl():
            return False
        case tree.ZoneDecl() | tree.StateDecl() | tree.TableDecl() | tree.DefaultDecl() | tree.OverrideDecl():
            return False
        case tree.KindExtension():
            return False
        case tree.Expression():
            return False
        case _:
            assert_never(node)


def _codes(entry: YamlEntry) -> Iterator[CodeText]:
    for inner in entries(entry):
        if isinstance(inner.value, CodeText):
            yield inner.value


def _rule(
    bundle: Bundle, named: str, at: Span, nodes: Sequence[tree.Declared | tree.Code], pack: str, stand_in: bool = False
) -> CitingRule | None:
    document = bundle.own_documents.get(pack, "")
    found = []
    for node in nodes:
        for cites, part, lines in _cited(node):
            for cite in cites:
                clause = cite.clause if "/" in cite.clause else f"{document}/{cite.clause}"
                text = _text(part.at)
                found.append(Citation(clause, named, part.at.source.path, part.at.line, text, lines))
    if not found and not any(acts(node) for node in nodes):
        return None
    return CitingRule(named, at.source.path, at.line, tuple(found), stand_in)


def _cited(root: tree.Node) -> Iterator[tuple[list[tree.Cite], tree.Node, frozenset[LinePlace]]]:
    """Every node of a rule that cites: its citations, the node, and the lines one of which runs when it does."""
    whole = lines_in([root])
    in_action = {id(line) for line in root.lines} if isinstance(root, tree.ActionDecl | tree.FunctionDecl) else set()
    for node in walk([root]):
        cites = getattr(node, "cites", None)
        if cites:
            if isinstance(node, tree.Guarded):
                lines = frozenset({_place_of(node)})
            elif id(node) in in_action:
                lines = whole
            elif isinstance(node, tree.Statement):
                lines = frozenset({_place_of(node)})
            elif isinstance(node, tree.Declaration):
                lines = lines_in([node])
            else:  # a branch, one of several options
                lines = lines_in(getattr(node, "block", []))
            yield cites, node, lines
        otherwise = getattr(node, "otherwise_cites", None)
        if otherwise:
            block = list(getattr(node, "otherwise", None) or [])
            yield otherwise, block[0] if block else node, lines_in(block)


def lines_in(nodes: Iterable[tree.Node]) -> frozenset[LinePlace]:
    """The lines of all code in nodes: statements, lines of functions, and rules without steps of their own."""
    running = tree.Statement | tree.Guarded | tree.Modify | tree.Forbid
    return frozenset(_place_of(node) for node in walk(list(nodes)) if isinstance(node, running))


def _place_of(node: tree.Node) -> LinePlace:
    return os.path.abspath(node.at.source.path), node.at.line


def _text(at: Span) -> str:
    lines = at.source.lines[at.line - 1 : max(at.line, at.end_line - (at.end_column <= 1))]
    return dedent("\n".join(_CITED.sub("", line) for line in lines)).rstrip()
