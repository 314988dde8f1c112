"""Types of what stands in the rules: functions, procedures, actions, laws and standing rules."""

from __future__ import annotations

from ...lang import tree
from ...lang.diagnostic import nearest
from ...lang.walk import walk
from .asked import condition, items, number, type_of, typed_as
from .builtins import CALLS, MODIFIABLE
from .fits import PLAYER, alike, join, or_none, said
from .names import check_args, counted, shown, unknown
from .scope import Place, Scope, World, what
from .statements import STATEMENTS, block, cost, let_value, require
from .symbols import Action, Builtin, Carried, Function, Local, Procedure, Symbol
from .types import ANY, BOOL, NOTHING, NUMBER, ListOf, Names, OrNone, SetOf, Thing, Type, bare, is_number

# ------------------------------------------------------------------------------------------------ places


def place_in(world: World, carried: Carried | None = None, kind: str = "") -> Place:
    """Where a rules file's code stands, or that of a thing of the kind."""
    return Place(world, Scope(), Thing(kind) if kind else None, carried)


def bind(place: Place, params: list[Local]) -> None:
    """Make the parameters known; tells of names that are taken."""
    for param in params:
        if param.decl is not None and param.name:
            place.check_free(param.name, param.decl.at)
        place.scope.names[param.name] = param


# ------------------------------------------------------------------------------------------------ functions, procedures


def infer(place: Place, function: Function) -> None:
    """Find the type of a function that does not tell it. While this runs, the function itself counts as anything."""
    function.type = ANY
    function.type = _settled(_lines(place, function, None))


def _settled(of: Type) -> Type:
    """A value found in a range is a number: only a written range cuts what modifiers make of it."""
    if isinstance(of, OrNone):
        return or_none(_settled(of.of))
    return NUMBER if is_number(of) else of


def _lines(place: Place, function: Function, due: Type | None) -> Type:
    node = function.decl
    assert isinstance(node, tree.FunctionDecl)
    place = place.within()
    bind(place, function.params)
    for let in node.lets:
        let_value(place, let)
    found: Type = ANY
    for line in node.lines:
        if line.condition is not None:
            condition(place, line.condition)
        if due is not None:
            typed_as(place, line.value, due)
            continue
        this = type_of(place, line.value, found if found != ANY else None)
        both = join(place.game, found, this)
        if both is None:
            message = f"this is {said(this)}, but another line of `{function.name}` is {said(found)}"
            place.report.error("wrong-type", message, line.value.at, "give the function its type")
        else:
            found = both
    return found


def function(place: Place, symbol: Function) -> None:
    node = symbol.decl
    assert isinstance(node, tree.FunctionDecl)
    found = _lines(place, symbol, symbol.type if node.result is not None else None)
    if node.result is None and (found in (ANY, NOTHING)) and id(symbol) in place.world.circular:
        message = f"the type of `{symbol.name}` cannot be found, since it reads itself"
        place.report.error("type-not-found", message, node.at, f"write it: `function {shown(symbol)} : …`")


def procedure(place: Place, symbol: Procedure) -> None:
    node = symbol.decl
    assert isinstance(node, tree.ProcedureDecl)
    place = place.within()
    bind(place, symbol.params)
    place.result = symbol.type
    place.returns = "a phase" if symbol.is_phase else "a procedure"
    block(place, node.block)


# ------------------------------------------------------------------------------------------------ actions


def action(place: Place, symbol: Action) -> None:
    node = symbol.decl
    assert isinstance(node, tree.ActionDecl)
    place = place.within()
    for head in node.occasions:
        _occasion(place, symbol, head)
    for domain, param in zip(node.params, symbol.params, strict=True):
        if domain.within is not None:
            item = items(place, domain.within)
            if not alike(place.game, param.type, item):
                message = f"`{param.name}` is {said(param.type)}, but these are {said(item)}"
                place.report.error("unlike-types", message, domain.within.at)
        bind(place, [param])
    if node.family is not None:
        _family(place, symbol, node.family)
    for zone in node.zones:
        if zone not in place.game.zones:
            unknown(place, "unknown-zone", f"no zone is called `{zone}`", zone, node.at, dict(place.game.zones))
    if node.actor is not None:
        typed_as(place, node.actor, PLAYER)
    if node.once_in is not None:
        phase_named(place, node.once_in, node)
    for line in node.lines:
        if isinstance(line, tree.Let):
            let_value(place, line)
        elif isinstance(line, tree.Require):
            require(place, line)
        else:
            cost(place, line)
    place.proceeds = symbol
    place.returns = "an action"
    block(place, node.do)


