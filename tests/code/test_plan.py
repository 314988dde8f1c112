"""What is planned of a game: units, what pauses, which actions there are, what is decided before play."""

from __future__ import annotations

import pytest
from planned_packs import formula, small

from moot.code.plan.actions import actor, gathers_hidden, is_late, once_in, read_with_params, same_params
from moot.code.plan.constants import UNKNOWN, constant_of
from moot.code.plan.first import first_constant
from moot.code.plan.pausing import calls_of, pauses, was_places
from moot.code.plan.phases import phases_asked
from moot.lang import tree
from moot.lang.walk import walk

# ------------------------------------------------------------------------------------------------ what pauses

MILL = """\
state flour : 0..9
state sacks(p: player) : 0..9
phase match
  quiet()
  grind(ann)
  win ann "done"
procedure quiet
  raise flour by 1
  until end of match
    after grind(p)
      choose n in 1..2 by p "a sack"
      set sacks(p) to n
    instead of settle(p) where p = bob
      proceed
procedure grind(p: player)
  lower flour by 1
  settle(p)
procedure settle(p: player)
  if flour > 3
    sweep(p)
procedure sweep(p: player)
  choose n in 1..flour by p "broom"
  raise sacks(p) by n
  grind(p)
after settle(p) where sacks(p) > was(sacks(p)) + 1
  raise flour by was(flour)
"""


def names(parts) -> set[str]:
    return {part.python for part in parts if part.pauses}


def test_what_pauses(tmp_path):
    _, _, _, plan, _ = small(tmp_path, MILL)
    assert names(plan.targets.values()) == {"p_match", "p_grind", "p_settle", "p_sweep"}
    assert names(plan.units) == {"p_match", "p_grind", "p_settle", "p_sweep", "h0_grind", "h1_settle"}


def test_rules_of_until_are_not_done_where_they_stand(tmp_path):
    game, _, _, plan, _ = small(tmp_path, MILL)
    quiet = plan.target(game.procedures["quiet"]).body
    assert not quiet.pauses
    assert calls_of(plan, quiet.block, quiet) == []
    assert not pauses(plan, quiet, quiet.block)
    (rules,) = plan.lasting.values()
    assert [rule.label for rule in rules] == ["after grind", "instead of settle"]
    assert [pauses(plan, rule.body, rule.body.block) for rule in rules] == [True, True]


def test_who_leads_to_whom(tmp_path):
    game, _, _, plan, _ = small(tmp_path, MILL)
    grind, sweep, quiet = (id(game.procedures[name]) for name in ("grind", "sweep", "quiet"))
    assert {grind, sweep} <= plan.reach[grind]
    assert quiet not in plan.reach[grind]
    assert not plan.loops.isdisjoint(plan.reach[grind])
    assert [rule.own for rule in plan.rules] == [False, True, False]


def test_slots_and_what_was(tmp_path):
    game, _, _, plan, _ = small(tmp_path, MILL)
    assert [plan.target(game.procedures[name]).slot for name in ("grind", "settle", "sweep")] == [0, 1, -1]
    assert plan.slots == 2
    assert plan.when_slot == -1
    assert plan.was_rules == {2}
    assert sorted(was_places(plan.rules[2]).values()) == [0, 1]
    assert plan.free_number == 3 + len(plan.units)


def test_a_plan_is_frozen(tmp_path):
    _, _, _, plan, _ = small(tmp_path, MILL)
    with pytest.raises(AttributeError):
        plan.units[0].pauses = True


# ------------------------------------------------------------------------------------------------ actions

