"""Locals that are set once, and what is alike at each turn of a loop."""

from ir_units import cell, unit

from moot.code.ir.expressions import Arg, Const, Expr, Fold, Make, Op, Pure, Var
from moot.code.ir.make import NO, YES, both, known, local, number, op
from moot.code.ir.reps import BOOL, NUM, args, num, seq
from moot.code.ir.statements import Add, Attempt, Each, If, Let, Return, Stmt, Store
from moot.code.ir.text import unit_text
from moot.code.passes.settled import settled
from moot.code.passes.simple import pruned

x, y, n = Var("x", NUM), Var("y", NUM), Var("n", NUM.maybe)
FEW = num(1, 16)
told = Var("told", args((FEW, NUM)))
col, row, k, ok, found = Var("col", FEW), Var("row", FEW), Var("k", NUM), Var("ok", BOOL), Var("found", seq(FEW))
SPAN = Const(seq(FEW), range(1, 16))
AT = op("+", op("-", op("*", local(col), number(15), rep=NUM), number(15), rep=NUM), local(row), rep=NUM)
FREE = op("==", cell(AT, 0, 225), number(0))
ADDED = Add(found, local(row))


def made(*body: Stmt) -> list[str]:
    (one,) = settled((unit(*pruned(body), params=(told, n)),))
    return [line.strip() for line in unit_text(one, marks=False).split("\n")[1:]]


def store(at: Expr) -> Store:
    return Store(cell(op("inside", at, number(1), number(16)), 1, 15), number(5), 8)


def test_an_argument_is_known_to_lie_where_it_does() -> None:
    assert made(Let(x, Arg(NUM, local(told), 0)), Let(y, local(x)), store(local(y))) == [
        "let x : num = told.arg(0)",
        "store cell[x in 1..15] = 5",
    ]
    assert "inside" in made(Let(x, Arg(NUM, local(told), 1)), store(local(x)))[-1]


def test_what_is_set_again_is_read_as_it_is_then() -> None:
    body = (Let(x, number(3)), store(local(x)), Let(x, number(4)), store(local(x)))
    assert [line for line in made(*body) if "inside" in line] == ["store cell[inside(x, 1, 16) in 1..15] = 5"] * 2


def test_what_nobody_reads_is_left_out_unless_it_may_be_a_fault() -> None:
    assert made(Let(x, cell(number(20)))) == []
    assert len(made(Let(x, Op(NUM, "sure", (local(n),))))) == 1
    assert len(made(Let(x, Arg(NUM, local(told), 1)))) == 1  # a call that waits may have been given too few


def test_a_test_that_cannot_fail_needs_no_attempt() -> None:
    def tried(test: Expr) -> list[str]:
        sure = Var("sure", BOOL)
        attempt = Attempt((Let(ok, test),), (Let(sure, NO), Let(ok, YES)))
        return made(Let(sure, YES), attempt, If(local(ok), (If(local(sure), (store(local(x)),)),)))

    assert not [line for line in tried(FREE) if "attempt" in line or "sure" in line or "ok" in line]
    assert [line for line in tried(Op(BOOL, "<", (Op(NUM, "sure", (local(n),)), number(3)))) if "attempt" in line]


def gathering(*tests: Expr) -> list[str]:
    return made(
        Let(found, Make(seq(FEW), ())),
        Each(col, SPAN, (Each(row, SPAN, (If(both(*tests), (ADDED,)),)),)),
        Return(local(found)),
    )


def test_what_is_alike_at_each_turn_is_read_once() -> None:
    lines = gathering(FREE)
    inner = lines.index(next(line for line in lines if line.startswith("each row")))
    assert lines[inner - 1] == "let k : num = ((col * 15) - 15)"
    assert lines[inner + 1] == "if (cell[(k + row) in 0..224] == 0)"


def test_what_depends_on_no_loop_goes_before_all_of_them() -> None:
    limit = op("<", cell(number(21)), number(4))
    lines = gathering(limit)
    assert lines.index("if (cell[21 in 20..29] < 4)") < lines.index("each col : num[1..16) in 1..15")
    assert gathering(FREE, limit).index("if (cell[21 in 20..29] < 4)") == 1
    after_a_fault = gathering(op("<", Op(NUM, "sure", (local(n),)), number(3)), limit)
    assert "if ((sure(n) < 3) and (cell[21 in 20..29] < 4))" in after_a_fault


def test_what_a_function_comes_to_is_read_once_too_unless_it_may_be_a_fault() -> None:
    plain = unit(Return(local(x)), params=(x,), name="f_plain", kind="function", result=NUM)
    risky = unit(Return(Op(NUM, "sure", (local(n),))), params=(n,), name="f_risky", kind="function", result=NUM)

    def first(name: str) -> str:
        loop = Each(row, SPAN, (If(op("<", Pure(NUM, name, (number(7),)), local(row)), (ADDED,)),))
        return unit_text(settled((unit(loop), plain, risky))[0], marks=False).split("\n")[1].strip()

    assert first("f_plain") == "let k : num = f_plain(7)"
    assert first("f_risky").startswith("each row")


def test_what_may_be_known_by_a_test_alone_stays_behind_it() -> None:
    price = op("<", cell(op("+", known(local(n)), number(20), rep=NUM)), number(4))
    assert gathering(FREE, price)[-3].endswith("and (cell[(n + 20) in 20..29] < 4))")
    assert gathering(op("<", Op(NUM, "div", (number(9), cell(number(22)))), number(4)))[-3].startswith("if ((9 div")


def test_a_loop_that_writes_is_left_alone() -> None:
    count = op("+", cell(number(20)), number(1), rep=NUM)
    lines = made(Each(row, SPAN, (Store(cell(number(20)), count, 8),)))
    assert lines == ["each row : num[1..16) in 1..15", "store cell[20 in 20..29] = (cell[20 in 20..29] + 1)"]


def test_a_fault_stays_where_the_traced_form_asks_no_test() -> None:
    let, test = Let(x, Op(NUM, "sure", (local(n),))), op("<", local(x), number(3))
    assert made(let, If(test, (store(number(2)),)))[0].startswith("if (sure(n) < 3)")
    assert made(let, If(test, (store(number(2)),), (), quick=True))[0] == "let x : num = sure(n)"


def test_what_is_alike_at_each_turn_of_a_formula_is_read_before_it() -> None:
    limit = op("-", cell(number(21)), number(1), rep=NUM)
    few = Fold(seq(FEW), "each", row, SPAN, op("<", local(row), limit), None)
    assert made(Return(few)) == [
        "return (with k : num = (cell[21 in 20..29] - 1): each(row : num[1..16) in 1..15 where (row < k)))"
    ]
    later = Fold(seq(FEW), "each", row, SPAN, both(FREE, op("<", local(row), limit)), None)
    assert "with k : num = ((col * 15) - 15): each" in made(Each(col, SPAN, (Return(later),)))[-1]
    assert "(row < (cell[21 in 20..29] - 1))" in made(Each(col, SPAN, (Return(later),)))[-1]  # behind a test
