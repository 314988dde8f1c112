"""The shipped schemas are schemas, and the one of a pack's own cards accepts what loading accepts."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator
from pack_texts import RULES, read

from moot.lang import tree
from moot.lang.diagnostic import Report
from moot.lang.parser import parse_rules
from moot.lang.source import Source
from moot.pack.card_schema import card_schema
from moot.pack.model.schema import plain_data, schema

NAMES = ("pack", "game", "things", "decks", "tables", "document", "terms", "doc", "cases")


def descriptions(rules):
    for key, inner in rules.get("properties", {}).items():
        yield key, inner
        yield from descriptions(inner)
    for key in ("items", "additionalProperties"):
        if isinstance(rules.get(key), dict):
            yield from descriptions(rules[key])


@pytest.mark.parametrize("name", NAMES)
def test_shipped_schemas(name):
    rules = schema(name)
    Draft202012Validator.check_schema(rules)
    assert rules["description"] and rules["title"]
    for key, inner in descriptions(rules):
        assert inner.get("description") or key == "document", key


MORE = """
kind blow
  strikes : number
kind beast is card
  blows : list of blow
  best  : blow or none
  sort  : tame, wild
  at    : formula(c: card): bool
  hues  : set of colour
"""


@pytest.fixture
def checker():
    report = Report()
    declarations = parse_rules(Source("rules.moot", RULES + MORE), report)
    assert not report.diagnostics
    kinds = [one for one in declarations if isinstance(one, tree.KindDecl)]
    names = [one for one in declarations if isinstance(one, tree.NamesDecl | tree.PlayersDecl)]
    made = card_schema(kinds, names)
    Draft202012Validator.check_schema(made)
    assert made == card_schema(kinds, names)
    return Draft202012Validator(made)


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ("{owner: ann, rows: 'x..x'}", True),
        ("{owner: ann, rows: [1, 4], hidden: yes, worth: 3, stand_in: [rows]}", True),
        ("{rows: none, text: none}", True),
        ("{kind: card, owner: bob}", True),
        ("{kind: beast, owner: bob, blows: [{strikes: 1}], best: none, sort: wild, at: yes, hues: [red]}", True),
        ("{owner: carl}", False),
        ("{rows: [5]}", False),
        ("{prise: 1}", False),
        ("{price: x}", False),
        ("{hidden: maybe}", False),
        ("{kind: card, rows: [1]}", False),
        ("{kind: cart}", False),
        ("{kind: beast, blows: [{strike: 1}]}", False),
        ("{kind: beast, blows: [{}]}", False),
        ("{kind: beast, sort: wilt}", False),
        ("{kind: beast, hues: [pink]}", False),
    ],
)
def test_cards_by_their_schema(checker, entry, fits):
    root, report = read(f"kind: hero\ncards:\n  one: {entry}\noverride:\n  two: {entry}\n")
    assert not report.diagnostics
    errors = list(checker.iter_errors(plain_data(root)))
    assert (not errors) is fits, errors
