"""Sentences 81 to 90: what editions and mods take over and replace, who sets options, which name means what."""

from __future__ import annotations

import pytest

from moot.code.pipeline import compile_bundle
from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.stack.game import Game

BASE = """\
game trial "Trial"
players ann, bob
state trace : number
option level : number = 1
option mode : hard, easy = hard
kind card
  price : number = 0
zone field : row of card, seen by all
function limit = 3
procedure mark(n: number)
  set trace to trace * 10 + n
procedure knock(n: number)
  mark(n)
after knock(n) @1
  mark(1)
after knock(n) @2
  mark(2)
after knock(n) @3
  mark(3)
phase match
  knock(limit)
  mark(level)
  if mode = easy
    mark(8)
  for each c in field
    mark(c.price)
"""
LAW = """\
document:
  id: law
  title: Law
  edition: "1"
  translator: ""
  date: ""
  sha256: 0000000000000000000000000000000000000000000000000000000000000000
  clauses:
    "1": {place: here, lines: [1, 1], kind: rule, gist: "A rule."}
    "2": {place: here, lines: [1, 1], kind: rule, gist: "A rule."}
    "3": {place: here, lines: [1, 1], kind: rule, gist: "A rule."}
"""
CARDS = "kind: card\ncards: {one: {price: 5}}\n"
DECKS = "decks:\n  d: {zone: field, cards: {one: 1}}\n"


@pytest.fixture
def packs(tmp_path):
    """Writes packs beside the base; gives a function that plays one, and tells its trace or its errors."""

    def do(texts, name="base", mods=(), options=()):
        written = {
            "base/pack.yaml": "id: base\ntitle: Base\ndocument: law\n",
            "base/rules.moot": BASE,
            "base/law.yaml": LAW,
            "base/cards.yaml": CARDS,
            "base/decks.yaml": DECKS,
            **texts,
        }
        for path, text in written.items():
            file = tmp_path / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        try:
            bundle = load(tmp_path / name, [tmp_path / m for m in mods], list(options), cases=False)
            game = Game(compile_bundle(bundle))
        except MootError as error:
            return [f"{d.code}: {d.message}" for d in error.diagnostics if d.severity == "error"]
        traces = set()
        for journal in (True, False):
            position = game.start(journal=journal).position
            row = next(r for r in game.program.layout.states if r.name == "trace")
            traces.add(position.cells[row.first])
        (trace,) = traces
        return str(trace)

    return do


def extending(name, rules="", base="base", more=""):
    return {f"{name}/pack.yaml": f"id: {name}\ntitle: X\nextends: ../{base}\n{more}", f"{name}/more.moot": rules}


def test_81_extends_takes_everything(packs):
    assert packs({}) == "312315"
    assert packs(extending("mod", "function more = 1\n"), "mod") == "312315"


def test_81_a_name_of_the_base_needs_override(packs):
    (told,) = packs(extending("mod", "function limit = 4\n"), "mod")
    assert told.startswith("base-name") and "limit" in told
    assert packs(extending("mod", "override function limit = 4\n"), "mod") == "412315"


def test_82_override_replaces_a_whole_thing_with_the_same_parameters(packs):
    assert packs(extending("mod", "override procedure knock(n: number)\n  mark(7)\n"), "mod") == "712315"
    told = packs(extending("mod", "override procedure knock(n: number, m: number)\n  mark(7)\n"), "mod")
    assert isinstance(told, list) and any("knock" in line for line in told)
    told = packs(extending("mod", "override procedure knokc(n: number)\n  mark(7)\n"), "mod")
    assert isinstance(told, list) and any("knokc" in line for line in told)


def test_82_or_the_one_standing_rule_of_that_verb_target_and_citation(packs):
    assert packs(extending("mod", "override after knock(n) @2\n  mark(6)\n"), "mod") == "316315"
    assert isinstance(packs(extending("mod", "override after knock(n) @law/4\n  mark(6)\n"), "mod"), list)
    assert isinstance(packs(extending("mod", "override before knock(n) @2\n  mark(6)\n"), "mod"), list)
    assert isinstance(packs(extending("mod", "override after knock(n)\n  mark(6)\n"), "mod"), list)
    twice = {"base/rules.moot": BASE.replace("after knock(n) @3", "after knock(n) @2")}
    assert isinstance(packs({**twice, **extending("mod", "override after knock(n) @2\n  mark(6)\n")}, "mod"), list)


