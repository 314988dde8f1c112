"""Printed fields, cells, decks and options as run-time constants. Code becomes a CodeUnit, to be typed."""

from __future__ import annotations

from typing import Any

from ...lang import tree
from ...lang.diagnostic import with_article
from ...lang.source import NOWHERE, Span
from ...lang.spelling import nearest
from ...pack.model import bundle as packs
from ...pack.model.schema import entry_phrase, unquoted
from .checks.words import hint_values
from .fits import PLAYER, fits, type_phrase
from .in_game import of_those_here
from .names import absent, unknown
from .rules import place_in
from .scope import World
from .symbols import CodeUnit, Kind, Local, Member, Option, Symbol, ThingValues, Title, TitleOf, Value
from .types import (
    ANY,
    BOOL,
    NAME,
    STRING,
    Bounded,
    Code,
    Dice,
    Names,
    OrNone,
    SetOf,
    Thing,
    Type,
    Words,
    bare,
    is_mask,
    is_number,
    item_of,
)


class EntryReader:
    """Reads entries by the types of their fields. `title` and `kind` are those of the thing they belong to."""

    def __init__(self, world: World, title: str, kind: str, pack: str, code_title: str) -> None:
        self.world = world
        self.title = title
        self.kind = kind
        self.pack = pack
        self.code_title = code_title  # the title whose effect its code knows; empty for rows and cells

    def read(self, entry: packs.YamlEntry, of: Type, field: str) -> Any:
        """The constant of an entry; after a reported error, some value of the type."""
        if entry.value is None:
            if not isinstance(of, OrNone) and of != ANY and not isinstance(of, Code):
                self._wrong(entry, of, field)
                return default_of(self.world, of)
            return None
        of = bare(of)
        if isinstance(of, Code):
            return self._code(entry, of, field)
        if isinstance(entry.value, list):
            return self._items(entry, of, field)
        if isinstance(entry.value, dict):
            return self._row(entry, of, field)
        if isinstance(of, Names | Words):
            return self._word(entry, of, field)
        if isinstance(of, Thing):
            return self._reference(entry, of, field)
        if is_number(of) and not isinstance(entry.value, bool) and isinstance(entry.value, int):
            self._in_range(entry, of, field)
            return entry.value
        right = {BOOL: bool, STRING: str, NAME: str}.get(of)  # type: ignore[call-overload]
        if right is None or not isinstance(entry.value, right):
            self._wrong(entry, of, field)
            return default_of(self.world, of)
        return entry.value

    def _wrong(self, entry: packs.YamlEntry, of: Type, field: str) -> None:
        if of == ANY or any(d.at == entry.at and d.severity == "error" for d in self.world.report):
            return
        message = f"`{field}` is {type_phrase(of)}, but this is {entry_phrase(entry)}"
        self.world.report.error("wrong-type", message, entry.at, unquoted(entry))

    def _in_range(self, entry: packs.YamlEntry, of: Type, field: str) -> None:
        low, high = bounds(self.world, of)
        if (low is not None and entry.value < low) or (high is not None and entry.value > high):
            message = f"`{field}` must be a number of {of}, not {entry.value}"
            self.world.report.error("out-of-range", message, entry.at)

    def _word(self, entry: packs.YamlEntry, of: Names | Words, field: str) -> int:
        value = self.world.values.get((of, str(entry.value)))
        if value is not None:
            return value.index
        if not any(d.at == entry.at and d.severity == "error" for d in self.world.report):
            known = [name for t, name in self.world.values if t == of]
            listed = ", ".join(known)
            hint = absent(self.world.game, str(entry.value)) or nearest(str(entry.value), known)
            self.world.report.error(
                "unknown-name", f"`{field}` must be one of {listed}, not `{entry.value}`", entry.at, hint
            )
        return 0

    def _reference(self, entry: packs.YamlEntry, of: Thing, field: str) -> Any:
        titles = self.world.game.titles
        found = titles.get(str(entry.value))
        if found is None and (self.world.bundle.map_lost(of.kind) or self.world.report.has_lost(str(entry.value))):
            return None  # already reported
        fits_here = found is not None and fits(self.world.game, found.type, of)
        fitting: dict[str, Symbol] = {}
        if not fits_here:
            fitting = {name: one for name, one in titles.items() if fits(self.world.game, one.type, of)}
        if found is None:
            message = f"`{field}` is {type_phrase(of)}, but `{entry.value}` is unknown"
            unknown(place_in(self.world), "unknown-thing", message, str(entry.value), entry.at, fitting, True)
        elif not fits_here:
            message = f"`{field}` is {type_phrase(of)}, but `{entry.value}` is {type_phrase(found.type)}"
            self.world.report.error("wrong-type", message, entry.at, nearest(str(entry.value), fitting))
        else:
            return TitleOf(found.name)
        return None

    def _items(self, entry: packs.YamlEntry, of: Type, field: str) -> Any:
        item = item_of(of)
        if item is None:
            self._wrong(entry, of, field)
            return default_of(self.world, of)
        self._rows = 0
        here = [part for part in entry.value if item != PLAYER or str(part.value) not in self.world.game.absent]
        found = [self.read(part, item, field) for part in here]
        if is_mask(of):
            return sum(1 << n for n in set(found) if isinstance(n, int) and 0 <= n < 64)
        return tuple(dict.fromkeys(found)) if isinstance(of, SetOf) else tuple(found)

    _rows = 0

    def _row(self, entry: packs.YamlEntry, of: Type, field: str) -> Any:
        kind = self.world.game.kinds.get(of.kind) if isinstance(of, Thing) else None
        if kind is None:
            self._wrong(entry, of, field)
            return default_of(self.world, of)
        self._rows += 1
        title = f"{self.title}.{field}.{self._rows}"
        values = ThingValues(title, kind.name, self.pack)
        self.world.game.things[title] = values
        read_fields(self.world, values, kind, entry.value, "")
        return TitleOf(title)

    def _code(self, entry: packs.YamlEntry, of: Code, field: str) -> CodeUnit | None:
        code = entry.value
        if isinstance(code, packs.CodeText):
            if code.entry == "standing":
                return None
            nodes, at = code.nodes, code.at
        elif of.entry == "formula" and isinstance(code, int):
            plain = tree.Bool(entry.at, code) if isinstance(code, bool) else tree.Number(entry.at, code)
            nodes, at = [plain], entry.at
        else:
            return None  # already reported when the pack was read
        return make_unit(self.world, of, self.code_title, field, nodes, at, self.kind, self.pack)


