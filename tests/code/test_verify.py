"""Whatever is planted in a well made unit is found, and named with the line of the rules and the node."""

from __future__ import annotations

import pytest
from ir_units import BOX, CARD, CARDS, GANDALF, HAND, HOOKED, ask, cell, hook, keep, moved, score, unit

from moot.code.ir import statements as st
from moot.code.ir.callees import CodeAt, InData, Named, Runtime
from moot.code.ir.expressions import Arg, Bind, Const, Contents, Fold, Local, Make, Op, Prim, Pure, Search, UnitRef, Var
from moot.code.ir.make import NO_VALUE, YES, local, number, text
from moot.code.ir.reps import ARGS, BOOL, INST, NOTHING, NUM, PLAYER, REASON, ZONE, Rep, args, mask, seq
from moot.code.ir.units import RuleLine, Unit
from moot.code.ir.verified.verify import IllMadeError, faults_of, verify

X, Y = Var("x", NUM), Var("y", NUM.maybe)
C, MAYBE = Var("c", CARD), Var("m", CARD.maybe)
ROW = Var("r", Rep("row", of="goods"))
PLAIN = unit(name="p_plain", params=(C,))
ASKS = unit(ask(MAYBE), name="p_asks", pauses=True)
VALUE = unit(st.Return(number(3)), name="f_value", kind="function", params=(C,), result=NUM)
UNITS = {u.name: u for u in (PLAIN, ASKS, VALUE)}


def function(*body: object, result: Rep = NOTHING) -> Unit:
    return unit(*body, kind="function", result=result, params=(C, MAYBE, X, Y))


def procedure(*body: object, pauses: bool = False) -> Unit:
    return unit(*body, params=(C, MAYBE, X, Y, ROW), pauses=pauses)


def value(e: object) -> Unit:
    return procedure(st.Let(Var("v", NUM.maybe), e))  # type: ignore[arg-type]


def test_what_is_well_made_passes() -> None:
    verify((keep(), moved(), *UNITS.values()))
    given, inst, ctx = map(local, HOOKED)
    answer = Var("value", NUM.maybe)
    verify((hook(st.Mark(1, inst), st.Unmark(), st.Call(1, Runtime("proceed"), (ctx, given), answer)),))
    verify((unit(st.Let(answer, NO_VALUE), st.Loop((st.If(TRUE, (st.Break(),)), st.Let(answer, number(1))))),))


