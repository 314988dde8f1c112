"""Units of the intermediate form made by hand, small enough to be read at a glance."""

from __future__ import annotations

from moot.code.ir.callees import Named
from moot.code.ir.expressions import Cell, Const, Contents, Expr, Local, Op, Var
from moot.code.ir.make import YES, local, number, op
from moot.code.ir.reps import ARGS, BOOL, CTX, INST, NOTHING, NUM, PLAYER, ZONE, Rep, seq
from moot.code.ir.statements import Ask, Block, Call, Each, If, Line, Loop, Move, Return, Store
from moot.code.ir.units import Unit, UnitKind

CARD = Rep("thing", 0, 10, "card")
HAND, BOX = Const(Rep("zone", item=CARD), 3), Const(ZONE, 4)
GANDALF = Const(PLAYER, 0)
CARDS = Contents(seq(CARD), HAND)


def unit(
    *body: object, params: tuple[Var, ...] = (), name: str = "p_test", kind: UnitKind = "procedure",
    result: Rep = NOTHING, pauses: bool = False,
) -> Unit:  # fmt: skip
    block: Block = tuple(body)  # type: ignore[arg-type]
    return Unit(name, kind, params, (Line(7), *block), result, pauses, rule=5)


def cell(at: Expr, first: int = 20, count: int = 10, rep: Rep = NUM) -> Cell:
    return Cell(rep, at, first, count)


def score(at: Expr) -> Cell:
    """A state of cards: cells 20 to 29."""
    return cell(Op(NUM, "+", (at, number(20))))


def ask(into: Var, point: int = 1, options: Expr = CARDS, how: str = "choose") -> Ask:
    return Ask(point, 0, GANDALF, options, into, how)  # type: ignore[arg-type]


def keep() -> Unit:
    """Cards are chosen out of a hand until three are left there; each is worth more then."""
    c, each = Var("c", CARD.maybe), Var("c", CARD)
    sure = Local(CARD, c)
    return unit(
        Loop(
            (
                If(op("<=", op("size", CARDS, rep=NUM), number(3)), (
                    Each(each, Op(CARDS.rep, "frozen", (CARDS,)), (
                        Store(score(local(each)), op("+", score(local(each)), number(1)), 8),
                    )),
                    Return(None),
                )),
                ask(c),
                If(op("some", local(c)), (Move(sure, BOX, "top", 9), Call(2, Named("p_moved"), (sure,)))),
            ),
            fuel=7,
        ),
        name="p_keep",
        pauses=True,
    )  # fmt: skip


def moved() -> Unit:
    c, into = Var("c", CARD), Var("answer", BOOL.maybe)
    asked = Ask(1, 1, GANDALF, Const(seq(BOOL), (True, False)), into, "or_none")
    return unit(
        asked,
        If(op("==", local(into), YES), (Store(cell(number(0), 0, 1, BOOL), YES, 8),)),
        params=(c,), name="p_moved", pauses=True,
    )  # fmt: skip


HOOKED = (Var("args", ARGS), Var("inst", INST), Var("ctx", CTX))


def hook(*body: object) -> Unit:
    return unit(*body, params=HOOKED, name="h1", kind="hook", pauses=True)
