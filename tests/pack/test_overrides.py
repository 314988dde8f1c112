"""Editions and mods: what extends what, what may be overridden, and by whom."""

from __future__ import annotations

import pytest
from pack_texts import RULES, said

from moot.lang import tree
from moot.pack.load import load

CARDS = "kind: card\ncards:\n  one: {owner: ann, price: 2}\n  two:\n    owner: bob\n    text: nothing\n"
DECKS = "decks:\n  first: {zone: supply(ann), fields: {owner: ann}, cards: {one: 2, two: 1}}\n"
TABLES = "tables:\n  losses:\n    1..6: {red..blue: 1}\n"
BASE = {"base/rules.moot": RULES, "base/cards.yaml": CARDS, "base/decks.yaml": DECKS, "base/tables.yaml": TABLES}
MOD = {"mod/pack.yaml": "id: mod\ntitle: Mod\nextends: ../base\n"}


def names(bundle):
    return [getattr(decl, "name", type(decl).__name__) for decl in bundle.declarations]


@pytest.fixture
def over(write):
    """Loads `mod`, which extends `base` and has one file more."""

    def do(text, name="mod/more.moot"):
        write({**BASE, **MOD, name: text})
        return load("mod")

    return do


def test_extending_takes_everything(over):
    bundle = over("function more = 1\n")
    assert said(bundle.report) == []
    assert [one.id for one in bundle.manifests] == ["base", "mod"]
    assert bundle.id == "mod"
    assert names(bundle)[-1] == "more"
    assert list(bundle.things) == ["one", "two"]
    assert bundle.home[id(bundle.declarations[-1])] == "mod"
    assert bundle.home[id(bundle.declarations[0])] == "base"


def test_an_override_takes_the_place_of_what_it_replaces(over):
    before = names(load_base(over))
    bundle = over("override function limit = 5\noverride after score(d) @2\n  score(d)\n")
    assert said(bundle.report) == []
    assert names(bundle) == before
    limit = next(one for one in bundle.declarations if getattr(one, "name", "") == "limit")
    assert bundle.home[id(limit)] == "mod" and limit.lines[0].value.value == 5
    after = next(one for one in bundle.declarations if isinstance(one, tree.Hook))
    assert bundle.home[id(after)] == "mod" and isinstance(after.block[0], tree.CallStatement)
    assert not any(isinstance(one, tree.OverrideDecl) for one in bundle.declarations)


def load_base(over):
    over("function more = 1\n")
    return load("base")


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ("function limit = 5\n", "base-name", 1, "the base `base` already declares the function `limit`"),
        ("procedure limit\n  nothing\n", "base-name", 1, "the base `base` has the function `limit` with this name"),
        ('game other "Other"\n', "base-name", 1, "`base` already declares the game"),
        ("function a = 1\nfunction a = 2\n", "duplicate-name", 2, "the function `a` is declared twice"),
        ("override function limid = 5\n", "override-nothing", 1, "no base pack declares the function `limid`"),
        ("override function reach(c: card) : number = 1\n", "override-parameters", 1,
         "the parameters of the function `reach` differ from the base's: (c: card) instead of (c: card, n: number)"),
        ("override procedure limit\n  nothing\n", "override-sort", 1,
         "the base declares the function `limit`, not a procedure"),
        ("function a = 1\noverride function a = 2\n", "override-own", 2,
         "the function `a` is declared in this pack, so it cannot be overridden"),
        ("override function limit = 4\noverride function limit = 5\n", "duplicate-override", 2,
         "the function `limit` is overridden twice in this pack"),
        ("override option lang = yes\n", "override-nothing", 1, "no base pack declares the option `lang`"),
        ("override before score(c) @2\n  nothing\n", "override-nothing", 1, "no base pack has a rule `before score`"),
        ("override after score(c) @9\n  nothing\n", "override-nothing", 1,
         "no base pack has a rule `after score` with this citation"),
    ],
)  # fmt: skip
def test_what_is_wrong(over, text, code, line, message):
    bundle = over(text)
    assert said(bundle.report) == [(code, line, message)]
    diagnostic = bundle.report.diagnostics[0]
    if code not in ("override-nothing",):
        assert diagnostic.notes, "shows the other place"
    if "limid" in message:
        assert diagnostic.hint == "did you mean `limit`?"


