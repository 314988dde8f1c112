"""The shapes of formulas: what binds how tightly, and how far quantifiers reach."""

from __future__ import annotations

import pytest

SHAPES = {
    "not a and b": "And([Not(a) b])",
    "not (a and b)": "Not(And([a b]))",
    "not not a": "Not(Not(a))",
    "a and b and c": "And([a b c])",
    "a or b or c or d": "Or([a b c d])",
    "(a or b) and c": "And([Or([a b]) c])",
    "a or (b and c)": "Or([a And([b c])])",
    "not a = b": "Not(Compare(= a b))",
    "a = b and c != d": "And([Compare(= a b) Compare(!= c d)])",
    "round = 4": "Compare(= round 4)",
    "a <= b + 1": "Compare(<= a Arithmetic(+ b 1))",
    "1 + 2 * 3": "Arithmetic(+ 1 Arithmetic(* 2 3))",
    "1 - 2 - 3": "Arithmetic(- Arithmetic(- 1 2) 3)",
    "(1 + 2) * 3": "Arithmetic(* Arithmetic(+ 1 2) 3)",
    "a / b % c": "Arithmetic(% Arithmetic(/ a b) c)",
    "-a.b": "Minus(Field(a b))",
    "a - -1": "Arithmetic(- a Minus(1))",
    "+3": "3",
    "1..n + 1": "Range(1 Arithmetic(+ n 1))",
    "n in 2..6": "In(n Range(2 6))",
    "c in hand(p)": "In(c Call(hand [p]))",
    "not c in hand(p)": "Not(In(c Call(hand [p])))",
    "c is item": "Is(c item)",
    "(c as item).class = x": "Compare(= Field(Cast(c item) class) x)",
    "c.owner is player and d": "And([Is(Field(c owner) player) d])",
    'p may "look at {c}"': 'May(p "look at {c}")',
    "a.b.c": "Field(Field(a b) c)",
    "c.at(s)": "FieldCall(c at [s])",
    "c.at(s).owner": "Field(FieldCall(c at [s]) owner)",
    "losses[n, morale(u)]": "Lookup(losses [n Call(morale [u])])",
    "f()": "Call(f)",
    "[a, 1, yes]": "ListOf([a 1 yes])",
    "[]": "ListOf()",
    "roll 2d6": "Roll(2 6)",
    "roll (a + 1)d6": "Roll(Arithmetic(+ a 1) 6)",
    "roll each 5d8": "Roll(5 8 True)",
    "roll each (d6)d6 + 1": "Arithmetic(+ Roll(d6 6 True) 1)",
    "new strike(attack: a, against: f.g)": "New(strike [[attack a] [against Field(f g)]])",
    "new strike()": "New(strike)",
    "attack(strikes: 4, low: -1)": "Literal(attack [[strikes 4] [low Minus(1)]])",
    "pending go_back(co)": "Pending(Call(go_back [co]))",
    "pending go_back(co) for co.player": "Pending(Call(go_back [co]) Field(co player))",
    "proceed": "Proceed()",
    "proceed(a, none)": "Proceed([a none])",
    "none": "none",
    "no": "no",
    '""': '""',
    '"one {{two}} three"': '"one {two} three"',
    '"{c} is struck by {n + 1}"': '"{c} is struck by {Arithmetic(+ n 1)}"',
    "any u in unit": "Quantified(any u unit)",
    "any u in unit where a and b": "Quantified(any u unit And([a b]))",
    "every u in unit where a has b and c": "Quantified(every u unit a And([b c]))",
    "count u in unit where u.x > 2": "Quantified(count u unit Compare(> Field(u x) 2))",
    "each u in 1..3 where not u in s": "Quantified(each u Range(1 3) Not(In(u s)))",
    "each u in s where a ordered by u.x": "Quantified(each u s a Field(u x))",
    "each u in s ordered by sum v in u of v": "Quantified(each u s Quantified(sum v u v))",
    "each u in s where a ordered by b of c + 1": "Quantified(each u s a b Arithmetic(+ c 1))",
    "each u in s where a and b of most v in t of v": "Quantified(each u s And([a b]) Quantified(most v t v))",
    "first(each ordered in s ordered by ordered)": "Call(first [Quantified(each ordered s ordered)])",
    "(a if b otherwise c)": "Conditional(a b c)",
    "(a if b otherwise c if d otherwise f) + 1": "Arithmetic(+ Conditional(a b Conditional(c d f)) 1)",
    "((a if b otherwise c) if any x in y otherwise d)": "Conditional(Conditional(a b c) Quantified(any x y) d)",
    "sum u in s of u.x + 1": "Quantified(sum u s Arithmetic(+ Field(u x) 1))",
    "most u in s where a of u.x": "Quantified(most u s a Field(u x))",
    "least u in s of -u.x": "Quantified(least u s Minus(Field(u x)))",
    "a and any u in s where b and c": "And([a Quantified(any u s And([b c]))])",
    "a or b or any u in s where c": "Or([a b Quantified(any u s c)])",
    "not any u in s where a": "Not(Quantified(any u s a))",
    "a and not any u in s where b": "And([a Not(Quantified(any u s b))])",
    "(count u in s) > 1": "Compare(> Quantified(count u s) 1)",
    "count u in s where u.x = 1": "Quantified(count u s Compare(= Field(u x) 1))",
    "any u in s where any v in t where u = v": "Quantified(any u s Quantified(any v t Compare(= u v)))",
    "f(any u in s where a, b)": "Call(f [Quantified(any u s a) b])",
    "top + start - end": "Arithmetic(- Arithmetic(+ top start) end)",
}


@pytest.mark.parametrize("text", SHAPES)
def test_shape(parsed, text):
    assert parsed.formula(text) == SHAPES[text]


def test_lines_of_a_formula_break_anywhere(parsed):
    assert parsed.formula("a\n  + b   # more\n\nand c\n") == "And([Arithmetic(+ a b) c])"


def test_proceed_with_no_arguments_differs_from_proceed(parsed):
    same, none = parsed.nodes("formula", "proceed"), parsed.nodes("formula", "proceed()")
    assert same[0].args is None
    assert none[0].args == []
