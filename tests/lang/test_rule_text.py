"""Rules written again from their trees: the same tree, and one text for all ways of writing a rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from moot.lang import tree
from moot.lang.rule_text import code_text, rule_text
from moot.lang.walk import walk

ROOT = Path(__file__).parents[2]
RULES = sorted(path for folder in ("rules", "examples", "tests/packs") for path in (ROOT / folder).rglob("*.moot"))


def _without_cites(shapes: list[str]) -> list[str]:
    return [re.sub(r" ?\[(@[^ \]]+ ?)+\]", "", one) for one in shapes]


def _again(declared: list[tree.Declared]) -> str:
    """The option `players` has no line of its own: `players 2..4 = 3` makes it."""
    own = [one for one in declared if not (isinstance(one, tree.OptionDecl) and one.name == "players")]
    return "\n".join(map(rule_text, own))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_rules_written_again_are_the_same_rules(path, parsed):
    written = path.read_text(encoding="utf-8")
    again = _again(parsed.declarations(written))
    assert _without_cites(parsed.rules(again)) == _without_cites(parsed.rules(written))
    assert _again(parsed.declarations(again)) == again


SAME = [
    ("(a and b) and (c or d)", "a and b and (c or d)"),
    ("((any x in y where z))", "any x in y where z"),
    ("a and any x in y", "a and any x in y"),
    ("(any x in y) and a", "(any x in y) and a"),
    ("not (any x in y)", "not any x in y"),
    ("not (a or b)", "not (a or b)"),
    ("(a + b) * c - (d - e)", "(a + b) * c - (d - e)"),
    ("(a * b) + c", "a * b + c"),
    ("-(a + b) % 2", "-(a + b) % 2"),
    ("every u in unit where (any x in y) has u.tapped or (every w in y has w)",
     "every u in unit where (any x in y) has u.tapped or every w in y has w"),
    ("each u in (s) where (any x in y) ordered by (sum x in y of x)",
     "each u in s where (any x in y) ordered by sum x in y of x"),
    ("each u in s ordered by (a) of (each x in y of x)", "each u in s ordered by a of each x in y of x"),
    ("(a if (b) otherwise (c if d otherwise e))", "(a if b otherwise c if d otherwise e)"),
    ("((a if b otherwise c) if (any x in y) otherwise [(d + 1)])",
     "((a if b otherwise c) if any x in y otherwise [d + 1])"),
    ('"{{a}} {c.title}"', '"{{a}} {c.title}"'),
    ("(f(a)).b[1, (2)]", "f(a).b[1, 2]"),
    ("(p) may \"go\"", 'p may "go"'),
    ("1..(n + 1)", "1..n + 1"),
    ("new strike(attack: (a), against: f)", "new strike(attack: a, against: f)"),
    ("attack(strikes: (4)).prowess", "attack(strikes: 4).prowess"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "plain"), SAME)
def test_a_formula_has_no_more_parentheses_than_it_needs(written, plain, parsed):
    (node,) = parsed.nodes("formula", written)
    assert code_text([node]) == plain
    assert parsed.formula(plain) == parsed.formula(written)


STEPS = """\
set a to b
raise a by 1
lower a by 1
let a = roll 1d6
let b = roll each (a + roll 1d6)d4
for each a in b where c
  f(a)
while a
  proceed
if a
  nothing
else if b
  return
else
  choose 0..2 c in hand(p) where c.ok by p "take"
    move c to top of deck
    move pending c() for p to deck
    otherwise
      pick 1 d in deck where d.ok with weight d.worth + 1
choose c in hand(p), h in fields(c) where c.ok by p "plant"
  otherwise
    nothing
choose by p "one of"
  "first" where x
    win none "a draw"
  otherwise
    run c.text with 1, 2
offer order to p until taken
offer order, spell to p in turn until done
  require x "no"
  none
    nothing
  chosen c
    remove c
until end of turn, once
  after f(a) where a = b
    proceed
  modify g(u) by 1 up to 4 where u.x
  modify g(u) becomes 2 at last where u.x
  forbid f(x) "not now"
until start of turn
  when a, once
    nothing
repeat
  move a before b
until over
"""


def test_every_step_is_written_as_it_stands(parsed):
    made = parsed.nodes("steps", STEPS)
    assert code_text(made) + "\n" == STEPS
    assert {*get_args(tree.Step), *get_args(tree.Standing)} <= set(map(type, walk(made)))
