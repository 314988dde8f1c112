"""Which actions an offer may gather, and warnings of those that no offer gathers and of offers that gather nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...lang import tree
from ...lang.spelling import nearest
from .scope import World
from .symbols import Action


def check_offers(world: World) -> None:
    actions = list(_actions(world))
    _never_offered(world, actions)
    for node in world.nodes:
        if isinstance(node, tree.Offer):
            _gathers_nothing(world, node, actions)


def belongs(heads: Sequence[tree.Head], word: str | None) -> bool:
    """Whether an action with these occasions can ever be offered where an offer names this word, or none."""
    if not heads:
        return word is None
    return any(head.ref is not None if word is None else head.ref is None and head.name == word for head in heads)


def chain_of(action: Action) -> list[Action]:
    """The action and its families, the innermost first."""
    found: list[Action] = []

    def add(one: Action) -> None:
        if one not in found:
            found.append(one)
            for family in reversed(one.families):
                add(family)

    add(action)
    return found


def _actions(world: World) -> Iterable[Action]:
    """The actions that can be performed: not families of others."""
    sources = [world.game.actions, *(carried.actions for carried in world.game.carried.values())]
    every = [action for source in sources for action in source.values()]
    families = {id(family) for action in every for family in action.families}
    return [action for action in every if id(action) not in families]


def _occasions(action: Action) -> list[tree.Head]:
    decls = [link.decl for link in chain_of(action) if isinstance(link.decl, tree.ActionDecl)]
    return next((decl.occasions for decl in decls if decl.occasions), [])


def _never_offered(world: World, actions: list[Action]) -> None:
    """Actions that no offer gathers and nothing makes wait."""
    offered: set[str] = set()
    for node in world.nodes:
        if isinstance(node, tree.Offer):
            offered.update(node.families)
        elif isinstance(node, tree.Pending):
            offered.add(node.call.name)
    if "actions" in offered:
        return
    for action in actions:
        if not any(link.name in offered for link in chain_of(action)) and action.decl is not None:
            message = f"action `{action.name}` is never offered"
            world.report.warn("never-offered", message, action.decl.at, "name it, or its family, in an `offer`")


def _gathers_nothing(world: World, node: tree.Offer, actions: list[Action]) -> None:
    """An offer whose word no action names that it could gather, or none of whose actions is for an offer without."""
    fitting = [a for a in actions if "actions" in node.families or any(c.name in node.families for c in chain_of(a))]
    if not fitting or any(belongs(_occasions(action), node.occasion) for action in fitting):
        return
    heads = [head for action in fitting for head in _occasions(action)]
    words = dict.fromkeys(head.name for head in heads if head.ref is None)
    if node.occasion is None:
        message = "this offer is always empty: its actions are only for offers that name a word"
        hint = f"write `offer … in {next(iter(words))}`"
    else:
        message = f"this offer is always empty: none of its actions is for `{node.occasion}`"
        hint = nearest(node.occasion, words) or f"write `in {node.occasion}` in the head of an action"
    world.report.warn("gathers-nothing", message, node.at, hint)
