"""Why a value is not available: its zone, false conditions, missing routes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...code.program import RuleLine
from ...code.typing import symbols
from ...lang import tree
from ...state.tags import Tag
from .context import DecisionContext, RefusalReason
from .destinations import Travel, travel_of
from .formula_trace import FormulaTracer, Lack, Unread, source_text_of
from .instrumented import NotedStep

_Choice = tree.Choose | tree.Pick
_AGAIN = "has already been chosen"


def choice_reasons(
    context: DecisionContext, node: _Choice | tree.ChooseTogether | tree.ChooseOne, step: NotedStep, key: str
) -> list[RefusalReason]:
    """The reasons against a value, or one of several ways to continue, that a decision does not offer."""
    if isinstance(node, tree.ChooseOne):
        return _choose_one(context, node, step, key)
    if isinstance(node, tree.ChooseTogether):
        return list(_together(context, node, step, key))
    tag = Tag.read(context.site.tag)
    if tag.sort == "some":
        return list(_some(context, node, step, key, tag.inner))
    return list(_choose(context, node, step, key, context.site.tag))


def _some(context: DecisionContext, node: _Choice, step: NotedStep, key: str, tag: str) -> Iterator[RefusalReason]:
    """The reasons against the members of a set, or against their number."""
    named = [one.strip() for one in key.split(",")]
    found = [reason for one in named for reason in _choose(context, node, step, one, tag)]
    against = [reason for reason in found if not reason.what.endswith(_AGAIN)]
    if not against:
        sizes = sorted({len(option.value) for option in context.decision.options if isinstance(option.value, tuple)})
        wanted = " or ".join(map(str, sizes))
        against.append(context.reason(f"`{key}` is not a set of {wanted}", f"there must be {wanted} of them"))
    yield from against


def _choose(context: DecisionContext, node: _Choice, step: NotedStep, key: str, tag: str) -> Iterator[RefusalReason]:
    tracer = context.instrumented.tracer(step, context.seat)
    over = source_text_of(node.over)
    if key in ("none", "stop", "done"):
        yield _ending(context, node, tracer)
        return
    values = context.candidates(tag, key)
    if not values:
        return  # of another kind than the question
    try:
        members = tracer.members(node.over)
    except Unread:
        return
    there = [value for value in values if value in members]
    for value in there or values[:3]:
        name = context.name(tag, value)
        no_goal = list(_no_goal(context, travel_of(tracer, node.over), value)) if value not in members else []
        if no_goal:
            yield from no_goal
            continue
        if value not in members:
            lies, traced = context.where(tag, value), tracer.traced(node.over)
            words = next((one.words for one in traced if one.formula == over and not one.hidden), "")
            made = isinstance(getattr(node.over, "ref", None), symbols.Function)
            among = f"{'one of' if made else 'in'} {words}" if words else f"in `{over}`"
            yield context.reason(f"{name} is not {among}{lies}", f"it must be {among}", traced)
        inside = tracer.with_local(node.local, value)
        lacks: list[Lack] = []
        if node.where is not None:
            try:
                lacks = inside.lacking(node.where)
            except Unread:
                lacks = []
        yield from context.lacks(lacks)
        if value in members and not lacks:
            yield context.reason(f"{name} {_AGAIN}", "another one must be chosen")


def _together(
    context: DecisionContext, node: tree.ChooseTogether, step: NotedStep, key: str
) -> Iterator[RefusalReason]:
    """The first of several values that its set does not hold, or the condition that all of them together fail."""
    tracer = context.instrumented.tracer(step, context.seat)
    words = [word.strip() for word in key.split(",")]
    if len(words) != len(node.choices):
        names = ", ".join(one.name for one in node.choices)
        yield context.reason(f"`{key}` is not one of each", f"it must name the {names}, separated by commas")
        return
    for one, word, tag in zip(node.choices, words, Tag.read(context.site.tag).items, strict=True):
        over = source_text_of(one.over)
        try:
            members = tracer.members(one.over)
        except Unread:
            return
        values = context.candidates(tag, word)
        value = next((value for value in values if value in members), None)
        if value is None:
            lies = context.where(tag, values[0]) if values else ""
            needed = f"it must be in `{over}`"
            yield context.reason(f"{word} is not in `{over}`{lies}", needed, tracer.traced(one.over))
            return
        tracer = tracer.with_local(one.local, value)
    if node.where is not None:
        with suppress(Unread):
            yield from context.lacks(tracer.lacking(node.where))


def _no_goal(context: DecisionContext, travel: Travel | None, place: int) -> Iterator[RefusalReason]:
    """Why a place is out of reach on the board; empty if the decision is not about a destination."""
    if travel is None or place not in travel.board.places:
        return
    search = _function_place(context, travel.decl)
    name, cost = context.name("thing", place), travel.costs().get(place)
    if cost is None:
        for shut in travel.shut(place):
            gists = [context.made.game.program.clauses.get(clause, ("",))[0] for clause in shut.clauses[:1]]
            why = (
                "it depends on hidden information"
                if shut.hidden
                else " ".join([*filter(None, gists), f"(`{shut.line}`)"])
            )
            what = f"no step leads from {context.name('thing', shut.here)} to {name}: {why}"
            yield RefusalReason(what, "", (), shut.rule, shut.file, shut.at, shut.clauses)
    elif cost > travel.limit:
        needed = f"it must cost at most {travel.limit}"
        yield RefusalReason(f"{name} costs {cost}, but only {travel.limit} can be spent", needed, (), *search)
    for lacks, decl in travel.lacking(place):
        yield from context.lacks(lacks, _function_place(context, decl))
    if cost is None and not travel.shut(place):
        yield RefusalReason(f"no route leads to {name}", "", (), *search)


def _function_place(context: DecisionContext, decl: tree.FunctionDecl | None) -> RuleLine:
    """The place of a function, or the line of the prompt if there is none."""
    if decl is None:
        return context.place
    plan = context.made.plan
    clauses = plan.clauses(decl.cites, plan.packs.get(id(decl), ""))
    return RuleLine(f"function {decl.name}", decl.at.source.path, decl.at.line, clauses)


def _ending(context: DecisionContext, node: _Choice, tracer: FormulaTracer) -> RefusalReason:
    low = getattr(node, "low", None)
    if low is not None:
        needed = f"`{source_text_of(low)}` must be chosen"
        return context.reason("more must be chosen before it can end", needed, tracer.traced(low))
    return context.reason("one must be chosen: the rule has no `or none`", "choose one of these")


def _choose_one(context: DecisionContext, node: tree.ChooseOne, step: NotedStep, key: str) -> list[RefusalReason]:
    labels = Tag.read(context.site.tag).names
    if key not in labels:
        return []
    one = node.alternatives[labels.index(key)]
    if one.where is None:
        return []
    own = context.made.plan.clauses(one.cites, context.pack(step)) or context.place.clauses
    try:
        lacks = context.instrumented.tracer(step, context.seat).lacking(one.where)
    except Unread:
        return []
    return context.lacks(lacks, context.place._replace(line=one.at.line, clauses=own))
