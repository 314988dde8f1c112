"""Chance, enumerated with its weights, agrees with what is sampled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare
from small_packs import Files, game_of

from moot.stack.game import Game, Option, State
from moot.stack.zones import Orders

SAMPLES = 1500
DOUBT = 1e-6  # a test of so many packs must not fail by chance

RULES = """\
game luck "Luck"
players ann, bob
kind card
  worth : number
zone deck : pile of card, seen by none
zone hand : pool of card, seen by all
zone heap : row of card, seen by all
state tally : number
state first_card : card or none
procedure stroke(n: number)
  raise tally by n
phase match
{steps}
  win none "{{tally}} {{size(hand)}} {{first_card}} {{(sum c in hand of c.worth)}}"
{hooks}
"""
STEPS = [
    ["let {n} = roll 1d6", "raise tally by {n}"],
    ["let {n} = roll 2d3", "if {n} > 3 and roll 1d2 = 1", "  raise tally by {n}"],
    ["pick {n} in deck", "  move {n} to hand"],
    ["pick 2 {n} in deck where {n}.worth > 1", "  move {n} to heap", "  otherwise", "    raise tally by 7"],
    ["pick {n} in deck where {n}.worth != 2", "  stroke({n}.worth)", "  move {n} to hand"],
    ["shuffle(deck)", "if first_card = none", "  set first_card to top(deck)"],
    ["shuffle(heap)", "if size(heap) > 0", "  stroke(first(heap).worth)", "  move first(heap) to hand"],
    ["pick {n} in 1..3", "  raise tally by {n} * 10"],
    ["pick {n} in 0..3 with weight {n}", "  raise tally by {n} * 10"],
    ["pick 2 {n} in deck with weight {n}.worth + tally % 2", "  move {n} to hand", "  raise tally by 1"],
    ["pick {n} in player where tally > 3 or {n} = ann", "  stroke(rank({n}))"],
    ["while tally % 2 = 1 and tally < 12", "  let {n} = roll 1d2", "  raise tally by {n}"],
    ["for each {n} in heap", "  if roll 1d2 = 1", "    move {n} to hand"],
]
HOOKS = [
    [],
    ["before stroke(k)", "  let r = roll 1d2", "  raise tally by r * 5"],
    ["instead of stroke(k) where k > 1", "  if roll 1d3 = 3", "    proceed(1)", "  else", "    proceed"],
    ["after shuffle", "  let r = roll 1d2", "  raise tally by r"],
    ["when size(hand) > 0, once", "  if roll 1d2 = 2", "    raise tally by 100"],
]


def pack(steps: list[list[str]], hook: list[str], cards: list[int]) -> Files:
    """`cards`: how many copies there are of the one worth 1, of the one worth 2 …"""
    lines = [f"  {line.replace('{n}', f'n{at}')}" for at, step in enumerate(steps) for line in step]
    titles = ("one", "two", "three")[: len(cards)]
    worth = "".join(f"  {title}: {{worth: {n}}}\n" for n, title in enumerate(titles, 1))
    copies = ", ".join(f"{title}: {n}" for title, n in zip(titles, cards, strict=True))
    return (
        ("pack.yaml", "id: luck\ntitle: Luck\n"),
        ("rules.moot", RULES.format(steps="\n".join(lines), hooks="\n".join(hook))),
        ("cards.yaml", f"kind: card\ncards:\n{worth}"),
        ("decks.yaml", f"decks:\n  all:\n    zone: deck\n    cards: {{{copies}}}\n"),
    )


def packs() -> st.SearchStrategy[Files]:
    return st.builds(
        pack,
        st.lists(st.sampled_from(STEPS), min_size=1, max_size=3),
        st.sampled_from(HOOKS),
        st.lists(st.integers(1, 2), min_size=2, max_size=3),
    )


def answers(state: State) -> Iterator[tuple[Any, int]]:
    """All answers of nature, a shuffle's too, with the number of ways that lead to each."""
    assert state.decision is not None and state.decision.player == "nature"
    values = state.position.ask[2]
    if isinstance(values, Orders):
        yield from ((order, 1) for order in values)
    else:
        pairs = zip(state.decision.options, state.decision.weights, strict=True)
        yield from ((option.value, weight) for option, weight in pairs)


def enumerated(game: Game) -> dict[str, Fraction]:
    """Of every end of the game how likely it is. Positions that were met before are not gone into again."""
    known: dict[Any, dict[str, Fraction]] = {}

    def ends(state: State) -> dict[str, Fraction]:
        if state.over:
            return {state.result.reason: Fraction(1)}
        key = state.position.key()
        if key not in known:
            total, found = 0, Counter()
            for value, weight in answers(state):
                after = state.copy()
                game.machine.advance(after.position, value)
                total += weight
                for reason, chance in ends(after).items():
                    found[reason] += weight * chance
            known[key] = {reason: chance / total for reason, chance in found.items()}
        return known[key]

    return ends(game.start(nature=True, journal=False))


def alike(option: Option, game: Game) -> list[str]:
    """How the thing behind an option is called in full, which is called by its title where it is the only copy."""
    things = game.program.layout.things
    return [t.key for t in things if t.title == option.key]


def agree(exact: dict[str, Fraction], counted: Counter[str]) -> None:
    """By chi-square; ends that are seldom are counted together."""
    assert sum(exact.values()) == 1
    assert not counted.keys() - exact.keys(), "what was sampled cannot be"
    total = counted.total()
    seldom = [reason for reason, chance in exact.items() if chance * total < 8]
    pairs = [(counted[r], float(c * total)) for r, c in exact.items() if r not in seldom]
    pairs.append((sum(counted[r] for r in seldom), float(sum(exact[r] for r in seldom) * total)))
    pairs = [pair for pair in pairs if pair != (0, 0.0)]
    if len(pairs) > 1:
        expected = [e for _, e in pairs]
        assert chisquare([n for n, _ in pairs], expected).pvalue > DOUBT or expected[-1] < 5


@given(packs())
def test_enumerated_chance_agrees_with_sampled_games(files: Files) -> None:
    game = game_of(files)
    exact = enumerated(game)
    counted = Counter(game.start(seed, journal=False).result.reason for seed in range(SAMPLES))
    agree(exact, counted)


@settings(max_examples=10)
@given(packs(), st.integers(0, 1000))
def test_forced_chance_leads_where_it_says(files: Files, seed: int) -> None:
    """Any answer of nature may be forced, by its key; the journal tells it, and the end is one of those counted."""
    game, rng = game_of(files), random.Random(seed)
    state = game.start(nature=True)
    while not state.over:
        option = rng.choice(state.decision.options)
        asked = len(state.journal)
        state.apply(option.key)
        entry = state.journal[asked]
        if option.key == "as they lie":
            assert entry.what == "shuffle"
        else:
            assert entry.what == "chance" and entry.facts["came"] in (option.key, *alike(option, game))
    assert state.result.reason in enumerated(game)


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_each_sort_of_chance(step: int) -> None:
    game = game_of(pack([STEPS[3], STEPS[step]], [], [2, 1, 1]))
    agree(enumerated(game), Counter(game.start(seed, journal=False).result.reason for seed in range(SAMPLES)))
