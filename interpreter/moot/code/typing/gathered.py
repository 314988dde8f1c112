"""Names in code and data of all packs: the words of offers, ids in fields of names, the contents of a deck's
section.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...lang import tree
from ...lang.source import Span
from ...pack.model.bundle import Bundle, CodeText, YamlEntry
from .builtins import BLANK
from .in_game import root_kind
from .scope import World
from .symbols import Function, Kind, Local, TypedGame
from .types import ANY, BOOL, NAME, THING, Code, Thing, Type, Zone, bare, item_of


def entries(entry: YamlEntry) -> Iterable[YamlEntry]:
    """An entry and all below it."""
    yield entry
    if isinstance(entry.value, list):
        for item in entry.value:
            yield from entries(item)
    elif isinstance(entry.value, dict):
        for item in entry.value.values():
            yield from entries(item)


def code_texts(bundle: Bundle) -> Iterable[CodeText]:
    """All code in YAML."""
    found = [entry for thing in bundle.things.values() for entry in thing.fields.values()]
    found += [entry for deck in bundle.decks.values() for entry in deck.fields.values()]
    found += [cell for table in bundle.tables.values() for cell in table.cells.values()]
    for entry in found:
        for inner in entries(entry):
            if isinstance(inner.value, CodeText):
                yield inner.value


def bringer(game: TypedGame) -> Type:
    """The kind of things that carry rules and actions: the one base of all kinds with standing code."""
    roots = {
        root_kind(game, kind.name)
        for kind in game.kinds.values()
        if any(isinstance(of := bare(m.type), Code) and of.entry == "standing" for m in kind.fields.values())
    }
    return Thing(roots.pop()) if len(roots) == 1 else THING


def blanking(world: World) -> None:
    """If code names `blank`, that is a function which is false for everything until rules modify it. Whatever a
    thing carries asks for it first: its rules in their conditions, its actions in a requirement. Rules that modify
    it do not.
    """
    naming = (node for node in world.nodes if isinstance(node, tree.Call | tree.Head) and node.name == BLANK.name)
    first = next(naming, None)
    if first is None:
        return
    at = first.at
    body = tree.FunctionDecl(at, BLANK.name, [], None, [], [tree.Guarded(at, tree.Bool(at, False), None, [])])
    function = Function(BLANK.name, BOOL, body, [Local("c", bringer(world.game))])
    world.game.functions[BLANK.name] = world.callables[BLANK.name] = function
    for carried in world.game.carried.values():
        for rule in carried.standing:
            if rule.head.name != BLANK.name:
                parts = [_awake(rule.at), *([rule.where] if rule.where is not None else [])]
                rule.where = parts[0] if len(parts) == 1 else tree.And(rule.at, parts)
        for action in carried.actions.values():
            if isinstance(action.decl, tree.ActionDecl):
                at = action.decl.at
                action.decl.lines.insert(0, tree.Require(at, _awake(at), tree.Text(at, ["it is blank"]), cites=[]))


def _awake(at: Span) -> tree.Formula:
    return tree.Not(at, tree.Call(at, BLANK.name, [tree.Name(at, "this")]))


def offer_words(world: World) -> None:
    for node in world.nodes:
        if isinstance(node, tree.Offer) and node.occasion is not None:
            world.offer_words.add(node.occasion)


def known_ids(world: World) -> None:
    """The ids that fields of type `name` hold, whether a thing bears them or not."""

    def gather(entry: YamlEntry, of: Type) -> None:
        of = bare(of)
        if of == NAME and isinstance(entry.value, str):
            world.known_ids.add(entry.value)
        elif isinstance(entry.value, list):
            item = item_of(of)
            for part in entry.value:
                gather(part, item if item is not None else ANY)
        elif isinstance(entry.value, dict) and isinstance(of, Thing):
            kind = world.game.kinds.get(of.kind)
            for name, part in entry.value.items():
                if kind is not None and name in kind.fields:
                    gather(part, kind.fields[name].type)

    for thing in world.bundle.things.values():
        kind = world.game.kinds.get(thing.kind)
        for name, entry in thing.fields.items():
            if kind is not None and name in kind.fields:
                gather(entry, kind.fields[name].type)


def section_item(world: World) -> Type:
    """The contents of a section of a deck, if no zone has its name: the kind that deck files list, or else the
    kind that most zones hold.
    """
    told = world.bundle.deck_files
    groups = told.value["groups"].value.values() if told is not None and "groups" in told.value else ()
    listed = {str(kind.value) for group in groups for kind in group.value["kinds"].value}
    roots = {root_kind(world.game, kind) for kind in listed if kind in world.game.kinds}
    if len(roots) == 1:
        return Thing(roots.pop())
    counts: dict[Type, int] = {}
    for zone in world.game.zones.values():
        if isinstance(zone.type, Zone) and isinstance(zone.type.item, Thing):
            counts[zone.type.item] = counts.get(zone.type.item, 0) + 1
    return max(counts, key=lambda of: counts[of]) if counts else ANY


def not_a_value(world: World, kind: Kind) -> str:
    """Why no thing of a kind can be written in a formula; empty where one can."""
    for member in kind.fields.values():
        if member.is_state:
            return f"its `{member.name}` changes"
        if isinstance(bare(member.type), Code):
            return f"its `{member.name}` is code"
    root = root_kind(world.game, kind.name)
    if any(isinstance(node, tree.New) and root_kind(world.game, node.kind) == root for node in world.nodes):
        return "make such things with `new`"
    dealt = {title for deck in world.bundle.decks.values() for title, _, _ in deck.cards}
    kinds = {world.bundle.things[title].kind for title in dealt if title in world.bundle.things}
    return "decks deal such things" if root in {root_kind(world.game, one) for one in kinds} else ""
