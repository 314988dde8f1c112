"""The shapes of statements: every sort of step, and what belongs to its block."""

from __future__ import annotations

import pytest

LINES = {
    "set x to 3 @1.2 @cox/3": "Set(x 3 [@1.2 @cox/3])",
    "set u.spent to u.spent + 1": "Set(Field(u spent) Arithmetic(+ Field(u spent) 1))",
    "raise energy(p) by 1": "Raise(Call(energy [p]) 1)",
    "lower x by n": "Lower(x n)",
    "move c to hand(p)": "Move(c Call(hand [p]))",
    "move c to top of deck": "Move(c deck top)",
    "move c to bottom   of deck": "Move(c deck bottom)",
    "move c before first(display)": "MoveBefore(c Call(first [display]))",
    "remove s": "Remove(s)",
    "let n = roll 1d6": "Let(n Roll(1 6))",
    "let r = proceed": "Let(r Proceed())",
    'require not u.tapped "it is tapped" @2.1': 'Require(Not(Field(u tapped)) "it is tapped" [@2.1])',
    "require a": "Require(a)",
    "discard(c)": "CallStatement(Call(discard [c]))",
    "run c.text": "Run(Field(c text))",
    "run losses[n, m] with d, 2": "Run(Lookup(losses [n m]) [d 2])",
    "return": "Return()",
    "return c": "Return(c)",
    "proceed": "ProceedStatement(Proceed())",
    "proceed(a)": "ProceedStatement(Proceed([a]))",
    'win p "first at the top"': 'Win(p "first at the top")',
    'win none "a draw"': 'Win(none "a draw")',
    "win p": "Win(p)",
    'win [p, q] by points "both"': 'Win(ListOf([p q]) Call(points [each player]) "both")',
    "win by points": "Win(Call(points [each player]))",
    "nothing": "Nothing()",
    'choose c in hand(p) by p "play a card"': 'Choose(c Call(hand [p]) p "play a card")',
    'choose c or none in s where c.x by p "take"': 'Choose(c True s Field(c x) p "take")',
    'choose c in s by each p in player where p.x "take"': 'Choose(c s p "take" AtOnce(p player Field(p x)))',
    'choose 2 c in s by p "take"': 'Choose(c 2 2 s p "take")',
    'choose 0..3 c in s by p "take"': 'Choose(c 0 3 s p "take")',
    'choose size(s) x in s by p "next"': 'Choose(x Call(size [s]) Call(size [s]) s p "next")',
    "pick c in hand(p) where c.x": "Pick(c Call(hand [p]) Field(c x))",
    "pick 2 c in hand(p)": "Pick(c 2 Call(hand [p]))",
    'choose c in a, d in c.b where c by p "so"': 'ChooseTogether([Choice(c a) Choice(d Field(c b))] c p "so")',
    "offer actions to p": "Offer([actions] p)",
    "offer order to p until taken": "Offer([order] p taken)",
    "offer order, spell to p in oil until done @4": "Offer([order spell] p oil done [@4])",
}


@pytest.mark.parametrize("text", LINES)
def test_line(parsed, text):
    assert parsed.steps(text + "\n") == [LINES[text]]


def test_branches_of_an_if_are_flat(parsed):
    text = """
if a          @1
  f()
else if b     @2
  g()
else if c
  h()
else          @3
  if d
    k()
"""
    assert parsed.steps(text) == [
        "If([Branch(a [@1] [CallStatement(Call(f))]) Branch(b [@2] [CallStatement(Call(g))]) "
        "Branch(c [CallStatement(Call(h))])] [If([Branch(d [CallStatement(Call(k))])])] [@3])"
    ]


def test_an_if_without_else(parsed):
    made = parsed.nodes("steps", "if a\n  f()\ng()\n")
    assert [type(node).__name__ for node in made] == ["If", "CallStatement"]
    assert made[0].otherwise is None


def test_loops(parsed):
    text = """
for each p in player where a and b   @1
  f(p)
while size(deck) > 0
  g()
repeat
  h()
until over   @2
until end of turn
  modify f by 1
"""
    assert parsed.steps(text) == [
        "ForEach(p player And([a b]) [CallStatement(Call(f [p]))] [@1])",
        "While(Compare(> Call(size [deck]) 0) [CallStatement(Call(g))])",
        "Repeat([CallStatement(Call(h))] over [@2])",
        "Lasting(end turn [Modify(Head(f) 1)])",
    ]


def test_what_is_chosen_and_what_if_nothing_is(parsed):
    text = """
choose 0..2 c in s by p "discard"
  discard(c)
  otherwise   @8
    nothing
pick c in s
  discard(c)
choose d in s by p "one"
  otherwise
    nothing
"""
    assert parsed.steps(text) == [
        'Choose(c 0 2 s p "discard" [CallStatement(Call(discard [c]))] [Nothing()] [@8])',
        "Pick(c s [CallStatement(Call(discard [c]))])",
        'Choose(d s p "one" [Nothing()])',
    ]


def test_one_of_several_options(parsed):
    text = """
choose by p "one of"   @1
  "draw {n}" where size(deck) > 0   @2
    draw(n)
  "pass"
    nothing
  otherwise
    return
"""
    assert parsed.steps(text) == [
        'ChooseOne(p "one of" [Alternative("draw {n}" Compare(> Call(size [deck]) 0) [@2] '
        '[CallStatement(Call(draw [n]))]) Alternative("pass" [Nothing()])] [Return()] [@1])'
    ]


def test_lines_of_an_offer(parsed):
    text = """
offer order to p until done
  require a "not yet"   @3
  none
    f()
  chosen c
    pay(c)
"""
    made = parsed.nodes("steps", text)[0]
    assert made.chosen == "c"
    assert parsed.steps(text) == [
        'Offer([order] p done [Require(a "not yet" [@3])] [CallStatement(Call(f))] c [CallStatement(Call(pay [c]))])'
    ]


def test_rules_for_a_while(parsed):
    text = """
until start of combat, once   @5
  instead of draw(p) where p = q
    proceed
  forbid rally(l) "afraid"
"""
    assert parsed.steps(text) == [
        "Lasting(start combat True [Hook(Head(draw [p]) Compare(= p q) instead [ProceedStatement(Proceed())]) "
        'Forbid(Head(rally [l]) "afraid")] [@5])'
    ]
