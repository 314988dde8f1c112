"""Things and decks are typed by the kinds of the rules."""

from __future__ import annotations

import pytest
from pack_texts import said

from moot.pack.model.bundle import CodeText


def values(entry):
    if isinstance(entry.value, list):
        return [values(item) for item in entry.value]
    if isinstance(entry.value, dict):
        return {key: values(item) for key, item in entry.value.items()}
    return entry.value


HEROES = """\
kind: hero
stand_in: [price]
cards:
  one:
    owner: ann
    rows: "x..x"
    price: 3
    hidden: yes
    text: |
      score(this)
      if this.price > 2
        nothing
  two: {owner: bob, rows: [1, 2], hidden: false, worth: 5, stand_in: [rows]}
  three: {kind: card, owner: bob, text: none}
  four: {owner: bob, rows: 2..4, worth: yes}
  five: {owner: bob, rows: "1, 3..4"}
  six: {owner: bob, rows: 2, worth: 'size(1..3)'}
  seven: {owner: bob, rows: none}
"""


def test_fields_are_typed(tiny):
    bundle = tiny({"cards.yaml": HEROES})
    assert said(bundle.report) == []
    one, two, three = (bundle.things[name] for name in ("one", "two", "three"))
    assert (one.kind, three.kind, one.pack) == ("hero", "card", "base")
    assert values(one.fields["rows"]) == [1, 4]
    assert one.fields["hidden"].value is True and two.fields["hidden"].value is False
    assert "worth" not in one.fields
    text = one.fields["text"].value
    assert isinstance(text, CodeText) and text.entry == "steps" and len(text.nodes) == 2
    assert (text.nodes[0].at.line, text.nodes[0].at.column) == (10, 7)
    assert two.fields["worth"].value.entry == "formula"
    assert three.fields["text"].value is None
    assert (one.stand_in, two.stand_in, three.stand_in) == (["price"], ["rows"], [])
    assert [values(bundle.things[n].fields["rows"]) for n in ("four", "five", "six", "seven")] == [
        [2, 3, 4],
        [1, 3, 4],
        [2],
        [],
    ]
    assert bundle.home[id(one)] == "base" and bundle.home[id(text)] == "base"


