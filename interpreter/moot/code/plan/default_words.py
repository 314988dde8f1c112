"""Words for players where the rules give none: what an offer offers, why a parameter may not be what it is."""

from __future__ import annotations

from ...lang import tree
from ..typing import symbols


def offer_prompt(node: tree.Offer) -> str:
    """What an offer offers: "buy, water or done"; "buy or water" where one must be taken."""
    named = ["an action" if family == "actions" else family.replace("_", " ") for family in node.families]
    *others, last = named if node.until == "taken" else [*named, "done"]
    return f"{', '.join(others)} or {last}" if others else last


def not_within(domain: tree.Domain, param: symbols.Local) -> tree.Text:
    """Why a parameter may not be what it is: "fern is not in stall"."""
    assert domain.within is not None
    value = tree.Name(domain.at, param.name)
    value.type, value.ref = param.type, param
    return tree.Text(domain.at, [value, f" is not in {_formula_words(domain.within)}"])


def _formula_words(node: tree.Formula) -> str:
    """A formula as it stands in the rules, where it stands on one line; else what it is about."""
    at = node.at
    if at.line != at.end_line or not at.text:
        return "what is allowed here"
    text = at.text[at.column - 1 : at.end_column - 1]
    return text.replace("_", " ") if isinstance(node, tree.Name) else f"`{text}`"
