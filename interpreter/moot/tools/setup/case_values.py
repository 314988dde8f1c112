"""Values in cases: read by their expected type, and compared with the value of a formula."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ...code.typing import types
from ...code.typing.fits import type_phrase
from ...code.typing.types import Type, bare, may_be_none
from ...lang.diagnostic import Report
from ...lang.spelling import nearest, one_of
from ...pack.model.bundle import YamlEntry
from ...pack.model.schema import entry_phrase
from ...pack.model.yaml_text import raw
from ...state.layout import ROW, argument_key, row_number, zone_key
from ...state.position import Position
from .compiled import CompiledGame
from .not_in_decks import not_in_game

_BOOL = {"yes": True, "no": False, "true": True, "false": False}


class CaseValues:
    """Reads the values in a case. Errors go to the report, and the value is then None."""

    def __init__(self, game: CompiledGame, report: Report) -> None:
        self.game = game
        self.report = report
        self.layout = game.layout
        self.rows: Container[int] = ()  # records made in play

    def error(self, code: str, message: str, entry: YamlEntry, hint: str = "") -> None:
        self.report.error(code, message, entry.at, hint)

    # -------------------------------------------------------------------------------------------- things and players

    def player(self, name: str, entry: YamlEntry) -> int | None:
        """The number of a player; `entry` is the place of the name."""
        if name in self.layout.players:
            return self.layout.players.index(name)
        hint = one_of(name, self.layout.players)
        at = entry.key_at if entry.key_at.line and raw(entry) != name else entry.at
        self.report.error("unknown-player", f"unknown player `{name}`", at, hint)
        return None

    def known_thing(self, entry: YamlEntry) -> list[int]:
        """Every copy that the name may mean; none, with a diagnostic, if nothing has it. A row need not be there."""
        name = raw(entry)
        row = row_number(self.layout, name)
        if row is not None:
            return [row]
        found = self.game.things.get(name, []) if not isinstance(entry.value, list | dict) else []
        if not found:
            message, hint = not_in_game(self.game, name) or ("", "")
            hint = hint or nearest(name, self.game.things)
            self.error("unknown-thing", message or f"unknown thing {entry_phrase(entry)}", entry, hint)
        return found

    def thing(self, entry: YamlEntry, zone: int | None = None, taken: Container[int] = ()) -> int | None:
        """The thing with that name. Among several copies: the one whose initial zone belongs to the zone's player,
        and that is not yet placed.
        """
        copies = self.known_thing(entry)
        if not copies:
            return None
        if copies[0] >= ROW and copies[0] not in self.rows:
            self.error("not-made", f"unknown thing `{raw(entry)}`", entry, "name a thing made in play by its own key")
            return None
        free = [n for n in copies if n not in taken]
        if not free:
            self.error("no-copy-left", f"`{raw(entry)}` is already placed: there are no more copies", entry)
            return None
        if len(free) > 1 and zone is not None and zone < len(self.layout.zones):
            args = self.layout.zones[zone].args
            homes = self.game.numbering.homes
            own = [n for n in free if args and homes[n] >= 0 and args[0] in self.layout.zones[homes[n]].args]
            free = own or free
        if len(free) > 1 and len({self.layout.things[n].deck for n in free}) > 1:
            keys = ", ".join(self.layout.things[n].key for n in free)
            self.error("many-copies", f"`{raw(entry)}` is ambiguous", entry, f"write one of: {keys}")
            return None
        return free[0]

    # -------------------------------------------------------------------------------------------- reading

    def read(self, entry: YamlEntry, of: Type) -> Any:
        """The value as the machine keeps it."""
        plain = bare(of)
        if isinstance(entry.value, dict):
            return self._wrong(entry, of)
        if isinstance(plain, types.SetOf | types.ListOf):
            return self._several(entry, plain)
        if isinstance(entry.value, list):
            return self._wrong(entry, of)
        name = raw(entry)
        if name == "none" and may_be_none(of):
            return None
        if plain == types.BOOL:
            return _BOOL[name] if name in _BOOL else self._wrong(entry, of)
        if types.is_number(plain):
            number = isinstance(entry.value, int) and not isinstance(entry.value, bool)
            return entry.value if number else self._wrong(entry, of)
        if isinstance(plain, types.Names | types.Words):
            names = self.layout.names[plain.kind] if isinstance(plain, types.Names) else list(plain.names)
            if name in names:
                return names.index(name)
            self.error("unknown-name", f"`{name}` is not one of {', '.join(names)}", entry, nearest(name, names))
            return None
        if isinstance(plain, types.Thing):
            return self.thing(entry)
        if isinstance(plain, types.Zone) or plain == types.PLACE:
            return self.zone(entry)
        return name if plain in (types.STRING, types.NAME) else self._wrong(entry, of)

    def _several(self, entry: YamlEntry, of: types.SetOf | types.ListOf) -> Any:
        if not isinstance(entry.value, list):
            return self._wrong(entry, of)
        values = [self.read(item, of.item) for item in entry.value]
        if any(v is None for v in values) and self.report.failed:
            return None
        return sum({1 << v for v in values}) if types.is_mask(of) else tuple(values)

    def _wrong(self, entry: YamlEntry, of: Type) -> None:
        self.error("wrong-value", f"expected {type_phrase(of)}, found {entry_phrase(entry)}", entry)

    def zone(self, entry: YamlEntry) -> int | None:
        """A zone by its name, as `hand(ann)`."""
        keys = {zone_key(self.layout, n): n for n in range(len(self.layout.zones))}
        name = raw(entry).replace(" ", "").replace(",", ", ")
        if name not in keys:
            self.error("unknown-zone", f"unknown zone `{raw(entry)}`", entry, nearest(name, keys))
        return keys.get(name)

    def in_range(self, entry: YamlEntry, of: Type, value: Any, S: Position) -> bool:
        """Whether a number is in its range in the position; if not, an error is reported."""
        plain = bare(of)
        if not isinstance(plain, types.Bounded | types.Dice) or not isinstance(value, int):
            return True
        if isinstance(plain, types.Dice):
            low, high = plain.count, plain.count * plain.faces
        else:
            low, high = self._bound(plain.low, S), self._bound(plain.high, S)
        if low <= value <= high:
            return True
        self.error("out-of-range", f"{value} is not in {low}..{high}", entry)
        return False

    def _bound(self, bound: int | str, S: Position) -> int:
        known = self.game.numbering.bound(bound)
        if known is not None:
            return known
        assert isinstance(bound, str)  # a function without parameters
        found: int = self.game.game.machine.fast.functions[bound](S)
        return found

    # -------------------------------------------------------------------------------------------- comparing

    def matches(self, entry: YamlEntry, of: Type, actual: Any) -> bool:
        """Whether a formula's value is the written one. Unknown words are reported."""
        plain = bare(of)
        if isinstance(plain, types.SetOf | types.ListOf) and isinstance(entry.value, list):
            if types.is_mask(plain):
                actual = tuple(n for n in range((actual or 0).bit_length()) if actual >> n & 1)
            return self.same(entry.value, list(actual or ()), plain.item, ordered=isinstance(plain, types.ListOf))
        if isinstance(plain, types.Thing) and not isinstance(entry.value, list | dict):
            if raw(entry) == "none":
                return actual is None
            return actual in self.known_thing(entry)
        if raw(entry) == "none" and not isinstance(entry.value, list | dict):
            return actual is None
        if plain == types.CALL:
            return raw(entry) == self.value_text(of, actual)
        wanted = self.read(entry, of)
        return bool(wanted == actual)

    def same(self, entries: list[YamlEntry], actual: list[Any], item: Type, ordered: bool) -> bool:
        """Whether the values are those written, in that order or in any."""
        if ordered:
            found = [self.matches(e, item, a) for e, a in zip(entries, actual, strict=False)]
            for late in entries[len(actual) :]:
                self.matches(late, item, None)
            return len(entries) == len(actual) and all(found)
        left = list(actual)
        good = True
        for entry in sorted(entries, key=lambda e: len(self.game.things.get(raw(e), ()))):
            hit = next((a for a in left if self.matches(entry, item, a)), None)
            if hit is None:
                self.matches(entry, item, None)
                good = False
            else:
                left.remove(hit)
        return good and not left

    def value_text(self, of: Type, value: Any) -> str:
        """A value as people write it."""
        if bare(of) == types.CALL and isinstance(value, tuple):  # else one that waits in a zone
            from ...stack.actions import key_of_call

            return key_of_call(self.game.game.program, value)
        return argument_key(self.layout, self.game.numbering.tag(of), value)

    def things_text(self, things: list[int]) -> str:
        return "[" + ", ".join(argument_key(self.layout, "thing", t) for t in things) + "]"
