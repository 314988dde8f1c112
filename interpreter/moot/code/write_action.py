"""Actions as functions: which may be chosen, why another may not, how costs are paid, what is done.

An action that is one of a family is written flat: the family's lets, requirements and costs come before its own, and
the family's `do` lies around its own. Actions that only others are one of, or that do nothing of their own, are never
offered.
"""

from __future__ import annotations

from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .flat_action import are_resolved, flat_actions, level_number, node_of, unused, use
from .known import Fact
from .typing import symbols, types
from .typing.default_words import not_within
from .write_expression import ExpressionWriter
from .write_gather import Gatherer
from .write_head import with_tables
from .write_rules import Lines, write_ban
from .write_statement import StatementWriter


def write_actions(build: Build, traced: bool) -> Lines:
    out: Lines = []
    for flat in flat_actions(build):
        writer = _Action(build, flat, traced)
        out += ["", *writer.gatherer(), "", *writer.why(), "", *writer.pay()]
        out += writer.done()
    for rule in build.plan.rules:
        if isinstance(rule.node, tree.Forbid):
            out += ["", *write_ban(build, rule)]
    return out


def action_register(build: Build) -> Lines:
    """For each action: name, things that bring it, tags and names of parameters, names of itself and its families."""
    out: Lines = []
    for flat in flat_actions(build):
        n = flat.number
        things = tuple(build.copies.get(flat.symbol.owner, [])) if flat.symbol.owner else None
        tags = tuple(build.tag(p.type) for p in flat.symbol.params)
        params = tuple(p.name for p in flat.symbol.params)
        names = tuple(a.name for a in flat.chain)
        out.append(
            f"ACTIONS[{n}] = ({flat.name!r}, {things!r}, {tags!r}, {params!r}, {names!r}, "
            f"gather{n}, why{n}, pay{n}, {'None' if flat.direct else f'do{n}_0'})"
        )
        out.append(f"TAKE[{n}] = take{n}")
        out.append(f"LABELS[{n}] = {flat.symbol.name!r}")
        for level, action in enumerate(() if flat.direct else flat.chain):
            target = build.plan.target(action)
            number = level_number(build, flat, level)
            out.append(f"STATIC[{number}] = STATIC[{build.target_numbers[id(action)]}]")
            out.append(f"BODIES[{number}] = lambda S, *a: body{n}_{level}(S, a[-3], a[-2], a[-1], a[:-3])")
            if target.slot >= 0:
                out.append(f"SLOTS[{number}] = {target.slot}")
    for key, target in build.plan.targets.items():
        if isinstance(target.symbol, symbols.Procedure):
            owner = bool(target.symbol.owner)
            out.append(f"PENDING[{build.target_numbers[key]}] = ({target.symbol.name!r}, {target.python}, {owner})")
    return out


