"""The pack that `moot new overlay` writes: an owner of a game enters the printed values in place of stand-ins."""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...lang import tree
from ...lang.diagnostic import fail
from ...lang.source import Span
from ...pack.find import MANIFEST
from ...pack.load import load
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle, CodeText, Table, Thing
from ...pack.model.schema import schema
from ..files import write_new
from ..logs.reload import folder_of
from .starters import identifier, must_be_empty, own_schema, write_schema

_PACK = """\
# yaml-language-server: $schema=.moot/pack.schema.json
# The printed values of {what} in your own copy of {game}, in place of the stand-ins.
# They belong to the publisher. Keep this folder to yourself (.gitignore keeps it out of your repository).
#
# The other files here start with the stand-ins. Enter the printed value, then remove the field's name from
# `stand_in`. To list the remaining stand-ins:
#   moot check . --stand-in
# To check the values{map}: moot check .
# Then: {then}moot play .
id: local/{name}
title: "{title}, as printed"
version: "0.1"
licence: "printed values: their publisher's"
moot: ">=0.1"
extends: [{base}]
options: {{}}
stand_in: []
"""
_ON_A_BOARD = {
    "what": "the map and the counters", "map": " (on the map, too)",
    "then": "moot show . map --svg map.svg        ",
}  # fmt: skip
_ON_CARDS = {"what": "the cards", "map": "", "then": ""}
_HEAD = """\
# yaml-language-server: $schema=.moot/cards.schema.json
# Enter each printed value, then remove the field from `stand_in`.
override:
"""
_MAP = """\
# yaml-language-server: $schema=.moot/maps.schema.json
# The map of the board {board}, a copy of the stand-in to be redrawn. `moot show . map --svg FILE` draws it.
# Remove a field from `stand_in` when you have entered all of it.
"""
_TABLES = """\
# Cells of charts that are unreadable in the source. Enter the printed values, then remove their keys from `stand_in`.
# `moot show . tables` draws the charts.
override:"""


def new_overlay(game: str, folder: Path) -> list[Path]:
    """A pack that extends a game, with every field that is a stand-in. Returns the files written.

    Raises MootError, also for a game without stand-ins for printed values.
    """
    name = identifier(folder.resolve().name)
    must_be_empty(folder)
    bundle = load(game, cases=False)
    bundle.report.raise_if_failed()
    made = {thing for board in bundle.boards.values() for thing in (*board.places, *board.links.values())}
    files = {
        f"{board.id}.yaml": _map(board) for board in bundle.boards.values() if _invented(board, bundle)
    } | _counters([thing for thing in bundle.things.values() if thing.stand_in and thing.id not in made])
    tables = [table for table in bundle.tables.values() if table.stand_in]
    if tables:
        files["tables.yaml" if "tables.yaml" not in files else "cells.yaml"] = _cells(tables, bundle)
    if not files:
        raise fail("no-stand-in", f"`{bundle.id}` has no stand-ins for printed values")
    own = folder_of(game)
    base = os.path.relpath(own, folder.resolve()) if own else bundle.id
    title = bundle.manifests[-1].title.replace('"', "'")
    words = _ON_A_BOARD if bundle.boards else _ON_CARDS
    return [
        write_new(folder / MANIFEST, _PACK.format(game=bundle.id, base=base, name=name, title=title, **words)),
        write_new(folder / ".gitignore", "*\n"),
        *(write_new(folder / file, text) for file, text in files.items()),
        *(write_schema(folder, kind, schema(kind)) for kind in ("pack", "maps")[: 1 + bool(bundle.boards)]),
        write_schema(folder, "cards", own_schema(bundle)),
    ]


def _invented(board: Board, bundle: Bundle) -> bool:
    """Whether a map with a grid has stand-in fields."""
    drawn = (*board.places, *board.links.values())
    return board.grid is not None and any(bundle.things[ident].stand_in for ident in drawn)