TURNS = """\
state coins(p: player) : 0..9
kind card
  effect : standing or none = none
zone hand(p: player) : pool of card, seen by p
phase match
  turn(ann)
  win ann "done"
phase turn(p: player)
  offer actions to p
  earn(p)
procedure earn(p: player)
  raise coins(p) by 1
action ward(p: player) by p in turn(p)
  do
    until end of turn
      instead of earn(q) where q = p
        proceed
        proceed
action wait(p: player) by p in turn(p)
  cost lower coins(p) by 1
action move_on(p: player) by p in turn(p)
  do
    proceed
    raise coins(p) by 1
action walk(q: player) as move_on(q) once in turn
action play(c: card) from hand in turn
action swing(c: card) as play(c)
"""
CARDS = "cards:\n  axe:\n    effect: |\n      action hit(p: player) as swing(this) by p\n"
DECKS = "decks:\n  spare: {zone: hand(ann), cards: {twig: 1}}\n"


def test_which_actions_there_are(tmp_path):
    _, _, _, plan, _ = small(tmp_path, TURNS, cards=CARDS)
    assert [(flat.number, flat.name) for flat in plan.flat] == [(0, "ward"), (1, "wait"), (2, "walk"), (3, "axe.hit")]
    assert [[action.name for action in flat.chain] for flat in plan.flat[2:]] == [
        ["move_on", "walk"],
        ["play", "swing", "hit"],
    ]


def test_a_family_whose_members_are_in_no_deck_stays_one(tmp_path):
    _, _, _, plan, _ = small(tmp_path, TURNS, cards=CARDS + "  twig: {}\n", decks=DECKS)
    assert [flat.name for flat in plan.flat] == ["ward", "wait", "walk"]


def test_what_an_action_says(tmp_path):
    game, _, _, plan, _ = small(tmp_path, TURNS, cards=CARDS)
    ward, _, walk_, hit = plan.flat
    assert is_late(ward)
    assert once_in(ward) is None
    assert once_in(walk_) == "turn"
    assert actor(walk_).ref is game.actions["move_on"].params[0]
    assert same_params(walk_) == {id(game.actions["move_on"].params[0]): walk_.symbol.params[0]}
    assert [action.name for action in read_with_params(walk_)] == ["move_on", "walk"]
    assert [action.name for action in read_with_params(hit)] == ["hit"]


def test_where_it_is_asked_which_phase_runs(tmp_path):
    game, _, _, plan, _ = small(tmp_path, TURNS, cards=CARDS)
    turn = plan.target(game.procedures["turn"]).body
    (offer,) = [node for node in walk(turn.block) if isinstance(node, tree.Offer)]
    assert [phases_asked(plan, flat, offer, turn, {"turn"}) for flat in plan.flat] == [()] * 4
    assert gathers_hidden(plan, offer) == ("hand",)


# ------------------------------------------------------------------------------------------------ constants

OPTIONS = """\
kind colour : red, green, blue
kind card
  price : number = 2
  tints : set of colour = []
  owner : player = ann
  next  : card or none = none
option strict : bool = no
option depth  : number = 5
option hero   : card = oak
option mode   : hard, easy = easy
state n : 0..9
state m : 0..depth = depth until end of turn
state o(p: player) : 0..9 = size(pile)
zone pile : pile of card, seen by all
table toll(die: 1..2) : number
phase match
  turn()
  win ann "done"
phase turn
  raise n by 1
  set m to 3
procedure tax(p: player)
  raise n by 1
function plain = 2 + depth * 3
function sum_of = (sum i in 1..4 of i * 2)
function of_hero = hero.price + oak.next.price
function of_none = hero.next.next.price
function tint = red in oak.tints or n > 3
function two_of = [red, blue]
function more_of = oak.tints + [blue]
function all_but = (each c in colour where not (c in oak.tints))
function least_of = min(depth, 3) - abs(0 - 7)
function strictly = strict and n = 3
function either(p: player) = not strict or in_phase(turn)
function changed = 1
function uses = changed + 1
function clipped : 0..4 = depth
function given(x: number) : number =
  x + 1 if x > 3
  0     otherwise
function by_given = given(depth)
function by_state = given(n)
function picks = rank(blue) + size_of(oak)
function size_of(c: card) = c.price
function is_oak = hero is oak and not (hero is elm)
function easy_now = mode = easy and ann != bob
function late = (any c in colour where c = blue) and n = 2
function lookup = toll[1]
modify changed by 1 where strict
before tax(p) where depth > 8 or mode = hard
  raise n by 1
modify clipped by 1 where n > 3
"""
THINGS = "things:\n  oak: {kind: card, tints: [red], next: elm}\n  elm: {kind: card, price: 7}\n"
TOLL = "tables:\n  toll: {1: 3, 2: 4}\n"


