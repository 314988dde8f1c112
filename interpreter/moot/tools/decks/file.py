"""Read a deck from a file in any common format. The content of the file identifies the format."""

from __future__ import annotations

import re
from pathlib import Path

from ...lang import data
from ...lang.diagnostic import Report
from ...lang.source import Source, Span, shown_path
from ...lang.spelling import there_are
from ...pack.find import GAME, MANIFEST, unreadable
from ...pack.model.schema import SECTIONS
from ...pack.model.yaml_text import MAX_BYTES
from .encoding import decode_deck
from .game_format import DeckGame
from .line_formats import FENCE, check_counts, csv_columns, read_csv, read_fenced, read_list
from .listing import DeckList, card_line, whole_line
from .tree_formats import read_o8d, read_tree, sort_of_braces

FORMATS = {
    "yaml": "sections as keys, below them names and counts",
    "text": "headings between lines of ####, and 2 Name [mark] (mark)",
    "edn": '{:qty 2 :card "Name" :id "[mark] (mark)"}',
    "o8d": "XML of sections and cards; moot only reads it",
    "json": "sections, below them maps with name, card and qty",
    "csv": "a table whose first row is section,count,card,card_id",
    "list": "the usual form of a list: headings, and 2 Name",
}


def deck_source(path: Path, report: Report) -> Source | None:
    """The text of a file; None, with a diagnostic, if it is none."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        report.add(unreadable(path, error))
        return None
    return decode_deck(data, shown_path(path), report)


def is_deck_file(path: str | Path) -> bool:
    """Whether a path names a deck file: one outside a pack, or of a type that packs do not contain."""
    place = Path(path)
    if not place.is_file() or place.suffix == ".moot":
        return False
    if place.suffix not in data.PACK_FILES:
        return True
    if place.name in (MANIFEST, GAME) or any((folder / MANIFEST).is_file() for folder in place.resolve().parents):
        return False
    report = Report()
    source = deck_source(place, report)
    keys = set(re.findall(r"^(\w+):", source.text, re.MULTILINE)) if source is not None else set()
    return "game" in keys or not keys & {*SECTIONS, "override"}


def format_of(source: Source) -> str:
    """The format of a text; empty if it cannot be recognized."""
    text = source.text.lstrip()
    first = text.split("\n", 1)[0]
    if text.startswith("<"):
        return "o8d" if re.search(r"<deck[\s>]", text[:4000]) else ""
    if text[:1] in ("{", "[", "(", ";") and (text[0] != "[" or not re.match(r"\[\w+\]\s", text)):
        return sort_of_braces(text)
    if source.path.endswith((".yaml", ".yml")) or re.search(r"^(game|name): .+\n(.*\n)*?\w+:\s*\n\s+", text):
        return "yaml"  # its notes may hold lines that look like other formats
    if any(FENCE.match(line) for line in source.lines):
        return "text"
    if csv_columns(first):
        return "csv"
    at = whole_line(source, 1)
    lines = [line for line in source.lines if line.strip()]
    counted = sum(bool((line := card_line(one, at, (), False)) and line.sure) for one in lines)
    return "list" if counted else ""


def read_deck(source: Source, game: DeckGame, report: Report) -> DeckList | None:
    """The deck in a text; None, with diagnostics, if the format is unknown or the text cannot be read."""
    format = format_of(source)
    nowhere = Span(source, 0, 0, 0, 0)
    if not source.text.strip():
        report.error("empty-file", "the file is empty", nowhere, "save the deck again")
        return None
    if not format:
        message = "unknown format of deck file"
        hint = there_are(FORMATS)
        if source.text.lstrip()[:200].lower().startswith(("<!doctype html", "<html")):
            hint = "copy the visible text of the web page, not its source, into a file"
        report.error("unknown-deck-format", message, nowhere, hint)
        return None
    if format in ("json", "edn", "yaml"):
        found = read_tree(source, format, report)
    elif format == "o8d":
        found = read_o8d(source, report)
    else:
        reader = {"text": read_fenced, "csv": read_csv, "list": read_list}[format]
        found = reader(source, game.known_heading, report)
    if found is None:
        return None
    check_counts(found, report)
    if not found.lines and not report.failed:
        report.error("no-cards", "no line of this file names a card", nowhere, "check that it is the right file")
        return None
    return found
