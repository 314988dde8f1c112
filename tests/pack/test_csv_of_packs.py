"""Packs that moot ships, with their things written as CSV instead, are the same games."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

import moot
from moot.lang.diagnostic import Report
from moot.pack.model.bundle import YamlEntry
from moot.pack.model.schema import THINGS
from moot.pack.model.yaml_text import Scalar, parse_yaml, read_text

RULES = Path(__file__).parents[2] / "rules"


@pytest.mark.parametrize("name", ["duel", "gondolin"])
def test_things_as_csv_make_the_same_game(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(RULES / name, folder)
    written = sum(as_csv(path) for path in sorted(folder.rglob("*.yaml")) if "cases" not in path.parts)
    assert written > 30
    ours, theirs = moot.load(name).program, moot.load(folder).program
    assert [thing.key for thing in ours.layout.things] == [thing.key for thing in theirs.layout.things]
    assert dict(ours.constants) == dict(theirs.constants)


def as_csv(path: Path) -> int:
    """Write the things of a YAML file as CSV in its place; how many they are."""
    source = read_text(path.read_bytes(), str(path), Report())
    root = parse_yaml(source, Report()) if source is not None else None
    section = next((name for name in THINGS if root is not None and name in root.value), "")
    if root is None or not section:
        return 0
    things: dict[str, YamlEntry] = root.value[section].value
    columns = dict.fromkeys(field for thing in things.values() for field in thing.value) | {"kind": None}
    kind, marked = root.value.get("kind"), names(root.value.get("stand_in"))
    inside = path.with_suffix("")
    inside.mkdir()
    with (inside / f"{section}.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, ["id", *columns, *({"stand_in"} - columns.keys())])
        table.writeheader()
        for ident, thing in things.items():
            row = {field: text(entry) for field, entry in thing.value.items()}
            marks = [one for one in marked if one in thing.value] + names(thing.value.get("stand_in"))
            row |= {"stand_in": f"[{', '.join(marks)}]"} if marks else {}
            table.writerow({"id": ident} | ({"kind": text(kind)} if kind is not None else {}) | row)
    path.unlink()
    return len(things)


def names(entry: YamlEntry | None) -> list[str]:
    return [str(one.value) for one in entry.value] if entry is not None else []


def text(entry: YamlEntry) -> str:
    return entry.raw if isinstance(entry, Scalar) else flow(entry)


def flow(entry: YamlEntry) -> str:
    """A value as it is written within a list."""
    if isinstance(entry.value, list):
        return "[" + ", ".join(map(flow, entry.value)) + "]"
    if isinstance(entry.value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {flow(one)}" for key, one in entry.value.items()) + "}"
    return json.dumps(text(entry)) if not text(entry).replace("_", "").isalnum() else text(entry)
