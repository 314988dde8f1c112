"""Decks written as trees: JSON, EDN, YAML, and the XML of `.o8d` files. All become lines under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.parsers import expat

from ...lang.diagnostic import Report
from ...lang.source import Source, Span
from ...lang.visible import visible, visible_line
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import MAX_DEPTH, Scalar, parse_yaml
from .listing import DeckLine, DeckList, card_line, copies, marked, no_count

_COUNTS = ("qty", "count", "quantity", "copies")
_NAMES = ("name", "card", "title")
_CODES = ("card", "id", "code", "card_id")
_STARS = ("favourite", "favorite", "starred", "starting")
_CODE = re.compile(r"[A-Za-z]{1,8}-\d{1,5}[a-z]?")

# --------------------------------------------------------------------------------------------- JSON and EDN


_TEXT = r'"(?:[^"\\]|\\.)*"'
_TOKENS = {
    "json": re.compile(_TEXT + r'|[\[\](){}]|[^\s,:\[\](){}"]+', re.DOTALL),
    "edn": re.compile(_TEXT + r'|;[^\n]*|[\[\](){}]|#[{_]?|[^\s,\[\](){}";]+', re.DOTALL),
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}


def sort_of_braces(text: str) -> str:
    """Whether a text of brackets is `json` or `edn`: only EDN has words that begin with a colon."""
    return "edn" if re.search(r"[{\s(\[]:[a-z]", re.sub(_TEXT + r"\s*:?", '""', text, flags=re.DOTALL)) else "json"


def read_braces(source: Source, format: str, report: Report) -> YamlEntry | None:
    """The tree of a JSON or EDN text: both consist of maps and lists of texts, numbers and words. Returns None for
    other texts.

    Separators are ignored: the `,` of both and the `:` of JSON count as blanks here. EDN's `:qty` is a key like JSON's
    `"qty"`.
    """
    starts = [0]
    for line in source.text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    open_: list[tuple[str, list[YamlEntry], Span]] = []
    top: list[YamlEntry] = []
    number = 1
    for token in _TOKENS[format].finditer(source.text):
        while starts[number] <= token.start():
            number += 1
        text, first = token[0], starts[number - 1] - 1
        at = Span(source, number, token.start() - first, number, token.end() - first)
        items = open_[-1][1] if open_ else top
        if text[0] == ";" or text in ("#", "#{", "#_"):
            if text == "#{":
                open_.append(("{", [], at))
            continue
        if text in "[({":
            if len(open_) >= MAX_DEPTH:
                report.error("too-deep", f"lists and maps are nested more than {MAX_DEPTH} levels deep", at)
                return None
            open_.append((text, [], at))
        elif text in "])}":
            if not open_ or open_[-1][0] != {"]": "[", ")": "(", "}": "{"}[text]:
                report.error("bad-brackets", f"`{text}` has no matching opening bracket", at)
                return None
            sort, inside, begun = open_.pop()
            items = open_[-1][1] if open_ else top
            items.append(YamlEntry(_map(inside) if sort == "{" else inside, begun.to(at)))
        else:
            items.append(YamlEntry(_atom(text), at))
    if open_:
        report.error(
            "bad-brackets",
            f"missing closing bracket of `{open_[-1][0]}`",
            open_[-1][2],
            "check that the file is complete",
        )
        return None
    lists = [one for one in top if isinstance(one.value, dict | list)]
    if not lists:
        report.error(
            "no-cards", "no line of this file names a card", Span(source, 0, 0, 0, 0), "check that it is the right file"
        )
        return None
    return lists[0] if len(lists) == 1 else YamlEntry(lists, lists[0].at)


def _map(items: list[YamlEntry]) -> dict[str, YamlEntry]:
    found: dict[str, YamlEntry] = {}
    for key, value in zip(items[::2], items[1::2], strict=False):
        value.key_at = key.at
        found["…" if isinstance(key.value, list | dict) else str(key.value).lstrip(":")] = value
    return found


def _atom(text: str) -> Any:
    if text[0] == '"':
        said = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, text[1:-1], flags=re.DOTALL)
        return visible(said.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))  # two codes may be a letter
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    return {"true": True, "false": False, "null": None, "nil": None}.get(text, text.rstrip(":"))


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) == 5 else _ESCAPES.get(code, code)


# ----------------------------------------------------------------------------------------------- any tree


def read_tree(source: Source, format: str, report: Report) -> DeckList | None:
    """A JSON, EDN or YAML file. A map with a count and a name is a card; keys above it are its headings."""
    root = parse_yaml(source, report) if format == "yaml" else read_braces(source, format, report)
    if root is None:
        return None
    found = DeckList(format, source)
    if isinstance(root.value, dict):
        for key, entry in root.value.items():
            if isinstance(entry.value, str | int) and not isinstance(entry.value, bool):
                found.facts[key] = str(entry.value)
    found.title = " ".join(found.facts.get("name", found.facts.get("title", "")).split())
    found.notes = found.facts.get("notes", "")
    found.lines = list(_lines(root, (), report))
    return found


def _lines(entry: YamlEntry, headings: tuple[str, ...], report: Report) -> Iterator[DeckLine]:
    if isinstance(entry.value, list):
        for item in entry.value:
            yield from _lines(item, headings, report)
    elif isinstance(entry.value, dict):
        if any(key in entry.value for key in _COUNTS) or (
            headings and any(isinstance(entry.value.get(key, entry).value, str) for key in _NAMES)
        ):
            line = _card(entry, headings, report)
            if line is not None:
                yield line
            return
        for key, item in entry.value.items():
            if isinstance(item.value, dict | list):
                yield from _lines(item, (*headings, key), report)
            elif headings and (count := _count(item)) is not None:
                name, marks = marked(key)
                yield DeckLine(count, name, item.key_at, headings, marks)
            elif headings and isinstance(item, Scalar):  # in YAML only counts appear there
                said = item.raw if item.value is not None else None
                report.error("bad-count", no_count(said), item.key_at, f"write `{key}: 1`")
    elif isinstance(entry.value, str) and headings:
        line = card_line(entry.value, entry.at, headings, True)
        if line is not None:
            yield line


def _count(entry: YamlEntry) -> int | None:
    """The number of copies given after a name; None if the text is not a count."""
    if isinstance(entry.value, str):
        return copies(entry.value)
    return entry.value if isinstance(entry.value, int) and not isinstance(entry.value, bool) else None


def _card(entry: YamlEntry, headings: tuple[str, ...], report: Report) -> DeckLine | None:
    given = entry.value
    texts = {
        key: str(given[key].value)
        for key in (*_NAMES, *_CODES)
        if key in given and isinstance(given[key].value, str | int) and not isinstance(given[key].value, bool)
    }
    name = next((texts[key] for key in _NAMES if key in texts and not _CODE.fullmatch(texts[key])), "")
    code = next((texts[key] for key in _CODES if key in texts and _CODE.fullmatch(texts[key])), "")
    name, marks = marked(name)
    if "id" in texts and not code:
        marks = (*marks, *marked(f"_ {texts['id']}")[1])
    count = next((given[key] for key in _COUNTS if key in given), None)
    if count is not None and (isinstance(count.value, bool) or not isinstance(count.value, int)):
        report.error("bad-count", no_count(count.value), count.at, "write a whole number")
        return None
    if not name and not code:
        report.error("no-card", "missing card name in this entry", entry.at)
        return None
    starred = any(key in given and given[key].value is True for key in _STARS)
    at = next((given[key].at for key in _NAMES if key in given), entry.at)
    return DeckLine(1 if count is None else count.value, name, at, headings, marks, code, starred)


# ------------------------------------------------------------------------------------------------- .o8d


def read_o8d(source: Source, report: Report) -> DeckList | None:
    """The XML of an `.o8d` file: `section` contains `card`, with `qty`. Definitions of entities are refused unread."""
    found = DeckList("o8d", source)
    parser = expat.ParserCreate()
    section: list[str] = []
    begun: list[tuple[str, Span]] = []
    text: list[str] = []

    def here() -> Span:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        ends = len(source.lines[line - 1]) + 1 if line <= len(source.lines) else column + 1
        return Span(source, line, column, line, max(ends, column + 1))

    def doctype(*_: Any) -> None:
        report.error("xml-doctype", "<!DOCTYPE> is not allowed in a deck", here(), "delete it")
        raise _Refused

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "section":
            section.append(visible_line(attributes.get("name", "")))
        elif name == "card":
            begun.append((attributes.get("qty", "1"), here()))
        text.clear()

    def end(name: str) -> None:
        said = visible("".join(text).strip())  # `&#27;` is an escape
        if name == "section" and section:
            section.pop()
        elif name == "notes":
            found.notes = said
        elif name == "card" and begun:
            count, at = begun.pop()
            if (number := copies(count.strip())) is None:
                report.error("bad-count", no_count(count), at, "write a whole number")
            elif said:
                called, marks = marked(said)
                found.lines.append(DeckLine(number, called, at, tuple(one for one in section if one), marks))
            else:
                report.error("no-card", "this card has no name", at)
        text.clear()

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    try:
        # the text is decoded already, whatever the file says of its encoding
        parser.Parse(re.sub(r"^(<\?xml[^>]*?)\s+encoding=([\"'])[^\"']*\2", r"\1", source.text).encode(), True)
    except _Refused:
        return None
    except expat.ExpatError as error:
        at = replace(here(), line=error.lineno, end_line=error.lineno)
        report.error("bad-xml", f"the file is not valid XML: {expat.ErrorString(error.code)}", at)
        return None
    return found


class _Refused(Exception):
    """Ends the reading of XML that is refused."""