def test_rules_that_are_alike_must_be_told_apart(write):
    write(
        {
            **BASE,
            **MOD,
            "base/zz.moot": "after score(c) @2\n  nothing\n",
            "mod/m.moot": "override after score @2\n  nothing\n",
        }
    )
    bundle = load("mod")
    assert said(bundle.report) == [("override-unclear", 1, "2 rules are `after score`, so the override is ambiguous")]
    assert [span.source.path for span, _ in bundle.report.diagnostics[0].notes] == ["base/rules.moot", "base/zz.moot"]


def test_a_rule_that_a_thing_carries_is_overridden_in_its_place(write):
    rules = "kind relic\n  effect : standing\n"
    relic = 'kind: relic\nthings:\n  ring:\n    effect: |\n      modify limit by 1 @4\n      forbid score "no" @5\n'
    write({**BASE, **MOD, "base/zz.moot": rules, "base/relics.yaml": relic,
           "mod/m.moot": 'override modify limit by 2 @4\n'})  # fmt: skip
    bundle = load("mod")
    assert said(bundle.report) == []
    nodes = bundle.things["ring"].fields["effect"].value.nodes
    assert nodes[0].by.value == 2 and bundle.home[id(nodes[0])] == "mod"
    assert isinstance(nodes[1], tree.Forbid)


def test_citations_are_compared_by_document(write):
    write({
        **BASE,
        "base/pack.yaml": "id: base\ntitle: Base\ndocument: old\n",
        "base/doc.yaml": "document: {id: old, title: Old, clauses: {'2': {gist: two, kind: rule}}}\n",
        "mod/pack.yaml": "id: mod\ntitle: Mod\nextends: ../base\ndocument: new\n",
        "mod/doc.yaml": "document: {id: new, title: New, clauses: {'2': {gist: two, kind: rule}}}\n",
        "mod/m.moot": "override after score(c) @2\n  nothing\n",
    })  # fmt: skip
    assert [one.code for one in load("mod").report] == ["override-nothing"]
    write({"mod/m.moot": "override after score(c) @old/2 @2\n  nothing\n"})
    assert said(load("mod").report) == []


# ---------------------------------------------------------------------------------------------------- YAML


def test_things_decks_and_tables_are_overridden_by_what_differs(write):
    write({
        **BASE, **MOD,
        "mod/cards.yaml": "kind: card\nstand_in: [price]\ncards:\n  new: {owner: ann}\noverride:\n  one: {price: 9}\n",
        "mod/decks.yaml": "override:\n  first: {cards: {one: 0, new: 3}}\n",
        "mod/tables.yaml": "override:\n  losses: {6: {red: 8}}\n",
    })  # fmt: skip
    bundle = load("mod")
    assert said(bundle.report) == []
    one = bundle.things["one"]
    assert (one.pack, one.fields["price"].value, one.fields["owner"].value) == ("base", 9, "ann")
    assert one.stand_in == ["price"]
    assert list(bundle.things) == ["one", "two", "new"]
    assert [(title, count) for title, count, _ in bundle.decks["first"].cards] == [("two", 1), ("new", 3)]
    assert bundle.decks["first"].zone == "supply(ann)"
    table = bundle.tables["losses"].cells
    assert (table[(6, "red")].value, table[(6, "blue")].value) == (8, 1)


