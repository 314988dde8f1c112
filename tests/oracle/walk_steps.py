"""Units of the intermediate form, walked: what a compiled program does, from the form alone and as slowly as may be.

A question is put to `ask` where it arises and its answer is waited for there. Nothing is ever left and resumed, so
there are no frames, no points, and nothing that must be alive behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from walk_formulas import Env, Formulas, Given, sure

from moot.code.emit.costs import RESERVE, TURN
from moot.code.ir.callees import CodeAt, InData, Named, Runtime
from moot.code.ir.expressions import Op, Var
from moot.code.ir.prims import CALLS, STEPS
from moot.code.ir.statements import (
    Add,
    AddAll,
    Ask,
    Attempt,
    Block,
    Break,
    Call,
    Do,
    Each,
    Enter,
    Entered,
    Fault,
    Fill,
    Fuel,
    If,
    Leave,
    Let,
    Line,
    Listen,
    Loop,
    Mark,
    Modify,
    Move,
    MoveAll,
    NewRow,
    Note,
    Return,
    Scope,
    Stmt,
    Store,
    StoreField,
    StoreSparse,
    Unmark,
    Win,
)
from moot.code.ir.units import Unit
from moot.code.ir.ways import Flood, Look, Ways
from moot.stack.chance import Orders
from moot.stack.driver import FAULTS, FUEL
from moot.stack.faults import Over
from moot.state.position import NATURE, Position

DEEPEST = 3000  # units within units
_GOES = {"top": "t_move", "bottom": "t_move_bottom", "before": "t_move_before"}


class TooDeepError(Exception):
    """Units within units, deeper than is walked here."""


class Broken(Exception):
    """A `Break` is on its way out."""


class Returned(Exception):
    """A `Return` is on its way out, or a call whose value is returned at once."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Walker(Formulas):
    """`ask` gets the position, which says in `S.ask` what is asked, and gives the answer."""

    def __init__(
        self, units: Mapping[str, Unit], given: Given, ns: dict[str, Any], ask: Callable[[Position], Any]
    ) -> None:
        super().__init__(units, given, ns)
        self.ask = ask
        self.depth = 0
        self.rule = -1

    def call(self, S: Position, name: str, *args: Any) -> Any:
        unit = self.units[name]
        assert len(args) == len(unit.params), f"{name} takes {len(unit.params)} arguments, and {len(args)} are given"
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeepError(name)
        try:
            self.block(unit.body, S, dict(zip(unit.params, args, strict=True)))
        except Returned as returned:
            return returned.value
        finally:
            self.depth -= 1
        return None

    def block(self, block: Block, S: Position, env: Env) -> None:
        for step in block:
            self.step(step, S, env)

    def step(self, s: Stmt, S: Position, env: Env) -> None:
        ns = self.ns
        match s:
            case Line(rule):
                self.rule = rule
            case Note():
                pass
            case Entered(rule, args, tags):
                ns["entered"](S, rule, self.all(args, S, env), tags)
            case Let(var, value):
                env[var] = self.read(value, S, env)
            case Store(cell, value, rule, silent):
                self.store(S, self.there(cell.at, S, env), self.read(value, S, env), rule, silent)
            case Fill(first, count, value, each):
                found = self.read(value, S, env)
                S.cells[first : first + count] = found if each else [found] * count
                S.rewritten()
            case StoreField(row, name, value, rule, silent):
                of, found = self.read(row, S, env), self.read(value, S, env)
                if silent:
                    S.rows[of][name] = found
                else:
                    ns["put_row"](S, of, name, found, rule)
            case StoreSparse(place, args, value, first, rule):
                key = (place, *self.all(args, S, env))
                ns["put_sparse"](S, key, self.read(value, S, env), rule, self.read(first, S, env))
            case Move(thing, goal, how, rule):
                ns[_GOES[how]](S, self.read(thing, S, env), self.read(goal, S, env), rule)
            case MoveAll(zone, goal, rule):
                ns["t_move_all"](S, self.read(zone, S, env), self.read(goal, S, env), rule)
            case Do(name, args, rule, into):
                value = self.do(name, self.all(args, S, env), rule, S)
                if into is not None:
                    env[into] = value
            case Add(var, item):
                env[var] = (*env[var], self.read(item, S, env))
            case AddAll(var, items):
                env[var] = (*env[var], *self.read(items, S, env))
            case NewRow(into, kind, fields):
                given = {name: self.read(value, S, env) for name, value in fields}
                env[into] = ns["new_row"](S, kind, given)
            case Mark(rule, inst):
                S.marks += ((rule, self.read(inst, S, env)[1]),)
            case Unmark():
                S.marks = S.marks[:-1]
            case Listen(rules, source, captured, scope, once, rule):
                kept = (self.read(e, S, env) for e in (source, captured, scope))
                ns["last"](S, rules, *kept, once, rule)
            case Enter():
                self.enter(s, S, env)
            case Leave():
                self.leave(s, S, env)
            case Modify(var, slot, args, layer, _):
                env[var] = ns["modified"](S, S.live[slot], env[var], self.all(args, S, env), layer)
            case Ask():
                env[s.into] = self.asked(s, S, env)
            case Call():
                self.called(s, S, env)
            case If(test, then, other):
                self.block(then if self.test(test, S, env) else other, S, env)
            case Loop():
                self.loop(s, S, env)
            case Each(var, over, body):
                self.each(var, self.read(over, S, env), body, S, env)
            case Scope(body):
                self.leaving(body, S, env)
            case Attempt(body, failed):
                self.attempt(body, failed, S, env)
            case Break():
                raise Broken
            case Return(value):
                raise Returned(None if value is None else self.read(value, S, env))
            case Win(who, scores, reason, rule):
                won, by = (None if one is None else self.read(one, S, env) for one in (who, scores))
                ns["win"](S, won, by, self.read(reason, S, env), rule)
            case Fault(kind, rule, reason):
                told = () if reason is None else (self.read(reason, S, env),)
                ns[kind](S, *told, rule)
            case Fuel(rule):
                self.burn(S, rule)
            case Look() | Ways() | Flood():
                raise AssertionError("passes alone make these")
            case _:
                assert_never(s)

    # ---------------------------------------------------------------------------------------- blocks

    def leaving(self, body: Block, S: Position, env: Env) -> bool:
        """Whether a block is left by a `Break`."""
        try:
            self.block(body, S, env)
        except Broken:
            return True
        return False

    def loop(self, s: Loop, S: Position, env: Env) -> None:
        while not self.leaving(s.body, S, env):
            self.burn(S, s.fuel)

    def each(self, var: Var, members: Any, body: Block, S: Position, env: Env) -> None:
        for member in members:
            env[var] = member
            if self.leaving(body, S, env):
                return

    def attempt(self, body: Block, failed: Block, S: Position, env: Env) -> None:
        try:
            self.block(body, S, env)
        except FAULTS:
            self.block(failed, S, env)

    def burn(self, S: Position, rule: int) -> None:
        S.fuel -= TURN
        if S.fuel < RESERVE:
            self.ns["out_of_fuel"](S, rule)

    # ---------------------------------------------------------------------------------------- changes

    def store(self, S: Position, cell: int, value: Any, rule: int, silent: bool) -> None:
        if not silent:
            self.ns["put"](S, cell, value, rule)
            return
        S.cells[cell] = value
        S.rewritten()

    def do(self, name: str, args: tuple[Any, ...], rule: int, S: Position) -> Any:
        match name:
            case "glance":
                if S.glance:
                    raise Over
                return None
            case "notice":
                return self.ns["notice"](S, *args) if S.notices == -1 else None
            case "add_once":
                S.once += args
                return None
            case "end_scope":
                return self.ns["end_where"](S, 4, *args) if args[0] in S.lasting else None
            case "unmet":
                return self.ns["unmet"](S, *args[0])
            case "save_rows":
                kinds, field, first = args
                return self.ns["save_rows"](S, kinds, field, lambda row: first(S, row))
            case "restore_sparse":
                return self.ns["restore_sparse"](S, *args[0])
        step = STEPS[name]
        return self.ns[step.python or name](S, *args, *((rule,) if step.ruled else ()))

    def enter(self, s: Enter, S: Position, env: Env) -> None:
        given, saved = self.read(s.args, S, env), self.all(s.saved, S, env)
        if s.quiet:
            return
        S.serial += s.counted
        S.scopes.append((s.scope, given, S.serial if s.counted else 0, saved))

    def leave(self, s: Leave, S: Position, env: Env) -> None:
        if not s.quiet:
            env.update(zip(s.saved, S.scopes.pop()[3], strict=True))

    # ---------------------------------------------------------------------------------------- calls

    def called(self, s: Call, S: Position, env: Env) -> None:
        args = self.all(s.args, S, env)
        match s.callee:
            case Named(name):
                value = self.call(S, name, *args)
            case InData(table):
                number = None if args[0] is None else self.given.printed[table][args[0]]
                value = self.ns["CODE"][number](S, *args)
            case CodeAt():
                value = self.ns["CODE"][args[0]](S, *args[1:])
            case Runtime("take"):
                number, player, source, told = args[0]
                value = self.ns["TAKE"][number](S, player, source, told)
            case Runtime(name):
                call = CALLS[name]
                rule = (s.rule,) if call.ruled else ()
                value = self.ns[call.python or name](S, *args, *rule)
            case _:
                assert_never(s.callee)
        if s.tail:
            raise Returned(value)
        if s.into is not None:
            env[s.into] = value

    # ---------------------------------------------------------------------------------------- questions

    def asked(self, s: Ask, S: Position, env: Env) -> Any:
        who = s.player.args[0] if isinstance(s.player, Op) and s.player.op == "sure" else s.player
        player, options = self.read(who, S, env), self.read(s.options, S, env)  # nobody may be asked where none asks
        match s.how:
            case "choose" | "some":
                if len(options) > 1:
                    return self.put(s, player, options, S, env)
                forced = options[0] if options else None
                if options and (s.how == "some" or forced is not None):
                    self.ns["forced"](S, s.site, player, forced)
                return forced
            case "or_none":
                return self.put(s, player, (*options, None), S, env) if options else None
            case "always":
                return self.put(s, player, options, S, env)
            case "offer":
                return self.offered(s, player, options, S, env)
            case "pick":
                weights = None if s.weights is None else self.read(s.weights, S, env)
                if S.nature and len(options) > 1:
                    return self.question(s.site, NATURE, options, weights, S)
                return self.ns["picked"](S, list(options), s.site, weights)
            case "roll":
                count, faces = s.dice
                if S.nature:
                    return self.put(s, NATURE, self.ns["DICE"][count, faces], S, env)
                return self.ns["roll"](S, count, faces, s.site)
            case "shuffle":
                return self.shuffled(options, s.site, S)
            case _:
                assert_never(s.how)

    def offered(self, s: Ask, player: Any, options: Any, S: Position, env: Env) -> Any:
        held = None if s.held is None else self.read(s.held, S, env)
        if not options and not (s.hidden and self.ns["may_hide"](S, s.hidden, player)):
            return None
        return self.question(s.site, player, options if held is not None else (*options, None), held, S)

    def put(self, s: Ask, player: Any, options: Any, S: Position, env: Env) -> Any:
        words = None if s.words is None else self.read(s.words, S, env)
        return self.question(s.site, player, options, words, S)

    def question(self, site: int, player: Any, options: Any, words: Any, S: Position) -> Any:
        if player is None:
            self.ns["none_asked"](S, site)
        S.ask = (site, player, options, words)
        answer = self.ask(S)
        S.fuel = FUEL
        return answer

    def shuffled(self, things: Any, site: int, S: Position) -> Any:
        if S.nature:
            return self.question(site, NATURE, Orders(things), None, S)
        order = list(things)
        self.ns["shuffle_list"](S, order)
        return order

    def native_shuffle(self, S: Position, zone: Any, site: int) -> None:
        """A shuffle that has hooks around it, whose order may be asked for."""
        order = self.shuffled(tuple(S.zones[sure(zone)]), site, S)
        self.ns["put_order"](S, zone, order, self.ns["SITE_RULES"][site])
