"""Python printed from units: its text, and what it does on the machine."""

import pytest
from emitted import ANN, BOB, CARD, CHOSEN, HAND, MAY, PILE, SHELF, begun, cell, playing, printed, score, text

from moot.code.emit.given import COVERING, FAST, OBSERVED, TRACED, FormMarks
from moot.code.emit.registers import Registers
from moot.code.ir.callees import Named
from moot.code.ir.expressions import Cell, Const, Contents, Expr, Fold, Local, Op, Printed, Var
from moot.code.ir.make import YES, local, number, op, unless_none
from moot.code.ir.reps import BOOL, NUM, PLAYERS, Rep, num, seq
from moot.code.ir.statements import (
    Ask,
    Block,
    Break,
    Call,
    Entered,
    If,
    Let,
    Line,
    Loop,
    Move,
    MoveAll,
    Note,
    Return,
    Store,
    Win,
)
from moot.code.ir.units import Unit

CARDS = seq(CARD)
c, n = Var("c", CARD.maybe), Var("n", NUM)
SURE = Local(CARD, c)
PRICE = Printed(num(0, 10), ("card", "price"), SURE)
SCORE = Cell(num(0, 100), score(0), cell("score"), 2)


def unit(*body: object, name: str = "p_day", params: tuple[Var, ...] = (), pauses: bool = True) -> Unit:
    block: Block = tuple(body)  # type: ignore[arg-type]
    return Unit(name, "procedure", params, block, pauses=pauses, rule=0)


def choose(point: int = 1, of: Expr = PILE, how: str = "choose") -> Ask:
    return Ask(point, CHOSEN, ANN, Contents(CARDS, of), c, how)  # type: ignore[arg-type]


def shown(e: Expr) -> str:
    """The text of an expression."""
    return text(unit(Return(e), pauses=False)).split("return ")[1]


x, y = Var("x", NUM), Var("y", NUM)
X, Y = local(x), local(y)


@pytest.mark.parametrize(
    ("e", "written"),
    [
        (op("*", op("+", X, Y), number(2)), "(x_1 + y_2) * 2"),
        (op("-", X, op("-", Y, number(1))), "x_1 - (y_2 - 1)"),
        (op("+", op("*", X, Y), number(-1)), "x_1 * y_2 + -1"),
        (op("and", op("or", op("<", X, Y), op(">", X, Y)), op("!=", X, Y)), "(x_1 < y_2 or x_1 > y_2) and x_1 != y_2"),
        (op("or", op("and", op("<", X, Y), op(">", X, number(1))), op("is_none", SURE)), "x_1 < y_2 and x_1 > 1"),
        (op("and", op(">=", X, number(1)), op("<", X, number(4))), "1 <= x_1 < 4"),
        (op("neg", op("+", X, Y)), "-(x_1 + y_2)"),
        (op("min", X, Y), "x_1 if x_1 < y_2 else y_2"),
        (op("div", X, number(2)), "x_1 // 2"),
        (op("div", X, Y), "divide('//', x_1, y_2)"),
        (op("size", Contents(CARDS, HAND), rep=NUM), "len(S.zones[0])"),
        (op("empty", Contents(CARDS, HAND)), "not S.zones[0]"),
        (op("last", Contents(CARDS, PILE), rep=CARD.maybe), "Z[2][-1] if Z[2] else None"),
        (SCORE, f"S.cells[{cell('score')}]"),
        (PRICE, "P_card_price[c_1]"),
        (Op(BOOL, "some", (Printed(num(0, 10).maybe, ("card", "price"), Const(CARD, 0)),)), "True"),
        (Cell(NUM, Op(NUM, "+", (PRICE, number(7))), 7, 6), "S.cells[AT_card_price_7[c_1]]"),
        (Op(BOOL, "of_kind", (SURE, number(2), number(5))), "KIND_2_5[c_1]"),
        (Op(BOOL, "of_kind", (local(c), number(2), number(3))), "c_1 is not None and c_1 == 2"),
        (Const(seq(NUM), range(20)), "tuple(range(0, 20))"),
        (Op(CARDS, "frozen", (Contents(CARDS, HAND),)), "tuple(S.zones[0])"),
    ],
)  # fmt: skip
def test_brackets_stand_only_where_they_are_needed(e: Expr, written: str) -> None:
    assert shown(e) == written


def test_a_value_that_is_read_twice_is_bound_where_it_is_first_read() -> None:
    top = op("last", Contents(CARDS, PILE), rep=CARD.maybe)
    price = unless_none(top, lambda it: Printed(num(0, 10), ("card", "price"), it))
    assert "it_1 = Z[2][-1] if Z[2] else None" in text(unit(Return(price), pauses=False))
    later = op("cond", op("==", SCORE, number(0)), number(0), price, rep=NUM.maybe)
    assert shown(later) == (
        f"0 if S.cells[{cell('score')}] == 0"
        " else None if (it_1 := Z[2][-1] if Z[2] else None) is None else P_card_price[it_1]"
    )