TRUE = Const(BOOL, True)
LOOSE = Var("loose", NUM)
EVERY = [
    # -- what may be none, zones and what lies in them, kinds of things
    (procedure(st.Store(score(local(MAYBE)), number(1), 8)), "may be none"),
    (procedure(st.Store(score(local(C)), local(Y), 8)), "a state: expected num, but `y` is num?"),
    (procedure(st.Move(local(C), CARDS, "top", 8)), "its destination: expected zone?, but `contents(zone 3)` is seq"),
    (procedure(st.Move(HAND, BOX, "top", 8)), "what moves: expected a thing, found zone"),
    (procedure(st.MoveAll(CARDS, BOX, 8)), "the zone that is emptied: expected zone?"),
    (procedure(st.Store(cell(local(Y)), number(1), 8)), "a state is read by num?"),
    (procedure(st.Store(cell(number(19)), number(1), 8)), "cell 19 outside the state's own, 20..29"),
    (procedure(st.Store(cell(Op(NUM, "+", (local(C), number(21)))), number(1), 8)), "cells 21..30 outside"),
    (procedure(st.Return(number(1))), "it gives nothing, but num[1..2)"),
    (function(st.Return(local(Y)), result=NUM), "the returned value: expected num, but `y` is num?"),
    (function(result=NUM), "it may end without a value"),
    (function(st.If(TRUE, (st.Return(number(1)),)), result=NUM), "it may end without a value"),
    (function(st.Return(None), result=NUM), "it gives num, but nothing is expected here"),
    # -- operations
    (value(Op(NUM, "+", (local(Y), number(1)))), "`+` of num?, which may be none"),
    (value(Op(NUM, "+", (CARDS, number(1)))), "`+` of seq"),
    (value(Op(NUM, "+", (number(1),))), "takes 2 arguments, not 1"),
    (value(Op(NUM, "cond", (local(X), number(1), number(2)))), "`cond` of num"),
    (value(Op(NUM, "cond", (TRUE, number(1), NO_VALUE))), "this branch is none"),
    (value(Op(NUM, "size", (HAND,))), "`size` of zone<thing"),
    (value(Op(BOOL, "==", (HAND, CARDS))), "compares zone<thing<card>[0..10)> with seq"),
    (value(Op(NUM, "sure", (NO_VALUE, NO_VALUE))), "`sure` takes 1 arguments"),
    (value(Op(mask(NUM), "&", (CARDS, CARDS))), "`&` of seq"),
    (value(Op(CARD, "first", (Contents(seq(PLAYER), HAND),))), "`first` of name<names player>, but thing"),
    (value(Op(NUM, "<", (number(1), number(2)))), "`<` gives bool, but num is declared"),
    (value(Const(BOOL, 3)), "3 is not stored as bool"),
    (value(Const(CARD, 10)), "10 is outside thing<card>[0..10)"),
    (value(Const(CARD, None)), "none, but thing<card>[0..10) is declared"),
    (value(Contents(seq(CARD), CARDS)), "contents: expected zone?"),
    # -- locals, loops in expressions
    (value(local(LOOSE)), "the local `loose` is read where it may be unset"),
    (
        procedure(st.If(TRUE, (st.Let(LOOSE, number(1)),)), st.Let(X, local(LOOSE))),
        "`loose` is read where it may be unset",
    ),
    (procedure(st.Let(X, local(Y))), "`x`: expected num, but `y` is num?"),
    (value(Local(ZONE, X)), "the local `x` is num, but read as zone"),
    (value(Fold(BOOL, "any", C, HAND, None, None)), "a loop: expected seq, found zone"),
    (value(Fold(BOOL, "any", X, CARDS, None, None)), "with `x` as num"),
    (value(Fold(BOOL, "any", C, CARDS, local(X), None)), "the test of a loop: expected bool"),
    (value(Fold(NUM, "sum", C, CARDS, None, None)), "`sum` does not read"),
    (value(Bind(BOOL, LOOSE, local(Y), TRUE)), "a value that is read twice: expected num"),
    (procedure(st.Let(X, Bind(NUM, LOOSE, number(1), local(LOOSE))), st.Let(X, local(LOOSE))), "`loose` is read where"),
    (value(Arg(NUM, local(Var("args", ARGS)), 0)), "the local `args` is read where"),
    (value(Make(NUM, (number(1),))), "num has no parts"),
    (value(Make(seq(CARD), (number(1),))), "a member: expected thing<card>[0..10)?"),
    (value(Arg(NUM, Make(args((NUM,)), (number(1),)), 1)), "no argument 1"),
    (value(Arg(ZONE, Make(args((NUM,)), (number(1),)), 0)), "argument 0 is num, but read as zone"),
    # -- the rules' and the runtime's functions
    (value(Pure(NUM, "f_nowhere", ())), "unknown unit `f_nowhere`"),
    (value(Pure(NUM, "f_value", ())), "`f_value` takes 1 arguments, not 0"),
    (value(Pure(NUM, "f_value", (local(MAYBE),))), "argument 1 of `f_value`: expected thing<card>[0..10)"),
    (value(Pure(ZONE, "f_value", (local(C),))), "`f_value` gives num, but zone is declared"),
    (value(Pure(NUM, "p_plain", (local(C),))), "`p_plain` is a procedure, which a formula cannot call"),
    (value(Prim(BOOL, "nothing_such", ())), "the runtime has no `nothing_such`"),
    (value(Prim(BOOL, "in_play", (HAND,))), "argument 1 of `in_play`: expected thing?, but `zone 3` is zone"),
    (value(Prim(BOOL, "in_play", ())), "`in_play` takes 1 arguments"),
    (value(Prim(NUM, "in_play", (local(C),))), "this gives bool, but num is declared"),
    (value(UnitRef(Rep("code"), "f_nowhere")), "unknown unit `f_nowhere`"),
    (value(Search(NUM, "cost", "map", "f_value", (), (local(C), local(C)))), "arguments, not 0 and two places"),
    (procedure(st.Do("show", (local(C),))), "`show` takes 2 arguments, not 1"),
    (procedure(st.Do("fly", ())), "the runtime has no `fly`"),
    (procedure(st.Do("unmet", (text("no"),))), "argument 1 of `unmet`: expected reason"),
    (procedure(st.Call(1, Runtime("run"), ()), pauses=True), "the runtime has no `run`"),
    # -- the order of statements, and ends
    (procedure(st.Return(None), st.Fuel(8)), "unreachable code"),
    (procedure(st.Loop((st.Fuel(8),)), st.Fuel(8)), "unreachable code"),
    (procedure(st.Fault("refuse", 8, text("no")), st.Fuel(8)), "unreachable code"),
    (procedure(st.Call(0, Named("p_plain"), (local(C),), tail=True), st.Fuel(8)), "unreachable code"),
    (procedure(st.Break()), "a break outside"),
    (procedure(st.If(TRUE, (st.Break(),))), "a break outside"),
    (procedure(st.If(local(X), ())), "a test: expected bool, but `x` is num"),
    (procedure(number(3)), "expected a statement, found an expression"),
    (procedure(st.Store(number(3), number(3), 8)), "the target of `set` is not a state"),  # type: ignore[arg-type]
    (procedure(st.Win(number(3), None, text("so"), 8)), "who wins: expected mask<name<names player>>"),
    (procedure(st.Win(None, None, text("so"), 8)), "missing winner"),
    (procedure(st.Entered(8, (local(X),), ())), "1 arguments with 0 tags"),
    (procedure(st.Modify(LOOSE, 3, (), 1, ())), "`loose` is read where it may be unset"),
    (procedure(st.Listen(((-1, 2),), local(C), Make(ARGS, ()), number(0), False, 8)), "becomes active at no slot"),
    (procedure(st.Mark(1, local(X))), "the thing whose body begins: expected inst"),
    (procedure(st.Enter("turn", 1, local(X), (), False)), "the arguments of a phase: expected args"),
    (procedure(st.NewRow(X, "goods", ())), "a row is stored in `x`, which is num"),
    (procedure(st.StoreField(local(X), "price", number(1), 8)), "the record whose field is set: expected a thing"),
    # -- pauses
    (procedure(ask(MAYBE)), "it pauses, but the unit is declared not to"),
    (procedure(ask(MAYBE, 1), ask(MAYBE, 1), pauses=True), "two points with the number 1"),
    (procedure(ask(MAYBE, 0), pauses=True), "a point numbered 0"),
    (procedure(st.Each(C, CARDS, (ask(MAYBE),)), pauses=True), "it pauses inside an Each"),
    (procedure(st.Attempt((ask(MAYBE),), ()), pauses=True), "it pauses inside an Attempt"),
    (function(ask(MAYBE)), "it pauses inside a function"),
    (unit(kind="function", pauses=True), "a function never pauses, but this is declared to"),
    (procedure(ask(C), pauses=True), "the answer may be none, and `c` is thing<card>[0..10)"),
    (procedure(ask(Y), pauses=True), "the answer is thing<card>[0..10), and `y` is num?"),
    (procedure(ask(MAYBE, options=HAND), pauses=True), "the options are zone"),
    (procedure(st.Ask(1, -1, GANDALF, CARDS, MAYBE, "choose"), pauses=True), "unknown site -1"),
    (
        procedure(st.Ask(1, 0, HAND, CARDS, MAYBE, "choose"), pauses=True),
        "the player prompted: expected name<names player>?",
    ),
    (procedure(st.Ask(1, 0, GANDALF, CARDS, MAYBE, "choose", hidden=("hand",)), pauses=True), "only an offer"),
    (procedure(st.Ask(1, 0, NO_VALUE, CARDS, X, "roll"), pauses=True), "0 dice of 0 faces"),
    # -- calls
    (procedure(st.Call(0, Named("p_nowhere"), ())), "unknown unit `p_nowhere`"),
    (procedure(st.Call(0, Named("p_plain"), ())), "`p_plain` takes 1 arguments, not 0"),
    (procedure(st.Call(0, Named("p_plain"), (local(MAYBE),))), "argument 1 of `p_plain`: expected thing<card>[0..10)"),
    (procedure(st.Call(0, Named("p_plain"), (HAND,))), "argument 1 of `p_plain`: expected thing<card>[0..10)"),
    (procedure(st.Call(0, Named("p_asks"), ())), "`p_asks` may pause, but the call has no point"),
    (procedure(st.Call(0, Named("p_plain"), (local(C),), X)), "`x`: expected num, found nothing"),
    (procedure(st.Call(0, CodeAt(), (local(C),))), "the called code: expected code?"),
    (procedure(st.Call(0, InData(("card", "text")), ())), "without its thing"),
    (function(st.Call(0, Named("p_plain"), (local(C),))), "a function changes nothing, but `p_plain` is"),
    (function(st.Store(score(local(C)), number(1), 8)), "a function changes nothing"),
    (
        unit(st.Call(0, Named("p_plain"), (local(C),), tail=True), params=(C,), result=NUM),
        "the returned value: expected num",
    ),
    # -- shapes of units
    (unit(kind="hook"), "a hook takes args, inst, ctx first"),
    (unit(kind="condition", params=(Var("inst", INST),), result=NUM), "a condition gives bool, but this gives num"),
    (unit(kind="ban", params=(Var("inst", INST),), result=REASON.maybe), "a ban takes inst, args first"),
    (unit(params=(C, C)), "two parameters share one local"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "what"), EVERY, ids=[what[:50] for _, what in EVERY])
