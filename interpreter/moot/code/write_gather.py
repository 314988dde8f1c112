"""Which calls of an action may be chosen, gathered by a function for each: of actions the part that has to be fast."""

from __future__ import annotations

import re
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from . import symbols, types
from .bounds import bounds
from .build import Build
from .flat_action import Flat, lying, node_of
from .sight import sees_adds
from .write_expression import ExpressionWriter
from .write_rules import Lines, with_tables
from .write_statement import StatementWriter

_X = re.compile(r"\bx\b")  # the value of a change, in the tests whether it is cut short


class Gatherer:
    """One action that may be offered."""

    def __init__(self, build: Build, flat: Flat, traced: bool) -> None:
        self.build = build
        self.flat = flat
        self.traced = traced
        self.label = (
            f"{flat.symbol.owner}: action {flat.symbol.name}" if flat.symbol.owner else f"action {flat.symbol.name}"
        )

    def replaced(self, name: str) -> tuple[symbols.Action, Any]:
        """`by`, `from`, `in` and `once in` of the member, or else of the nearest family that says it."""
        for action in reversed(self.flat.chain):
            value = getattr(node_of(action), name)
            if value:
                return action, value
        return self.flat.symbol, None

    def rule(self, node: tree.Node) -> int:
        cites = getattr(node, "cites", None) or node_of(self.flat.symbol).cites
        return self.build.rule(self.label, node.at, cites, self.flat.pack)

    def bind_families(self, writer: ExpressionWriter, lines: Lines) -> None:
        """The parameters of families, from the arguments that the member gives them."""
        for inner, outer in zip(self.flat.chain[::-1], self.flat.chain[-2::-1], strict=False):
            call = node_of(inner).family
            assert call is not None
            for param, arg in zip(outer.params, call.args, strict=False):
                text = writer.expr(arg)
                lines.append(f"{writer.bind(param)} = {text}")

    def bind_params(self, writer: ExpressionWriter, lines: Lines) -> None:
        """A call's arguments are its parameters, then what its occasion binds beside them."""
        count = len(self.flat.symbol.params)
        for number, param in enumerate(self.flat.symbol.params):
            lines.append(f"{writer.bind(param)} = args[{number}]")
        for number, local in enumerate(self.bound_beside()):
            lines.append(f"{writer.bind(local)} = args[{count + number}] if len(args) > {count + number} else None")

    def bound_beside(self) -> list[symbols.Local]:
        found: dict[int, symbols.Local] = {}
        for head in self.heads()[0]:
            for local in head.locals:
                if local.name and not self.is_param(local):
                    found[id(local)] = local
        return list(found.values())

    def heads(self) -> tuple[list[tree.Head], str]:
        """The occasions, and their phases as data: (scope number or None, word)."""
        _, occasions = self.replaced("occasions")
        heads: list[tree.Head] = occasions or []
        shown = tuple((self.build.plan.scopes[h.name] if h.ref is not None else None, h.name) for h in heads)
        return heads, repr(shown)

    # -------------------------------------------------------------------------------------------- which may be chosen

    def gather(self) -> Lines:
        """`gather<n>(S, player, this, occasion)`: the legal calls."""
        flat, build = self.flat, self.build
        writer = ExpressionWriter(build, this="this")
        heads, shown = self.heads()
        lines: Lines = ["found = []"]
        params = {id(p): writer.bind(p) for p in flat.symbol.params}
        others = {id(local): writer.bind(local) for local in self.bound_beside()}
        for test in self.standing():
            lines += [f"if not {test}:", "    return found"]
        self.depth = 0
        self.required: set[str] = set()  # the requirements that have been read, as text
        binding = any(head.ref is not None and any(local.name for local in head.locals) for head in heads)

        def line(text: str) -> None:
            lines.append("    " * self.depth + text)

        def leave_if(test: str) -> None:
            """That is no call: on to the next one."""
            line(f"if {test}:")
            line("    continue" if self.depth else "    return found")

        told = {id(local) for head in heads for local in head.locals} & params.keys()
        if binding and len(heads) == 1:
            leave_if("occasion is not None")
            line("for running, given, _, _ in reversed(S.scopes):")
            self.depth += 1
            leave_if(f"running != {build.plan.scopes[heads[0].name]}")
            for at, local in enumerate(heads[0].locals):
                if id(local) in params or id(local) in others:
                    line(f"{f'only_{params[id(local)]}' if id(local) in params else others[id(local)]} = given[{at}]")
        elif binding:
            line(f"for head, given in occasions(S, {shown}, occasion):")
            self.depth += 1
            for name in others.values():
                line(f"{name} = None")
            for key in told:
                line(f"only_{params[key]} = FREE")
            for number, head in enumerate(heads):
                if head.ref is not None and any(id(local) in params or id(local) in others for local in head.locals):
                    line(f"if head == {number}:")
                    for at, local in enumerate(head.locals):
                        if id(local) in params:
                            line(f"    only_{params[id(local)]} = given[{at}]")
                        elif id(local) in others:
                            line(f"    {others[id(local)]} = given[{at}]")
        else:
            leave_if(f"not ({self.occurring()})")
        _, once = self.replaced("once_in")
        if once is not None:
            leave_if(f"S.once and used_in(S, {build.plan.scopes[once]}, {flat.number}, player, this)")
        _, actor = self.replaced("actor")
        late = actor is not None and any(isinstance(getattr(n, "ref", None), symbols.Local) for n in walk(actor))
        if actor is not None and not late:
            leave_if(f"player != {writer.expr(actor)}")
        bound = set(others)

        def leave_others() -> bool:
            """Whether it is not known yet whose the calls are; those of others are left as soon as it is."""
            named = actor.of if isinstance(actor, tree.Field) and not types.may_be_none(actor.of.type) else actor
            if late and isinstance(named, tree.Name) and self.same.get(id(named.ref), id(named.ref)) in bound:
                leave_if(f"player != {writer.expr(actor)}")
                return False
            return late

        self.same = self.of_families(params)
        writer.names.update({key: params[param] for key, param in self.same.items()})
        late = leave_others()
        own = [one for action in self.read_here() for one in node_of(action).lines if isinstance(one, tree.Require)]
        if own:
            line("sure = True")
        waiting = self.hoist(writer, own, bound, line)
        for domain, param in zip(node_of(flat.symbol).params, flat.symbol.params, strict=True):
            name = params[id(param)]
            line(f"for {name} in {self.domain(writer, domain, param)}:")
            self.depth += 1
            if id(param) in told:
                free = f"only_{name} is not FREE and " if len(heads) > 1 else ""
                leave_if(f"{free}{name} != only_{name}")
            narrowed = self.narrowed(domain, param, name)
            if narrowed:
                leave_if(f"not {narrowed}")
            bound.add(id(param))
            late = leave_others()
            waiting = self.hoist(writer, waiting, bound, line)
        args = f"({''.join(n + ', ' for n in [*params.values(), *others.values()])})"
        tests = []
        if late or waiting or not self.all_read():
            tests.append(f"why{flat.number}(S, player, this, {args}, occasion, {not late}) is None")
        elif own or self.ban_slots():
            known = " and ".join([*(["sure"] if own else []), *(f"not S.live[{slot}]" for slot in self.ban_slots())])
            tests.append(f"({known} or why{flat.number}(S, player, this, {args}, occasion, True) is None)")
        payable = self.payable(writer) if self.has_costs() else "True"
        if payable != "True" and not late:
            tests.append(payable or f"unpayable(S, pay{flat.number}, player, this, {args}) is None")
        if tests:
            line(f"if {' and '.join(tests)}:")
        line(f"{'    ' if tests else ''}found.append(({flat.number}, player, this, {args}))")
        body = with_tables([*lines, "return found"])
        return [f"def gather{flat.number}(S, player, this, occasion):", *(f"    {text}" for text in body)]

    def standing(self) -> list[str]:
        """Tests that the thing that brings the action lies where it must, seen by the player."""
        if not self.flat.symbol.owner:
            return []
        build, everybody = self.build, (1 << len(self.build.game.players)) - 1
        _, words = self.replaced("zones")
        zones = [z for z in build.layout.zones if (z.name in words if words else z.in_play)]
        inside = lying(build, self.flat, "this")
        open_to_all = not build.row_zones and all(zone.seen == everybody for zone in zones)
        return [inside] if open_to_all and sees_adds(build) else [inside, "knowers(S, this) >> player & 1"]

    def occurring(self) -> str:
        """The test that an occasion holds, whatever it may bind."""
        heads, shown = self.heads()
        phases = tuple(self.build.plan.scopes[head.name] for head in heads if head.ref is not None)
        if not heads:
            return "occasion is None"
        if not phases:
            return f"occurs(S, {shown}, occasion)"
        return f"occasion is None and S.scopes and S.scopes[-1][0] in {phases!r} or occurs(S, {shown}, occasion)"

    def hoist(
        self, writer: ExpressionWriter, waiting: list[tree.Require], bound: set[int], line: Any
    ) -> list[tree.Require]:
        """Requirements are read as soon as all that they name is bound."""
        left = []
        for require in waiting:
            needs = {
                self.same.get(id(n.ref), id(n.ref))
                for n in walk(require.condition)
                if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)
            }
            own = {id(n.ref) for n in walk(require.condition) if isinstance(n, tree.Quantified)}
            if needs - own <= bound:
                test = writer.test(require.condition)
                if test == "True":
                    continue
                self.required.add(test)
                line("try:")
                line(f"    if not {test}:")
                line("        continue" if self.depth else "        return found")
                line("except (TypeError, Fault):")  # an earlier line may say that it is not to be read
                line("    sure = False")
            else:
                left.append(require)
        return left

    def all_read(self) -> bool:
        """Whether nothing but requirements that are read, and bans of what is in play, may keep from an action."""
        others = [a for a in self.flat.chain if a not in self.read_here()]
        families = [one for action in others for one in node_of(action).lines]
        lets = any(isinstance(one, tree.Let) for action in self.read_here() for one in node_of(action).lines)
        bans = (r for a in self.flat.chain for r in self.build.plan.target(a).rules if isinstance(r.node, tree.Forbid))
        return not lets and not any(isinstance(one, tree.Let | tree.Require) for one in families) and not any(bans)

    def of_families(self, params: dict[int, str]) -> dict[int, int]:
        """By id of a parameter of a family: the parameter of the action that it always is."""
        same: dict[int, int] = {}
        for inner, outer in zip(self.flat.chain[::-1], self.flat.chain[-2::-1], strict=False):
            call = node_of(inner).family
            assert call is not None
            for param, arg in zip(outer.params, call.args, strict=False):
                key = same.get(id(arg.ref), id(arg.ref))
                if isinstance(arg, tree.Name) and key in params:
                    same[id(param)] = key
        return same

    def read_here(self) -> list[symbols.Action]:
        """The families whose parameters are all the action's own, and the action itself: outermost first."""
        chain, at = self.flat.chain, 0
        for number, action in enumerate(chain[:-1]):
            if any(id(param) not in self.same for param in action.params):
                at = number + 1
        return chain[at:]

    def ban_slots(self) -> list[int]:
        targets = [self.build.plan.target(action) for action in self.flat.chain]
        return [t.slot for t in targets if any(isinstance(r.node, tree.Forbid) for r in t.moving)]

    def payable(self, writer: ExpressionWriter) -> str:
        """The test that the cost can be paid, where it is one number that is lowered; else nothing."""
        lines = [one for action in self.flat.chain for one in node_of(action).lines]
        costs = [one.statement for one in lines if isinstance(one, tree.Cost)]
        if len(costs) != 1 or any(isinstance(one, tree.Let) for one in lines) or len(self.flat.chain) > 1:
            return ""
        cost, helper = costs[0], StatementWriter(self.build, None, False, -1, "")
        helper.names, helper.this = dict(writer.names), "this"
        if not (isinstance(cost, tree.Lower) and isinstance(cost.target, tree.Name)) or helper.pausing(cost.by):
            return ""
        if not isinstance(cost.target.ref, symbols.State) or types.may_be_none(cost.by.type):
            return ""
        of = types.bare(cost.target.type)
        low, high = helper.limits(of)
        if low is None or types.may_be_none(cost.target.type):
            return ""
        left = tree.Arithmetic(cost.at, "-", cost.target, cost.by)
        cut = " or ".join(test for _, test in helper.cutting(of, low, high, bounds(self.build, left)))
        value = f"(x := {helper.expr(cost.target)} - ({helper.expr(cost.by)}))"
        if cut == "x < 0" and f"({helper.expr(cost.by)} <= {helper.expr(cost.target)})" in self.required:
            return "True"
        return f"not ({_X.sub(lambda _: value, cut, count=1)})" if cut else "True"

    def narrowed(self, domain: tree.Domain, param: symbols.Local, name: str) -> str:
        """The test that a member of the domain is of the parameter's kind, where the domain may hold others."""
        of = types.bare(param.type)
        if domain.within is None or not isinstance(of, types.Thing):
            return ""
        item = types.item_of(domain.within.type)
        kind = self.build.game.kinds[of.kind]
        if isinstance(item, types.Thing) and item.kind in self.build.row_sorts(kind) and not types.may_be_none(item):
            return ""
        if self.build.is_row_kind(of.kind):
            test = f"is_row(S, {name}, {self.build.row_sorts(kind)!r})"
        else:
            low, high = self.build.ranges[of.kind]
            test = f"within({name}, {low}, {high - 1})"
        return f"({name} is None or {test})" if types.may_be_none(param.type) else test

    def domain(self, writer: ExpressionWriter, domain: tree.Domain, param: symbols.Local) -> str:
        if domain.within is not None:
            return writer.iterable(domain.within)
        of = types.bare(param.type)
        if isinstance(of, types.Thing) and self.build.is_row_kind(of.kind):
            text = f"rows_of(S, {self.build.row_sorts(self.build.game.kinds[of.kind])!r})"
        else:
            known = self.build.domain(of)
            text = f"span({known.first}, {known.first + known.count - 1})" if known is not None else "()"
        return f"(*{text}, None)" if types.may_be_none(param.type) else text

    def has_costs(self) -> bool:
        return any(isinstance(one, tree.Cost) for action in self.flat.chain for one in node_of(action).lines)

    def is_param(self, local: symbols.Local) -> bool:
        return any(local is p for action in self.flat.chain for p in action.params)