def test_loops_stand_before_the_line_where_they_are_run_in_any_case() -> None:
    each = Var("d", CARD)
    dear = op(">", Printed(NUM, ("card", "price"), local(each)), number(3))
    count = Fold(NUM, "count", each, Contents(CARDS, PILE), dear, None)
    assert text(unit(Return(count), pauses=False)).split("\n")[1:] == [
        "    found_1 = 0",
        "    for d_2 in S.zones[2]:",
        "        if P_card_price[d_2] > 3:",
        "            found_1 += 1",
        "    return found_1",
    ]
    assert shown(op("cond", op("<", X, Y), count, number(0))).startswith("sum(1 for d_3 in Z[2] if ")


def test_what_is_printed_alone_is_a_column() -> None:
    each = Var("d", CARD)
    price = Printed(NUM, ("card", "price"), local(each))
    whole = Fold(NUM, "sum", each, Const(CARDS, range(6)), None, price)
    part = Fold(BOOL, "any", each, Const(CARDS, range(1, 4)), op(">", price, number(2)), None)
    lines = text(unit(If(part, (Return(whole),)), Return(number(0)), pauses=False))
    assert "in P_card_price[1:4]:" in lines and "in P_card_price:" in lines


# ---------------------------------------------------------------------------------------------- pauses

TAKE = (
    Line(3),
    choose(),
    If(op("some", local(c)), (Move(SURE, SHELF, "bottom", 4), Store(SCORE, op("+", SCORE, number(1)), 5))),
)
TAKING = unit(*TAKE)


def test_a_question_and_what_follows_it() -> None:
    counted = f"        C[{cell('score')}] = C[{cell('score')}] + 1"
    assert text(TAKING).split("\n") == [
        "def p_day(S):",
        "    C = S.cells",
        "    opts = S.zones[2]",
        "    if len(opts) > 1:",
        "        S.ask = (0, 0, opts, None)",
        "        S.frame = (6, 1)",
        "        return PAUSE",
        "    c_1 = opts[0] if opts else None",
        "    if c_1 is not None:",
        "        move_bottom(S, c_1, 3)",
        counted,
        "def resume6_1(S, fr, c_1):",
        "    C = S.cells",
        "    if c_1 is not None:",
        "        move_bottom(S, c_1, 3)",
        counted,
        "RESUME[6] = resume6_1",
    ]


def test_it_goes_on_from_an_answer() -> None:
    S = begun(TAKING)
    assert S.ask is not None and list(S.ask[2]) == [0, 1, 2, 3, 4, 5]
    playing(TAKING).machine.advance(S, 4)
    assert (S.zones[3], S.cells[4], S.cells[cell("score")]) == ([4], 3, 1)


def test_the_line_of_each_line() -> None:
    made = printed(TAKING)
    lines = made.text.split("\n")
    rules = {}
    for at, line in enumerate(lines, 1):
        rules[line.strip()] = [rule for first, rule in made.lines if first <= at][-1]
    assert rules["S.frame = (6, 1)"] == 3 and rules["def p_day(S):"] == -1 and rules["def resume6_1(S, fr, c_1):"] == -1
    assert rules["move_bottom(S, c_1, 3)"] == 3


def calls(*, twice: bool) -> tuple[Unit, Unit]:
    """A procedure that asks, and one that calls it."""
    asks = unit(*TAKE, Return(SURE), name="p_take")
    got = Var("got", CARD.maybe)
    first = Call(1, Named("p_take"), (), into=got)
    again = (Call(2, Named("p_take"), ()),) if twice else ()
    return asks, unit(first, *again, Move(Local(CARD, got), HAND, "top", 6))


