"""The unions of nodes: each names all classes of its kind, so that whoever goes by kinds can leave none out."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from moot.lang import parse_tables, tree
from moot.lang.build_steps import rule_of

UNIONS = [
    (tree.WrittenType, tree.TypeNode, set()),
    (tree.Formula, tree.Expression, set()),
    (tree.Step, tree.Statement, {tree.Cost}),
    (tree.Declared, tree.Declaration, {tree.FieldDecl}),
    (tree.Standing, tree.StandingRule, set()),
]


def leaves(base: type) -> set[type]:
    """The classes of a kind that have none below them."""
    known = {one for one in vars(tree).values() if isinstance(one, type) and issubclass(one, base)}
    return known - {above for one in known for above in one.__mro__[1:]}


@pytest.mark.parametrize(("union", "base", "elsewhere"), UNIONS, ids=lambda one: getattr(one, "__name__", None))
def test_a_union_names_every_class_of_its_kind(union, base, elsewhere):
    assert set(get_args(union)) == leaves(base) - elsewhere


def test_a_cost_is_what_the_grammar_lets_be_one():
    named = {rule.expansion[1].name for rule in parse_tables.parser().rules if rule.origin.name == "cost"}
    assert {rule_of(kind) for kind in get_args(get_type_hints(tree.Cost)["statement"])} == named


def test_each_step_with_a_target_is_a_change():
    assert leaves(tree.Change) == {
        step for step in leaves(tree.Statement) if "target" in {field.name for field in fields(step)}
    }
