"""Bodies in place of calls."""

from ir_units import BOX, CARD, ask, cell, unit

from moot.code.ir.callees import Named
from moot.code.ir.expressions import Arg, Local, Make, Var
from moot.code.ir.make import NO_VALUE, local, number, op
from moot.code.ir.reps import ARGS, NOTHING, NUM, Rep
from moot.code.ir.statements import Call, Entered, If, Let, Line, Loop, Move, Note, Return, Store
from moot.code.ir.text import unit_text
from moot.code.ir.units import Unit
from moot.code.ir.verified.verify import verify
from moot.code.passes.inline import MOST_CALLEE, MOST_MORE, inline
from moot.code.passes.returned import nested

c, d, n = Var("c", CARD), Var("d", CARD.maybe), Var("n", NUM)
ROUND = cell(number(20), 20, 1)
IS_FIRST = op("==", ROUND, number(1))


def lay(*more: object, params: tuple[Var, ...] = (c,), result: Rep = NOTHING, pauses: bool = False) -> Unit:
    return unit(*more, name="p_lay", params=params, result=result, pauses=pauses)


def call(*args: object, point: int = 0, into: Var | None = None, tail: bool = False) -> Call:
    return Call(point, Named("p_lay"), args, into, tail)  # type: ignore[arg-type]


def made(callee: Unit, *body: object, pauses: bool = False, marks: bool = False, result: Rep = NOTHING) -> list[str]:
    caller = unit(*body, params=(d,), pauses=pauses, result=result)
    units = inline((caller, callee))
    verify(units, "inline")
    return [line.strip() for line in unit_text(units[0], marks=marks).split("\n")[1:]]


def test_arguments_stand_for_parameters() -> None:
    move = Move(local(c), BOX, "top", 9)
    assert made(lay(move), call(Local(CARD, d)), Return(None)) == ["move d to zone 4", "return"]


def test_what_is_more_than_a_name_is_read_first() -> None:
    callee = lay(Store(ROUND, local(n), 8), Store(ROUND, local(n), 8), params=(n,))
    assert made(callee, call(op("+", ROUND, number(1))))[0] == "let n : num = (cell[20 in 20..20] + 1)"


def test_a_parameter_that_is_set_is_a_local_of_its_own() -> None:
    callee = lay(Let(n, op("+", local(n), number(1))), Store(ROUND, local(n), 8), params=(n,))
    assert made(callee, call(number(1)))[0] == "let n : num = 1"


def test_marks_move_along_and_the_line_of_the_caller_comes_back() -> None:
    callee = lay(Entered(5, (local(c),), ("thing",)), Move(local(c), BOX, "top", 9))
    lines = made(callee, call(Local(CARD, d)), Return(None), marks=True)
    assert lines == ["line 7", "line 7", "journal 5(d)", "move d to zone 4", "line 7 (not counted)", "return"]


def test_what_is_returned_goes_into_a_local() -> None:
    give = lay(If(IS_FIRST, (Return(number(1)),)), Return(number(2)), params=(), result=NUM.maybe)
    got = Var("got", NUM.maybe)
    lines = made(give, call(into=got), Return(local(got)), result=NUM.maybe)
    assert lines[0] == "if (cell[20 in 20..20] == 1)"
    assert [line for line in lines if "got" in line][-1] == "return got"
    assert sum(line.endswith(" = 1") or line.endswith(" = 2") for line in lines) == 2


def test_a_body_that_ends_early_is_left_by_a_break() -> None:
    early = lay(
        If(IS_FIRST, (If(op("==", ROUND, number(2)), (Return(None),)), Store(ROUND, number(3), 8))),
        Store(ROUND, number(4), 8),
        params=(),
    )
    lines = made(early, call(), Store(ROUND, number(5), 8))
    assert lines[0] == "scope"
    assert "break" in lines


def test_a_body_that_returns_out_of_a_loop_stays_a_call() -> None:
    turning = lay(Loop((If(IS_FIRST, (Return(None),)), Store(ROUND, number(1), 8)), fuel=7), params=())
    assert made(turning, call(), Store(ROUND, number(5), 8))[0] == "call p_lay()"


def test_at_the_end_it_returns_for_the_caller() -> None:
    turning = lay(Loop((If(IS_FIRST, (Return(None),)), Store(ROUND, number(1), 8)), fuel=7), params=())
    assert made(turning, call(tail=True))[0] == "loop (fuel, line 7)"


def test_points_are_numbered_on() -> None:
    asks = lay(ask(d, 1), params=(), pauses=True)
    lines = made(asks, ask(d, 1), call(point=2), call(point=3), pauses=True)
    assert [line.split()[1] for line in lines] == [".1", ".4", ".5"]


def test_what_goes_round_and_pauses_is_put_in_place() -> None:
    asks = lay(Loop((ask(d, 1),), fuel=7), params=(), pauses=True)
    assert made(asks, call(point=1), pauses=True)[0] == "loop (fuel, line 7)"


def test_arguments_of_a_hook_are_read_out_of_what_is_given() -> None:
    args = Var("args", ARGS)
    hook = lay(Move(Arg(CARD, local(args), 0), BOX, "top", 9), params=(args,))
    assert made(hook, call(Make(ARGS, (Local(CARD, d),))))[0] == "move d to zone 4"


def test_what_comes_back_to_itself_is_put_in_once() -> None:
    again = lay(Store(ROUND, number(1), 8), call(Local(CARD, c)))
    assert made(again, call(Local(CARD, d))) == ["store cell[20 in 20..20] = 1", "call p_lay(d)"]


def test_what_does_nothing_otherwise_is_called_under_its_test() -> None:
    long = tuple(Store(ROUND, number(k), 8) for k in range(MOST_CALLEE))
    assert made(lay(Entered(5, (), ()), If(IS_FIRST, long), Return(None)), call(Local(CARD, d))) == [
        "if (cell[20 in 20..20] == 1) (quick)",
        "call p_lay(d)",
    ]
    assert made(lay(*long), call(Local(CARD, d))) == ["call p_lay(d)"]


def test_a_unit_grows_only_so_much() -> None:
    half = lay(*(Store(ROUND, number(k), 8) for k in range(MOST_CALLEE // 5)))
    lines = made(half, *(call(Local(CARD, d)) for _ in range(20)))
    assert 0 < sum(line.startswith("call") for line in lines) < 20
    assert len(lines) < MOST_MORE


def test_notes_make_no_difference() -> None:
    callee = lay(Note(0, (local(c),)), Move(local(c), BOX, "top", 9), Note(1, ()), Return(None))
    assert made(callee, call(Local(CARD, d))) == ["move d to zone 4"]


def test_what_follows_a_branch_that_ends_goes_into_the_other() -> None:
    block = (If(IS_FIRST, (Return(NO_VALUE),)), Line(1), Return(number(2)))
    assert nested(block) == (If(IS_FIRST, (Return(NO_VALUE),), (Line(1), Return(number(2)))),)
