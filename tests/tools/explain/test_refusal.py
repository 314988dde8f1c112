"""Why something may not be chosen: every reason at once, with values and what would have to be so."""

from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import MootError
from moot.tools.explain.refusal import why_not

PACKS = Path(__file__).parents[2] / "packs"
RULES = """
game shop "Shop"
players ann, bob
kind card
  price   : number
  special : bool = no
  effect  : standing or none = none
zone stall             : row of card, seen by all
zone hand(p: player)   : pool of card, seen by p
zone yard              : row of card, seen by all, in play
state coins(p: player) : 0..9 = 3
state secret(p: player) : 0..9 = 4 seen by p
phase shop
  move wolf to yard
  offer buy, sell to ann until done
    require coins(ann) < 3 "something must be bought"
  choose by ann "what now"
    "rest"
      nothing
    "beg" where coins(ann) = 0 and secret(bob) < 3
      nothing
    "sing"
      nothing
  choose 2 c in stall where not c.special and c.price < 9 by ann "take two"
    move c to hand(ann)
  choose c in hand(ann) by ann "show one"
  win ann "done"
action buy(c: card in stall) by ann in shop
  require size(hand(ann)) < 6 "no room"
  require not c.special "it is not for sale"
  cost lower coins(ann) by c.price
  do
    move c to hand(ann)
action sell(p: player, c: card in hand(p)) by p in shop
  do
    move c to stall
"""
CARDS = """
kind: card
cards:
  cap: {price: 2}
  coat: {price: 5}
  shoe: {price: 1}
  crown: {price: 9, special: yes}
  hat: {price: 1}
  bone: {price: 1}
  wolf: {price: 0, effect: "forbid buy(c) where c is bone \\"the wolf wants it\\""}
"""
DECKS = """
decks:
  all:
    zone: stall
    cards: {cap: 2, coat: 1, shoe: 1, crown: 1, bone: 1, wolf: 1}
  his:
    zone: hand(bob)
    cards: {hat: 1}
"""


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: my/shop\ntitle: Shop\n")
    (tmp_path / "rules.moot").write_text(RULES)
    (tmp_path / "cards.yaml").write_text(CARDS)
    (tmp_path / "decks.yaml").write_text(DECKS)
    return moot.load(tmp_path).start()


def whats(state, text, seat=None):
    return [reason.what for reason in why_not(state, text, seat).reasons]


def needs(state, text):
    return [reason.needed for reason in why_not(state, text).reasons]


def test_what_may_be_chosen_has_no_reasons(shop):
    found = why_not(shop, "buy(shoe)")
    assert found.allowed and found.player == "ann" and found.reasons == ()


def test_costs(shop):
    found = why_not(shop, "buy(coat)").reasons[0]
    assert found.what == "the cost cannot be paid"
    assert found.needed == "`coins(ann)` must be at least 5"
    assert [(one.formula, one.value) for one in found.values] == [("coins(ann)", "3"), ("c.price", "5")]
    assert found.rule == "action buy" and "cost lower" in RULES.splitlines()[found.line - 1]


def test_requirements_and_prohibitions(shop):
    assert whats(shop, "buy(crown)") == ["it is not for sale: `c.special` is yes"]
    assert needs(shop, "buy(crown)") == ["`c.special` must be no"]
    found = why_not(shop, "buy(bone)").reasons
    assert [(one.what, one.source, one.rule) for one in found] == [("the wolf wants it", "wolf", "wolf: forbid buy")]
    assert found[0].needed == "`c is bone` must be no"


def test_domain_and_player_at_once(shop):
    assert whats(shop, "buy(hat)") == ["hat is not in `stall`: it is in hand of bob"]
    assert whats(shop, "buy(hat)", "ann") == ["hat is not in `stall`"]  # where it lies is not for her to know
    assert whats(shop, "sell(bob, cap)") == [
        "only bob can do this, not ann",
        "cap is not in `hand(p)`: it is in stall",
    ]


def test_calls_in_the_words_that_players_read(shop):
    assert whats(shop, "Buy coat") == whats(shop, "buy(coat)") == ["the cost cannot be paid"]
    assert why_not(shop, "buy shoe").allowed
    assert whats(shop, "sell bob, hat") == whats(shop, "sell(bob, hat)")