@pytest.mark.parametrize(
    ("entry", "code", "line", "message", "hint"),
    [
        ("rows: '....'\n    prise: 3", "unknown-field", 5, "a hero has no field `prise`", "did you mean `price`?"),
        ("rows: 'x..'", "bad-drawing", 4,
         "expected 4 places for 1..4, found 3 in `x..`", "write one `x` or `.` for each number"),
        ("rows: 'x.y.'", "wrong-type", 4, "`rows` must be a set of 1..4, not `x.y.`", "write a list, a span such as"),
        ("price: 3", "missing-field", 2,
         "missing `rows` in `one`", "write `rows:` and a value of the type set of 1..4"),
        ("rows: [1, x]", "wrong-type", 4, "`rows` must be a number of 1..4, not `x`", ""),
        ("rows: [1]\n    price: 1.5", "wrong-type", 5, "`price` must be a whole number, not `1.5`", ""),
        ("rows: [1]\n    price: yes", "wrong-type", 5, "`price` must be a whole number, not `yes`", ""),
        ("rows: [1]\n    price: true", "wrong-type", 5, "`price` must be a whole number, not `true`", ""),
        ("rows: [1]\n    hidden: maybe", "wrong-type", 5, "`hidden` must be yes or no, not `maybe`", ""),
        ("rows: [1]\n    hidden:", "empty-field", 5, "`hidden` is empty", "write a value of the type bool"),
        ("rows: [1]\n    owner: [ann]", "wrong-type", 5, "`owner` must be one player, not a list", ""),
        ("rows: [1]\n    text: >\n      nothing", "folded-code", 5,
         "the lines of `text` would be joined into one", "put code of several lines under `|`"),
        ("rows: [1]\n    text: raise a\n      by 1", "folded-code", 5,
         "the lines of `text` would be joined into one", "put code of several lines under `|`"),
        ("rows: [1]\n    text: [nothing]", "wrong-type", 5, "`text` holds steps, not a list", "write it under `|`"),
        ("rows: [1]\n    text: ''", "empty-field", 5, "`text` is empty", "write steps, or remove the line"),
        ("rows: [1]\n    kind: heroe", "unknown-kind", 5, "unknown kind `heroe`", "did you mean `hero`?"),
        ("rows: [1]\n    kind: colour", "unknown-kind", 5, "`colour` is a kind of names, not of things", ""),
        ("rows: [1]\n    stand_in: [row]", "unknown-field", 5, "a hero has no field `row`", "did you mean `rows`?"),
        ("rows: [1]\n    stand_in: [price]", "missing-field", 5,
         "`price` is listed as a stand-in, but `one` does not set it", "write `price:`, or remove it here"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_thing(tiny, entry, code, line, message, hint):
    owner = "" if "owner" in entry else "owner: ann"
    bundle = tiny({"cards.yaml": f"cards:\n  one:\n    {owner or 'price: 1'}\n    {entry}\n".replace(
        "cards:", "kind: hero\ncards:", 1)})  # fmt: skip
    found = [(one.code, one.at.line - 1, one.message) for one in bundle.report if one.code == code]
    assert found == [(code, line, message)]
    assert hint in next(one.hint for one in bundle.report if one.code == code)


def test_a_wrong_field_shows_where_its_kind_is_declared(tiny):
    bundle = tiny({"cards.yaml": "kind: card\ncards:\n  one: {owner: ann, txet: nothing}\n"})
    note = bundle.report.diagnostics[0].notes[0]
    assert (note[0].line, note[1]) == (4, "kind `card` declared here")


def test_states_are_not_printed(tiny):
    bundle = tiny({
        "more.moot": "kind site\n  state open : bool\n",
        "sites.yaml": "sites:\n  here: {open: yes}\n",
    })  # fmt: skip
    assert said(bundle.report) == [
        ("unknown-field", 2, "`open` of a site changes in play: its value cannot be written here")
    ]


def test_kind_may_follow_from_the_section(tiny):
    more = {"more.moot": "kind site\n  size_of : number\nkind story is site\n"}
    bundle = tiny({**more, "a.yaml": "sites:\n  here: {size_of: 1}\n", "b.yaml": "stories:\n  old: {size_of: 2}\n"})
    assert said(bundle.report) == []
    assert [thing.kind for thing in bundle.things.values()] == ["site", "story"]
    bundle = tiny({**more, "c.yaml": "units:\n  axe: {size_of: 1}\n"})
    assert said(bundle.report) == [("missing-kind", 2, "missing kind of `axe`")]


def test_rows_inside_things(tiny):
    rules = (
        "kind blow\n  strikes : number\n  note : string or none\n  then_do : steps or none\n"
        "kind beast\n  blows : list of blow\n  best : blow or none\n"
    )
    cards = """\
kind: beast
things:
  wolf:
    blows: [{strikes: 1, note: 7}, {strikes: 2, then_do: nothing}]
    best: {strikes: 3}
  bear:
    blows: [{strike: 1}]
"""
    bundle = tiny({"more.moot": rules, "beasts.yaml": cards})
    assert said(bundle.report) == [
        ("unknown-field", 7, "a blow has no field `strike`"),
    ]
    blows = bundle.things["wolf"].fields["blows"].value
    assert values(blows[0]) == {"strikes": 1, "note": "7"}
    assert isinstance(blows[1].value["then_do"].value, CodeText)


def test_code_knows_its_places(tiny):
    bundle = tiny(
        {"cards.yaml": "kind: card\ncards:\n  one:\n    owner: ann\n    text: |\n      nothing\n      raise by\n"}
    )
    assert [(one.at.source.path, one.at.line) for one in bundle.report] == [("base/cards.yaml", 7)]


DECKS = """\
decks:
  first:
    zone: "supply(ann)"
    fields: {owner: ann, hidden: yes}
    cards: {one: 2, two: 1}
"""


def test_decks_give_fields(tiny):
    cards = "kind: hero\ncards:\n  one: {rows: [1]}\n  two: {rows: [2]}\n"
    bundle = tiny({"cards.yaml": cards, "decks.yaml": DECKS})
    assert said(bundle.report) == []
    deck = bundle.decks["first"]
    assert deck.zone == "supply(ann)"
    assert [(title, count, at.line) for title, count, at in deck.cards] == [("one", 2, 5), ("two", 1, 5)]
    assert deck.fields["hidden"].value is True


def test_what_is_wrong_with_a_deck(tiny):
    cards = "kind: hero\ncards:\n  one: {rows: [1]}\n  two: {rows: [2]}\n"
    decks = DECKS.replace("two: 1", "tow: 1").replace("hidden", "hiden") + "  second:\n    cards: {one: -1}\n"
    bundle = tiny({"cards.yaml": cards, "decks.yaml": decks})
    assert said(bundle.report) == [("wrong-value", 7, "`one` must be at least 0, not `-1`")]
    bundle = tiny({"cards.yaml": cards, "decks.yaml": decks.replace("-1", "1")})
    assert said(bundle.report)[0] == ("missing-key", 6, "missing `zone` in the deck `second`")
    bundle = tiny({"cards.yaml": cards, "decks.yaml": decks.split("  second")[0]})
    assert said(bundle.report) == [
        ("unknown-thing", 5, "unknown card `tow`"),
        ("unknown-field", 4, "none of the cards of this deck has a field `hiden`"),
    ]  # `two`, which no deck has now, is not in the game and needs no `owner`
    assert bundle.report.diagnostics[0].hint == "did you mean `two`?"


def test_one_mistake_in_the_rules_is_not_told_again_for_every_card(tiny):
    bundle = tiny({"bad.moot": "kind site\n  size_of : : number\n", "sites.yaml": "kind: site\nsites:\n  a: {x: 1}\n"})
    assert {one.at.source.path for one in bundle.report} == {"base/bad.moot"}


def test_an_id_stands_once(tiny):
    card = "kind: card\ncards:\n  one: {owner: ann}\n"
    bundle = tiny({"a.yaml": card, "b.yaml": card})
    assert said(bundle.report) == [("duplicate-id", 3, "the thing `one` appears twice in this pack")]
    assert bundle.report.diagnostics[0].notes[0][0].source.path == "base/a.yaml"


def test_a_formula_may_be_a_number_alone(tiny):
    """1 is no `yes`, though Python takes them for equal."""
    bundle = tiny({"cards.yaml": "kind: hero\ncards:\n  one: {owner: ann, worth: 1}\n  two: {owner: bob, worth: 0}\n"})
    formulas = [bundle.things[name].fields["worth"].value.nodes[0] for name in ("one", "two")]
    assert [type(formula).__name__ for formula in formulas] == ["Number", "Number"]
