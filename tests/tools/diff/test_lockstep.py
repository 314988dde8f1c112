"""Two rule sets side by side: a pack agrees with itself everywhere, and what is changed parts them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.stack.game import Game
from moot.tools.diff.search.common_random import Chance, CommonRandom
from moot.tools.diff.search.lockstep import Lockstep
from moot.tools.diff.structure.shared_names import SharedNames
from moot.tools.setup.named_position import CannotSetUp, NamedPosition, PositionSetup

ROOT = Path(__file__).parents[3]
PACKS = [
    "duel/english",
    *(str(ROOT / "examples" / name) for name in ("leduc", "tic_tac_toe", "house_translation", "new_card")),
    *(str(ROOT / "tests" / "packs" / name) for name in ("chain", "gomoku", "march", "settlement", "skirmish")),
]

SHOP = """\
game shop "The Shop"
players ann, bob
kind good
  worth : number = 1
  state dusty : bool
zone store            : pile of good, seen by none
zone stall            : pool of good, seen by all
zone bag(p: player)   : pool of good, seen by p
state coins(p: player) : 0..20 = 10
state secret          : 0..9 seen by none
phase match
  shuffle(store)
  draw(4, store, stall)
  for each p in player
    buy(p)
procedure buy(p: player)
  choose g in stall by p "buy"
    move g to bag(p)
    lower coins(p) by price(g)
    set secret to g.worth
  let n = roll 2d6
  if n > 8
    lower coins(p) by 1
