"""Why an action is not available: every failing occasion, player, domain, requirement, prohibition and cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, assert_never

from ...code.plan.actions import given_to_families, node_of, offered
from ...code.plan.units import Flat
from ...code.program import RuleLine
from ...code.typing import symbols, types
from ...code.typing.data_values import bounds
from ...code.typing.fits import type_phrase
from ...lang import tree
from ...lang.diagnostic import fail
from ...lang.walk import walk
from ...stack.actions import FREE, parse_value
from ...stack.driver import FAULTS
from ...stack.words import name_words
from .context import DecisionContext, RefusalReason
from .formula_trace import FormulaTracer, TracedFormula, Unread, source_text_of
from .instrumented import NotedStep

_CALL = re.compile(r"(?:(?P<owner>.+)\.)?(?P<name>\w+)(?:\((?P<args>.*)\))?")


def call_reasons(context: DecisionContext, node: tree.Offer, step: NotedStep, key: str) -> list[RefusalReason]:
    """The reasons against an action that is not on offer, or against ending the offer."""
    if key == "done":
        return _not_done(context, node, step)
    plan = context.made.plan
    found = _CALL.fullmatch(key)
    name = found["name"] if found else key
    named = [flat for flat in plan.flat if flat.symbol.name == name]
    if found is None or not named:
        return []
    here, rows = offered(plan, node), context.made.layout.things
    owner = found["owner"] or ""
    titles = {rows[number].title for number in context.made.things.get(owner, ())}
    named = [flat for flat in named if not titles or flat.symbol.owner in titles] or named
    texts = [part.strip() for part in (found["args"] or "").split(",") if part.strip()]
    reasons: list[RefusalReason] = []
    fitting = [flat for flat in named if len(flat.symbol.params) == len(texts)]
    if not fitting:
        params = ", ".join(p.name for p in named[0].symbol.params)
        raise fail(
            "wrong-arguments", f"`{key}` does not match the arguments of `{name}`", hint=f"write {name}({params})"
        )
    for flat in fitting:
        if flat not in here:
            words, who = (name_words(context.made.game.program, one) for one in (name, context.decision.player))
            what = f"“{words}” is not offered when {who} is prompted “{context.decision.prompt}”"
            reasons.append(context.reason(what, f"“{words}” must be offered at this time"))
            continue
        things = context.made.game.machine.fast.actions[flat.number].things
        sources = [None] if things is None else [t for t in things if not owner or owner in rows[t].names]
        for this in sources[:3]:
            args = tuple(_argument(context, flat, number, text) for number, text in enumerate(texts))
            if FREE in args:
                bad = texts[args.index(FREE)]
                reasons.append(context.reason(f"`{bad}` is not a possible argument of `{name}`"))
            else:
                reasons += AttemptedCall(context, flat, this, args).reasons()
    return reasons


def bound_by_phase(context: DecisionContext, flat: Flat) -> dict[int, Any]:
    """The parameters of an action that the current phases bind, by position: `in hazards(c)` binds c."""
    call = AttemptedCall(context, flat, None, ())
    params = flat.symbol.params
    heads, holding = call.holding()
    number, given = next(iter(holding), (-1, ()))
    locals_of = heads[number].locals if number >= 0 else ()
    pairs = list(zip(locals_of, given, strict=False))
    return {at: value for at, param in enumerate(params) for local, value in pairs if param is local}


def _argument(context: DecisionContext, flat: Flat, number: int, text: str) -> Any:
    """The value meant: among several copies, the first one in the domain."""
    program = context.made.game.program
    tag = program.index.actions[flat.number].tags[number]
    values = context.candidates(tag, text) if tag in ("thing", "call") else []
    if len(values) > 1:
        domain = node_of(flat.symbol).params[number]
        if domain.within is not None:
            try:
                members = FormulaTracer(context.made, context.S).members(domain.within)
            except Unread:
                members = ()
            values = [value for value in values if value in members] or values
    return values[0] if values else parse_value(program, tag, text)


def _not_done(context: DecisionContext, node: tree.Offer, step: NotedStep) -> list[RefusalReason]:
    """The actions that must be taken before an offer can end."""
    if node.until == "taken":
        return [context.reason("one of the actions is mandatory here")]
    tracer = context.instrumented.tracer(step, context.seat)
    found = []
    for require in node.requires:
        try:
            lacks = tracer.lacking(require.condition)
        except Unread:
            continue
        own = context.made.plan.clauses(require.cites, context.pack(step)) or context.place.clauses
        place = context.place._replace(line=require.at.line, clauses=own)
        found += context.lacks(lacks, place, _words(tracer, require.reason))
    return found


def _words(tracer: FormulaTracer, text: tree.Text | None) -> str:
    try:
        return str(tracer.value(text)) if text is not None else ""
    except Unread:
        return ""


def _read(read: Callable[..., Any], *given: Any) -> Any:
    """The value from the game's own code; None if it fails, since play never passes these arguments."""
    try:
        return read(*given)
    except FAULTS:
        return None