def test_82_an_override_of_a_kind_names_all_its_fields(packs):
    more = "  state known : bool\nbefore knock(n)\n  for each c in field\n    set c.known to yes\n    mark(c.price)\n"
    assert packs(extending("mod", f"override kind card\n  price : number = 4\n{more}"), "mod") == "5312315"
    (told,) = packs(extending("mod", f"override kind card\n{more.replace('c.price', '0')}"), "mod")
    assert told == "override-fields: this replaces all of the kind `card`, but omits `price`"


def test_82_things_are_overridden_field_by_field(packs):
    texts = extending("mod") | {"mod/cards.yaml": "override:\n  one: {price: 7}\n"}
    assert packs(texts, "mod") == "312317"


GROWN = (
    "kind card has\n  weight : number = 6\n  state worn : 0..3 = 2\n"
    "after match\n  for each c in field\n    mark(c.weight)\n    raise c.worn by 5\n    mark(c.worn)\n"
)


def test_82_a_kind_of_the_base_may_grow(packs):
    assert packs(extending("mod", GROWN), "mod") == "31231563"
    given = extending("mod", GROWN) | {"mod/cards.yaml": "override:\n  one: {weight: 7}\n"}
    assert packs(given, "mod") == packs(given, "base", ["mod"]) == "31231573"
    sorts = extending("mod", GROWN + "kind tool is card\n") | {
        "mod/cards.yaml": "kind: tool\ncards: {two: {weight: 4}}\n",
        "mod/decks.yaml": "override:\n  d: {cards: {two: 1}}\n",
    }
    assert packs(sorts, "mod") == "31231506343"
    own = {"base/more.moot": "kind card has\n  heft : number\nafter match\n  mark(one.heft)\n"}
    cards = {"base/cards.yaml": "kind: card\ncards: {one: {price: 5, heft: 8}}\n"}
    assert packs(own | cards) == "3123158"


def test_82_what_cannot_grow(packs):
    for rules, told in {
        "kind card has\n  weight : number\n": "missing-default: `weight` needs an initial value: things of `base`",
        "kind card has\n  price : number = 1\n": "duplicate-name: the kind `card` of `base` already has `price`",
        "kind crad has\n  weight : number = 1\n": "override-nothing: no base pack declares the kind `crad`",
        "kind player has\n  weight : number = 1\n": "override-nothing: no base pack declares the kind `player`",
        "kind tint : red\nkind tint has\n  weight : number = 1\n": "override-sort: `tint` is a kind of names",
        "kind card has\n  title : name = one\n": "duplicate-name: every thing already has a `title`",
    }.items():
        (found,) = packs(extending("mod", rules), "mod")
        assert found.startswith(told)
    texts = extending("mod", GROWN) | {"base/tools.moot": "kind tool is card\n  weight : number = 1\n"}
    (found,) = packs(texts, "mod")
    assert found == "name-taken: `tool`, a subtype of `card`, already has a field `weight`"


def test_82_two_mods_that_add_one_field_are_an_error_that_shows_both(packs):
    texts = extending("mod", GROWN) | extending("other", "kind card has\n  weight : number = 1\n")
    told = "duplicate-name: `mod` and `other` both add a field `weight` to the kind `card`"
    assert packs(texts, "base", ["mod", "other"]) == [told]
    above = extending("mod", GROWN) | extending("other", "kind card has\n  width : number = 1\n", "mod")
    assert packs(above, "other") == "31231563"


def test_83_an_override_is_as_old_as_what_it_replaces(packs):
    # the first of three stays the first, and a rule of the mod's own comes last
    rules = "after knock(n)\n  mark(9)\noverride after knock(n) @1\n  mark(4)\n"
    assert packs(extending("mod", rules), "mod") == "3423915"


