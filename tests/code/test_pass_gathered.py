"""Options gathered where they are offered, and loops over the few things that can pass."""

from ir_units import CARD, CARDS, cell, unit

from moot.code.ir.expressions import Const, Contents, Expr, Fold, Local, Make, Prim, Printed, Pure, Var, Where
from moot.code.ir.make import NO_VALUE, both, local, number, op
from moot.code.ir.reps import ARGS, BOOL, NUM, OPTION, PLAYER, THING, ZONE, Rep, num, seq
from moot.code.ir.statements import Add, AddAll, Each, If, Leave, Let, Return, Stmt
from moot.code.ir.text import node_text, unit_text
from moot.code.passes.answers.new_tables import NewTables
from moot.code.passes.answers.sought import of_fewer
from moot.code.passes.gathered import gathered

player, this = Var("player", PLAYER), Var("this", THING.maybe)
found, opts, c = Var("found", seq(OPTION)), Var("opts", seq(OPTION)), Var("c", CARD)
NONE_YET = Make(seq(OPTION), ())
SHORT = unit(
    Let(found, NONE_YET),
    Each(c, CARDS, (
        If(op("<", cell(local(c)), number(4)), (
            Add(found, Make(OPTION, (number(0), local(player), local(this), Make(ARGS, (local(c),))))),
        )),
    )),
    Return(local(found)),
    params=(player, this), name="gather0", kind="gather", result=seq(OPTION),
)  # fmt: skip


def offered(*args: Expr) -> list[str]:
    body = (Let(opts, NONE_YET), AddAll(opts, Pure(seq(OPTION), "gather0", args)), AddAll(opts, local(opts)))
    offer, _ = gathered((unit(*body, name="p_offer"), SHORT))
    return [line.strip() for line in unit_text(offer).splitlines()[2:]]


def test_what_is_short_stands_where_it_is_gathered() -> None:
    assert offered(Const(PLAYER, 1), NO_VALUE) == [
        "let opts : seq<option> = []",
        "line 7",
        "each c : thing<card>[0..10) in contents(zone 3)",
        "if (cell[c in 20..29] < 4)",
        "add option(0, 1, none, args(c)) to opts",
        "add all of opts to opts",
    ]


def test_each_place_has_locals_of_its_own() -> None:
    twice = AddAll(opts, Pure(seq(OPTION), "gather0", (Const(PLAYER, 1), NO_VALUE)))
    offer, _ = gathered((unit(Let(opts, NONE_YET), twice, twice, name="p_offer"), SHORT))
    first, second = (one.var for one in offer.body if isinstance(one, Each))
    assert first is not second
    assert c not in (first, second)


def test_what_several_loops_go_through_is_listed_once() -> None:
    given = Var("given", ARGS)
    running = Prim(seq(ARGS), "given_in", (number(2),))
    loop = Each(given, running, (Add(opts, Make(OPTION, (number(0), local(player), NO_VALUE, Make(ARGS, ())))),))

    def lists(*between: Stmt) -> int:
        (one,) = gathered((unit(Let(opts, NONE_YET), loop, *between, loop, AddAll(opts, local(opts))),))
        return unit_text(one).count("given_in(2)")

    assert lists() == lists(If(op("some", local(this)), (loop,))) - 1 == 1
    assert lists(Leave("turn", 2, ())) == 2


def test_arguments_that_are_worked_out_are_handed_over() -> None:
    given = Const(PLAYER, 1), Printed(CARD.maybe, ("card", "owner"), number(3))
    assert "add all of gather0(1, printed card.owner[3]) to opts" in offered(*given)


# ---------------------------------------------------------------------------------------------- fewer things

MANY = Contents(seq(c.rep), Const(ZONE, 3))
LEADER, LATE = op("<", Printed(num(0, 10), ("card", "rank"), local(c)), number(2)), op("<", cell(local(c)), number(4))


IN_PLAY = frozenset((3, 4))


def sought(over: Expr, where: Expr) -> str:
    table = {("card", "rank"): (0, 1, *[5] * 18)}
    return node_text(of_fewer(Fold(seq(CARD), "each", c, over, where, None), NewTables(table), IN_PLAY))


def test_a_few_of_many_are_asked_where_they_lie() -> None:
    card = Rep("thing", 0, 20, "card")
    over = Contents(seq(card), Const(ZONE, 3))
    assert sought(over, both(LEADER, LATE)) == (
        "each(c : thing<card>[0..10) in lying(zone 3, [0, 1]) where (cell[c in 20..29] < 4))"
    )
    assert sought(over, LEADER) == "each(c : thing<card>[0..10) in lying(zone 3, [0, 1]))"
    assert "contents(zone 3)" in sought(over, LATE)
    assert "contents(zone 3)" in sought(MANY, LEADER)  # not so many lie there


def test_what_is_in_play_is_gone_through_alone() -> None:
    every = Const(seq(c.rep), range(20))
    lies = op("contains", Const(seq(ZONE), (3, 4)), Where(ZONE, local(c)), rep=BOOL)
    fails = op(">", op("sure", Local(NUM.maybe, Var("n", NUM.maybe)), rep=NUM), number(1))
    assert sought(every, both(LATE, lies)).endswith(f"in all_in_play(0, 20) where {node_text(LATE)})")
    assert "all_in_play" not in sought(every, both(fails, lies))  # the fault would come to fewer
    elsewhere = op("contains", Const(seq(ZONE), (3, 5)), Where(ZONE, local(c)), rep=BOOL)
    assert "all_in_play" not in sought(every, elsewhere)