class AttemptedCall:
    """A call of an action that is not legal."""

    def __init__(self, context: DecisionContext, flat: Flat, this: Any, args: tuple[Any, ...]) -> None:
        self.context, self.flat, self.this, self.args = context, flat, this, args
        self.S, self.made = context.S, context.made
        self.form = context.made.game.machine.fast
        question = context.S.question()
        self.player = question.player
        self.word = context.made.game.program.index.occasions.get(question.site)
        self.label = (
            f"{flat.symbol.owner}: action {flat.symbol.name}" if flat.symbol.owner else f"action {flat.symbol.name}"
        )
        self.thing = "" if this is None else context.name("thing", this)
        self.tracer = FormulaTracer(self.made, self.S, {}, {"this_thing": this}, "this_thing", seat=context.seat)

    def reasons(self) -> list[RefusalReason]:
        found = [*self._place(), *self._occasion()]
        for param, value in zip(self.flat.symbol.params, self.args, strict=True):
            self.tracer = self.tracer.with_local(param, value)
        try:
            self._families()
        except Unread:
            return found or self._first()
        found += [*self._actor(), *self._domains(), *self._once()]
        found += [*self._requirements(), *self._bans()]
        found += self._costs() if not found else []  # the cost may be readable only where the action is legal
        return found or self._first()

    def about(self, given: Mapping[int, Any]) -> list[RefusalReason]:
        """The reasons that hold whatever its other arguments are. `given`: the known arguments, by position."""
        params = self.flat.symbol.params
        for at, value in given.items():
            self.tracer = self.tracer.with_local(params[at], value)
        for param, arg in given_to_families(self.flat):
            if self._readable(arg):
                with suppress(Unread):
                    self.tracer = self.tracer.with_local(param, self.tracer.value(arg))
        actor = self.replaced("actor")
        found = [*self._place(), *(self._actor() if actor is not None and self._readable(actor) else [])]
        return [*found, *self._requirements()]

    def _readable(self, node: tree.Node) -> bool:
        """Whether each parameter that it reads is known."""
        params = {id(param) for action in self.flat.chain for param in action.params}
        lets = {
            id(one.local) for action in self.flat.chain for one in node_of(action).lines if isinstance(one, tree.Let)
        }
        free = (params | lets) - self.tracer.names.keys()
        return not any(id(inner.ref) in free for inner in walk([node]) if isinstance(inner, tree.Name))

    def _first(self) -> list[RefusalReason]:
        """The first reason in the rules' own words, if no others are to be listed."""
        why = self.form.actions[self.flat.number].why_not
        told = _read(why, self.S, self.player, self.this, self.args, self.word)
        return [] if told is None else [RefusalReason(told[0], "", (), *self.made.game.program.rule(told[1]))]

    def reason(self, what: str, needed: str, node: tree.Node, values: Sequence[TracedFormula] = ()) -> RefusalReason:
        return RefusalReason(what, needed, self.context.seen(values), *self.line(node), source=self.thing)

    def line(self, node: tree.Node) -> RuleLine:
        cites = getattr(node, "cites", None) or node_of(self.flat.symbol).cites
        clauses = self.made.plan.clauses(cites, self.flat.pack)
        return RuleLine(self.label, node.at.source.path, node.at.line, clauses)

    def replaced(self, name: str) -> Any:
        """`by`, `from`, `in` and `once in` of the member, or of the innermost family that has them."""
        for action in reversed(self.flat.chain):
            value = getattr(node_of(action), name)
            if value:
                return value
        return None

    def _families(self) -> None:
        for param, arg in given_to_families(self.flat):
            self.tracer = self.tracer.with_local(param, self.tracer.value(arg))

    # -------------------------------------------------------------------------------------------- when, where, who

    def elsewhere(self) -> bool:
        """Whether the thing that brings the action is elsewhere than the action requires."""
        return bool(self._place())

    def _place(self) -> list[RefusalReason]:
        if self.this is None:
            return []
        zones, node = self.replaced("zones"), node_of(self.flat.symbol)
        lies = self.context.where("thing", self.this)
        if zones and not self.form.lies_in(self.S, self.this, tuple(zones)):
            words = " or ".join(zones)
            return [self.reason(f"{self.thing} is not in {words}{lies}", f"it must be in {words}", node)]
        if not zones and not self.form.in_play(self.S, self.this):
            return [self.reason(f"{self.thing} is not in play{lies}", "it must be in play", node)]
        return []

    def holding(self) -> tuple[list[tree.Head], list[tuple[int, Any]]]:
        """The occasions of the action; for each that holds now, by its number, its bindings."""
        heads: list[tree.Head] = self.replaced("occasions") or []
        phases = self.made.plan.scopes
        shown = tuple((phases[h.name] if h.ref is not None else None, h.name) for h in heads)
        return heads, list(self.form.occasions(self.S, shown, self.word))

    def _occasion(self) -> list[RefusalReason]:
        heads, holding = self.holding()
        for number, given in holding:
            if number < 0:
                return []
            bound = self.tracer
            fits = True
            for local, value in zip(heads[number].locals, given, strict=False):
                params = self.flat.symbol.params
                at = next((n for n, p in enumerate(params) if p is local), -1)
                fits = fits and (at < 0 or self.args[at] == value)
                bound = bound.with_local(local, value) if at < 0 and local.name else bound
            if fits:
                self.tracer = bound
                return []
        program = self.made.game.program
        names = (source_text_of(head) if holding else name_words(program, head.name) for head in heads)
        words = " or ".join(dict.fromkeys(names))
        if self.word is not None:
            own = f", and this action belongs to {words}" if heads else ""
            what = f"only actions of {self.word} are available here{own}"
            return [self.reason(what, "", node_of(self.flat.symbol))]
        what = f"it is only available in {words}" if heads else "it is not available at this time"
        return [self.reason(what, f"{words or 'its occasion'} must be running", node_of(self.flat.symbol))]

    def _actor(self) -> list[RefusalReason]:
        actor = self.replaced("actor")
        if actor is None:
            return []
        try:
            value = self.tracer.value(actor)
        except Unread:
            return []
        if value == self.player:
            return []
        name = "nobody" if value is None else self.context.name("names player", value)
        mine = self.context.name("names player", self.player)
        what, needed = f"only {name} can do this, not {mine}", f"`{source_text_of(actor)}` must be {mine}"
        return [self.reason(what, needed, node_of(self.flat.symbol), self.tracer.traced(actor))]

    def _domains(self) -> list[RefusalReason]:
        found = []
        tags = self.made.game.program.index.actions[self.flat.number].tags
        params = self.flat.symbol.params
        for domain, param, value, tag in zip(node_of(self.flat.symbol).params, params, self.args, tags, strict=True):
            if domain.within is None:
                found += self._kind(domain, param, value)
                continue
            try:
                if value in self.tracer.members(domain.within):
                    found += self._kind(domain, param, value)
                    continue
            except Unread:
                continue
            over = source_text_of(domain.within)
            what = f"{self.context.name(tag, value)} is not in `{over}`{self.context.where(tag, value)}"
            told = self.tracer.traced(domain.within)
            found.append(self.reason(what, f"it must be in `{over}`", domain, told))
        return found

    def _kind(self, domain: tree.Domain, param: symbols.Local, value: Any) -> list[RefusalReason]:
        """The kind of the argument: something in the right place may be none, a thing of another kind, or too large a
        number.
        """
        of = types.bare(param.type)
        if value is None and not types.may_be_none(param.type):
            return [self.reason("it needs an argument, not none", f"it must be {type_phrase(of)}", domain)]
        if isinstance(of, types.Bounded | types.Dice) and type(value) is int:
            low, high = bounds(self.made.world, of)
            if (low is not None and value < low) or (high is not None and value > high):
                return [self.reason(f"{value} is not in {of}", f"it must be {type_phrase(of)}", domain)]
        things = self.made.layout.things
        if not isinstance(of, types.Thing) or not isinstance(value, int) or not 0 <= value < len(things):
            return []
        low, high = self.made.numbering.ranges.get(of.kind, (value, value + 1))
        if low <= value < high:
            return []
        name = self.context.name("thing", value)
        return [
            self.reason(f"{name} is not a {of.kind}, but a {things[value].kind}", f"it must be a {of.kind}", domain)
        ]

    def _once(self) -> list[RefusalReason]:
        once = self.replaced("once_in")
        if once is None:
            return []
        phase = self.made.plan.scopes[once]
        if not self.form.used_in(self.S, phase, self.flat.number, self.player, self.this):
            return []
        word = once.replace("_", " ")
        return [self.reason(f"it has already been done in this {word}", f"another {word}", node_of(self.flat.symbol))]

    # -------------------------------------------------------------------------------------------- what its lines say

    def _requirements(self) -> list[RefusalReason]:
        found = []
        for action in self.flat.chain:
            for one in node_of(action).lines:
                if not self._readable(one.value if isinstance(one, tree.Let) else one):
                    continue
                try:
                    if isinstance(one, tree.Let):
                        self.tracer = self.tracer.with_local(one.local, self.tracer.value(one.value))
                    elif isinstance(one, tree.Require):
                        lacks = self.tracer.lacking(one.condition)
                        found += self.context.lacks(lacks, self.line(one), _words(self.tracer, one.reason))
                except Unread:
                    continue
        return found

    def _bans(self) -> list[RefusalReason]:
        found = []
        for action in self.flat.chain:
            listening = self.form.listening(self.S, self.made.plan.target_numbers[id(action)])
            try:
                given = tuple(self.tracer.values[self.tracer.names[id(p)]] for p in action.params)
            except KeyError:
                continue
            for inst in listening:
                told = _read(self.form.banned, self.S, (inst,), given)
                if told is None:
                    continue
                rule = next(one for one in self.made.plan.rules if one.number == inst[0])
                source = self.context.name("thing", inst[1]) if inst[1] is not None else ""
                condition = rule.node.where
                where = f"`{source_text_of(condition)}` must be no" if condition is not None else ""
                needed = where or f"{source or 'this'} must be gone"
                place = self.made.game.program.rule(told[1])
                found.append(RefusalReason(told[0], needed, (), *place, source=source))
        return found

    def _costs(self) -> list[RefusalReason]:
        pay = self.form.actions[self.flat.number].pay
        told = _read(self.form.unpayable, self.S, pay, self.player, self.this, (*self.args, *self._beside()))
        if told is None:
            return []
        place = self.made.game.program.rule(told[1])
        values: list[TracedFormula] = []
        needed = "the player must be able to pay for it"
        for action in self.flat.chain:
            for one in node_of(action).lines:
                if isinstance(one, tree.Cost) and one.statement.at.line == place.line:
                    match step := one.statement:
                        case tree.Lower() | tree.Raise():
                            values += [*self.tracer.traced(step.target), *self.tracer.traced(step.by)]
                            word = "at least" if isinstance(step, tree.Lower) else "room for"
                            needed = f"`{source_text_of(step.target)}` must be {word} {self._amount(step.by)}"
                        case tree.Set() | tree.Move() | tree.CallStatement():
                            pass
                        case _:
                            assert_never(step)
        return [RefusalReason(told[0], needed, self.context.seen(values), *place, source=self.thing)]

    def _beside(self) -> list[Any]:
        """The bindings of the occasion that are not parameters, in the order in which costs receive them."""
        heads: list[tree.Head] = self.replaced("occasions") or []
        locals_ = {id(one): one for head in heads for one in head.locals if one.name}
        beside = [key for key, one in locals_.items() if one not in self.flat.symbol.params]
        return [self.tracer.values.get(self.tracer.names.get(key, "")) for key in beside]

    def _amount(self, by: tree.Formula) -> str:
        try:
            return self.tracer.value_text(by.type, self.tracer.value(by))
        except Unread:
            return source_text_of(by)
