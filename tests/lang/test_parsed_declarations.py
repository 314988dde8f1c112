"""The shapes of declarations and standing rules."""

from __future__ import annotations

import pytest

from moot.lang import tree

LINES = {
    'game duel "The Duel"': "GameDecl(duel The Duel)",
    "players gandalf, balrog": "PlayersDecl([gandalf balrog] 2 2 True)",
    "players 4": "PlayersDecl([player_1 player_2 player_3 player_4] 4 4)",
    "kind card": "KindDecl(card)",
    "kind card has @3\n  state tapped : bool": "KindExtension(card [StateDecl(tapped NamedType(bool))] [@3])",
    "kind ally is fighter @3": "KindDecl(ally fighter [@3])",
    "kind strength : E, D, C": "NamesDecl(strength [E D C])",
    "state turn : 0..16": "StateDecl(turn RangeType(0 16))",
    "state n : -20..cap = 3 until end of match seen by all @1": "StateDecl(n RangeType(-20 cap) 3 end match all [@1])",
    "state stair(p: player) : bool until start of turn": (
        "StateDecl(stair [Param(p NamedType(player))] NamedType(bool) start turn)"
    ),
    "zone hand(p: player) : pool of card, seen by p": "ZoneDecl(hand [Param(p NamedType(player))] pool card p)",
    "zone display : row of card, seen by all, in play": "ZoneDecl(display row card all True)",
    "option mode : hard, easy = hard": "OptionDecl(mode WordsType([hard easy]) hard)",
    "option low : number = -3": "OptionDecl(low NamedType(number) Minus(3))",
    "option long : bool = no": "OptionDecl(long NamedType(bool) no)",
    "table t(die: 1d6, m: grade) : steps(d: unit)": (
        "TableDecl(t [Param(die DiceType(1 6)) Param(m NamedType(grade))] CodeType(steps [Param(d NamedType(unit))]))"
    ),
    "table u(a: player or none) : set of 2d6": (
        "TableDecl(u [Param(a OrNoneType(NamedType(player)))] SetType(DiceType(2 6)))"
    ),
    "function f(s: list of set of unit) : number or none = s": (
        "FunctionDecl(f [Param(s ListType(SetType(NamedType(unit))))] OrNoneType(NamedType(number)) [Guarded(s)])"
    ),
    "function final = round = 4 @7": "FunctionDecl(final [Guarded(Compare(= round 4))] [@7])",
    "override function limit = 5": "OverrideDecl(FunctionDecl(limit [Guarded(5)]))",
    "override option mode = easy @2": "OverrideDecl(DefaultDecl(mode easy [@2]))",
    "modify armour(u) by 1": "Modify(Head(armour [u]) 1)",
    "modify armour(u) by 1 at last": "Modify(Head(armour [u]) 1 True)",
    "modify armour by -1 where u.x @4": "Modify(Head(armour) Field(u x) Minus(1) [@4])",
    'forbid rally(l, u) where fear "they are afraid" @17.1': 'Forbid(Head(rally [l u]) fear "they are afraid" [@17.1])',
    "action pass": "ActionDecl(pass)",
}


@pytest.mark.parametrize("text", LINES)
def test_line(parsed, text):
    assert parsed.rules(text + "\n") == [LINES[text]]


def test_several_names_make_several_declarations(parsed):
    states = parsed.declarations("state a, b : 0..n = n\n")
    assert [state.name for state in states] == ["a", "b"]
    assert states[0].initial is not states[1].initial
    assert [state.at.column for state in states] == [7, 10]
    overrides = parsed.rules("override state a, b : bool\n")
    assert overrides == ["OverrideDecl(StateDecl(a NamedType(bool)))", "OverrideDecl(StateDecl(b NamedType(bool)))"]


def test_how_many_play_is_an_option(parsed):
    named = parsed.rules("players 2..3 : ann, bob, cid = 3\n")
    assert named == ["PlayersDecl([ann bob cid] 2 3 True)", "OptionDecl(players RangeType(2 3) 3)"]
    assert parsed.rules("players 2..3\n")[0] == "PlayersDecl([player_1 player_2 player_3] 2 2)"


def test_fields_and_states_of_a_kind(parsed):
    text = """
kind card
  owner        : player
  low, high    : number = 0  seen by this.owner  @2
  text         : steps or none
  at           : formula(s: site): bool
  colour       : red, green or none
  state tapped : bool until end of turn
"""
    (card,) = parsed.declarations(text)
    assert isinstance(card, tree.KindDecl)
    assert [field.name for field in card.fields] == ["owner", "low", "high", "text", "at", "colour"]
    assert [state.name for state in card.states] == ["tapped"]
    assert parsed.rules(text) == [
        "KindDecl(card [FieldDecl(owner NamedType(player)) FieldDecl(low NamedType(number) 0 Field(this owner) [@2]) "
        "FieldDecl(high NamedType(number) 0 Field(this owner) [@2]) FieldDecl(text OrNoneType(NamedType(steps))) "
        "FieldDecl(at CodeType(formula [Param(s NamedType(site))] NamedType(bool))) "
        "FieldDecl(colour OrNoneType(WordsType([red green])))] [StateDecl(tapped NamedType(bool) end turn)])"
    ]


