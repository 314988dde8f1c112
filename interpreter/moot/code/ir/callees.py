"""The callees of a `Call`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A callee by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class InData:
    """Code that is printed on a thing, with the thing as its first argument; without code nothing is done."""

    table: tuple[str, str]


@dataclass(frozen=True, slots=True)
class CodeAt:
    """The unit whose number is the first argument; with none nothing is done."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A function of the runtime that may pause: `prims.CALLS` says what it takes."""

    name: str


def modifier_name(rule: int) -> str:
    """The name of the unit of a modifier, by the number of its rule."""
    return f"m{rule}"


Callee = Named | InData | CodeAt | Runtime
