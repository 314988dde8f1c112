"""Names of declarations and standing rules in messages, journals and lists."""

from __future__ import annotations

from typing import assert_never

from . import tree


def sort_of(decl: tree.Declared) -> str:
    """The kind of declaration: function, phase, zone …; "rule" for standing rules."""
    match decl:
        case tree.FunctionDecl():
            return "function"
        case tree.ProcedureDecl():
            return "phase" if decl.is_phase else "procedure"
        case tree.ActionDecl():
            return "action"
        case tree.StandingRule():
            return "rule"
        case tree.StateDecl():
            return "state"
        case tree.ZoneDecl():
            return "zone"
        case tree.KindDecl() | tree.NamesDecl() | tree.KindExtension():
            return "kind"
        case tree.BoardDecl():
            return "board"
        case tree.TableDecl():
            return "table"
        case tree.OptionDecl() | tree.DefaultDecl():
            return "option"
        case tree.LawDecl():
            return "law"
        case tree.GameDecl():
            return "game"
        case tree.PlayersDecl():
            return "players"
        case tree.OverrideDecl():
            return sort_of(decl.of)
        case _:
            assert_never(decl)


def verb_of(rule: tree.Standing) -> str:
    """The words with which a standing rule begins."""
    match rule:
        case tree.Hook():
            return "instead of" if rule.when == "instead" else rule.when
        case tree.Modify():
            return "modify"
        case tree.Forbid():
            return "forbid"
        case tree.When():
            return "when"
        case _:
            assert_never(rule)


def label_of(rule: tree.Standing) -> str:
    """A standing rule by its verb and its target: `instead of draw`, `modify armour`, `when`."""
    return f"{verb_of(rule)} {rule.head.name}".strip()