def test_84_two_mods_that_override_one_thing_are_an_error_that_shows_both(packs):
    texts = extending("left", "override function limit = 4\n") | extending("right", "override function limit = 6\n")
    assert packs(texts, "base", ["left"]) == "412315"
    for order in (["left", "right"], ["right", "left"]):
        told = packs(texts, "base", order)
        assert isinstance(told, list) and "limit" in told[0]


def test_84_but_not_where_one_extends_the_other(packs):
    texts = extending("left", "override function limit = 4\n") | extending(
        "right", "override function limit = 6\n", "left"
    )
    assert packs(texts, "right") == "612315"


def test_84_the_order_of_mods_decides_nothing(packs):
    texts = extending("left", "after knock(n)\n  mark(6)\n") | extending("right", "override function limit = 4\n")
    assert packs(texts, "base", ["left", "right"]) == packs(texts, "base", ["right", "left"]) == "4123615"


def test_85_of_what_sets_an_option_the_later_wins(packs):
    assert packs({}, options=[("level", 4)]) == "312345"
    defaulted = extending("mod", "override option level = 2\n")
    assert packs(defaulted, "mod") == "312325"
    by_pack = extending("mod", "override option level = 2\n", more="options: {level: 6, mode: easy}\n")
    assert packs(by_pack, "mod") == "3123685"
    assert packs(by_pack, "mod", options=[("level", 9)]) == "3123985"
    above = by_pack | extending("upper", "override option level = 7\n", "mod")
    assert packs(above, "upper") == "3123785"  # a pack is read after what it extends


def test_85_a_thing_by_default_may_be_missing_where_the_option_is_set(packs):
    texts = {"base/more.moot": "option best : card = two\nafter match\n  mark(best.price)\n"}
    assert packs(texts) == ["unknown-thing: `best` is a card, but `two` is unknown"]
    assert packs(texts, options=[("best", "one")]) == "3123155"
    assert packs(texts | extending("mod", "override option best = one\n"), "mod") == "3123155"
    assert packs(texts | extending("mod", "override option best = three\n"), "mod")[0].startswith("unknown-thing")


# ------------------------------------------------------------------------------------------------ names

HEAD = """
kind colour : red, green
kind card
  price : number = 0
  tint  : colour = green
  state worn : 0..9
zone field : row of card, seen by all
state sum_up : number
"""
ONE = "kind: card\ncards: {one: {price: 1}, two: {price: 2}}\n"
FIELD = "decks:\n  d: {zone: field, cards: {one: 1, two: 1}}\n"


def match(*lines, rest=""):
    return HEAD + "phase match\n" + "".join(f"  {line}\n" for line in lines) + rest


def test_86_values_callables_and_fields_are_three_spaces(play):
    rules = match(
        "let price = 3",
        "mark(price)",
        "mark(price(price))",
        "mark(first(field).price)",
        rest="function price(n: number) = n + 1\n",
    )
    assert play(rules, ONE, FIELD).trace == "341"


def test_87_nothing_hides_another_name(refused):
    for name in ("sum_up", "red", "one", "ann"):
        told = refused(match(f"let {name} = 3", f"mark({name})"), ONE, FIELD)
        assert told[0].startswith("name-taken"), (name, told)
    told = refused(match("mark(1)", rest="procedure knock(n: number)\n  let n = 3\n  mark(n)\n"), ONE, FIELD)
    assert told[0].startswith("name-taken")


def test_87_a_base_knows_no_names_of_packs_that_extend_it(packs):
    texts = extending("mod", "state n : number\nafter mark(m)\n  raise n by 1\nafter knock\n  mark(n)\n") | {
        "mod/cards.yaml": "kind: card\ncards: {c: {price: 7}}\n",
        "mod/decks.yaml": "decks:\n  m: {zone: field, cards: {c: 1}}\n",
    }
    assert packs(texts, "mod") == "31234157"
    assert packs(texts, "base", ["mod"]) == "31234157"
    own = {**texts, "mod/own.moot": "before knock\n  for each c in field\n    mark(0)\n"}
    assert packs(own, "mod") == ["name-taken: `c` is already the id of a thing"]