def make_unit(
    world: World, of: Code, title: str, field: str, nodes: list[Any], at: Span, kind: str, pack: str
) -> CodeUnit:
    params = [Local(name, declared) for name, declared in of.params]
    unit = CodeUnit(title, field, of, params, nodes, at, kind, pack)
    world.game.code.append(unit)
    return unit


def bounds(world: World, of: Type) -> tuple[int | None, int | None]:
    """The ends of a range as far as they are fixed: numbers, and options by their values."""
    if isinstance(of, Dice):
        return of.count, of.count * of.faces
    if not isinstance(of, Bounded):
        return None, None
    ends: list[int | None] = []
    for end in (of.low, of.high):
        if isinstance(end, str):
            option = world.game.options.get(end)
            ends.append(option.value if option is not None and isinstance(option.value, int) else None)
        else:
            ends.append(end)
    return ends[0], ends[1]


def default_of(world: World, of: Type) -> Any:
    """The first value of a type: no, 0 or the end nearest it, the first name, the empty set, none."""
    if isinstance(of, OrNone):
        return None
    if of == BOOL:
        return False
    if is_number(of):
        low, high = bounds(world, of)
        return max(low if low is not None else 0, min(0, high if high is not None else 0))
    if isinstance(of, Names | Words):
        return 0
    if of in (STRING, NAME):
        return ""
    if item_of(of) is not None and of != ANY:
        return 0 if is_mask(of) else ()
    return None


