"""Why a value may not be chosen: where it lies instead, conditions that fail, ways that do not lead there."""

from __future__ import annotations

from collections.abc import Iterator

from ...code.program import RuleLine
from ...lang import tree
from ...state.tags import Tag
from .context import Asked, Reason
from .destinations import Travel, travel_of
from .formula_trace import Lack, Reader, Unread, written
from .instrumented import Step


def choice_reasons(asked: Asked, node: tree.Choose | tree.Pick | tree.ChooseOne, step: Step, key: str) -> list[Reason]:
    """What stands against a value, or one of several ways to go on, that a question does not hold."""
    if isinstance(node, tree.ChooseOne):
        return _choose_one(asked, node, step, key)
    return list(_choose(asked, node, step, key))


def _choose(asked: Asked, node: tree.Choose | tree.Pick, step: Step, key: str) -> Iterator[Reason]:
    reader = asked.observed.reader(step, asked.seat)
    over = written(node.over)
    if key in ("none", "stop", "done"):
        yield _ending(asked, node, reader)
        return
    tag = asked.site.tag
    values = asked.candidates(tag, key)
    if not values:
        yield asked.reason(f"`{key}` is nothing that `{over}` can hold", f"it would have to be one of `{over}`")
        return
    try:
        members = reader.members(node.over)
    except Unread:
        return
    there = [value for value in values if value in members]
    for value in there or values[:3]:
        name = asked.name(tag, value)
        no_goal = list(_no_goal(asked, travel_of(reader, node.over), value)) if value not in members else []
        if no_goal:
            yield from no_goal
            continue
        if value not in members:
            lies = asked.where(tag, value)
            needed = f"it would have to be in `{over}`"
            yield asked.reason(f"{name} is not in `{over}`{lies}", needed, reader.told(node.over))
        inside = reader.with_local(node.local, value)
        lacks: list[Lack] = []
        if node.where is not None:
            try:
                lacks = inside.lacking(node.where)
            except Unread:
                lacks = []
        yield from asked.lacks(lacks)
        if value in members and not lacks:
            yield asked.reason(f"{name} has been chosen already", "another would have to be chosen")


def _no_goal(asked: Asked, travel: Travel | None, place: int) -> Iterator[Reason]:
    """Why nobody can get to a place over the board; nothing where it is not asked where to go."""
    if travel is None or place not in travel.board.places:
        return
    search = _function_place(asked, travel.decl)
    name, cost = asked.name("thing", place), travel.costs().get(place)
    if cost is None:
        for shut in travel.shut(place):
            gists = [asked.made.game.program.clauses.get(clause, ("",))[0] for clause in shut.clauses[:1]]
            why = (
                "it hangs on what you cannot see"
                if shut.hidden
                else " ".join([*filter(None, gists), f"(`{shut.line}`)"])
            )
            what = f"no step leads from {asked.name('thing', shut.here)} to {name}: {why}"
            yield Reason(what, "", (), shut.rule, shut.file, shut.at, shut.clauses)
    elif cost > travel.limit:
        needed = f"it would have to cost {travel.limit} at most"
        yield Reason(f"{name} would cost {cost}, and {travel.limit} can be spent", needed, (), *search)
    for lacks, decl in travel.lacking(place):
        yield from asked.lacks(lacks, _function_place(asked, decl))
    if cost is None and not travel.shut(place):
        yield Reason(f"no way leads to {name}", "", (), *search)


def _function_place(asked: Asked, decl: tree.FunctionDecl | None) -> RuleLine:
    """Where a function stands; without one the line that asks."""
    if decl is None:
        return asked.place
    plan = asked.made.plan
    clauses = plan.clauses(decl.cites, plan.packs.get(id(decl), ""))
    return RuleLine(f"function {decl.name}", decl.at.source.path, decl.at.line, clauses)


def _ending(asked: Asked, node: tree.Choose | tree.Pick, reader: Reader) -> Reason:
    low = getattr(node, "low", None)
    if low is not None:
        return asked.reason(
            "more must be chosen before it can end", f"`{written(low)}` would have to be chosen", reader.told(low)
        )
    return asked.reason("one must be chosen: the line does not say `or none`", "one of these has to be chosen")


def _choose_one(asked: Asked, node: tree.ChooseOne, step: Step, key: str) -> list[Reason]:
    labels = Tag.read(asked.site.tag).names
    if key not in labels:
        return []
    one = node.alternatives[labels.index(key)]
    if one.where is None:
        return []
    own = asked.made.plan.clauses(one.cites, asked.pack(step)) or asked.place.clauses
    try:
        lacks = asked.observed.reader(step, asked.seat).lacking(one.where)
    except Unread:
        return []
    return asked.lacks(lacks, asked.place._replace(line=one.at.line, clauses=own))
