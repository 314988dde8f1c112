"""Units, which are the functions of a program, and the whole of a lowered game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .expressions import Var
from .reps import NOTHING, Rep
from .statements import Block

UnitKind = Literal[
    "procedure",  # a body, a wrapper, code in data, the `do` of an action: may pause
    "hook",  # (args, inst, ctx): the body of a standing rule
    "condition",  # (inst, args) : bool
    "modifier",  # (value, inst, args)
    "remember",  # (inst, args) : the values of the `was` of an `after`
    "ban",  # (inst, args) : reason
    "wanted",  # (arguments) : the newest replacement in play that applies
    "function",  # a function of the rules, or a formula in data
    "gather",  # (player, this[, occasion]) : seq of options
    "why",  # (player, this, args, occasion, again) : reason or none
    "state",  # first values, resets, scopes
    "seen",  # the viewers of a zone, as a mask of players
    "law",  # which of a law's lines fail
]


@dataclass(frozen=True, slots=True)
class Unit:
    """One function of the program. `rule`: its line, blamed for errors before a line of its own.

    `this`: whether its first parameter is the thing that carries it.
    """

    name: str
    kind: UnitKind
    params: tuple[Var, ...]
    body: Block
    result: Rep = NOTHING
    pauses: bool = False
    rule: int = -1
    this: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """Where somebody, or nature, is asked: the prompt, the line, the tag of the values, the word for none of them."""

    prompt: str
    rule: int
    tag: str
    none: str = "none"
    secret: bool = False  # the choice goes into a state that not all players see
    occasion: str = ""  # the word that an offer names


@dataclass(frozen=True, slots=True)
class Choosable:
    """A choice from which others learn. `unit` gives its options in any position, for arguments with
    these `tags`. `tag` is that of the answer. `at_once`: the player who chooses comes before them.
    """

    unit: Unit
    tag: str
    tags: tuple[str, ...]
    at_once: bool


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of the rules as people find it: a label, the file, the line, the clauses as document/id."""

    label: str
    file: str
    line: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteRow:
    """The subject of a `Note`: the step (a node of the tree), and its line.

    Its values are `this`, then locals and formulas of `was`, by their ids.
    """

    node: Any
    rule: int
    locals: tuple[int, ...]
    was: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A whole game in this form. `registers`: see registers.py."""

    units: tuple[Unit, ...]
    sites: tuple[Site, ...]
    lines: tuple[RuleLine, ...]
    notes: tuple[NoteRow, ...] = ()
    choosable: tuple[Choosable, ...] = ()