def test_a_function_in_lines(parsed):
    text = """
function f(u: unit) : number =   @1
  let s = u.side
  9 if s and big     @2
  any v in s where b if c
  6 otherwise        @3
"""
    assert parsed.rules(text) == [
        "FunctionDecl(f [Param(u NamedType(unit))] NamedType(number) [Let(s Field(u side))] "
        "[Guarded(9 And([s big]) [@2]) Guarded(Quantified(any v s b) c) Guarded(6 [@3])] [@1])"
    ]


def test_a_law(parsed):
    text = """
law deck "three copies at most"   @9
  let n = size(deck)
  n >= 30                         @9.1
  for each c in deck where not c.special
    (count d in deck where d.title = c.title) <= 3
"""
    assert parsed.rules(text) == [
        "LawDecl(deck three copies at most [Let(n Call(size [deck])) Claim(Compare(>= n 30) [@9.1]) "
        "LawEach(c deck Not(Field(c special)) [Claim(Compare(<= Quantified(count d deck Compare(= Field(d title) "
        "Field(c title))) 3))])] [@9])"
    ]


def test_procedures_and_phases(parsed):
    text = "procedure draw_one(p: player) : card @1\n  return c\nphase turn\n  nothing\n"
    assert parsed.rules(text) == [
        "ProcedureDecl(draw_one [Param(p NamedType(player))] NamedType(card) [Return(c)] [@1])",
        "ProcedureDecl(turn True [Nothing()])",
    ]


def test_every_part_of_an_action(parsed):
    text = """
action step(u: unit in army(p),
    goal: place) as order(u), deed() from hand or field by u.owner in go(q) or oil once in turn @4.1
  let price = march(u)
  require price != none  "it may not go there"  @4.3
  cost raise u.spent by price  @4.4
  cost pay(u)
  do
    enter(u, goal)
"""
    assert parsed.rules(text) == [
        "ActionDecl(step [Domain(u NamedType(unit) Call(army [p])) Domain(goal NamedType(place))] [Call(order [u]) "
        "Call(deed)] "
        "[hand field] Field(u owner) [Head(go [q]) Head(oil)] turn [Let(price Call(march [u])) "
        'Require(Compare(!= price none) "it may not go there" [@4.3]) '
        "Cost(Raise(Field(u spent) price [@4.4]) [@4.4]) Cost(CallStatement(Call(pay [u])))] "
        "[CallStatement(Call(enter [u goal]))] [@4.1])"
    ]


def test_whose_action_and_when_are_two_things(parsed):
    (action,) = parsed.declarations("action step by u.owner in movement\n")
    assert isinstance(action, tree.ActionDecl)
    assert isinstance(action.actor, tree.Field)
    assert [head.name for head in action.occasions] == ["movement"]


def test_hooks(parsed):
    text = """
before attack(a, d) where d = this   @1
  f()
instead of draw
  let r = proceed
  return r
after score() @2
  g()
when size(deck) = 0, once   @3
  h()
"""
    assert parsed.standing(text) == [
        "Hook(Head(attack [a d]) Compare(= d this) before [CallStatement(Call(f))] [@1])",
        "Hook(Head(draw) instead [Let(r Proceed()) Return(r)])",
        "Hook(Head(score) after [CallStatement(Call(g))] [@2])",
        "When(Head() Compare(= Call(size [deck]) 0) True [CallStatement(Call(h))] [@3])",
    ]


def test_limits_of_a_modifier(parsed):
    (modify,) = parsed.nodes("standing", "modify f(u) by n + 1 up to 4 down to 1 where a and b\n")
    assert (modify.up_to.value, modify.down_to.value, modify.becomes) == (4, 1, None)
    (other,) = parsed.nodes("standing", "modify f(u) becomes value / 2\n")
    assert (other.by, other.up_to, other.down_to, other.where) == (None, None, None, None)
    assert isinstance(other.becomes, tree.Arithmetic)


def test_everything_a_thing_may_bring(parsed):
    text = """
state used : bool
function f = 1
procedure p
  nothing
action a
law deck "few"
  yes
modify f by 1
"""
    made = [type(node).__name__ for node in parsed.nodes("standing", text)]
    assert made == ["StateDecl", "FunctionDecl", "ProcedureDecl", "ActionDecl", "LawDecl", "Modify"]
