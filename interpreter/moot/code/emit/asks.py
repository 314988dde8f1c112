"""Prompts to a player, or to nature: the question, the frame that continues with the answer, and the cases without
a prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..ir.expressions import Const, Contents, Expr, Local, Op
from ..ir.statements import Ask, Block, If, Line
from ..ir.walk import ends, reads_locals
from .calls import frame
from .formulas import folds

if TYPE_CHECKING:
    from .statements import Statements


def asked_first(p: Statements, block: Block, at: int) -> int:
    """A question, and the case without a prompt, which is known not to be an option: the number of statements
    written so far.
    """
    one = block[at]
    if not isinstance(one, Ask) or one.how not in ("offer", "or_none"):
        return 0
    after = next((n for n in range(at + 1, len(block)) if not isinstance(block[n], Line)), len(block))
    match block[after : after + 1]:
        case (If(Op(_, ("is_none" | "some") as name, (Local(_, var),)), then, other),) if var is one.into:
            chosen = then if name == "is_none" else other
        case _:
            return 0
    if not ends(chosen) or any(one.into in reads_locals(step) for step in chosen):
        return 0
    p.rules[one.point] = p.rule
    ask(p, one, unasked=False)
    p.block((*block[at + 1 : after], *chosen))
    return len(block) - at


def ask(p: Statements, s: Ask, unasked: bool = True) -> None:
    """Afterwards the answer is in its local. `unasked` is False if no code reads that the answer is none for lack of a
    prompt.
    """
    match s.how:
        case "roll":
            count, faces = s.dice
            nature(p, s, "S.nature", f"DICE[{count}, {faces}]")
            p.line(f"{p.name(s.into)} = roll(S, {count}, {faces}, {s.site})")
        case "shuffle":
            assert isinstance(s.options, Contents)
            nature(p, s, "S.nature", f"Orders(tuple({p.x(s.options)}))")
            p.line(f"{p.name(s.into)} = shuffled(S, {p.x(s.options.zone)})")
        case "pick":
            opts = options(p, s.options)
            weights = "" if s.weights is None else p.x(s.weights)
            nature(p, s, f"S.nature and len({opts}) > 1", opts, weights or "None")
            p.line(f"{p.name(s.into)} = picked(S, {opts}, {s.site}{weights and f', {weights}'})")
        case "always":
            player = asked(p, s.player)
            question(p, s, player, p.now(s.options), words(p, s.words))
        case "choose" | "some":
            unless_one(p, s)
        case "or_none":
            player, opts = asked(p, s.player), options(p, s.options)
            p.line(f"if {opts}:")
            with p.deeper():
                question(p, s, player, f"[*{opts}, None]", words(p, s.words))
            if unasked:
                p.line(f"{p.name(s.into)} = None")
        case "offer":
            offer(p, s)
            if unasked:
                p.line(f"{p.name(s.into)} = None")
        case _:
            assert_never(s.how)


def nature(p: Statements, s: Ask, test: str, opts: str, weights: str = "None") -> None:
    """Nature is asked only where it is to be."""
    p.line(f"if {test}:")
    with p.deeper():
        p.line(f"S.ask = ({s.site}, -1, {opts}, {weights})")
        pause(p, s)


def unless_one(p: Statements, s: Ask) -> None:
    """A sole option is taken without a prompt."""
    player, opts, into = asked(p, s.player), options(p, s.options), p.name(s.into)
    p.line(f"if len({opts}) > 1:")
    with p.deeper():
        question(p, s, player, opts, words(p, s.words))
    if s.how == "some":
        p.line(f"{into} = {opts}[0]")
    else:
        p.line(f"{into} = {opts}[0] if {opts} else None")
    if p.form.journal:
        if s.how == "choose":
            p.line(f"if {into} is not None:")
        p.line(f"{'    ' if s.how == 'choose' else ''}forced(S, {s.site}, {player}, {into})")


def offer(p: Statements, s: Ask) -> None:
    """The reason that holds its end back replaces a prompt, and `none` is then not an option."""
    player, opts = asked(p, s.player), options(p, s.options)
    growing = isinstance(s.options, Local) and s.options.var in p.growing and not p.form.noting
    hidden = f" or may_hide(S, {s.hidden!r}, {player})" if s.hidden else ""
    ended, held = f"[*{opts}, None]", "None"
    if s.held is not None and s.held != Const(s.held.rep, None):
        held = p.kept(s.held, "held")
        ended = f"{ended} if {held} is None else [*{opts}]"
    p.line(f"if {opts}{hidden}:")
    with p.deeper():
        if growing and held == "None":  # nothing reads it behind the question
            p.line(f"{opts}.append(None)")
            ended = opts
        question(p, s, player, ended, held if s.words is None else words(p, s.words))


def options(p: Statements, given: Expr) -> str:
    """The options, under a name: the list of a zone, which stays unchanged until the answer, or another list."""
    found = folds.hoisted(p, given, "items")
    if isinstance(found, Local):
        return p.name(found.var)
    is_range = isinstance(found, Op) and found.op == "span"
    is_range = is_range or (isinstance(found, Const) and isinstance(found.value, range))
    p.line(f"opts = {p.x(found) if is_range else p.items(found)}")  # the question is plain data
    return "opts"


def words(p: Statements, given: Expr | None) -> str:
    return "None" if given is None else p.now(given)


def asked(p: Statements, player: Expr) -> str:
    """The player to be prompted. A missing player is an error only if there is a prompt."""
    return p.kept(player.args[0] if isinstance(player, Op) and player.op == "sure" else player, "asked")


def question(p: Statements, s: Ask, player: str, opts: str, told: str) -> None:
    if s.player.rep.optional or (isinstance(s.player, Op) and s.player.op == "sure"):
        p.line(f"if {player} is None:")
        p.line(f"    none_asked(S, {s.site})")
    p.line(f"S.ask = ({s.site}, {player}, {opts}, {told})")
    pause(p, s)


def pause(p: Statements, s: Ask) -> None:
    p.line(f"S.frame = {frame(p, s.point)}")
    p.line("return PAUSE")