def constant_of(world: World, node: tree.Formula, of: Type, what: str) -> Any:
    """The value of a typed formula that must be constant; reports one that is not."""
    if isinstance(node, tree.Number | tree.Bool):
        return TitleOf(node.ref.name) if isinstance(node.ref, Title) else node.value
    if isinstance(node, tree.NoneValue):
        return None
    if isinstance(node, tree.Minus) and isinstance(node.of, tree.Number):
        return -node.of.value
    if isinstance(node, tree.Text) and all(isinstance(part, str) for part in node.parts):
        return "".join(str(part) for part in node.parts)
    if isinstance(node, tree.Name):
        if isinstance(node.ref, Value):
            return node.ref.index
        if isinstance(node.ref, Option):
            return node.ref.value
        if isinstance(node.ref, Title):
            return node.ref.name if node.type == NAME else TitleOf(node.ref.name)
    if isinstance(node, tree.ListOf):
        item = item_of(of)
        found = [constant_of(world, part, item if item is not None else ANY, what) for part in node.items]
        if is_mask(of):
            return sum(1 << n for n in set(found) if isinstance(n, int))
        return tuple(dict.fromkeys(found)) if isinstance(of, SetOf) else tuple(found)
    if isinstance(node, tree.Range) and isinstance(node.low, tree.Number) and isinstance(node.high, tree.Number):
        numbers = range(node.low.value, node.high.value + 1)
        return sum(1 << n for n in numbers) if is_mask(of) else tuple(numbers)
    if node.type != ANY:
        world.report.error("not-constant", f"{what} must be a plain value, not a formula", node.at)
    return default_of(world, of)


def literal(world: World, kind: Kind, given: dict[str, tree.Formula], node: tree.Literal) -> Title:
    """The thing of a kind with these typed values: of the same values always the same."""
    values = {}
    for name, member in kind.fields.items():
        value = given.get(name)
        if value is None:
            values[name] = default_value(world, member)
        else:
            values[name] = constant_of(world, value, bare(member.type), f"`{name}` of {with_article(kind.name)}")
            _in_bounds(world, member, values[name], value.at)
    key = (kind.name, *values.values())
    if key not in world.literals:
        world.literals[key] = f"{kind.name}.{len(world.literals) + 1}"
        made = ThingValues(world.literals[key], kind.name, world.bundle.id)
        made.values.update(values)
        world.game.things[made.title] = made
    return Title(world.literals[key], kind.type, node)


# ------------------------------------------------------------------------------------------------ things


def read_things(world: World) -> None:
    game = world.game
    for thing in world.bundle.things.values():
        kind = game.kinds.get(thing.kind)
        if kind is not None:
            values = ThingValues(thing.id, thing.kind, thing.pack)
            game.things[thing.id] = values
            read_fields(world, values, kind, of_those_here(world, thing, kind), thing.id)


def read_fields(
    world: World, values: ThingValues, kind: Kind, given: dict[str, packs.YamlEntry], code_title: str
) -> None:
    """Fill in every printed field of the kind: as given, or its default, or the first value of its type."""
    reader = EntryReader(world, values.title, kind.name, values.pack, code_title)
    for name, member in kind.fields.items():
        if member.is_state:
            continue
        entry = given.get(name)
        if entry is not None:
            reader._rows = 0
            found = reader.read(entry, member.type, name)
        else:
            found = default_value(world, member)
        if isinstance(found, CodeUnit):
            values.code[name] = found
        elif not isinstance(bare(member.type), Code):
            values.values[name] = found


def default_value(world: World, member: Member) -> Any:
    """The value of a printed field that is not written."""
    key = id(member)
    if key not in world.defaults:
        world.defaults[key] = _default_value(world, member)
    return world.defaults[key]


def _default_value(world: World, member: Member) -> Any:
    of = bare(member.type)
    if member.default is None:
        return default_of(world, member.type)
    if isinstance(of, Code):
        if isinstance(member.default, tree.NoneValue):
            return None
        node = member.default
        return make_unit(world, of, "", member.name, [node], node.at, member.kind, "")
    found = constant_of(world, member.default, of, f"the default of `{member.name}`")
    _in_bounds(world, member, found, member.default.at)
    return found