@pytest.mark.parametrize("form", [FAST, TRACED, COVERING])
@pytest.mark.parametrize("once", [False, True])
def test_callers_wait_for_what_they_call(form: FormMarks, once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if once:
        monkeypatch.setattr("moot.code.emit.units.MOST_RESUMED", 0)
    units = calls(twice=True)
    made = playing(*units, form=form)
    S = begun(*units, form=form, journal=form.journal)
    assert [frame[:2] for frame in S.stack] == [(7, 1)]
    made.machine.advance(S, 2)
    assert [frame for frame in S.stack] == [(8, 2, 2)] and S.zones[3] == [2]
    made.machine.advance(S, 3)
    assert (S.zones[0], S.zones[3], S.cells[cell("score")]) == ([2], [3], 2)
    assert ("COVERED" in made.machine.fast.names) == form.covering


def test_a_tail_call_lays_no_frame() -> None:
    asks, _ = calls(twice=False)
    S = begun(asks, unit(Call(1, Named("p_take"), (), tail=True)))
    assert S.stack == []


# ---------------------------------------------------------------------------------------------- loops that pause

TURNS = unit(
    Loop(
        (
            If(op(">=", SCORE, number(3)), (Break(),)),
            choose(),
            If(op("is_none", local(c)), (Break(),)),
            Move(SURE, SHELF, "top", 4),
            Store(SCORE, op("+", SCORE, number(1)), 5),
        ),
        fuel=2,
    ),
    Store(Cell(BOOL, number(cell("open")), cell("open"), 1), YES, 6),
)


@pytest.mark.parametrize("once", [False, True])
def test_a_loop_goes_on_where_it_paused(once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if once:
        monkeypatch.setattr("moot.code.emit.units.MOST_RESUMED", 0)
    made, S = playing(TURNS), begun(TURNS)
    for card in (5, 0, 3):
        assert S.ask is not None
        made.machine.advance(S, card)
    assert S.ask is None and S.zones[3] == [5, 0, 3] and S.cells[cell("open")] is True


@pytest.mark.parametrize("once", [False, True])
def test_the_first_turn_after_each_entry_is_free(once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if once:
        monkeypatch.setattr("moot.code.emit.units.MOST_RESUMED", 0)
    made, S = playing(TURNS), begun(TURNS)
    before = S.fuel
    made.machine.advance(S, 5)
    assert S.fuel == before
    endless = unit(Loop((If(op("<", SCORE, number(0)), (choose(),)), Store(SCORE, number(2), 5)), fuel=2))
    with pytest.raises(Exception, match="endless loop"):
        begun(endless)


# ---------------------------------------------------------------------------------------------- forms


def test_traced_tells_the_journal_and_fast_does_not() -> None:
    both = unit(Entered(2, (ANN,), ("names player",)), *TAKE)
    assert "put(S, " in text(both, TRACED) and "t_move_bottom(S, c_2, 3, 4)" in text(both, TRACED).replace("c_1", "c_2")
    assert "entered(S, 2, (0,), ('names player',))" in text(both, TRACED)
    assert "forced(S, 0, 0, c_1)" in text(both, TRACED) and "forced" not in text(both)
    S = begun(both, form=TRACED, journal=True)
    playing(both, form=TRACED).machine.advance(S, 4)
    assert S.journal is not None and [e[0] for e in S.journal] == ["does", "move", "set"]


def test_a_quick_branch_is_taken_in_any_case_where_entries_are_kept() -> None:
    quick = unit(If(op(">", SCORE, number(3)), (Entered(2, (), ()),), quick=True), pauses=False)
    assert "if " not in text(quick, TRACED) and "if " in text(quick)


def test_covering_notes_the_lines_that_count() -> None:
    made = printed(unit(Line(3), Line(4, covers=False), Return(None), pauses=False), form=COVERING)
    assert "COVERED.add(3)" in made.text and "COVERED.add(4)" not in made.text and "COVERABLE = [3]" in made.text


def test_notes_of_what_no_frame_keeps_are_lost() -> None:
    watched = unit(Let(n, number(1)), choose(), Note(7, (local(n), SURE)))
    assert "noted(S, 7, (n_1, c_2))" in text(watched, OBSERVED) and "    n_1 = LOST" in text(watched, OBSERVED)
    assert "noted" not in text(watched, TRACED)


# ---------------------------------------------------------------------------------------------- who is asked, and when


def test_how_each_question_is_asked() -> None:
    def asked(how: str, **more: object) -> str:
        into = Var("a", Rep("thing").maybe)
        one = Ask(1, MAY, ANN, Contents(CARDS, HAND), into, how, **more)  # type: ignore[arg-type]
        return text(unit(one)).split("def resume")[0]

    assert "if opts:" in asked("or_none") and "[*opts, None]" in asked("or_none")
    assert "len(" not in asked("always")
    assert "a_1 = opts[0]\n" in asked("some")
    assert "if S.nature and len(opts) > 1:" in asked("pick") and "picked(S, opts, 2)" in asked("pick")
    assert "DICE[2, 6]" in asked("roll", dice=(2, 6)) and "roll(S, 2, 6, 2)" in asked("roll", dice=(2, 6))
    assert "Orders(tuple(S.zones[0]))" in asked("shuffle") and "shuffled(S, 0)" in asked("shuffle")
    assert "if opts or may_hide(S, ('hand',), 0):" in asked("offer", hidden=("hand",))


def test_nobody_to_ask_is_told_where_it_comes_to_asking() -> None:
    p = Var("p", Rep("name", of="names player").maybe)
    one = Ask(1, MAY, Op(BOB.rep, "sure", (local(p),)), Contents(CARDS, PILE), c, "choose")
    lines = text(unit(one, params=(p,))).split("\n")
    assert lines.index("        if p_1 is None:") > lines.index("    if len(opts) > 1:")
    assert "            none_asked(S, 2)" in lines


def test_an_offer_that_is_held_back_has_no_end() -> None:
    held = Var("held", Rep("reason").maybe)
    one = Ask(1, MAY, ANN, Contents(CARDS, HAND), c, "offer", held=local(held))
    assert "[*opts, None] if held_1 is None else [*opts]" in text(unit(one, params=(held,)))


def test_who_wins_is_given_back_by_what_the_driver_has_called() -> None:
    lines = text(unit(choose(), Win(Const(PLAYERS, 1), None, Const(Rep("text"), "it is over"), 7)))
    assert "    win(S, 1, None, 'it is over', 7)" in lines and "    return won(S, 1, None, 'it is over', 7)" in lines
    S = begun(unit(choose(), Win(Const(PLAYERS, 1), None, Const(Rep("text"), "it is over"), 7)))
    playing(unit(choose(), Win(Const(PLAYERS, 1), None, Const(Rep("text"), "it is over"), 7))).machine.advance(S, 1)
    assert S.result == (1, None, "it is over", 7)


def test_none_where_a_state_has_no_place_for_it_is_a_fault_of_that_line() -> None:
    last = Cell(CARD, number(cell("last")), cell("last"), 1)
    stored = Store(last, Op(CARD, "sure", (local(c),)), 5)
    assert text(unit(stored, params=(c,), pauses=False)).split("\n")[1:3] == [
        "    if c_1 is None:",
        "        no_value(S, 5)",
    ]


def test_registers_hold_what_the_machine_looks_up() -> None:
    made = printed(unit(Return(None), pauses=False), registers=Registers(static={4: (2,)}, slots={4: 1}))
    assert "I2 = (2, None, (), 0, 0)\nSTATIC.update({4: (I2, )})" in made.text and "SLOTS.update({4: 1})" in made.text


def test_all_of_a_zone_goes_to_another() -> None:
    S = begun(unit(MoveAll(PILE, HAND, 3), choose(of=HAND)))
    assert S.zones[0] == [0, 1, 2, 3, 4, 5] and S.ask is not None and S.ask[2] == S.zones[0]


def test_a_local_is_never_named_as_a_unit() -> None:
    named = Var("p_take", NUM)
    calls_it = unit(Let(named, number(1)), Call(0, Named("p_take_1"), ()), Return(local(named)), pauses=False)
    lines = printed(calls_it, unit(Return(None), name="p_take_1", pauses=False)).text.split("\n")
    assert " p_take_1_ = 1" in lines and " return p_take_1_" in lines and " p_take_1(S)" in lines


def test_states_side_by_side_are_read_as_one_slice() -> None:
    """Of things 0 to 19, whose states are cells 30 to 49."""
    thing = Rep("thing", 0, 20, "field")
    f = Var("f", thing)
    over = Const(seq(thing), range(20))
    state = Cell(NUM.maybe, Op(NUM, "+", (local(f), number(30))), 30, 20)
    free, full = op("is_none", state), op("==", state, X)

    def loop(what: str, where: Expr | None, of: Expr | None = None, rep: Rep = BOOL) -> str:
        return shown(Fold(rep, what, f, over, where, of))  # type: ignore[arg-type]

    assert loop("any", full) == "x_1 in S.cells[30:50]"
    assert loop("every", None, op("some", state)) == "None not in S.cells[30:50]"
    assert loop("count", full, rep=NUM) == "S.cells[30:50].count(x_1)"
    body = text(unit(Return(Fold(seq(thing), "each", f, over, free, None)), pauses=False)).split("\n")
    loop = body.index("    for f_2, state_3 in enumerate(S.cells[30:50]):")
    assert body[loop + 1] == "        if state_3 is None:"


def test_what_is_among_constants_is_looked_up_in_a_set() -> None:
    d = Var("d", CARD)
    aces = Const(CARDS, (1, 4, 9))
    loop = Fold(BOOL, "any", d, Contents(CARDS, PILE), op("contains", aces, local(d)), None)
    assert shown(loop).split("\n") == ["not SET_1.isdisjoint(S.zones[2])", "SET_1 = frozenset((1, 4, 9))"]
    every = Fold(BOOL, "every", d, Contents(CARDS, PILE), None, op("not", op("contains", aces, local(d))))
    assert shown(every).startswith("SET_1.isdisjoint(S.zones[2])")
