"""Statements as lines of Python. What pauses is written in parts (write_unit.py); all else as plain nested Python."""

from __future__ import annotations

from typing import Any

from ..lang import tree
from .bounds import UNKNOWN, Ends, bounds, end_bounds
from .first_values import first_value
from .typing import symbols, types
from .typing.types import bare, may_be_none
from .write_builtin import write_builtin
from .write_bulk import move_all_name
from .write_flow import FlowWriter
from .write_inline import inlined_unit, write_inlined
from .write_moves import move_lines
from .write_names import is_number_text, is_simple, is_unit
from .write_offered import gathering
from .write_run import found_code
from .write_shared import share


class StatementWriter(FlowWriter):
    def gathered(self, node: tree.Offer, player: str) -> list[str]:
        return gathering(self, node, player)

    # -------------------------------------------------------------------------------------------- changes

    def do_set(self, node: tree.Set) -> None:
        value = self.lift_whole(node.value)
        if isinstance(node.target, tree.Name) and isinstance(node.target.ref, symbols.Local):
            self.line(f"{self.names[id(node.target.ref)]} = {self.value_text(value)}")
        else:
            self.store(node, node.target, self.value_text(value), value)

    def do_raise(self, node: tree.Raise) -> None:
        self.change(node, node.target, node.by, "+")

    def do_lower(self, node: tree.Lower) -> None:
        self.change(node, node.target, node.by, "-")

    def change(self, node: tree.Step, target: tree.Formula, by: tree.Formula, op: str) -> None:
        following = isinstance(self.next_statement, tree.Raise | tree.Lower)
        amount = self.expr(self.lift(by) if following else self.lift_whole(by))
        if isinstance(target, tree.Name) and isinstance(target.ref, symbols.Local):
            name = self.names[id(target.ref)]
            plain = not (may_be_none(by.type) or may_be_none(target.type))
            self.line(f"{name} = {name} {op} ({amount})" if plain else f"{name} = calculate({op!r}, {name}, {amount})")
            return
        if may_be_none(by.type) or may_be_none(target.type):
            self.store(node, target, f"calculate({op!r}, {self.expr(target)}, {amount})", None, maybe_none=True)
            return
        ends = bounds(self.build, tree.Arithmetic(node.at, op, target, by))
        amount = amount if is_unit(amount) else f"({amount})"
        place, key = self.place_of(target)
        if not self.traced and isinstance(node, tree.Raise | tree.Lower):
            amount = share(self, node, amount)
        if place == "cells" and not is_number_text(key):
            self.line(f"i = {key}")
            self.store(node, target, f"C[i] {op} {amount}", None, ends, at=("cells", "i"))
        else:
            self.store(node, target, f"{self.expr(target)} {op} {amount}", None, ends, at=(place, key))

    def value_text(self, value: tree.Formula) -> str:
        """A value to be kept: a set of things as a tuple, never the live list of a zone."""
        if isinstance(bare(value.type), types.Zone):
            return f"tuple({self.things_in(value)})" if not self.wants_place else self.expr(value)
        return self.expr(value)

    wants_place = False

    def limits(self, of: Any) -> tuple[str | None, str | None]:
        """The ends of a state's range, as Python text."""
        of = bare(of)
        if isinstance(of, types.Bounded):
            return self.bound_text(of.low), self.bound_text(of.high)
        if isinstance(of, types.Dice):
            return str(of.count), str(of.count * of.faces)
        if isinstance(of, types.Names):
            return "0", str(len(self.build.layout.names[of.kind]) - 1)
        if isinstance(of, types.Words):
            return "0", str(len(of.names) - 1)
        return None, None

    def bound_text(self, bound: int | str) -> str:
        if isinstance(bound, int):
            return str(bound)
        known = self.build.bound(bound)
        return str(known) if known is not None else self.call_function(self.build.game.functions[bound], [])

    def store(
        self,
        node: tree.Step,
        target: tree.Formula,
        value: str,
        from_node: tree.Formula | None,
        ends: Ends = UNKNOWN,
        maybe_none: bool = False,
        at: tuple[str, str] | None = None,
    ) -> None:
        """`ends`: what is known of the value; `at`: the place of the target, if it is known."""
        low, high = self.limits(target.type)
        if from_node is not None:
            ends = bounds(self.build, from_node)
        certain = from_node is not None and self.stays(from_node, low, high)
        rule = self.rule(node)
        missing = not may_be_none(target.type) and (
            maybe_none or (from_node is not None and may_be_none(from_node.type))
        )
        cuts = []
        if low is not None and not certain and not may_be_none(target.type):
            cuts = [cut for cut in self.cutting(bare(target.type), low, high, ends) if cut[0] != value]
            certain = not cuts and not self.in_cost
        if missing or (low is not None and not certain):
            self.line(f"x = {value}")
            value = "x"
        if missing:
            self.line("if x is None:")
            self.line(f"    no_value(S, {rule})")
        if low is not None and not certain:
            if may_be_none(target.type):
                self.line(f"x = x if x is None else min(max(x, {low}), {high})")
            else:
                word = "if"
                for limit, test in cuts:
                    self.line(f"{word} {test}:")
                    self.cut(node, limit)
                    word = "elif"
        place, key = at if at is not None else self.place_of(target)
        if place == "cells":
            if not is_simple(key) and self.traced:
                self.line(f"i = {key}")
                key = "i"
            if self.traced:
                self.line(f"put(S, {key}, {value}, {rule})")
                return
            self.line(f"C[{key}] = {value}")
            row = self.build.state_rows[id(target.ref)]
            for line in self.build.after_writing(row.first, row.first + row.count, key):
                self.line(line)
        else:
            name = "put_row" if place == "row" else "put_sparse"
            first = (
                f", {first_value(self.build, target.ref, self.expr)}" if isinstance(target.ref, symbols.State) else ""
            )
            self.line(f"{name}(S, {key}, {value}, {rule}{first})")

    def cutting(self, of: Any, low: str, high: str | None, ends: Ends) -> list[tuple[str, str]]:
        """The ends of a range that `x` may have passed, each with the test whether it has."""
        found = []
        lowest, highest = (of.low, of.high) if isinstance(of, types.Bounded) else (int(low), int(high or 0))
        surely = end_bounds(self.build, highest)[0]  # an end that moves is never below this
        if high is not None and (ends[1] is None or surely is None or ends[1] > surely):
            found.append((high, _passed(">", surely, high)))
        surely = end_bounds(self.build, lowest)[1]
        if ends[0] is None or surely is None or ends[0] < surely:
            found.append((low, _passed("<", surely, low)))
        return found

    def stays(self, value: tree.Formula, low: str | None, high: str | None) -> bool:
        """Whether a value is known never to leave the range of what it is put into."""
        if low is None or high is None or isinstance(value, tree.Bool | tree.NoneValue):
            return True
        of = bare(value.type)
        if isinstance(of, types.Names | types.Words):
            return True
        if not (is_number_text(low) and is_number_text(high)):
            return False
        if isinstance(value, tree.Number):
            return int(low) <= value.value <= int(high)
        ends = (
            self.limits(of)
            if isinstance(value.ref, symbols.State | symbols.Member | symbols.Function)
            else (None, None)
        )
        least, most = ends
        if least is None or most is None or not (is_number_text(least) and is_number_text(most)):
            return False
        return int(low) <= int(least) and int(most) <= int(high)

    def cut(self, node: tree.Step, end: str | None) -> None:
        """A state stops at the end of its range; a cost that would be cut short cannot be paid."""
        self.depth += 1
        if self.in_cost:
            self.line(f"cut_short(S, {self.rule(node)})")
        self.line(f"x = {end}")
        self.depth -= 1

    in_cost = False

    def place_of(self, target: tree.Formula) -> tuple[str, str]:
        """Where a state is kept: ("cells", index), ("row", "row, name") or ("sparse", key)."""
        ref = target.ref
        if isinstance(ref, symbols.State):
            args = target.args if isinstance(target, tree.Call) else []
            row = self.build.state_rows[id(ref)]
            if row.first < 0:
                return "sparse", f"({row.place}, {', '.join(self.expr(a) for a in args)},)"
            return "cells", self.index(row.domains, row.first, row.strides(), args)
        assert isinstance(ref, symbols.Member)
        text = self.expr(target.of) if isinstance(target, tree.Field) else self.this
        if ref.kind and self.build.is_row_kind(ref.kind):
            return "row", f"{text}, {ref.name!r}"
        row = self.build.state_rows[id(ref)]
        offset = row.first - row.domains[0].first
        if isinstance(target, tree.Field) and text != self.this:
            domain = row.domains[0]
            if self.held_to(domain, target.of, text) != text:
                text = f"having({text}, {domain.first}, {domain.first + domain.count - 1}, {ref.name!r})"
        return "cells", f"{text if is_unit(text) else f'({text})'} + {offset}"

    # -------------------------------------------------------------------------------------------- moves

    def do_move(self, node: tree.Move) -> None:
        extra = f", {self.rule(node)}" if self.traced else ""
        thing, to = self.lift(node.thing), self.lift(node.to)
        goal = self.expr(to)
        bottom = "_bottom" if node.place == "bottom" else ""
        mark = "t_" if self.traced else ""
        if self.is_zone(thing):
            name = "t_move_all" if self.traced else move_all_name(self.build, thing, to)
            source = self.expr(thing)
            self.line(f"{name}(S, {source}, {goal}{extra})")
            if name in self.build.movers:
                self.emptied = name, source, goal, self.depth, self.parts[-1][1][:]
            return
        several = types.item_of(thing.type) is not None
        if several:
            moved, source = self.new_local("each") if self.parts else "each", self.iterable(thing)
            fact = self.known.member(source)
            self.line(f"for {moved} in {source}:")
        else:
            moved = self.expr(thing)
            fact = self.fact(moved)
        lines = [f"{mark}move{bottom}(S, {moved}, {goal}{extra})"]
        if not (bottom or self.traced):
            lines = move_lines(self.build, thing, to, moved, goal, fact)
        for line in lines:
            self.line(f"    {line}" if several else line)
        if several or bottom:
            return
        if isinstance(to.ref, symbols.Zone) and self.build.zone_numbers[to.ref.name] >= 0:
            self.known.moved(moved, f"Z[{goal}]", self.zones_meant(to.ref, goal), self.depth)
        if len(lines) > 1:
            self.moved = moved, self.depth, goal, self.parts[-1][1][:]

    # the thing that the line before has moved to the end of a zone, how deep that stands, the zone, all lines by then
    moved: tuple[str, int, str, list[str]] | None = None

    def do_movebefore(self, node: tree.MoveBefore) -> None:
        extra = f", {self.rule(node)}" if self.traced else ""
        mark = "t_" if self.traced else ""
        self.line(
            f"{mark}move_before(S, {self.expr(self.lift(node.thing))}, {self.expr(self.lift(node.before))}{extra})"
        )

    def do_remove(self, node: tree.Remove) -> None:
        self.line(f"remove(S, {self.expr(self.lift(node.thing))}, {self.rule(node)})")

    # -------------------------------------------------------------------------------------------- names, calls

    def do_let(self, node: tree.Let) -> None:
        value = self.lift_whole(node.value)
        text = self.value_text(value)
        if isinstance(value, tree.Call) and value.name == "left_of" and self.lies_by_cell(value.args[0]):
            thing, beside = self.expr(value.args[0]), "row[-2] if len(row) > 1 else None"
            if self.moved is not None and self.moved[:2] == (thing, self.depth) and self.nothing_since(self.moved[3]):
                self.line(f"row = Z[{self.moved[2]}]")  # it lies at the end of it
                text = beside
            else:
                self.line(f"row = () if {thing} is None else Z[C[{thing}]]")  # mostly it is the last one in its row
                text = f"({beside}) if row and row[-1] == {thing} else {text}"
        self.line(f"{self.bind_local(node.local)} = {text}")

    def lies_by_cell(self, node: tree.Formula) -> bool:
        """Whether it is a local that holds a thing of a kind without rows, or none."""
        of = bare(node.type)
        local = isinstance(node, tree.Name) and isinstance(node.ref, symbols.Local) and is_simple(self.expr(node))
        return local and isinstance(of, types.Thing) and of.kind in self.build.ranges

    def do_require(self, node: tree.Require) -> None:
        reason = self.write_text(node.reason) if node.reason is not None else "''"
        self.line(f"if not {self.test(self.lift_whole(node.condition))}:")
        self.line(f"    refuse(S, {reason}, {self.rule(node)})")

    def do_callstatement(self, node: tree.CallStatement) -> None:
        call = node.call
        if isinstance(call.ref, symbols.Builtin):
            write_builtin(self, call, node)
        elif self.pausing(call):
            tail, self.tail = self.tail, None
            lifted = self.with_lifted_parts(call)
            self.tail = tail
            assert isinstance(lifted, tree.Call)
            self.procedure(lifted)
        elif (unit := inlined_unit(self, call)) is not None:
            write_inlined(self, unit, call)
        else:
            self.line(self.expr(call))

    def procedure(self, call: tree.Call) -> None:
        unit = inlined_unit(self, call)
        if unit is not None:
            write_inlined(self, unit, call)
        else:
            self.call(self.expr(call))

    def block_with_value(self, block: list[tree.Step]) -> None:
        last = block[-1]
        assert isinstance(last, tree.Return) and last.value is not None
        self.block(block[:-1])
        saved, self.own_cites = self.own_cites, last.cites or self.own_cites
        lines = self.parts[-1][1]
        covered = self.build.covered(self.rule(last))
        known = isinstance(last.value, tree.Name) and lines and lines[-1] == f"{self.expr(last.value)} = ret"
        if known and not covered:
            lines.pop()  # the value is there already
        else:
            for line in (f"#@{self.rule(last)}", *covered):
                self.line(line)
            self.note(last)
            self.line(f"ret = {self.value_text(self.lift_whole(last.value))}")
        self.own_cites = saved

    def do_run(self, node: tree.Run) -> None:
        code, args = node.code, [self.lift(a) for a in node.args]
        this = "None"
        if isinstance(code, tree.Lookup) and isinstance(code.of, tree.Field):
            this = self.expr(code.of.of)
        elif isinstance(code, tree.Field):
            this = self.expr(code.of)
            if not is_simple(this):
                self.line(f"run_for = {this}")
                this = "run_for"
                local = symbols.Local("run_for", code.of.type)
                self.names[id(local)] = this
                name = tree.Name(code.of.at, "run_for")
                name.type, name.ref = code.of.type, local
                code = self.with_of(code, name)
        there, found = found_code(self.build, self.expr(code))
        text = f"{found}(S, {this}{self.args(args)})"
        if self.pausing(node):
            self.call(f"({text} if {there} else None)" if there else text)
            return
        if there:
            self.line(f"if {there}:")
        self.line(f"    {text}" if there else text)

    def with_of(self, code: tree.Field, of: tree.Formula) -> tree.Field:
        """The same field of something already computed."""
        found = tree.Field(code.at, of, code.name)
        found.type, found.ref = code.type, code.ref
        return found

    def do_nothing(self, node: tree.Nothing) -> None:
        self.line("pass")

    def do_win(self, node: tree.Win) -> None:
        reason = self.write_text(node.reason) if node.reason is not None else "''"
        self.line(f"win(S, {self.expr(self.lift(node.player))}, {reason}, {self.rule(node)})")

    def do_return(self, node: tree.Return) -> None:
        text = self.value_text(self.lift_whole(node.value)) if node.value is not None else "None"
        if self.epilogue and text != "None":
            self.line(f"ret = {text}")
            text = "ret"
        if self.replaces and node.value is None:
            text = self.proceeded_value
        for line in self.epilogue:
            self.line(line)
        self.line(f"return {text}")

    replaces = False  # the body of an `instead of` of a procedure with a value

    def do_proceedstatement(self, node: tree.ProceedStatement) -> None:
        given = node.proceed.args
        args = [self.expr(self.lift(a)) for a in given] if given is not None else None
        self.proceed(args)

    def do_lasting(self, node: tree.Lasting) -> None:
        rules = self.plan.lasting[id(node)]
        pairs = []
        for rule in rules:
            if rule.number in self.build.dead:
                continue
            slot = (
                self.plan.when_slot
                if isinstance(rule.node, tree.When)
                else self.plan.targets[id(rule.node.head.ref)].slot
            )
            pairs.append((slot, rule.number))
        kept = "".join(f"{self.names[id(local)]}, " for local in rules[0].captures) if rules else ""
        scope = str(self.plan.scope_number(node.phase, node.point))
        if node.point == "end" and node.phase not in self.build.quiet:
            scope = f"scope_of(S, {self.plan.scopes[node.phase]}, {self.rule(node)})"
        self.line(f"last(S, {tuple(pairs)!r}, {self.this}, ({kept}), {scope}, {node.once}, {self.rule(node)})")


def _passed(mark: str, surely: int | None, end: str) -> str:
    """Whether `x` lies past an end; where that moves, it is read only when `x` lies past all that it may be."""
    return f"x {mark} {end}" if surely is None or is_number_text(end) else f"x {mark} {surely} and x {mark} {end}"
