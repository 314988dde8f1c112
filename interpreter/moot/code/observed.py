"""The observed form: the traced form that also tells, at each step and each question, what its names stand for.

Explanations run a game in it once more and read the formulas of a line again, with the values that they had. It is
written for them alone; nobody plays in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from types import CodeType

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols
from .write_module import write_module
from .write_unit import UnitWriter

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(slots=True, eq=False)
class Note:
    """A step or question as it was written: `names` gives, by the id of a Local, its Python text."""

    node: tree.Node
    rule: int
    names: dict[int, str]
    this: str
    was: dict[int, str]


def observed_form(build: Build) -> tuple[CodeType, list[Note]]:
    """The module, and what its calls `noted(S, number, values)` mean, by their numbers.

    To be written after the other two forms: frames of theirs go on in this one.
    """
    notes: list[Note] = []
    build.noting = partial(_write_note, notes)
    try:
        return compile(write_module(build, True), "<observed>", "exec"), notes
    finally:
        build.noting = None


def _write_note(notes: list[Note], writer: UnitWriter, node: tree.Node) -> None:
    """A line that hands over what the step's own formulas read."""
    note = Note(node, writer.rule(node), dict(writer.names), writer.this, dict(writer.was_places))
    told = sorted(_read(writer, node, note) | ({"args", "inst"} if writer.in_hook else set()))
    writer.line(f"noted(S, {len(notes)}, {{{', '.join(f'{word!r}: {word}' for word in told)}}})")
    notes.append(note)


def _read(writer: UnitWriter, node: tree.Node, note: Note) -> set[str]:
    """The Python names behind the names that the formulas read."""
    texts = [note.this]
    own = {id(getattr(node, "local", None))}
    for formula in formulas_of(node):
        inner = list(walk([formula]))
        own |= {id(n.ref) for n in inner if isinstance(n, tree.Quantified)}
        texts += [note.was[id(n)] for n in inner if id(n) in note.was]
        for one in inner:
            if isinstance(one, tree.Name) and isinstance(one.ref, symbols.Local) and id(one.ref) not in own:
                texts.append(note.names.get(id(one.ref), ""))
    return {word for text in texts for word in _WORD.findall(text) if word not in ("None", "S", "C", "Z")}


def formulas_of(node: tree.Node) -> Iterator[tree.Formula]:
    """The formulas that a step reads when it begins, those of the steps inside it left out."""
    if isinstance(node, tree.Repeat | tree.Lasting):
        return
    for name in node.__dataclass_fields__:
        if name in ("at", "type", "ref", "cites", "local"):
            continue
        value = getattr(node, name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, tree.Formula):
                yield one
            elif isinstance(one, tree.Branch):
                yield one.condition
            elif isinstance(one, tree.Alternative) and one.where is not None:
                yield one.where
            elif isinstance(one, tree.Require) and isinstance(node, tree.Offer):
                yield one.condition