@pytest.fixture
def options(tmp_path):
    return small(tmp_path, OPTIONS, things=THINGS, tables=TOLL)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plain", 17),
        ("sum_of", 20),
        ("of_hero", 9),
        ("of_none", None),
        ("tint", True),
        ("two_of", (0, 2)),
        ("more_of", 0b101),
        ("all_but", UNKNOWN),
        ("least_of", -4),
        ("strictly", False),
        ("either", True),
        ("uses", 2),
        ("by_given", 6),
        ("by_state", UNKNOWN),
        ("picks", 5),
        ("is_oak", True),
        ("easy_now", True),
        ("late", UNKNOWN),
        ("lookup", UNKNOWN),
    ],
)
def test_what_formulas_come_to(options, name, value):
    game, _, _, plan, _ = options
    assert constant_of(plan, formula(game, name)) == value


def test_a_local_that_holds_the_same(options):
    game, _, _, plan, _ = options
    x = game.functions["given"].params[0]
    (line, _) = game.functions["given"].decl.lines
    assert constant_of(plan, line.value) is UNKNOWN
    assert constant_of(plan, line.value, {id(x): 8}) == 9


def test_dead_rules(options):
    game, _, _, plan, _ = options
    assert plan.dead == {0, 1}  # `strict` is no; it is neither deep nor hard
    assert plan.target(game.functions["changed"]).rules == ()
    assert plan.target(game.procedures["tax"]).rules == ()
    assert plan.modified == {id(game.functions["clipped"])}


def test_a_question_that_is_decided_asks_for_no_phase(options):
    _, _, _, plan, _ = options
    assert plan.quiet == {"turn"}
    assert plan.anew == {"m": "turn"}


def test_first_values(options):
    game, _, _, plan, _ = options
    assert first_constant(plan, game.states["n"]) == 0
    assert first_constant(plan, game.states["m"]) == 5
    assert first_constant(plan, game.states["o"]) is UNKNOWN


# ------------------------------------------------------------------------------------------------ as before


def _unit(unit):
    own = (unit.number, unit.python, unit.label, list(unit.params), list(unit.block), unit.result, unit.this)
    return (
        *own,
        list(unit.cites),
        unit.at,
        unit.pack,
        unit.target and unit.target.python,
        unit.rule and unit.rule.number,
    )


def _rule(rule):
    own = (rule.number, id(rule.node), rule.label, rule.origin, rule.title, [id(c) for c in rule.captures])
    return *own, rule.once, rule.pack, rule.body and rule.body.python


def _target(plan, target):
    living = [[r.number for r in rules if r.number not in plan.dead] for rules in (target.rules, target.moving)]
    return id(target.symbol), target.python, target.slot, living, target.body and target.body.python, target.native


def _bodies(plan):
    found = {unit.python: unit.block for unit in plan.units}
    return found | {t.python: [t.symbol.decl] for t in plan.targets.values() if t.python.startswith("a_")}


def _name(plan, key):
    target = plan.targets.get(key)
    return target.python if target is not None else next(u.python + "()" for u in plan.units if id(u) == key)


def _calls(plan):
    names = {key: target.python for key, target in plan.targets.items()}
    names |= {id(unit): unit.python + "()" for unit in plan.units}
    return {names[key]: [names[one] for one in called] for key, called in plan.calls.items()}
