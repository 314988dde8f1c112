"""The games that properties are held against: small packs that are made up, and the games that lie in this repository.

A `Source` is what Hypothesis draws and shows: the files of a pack, or a name with options.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st
from small_packs import Files, game_of, small_packs

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game, State

TESTS = Path(__file__).parent.parent
LONGEST = 3000  # choices after which a game is taken to go on for ever
READINGS: dict[str, tuple[Any, ...]] = {
    "games": (2,),
    "bridge_steps": (3,),
    "text_of_first_card": ("void",),
    "look": ("after_text",),
    "equal_negative_final": ("three_left", "ends"),
    "moved_special": ("all_ends",),
    "gap_text": ("works",),
    "mirror_reflects": ("neighbour",),
    "rage_at_mirror": ("spent",),
    "last_gap": ("filled",),
    "trick_draw": ("at_sight",),
    "spell_draw": ("at_sight",),
}
COX_READINGS: dict[str, tuple[Any, ...]] = {
    **READINGS,
    "text_barred_by": ("over",),
    "cunning_look": ("both",),
    "trance_weakens": ("both",),
    "further_from": ("negative_only",),
    "feint_apart": ("in_force", "never"),
    "mirror_exchange": ("scored", "scored_in_final"),
    "look_at_mirror": (True,),
}
EDITIONS = {"duel": READINGS, "duel/cox": COX_READINGS}
Source = Files | tuple[str, tuple[tuple[str, Any], ...]]


@lru_cache(60)
def known_game(name: str, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    """A game of this repository: an edition of the duel, `market`, or one of tests/packs."""
    if name == "market":
        sys.path.insert(0, str(TESTS / "docs"))
        from page_examples import market

        with TemporaryDirectory() as folder:
            return Game(compile_bundle(load(market(Path(folder)), cases=False)))
    found = name if name in EDITIONS else TESTS / "packs" / name
    return Game(compile_bundle(load(found, (), options, cases=False)))


def game(source: Source) -> Game:
    return known_game(*source) if isinstance(source[0], str) else game_of(source)  # type: ignore[arg-type]


@st.composite
def duels(draw: Any) -> Source:
    """An edition of The Duel with up to two of its readings changed."""
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    readings = EDITIONS[edition]
    changed = draw(st.lists(st.sampled_from(sorted(readings)), max_size=2, unique=True))
    return edition, tuple((name, draw(st.sampled_from(readings[name]))) for name in changed)


def known() -> st.SearchStrategy[Source]:
    plain = st.sampled_from([(name, ()) for name in ("market", "settlement", "skirmish", "chain")])
    return st.one_of(plain, duels())


def sources() -> st.SearchStrategy[Source]:
    """Mostly packs that are made up."""
    return st.one_of(small_packs(), small_packs(), small_packs(), known())


SEEDS = st.integers(0, 10**6)


def ended(state: State, turns: int) -> bool:
    """Whether the game is over; an error if it goes on for ever."""
    assert turns < LONGEST, "this game does not end"
    return state.over