def test_a_planted_fault_is_named(made: Unit, what: str) -> None:
    found = faults_of(made, UNITS)
    assert any(what in f.what for f in found), found
    assert all(f.unit == made.name and f.node for f in found)


def test_all_are_told_at_once_with_rule_and_pass() -> None:
    faulty = unit(
        st.Move(local(C), CARDS, "top", 8),
        st.Line(1),
        st.Store(cell(number(3)), YES, 8),
        params=(C,),
    )
    lines = (RuleLine("a", "one.md", 1, ()), RuleLine("score", "rules/cards.md", 31, ()))
    with pytest.raises(IllMadeError) as caught:
        verify((faulty,), "inline", lines)
    assert [(f.rule, f.node) for f in caught.value.faults] == [
        (7, "move c to contents(zone 3)"),
        (1, "cell[3 in 20..29]"),
        (1, "store cell[3 in 20..29] = yes"),
    ]
    told = str(caught.value)
    assert "(after inline); please report this with the pack" in told
    assert "rules/cards.md:31: score: in `p_test`, `cell[3 in 20..29]`: cell 3 outside" in told
    assert "line 7 of the rules: in `p_test`, `move c to contents(zone 3)`: its destination" in told


def test_two_units_of_one_name() -> None:
    with pytest.raises(IllMadeError, match="two units with this name"):
        verify((unit(), unit()))


def test_a_loop_that_is_left_knows_what_each_way_has_set() -> None:
    found, other = Var("found", NUM), Var("other", NUM)
    loop = st.Loop(
        (
            st.Let(found, number(1)),
            st.If(TRUE, (st.Break(),)),
            st.Let(other, number(1)),
            st.If(TRUE, (st.Break(),)),
        )
    )
    assert faults_of(unit(loop, st.Let(X, local(found)))) == []
    assert [f.what for f in faults_of(unit(loop, st.Let(X, local(other))))] == [
        "the local `other` is read where it may be unset"
    ]
    tried = st.Attempt((st.Let(found, number(1)),), (st.Let(other, number(2)),))
    assert len(faults_of(unit(tried, st.Let(X, local(found)), st.Let(X, local(other))))) == 2