def test_a_thing_alone_is_tried_with_each_action_that_takes_just_it(shop):
    assert whats(shop, "coat") == ["buy coat: the cost cannot be paid"]
    assert "buy crown: it is not for sale" in whats(shop, "crown")[0]
    assert "buy hat: hat is not in `stall`" in whats(shop, "hat")[0]


def test_an_offer_that_cannot_end(shop):
    assert whats(shop, "done") == ["something must be bought: `coins(ann) < 3` is no"]
    assert needs(shop, "done") == ["`coins(ann) < 3` must be yes"]


def test_whose_choice_it_is(shop):
    assert whats(shop, "bob: buy(shoe)") == ["it is not bob's choice, but ann's: “something must be bought”"]


def test_one_of_several(shop):
    shop.apply("buy(shoe)")
    shop.apply("done")
    assert whats(shop, "beg") == ["`coins(ann) = 0` is no", "`secret(bob) < 3` is no"]
    values = [one.values for one in why_not(shop, "beg").reasons]
    assert [[(v.formula, v.value) for v in some] for some in values] == [[("coins(ann)", "2")], [("secret(bob)", "4")]]
    assert [len(one.values) for one in why_not(shop, "beg", "ann").reasons] == [1, 0]  # bob's secret stays his


def test_among_things(shop):
    for key in ("buy(shoe)", "done", "rest"):
        shop.apply(key)
    assert whats(shop, "crown") == ["`c.special` is yes", "`c.price < 9` is no"]
    assert whats(shop, "shoe") == ["shoe is not in `stall`: it is in hand of ann"]
    assert whats(shop, "stop") == ["more must be chosen before it can end"]
    assert whats(shop, "3")[0].startswith("`3` is not available where ann is prompted “take")
    assert whats(shop, "buy(cap)") != []
    shop.apply("coat")
    assert whats(shop, "coat") == ["coat is not in `stall`: it is in hand of ann"]


def test_words_that_mean_nothing(shop):
    for text, hint in (
        ("by(cap)", "did you mean `buy`?"),
        ("crwn", "did you mean `crown`?"),
        ("buy(cpa)", "did you mean `cap`?"),
    ):
        with pytest.raises(MootError) as raised:
            why_not(shop, text)
        assert [(d.code, d.hint) for d in raised.value.diagnostics] == [("unknown-choice", hint)]
    with pytest.raises(MootError) as raised:
        why_not(shop, "buy(cap, coat)")
    assert raised.value.diagnostics[0].hint == "write buy(c)"


def test_the_game_is_over(shop):
    for key in ("buy(shoe)", "done", "rest", "coat", "cap", "cap"):
        if not shop.over:
            shop.apply(key if shop.decision.option(key) else shop.decision.options[0])
    while not shop.over:
        shop.apply(shop.decision.options[0])
    assert whats(shop, "cap") == ["the game is over: done"]


def test_a_state_that_was_restored_copied_or_guessed(shop):
    shop.apply("buy(shoe)")
    for state in (shop.game.restore(shop.save()), shop.copy()):
        assert whats(state, "buy(crown)") == ["it is not for sale: `c.special` is yes"]


def test_several_requirements_of_a_family():
    game = moot.load(PACKS / "skirmish")
    state = game.start(3)
    while state.decision.prompt != "order or done":
        state.apply(state.decision.options[0])
    found = why_not(state, "march(slings, 5)").reasons
    assert [one.what for one in found] == ["one place at a time: `abs(goal - u.spot) = 1` is no"]
    assert found[0].values[0].formula == "abs(goal - u.spot)"
    assert why_not(state, "march(slings, 1)").allowed


def test_rules_that_have_changed_since(shop, tmp_path):
    (tmp_path / "rules.moot").write_text(RULES.replace('"no room"', '"full"'))
    with pytest.raises(MootError) as raised:
        why_not(shop.game.start(), "buy(crown)")
    assert raised.value.diagnostics[0].code == "rules-changed"