def _in_bounds(world: World, member: Member, found: Any, at: Span) -> None:
    of = bare(member.type)
    low, high = bounds(world, of)
    if isinstance(found, int) and ((low is not None and found < low) or (high is not None and found > high)):
        message = f"`{member.name}` must be a number of {of}, not {found}"
        world.report.error("out-of-range", message, at)


# ------------------------------------------------------------------------------------------------ options


def settle_options(world: World) -> None:
    """Give each option its default, then what the bundle's settings say; the later wins."""
    game = world.game
    settled = {setting.option for setting in world.bundle.settings}
    for option in game.options.values():
        node = option.decl
        assert isinstance(node, tree.OptionDecl)
        entry = packs.YamlEntry(_written_value(node.default), node.default.at)
        if option.name in settled and isinstance(bare(option.type), Thing) and entry.value not in game.titles:
            node.default.type = option.type
            continue  # a base may name a thing of a pack that extends it
        option.value = EntryReader(world, "", "", "", "").read(entry, option.type, option.name)
        node.default.type = option.type
        if isinstance(node.default, tree.Name):
            node.default.ref = world.values.get((bare(option.type), node.default.name))
    for setting in world.bundle.settings:
        found = game.options.get(setting.option)
        if found is None:
            if setting.option == "players":
                _fixed_players(world, setting)
                continue
            message = f"unknown option `{setting.option}`"
            known: dict[str, Symbol] = dict(game.options)
            at = setting.named_at if setting.named_at.line else setting.at
            unknown(place_in(world), "unknown-option", message, setting.option, at, known, True)
            continue
        value = setting.value
        if isinstance(bare(found.type), Names | Words) and isinstance(value, bool):
            value = "yes" if value else "no"
        entry = packs.YamlEntry(value, setting.at)
        found.value = EntryReader(world, "", "", "", "").read(entry, found.type, setting.option)
        hint_values(world, setting.option)


def _fixed_players(world: World, setting: packs.Setting) -> None:
    game = world.game
    message = f"`{game.name}` always has {len(game.players)} players: {', '.join(game.players)}"
    hint = f"to vary the number of players, add a line to the rules such as `players 2..{max(3, len(game.players))}`"
    at = setting.named_at if setting.named_at.line else setting.at
    world.report.error("unknown-option", message, at, hint)


def _written_value(node: tree.Formula) -> Any:
    if isinstance(node, tree.Minus) and isinstance(node.of, tree.Number):
        return -node.of.value
    return node.name if isinstance(node, tree.Name) else getattr(node, "value", None)


# ------------------------------------------------------------------------------------------------ tables


def read_tables(world: World) -> None:
    game = world.game
    for table in world.bundle.tables.values():
        symbol = game.tables.get(table.id)
        if symbol is None:
            message = f"unknown table `{table.id}`"
            if not any(d.at == table.at and d.severity == "error" for d in world.report):
                known: dict[str, Symbol] = dict(game.tables)
                unknown(place_in(world), "unknown-table", message, table.id, table.at, known)
            continue
        reader = EntryReader(world, table.id, "", table.pack, "")
        cells = game.cells.setdefault(table.id, {})
        read: dict[int, Any] = {}  # a cell under a span of keys is one piece of code, typed once
        for key, entry in table.cells.items():
            if any(bare(p.type) == PLAYER and raw in game.absent for raw, p in zip(key, symbol.params, strict=False)):
                continue
            parts = []
            for raw, param in zip(key, symbol.params, strict=False):
                reader._rows = 0
                part = packs.YamlEntry(
                    None if raw == "none" else raw, entry.key_at if entry.key_at != NOWHERE else entry.at
                )
                parts.append(reader.read(part, param.type, param.name))
            if id(entry) not in read:
                read[id(entry)] = reader.read(entry, symbol.type, table.id)
            cells[tuple(parts)] = read[id(entry)]
            if key in table.stand_in:
                game.stand_in.setdefault(table.id, {})[tuple(parts)] = table.stand_in[key]
