"""The printed facts of things, in readable form."""

from __future__ import annotations

from collections.abc import Sequence

from ...code.program import Program
from ...stack.words import name_words
from ...state.layout import argument_key
from ...tools.show.facts import drawn

TIMES = "\u00d7"


def counted(text: str) -> str:
    """A list with each value once, with its count if it occurs more than once."""
    parts = text.split(", ")
    return ", ".join(one if (n := parts.count(one)) == 1 else f"{one} {TIMES}{n}" for one in dict.fromkeys(parts))


class PrintedFacts:
    """The printed facts of things, with sets of a range drawn as rows (`x..x`)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers = {row.key: number for number, row in enumerate(program.layout.things)}
        self.by_title: dict[str, int] = {}
        for number, row in enumerate(program.layout.things):
            self.by_title.setdefault(row.title, number)

    def number(self, key: str) -> int | None:
        """A thing by its key, or by its title; None if there is none."""
        return self.numbers.get(key, self.by_title.get(key))

    def kind(self, key: str) -> str:
        """The kind of a thing; empty if there is none of that name."""
        number = self.number(key)
        return "" if number is None else self.program.layout.things[number].kind

    def find(self, text: str) -> int | None:
        """A thing by the text a person types: its key, its title or its name, in upper or lower case."""
        exact = self.number(text)
        if exact is not None:
            return exact
        return next(
            (n for title, n in self.by_title.items() if text.casefold() == name_words(self.program, title).casefold()),
            None,
        )

    def of(self, number: int, named: Sequence[str] | None = None) -> list[tuple[str, str]]:
        """Name and value of each fact worth showing, or of the named facts, in this order. Leaves out facts that are
        `no`, `none` or empty, and the owner; when showing every fact, also numbers equal to their default.

        The facts of a thing made together with this one, such as a side of a counter, count as its own.
        """
        layout = self.program.layout
        row = layout.things[number]
        found: list[tuple[str, str]] = []
        printed = self.program.index.printed.get(row.kind, ())
        if named is not None:
            printed = tuple(sorted((one for one in printed if one[0] in named), key=lambda one: named.index(one[0])))
        for name, tag, low, high, constant, default in printed:
            value = self.program.constants[constant][number]
            words = name_words(self.program, name).removeprefix("printed ")
            if high and isinstance(value, int):
                found.append((words, drawn(value, low, high)))
            elif (
                value is None
                or value is False
                or value == ""
                or tag == "names player"
                or (named is not None and tag == "number" and value == 0)
                or (named is None and tag == "number" and value == default)
            ):
                continue
            elif tag == "bool":
                found.append((words, "yes"))
            else:
                key = argument_key(layout, tag, value)
                if key.strip("[").startswith((f"{row.key}.", f"{row.title}.")):  # copies share what they print
                    parts = (self.line(one, named is None) for one in key.strip("[]").split(", "))
                    found.append((words, ", ".join(f"({one})" for one in parts)))
                elif key != "[]":
                    found.append((words, counted(name_words(self.program, key).strip("[]"))))
        return found

    def owner(self, number: int) -> int:
        """The player that the thing's first fact of that type names, or else a thing that it names; -1 if none."""
        named = self._printed_names(number, "names player")
        through = [self._printed_names(thing, "names player") for thing in self._printed_names(number, "thing")]
        return next(iter([*named, *(player for players in through for player in players)]), -1)

    def _printed_names(self, number: int, tag: str) -> list[int]:
        """The values of its printed facts of that type, in order."""
        facts = self.program.index.printed.get(self.program.layout.things[number].kind, ())
        values = [self.program.constants[constant][number] for _, of, _, _, constant, _ in facts if of.startswith(tag)]
        return [value for value in values if isinstance(value, int) and not isinstance(value, bool)]

    def on_board(self, key: str) -> bool:
        """Whether it is a place of a board."""
        number = self.numbers.get(key)
        return number is not None and any(number in board.places for board in self.program.layout.boards)

    def line(self, key: str, every: bool = False) -> str:
        """Facts in one line, as in `attack x.xx defence x..x`: the facts that the report names, or all."""
        number = self.number(key)
        if number is None:
            return ""
        plain = every or self.on_board(key)  # a place's zero values go without saying
        facts = self.of(number, None if every else self.program.report.get("facts"))
        told = [one for one in facts if not (plain and one[1] == "0")]
        return "  ".join(name if value == "yes" else f"{name} {value}" for name, value in told)

    def name(self, key: str) -> str:
        """The players' word for a thing: its title in the edition's words."""
        number = self.number(key)
        return name_words(self.program, self.program.layout.things[number].title if number is not None else key)
