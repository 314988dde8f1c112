"""Read values by the types that the rules declare: parse code, turn drawn rows into numbers, and yes and no into bools.

Names stay strings. The typing stage checks whether they are known, and whether a number is in its range.
"""

from __future__ import annotations

import re
from typing import Any, assert_never

from ...lang import tree
from ...lang.diagnostic import Report, with_article
from ...lang.formula_text import type_text
from ...lang.source import Source, Span
from ...lang.spelling import nearest, nearest_word
from ...lang.visible import visible_line
from .board_values import BoardValues
from .bundle import CodeText, YamlEntry
from .csv_text import CsvCell, CsvThings
from .kinds import Kinds, code_of, is_text, needed, without_none
from .parsed_code import parsed_code
from .schema import entry_phrase, unquoted
from .yaml_text import Scalar

_DRAWN = re.compile(r"[x.]+")
_NUMBERS = re.compile(r"-?\d+(\.\.-?\d+)?(\s*,\s*-?\d+(\.\.-?\d+)?)*")
_BOOLS = {"yes": True, "no": False}
_MAX_SET = 1000


class Fields:
    """Turns entries as read into entries as typed. `homes` receives the pack of each piece of code, by identity."""

    def __init__(self, kinds: Kinds, report: Report, homes: dict[int, str]) -> None:
        self.kinds = kinds
        self.report = report
        self.homes = homes
        self.boards: dict[str, BoardValues] = {}  # by kind of places or sides: those of grids are written as labels
        self.sheets: dict[Source, CsvThings] = {}  # the CSV files among what is read
        self.meant: set[tuple[str, str]] = set()  # of a thing: the field that a misspelt one means

    def row(
        self, given: dict[str, YamlEntry], kind: str, what: str, at: Span, pack: str, whole: bool = True
    ) -> dict[str, YamlEntry]:
        """The fields of a thing or row of that kind, typed. `whole`: required fields must be present."""
        known = self.kinds.fields(kind)
        typed: dict[str, YamlEntry] = {}
        for name, entry in given.items():
            if name in known:
                typed[name] = self.value(entry, known[name].declared, f"`{name}`", pack)
            else:
                self._unknown(name, entry, kind, known)
                self.meant.add((what, nearest_word(name, known)))
        if whole:
            self.missing([n for n, f in known.items() if needed(f) and n not in given], kind, what, at)
        return typed

    def missing(self, names: list[str], kind: str, what: str, at: Span) -> None:
        """Tells of fields that should have been given."""
        known = self.kinds.fields(kind)
        for name in names:
            if (what, name) in self.meant:
                continue  # it is there, misspelt
            message, hint = f"missing `{name}` in {what}", f"a value of the type {type_text(known[name].declared)}"
            notes = [(known[name].at, "field declared here, without an initial value")]
            sheet = self.sheets.get(at.source)
            if sheet is None:
                hint = f"write `{name}:` and {hint}"
            elif name in sheet.columns:
                hint = f"write {hint} into its cell"
            else:  # not for each row
                message, at = f"missing column `{name}`: {with_article(kind)} needs it", sheet.at
                hint = f"add the column, with {hint} in each row"
            self.report.error("missing-field", message, at, hint, notes)

    def value(self, entry: YamlEntry, declared: tree.WrittenType, what: str, pack: str) -> YamlEntry:
        """The entry read as a value of the type. If it does not fit, an error is reported and the entry is returned as
        it was.

        `what` names it in messages: "`owner`", "this cell".
        """
        is_none = entry.value is None or (entry.value == "none" and not getattr(entry, "style", ""))
        if isinstance(declared, tree.OrNoneType) and is_none:
            return _as(entry, None)
        if entry.value is None:
            at = entry.key_at if entry.key_at.line else entry.at
            hint = f"write a value of the type {type_text(declared)}, or remove the line"
            self.report.error("empty-field", f"{what} is empty", at, hint)
            return entry
        declared = without_none(declared)
        if isinstance(entry, CsvCell) and not is_text(declared):
            entry = entry.flow(self.report)
        code = code_of(declared)
        if code:
            return self._code(entry, code, what, pack)
        match declared:
            case tree.SetType() | tree.ListType():
                return self._items(entry, declared, what, pack)
            case tree.RangeType() | tree.DiceType():
                return self._number(entry, declared, what)
            case tree.NamedType():
                return self._named_type(entry, declared, what, pack)
            case tree.WordsType() | tree.CodeType() | tree.OrNoneType():
                return entry
            case _:
                assert_never(declared)

    def _named_type(self, entry: YamlEntry, declared: tree.NamedType, what: str, pack: str) -> YamlEntry:
        if declared.name == "number":
            return self._number(entry, declared, what)
        if declared.name == "bool":
            value = _BOOLS.get(entry.value, entry.value) if isinstance(entry.value, str) else entry.value
            if isinstance(value, bool):
                return _as(entry, value)
            return self._wrong_type(entry, f"{what} must be yes or no", unquoted(entry))
        if declared.name == "string":
            if isinstance(entry, Scalar) and (entry.raw or entry.style):
                return _as(entry, visible_line(entry.raw.removesuffix("\n")))
            return self._wrong_type(entry, f"{what} must be text")
        if declared.name in self.boards and isinstance(entry, Scalar):
            return self.boards[declared.name].one(entry, declared.name)
        if isinstance(entry.value, dict):
            if declared.name in self.kinds.kinds:
                row = self.row(entry.value, declared.name, f"this {declared.name}", entry.at, pack)
                return _as(entry, row)
            self._wrong_type(entry, f"{what} must be {with_article(declared.name)}")
        elif isinstance(entry.value, list):
            self._wrong_type(entry, f"{what} must be one {declared.name}")
        return entry

    def _number(self, entry: YamlEntry, declared: tree.WrittenType, what: str) -> YamlEntry:
        if isinstance(entry.value, bool) or not isinstance(entry.value, int):
            of = "a whole number" if isinstance(declared, tree.NamedType) else f"a number of {type_text(declared)}"
            self._wrong_type(entry, f"{what} must be {of}", unquoted(entry))
        return entry

    def _items(self, entry: YamlEntry, declared: tree.SetType | tree.ListType, what: str, pack: str) -> YamlEntry:
        item = declared.item
        if isinstance(entry.value, list):
            return _as(entry, [self.value(one, item, what, pack) for one in entry.value])
        if entry.value == "none":
            return _as(entry, [])
        if isinstance(item, tree.NamedType) and item.name in self.boards and isinstance(entry, Scalar):
            return self.boards[item.name].several(entry, item.name)
        if isinstance(entry.value, dict) and isinstance(declared, tree.ListType):
            return self._by_place(entry, item, what, pack)
        if isinstance(entry, Scalar) and _is_number(item):
            numbers = self._drawn(entry, item) if isinstance(declared, tree.SetType) else None
            if numbers is None and _NUMBERS.fullmatch(entry.raw):
                numbers = self._spans(entry)
            if numbers is not None:
                return _as(entry, [_as(entry, number) for number in numbers])
        hint = f"write [{entry.raw}]" if isinstance(entry, Scalar) and re.fullmatch(r"[\w ,]+", entry.raw) else ""
        if isinstance(declared, tree.SetType) and _is_number(item) and not hint:
            hint = 'write a list, a span such as 2..7, or a drawing such as "x..x"'
        return self._wrong_type(entry, f"{what} must be a {type_text(declared)}", hint)

    def _by_place(self, entry: YamlEntry, item: tree.WrittenType, what: str, pack: str) -> YamlEntry:
        """A list of code with entries at some places only, each given by its number. The other places have no code."""
        if not code_of(item):
            message = f"{what} must have a {type_text(item)} at every position"
            self.report.error("wrong-type", message, entry.at, "write a list: only code can be given by position")
            return entry
        places: dict[int, YamlEntry] = {}
        for key, one in entry.value.items():
            place = int(key) if str(key).isascii() and str(key).isdecimal() else 0
            if not 1 <= place <= _MAX_SET:
                message = f"`{key}` is not a position in a list"
                self.report.error("bad-place", message, one.key_at, f"number the positions from 1 to {_MAX_SET}")
                continue
            places[place] = self.value(one, item, f"{what} at {place}", pack)
        last = max(places, default=0)
        return _as(entry, [places.get(n, YamlEntry(None, entry.at)) for n in range(1, last + 1)])

    def _spans(self, entry: Scalar) -> list[int]:
        """The numbers of `2..5, 7`."""
        found: dict[int, None] = {}
        for part in entry.raw.split(","):
            low, _, high = part.strip().partition("..")
            first, last = int(low), int(high or low)
            if first > last:
                message = f"`{part.strip()}` is empty: its limits are reversed"
                self.report.error("bad-span", message, entry.at, f"write {last}..{first}")
            found.update(dict.fromkeys(range(first, min(last, first + _MAX_SET) + 1)))
        return list(found)

    def _drawn(self, entry: Scalar, item: tree.WrittenType) -> list[int] | None:
        """The numbers that a drawing such as "x..x" marks; None if it is not a drawing."""
        if not _DRAWN.fullmatch(entry.raw):
            return None
        low, high = _bounds(item)
        if low is None:
            message = f"cannot draw a set of {type_text(item)}: its lower limit is not a fixed number"
            self.report.error("bad-drawing", message, entry.at, "write a list of numbers")
            return []
        if high is not None and len(entry.raw) != high - low + 1:
            expected = f"{high - low + 1} places for {type_text(item)}"
            message = f"expected {expected}, found {len(entry.raw)} in {entry_phrase(entry)}"
            self.report.error("bad-drawing", message, entry.at, "write one `x` or `.` for each number")
        return [low + place for place, mark in enumerate(entry.raw) if mark == "x"]

    def _code(self, entry: YamlEntry, code: str, what: str, pack: str) -> YamlEntry:
        if not isinstance(entry, Scalar):
            return self._wrong_type(entry, f"{what} holds {code}", "write it under `|`")
        text = entry.raw if not isinstance(entry.value, bool) or entry.style else ("yes" if entry.value else "no")
        if not text.strip():
            self.report.error("empty-field", f"{what} is empty", entry.at, f"write {code}, or remove the line")
            return entry
        if entry.folded:
            message = f"the lines of {what} would be joined into one"
            self.report.error("folded-code", message, entry.at, "put code of several lines under `|`")
            return entry
        line, column = entry.text_place()
        columns = tuple(map(tuple, entry.columns()))
        nodes = parsed_code(code, text, entry.at.source, line, column, self.report, columns)
        parsed = CodeText(code, nodes, entry.at, text)
        for node in (parsed, *nodes):
            self.homes[id(node)] = pack
        return _as(entry, parsed)

    def _wrong_type(self, entry: YamlEntry, message: str, hint: str = "") -> YamlEntry:
        self.report.error("wrong-type", f"{message}, not {entry_phrase(entry)}", entry.at, hint)
        return entry

    def _unknown(self, name: str, entry: YamlEntry, kind: str, known: dict[str, tree.FieldDecl]) -> None:
        notes = [(self.kinds.kinds[kind].at, f"kind `{kind}` declared here")]
        if name in self.kinds.states(kind):
            message = f"`{name}` of {with_article(kind)} changes in play: its value cannot be written here"
            hint = "set its initial value in the rules"
        else:
            message = f"{with_article(kind)} has no field `{name}`"
            hint = nearest(name, known) or (
                f"available fields: {', '.join(known)}" if known else "remove it: the kind has no fields"
            )
        sheet = self.sheets.get(entry.key_at.source)
        at = sheet.columns[name] if sheet is not None else entry.key_at
        self.report.error("unknown-field", message, at, hint, notes)


def _as(entry: YamlEntry, value: Any) -> YamlEntry:
    return YamlEntry(value, entry.at, entry.key_at)


def _is_number(item: tree.WrittenType) -> bool:
    return isinstance(item, tree.RangeType | tree.DiceType) or (
        isinstance(item, tree.NamedType) and item.name == "number"
    )


def _bounds(item: tree.WrittenType) -> tuple[int | None, int | None]:
    if isinstance(item, tree.DiceType):
        return item.count, item.count * item.faces
    if isinstance(item, tree.RangeType):
        return (
            item.low if isinstance(item.low, int) else None,
            item.high if isinstance(item.high, int) else None,
        )
    return None, None
