"""The lines of a menu: each with a label to type, a note, and the choices behind it.

A choice of a number has that number as its label. Indistinguishable choices share a line. In a long menu, actions that
differ in one argument share one too: typing its label opens a menu of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...stack.decision import Decision
from ...state.tags import Tag

if TYPE_CHECKING:
    from .drawing import Drawing

LONG = 24  # a menu of more lines is folded
NAMED = 8  # the number of choices named after a folded line
MenuRow = tuple[str, str]  # the name of a choice, and its note
MenuLines = list[tuple[MenuRow, tuple[int, ...]]]  # rows, each with the numbers of its choices

_CALL = re.compile(r"([\w.]+)\((.+)\)")
_NUMBERED = re.compile(r"(.*\D)\d+")  # a numbered piece: `orc archers 2`


@dataclass(frozen=True, slots=True)
class MenuLine:
    """`label`: the text to type, if the line has a number. `options`: the numbers of its choices. `folded`: they
    differ, and have a menu of their own.
    """

    label: str
    words: str
    note: str
    options: tuple[int, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """The lines of a decision, or those behind one of its lines. `names`: choices without a line of their own, which
    are typed by name, grouped by their note.
    """

    lines: tuple[MenuLine, ...]
    names: dict[str, tuple[str, ...]]

    def line(self, label: str) -> MenuLine | None:
        return next((line for line in self.lines if line.label == label), None)

    def of(self, option: int) -> MenuLine | None:
        """The line of a choice."""
        return next((line for line in self.lines if option in line.options), None)

    def labelled(self, spoken: Mapping[int, str]) -> str:
        """Some choices with the numbers to type. Choices that read alike get their notes. `spoken`: each in words."""
        lines = {n: line for n in spoken if (line := self.of(n)) is not None}
        words = [line.words for line in dict.fromkeys(lines.values())]
        told = []
        for n, text in spoken.items():
            line = lines.get(n)
            note = f" ({line.note})" if line is not None and line.note and words.count(line.words) > 1 else ""
            told.append(text if line is None else f"{line.label} {line.words}{note}".strip())
        return ", ".join(dict.fromkeys(told))

    @property
    def how_numbered(self) -> str:
        """The text to type, in words."""
        labels = [line.label for line in self.lines if line.label]
        if not labels:
            return "type a name"
        first, last = int(labels[0]), int(labels[-1])
        straight = labels == [str(n) for n in range(first, last + 1)]
        return f"type a number from {first} to {last}" if straight else f"type {' or '.join(labels)}"


def menu_of(drawing: Drawing, decision: Decision, rows: Sequence[MenuRow], inside: Sequence[int] = ()) -> Menu:
    """`rows`: the name and the note of each option. `inside`: the options behind one line."""
    tag = Tag.read(drawing.program.sites[decision.options.ask[0]].tag)
    some = list(inside or range(len(rows)))
    grounds = {n for n in some if drawing.facts.on_board(drawing.thing_of(decision.options[n]))}
    names: dict[str, tuple[str, ...]] = {}
    if len(grounds) > LONG:
        for n in some:
            if n in grounds:
                names[rows[n][1]] = (*names.get(rows[n][1], ()), rows[n][0])
        some = [n for n in some if n not in grounds]
    elif tag.sort == "some" and len(some) > LONG:
        names = {"": tuple(dict.fromkeys(one for n in some for one in rows[n][0].split(", ")))}
        some = []
    if tag.sort == "number":
        return Menu(tuple(_numbers(decision, rows, some)), names)
    lines: MenuLines = _as_one(rows, some) if tag.sort in ("call", "thing") else [(rows[n], (n,)) for n in some]
    if len(lines) > LONG and tag.sort == "call" and not inside:
        lines = _folded(decision, rows, lines)
    made = []
    for number, (row, options) in enumerate(lines, 1):
        differ = len({rows[n] for n in options}) > 1
        more = f"({len(options)} alike)" if len(options) > 1 and not differ else ""
        made.append(MenuLine(str(number), row[0], "  ".join(filter(None, (row[1], more))), tuple(options), differ))
    return Menu(tuple(made), names)


def _numbers(decision: Decision, rows: Sequence[MenuRow], some: Sequence[int]) -> list[MenuLine]:
    lines = []
    for n in some:
        value = decision.options[n].value
        number = isinstance(value, int) and rows[n][0] == str(value)
        lines.append(MenuLine(str(value) if number else "", *rows[n], (n,)))
    return lines


def _as_one(rows: Sequence[MenuRow], some: Sequence[int]) -> MenuLines:
    """Merge choices that read alike, such as copies of a card: they are interchangeable."""
    found: dict[MenuRow, tuple[int, ...]] = {}
    for n in some:
        found[rows[n]] = (*found.get(rows[n], ()), n)
    return list(found.items())


def _folded(decision: Decision, rows: Sequence[MenuRow], lines: MenuLines) -> MenuLines:
    """Merge actions that differ in one argument only; if too many are left, also those with numbered pieces."""
    keys = [decision.options[n].key for n in range(len(rows))]
    lines = _joined(rows, lines, _by_part(lines, keys))
    if len(lines) > LONG:
        stems = {}
        for row, options in lines:
            found = _NUMBERED.fullmatch(row[0]) if len(options) == 1 else None
            stems[options] = found[1] if found is not None else None
        lines = _joined(rows, lines, stems)
    return lines


def _by_part(lines: MenuLines, keys: Sequence[str]) -> dict[tuple[int, ...], str | None]:
    """Each line's action without the argument whose omission leaves the fewest groups; None for an action without
    arguments."""
    parts: dict[tuple[int, ...], tuple[str, list[str]]] = {}
    for _, options in lines:
        found = _CALL.fullmatch(keys[options[0]])
        if found is not None:
            parts[options] = found[1], [one.strip() for one in found[2].split(",")]
    by_label: dict[str, list[list[str]]] = {}
    for label, given in parts.values():
        by_label.setdefault(label, []).append(given)
    left_out: dict[str, int] = {}
    for label, all_given in by_label.items():
        length = {len(given) for given in all_given}
        if len(length) == 1 and (many := length.pop()) > 1:
            varied = [p for p in range(many) if len({given[p] for given in all_given}) > 1]
            groups = {p: len({(*given[:p], *given[p + 1 :]) for given in all_given}) for p in varied}
            if varied:
                left_out[label] = min(varied, key=lambda p: (groups[p], -p))
    told: dict[tuple[int, ...], str | None] = {}
    for _, options in lines:
        label, given = parts.get(options, ("", []))
        out = left_out.get(label)
        told[options] = None if out is None else f"{label}({', '.join((*given[:out], '…', *given[out + 1 :]))})"
    return told


def _joined(rows: Sequence[MenuRow], lines: MenuLines, groups: dict[tuple[int, ...], str | None]) -> MenuLines:
    """Merge the lines of each group at the place of its first line; a group of two stays as it is."""
    members: dict[str, MenuLines] = {}
    for line in lines:
        if (group := groups.get(line[1])) is not None:
            members.setdefault(group, []).append(line)
    found: MenuLines = []
    for line in lines:
        group = groups.get(line[1])
        own = members.get(group, []) if group is not None else []
        if len(own) < 3:
            found.append(line)
        elif own[0] is line:
            found.append((_common(own), tuple(n for _, options in own for n in options)))
    return found


def _common(lines: MenuLines) -> MenuRow:
    """The common name of many choices, with `…` for the part that differs, and the values of that part."""
    words = [row[0].split(" ") for row, _ in lines]
    least = min(map(len, words))
    before = next((n for n in range(least) if len({one[n] for one in words}) > 1), least - 1)
    room = least - before
    after = next((n for n in range(room) if len({one[-1 - n] for one in words}) > 1), max(room - 1, 0))
    middles = [" ".join(one[before : len(one) - after]) for one in words]
    name = " ".join([*words[0][:before], "…", *words[0][len(words[0]) - after :]])
    some = ", ".join(middles[:NAMED]) + (f" and {len(middles) - NAMED} more" if len(middles) > NAMED else "")
    return name, some