def _map(board: Board) -> str:
    """A base's map as a later pack draws it: everything except its colours."""
    lines = board.at.source.lines
    depth = board.at.column - 1
    text = [_MAP.format(board=board.id) + "override:", f"  {board.id}:"]
    left_out = False
    for line in lines[board.at.line :]:
        inside = len(line) - len(line.lstrip())
        if line.strip() and inside <= depth:
            break
        if inside == depth + 2:
            left_out = line.strip().startswith("drawing:")
        if not left_out:
            text.append(f"  {line[depth:]}".rstrip())
    return "\n".join(text).rstrip() + "\n"


def _counters(things: list[Thing]) -> dict[str, str]:
    """The things with stand-ins for printed fields, by file, with the base's file names."""
    found: dict[str, list[str]] = {}
    for thing in things:
        kept = [name for name in thing.stand_in if thing.fields[name].at.line]
        fields = [f"{name}: {_value_text(thing.fields[name].at)}" for name in kept]
        line = f"  {thing.id}: {{{', '.join(fields)}, stand_in: [{', '.join(kept)}]}}"
        if kept and "\n" not in line:  # counters print no code
            found.setdefault(Path(thing.at.source.path).name, []).append(line)
    return {file: _HEAD + "\n".join(lines) + "\n" for file, lines in found.items()}


def _cells(tables: list[Table], bundle: Bundle) -> str:
    """The cells of tables that are stand-ins, nested as in their original place."""
    params = {one.name: one.params for one in bundle.declarations if isinstance(one, tree.TableDecl)}
    text = [_TABLES]
    for table in tables:
        text.append(f"  {table.id}:")
        if table.order != sorted(table.order):
            text.append(f"    by: {' '.join(params[table.id][place].name for place in table.order)}")
        marks = dict.fromkeys(table.stand_in.values())
        text.append(f"    stand_in: [{', '.join(json.dumps(mark) for mark in marks)}]")
        nested: dict[Any, Any] = {}
        for cell in table.stand_in:
            below = nested
            *keys, last = (cell[place] for place in table.order)
            for key in keys:
                below = below.setdefault(key, {})
            below[last] = table.cells[cell]
        text += ["    rows:", *_rows(nested, " " * 6, bundle.own_documents.get(table.pack, ""))]
    return "\n".join(text) + "\n"


def _rows(level: dict[Any, Any], margin: str, document: str) -> Iterator[str]:
    """The lines of nested cells: a key for each value, or for several numbers that share a cell."""
    spans: list[list[Any]] = []
    for key in level:
        before = spans[-1][-1] if spans else None
        if type(key) is type(before) is int and key == before + 1 and level[key] is level[before]:
            spans[-1].append(key)
        else:
            spans.append([key])
    for keys in spans:
        word = ("no", "yes")[keys[0]] if isinstance(keys[0], bool) else str(keys[0])
        key = f"{word}..{keys[-1]}" if len(keys) > 1 else word
        below = level[keys[0]]
        if isinstance(below, dict):
            yield f"{margin}{key}:"
            yield from _rows(below, margin + "  ", document)
            continue
        text = _value_text(below.at)
        if isinstance(below.value, CodeText) and document:  # its citations refer to the base's document
            text = re.sub(r"(?<!\S)@([^\s/]+)(?!\S)", rf"@{document}/\1", text)
        first, *more = text.splitlines()
        yield f"{margin}{key}: {first}"
        yield from textwrap.indent(textwrap.dedent("\n".join(more)), margin + "  ").splitlines()


def _value_text(at: Span) -> str:
    """The text of a value as in its file, in quotes if it would otherwise end too early within braces."""
    lines = at.source.lines[at.line - 1 : at.end_line]
    if len(lines) > at.end_line - at.line:  # it may end where the file does
        lines[-1] = lines[-1][: at.end_column - 1]
    lines[0] = lines[0][at.column - 1 :]
    text = "\n".join(lines)
    bare = len(lines) == 1 and text[:1] not in "'\"[{"
    return json.dumps(text, ensure_ascii=False) if bare and re.search(r"[,\[\]{}]", text) else text
