"""Every random continuation of a position, with its exact probability, under the rules of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

from ...lang.diagnostic import fail
from ...stack.chance import Orders, weights_of
from ...stack.machine import Machine
from ...stack.values import dice_sums
from ...state.position import NATURE, Position, Value
from ...state.tags import Tag

STEPS = 500_000  # answers of chance that are tried at most
SHUFFLED = 7  # the most things whose orders are enumerated

ChanceOutcomes = list[tuple[Fraction, Position]]


def chance_answers(machine: Machine, S: Position) -> Iterator[tuple[Value, int, int]]:
    """The possible answers of nature in a position with a random event: the value, its number of ways, and the
    total.
    """
    site, player, options, weights = S.question()
    assert player == NATURE
    tag = Tag.read(machine.program.sites[site].tag)
    if isinstance(options, Orders):
        count = len(options.things)
        if count > SHUFFLED:
            hint = f"remove shuffles from the question, or shuffle at most {SHUFFLED} things"
            raise fail("too-many-chances", f"{count} things are shuffled: too many orders to enumerate", hint=hint)
        for order in permutations(options.things):
            yield order, 1, factorial(count)
    elif tag.sort == "roll":
        count, faces = tag.dice
        for total, weight in dice_sums(count, faces):
            yield total, weight, faces**count
    else:
        ways = weights_of(options, weights)
        for value, weight in zip(options, ways, strict=True):
            yield value, weight, sum(ways)


def chance_outcomes(
    machine: Machine, S: Position, choose: Callable[[Position], Any] | None = None, steps: int = STEPS
) -> ChanceOutcomes:
    """The possible outcomes of chance from a position without a journal in which chance is a decision.

    `choose` answers the players' prompts. If it is None, a position with a prompt is an end. Equal positions are
    merged, and their probabilities added; the total is 1. Raises MootError for a runtime error of the rules, and for
    more than the permitted number of steps.
    """
    ends: dict[tuple[Any, ...], tuple[Fraction, Position]] = {}
    open_: dict[tuple[Any, ...], tuple[Fraction, Position]] = {S.key(): (Fraction(1), S)}
    while open_:
        later: dict[tuple[Any, ...], tuple[Fraction, Position]] = {}
        for share, here in open_.values():
            nature = here.ask is not None and here.question().player == NATURE
            if here.ask is None or not (nature or choose):
                _add(ends, share, here)
                continue
            if nature:
                answers = [(value, share * Fraction(weight, of)) for value, weight, of in chance_answers(machine, here)]
            else:
                assert choose is not None
                answers = [(choose(here), share)]
            for value, part in answers:
                steps -= 1
                if steps < 0:
                    hint = "use fewer dice, cards or turns"
                    raise fail("too-many-chances", "too many random outcomes to enumerate", hint=hint)
                there = here.copy()
                machine.advance(there, value)
                _add(later, part, there)
        open_ = later
    return list(ends.values())


def _add(found: dict[tuple[Any, ...], tuple[Fraction, Position]], share: Fraction, S: Position) -> None:
    key = S.key()
    known = found.get(key)
    found[key] = (share, S) if known is None else (known[0] + share, known[1])
