"""Default words for players: the contents of an offer, the reason why a parameter is not allowed."""

from __future__ import annotations

from ...lang import tree
from ..typing import symbols


def offer_prompt(node: tree.Offer) -> str:
    """The contents of an offer: "buy, water or done"; "buy or water" if one must be taken."""
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
    """A formula as written in the rules, if it is on one line; otherwise its subject."""
    at = node.at
    if at.line != at.end_line or not at.text:
        return "what is allowed here"
    text = at.text[at.column - 1 : at.end_column - 1]
    return text.replace("_", " ") if isinstance(node, tree.Name) else f"`{text}`"