def _occasion(place: Place, symbol: Action, head: tree.Head) -> None:
    world = place.world
    phase = world.game.procedures.get(head.name)
    head.locals = []
    head.ref = phase
    if phase is None or not phase.is_phase:
        head.ref = None
        if head.name in world.offer_words:
            if head.names:
                message = f"`{head.name}` is the word of an offer and has no arguments"
                place.report.error("wrong-arity", message, head.at)
            return
        known: dict[str, Symbol] = {name: p for name, p in world.game.procedures.items() if p.is_phase}
        known.update({word: Symbol(word, NOTHING) for word in world.offer_words})
        message = f"`{head.name}` is neither a phase nor the word of an offer"
        unknown(place, "unknown-occasion", message, head.name, head.at, known)
        return
    if len(head.names) > len(phase.params):
        _too_many(place, head, phase)
    params = {param.name: param for param in symbol.params}
    for position, param in enumerate(phase.params):
        name = head.names[position] if position < len(head.names) else ""
        known_as = params.get(name) or place.scope.names.get(name) if name else None
        if known_as is None:
            head.locals.append(place.make(name, param.type, head))
            continue
        head.locals.append(known_as)
        if not alike(world.game, known_as.type, param.type):
            message = f"`{name}` is {said(known_as.type)}, but `{phase.name}` runs for {said(param.type)}"
            place.report.error("unlike-types", message, head.at)


def _family(place: Place, symbol: Action, node: tree.Call) -> None:
    found = place.carried.actions.get(node.name) if place.carried is not None else None
    found = found or place.game.actions.get(node.name)
    node.ref, node.type = found, NOTHING
    if found is None:
        unknown(
            place, "unknown-action", f"no action is called `{node.name}`", node.name, node.at, dict(place.game.actions)
        )
        for argument in node.args:
            type_of(place, argument)
        return
    check_args(place, found, node.args, node)
    seen: Action | None = found
    chain = [symbol]
    while seen is not None:
        if seen in chain:
            place.report.error("circle", f"`{symbol.name}` is its own family", node.at)
            symbol.family = None
            return
        chain.append(seen)
        seen = seen.family


def phase_named(place: Place, name: str, node: tree.Node) -> None:
    """Tell if no phase has the name."""
    phases: dict[str, Symbol] = {n: p for n, p in place.game.procedures.items() if p.is_phase}
    if name not in phases:
        other = place.game.procedures.get(name)
        message = f"`{name}` is a procedure, not a phase" if other is not None else f"no phase is called `{name}`"
        unknown(place, "unknown-phase", message, name, node.at.word(name), phases)


# ------------------------------------------------------------------------------------------------ laws


HELD = "deck"  # the section of data that packs bring, and that is held against laws


def law(place: Place, node: tree.LawDecl) -> None:
    place = place.within()
    if node.section in place.game.kinds:
        place.this = Thing(node.section)
        _law_lines(place, node.lines)
        return
    if node.section != HELD:
        hint = nearest(node.section, [HELD, *place.game.kinds])
        hint = hint or f"decks are held against `law {HELD}`, things against the laws of their kind"
        message = f"nothing is ever held against the laws of `{node.section}`"
        place.report.warn("never-held", message, node.at.word(node.section), hint)
    zone = place.game.zones.get(node.section)
    item = getattr(zone.type, "item", ANY) if zone is not None else place.world.section_item
    if item == ANY and node.section == HELD:
        hint = "declare the zone where decks lie, such as `zone deck : pile of card, seen by none`"
        place.report.error("no-deck-kind", "nothing tells what the cards of decks are here", node.at, hint)
        return
    node.local = Local(node.section, ListOf(item), node)
    place.scope.names[node.section] = node.local
    _law_lines(place, node.lines)


def _law_lines(place: Place, lines: list[tree.LawLine]) -> None:
    for line in lines:
        if isinstance(line, tree.Claim):
            condition(place, line.condition)
        elif isinstance(line, tree.Let):
            let_value(place, line)
        else:
            item = items(place, line.over)
            inside = place.within()
            line.local = inside.make(line.name, item, line)
            if line.where is not None:
                condition(inside, line.where)
            _law_lines(inside, line.lines)


# ------------------------------------------------------------------------------------------------ standing rules


def standing_rule(place: Place, node: tree.Standing) -> None:
    place = place.within()
    place.value = place.proceeds = place.after = None
    place.result, place.returns = NOTHING, ""
    if isinstance(node, tree.Hook):
        _hook(place, node)
    elif isinstance(node, tree.Modify):
        _modify(place, node)
    elif isinstance(node, tree.Forbid):
        _head(place, node.head, _bannable(place), "an action", "banned")
        _where(place, node)
        type_of(place, node.reason)
    elif isinstance(node, tree.When):
        _where(place, node)
        place.returns = "a `when`"
        block(place, node.block)


def _where(place: Place, node: tree.Standing) -> None:
    if node.where is not None:
        condition(place, node.where)