def test_87_words_and_ids_of_a_mod_leave_the_base_as_it_was(packs):
    rules = "kind tint : red, blue\nkind tool is card\n  edge : number = 4\nzone shelf : row of card, seen by all\n"
    rules += "option stock : deck or none = none\n"
    rules += "before knock(n)\n  let t = red\n  mark(rank(t))\n  let blade = 5\n  mark(blade)\n"
    rules += "  for each c in tool\n    let spare = c.edge\n    mark(spare)\n"
    base = {
        "base/more.moot": rules,
        "base/tools.yaml": "kind: tool\ncards: {saw: {}}\n",
        "base/shelf.yaml": "decks:\n  s: {zone: shelf, cards: {saw: 1}}\n",
    }
    mod = extending("mod", "kind shade : pink, red, t, c, blade\nkind weapon is card\n") | {
        "mod/cards.yaml": "kind: weapon\ncards: {n: {}, t: {}, blue: {}, red: {}}\n",
        "mod/decks.yaml": "decks:\n  spare: {zone: shelf, cards: {n: 1, red: 1, blue: 1}, choice: stock}\n",
    }
    assert packs(base) == "154312315"
    assert packs(base | mod, "mod") == packs(base | mod, "base", ["mod"]) == "154312315"


def test_88_a_name_lives_to_the_end_of_its_block(play, refused):
    assert play(match("if yes", "  let a = 1", "  mark(a)", "let a = 2", "mark(a)"), ONE, FIELD).trace == "12"
    (told,) = refused(match("if yes", "  let a = 1", "mark(a)"), ONE, FIELD)
    assert told.startswith("unknown-name")
    (told,) = refused(match("mark(a)", "let a = 1"), ONE, FIELD)
    assert told.startswith("unknown-name")


def test_88_names_of_quantifiers_live_inside_them(play, refused):
    assert (
        play(match("mark(count c in field where c.price > 1)", "mark(sum c in field of c.price)"), ONE, FIELD).trace
        == "13"
    )
    (told,) = refused(match("if any c in field where c.price > 1", "  mark(c.price)"), ONE, FIELD)
    assert told.startswith("unknown-name")


def test_88_the_name_of_one_choice_lives_on_below(play):
    rules = match('choose c in field by ann "which?"', "mark(c.price)", "pick d in field where d != c", "mark(d.price)")
    assert play(rules, ONE, FIELD, choices=["two"]).trace == "21"


def test_88_that_of_several_only_in_the_block(refused):
    told = refused(match('choose 0..2 c in field by ann "which?"', "  mark(1)", "mark(c.price)"), ONE, FIELD)
    assert told[0].startswith("unknown-name")


CARRIER = """
kind: card
cards:
  one:
    price: 1
    effect: |
      state own : 0..9 = 4
      function twice(n: number) = n * 2 + own
      procedure bump
        raise own by 1
      after knock
        bump()
        mark(twice(1))
  two: {price: 2}
"""


def test_89_what_an_effect_declares_is_known_there_alone(play, refused):
    rules = HEAD.replace("  state worn", "  effect : standing or none = none\n  state worn").replace(
        "seen by all", "seen by all, in play"
    )
    knock = "procedure knock\n  nothing\n"
    assert play(rules + knock + "phase match\n  knock()\n  mark(5)\n", CARRIER, FIELD).trace == "75"
    for text in ("mark(own)", "mark(one.own)", "mark(twice(1))", "bump()"):
        told = refused(rules + knock + f"phase match\n  knock()\n  {text}\n", CARRIER, FIELD)
        assert len(told) == 1, told


def test_90_the_type_decides_which_name_is_meant(play):
    rules = """
kind light : red, amber, green
kind paint : blue, red
kind card
  tint : paint = red
  lamp : light = red
zone field : row of card, seen by all
phase match
  for each c in field
    if c.tint = red and c.lamp = red
      mark(rank(c.tint))
      mark(rank(c.lamp))
    if c.tint in [blue, red]
      mark(5)
"""
    things = "kind: card\ncards: {a: {}}\n"
    assert play(rules, things, "decks:\n  d: {zone: field, cards: {a: 1}}\n").trace == "215"
