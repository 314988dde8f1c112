"""What frames keep: the locals that are read behind their points."""

from ir_units import CARD, GANDALF, ask, keep, unit

from moot.code.ir.callees import Named
from moot.code.ir.expressions import Const, Make, Var
from moot.code.ir.make import YES, local, number, op
from moot.code.ir.reps import ARGS, NUM, seq
from moot.code.ir.statements import (
    Ask,
    Break,
    Call,
    Enter,
    Entered,
    Fault,
    If,
    Leave,
    Let,
    Loop,
    Modify,
    Move,
    Note,
    Return,
)
from moot.code.passes.framed import FIRST_NUMBER, framed, frames_for_guess
from moot.code.passes.live import live_at_points

a, b, n = Var("a", CARD), Var("b", CARD.maybe), Var("n", NUM)


def kept(*body: object, params: tuple[Var, ...] = (a, n)) -> dict[int, tuple[str, ...]]:
    found = live_at_points(unit(*body, params=params, pauses=True))
    return {point: tuple(var.name for var in vars) for point, vars in found.items()}


def test_only_what_is_read_behind_a_point_is_kept_and_not_the_answer() -> None:
    read = Move(local(b), local(a), "before", 3)
    assert kept(ask(b), read) == {1: ("a",)}
    assert kept(ask(b), Let(n, number(1)), Return(local(n))) == {1: ()}
    assert kept(If(YES, (ask(b),)), Return(local(n))) == {1: ("n",)}


def test_the_order_is_that_of_the_unit() -> None:
    x, y = Var("x", NUM), Var("y", NUM)
    body = (Let(y, number(1)), Let(x, number(2)), ask(b), Return(op("+", local(x), op("+", local(y), local(n)))))
    assert kept(*body) == {1: ("n", "y", "x")}


def test_what_the_next_turn_of_a_loop_reads_is_kept() -> None:
    loop = Loop((If(op(">", local(n), number(3)), (Break(),)), Let(n, op("+", local(n), number(1))), ask(b)), fuel=1)
    assert kept(loop) == {1: ("n",)}
    assert kept(loop, Return(local(a))) == {1: ("a", "n")}
    assert kept(Loop((ask(b), Let(n, number(1)), Break())), Return(local(n))) == {1: ()}


def test_behind_a_break_stands_what_follows_the_loop() -> None:
    assert kept(Loop((ask(b), If(YES, (Break(),)), Return(None))), Return(local(n))) == {1: ("n",)}


def test_entries_of_the_journal_are_readers_and_notes_are_not() -> None:
    assert kept(ask(b), Note(0, (local(a),))) == {1: ()}
    assert kept(ask(b), Entered(3, (local(a),), ("thing",))) == {1: ("a",)}


def test_nothing_is_read_behind_a_fault() -> None:
    assert kept(ask(b), Fault("no_value", 3), Return(local(n))) == {1: ()}
    assert kept(ask(b), Fault("cut_short", 3), Return(local(n))) == {1: ("n",)}


def test_a_modified_value_is_read_and_one_that_a_phase_gives_back_is_set() -> None:
    assert kept(ask(b), Modify(n, 0, (), 0, (1,)), Return(local(n))) == {1: ("n",)}
    assert kept(ask(b), Leave("day", 1, (n,)), Return(local(n))) == {1: ()}


def test_a_call_whose_value_is_returned_leaves_no_frame() -> None:
    assert kept(ask(b), Call(2, Named("p_moved"), (local(a),), tail=True)) == {1: ("a",)}


def test_frames_have_numbers_of_their_own_and_tell_what_they_hold() -> None:
    one = unit(ask(b), Move(local(b), local(a), "before", 3), params=(a,), name="p_one", pauses=True)
    found = framed([keep(), one])
    assert [frame.number for frame in found.frames.values()] == [FIRST_NUMBER, FIRST_NUMBER + 1, FIRST_NUMBER + 2]
    assert list(found.frames) == [("p_keep", 1), ("p_keep", 2), ("p_one", 1)]
    assert frames_for_guess(found)[FIRST_NUMBER + 2, 1] == ("thing",)
    assert found.by_unit()["p_one"][1].vars == (a,)


def test_quiet_phases_run_between_their_ends() -> None:
    def phase(scope: int, *body: object) -> tuple[object, ...]:
        enter = Enter("day", scope, Const(ARGS, ()), (), False, quiet=True)
        return (enter, *body, Leave("day", scope, (), quiet=True))

    inner = (ask(b, 1), *phase(7, ask(b, 2), *phase(8, If(YES, (ask(b, 3), Return(None))), ask(b, 4))), ask(b, 5))
    found = framed([unit(*inner, pauses=True)])
    numbers = [frame.number for frame in found.frames.values()]
    assert {(f.number, point): f.phases for (_, point), f in found.frames.items() if f.phases} == {
        (numbers[1], 2): (7,),
        (numbers[2], 3): (7, 8),
        (numbers[3], 4): (7, 8),
    }


def test_what_a_later_question_reads_is_kept() -> None:
    asked = Ask(2, 0, GANDALF, Make(seq(CARD), (local(a),)), b, "choose")
    assert kept(ask(b), asked) == {1: ("a",), 2: ()}