function price(g: good) = g.worth + 1
"""
GOODS = "kind: good\ncards: {poppy: {worth: 3}, sage: {worth: 2}, fern: {}, moss: {}, nail: {worth: 4}}\n"
DECKS = "decks: {all: {zone: store, cards: {poppy: 1, sage: 1, fern: 1, moss: 1, nail: 2}}}\n"


BEGINNING = NamedPosition()


def shop(folder: Path, *changes: tuple[str, str], decks: str = DECKS) -> Game:
    rules = SHOP
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    folder.mkdir()
    texts = {"pack.yaml": "id: shop\ntitle: The Shop\n", "rules.moot": rules, "goods.yaml": GOODS, "decks.yaml": decks}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return moot.load(folder)


def run(
    a: Game, b: Game, given: NamedPosition = BEGINNING, seed: int | None = 1, script: tuple[Chance, ...] = ()
) -> Lockstep:
    here, there = PositionSetup(a).set_up(given), PositionSetup(b).set_up(given)
    both = Lockstep.of(SharedNames(a, b), here[0], there[0], seed, script)
    both.begin(here[1], here[2], there[2])
    return both


def random_choices(seed: int) -> Any:
    luck = random.Random(seed)
    return lambda player, keys: luck.choice(keys)


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_agrees_with_itself(name: str) -> None:
    game, again = moot.load(name), moot.load(name)
    for seed in range(3):
        both = run(game, again, seed=seed)
        assert not both.play(random_choices(seed), 300), both.partings()
        assert not both.partings()


def test_a_change_of_a_function_parts_them_where_it_shows(tmp_path: Path) -> None:
    a, b = shop(tmp_path / "a"), shop(tmp_path / "b", ("g.worth + 1", "g.worth + 2"))
    both = run(a, b)
    assert both.play(random_choices(1), 10)
    assert len(both.choices) == 1
    (part,) = both.partings()
    assert (part.what, part.name, part.a - part.b) == ("state", "coins(ann)", 1)


def test_options_players_and_sight_are_compared(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    fewer = run(a, shop(tmp_path / "b", ("choose g in stall by p", "choose g in stall where g.worth > 1 by p")))
    assert [(part.what, part.name) for part in fewer.partings()] == [("options", "ann")]
    other = run(a, shop(tmp_path / "c", ("choose g in stall by p", "choose g in stall by opponent(p)")))
    assert other.partings()[0].what == "asked"
    hidden = run(a, shop(tmp_path / "d", ("pool of good, seen by all", "pool of good, seen by ann")))
    assert (hidden.partings()[0].what, hidden.partings()[0].name) == ("view", "bob: stall")


def test_who_knows_all_of_a_pool_sees_it(tmp_path: Path) -> None:
    b = shop(tmp_path / "b", ("pool of good, seen by p", "pool of good, seen by all"))
    assert not run(shop(tmp_path / "a"), b).play(random_choices(1), 10)


def test_the_order_of_a_pool_and_another_prompt_are_no_difference(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    b = shop(
        tmp_path / "b",
        ('"buy"', '"what is bought"'),
        ("draw(4, store, stall)", "repeat\n    draw(1, store, stall)\n  until size(stall) = 4"),
    )
    for seed in range(5):
        assert not run(a, b, seed=seed).play(random_choices(seed), 10)


def test_more_draws_from_the_generator_do_not_count(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    b = shop(
        tmp_path / "b",
        (
            "  shuffle(store)\n",
            "  shuffle(store)\n  shuffle(store)\n  let luck = roll 1d6\n  if luck > 7\n    shuffle(store)\n",
        ),
    )
    again = ("  shuffle(store)\n", "  let luck = roll 1d6\n  if luck < 7\n    shuffle(store)\n")
    assert not run(a, shop(tmp_path / "c", again)).play(random_choices(1), 10)
    assert run(a, b).random_b.given[0] == run(a, b).random_a.given[0]


def test_what_one_side_alone_has_does_not_part_them(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    b = shop(
        tmp_path / "b",
        ("state secret", "state rumour : 0..9 = 3\nzone attic : pile of good, seen by none\nstate secret"),
    )
    common = SharedNames(a, b)
    assert not common.same_layout
    both = run(a, b)
    assert not both.play(random_choices(1), 10)
    assert both.over


def test_a_script_is_followed_and_told_again(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    script = (Chance("shuffle", ("poppy", "fern")), Chance("roll", 12))
    both = run(a, shop(tmp_path / "b"), seed=None, script=script)
    assert "poppy" in both.offered() and "fern" in both.offered()
    both.choose("fern")
    assert both.a.cells == both.b.cells
    assert both.random_a.given[0].came[-2:] == ("poppy", "fern")
    assert both.random_a.given[1] == Chance("roll", 12)
    again = run(a, a, seed=None, script=tuple(both.random_a.given))
    again.choose("fern")
    assert again.random_a.given == both.random_a.given


def test_equal_questions_are_answered_alike(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    S = a.machine.blank(0)
    S.nature = True
    a.machine.begin(S)
    one, other = CommonRandom(5), CommonRandom(5)
    other.answer(a, S)
    other.next_step()
    one.next_step()
    assert one.answer(a, S) == other.answer(a, S)
    assert CommonRandom(6).answer(a, S) != CommonRandom(7).answer(a, S)


def test_a_position_by_name_is_the_same_in_both(tmp_path: Path) -> None:
    a = shop(tmp_path / "a")
    b = shop(tmp_path / "b", ("state secret", "state rumour : 0..9 = 3\nstate secret"))
    given = NamedPosition(
        ("buy", ("bob",)), (), {"stall": ("sage", "all.nail.2")}, {"coins(bob)": 3, "sage.dusty": "yes"}
    )
    both = run(a, b, given, seed=None)
    assert both.agree()
    assert both.player == "bob"
    assert both.offered() == ["sage", "nail"]
    S, name, args = PositionSetup(a).set_up(given)
    again = PositionSetup(a).position_by_name(S, name, args)
    assert again.phase == given.phase
    assert again.zones["stall"] == ("sage", "all.nail.2") and "sage" not in again.zones["store"]
    assert again.states["coins(bob)"] == 3 and again.states["sage.dusty"] == "yes"


@pytest.mark.parametrize(
    "given",
    [
        NamedPosition(("sell", ("bob",))),
        NamedPosition(("buy", ())),
        NamedPosition(("buy", ("carl",))),
        NamedPosition(None, (), {"attic": ()}),
        NamedPosition(None, (), {"stall": ("rose",)}),
        NamedPosition(None, (), {}, {"debts": 1}),
    ],
)
def test_what_a_game_has_not_cannot_be_set_up(tmp_path: Path, given: NamedPosition) -> None:
    with pytest.raises(CannotSetUp):
        PositionSetup(shop(tmp_path / "a")).set_up(given)


def test_games_that_have_no_players_in_common_are_told() -> None:
    with pytest.raises(MootError) as raised:
        SharedNames(moot.load("duel/english"), moot.load(ROOT / "examples" / "tic_tac_toe"))
    assert raised.value.diagnostics[0].code == "nothing-in-common"