class _Action(Gatherer):
    def gatherer(self) -> Lines:
        body = with_tables(self.gather(StatementWriter(self.build, None, self.traced, -1, "")))
        params = "S, player, this, occasion" if self.asks_when() else "S, player, this"
        return [f"def gather{self.flat.number}({params}):", *(f"    {text}" for text in body)]

    # -------------------------------------------------------------------------------------------- why not

    def why(self) -> Lines:
        flat, build = self.flat, self.build
        node = node_of(flat.symbol)
        writer = ExpressionWriter(build, this="this")
        lines: Lines = []
        self.bind_params(writer, lines)
        self.bind_families(writer, lines)
        heads, shown = self.heads()
        asked: Lines = self.place_lines()
        asked.append(f"for head, given in occasions(S, {shown}, occasion):")
        for number, head in enumerate(heads):
            if head.ref is None or not any(local.name for local in head.locals):
                continue
            asked.append(f"    if head == {number}:")
            for at, local in enumerate(head.locals):
                if not local.name:
                    continue
                name = writer.names[id(local)]
                if not self.is_param(local):
                    asked += [f"        if {name} is None:", f"            {name} = given[{at}]"]
                asked += [f"        if {name} != given[{at}]:", "            continue"]
        asked += ["    break", "else:", f"    return 'it is not the time for it', {self.rule(node)}"]
        _, actor = self.replaced("actor")
        if actor is not None:
            asked += [f"if player != {writer.expr(actor)}:", f"    return 'it is not yours to do', {self.rule(node)}"]
        for domain, param in zip(node.params, flat.symbol.params, strict=True):
            if domain.within is not None:
                name = writer.names[id(param)]
                narrowed = self.narrowed(domain, param, name)
                also = f" or not {narrowed}" if narrowed else ""
                asked.append(f"if {name} not in {writer.collection(domain.within)}{also}:")
                reason = writer.write_text(not_within(domain, param))
                asked.append(f"    return {reason}, {self.rule(domain)}")
        _, once = self.replaced("once_in")
        if once is not None:
            asked.append(f"if not {unused(build, flat, once, 'player', 'this')}:")
            asked.append(f"    return 'it has been done in this {once.replace('_', ' ')}', {self.rule(node)}")
        lines += ["if not again:", *(f"    {text}" for text in asked)]
        for action in flat.chain:
            for one in node_of(action).lines:
                if isinstance(one, tree.Let):
                    lines.append(f"{writer.bind(one.local)} = {writer.expr(one.value)}")
                elif isinstance(one, tree.Require):
                    reason = writer.write_text(one.reason) if one.reason is not None else "'a requirement is not met'"
                    lines += [f"if not {writer.test(one.condition)}:", f"    return {reason}, {self.rule(one)}"]
        for action in flat.chain:
            target = build.plan.target(action)
            bans = [r for r in target.rules + target.moving if isinstance(r.node, tree.Forbid)]
            if bans:
                given = f"({''.join(writer.names[id(p)] + ', ' for p in action.params)})"
                live = f" + S.live[{target.slot}]" if target.slot >= 0 else ""
                lines.append(f"told = banned(S, STATIC[{build.target_numbers[id(action)]}]{live}, {given})")
                lines += ["if told is not None:", "    return told"]
        if self.has_costs():
            named = "".join(writer.names[id(p)] + ", " for p in (*flat.symbol.params, *self.bound_beside()))
            lines += ["if not again:", f"    return unpayable(S, pay{flat.number}, player, this, ({named}))"]
        body = with_tables([*lines, "return None"])
        first = f"def why{flat.number}(S, player, this, args, occasion, again=False):"
        return [first, *(f"    {text}" for text in body)]

    def place_lines(self) -> Lines:
        """Where the thing that brings the action must lie."""
        if not self.flat.symbol.owner:
            return []
        _, zones = self.replaced("zones")
        node = node_of(self.flat.symbol)
        unseen = ["if not knowers(S, this) >> player & 1:", f"    return 'you do not see it', {self.rule(node)}"]
        if zones:
            words = " or ".join(zones).replace("_", " ")
            return [
                *unseen,
                f"if not lies_in(S, this, {tuple(zones)!r}):",
                f"    return 'it does not lie in {words}', {self.rule(node)}",
            ]
        return [*unseen, "if not in_play(S, this):", f"    return 'it is not in play', {self.rule(node)}"]

    # -------------------------------------------------------------------------------------------- paying and doing

    def writer(self, name: str) -> StatementWriter:
        if name not in self.flat.frames:
            self.flat.frames[name] = self.build.plan.next_number()
        writer = StatementWriter(self.build, None, self.traced, self.flat.frames[name], self.label)
        node = node_of(self.flat.symbol)
        writer.this, writer.at, writer.pack, writer.own_cites = "this", node.at, self.flat.pack, node.cites
        return writer

    def let_locals(self, writer: StatementWriter, action: symbols.Action) -> None:
        for one in node_of(action).lines:
            if isinstance(one, tree.Let):
                writer.do_let(one)

    def pay(self) -> Lines:
        flat = self.flat
        writer = self.writer("pay")
        lines: Lines = []
        self.bind_params(writer, lines)
        self.bind_families(writer, lines)
        for text in lines:
            writer.locals.append(text.split(" = ")[0])
            writer.line(text)
        for action in flat.chain:
            self.let_locals(writer, action)
        self.pay_lines(writer)
        writer.tags["args"] = self.build.tuple_tag([p.type for p in flat.symbol.params])
        self.paid = writer.parts[0][1] if len(writer.parts) == 1 else None
        return writer.function(f"pay{flat.number}", ["player", "this", "args"])

    def pay_lines(self, writer: StatementWriter) -> bool:
        """Whether there are any."""
        costs = [one for action in self.flat.chain for one in node_of(action).lines if isinstance(one, tree.Cost)]
        _, once = self.replaced("once_in")
        if once is not None:
            writer.line(use(self.build, self.flat, once, "player", "this"))
        writer.in_cost = True
        for cost in costs:
            writer.statement(cost.statement)
        writer.in_cost = False
        return bool(costs) or once is not None

    def done(self) -> Lines:
        """`take<n>(S, player, this, args)` pays and does it; `do<n>_<level>` does it alone, level by level."""
        n = self.flat.number
        self.flat.direct = self.is_direct()
        if self.flat.direct:
            return ["", *self.take()]
        lines = [f"return perform(S, ({n}, player, this, args))"]
        if self.paid is not None and not self.build.plan.whens:
            lines = with_tables([*self.paid, f"return do{n}_0(S, player, this, args)"])
        out = ["", f"def take{n}(S, player, this, args):", *(f"    {t}" for t in lines)]
        for level in range(len(self.flat.chain)):
            out += ["", *self.do(level)]
        return out

    def is_direct(self) -> bool:
        """Whether paying and doing are one: nothing asks or listens between them, and nothing else leads to either."""
        hooked = self.is_hooked(self.flat.symbol)
        alone = len(self.flat.chain) == 1 and not hooked and not are_resolved(self.build)
        return alone and self.paid is not None and not self.build.plan.whens

    def is_hooked(self, action: symbols.Action) -> bool:
        target = self.build.plan.target(action)
        return any(isinstance(r.node, tree.Hook) for r in target.rules + target.moving)

    def take(self) -> Lines:
        action = self.flat.symbol
        writer = self.writer("do0")
        for number, local in enumerate([*action.params, *self.bound_beside()]):
            writer.line(f"{writer.bind_local(local)} = args[{number}]")
        self.learn(writer)
        self.let_locals(writer, action)
        if self.pay_lines(writer):
            self.let_locals(writer, action)
        self.do_lines(writer, action)
        return writer.function(f"take{self.flat.number}", ["player", "this", "args"])

    def learn(self, writer: StatementWriter) -> None:
        """Nothing has moved since the call was offered: each argument lies where its domain says, and requirements that
        tell its kind hold.
        """
        params = self.flat.symbol.params
        bound = {id(param): writer.names[id(param)] for param in params}
        writer.names.update({key: bound[param] for key, param in self.same.items()})
        tests = [writer.test(one.condition) for one in self.requires() if self._named(one) <= bound.keys()]
        for domain, param in zip(node_of(self.flat.symbol).params, params, strict=True):
            if domain.within is not None and not types.may_be_none(param.type):
                name = bound[id(param)]
                source = f"{name} for {name} in {writer.iterable(domain.within)}"
                writer.learn_chosen(name, f"[{source} if {' and '.join(tests)}]" if tests else f"[{source}]")
                writer.known.learn(name, Fact(there=True))

    def do_lines(self, writer: StatementWriter, action: symbols.Action) -> None:
        if self.traced and action is self.flat.symbol:
            shown = "".join(f"{writer.names[id(p)]}, " for p in action.params)
            tags = tuple(self.build.tag(p.type) for p in action.params)
            writer.line(f"entered(S, {writer.rule()}, ({shown}), {tags!r})")
        node = node_of(action)
        if node.do is not None:
            writer.body(node.do)
        writer.tags["args"] = self.build.tuple_tag([p.type for p in self.flat.symbol.params])

    def do(self, level: int) -> Lines:
        """`do<n>_<level>` calls hooks around `body<n>_<level>`; a `proceed` in the body goes to the next level."""
        flat, build = self.flat, self.build
        n, action = flat.number, flat.chain[level]
        target = build.plan.target(action)
        opener = ExpressionWriter(build, this="this")
        lines: Lines = []
        self.bind_params(opener, lines)
        self.bind_families(opener, lines)
        given = f"({''.join(opener.names[id(p)] + ', ' for p in action.params)})"
        if self.is_hooked(action):
            live = f" + S.live[{target.slot}]" if target.slot >= 0 else ""
            number = level_number(build, flat, level)
            insts = f"hooks_only(STATIC[{number}]{live})"
            call = f"return hooked(S, {number}, {given} + (player, this, args), {insts})"
        else:
            call = f"return body{n}_{level}(S, player, this, args, {given})"
        out = [f"def do{n}_{level}(S, player, this, args):", *(f"    {t}" for t in with_tables([*lines, call]))]
        writer = _DoWriter(self.writer(f"do{level}"), f"do{n}_{level + 1}(S, player, this, args)")
        for number, param in enumerate(action.params):
            writer.line(f"{writer.bind_local(param)} = given[{number}]")
        if self.replaced("occasions")[0] is action:
            for number, local in enumerate(self.bound_beside(), len(flat.symbol.params)):
                writer.line(f"{writer.bind_local(local)} = args[{number}]")
        self.let_locals(writer, action)
        self.do_lines(writer, action)
        if node_of(action).do is None and level + 1 < len(flat.chain):
            writer.line(f"return do{n}_{level + 1}(S, player, this, args)")
        writer.tags["given"] = build.tuple_tag([p.type for p in action.params])
        return [*out, "", *writer.function(f"body{n}_{level}", ["player", "this", "args", "given"])]


class _DoWriter(StatementWriter):
    """A family's `do`: its `proceed` does what the member does."""

    def __init__(self, like: StatementWriter, following: str) -> None:
        super().__init__(like.build, None, like.traced, like.number, like.label)
        self.this, self.at, self.pack, self.own_cites = like.this, like.at, like.pack, like.own_cites
        self.following = following

    def pausing(self, node: Any) -> bool:
        return super().pausing(node) or (node is not None and any(isinstance(n, tree.Proceed) for n in walk(node)))

    def proceed(self, args: list[str] | None) -> None:
        self.call(self.following)
