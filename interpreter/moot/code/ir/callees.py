"""What a `Call` calls."""

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


Callee = Named | InData | CodeAt | Runtime