def _bannable(place: Place) -> dict[str, Symbol]:
    own = place.carried.actions if place.carried is not None else {}
    return {**place.game.actions, **own}


def _hookable(place: Place) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {n: e.symbol for n, e in CALLS.items() if e.symbol.sort == "procedure"}
    found.update(place.game.procedures)
    if place.carried is not None:
        found.update(place.carried.procedures)
    for name, symbol in _bannable(place).items():
        found.setdefault(name, symbol)
    return found


def _modifiable(place: Place) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {name: CALLS[name].symbol for name in MODIFIABLE}
    found.update(place.game.functions)
    if place.carried is not None:
        found.update(place.carried.functions)
    return found


def _head(place: Place, head: tree.Head, known: dict[str, Symbol], due: str, done: str) -> Symbol | None:
    """Find the target of a standing rule and bind the names of its head."""
    target = known.get(head.name)
    head.ref, head.locals = target, []
    if target is None:
        other = place.world.callables.get(head.name) or place.world.names.get(head.name)
        if other is not None:
            message = f"`{head.name}` is {what(other)}: only {due} can be {done}"
            place.report.error("wrong-target", message, head.at, _instead(other))
        else:
            unknown(place, "unknown-name", f"{due} is due, and none is called `{head.name}`", head.name, head.at, known)
    params: list[Local] = getattr(target, "params", [])
    if target is not None and len(head.names) > len(params):
        _too_many(place, head, target)
    for position, name in enumerate(head.names):
        of = params[position].type if position < len(params) else ANY
        head.locals.append(place.make(name, of, head))
    for param in params[len(head.names) :]:
        head.locals.append(Local("", param.type, head))
    return target


def _instead(other: Symbol) -> str:
    if isinstance(other, Function):
        return f"write `modify {other.name}(…) by …` or `becomes …`"
    if isinstance(other, Procedure | Action):
        return f"write `before`, `instead of` or `after {other.name}(…)`"
    return "give the change a procedure of its own, and answer that"


def _too_many(place: Place, head: tree.Head, target: Symbol) -> None:
    count = len(getattr(target, "params", []))
    message = f"`{target.name}` takes {counted(count)}, but {len(head.names)} are named"
    place.report.error("wrong-arity", message, head.at, f"it is `{shown(target)}`")


def _hook(place: Place, node: tree.Hook) -> None:
    target = _head(place, node.head, _hookable(place), "a procedure, phase or action", "answered")
    if node.when == "after":
        place.after = target
    _where(place, node)
    place.returns = f"`{'instead of' if node.when == 'instead' else node.when}`"
    if node.when == "instead":
        place.proceeds = target
        if target is None:
            place.proceeds, place.result = Symbol(node.head.name, ANY), ANY
        elif isinstance(target, Procedure):
            place.result = target.type
    block(place, node.block)


def _modify(place: Place, node: tree.Modify) -> None:
    target = _head(place, node.head, _modifiable(place), "a function", "modified")
    of: Type = ANY
    if isinstance(target, Function):
        of = place.world.type_of(target)
    elif isinstance(target, Builtin):
        of = target.type
    if node.becomes is not None:
        place.value = of
        typed_as(place, node.becomes, of)
        place.value = None
    if node.by is not None:
        _modify_by(place, node, bare(of), node.by)
    _where(place, node)


def _modify_by(place: Place, node: tree.Modify, of: Type, by: tree.Formula) -> None:
    if of == ANY or is_number(of) or isinstance(of, Names):
        number(place, by)
        for limit in (node.up_to, node.down_to):
            if limit is not None:
                typed_as(place, limit, of if isinstance(of, Names) else NUMBER)
        return
    if isinstance(of, SetOf | ListOf):
        typed_as(place, by, of)
        for limit in (node.up_to, node.down_to):
            if limit is not None:
                type_of(place, limit)
                place.report.error("wrong-type", "a list has no limits", limit.at)
        return
    type_of(place, by)
    hint = "write `becomes yes` or `becomes no`" if of == BOOL else "write `becomes …`"
    place.report.error("wrong-type", f"nothing can be added to {said(of)}", by.at, hint)


def _lasting(place: Place, node: tree.Lasting) -> None:
    node.captures.clear()
    phase_named(place, node.phase, node)
    for rule in node.rules:
        standing_rule(place.within(lasting=node), rule)
    for inner in walk(node.rules):
        target = inner.target if isinstance(inner, tree.Change) else None
        if target is not None and target.ref in node.captures:
            message = f"`{target.ref.name}` is kept as it is now: to set it inside `until` changes nothing outside"
            place.report.error("not-settable", message, target.at, "keep what changes in a state")


STATEMENTS[tree.Lasting] = _lasting
