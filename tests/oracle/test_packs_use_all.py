"""Random packs use the whole language: what they leave out is walked by nobody."""

from __future__ import annotations

from typing import get_args

from random_games import files_of

from moot.lang import tree
from moot.lang.diagnostic import Report
from moot.lang.parser import parse_rules
from moot.lang.source import Source
from moot.lang.walk import walk

MOST = 200  # packs that are looked through, until nothing is missing


def test_some_pack_uses_each_step_formula_and_standing_rule() -> None:
    missing = {*get_args(tree.Step), *get_args(tree.Formula), *get_args(tree.Standing)}
    for number in range(MOST):
        rules = dict(files_of(number, 80))["rules.moot"]
        missing -= set(map(type, walk(parse_rules(Source("rules.moot", rules), Report()))))
        if not missing:
            break
    assert {kind.__name__ for kind in missing} == set()
