"""Which calls of an action may be chosen: of actions the part that has to be fast.

Each action has a function that gathers them. Where one look at each of the things that its one argument may be is
enough, the few lines stand at the offer itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..lang import tree
from ..lang.walk import walk
from .bounds import bounds
from .build import Build
from .flat_action import Flat, lying, node_of, unused
from .live_names import Lines
from .sight import sees_adds
from .typing import symbols, types
from .write_limits import with_limits
from .write_names import is_number_text

if TYPE_CHECKING:
    from .write_expression import ExpressionWriter
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
        self.same = self.of_families()
        self.lines: Lines = []
        self.depth = 0

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

    def gather(self, writer: StatementWriter) -> Lines:
        """The body of `gather<n>(S, player, this, occasion)`: the legal calls, where `possible` holds."""
        writer.this, self.lines, self.depth = "this", ["found = []"], 0
        self.loops(writer, "player", "found")
        return [*self.lines, "return found"]

    def in_place(self, writer: StatementWriter, player: str, found: str, depth: int) -> Lines:
        """The same lines where an offer stands, if they are few. That may be in the action itself, whose arguments are
        not those of the calls that are gathered.
        """
        self.lines, self.depth = [], depth
        own = writer.names.copy()
        self.loops(writer, player, found)
        writer.names.update(own)
        return self.lines

    def is_short(self) -> bool:
        """Whether each call is found by one look at one argument at most."""
        params = {id(param) for param in self.flat.symbol.params}
        known = all(self._named(require) == params for require in self.requires())
        return len(params) < 2 and known and not self.binds() and not self.is_late()

    def asks_when(self) -> bool:
        """Whether the function has to be told what the offer names."""
        return self.is_late() or (len(self.heads()[0]) > 1 and self.binds())

    def binds(self) -> bool:
        """Whether occasions give values to arguments."""
        return any(head.ref is not None and any(local.name for local in head.locals) for head in self.heads()[0])

    def is_late(self) -> bool:
        """Whether it is known by the arguments alone whose the calls are."""
        _, actor = self.replaced("actor")
        return actor is not None and any(isinstance(getattr(n, "ref", None), symbols.Local) for n in walk(actor))

    def possible(self, writer: StatementWriter, player: str) -> list[str]:
        """Tests without which there is no call, whatever its arguments: where the thing that brings it lies, `once`,
        `by`. The phases that may run are seen to by the offer.
        """
        tests = self.standing(writer.this, player)
        _, once = self.replaced("once_in")
        if once is not None:
            tests.append(unused(self.build, self.flat, once, player, writer.this))
        _, actor = self.replaced("actor")
        if actor is not None and not self.is_late():
            text = writer.expr(actor)
            if not (is_number_text(text) and is_number_text(player)):
                tests.append(f"{player} == {text}")
            elif text != player:
                tests.append("False")
        return tests

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def leave_if(self, test: str) -> None:
        """That is no call: on to the next one."""
        self.line(f"if {test}:")
        self.line("    continue" if self.depth else "    return found")

    def loops(self, writer: StatementWriter, player: str, found: str) -> None:
        """A loop for each argument, and in the innermost what a call must fulfil to be added to the list `found`."""
        flat = self.flat
        params = {id(p): writer.bind(p) for p in flat.symbol.params}
        others = {id(local): writer.bind(local) for local in self.bound_beside()}
        self.required: set[str] = set()  # the requirements that have been read, as text
        heads = self.heads()[0]
        told = {id(local) for head in heads for local in head.locals} & params.keys()
        if self.binds():
            self.occasions(heads, params, others)
        _, actor = self.replaced("actor")
        late = self.is_late()
        bound = set(others)

        def leave_others() -> bool:
            """Whether it is not known yet whose the calls are; those of others are left as soon as it is."""
            named = actor.of if isinstance(actor, tree.Field) and not types.may_be_none(actor.of.type) else actor
            if late and isinstance(named, tree.Name) and self.same.get(id(named.ref), id(named.ref)) in bound:
                self.leave_if(f"{player} != {writer.expr(actor)}")
                return False
            return late

        writer.names.update({key: params[param] for key, param in self.same.items()})
        late = leave_others()
        waiting = self.requires()
        short = self.is_short()
        guarded = bool(waiting) and not short
        if guarded:
            self.line("sure = True")
            waiting = self.hoist(writer, waiting, bound)
        tests = []
        for domain, param in zip(node_of(flat.symbol).params, flat.symbol.params, strict=True):
            name = params[id(param)]
            self.line(f"for {name} in {self.domain(writer, domain, param)}:")
            self.depth += 1
            if id(param) in told:
                free = f"only_{name} is not FREE and " if len(heads) > 1 else ""
                self.leave_if(f"{free}{name} != only_{name}")
            narrowed = self.narrowed(domain, param, name)
            if narrowed and not short:
                self.leave_if(f"not {narrowed}")
            elif narrowed:
                tests.append(narrowed)
            bound.add(id(param))
            late = leave_others()
            if guarded:
                waiting = self.hoist(writer, waiting, bound)
        if short:
            tests += [text for require in waiting if (text := writer.test(require.condition)) != "True"]
            self.required.update(tests)
            waiting = []
        args = f"({''.join(n + ', ' for n in [*params.values(), *others.values()])})"
        why = (
            f"why{flat.number}(S, {player}, {writer.this}, {args}, {'occasion' if late else None}, {not late}) is None"
        )
        bans = self.unbanned(writer)
        if late or waiting or bans is None or not self.all_read():
            tests.append(why)
        elif guarded:
            tests.append(f"({' and '.join(bans)} if sure else {why})" if bans else f"(sure or {why})")
        else:
            tests += bans
        payable = self.payable(writer) if self.has_costs() else "True"
        if payable != "True" and not late:
            unpayable = f"unpayable(S, pay{flat.number}, {player}, {writer.this}, {args})"
            tests.append(payable or f"{unpayable} is None")
        if short and params and (span := self.span(flat.symbol.params[0])) is not None:
            tests = with_limits(self.build, tests, next(iter(params.values())), *span)
        if tests:
            self.line(f"if {' and '.join(tests)}:")
        call = self.call(writer, player, args)
        self.line(f"{'    ' if tests else ''}{found}.append({call})")

    def occasions(self, heads: list[tree.Head], params: dict[int, str], others: dict[int, str]) -> None:
        """A loop over the occasions that hold, with what they bind."""
        bound = {key: f"only_{name}" for key, name in params.items()} | others
        if len(heads) == 1:
            self.line("for running, given, _, _ in reversed(S.scopes):")
            self.depth += 1
            self.leave_if(f"running != {self.build.plan.scopes[heads[0].name]}")
            for at, local in enumerate(heads[0].locals):
                if id(local) in bound:
                    self.line(f"{bound[id(local)]} = given[{at}]")
            return
        self.line(f"for head, given in occasions(S, {self.heads()[1]}, occasion):")
        self.depth += 1
        for name in others.values():
            self.line(f"{name} = None")
        told = {id(local) for head in heads for local in head.locals}
        for key in params:
            if key in told:
                self.line(f"{bound[key]} = FREE")
        for number, head in enumerate(heads):
            if head.ref is not None and any(id(local) in bound for local in head.locals):
                self.line(f"if head == {number}:")
                for at, local in enumerate(head.locals):
                    if id(local) in bound:
                        self.line(f"    {bound[id(local)]} = given[{at}]")

    def call(self, writer: StatementWriter, player: str, args: str) -> str:
        """A call as an option. Those of a thing each, for a player who is known, lie ready in a table."""
        flat, build = self.flat, self.build
        _, actor = self.replaced("actor")
        if actor is not None and not self.is_late() and is_number_text(text := writer.expr(actor)):
            player = text
        params = flat.symbol.params
        span = self.span(params[0]) if len(params) == 1 and not self.bound_beside() else None
        if span is None or flat.symbol.owner or not is_number_text(player):
            return f"({flat.number}, {player}, {writer.this}, {args})"
        low, end = span
        calls = [None] * low + [(flat.number, int(player), None, (thing,)) for thing in range(low, end)]
        return f"{build.constant(f'CALLS_{flat.number}_{player}', tuple(calls))}[{writer.names[id(params[0])]}]"

    def span(self, param: symbols.Local) -> tuple[int, int] | None:
        """The first of the things that an argument may be, and the one after the last."""
        return self.build.ranges.get(param.type.kind) if isinstance(param.type, types.Thing) else None

    def standing(self, this: str, player: str) -> list[str]:
        """Tests that the thing that brings the action lies where it must, seen by the player."""
        if not self.flat.symbol.owner:
            return []
        build, everybody = self.build, (1 << len(self.build.game.players)) - 1
        _, words = self.replaced("zones")
        zones = [z for z in build.layout.zones if (z.name in words if words else z.in_play)]
        inside = lying(build, self.flat, this)
        open_to_all = not build.row_zones and all(zone.seen == everybody for zone in zones)
        return [inside] if open_to_all and sees_adds(build) else [inside, f"knowers(S, {this}) >> {player} & 1"]

    def requires(self) -> list[tree.Require]:
        """The requirements of which it is known when they can be read."""
        return [one for action in self.read_here() for one in node_of(action).lines if isinstance(one, tree.Require)]

    def _named(self, require: tree.Require) -> set[int]:
        """The locals that it names, by id; a parameter of a family as the argument that it always is."""
        named = {
            self.same.get(id(n.ref), id(n.ref))
            for n in walk(require.condition)
            if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)
        }
        return named - {id(n.ref) for n in walk(require.condition) if isinstance(n, tree.Quantified)}

    def hoist(self, writer: StatementWriter, waiting: list[tree.Require], bound: set[int]) -> list[tree.Require]:
        """Requirements are read as soon as all that they name is bound; it may be before one that says that another is
        not to be read.
        """
        ready = [require for require in waiting if self._named(require) <= bound]
        tests = [text for require in ready if (text := writer.test(require.condition)) != "True"]
        self.required.update(tests)
        if tests:
            whole = f"({' and '.join(tests)})" if len(tests) > 1 else tests[0]
            self.line("try:")
            self.line(f"    if not {whole}:")
            self.line("        continue" if self.depth else "        return found")
            self.line("except (TypeError, Fault):")
            self.line("    sure = False")
        return [require for require in waiting if require not in ready]

    def all_read(self) -> bool:
        """Whether nothing but requirements that are read, and bans, may keep from an action."""
        others = [a for a in self.flat.chain if a not in self.read_here()]
        families = [one for action in others for one in node_of(action).lines]
        lets = any(isinstance(one, tree.Let) for action in self.read_here() for one in node_of(action).lines)
        return not lets and not any(isinstance(one, tree.Let | tree.Require) for one in families)

    def of_families(self) -> dict[int, int]:
        """By id of a parameter of a family: the parameter of the action that it always is."""
        same: dict[int, int] = {}
        params = {id(param) for param in self.flat.symbol.params}
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

    def unbanned(self, writer: StatementWriter) -> list[str] | None:
        """Tests that no ban forbids a call; None where one asks for what is not known here."""
        known, tests = {*map(id, self.flat.symbol.params), *self.same}, []
        for action in self.flat.chain:
            target = self.build.plan.target(action)
            if not any(isinstance(rule.node, tree.Forbid) for rule in target.rules + target.moving):
                continue
            if not known.issuperset(map(id, action.params)):
                return None
            live = f" + S.live[{target.slot}]" if target.moving else ""
            given = f"({''.join(writer.names[id(p)] + ', ' for p in action.params)})"
            test = f"banned(S, STATIC[{self.build.target_numbers[id(action)]}]{live}, {given}) is None"
            tests.append(test if target.rules else f"(not S.live[{target.slot}] or {test})")
        return tests

    def payable(self, writer: StatementWriter) -> str:
        """The test that the cost can be paid, where it is one number that is lowered; else nothing."""
        lines = [one for action in self.flat.chain for one in node_of(action).lines]
        costs = [one.statement for one in lines if isinstance(one, tree.Cost)]
        if len(costs) != 1 or any(isinstance(one, tree.Let) for one in lines) or len(self.flat.chain) > 1:
            return ""
        cost = costs[0]
        if not (isinstance(cost, tree.Lower) and isinstance(cost.target, tree.Name)) or writer.pausing(cost.by):
            return ""
        if not isinstance(cost.target.ref, symbols.State) or types.may_be_none(cost.by.type):
            return ""
        of = types.bare(cost.target.type)
        low, high = writer.limits(of)
        if low is None or types.may_be_none(cost.target.type):
            return ""
        left = tree.Arithmetic(cost.at, "-", cost.target, cost.by)
        cut = " or ".join(test for _, test in writer.cutting(of, low, high, bounds(self.build, left)))
        target, by = writer.expr(cost.target), writer.expr(cost.by)
        if cut == "x < 0" and not self.required.isdisjoint((f"({by} <= {target})", f"({target} >= {by})")):
            return "True"
        return f"not ({_X.sub(lambda _: f'(x := {target} - ({by}))', cut, count=1)})" if cut else "True"

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
