"""Trees as short texts: what the tests of the parser compare."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from moot.lang import tree
from moot.lang.diagnostic import Report
from moot.lang.parser import parse_code, parse_rules
from moot.lang.source import Source


def shape(node: Any) -> str:
    """`set x to 3` is `Set(x 3)`: the class, then what it was made of; nothing for what is empty or none."""
    match node:
        case list() | tuple():
            return "[" + " ".join(shape(item) for item in node) + "]"
        case tree.Name():
            return node.name
        case tree.Number():
            return str(node.value)
        case tree.Bool():
            return "yes" if node.value else "no"
        case tree.NoneValue():
            return "none"
        case tree.Text():
            return '"' + "".join(p if isinstance(p, str) else "{" + shape(p) + "}" for p in node.parts) + '"'
        case tree.Cite():
            return "@" + node.clause
        case tree.Node():
            fields = [f for f in dataclasses.fields(node) if f.init and f.name not in ("at", "doc")]
            fields.sort(key=lambda f: f.kw_only)  # citations last, as they are written
            values = [getattr(node, f.name) for f in fields]
            parts = [shape(v) for v in values if v is not None and v is not False and v != []]
            return f"{type(node).__name__}({' '.join(parts)})"
    return str(node)


def _sound(report: Report) -> None:
    assert not list(report), "\n".join(d.render() for d in report)


class Parsed:
    """Parse a text that is right and give the shape of what was made."""

    def formula(self, text: str) -> str:
        report = Report()
        made = parse_code("formula", text, Source("card.yaml", text), 1, 1, report)
        _sound(report)
        return shape(made[0])

    def steps(self, text: str) -> list[str]:
        return [shape(node) for node in self.nodes("steps", text)]

    def standing(self, text: str) -> list[str]:
        return [shape(node) for node in self.nodes("standing", text)]

    def nodes(self, entry: str, text: str) -> list[Any]:
        report = Report()
        made = parse_code(entry, text, Source("card.yaml", text), 1, 1, report)
        _sound(report)
        return made

    def rules(self, text: str) -> list[str]:
        return [shape(node) for node in self.declarations(text)]

    def declarations(self, text: str) -> list[tree.Declared]:
        report = Report()
        made = parse_rules(Source("rules.moot", text), report)
        _sound(report)
        return made


@pytest.fixture
def parsed() -> Parsed:
    return Parsed()


class Messages:
    """What is said about a text that is wrong."""

    def rendered(self, text: str) -> str:
        report = Report()
        parse_rules(Source("rules.moot", text), report)
        return "\n".join(d.render() for d in report)

    def of(self, entry: str, text: str) -> list[tuple[int, int, str, str]]:
        """Line, column, code and message of each diagnostic."""
        report = Report()
        if entry == "rules":
            parse_rules(Source("rules.moot", text), report)
        else:
            parse_code(entry, text, Source("card.yaml", text), 1, 1, report)
        return [(d.at.line, d.at.column, d.code, d.message) for d in report]


@pytest.fixture
def messages() -> Messages:
    return Messages()
