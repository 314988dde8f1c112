"""The available calls of an action: `gather<n>(player, this[, occasion])`.

A loop for each argument, and in the innermost one the conditions of a call. Requirements are read as soon as all their
names are bound. Those that cannot be read yet are left to `why<n>`, which reads everything in its proper order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...lang import tree
from ...lang.walk import walk
from ..ir import convert, make
from ..ir.expressions import Arg, Const, Expr, Local, Make, Op, Prim, Pure, UnitRef, Var
from ..ir.make import NO_VALUE, both, either, local, negated, number, op
from ..ir.reps import ARGS, BOOL, CODE, NUM, OPTION, PLAYER, REASON, TEXT, THING, Rep, args, seq
from ..ir.statements import Add, Attempt, Each, If, Let, Return
from ..ir.units import Unit
from ..plan import actions
from ..plan.actions import node_of
from ..plan.units import Flat
from ..typing import symbols, types
from ..typing.types import bare
from .context import LineOrigin, Lowering, Stage
from .formulas.names import sorts_of
from .parts import listeners, packed
from .possible import is_brought, whose_turn


def place_of_action(stage: Stage, flat: Flat) -> LineOrigin:
    symbol, node = flat.symbol, node_of(flat.symbol)
    label = f"{symbol.owner}: action {symbol.name}" if symbol.owner else f"action {symbol.name}"
    return LineOrigin(label, node.at, tuple(node.cites), flat.pack)


def asks_when(flat: Flat) -> bool:
    """Whether the function has to know what the offer names."""
    return actions.is_late(flat) or (len(actions.occasions(flat)) > 1 and actions.binds(flat))


def has_costs(flat: Flat) -> bool:
    return bool(actions.lines_of(flat, tree.Cost))


def domain(low: Lowering, node: tree.Domain, param: symbols.Local) -> Expr:
    """The possible values of an argument, in order."""
    of = bare(param.type)
    optional = types.may_be_none(param.type)
    if node.within is not None:
        found = convert.as_seq(low.expr(node.within))
    elif isinstance(of, types.Thing) and low.numbering.is_row_kind(of.kind):
        kind = low.stage.game.kinds[of.kind]
        found = Prim(seq(low.stage.rep(of)), "rows_of", (sorts_of(low, kind),))
    else:
        known = low.numbering.domain(of)
        first, count = (known.first, known.count) if known is not None else (0, 0)
        rep = low.stage.kept(of)
        item = Rep(rep.sort, first, first + count, rep.of) if rep.sort in ("num", "name", "thing") else rep
        values = (False, True) if of == types.BOOL else range(first, first + count)
        found = Const(seq(item), values)
    if not optional:
        return found
    return Op(seq((found.rep.item or THING).maybe), "with", (found, NO_VALUE))


def narrowed(low: Lowering, node: tree.Domain, param: symbols.Local, value: Expr) -> Expr:
    """Whether a member of the domain is of the parameter's kind, where the domain may hold others."""
    from .formulas.sets import is_kind

    of = bare(param.type)
    if node.within is None or not isinstance(of, types.Thing):
        return make.YES
    item = types.item_of(node.within.type)
    kind = low.stage.game.kinds[of.kind]
    sure = isinstance(item, types.Thing) and item.kind in low.numbering.row_sorts(kind)
    if sure and item is not None and not types.may_be_none(item):
        return make.YES
    test = is_kind(low, value, kind)
    return either(op("is_none", value), test) if types.may_be_none(param.type) else test


# ---------------------------------------------------------------------------------------------- the function


def gather_unit(stage: Stage, flat: Flat) -> Unit:
    player, this = Var("player", PLAYER), Var("this", THING if flat.symbol.owner else THING.maybe)
    occasion = Var("occasion", TEXT.maybe)
    low = Lowering(stage, place_of_action(stage, flat))
    low.this = local(this)
    found = low.put("found", Make(seq(OPTION), ()))
    _Gatherer(low, flat, local(player), local(occasion), found).loops()
    low.out.append(Return(local(found)))
    params = (player, this, occasion) if asks_when(flat) else (player, this)
    return Unit(f"gather{flat.number}", "gather", params, tuple(low.out), seq(OPTION), rule=low.rule())


