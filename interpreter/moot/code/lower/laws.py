"""Laws: which of their lines fail for a section of data, and for what."""

from __future__ import annotations

from ...lang import tree
from ...lang.formula_text import formula_text
from ..ir import convert, make
from ..ir.expressions import Expr, Make, Var
from ..ir.make import local, number
from ..ir.reps import ARGS, NOTHING, THING, Rep, seq
from ..ir.statements import Add, Each, If, Let, Return
from ..ir.units import Unit
from ..typing import symbols
from .context import LineOrigin, Lowering, Stage


def law(stage: Stage, at: int, node: tree.LawDecl, title: str) -> Unit:
    """`law<n>(section, this)`: for each line that does not hold its number, the names bound around it with their tags
    and values, and the numbers that lets name there.
    """
    plan = stage.plan
    pack = plan.packs.get(id(node), plan.title_packs.get(title, ""))
    low = Lowering(stage, LineOrigin(f"law “{node.title}”", node.at, tuple(node.cites), pack))
    section, this = Var("section", section_rep(stage, node)), Var("this", THING.maybe)
    low.this = local(this)
    if node.local is not None:
        low.names[id(node.local)] = local(section)
    failed = low.put("failed", Make(seq(ARGS), ()))
    test = low.test(node.where) if node.where is not None else make.YES
    with low.apart() as then:
        _Lines(low, failed).write(node.lines)
    low.out += then if test == make.YES else [If(test, tuple(then))]
    low.out.append(Return(local(failed)))
    return Unit(f"law{at}", "law", (section, this), tuple(low.out), seq(ARGS), rule=low.rule())


def section_rep(stage: Stage, node: tree.LawDecl) -> Rep:
    return stage.rep(node.local.type) if node.local is not None else NOTHING


class _Lines:
    """`bound`: the names around a line; `lets`: the numbers named there."""

    def __init__(self, low: Lowering, failed: Var) -> None:
        self.low, self.failed = low, failed
        self.bound: list[tuple[symbols.Local, Expr]] = []
        self.lets: list[tuple[symbols.Local, Expr]] = []

    def write(self, lines: list[tree.LawLine]) -> None:
        for line in lines:
            match line:
                case tree.Let():
                    self.let(line)
                case tree.Claim():
                    self.claim(line)
                case tree.LawEach():
                    self.each(line)

    def let(self, line: tree.Let) -> None:
        low = self.low
        value = convert.frozen(low.expr(line.value))
        due = low.stage.rep(line.local.type)
        kept = convert.frozen(convert.as_seq(value)) if due.sort == "seq" and value.rep.sort == "zone" else value
        var = low.bind(line.local, kept.rep)
        low.out.append(Let(var, kept))
        if due.tag == "number":
            self.lets.append((line.local, local(var)))

    def claim(self, line: tree.Claim) -> None:
        low = self.low
        with low.citing(line.cites):
            rule = low.stage.rule(low.place.label, line.at, low.cites, low.place.pack)
        named = tuple(
            Make(ARGS, (make.text(name.name), make.text(low.numbering.tag(name.type)), value))
            for name, value in self.bound
        )
        test = low.test(line.condition)
        if test == make.YES:
            return
        with low.apart() as then:
            numbers = (*((name.name, value) for name, value in self.lets), *self.sides(line.condition))
            lets = tuple(Make(ARGS, (make.text(name), value)) for name, value in numbers)
            low.out.append(Add(self.failed, Make(ARGS, (number(rule), Make(ARGS, named), Make(ARGS, lets)))))
        low.out.append(If(make.negated(test), tuple(then)))

    def sides(self, condition: tree.Formula) -> list[tuple[str, Expr]]:
        """The two numbers that a line compares: `=size(deck)` and `=<= 12` for `size(deck) <= 12`."""
        if not isinstance(condition, tree.Compare):
            return []
        sides = (condition.left, condition.right)
        if any(self.low.stage.rep(side.type).tag != "number" for side in sides):
            return []
        words = (f"={formula_text(sides[0])}", f"={condition.op} {formula_text(sides[1])}")
        return [(name, convert.frozen(self.low.expr(side))) for name, side in zip(words, sides, strict=True)]

    def each(self, line: tree.LawEach) -> None:
        low = self.low
        members = convert.as_seq(low.expr(line.over))
        var = low.bind(line.local, members.rep.item or low.stage.rep(line.local.type))
        self.bound.append((line.local, local(var)))
        outside = len(self.lets)
        with low.apart() as turn:
            test = low.test(line.where) if line.where is not None else make.YES
            with low.apart() as inner:
                self.write(line.lines)
            low.out += inner if test == make.YES else [If(test, tuple(inner))]
        low.out.append(Each(var, members, tuple(turn)))
        self.bound.pop()
        del self.lets[outside:]
