"""Formulas in which something pauses: that is done before them. Asking, and what is proceeded with."""

from __future__ import annotations

import copy
from typing import Any

from ..lang import tree
from .bounds import is_there
from .typing import symbols
from .write_names import is_number_text, is_simple
from .write_unit import UnitWriter


class LiftWriter(UnitWriter):
    def lift(self, node: tree.Formula) -> tree.Formula:
        """The formula with every part that pauses computed before it, left to right, into locals."""
        if not self.pausing(node):
            return node
        if isinstance(node, tree.And | tree.Or):
            return self.lift_logic(node)
        if isinstance(node, tree.May):
            self.before_asking()
            player = self.expr(self.lift(node.player))
            self.ask(node, player, "(True, False)", node.prompt, "bool")
            return self.kept(node)
        if isinstance(node, tree.Roll):
            self.roll(node)
            return self.kept(node)
        if isinstance(node, tree.Proceed):
            args = [self.expr(self.lift(a)) for a in node.args] if node.args is not None else None
            self.proceed(args)
            return self.kept(node)
        whole, self.keeping = self.keeping, True
        copied = self.with_lifted_parts(node)
        self.keeping = whole
        if isinstance(node, tree.Call) and isinstance(node.ref, symbols.Procedure):
            assert isinstance(copied, tree.Call)
            self.procedure(copied)
            return self.kept(node)
        return copied

    def lift_whole(self, node: tree.Formula) -> tree.Formula:
        """Like `lift`, for a formula whose value is used at once: what is one call need not be kept in a local."""
        if not self.pausing(node):
            return self.looped(node)
        if isinstance(node, tree.And | tree.Or):
            return self.lift(node)
        self.keeping = False
        lifted = self.lift(node)
        self.keeping = True
        return lifted

    keeping = True

    def with_lifted_parts(self, node: tree.Formula) -> tree.Formula:
        copied = copy.copy(node)
        names = [
            n for n in ("of", "left", "right", "item", "within", "low", "high", "args", "items") if hasattr(node, n)
        ]
        for name in names:
            value = getattr(node, name)
            if isinstance(value, list):
                setattr(copied, name, [self.lift_one(v, value[n + 1 :]) for n, v in enumerate(value)])
            elif isinstance(value, tree.Formula):
                later = [getattr(node, m) for m in names[names.index(name) + 1 :]]
                setattr(copied, name, self.lift_one(value, later))
        return copied

    def lift_one(self, node: tree.Formula, later: list[Any]) -> tree.Formula:
        if self.pausing(node):
            return self.lift(node)
        if any(isinstance(other, tree.Expression) and self.pausing(other) for other in later) and not isinstance(
            node, tree.Number | tree.Bool | tree.NoneValue
        ):
            self.line(f"ret = {self.expr(node)}")
            return self.kept(node)
        return node

    def kept(self, node: tree.Formula) -> tree.Formula:
        """`ret` in a new local, as a name that stands for the node."""
        local = symbols.Local("kept", node.type)
        if self.keeping:
            self.line(f"{self.bind_local(local)} = ret")
        else:
            self.names[id(local)] = "ret"
        name = tree.Name(node.at, "kept")
        name.type, name.ref = node.type, local
        return name

    def lift_logic(self, node: tree.And | tree.Or) -> tree.Formula:
        end = self.new_label()
        local = symbols.Local("kept", node.type)
        text = self.bind_local(local)
        for number, item in enumerate(node.items):
            self.line(f"{text} = {self.expr(self.lift(item))}")
            if number + 1 < len(node.items):
                self.line(f"if {'not ' if isinstance(node, tree.And) else ''}{text}:")
                self.depth += 1
                self.jump(end)
                self.depth -= 1
        self.place(end)
        name = tree.Name(node.at, "kept")
        name.type, name.ref = node.type, local
        return name

    # -------------------------------------------------------------------------------------------- asking

    def before_asking(self) -> None:
        """What has become true is answered before anybody is asked."""
        if not self.plan.whens:
            return
        if any(rule.body is not None and rule.body.pauses for rule in self.plan.whens):
            self.call("before_asking(S)")
        else:
            self.line("before_asking(S)")

    def ask(self, node: tree.Node, player: str, options: str, prompt: tree.Text, tag: str) -> None:
        """Ask a player; the answer is in `ret` at the part that follows."""
        label = self.new_label()
        self.set_ask(node, player, options, prompt, tag)
        self.pause(label)
        self.place(label)

    def set_ask(
        self,
        node: tree.Node,
        player: str,
        options: str,
        prompt: tree.Text | None,
        tag: str,
        none: str = "none",
        words: str = "None",
    ) -> int:
        parts = prompt.parts if prompt is not None else []
        shown = "".join(p if isinstance(p, str) else "…" for p in parts)
        site = self.build.site(shown, self.rule(node), tag, none)
        if prompt is not None and any(not isinstance(p, str) for p in parts):
            words = self.write_text(prompt)
        self.note(node)
        who = next((getattr(node, name) for name in ("by", "player", "to") if hasattr(node, name)), None)
        if who is not None and not is_there(who) and not is_number_text(player):
            if not is_simple(player):
                self.line(f"asked = {player}")
                player = "asked"
            self.line(f"if {player} is None:")
            self.line(f"    none_asked(S, {site})")
        self.line(f"S.ask = ({site}, {player}, {options}, {words})")
        return site

    def roll(self, node: tree.Roll) -> None:
        label = self.new_label()
        self.line("if S.nature:")
        self.depth += 1
        site = self.set_ask(node, "-1", f"DICE[{node.count}, {node.faces}]", None, f"roll {node.count}d{node.faces}")
        self.pause(label)
        self.depth -= 1
        self.line(f"ret = roll(S, {node.count}, {node.faces}, {site})")
        self.place(label)

    def proceed(self, args: list[str] | None) -> None:
        """Do what would have happened: the next older replacement, at last the original."""
        unit = self.unit
        assert unit is not None and unit.rule is not None
        own = unit.rule.own
        if own:
            self.line("S.marks = S.marks[:-1]")
        given = f"({''.join(a + ', ' for a in args)}) + args[{len(args)}:]" if args is not None else "args"
        text = f"proceed(S, ctx, {given})"
        target = self.plan.targets[id(unit.rule.node.head.ref)]
        if target.pauses or unit.pauses:
            self.call(text)
        else:
            self.line(f"ret = {text}")
        if own:
            self.line(f"S.marks += (({unit.rule.number}, inst[1]),)")
        self.line(f"{self.proceeded} = True")
        self.line(f"{self.proceeded_value} = ret")

    def block_with_value(self, block: list[tree.Step]) -> None:
        """A block that ends with the only `return` in it; the value is then in `ret`."""
        raise AssertionError("written by StatementWriter")

    def procedure(self, call: tree.Call) -> None:
        """A call of a procedure that may pause; its value is then in `ret`."""
        raise AssertionError("written by StatementWriter")

    # -------------------------------------------------------------------------------------------- the lines before

    def nothing_since(self, lines: list[str]) -> bool:
        """Whether no line was written since those but marks."""
        written = self.parts[-1][1]
        return written[: len(lines)] == lines and all(line.lstrip().startswith("#@") for line in written[len(lines) :])

    # the function by which the line before has emptied a zone into another, those two, how deep that stands, all lines
    emptied: tuple[str, str, str, int, list[str]] | None = None

    def taken_back(self, zone: str) -> tuple[str, str, str] | None:
        """The function and the zones of a line that has just emptied another zone into this one: it is taken back, for
        the caller writes what does the same and more."""
        if self.emptied is None or self.emptied[2:4] != (zone, self.depth) or not self.nothing_since(self.emptied[4]):
            return None
        name, source, goal, _, lines = self.emptied
        del self.parts[-1][1][len(lines) - 1]
        return name, source, goal