class _Gatherer:
    """The loops of one action, from outside inwards. `bound`: by id, the names that have a value."""

    def __init__(self, low: Lowering, flat: Flat, player: Expr, occasion: Expr, found: Var) -> None:
        self.low, self.flat, self.player, self.occasion, self.found = low, flat, player, occasion, found
        self.heads = actions.occasions(flat)
        self.same = actions.same_params(flat)
        self.beside = actions.bound_beside(flat)
        self.actor = actions.actor(flat)
        self.late = actions.is_late(flat)
        read = {id(action) for action in actions.read_with_params(flat)}
        self.read = [action for action in flat.chain if id(action) in read]
        self.waiting = [line for a in self.read for line in node_of(a).lines if isinstance(line, tree.Require)]
        self.bound: set[int] = set()
        self.told: dict[
            int, tuple[Expr, Expr | None]
        ] = {}  # by parameter: its value from the occasion, and whether there is one
        self.short = self.is_short()
        self.sure: Var | None = None
        self.paid_by = self.last_in_costs()
        named = [name for head in self.heads for name in head.locals if name.name and actions.is_param(flat, name)]
        self.told_all = all(self.own_of(name) is not None for name in named)  # else `why<n>` tests the occasion
        self.tried: tuple[Var, Var] | None = None  # whether its costs have been tried, and whether they can be paid

    def is_short(self) -> bool:
        """Whether each call is found by one look at one argument at most."""
        params = {id(param) for param in self.flat.symbol.params}
        known = all(self.names_in(require) == params for require in self.waiting)
        return len(params) < 2 and known and not actions.binds(self.flat) and not self.late

    def names_in(self, require: tree.Require) -> set[int]:
        """The names that a requirement reads, by id: a parameter of a family as the argument that it always is."""
        inside = list(walk(require.condition))
        read = [n.ref for n in inside if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)]
        own = {id(n.ref) for n in inside if isinstance(n, tree.Quantified)}
        return {id(self.same.get(id(ref), ref)) for ref in read} - own

    def last_in_costs(self) -> int | None:
        """The last argument that its costs read, -1 if they read none; None where what they read is not sure."""
        given = {id(param): arg for param, arg in actions.given_to_families(self.flat)}
        order = [id(param) for param in self.flat.symbol.params]

        def read_in(node: tree.Node) -> set[int]:
            """For the action's own parameters, and for other locals."""
            inside = list(walk(node))
            own = {id(n.ref) for n in inside if isinstance(n, tree.Quantified)}
            names = {id(n.ref) for n in inside if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)} - own
            return set().union(*(read_in(given[name]) if name in given else {name} for name in names))

        read = set().union(*map(read_in, actions.lines_of(self.flat, tree.Cost)))
        if not has_costs(self.flat) or not read.issubset(order):
            return None
        return max(map(order.index, read), default=-1)

    def loops(self) -> None:
        tests = whose_turn(self.low, self.flat, self.player) if is_brought(self.low, self.flat) else []
        self.under(tests, self.each_occasion if actions.binds(self.flat) else self.arguments)

    # ---- occasions

    def each_occasion(self) -> None:
        """A loop over the occasions that hold, with what they bind."""
        low, heads = self.low, self.heads
        if len(heads) == 1:
            given = low.var("given", ARGS)
            scopes = Prim(seq(ARGS), "given_in", (number(low.plan.scopes[heads[0].name]),))
            with low.apart() as body:
                self.bind_head(heads[0], local(given), None)
                self.arguments()
            low.out.append(Each(given, scopes, tuple(body)))
            return
        pair = low.var("occasion", args((NUM, ARGS)))
        listed = Prim(seq(pair.rep), "occasions", (occasion_heads(low, heads), self.occasion))
        with low.apart() as body:
            self.bind_any_head(local(pair))
            self.arguments()
        low.out.append(Each(pair, listed, tuple(body)))

    def bind_head(self, head: tree.Head, given: Expr, free: Expr | None) -> None:
        for at, name in enumerate(head.locals):
            if not name.name:
                continue
            value = Arg(self.low.stage.rep(name.type), given, at)
            own = self.own_of(name)
            if own is not None:
                self.told[id(own)] = (local(self.low.put("only", value)), free)
            elif not actions.is_param(self.flat, name):
                self.low.out.append(Let(self.low.bind(name), value))
                self.bound.add(id(name))

    def own_of(self, name: symbols.Local) -> symbols.Local | None:
        """The action's own parameter that a name of an occasion is."""
        own = any(name is param for param in self.flat.symbol.params)
        return name if own else self.same.get(id(name))

    def bind_any_head(self, pair: Expr) -> None:
        """Each of several occasions binds its own names; those of the others are free, or none."""
        low = self.low
        head, given = low.put("head", Arg(NUM, pair, 0)), low.put("given", Arg(ARGS, pair, 1))
        for name in self.beside:
            low.out.append(Let(low.bind(name, low.stage.rep(name.type).maybe), NO_VALUE))
            self.bound.add(id(name))
        for param in self.flat.symbol.params:
            if any(self.own_of(name) is param for one in self.heads for name in one.locals):
                rep = low.stage.rep(param.type).maybe
                only, free = low.put("only", NO_VALUE, rep), low.put("free", make.YES, BOOL)
                self.told[id(param)] = (local(only), local(free))
        for at, one in enumerate(self.heads):
            with low.apart() as made:
                self.bind_own(one, local(given))
            if made:
                low.out.append(If(op("==", local(head), number(at)), tuple(made)))

    def bind_own(self, head: tree.Head, given: Expr) -> None:
        if head.ref is None:
            return
        for at, name in enumerate(head.locals):
            if not name.name:
                continue
            value = Arg(self.low.stage.rep(name.type), given, at)
            told = self.told.get(id(self.own_of(name) or name))
            if told is not None:
                only, free = told
                assert isinstance(only, Local) and isinstance(free, Local)
                self.low.out += [Let(only.var, value), Let(free.var, make.NO)]
            elif id(name) in self.bound:
                var = self.low.names[id(name)]
                assert isinstance(var, Local)
                self.low.out.append(Let(var.var, value))

    # ---- arguments

    def arguments(self) -> None:
        """The facts known before any argument, then a loop for each argument."""
        if self.waiting and not self.short:
            self.sure = self.low.put("sure", make.YES, BOOL)
        self.under(self.ready(), lambda: self.argument(0))

    def argument(self, at: int) -> None:
        params = self.flat.symbol.params
        if at == len(params):
            self.add()
            return
        if self.paid_by == at - 1:  # costs are tried once for all calls that differ only in later arguments
            self.tried = self.low.put("tried", make.NO, BOOL), self.low.put("can", make.NO, BOOL)
        low, param, node = self.low, params[at], node_of(self.flat.symbol).params[at]
        members = domain(low, node, param)
        item = members.rep.item or low.stage.rep(param.type)
        var = low.bind(param, item)
        for key, own in self.same.items():
            if own is param:
                low.names[key] = local(var)
        self.bound.add(id(param))
        only = self.only_row(param, members)
        with low.apart() as body:
            if only is not None:
                low.out.append(Let(var, only))
            tests = self.told_tests(param, var) if only is None else []
            tests.append(narrowed(low, node, param, local(var)))
            if not self.short:
                tests += self.leave_others()
            self.under(tests, lambda: self.under([] if self.short else self.ready(), lambda: self.argument(at + 1)))
        if only is None or not isinstance(members, Prim):
            low.out.append(Each(var, members, tuple(body)))
        else:
            low.out.append(If(Prim(BOOL, "is_row", (only, *members.args)), tuple(body)))

    def only_row(self, param: symbols.Local, members: Expr) -> Expr | None:
        """The row that the occasion always gives, in place of a loop over all such rows."""
        only, free = self.told.get(id(param), (None, None))
        sure = only is not None and free is None and not only.rep.optional
        return only if sure and isinstance(members, Prim) and members.name == "rows_of" else None

    def told_tests(self, param: symbols.Local, var: Var) -> list[Expr]:
        """The argument is what the occasion gives it, if it gives one."""
        if id(param) not in self.told:
            return []
        only, free = self.told[id(param)]
        same = op("==", local(var), only)
        return [same if free is None else either(free, same)]

    def leave_others(self) -> list[Expr]:
        """As soon as the calls' player is known, those of other players are skipped."""
        actor = self.actor
        if not self.late or not _is_plain(actor):
            return []
        names = [n.ref for n in walk(actor) if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)]
        if not self.bound.issuperset(id(self.same.get(id(ref), ref)) for ref in names):
            return []
        self.late = False
        assert actor is not None
        return [op("==", self.player, self.low.expr(actor))]

    def ready(self) -> list[Expr]:
        """The requirements that can be read by now, as one test; where reading them fails, it is not known."""
        low = self.low
        now = [require for require in self.waiting if self.names_in(require) <= self.bound]
        if self.sure is None or not now:
            return self.leave_others() if not self.short else []
        self.waiting = [require for require in self.waiting if require not in now]
        with low.apart() as made:
            test = both(*(self.low.test(require.condition) for require in now))
            ok = low.var("ok", BOOL)
            low.out.append(Let(ok, test))
        if test == make.YES:
            return self.leave_others()
        low.out.append(Attempt(tuple(made), (Let(self.sure, make.NO), Let(ok, make.YES))))
        return [local(ok), *self.leave_others()]

    def under(self, tests: list[Expr], inner: Callable[[], None]) -> None:
        """Steps that run only if these are true."""
        test = both(*tests)
        with self.low.apart() as made:
            inner()
        if test == make.YES:
            self.low.out += made
        elif test != make.NO:
            self.low.out.append(If(test, tuple(made)))

    # ---- a call

    def add(self) -> None:
        low, flat = self.low, self.flat
        tests: list[Expr] = []
        if self.short:
            tests += [self.low.test(require.condition) for require in self.waiting]
            self.waiting = []
        values = [low.names[id(p)] for p in (*flat.symbol.params, *self.beside)]
        given = packed(values)
        why = self.legal(given)
        bans = self.unbanned()
        if self.late or self.waiting or bans is None or not self.all_read() or not self.told_all:
            tests.append(why)
        elif self.sure is not None:
            tests.append(make.chosen(local(self.sure), both(*bans), why, BOOL))
        else:
            tests += bans
        added = Add(self.found, Make(OPTION, (number(flat.number), self.player, low.this, given)))
        if self.tried is not None:
            tried, can = self.tried
            once = If(negated(local(tried)), (Let(tried, make.YES), Let(can, self.payable(given))))
            self.under(tests, lambda: low.out.extend((once, If(local(can), (added,)))))
            return
        if has_costs(flat) and not self.late:
            tests.append(self.payable(given))
        self.under(tests, lambda: low.out.append(added))

    def legal(self, given: Expr) -> Expr:
        """Whether nothing prevents it, tested in the proper order."""
        whole = self.late or not self.told_all
        word = self.occasion if whole and asks_when(self.flat) else NO_VALUE
        again = make.NO if whole else make.YES
        asked = Pure(REASON.maybe, f"why{self.flat.number}", (self.player, self.low.this, given, word, again))
        return op("is_none", asked)

    def all_read(self) -> bool:
        """Whether nothing but requirements that are read, and bans, may keep from it."""
        read = {id(action) for action in self.read}
        others = [line for a in self.flat.chain if id(a) not in read for line in node_of(a).lines]
        lets = any(isinstance(line, tree.Let) for a in self.read for line in node_of(a).lines)
        return not lets and not any(isinstance(line, tree.Let | tree.Require) for line in others)

    def unbanned(self) -> list[Expr] | None:
        """Tests that no ban forbids it; None where one asks for what is not known here."""
        low = self.low
        known, tests = {*(id(p) for p in self.flat.symbol.params), *self.same}, []
        for action in self.flat.chain:
            target = low.plan.target(action)
            if not any(isinstance(rule.node, tree.Forbid) for rule in (*target.rules, *target.moving)):
                continue
            if not known.issuperset(id(p) for p in action.params):
                return None
            given = packed([low.names[id(p)] for p in action.params])
            tests.append(op("is_none", Prim(REASON.maybe, "banned", (listeners(low.plan, target), given))))
        return tests

    def payable(self, given: Expr) -> Expr:
        """Whether its costs can be paid."""
        pay = UnitRef(CODE, f"pay{self.flat.number}")
        return op("is_none", Prim(REASON.maybe, "unpayable", (pay, self.player, self.low.this, given)))


def _is_plain(node: tree.Node | None) -> bool:
    """Names, fields of values that are never none, and functions of these."""
    match node:
        case tree.Name():
            return True
        case tree.Field(of=of):
            return not types.may_be_none(of.type) and _is_plain(of)
        case tree.Call(args=args):
            return all(map(_is_plain, args))
    return False


def occasion_heads(low: Lowering, heads: Sequence[tree.Head]) -> Const:
    """The occasions as data: the number of the phase, or none for the word of an offer, and the name."""
    return Const(ARGS, tuple((low.plan.scopes[h.name] if h.ref is not None else None, h.name) for h in heads))
