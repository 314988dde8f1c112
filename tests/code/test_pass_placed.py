"""Where things lie when they move, as far as the lines before tell it."""

from ir_units import CARD, unit

from moot.code.ir.callees import Named
from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Const, Contents, Expr, Fold, Local, Op, Var, Where
from moot.code.ir.make import both, local, number, op
from moot.code.ir.reps import BOOL, ZONE, Rep, seq
from moot.code.ir.statements import Ask, Block, Call, Each, If, Let, Loop, Move
from moot.code.ir.text import unit_text
from moot.code.ir.touched import Surroundings
from moot.code.ir.units import Unit
from moot.code.passes.placed import placed

CARDS = seq(CARD)
PILE, HAND, SHELF = Const(ZONE, 0), Const(ZONE, 1), Const(ZONE, 2)
IN_PILE, IN_HAND = Contents(CARDS, PILE), Contents(CARDS, HAND)
c, d = Var("c", CARD.maybe), Var("d", CARD)
LAST = Op(CARD.maybe, "last", (IN_PILE,))
IN_PLAY = Op(BOOL, "contains", (Const(seq(ZONE), (1, 2)), Where(ZONE, local(d))))
OTHER = unit(Move(Const(CARD, 3), SHELF, "top", 1), name="p_other")


def moves(var: Var, zone: Expr = SHELF) -> Move:
    return Move(Local(var.rep.sure, var), zone, "top", 1)


def lines(*body: object) -> list[str]:
    """The lines of a unit behind the pass, as text."""
    made: Unit = unit(*body)
    (first, _) = placed((made, OTHER), Effects((made, OTHER), Surroundings(things=10, cells=40)))
    return [line.strip() for line in unit_text(first, marks=False).splitlines()[1:]]


def test_what_is_drawn_comes_from_the_top_of_its_pile() -> None:
    made = lines(Let(c, LAST), If(op("some", local(c)), (moves(c),)))
    assert made[-1] == "move c to zone 2 from 0 (from the top)"
    assert lines(Let(c, LAST), moves(c))[-1] == "move c to zone 2 from 0 (from the top)"
    unsure = lines(Let(c, LAST), Move(local(c), SHELF, "top", 1))
    assert unsure[-1] == "move c to zone 2"  # there may be none: that is a fault with a name of its own


def test_a_pile_that_is_not_empty_has_a_last_thing() -> None:
    taken = (Let(c, LAST), If(op("some", local(c)), (moves(c),)))
    made = lines(If(op("empty", IN_PILE), (), taken))
    assert "if some(c)" not in made and made[-1] == "move c to zone 2 from 0 (from the top)"


def test_others_that_may_have_moved_undo_it() -> None:
    away = Call(0, Named("p_other"), ())
    assert lines(Let(d, Op(CARD, "first", (IN_PILE,))), away, moves(d))[-1] == "move d to zone 2"
    assert lines(Let(d, Op(CARD, "first", (IN_PILE,))), moves(d, HAND), moves(d))[-1] == (
        "move d to zone 2 from 1 (from the top)"
    )


def test_members_of_a_zone_lie_there_where_each_moves_alone() -> None:
    assert lines(Each(d, op("frozen", IN_PILE), (moves(d),)))[-1] == "move d to zone 2 from 0"
    assert lines(Each(d, op("frozen", IN_PILE), (moves(d), Call(0, Named("p_other"), ()))))[1] == "move d to zone 2"
    again: Block = (If(op("empty", IN_HAND), ()), moves(d))
    assert lines(Let(d, Op(CARD, "first", (IN_PILE,))), Loop(again))[-1] == "move d to zone 2"


def test_an_answer_lies_where_all_options_do() -> None:
    ask = Ask(1, 0, number(0), IN_PILE, c, "choose")
    assert lines(ask, If(op("some", local(c)), (moves(c),)))[-1] == "move c to zone 2 from 0"


def test_tests_tell_where_it_lies_and_what_it_is() -> None:
    given = Let(d, Const(CARD, 4))
    assert lines(given, If(IN_PLAY, (moves(d),)))[-1] == "move d to zone 2 from 1, 2"
    lying = Each(d, op("frozen", IN_HAND), (If(IN_PLAY, (moves(d),)),))
    assert lines(lying)[-1] == "move d to zone 2 from 1"
    few = Fold(CARDS, "each", d, IN_HAND, both(op("<=", number(2), local(d)), op("<", local(d), number(5))), None)
    e = Var("e", CARD)
    made = unit(Each(e, few, (moves(e),)))
    (first,) = placed((made,), Effects((made,), Surroundings(things=10, cells=40)))
    each = first.body[1]
    assert isinstance(each, Each) and each.body == (
        Move(Local(Rep("thing", 2, 5, "card"), e), SHELF, "top", 1, frozenset((1,))),
    )


def test_a_quick_branch_is_taken_in_any_case_by_the_traced_form() -> None:
    drawn = Let(c, LAST)
    inner = If(op("some", local(c)), (moves(c),))
    made = lines(drawn, If(op("some", local(c)), (inner,), (), quick=True))
    assert made.count("if some(c)") == 1 and any(line.startswith("if") and "quick" in line for line in made)