def test_a_case_may_name_any_reason(shop, tmp_path):
    (tmp_path / "cases").mkdir()
    case = """
cases:
  - name: the crown is not for sale
    given: {phase: shop, stall: [crown, coat, shoe], "coins(ann)": 3}
    then:
      not allowed: {ann: buy(crown), because: REASON}
"""
    from moot.tools.cases.run import CaseRunner, collect_cases

    found = {}
    for reason in ("`c.special` must be no", "it is not for sale", "it is too dear"):
        (tmp_path / "cases" / "first.yaml").write_text(case.replace("REASON", f'"{reason}"'))
        found[reason] = next(CaseRunner().run(one) for one in collect_cases([tmp_path]))
    assert [one.status for one in found.values()] == ["passed", "passed", "failed"]
    assert "it is not for sale: `c.special` is yes" in found["it is too dear"].message


def test_a_phase_is_only_named(tmp_path):
    """What is told of a requirement reads its parts; a phase in it has no value."""
    (tmp_path / "pack.yaml").write_text("id: my/shop\ntitle: Shop\n")
    late = 'require c.price < 2 or in_phase(night) "it is not late yet"\n  require size(hand'
    rules = RULES.replace("require size(hand", late) + "phase night\n  nothing\n"
    (tmp_path / "rules.moot").write_text(rules.replace("something must be bought", "never mind"))
    (tmp_path / "cards.yaml").write_text(CARDS)
    (tmp_path / "decks.yaml").write_text(DECKS)
    state = moot.load(tmp_path).start()
    assert "it is not late yet" in whats(state, "buy(cap)")[0]


def test_a_table_is_only_named(tmp_path):
    """So does a table: its cell is told, and what the cell is looked up by."""
    (tmp_path / "pack.yaml").write_text("id: my/shop\ntitle: Shop\n")
    closed = 'require size(hours[min(c.price, 2)]) > 0 "it is closed"\n  require size(hand'
    rules = RULES.replace("require size(hand", closed) + "table hours(price: 1..2) : set of 1d6\n"
    (tmp_path / "rules.moot").write_text(rules.replace("something must be bought", "never mind"))
    (tmp_path / "cards.yaml").write_text(CARDS)
    (tmp_path / "decks.yaml").write_text(DECKS)
    (tmp_path / "tables.yaml").write_text("tables:\n  hours: {1: 1..6, 2: none}\n")
    state = moot.load(tmp_path).start()
    assert "it is closed" in whats(state, "buy(cap)")[0]


TOGETHER = """
game swaps "Swaps"
players ann, bob
kind card
  price : number
zone stall           : row of card, seen by all
zone hand(p: player) : row of card, seen by all
phase swaps
  choose c in stall, n in 0..c.price, q in player where n < 2 or q = bob by ann "whose, and for what"
    move c to hand(q)
  offer stay, leave to ann until taken
action stay in swaps
action leave in swaps
"""


def test_several_things_together(tmp_path):
    (tmp_path / "pack.yaml").write_text("id: my/swaps\ntitle: Swaps\n")
    (tmp_path / "rules.moot").write_text(TOGETHER)
    (tmp_path / "cards.yaml").write_text("kind: card\ncards:\n  cap: {price: 2}\n  hat: {price: 1}\n")
    (tmp_path / "decks.yaml").write_text(
        "decks:\n  s: {zone: stall, cards: {hat: 1}}\n  h: {zone: hand(bob), cards: {cap: 1}}\n"
    )
    state = moot.load(tmp_path).start()
    assert why_not(state, "hat, 1, ann").allowed
    assert whats(state, "hat") == ["`hat` is not one of each"]
    assert needs(state, "hat") == ["it must name the c, n, q, separated by commas"]
    assert whats(state, "cap, 1, ann") == ["cap is not in `stall`: it is in hand of bob"]
    assert whats(state, "hat, 2, bob") == ["2 is not in `0..c.price`"]
    assert whats(state, "hat, 1, cap") == ["cap is not in `player`"]
    state.apply("hat, 1, bob")
    assert whats(state, "done") == ["one of the actions is mandatory here"]
