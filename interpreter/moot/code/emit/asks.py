"""What asks a player, or nature: the question, the frame that goes on with the answer, and what is not asked at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..ir.expressions import Const, Contents, Expr, Local, Op
from ..ir.statements import Ask
from .calls import frame
from .formulas import folds

if TYPE_CHECKING:
    from .statements import Statements


def ask(p: Statements, s: Ask) -> None:
    """The answer is in its local behind it, whoever gave it."""
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
            nature(p, s, f"S.nature and len({opts}) > 1", opts)
            p.line(f"{p.name(s.into)} = picked(S, {opts}, {s.site})")
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
            p.line(f"{p.name(s.into)} = None")
        case "offer":
            offer(p, s)
        case _:
            assert_never(s.how)


def nature(p: Statements, s: Ask, test: str, opts: str) -> None:
    """Nature is asked only where it is to be."""
    p.line(f"if {test}:")
    with p.deeper():
        p.line(f"S.ask = ({s.site}, -1, {opts}, None)")
        pause(p, s)


def unless_one(p: Statements, s: Ask) -> None:
    """What is the only option is taken unasked."""
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
    """What holds its end back comes in place of a prompt, and `none` is no option then."""
    player, opts = asked(p, s.player), options(p, s.options)
    hidden = f" or may_hide(S, {s.hidden!r}, {player})" if s.hidden else ""
    ended = f"[*{opts}, None]"
    held = "None"
    if s.held is not None and s.held != Const(s.held.rep, None):
        held = p.kept(s.held, "held")
        ended = f"{ended} if {held} is None else [*{opts}]"
    p.line(f"if {opts}{hidden}:")
    with p.deeper():
        question(p, s, player, ended, held if s.words is None else words(p, s.words))
    p.line(f"{p.name(s.into)} = None")


def options(p: Statements, given: Expr) -> str:
    """What may be chosen, under a name: the list of a zone, which stays as it is until the answer, or another."""
    found = folds.hoisted(p, given, "items")
    if isinstance(found, Local):
        return p.name(found.var)
    is_range = isinstance(found, Op) and found.op == "span"
    is_range = is_range or (isinstance(found, Const) and isinstance(found.value, range))
    p.line(f"opts = {p.x(found) if is_range else p.items(found)}")  # what is asked is plain data
    return "opts"


def words(p: Statements, given: Expr | None) -> str:
    return "None" if given is None else p.now(given)


def asked(p: Statements, player: Expr) -> str:
    """Who is asked. That there is nobody to ask is a fault only where it comes to asking."""
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