@pytest.mark.parametrize(
    ("text", "code", "line", "message", "hint"),
    [
        (
            "override:\n  oen: {price: 9}\n", "override-nothing", 2,
            "no base pack has a thing `oen`", "did you mean `one`?",
        ),
        ("override:\n  one: {prise: 9}\n", "unknown-field", 2, "a card has no field `prise`", "did you mean `price`?"),
        ("kind: card\ncards:\n  one: {owner: ann}\n", "duplicate-id", 3, "the base `base` already has the thing `one`",
         "put it under `override:`, or rename it"),
        ("decks:\n  first: {zone: x, cards: {}}\n", "duplicate-id", 2, "the base `base` already has the deck `first`",
         "put it under `override:`, or rename it"),
        ("override:\n  first: {zone: 5}\n", "wrong-type", 2, "`zone` must be text, not `5`",
         'write it in quotes: "5"'),
        ("override:\n  first: {cards: {twoo: 0}}\n", "override-nothing", 2,
         "the deck `first` has no `twoo` to remove", "did you mean `two`?"),
        ("override: [one]\n", "wrong-type", 1, "`override` must be a map of keys and values, not a list", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_in_yaml(over, text, code, line, message, hint):
    bundle = over(text, "mod/over.yaml")
    assert said(bundle.report) == [(code, line, message)]
    assert bundle.report.diagnostics[0].hint == hint


# ---------------------------------------------------------------------------------------------------- mods


def test_mods_lie_over_a_game(write):
    write({**BASE, "a/m.moot": "override function limit = 7\n", "b/m.moot": "function more = limit\n"})
    for mods in (["a", "b"], ["b", "a"]):
        bundle = load("base", mods=mods)
        assert said(bundle.report) == []
        assert [one.id for one in bundle.manifests] == ["base", *mods]
        assert bundle.id == "base"


@pytest.mark.parametrize("mods", [["a", "b"], ["b", "a"]])
@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("m.moot", "override function limit = 7\n", "the function `limit`"),
        ("m.moot", "override option mode = easy\n", "the option `mode`"),
        ("m.moot", "override after score @2\n  nothing\n", "the rule `after score`"),
        ("m.yaml", "override:\n  one: {price: 4}\n", "the thing `one`"),
        ("m.yaml", "override:\n  first: {zone: x}\n", "the deck `first`"),
    ],
)
def test_two_mods_that_override_one_thing(write, mods, name, text, shown):
    write({**BASE, f"a/{name}": text, f"b/{name}": text})
    bundle = load("base", mods=mods)
    first, second = mods
    assert [one[::2] for one in said(bundle.report)] == [
        ("override-conflict", f"`{first}` and `{second}` both override {shown}, and neither extends the other")
    ]
    diagnostic = bundle.report.diagnostics[0]
    assert diagnostic.at.source.path == f"{second}/{name}"
    assert diagnostic.notes[0][0].source.path == f"{first}/{name}"


def test_a_mod_that_extends_the_other_may_override_again(write):
    write({**BASE, "a/m.moot": "override function limit = 7\n", "b/m.moot": "override function limit = 8\n",
           "b/pack.yaml": "id: b\ntitle: B\nextends: ../a\n"})  # fmt: skip
    for mods in (["b"], ["a", "b"], ["b", "a"]):
        bundle = load("base", mods=mods)
        assert said(bundle.report) == []
        limit = next(one for one in bundle.declarations if getattr(one, "name", "") == "limit")
        assert limit.lines[0].value.value == 8


def test_a_mod_does_not_touch_what_it_does_not_know(write):
    write({**BASE, "a/m.moot": "function more = 1\n", "b/m.moot": "override function more = 2\n"})
    bundle = load("base", mods=["a", "b"])
    assert said(bundle.report) == [
        ("override-stranger", 1, "the function `more` belongs to `a`, which `b` does not extend")
    ]
    write({"b/m.moot": "function more = 2\n"})
    assert [one[::2] for one in said(load("base", mods=["a", "b"]).report)] == [
        ("duplicate-name", "`a` and `b` both declare the function `more`, and neither extends the other")
    ]


def test_settings_come_in_order(write):
    write({
        **BASE, **MOD,
        "base/pack.yaml": "id: base\ntitle: Base\noptions: {long: yes, mode: hard}\n",
        "mod/pack.yaml": "id: mod\ntitle: Mod\nextends: ../base\noptions: {long: none}\n",
        "mod/m.moot": "override option mode = easy\n",
    })  # fmt: skip
    bundle = load("mod", settings=[("mode", "hard")])
    assert said(bundle.report) == []
    assert [(one.option, one.value, one.by) for one in bundle.settings] == [
        ("long", True, "base"),
        ("mode", "hard", "base"),
        ("mode", "easy", "mod"),
        ("long", None, "mod"),
        ("mode", "hard", "caller"),
    ]
