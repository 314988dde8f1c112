"""Words for players: names in the edition's own words, and the calls that are chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..code.program import Program

_WORDS = re.compile(r"[\w.]+")
_CALL = re.compile(r"([\w.]+)\((.+)\)")
_GAP = re.compile(r"\{(\w+)\}")  # in a term of an action: the place of a parameter


def choice_words(program: Program, key: str, player: str = "") -> str:
    """The display name of the choice with that key: `march(orcs_1)` becomes `march orcs 1`. Copies appear under their
    title.

    A number appears with the name of its parameter: `bid(fern, 2)` becomes `bid fern, coins 2`. A term may give the
    places of its parameters: `march {unit} to {goal}`. It may be for an action of one thing, or for exactly that call:
    `fern.buzz`, `buzz(no)`, `buzz()`. The choosing `player` need not be named.
    """
    short = shortened(program, key)
    found = _CALL.fullmatch(short)
    bare = f"{short.rpartition('.')[2]}()"
    if found is None and bare in program.terms:
        return f"{_owner_words(program, short)}{name_words(program, bare)}"
    if found is None or short in program.terms:
        return _call_words(program, short)
    label = found[1].rpartition(".")[2]
    given_so = f"{label}({found[2]})"
    if given_so in program.terms:  # the words for an action that is done with just that
        return f"{_owner_words(program, found[1])}{name_words(program, given_so)}"
    args = [one.strip() for one in found[2].split(",")]
    names = program.index.called.get(found[1]) or program.index.called.get(label) or _parameters(program, label)
    term = program.terms.get(found[1]) or program.terms.get(label, "")
    if "{" in term and len(names) == len(args):
        told = dict(zip(names, (name_words(program, one) for one in args), strict=True))
        filled = _GAP.sub(lambda gap: told.get(gap[1], gap[0]), term)
        return f"{_owner_words(program, found[1])}{filled}"
    counted = program.index.counted.get(label, ())
    words = [(one, of) for one, of in zip_longest(args, counted, fillvalue="") if one]
    if (player, "") in words:
        words.remove((player, ""))
    given = ", ".join(name_words(program, one) if not of else f"{name_words(program, of)} {one}" for one, of in words)
    return f"{_call_words(program, found[1])} {given}".rstrip()


def _parameters(program: Program, procedure: str) -> tuple[str, ...]:
    """The parameter names of a procedure, whose calls may wait; empty if there is none of that name."""
    return tuple(one.name for one in program.index.procedures.get(procedure, ()))


def call_spoken(program: Program, text: str) -> str:
    """The call that matches a text under the term of an action, such as `march {unit} to {goal}`; otherwise empty."""
    for label, params in program.index.called.items():
        term = program.terms.get(label, "")
        if "{" not in term or set(_GAP.findall(term)) != set(params):
            continue
        pattern = "".join(f"(?P<{part}>.+)" if n % 2 else re.escape(part) for n, part in enumerate(_GAP.split(term)))
        found = re.fullmatch(pattern, text, re.IGNORECASE)
        if found is not None:
            return f"{label}({', '.join(found[name].strip() for name in params)})"
    return ""


def _owner_words(program: Program, name: str) -> str:
    """The thing of an action that a thing carries, as written before it."""
    thing = name.rpartition(".")[0]
    return f"{name_words(program, thing)}: " if thing else ""


def _call_words(program: Program, name: str) -> str:
    """The name of an action; a carried action comes after its thing's name: `fern.buzz` becomes `Fern: buzz`."""
    thing, dot, action = name.rpartition(".")
    if not dot or (thing not in program.terms and action not in program.index.called):
        return name_words(program, name, gap="…")
    return f"{name_words(program, thing)}: {name_words(program, name if name in program.terms else action, gap='…')}"


def shortened(program: Program, key: str) -> str:
    """A key with every copy of a thing by its title: `ann.fern` is read as `fern`, also inside a call."""
    return _WORDS.sub(lambda word: titled(word[0], program.titles), key) if "." in key else key


def name_words(program: Program, key: str, gap: str = " ") -> str:
    """A name in the edition's own words, or else with spaces for underscores. `gap`: shown where a parameter goes."""
    words = program.terms.get(key)
    if words is None:
        return key.replace("_", " ")
    return " ".join(_GAP.sub(gap, words).split()).replace(" ,", ",") if "{" in words else words


def row_gaps(program: Program, kind: str) -> tuple[str, ...]:
    """The fields that the term of a kind speaks of, such as `{buyer}` in `sale: "the sale to {buyer}"`."""
    fields = program.index.row_fields.get(kind, {})
    return tuple(one for one in _GAP.findall(program.terms.get(kind, "")) if one in fields)


def row_words(program: Program, row: str, called: Mapping[str, str]) -> str:
    """The name of a thing made in play, from the term of its kind: `{sale}` is its own name, such as `sale 3`."""
    kind = row.partition(" ")[0]
    return _GAP.sub(lambda gap: row if gap[1] == kind else called.get(gap[1], gap[0]), program.terms[kind])


def removed_words(program: Program, row: str, name: str) -> str:
    """The text for the removal of a thing made in play: the term `sale(removed)`, in which `{sale}` is its name."""
    kind = row.partition(" ")[0]
    term = program.terms.get(f"{kind}(removed)", f"{{{kind}}} is removed")
    return term.replace(f"{{{kind}}}", name)


def titled(word: str, titles: dict[str, str]) -> str:
    """A full name of a thing as its title, also before the action that it brings."""
    owner, dot, rest = word.rpartition(".")
    return titles.get(word) or (f"{titles[owner]}{dot}{rest}" if owner in titles else word)
