"""One word, one meaning: a reader who searches for a public name finds one thing."""

from __future__ import annotations

import ast
import builtins
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rooms import PACKAGE

TESTS = Path(__file__).parents[1]
# What stands in two files all the same, and why.
NODES = "a step or formula as the tree has it, and as the intermediate form has it"
SYMBOLS = "what rules declare, as typing knows it, beside what it becomes"
HELPERS = "what compiled rules call in play, beside what writes that call"
TWICE = {
    **dict.fromkeys(("Block", "Call", "Carried", "Field", "If", "Let", "Lookup", "Modify", "Move", "Node"), NODES),
    **dict.fromkeys(("Return", "Win", "blocks", "walk"), NODES),
    **dict.fromkeys(("Code", "ListOf", "Option", "State", "Table", "Thing", "Value"), SYMBOLS),
    **dict.fromkeys(("keep", "known_to", "minus", "ordered", "printed", "within"), HELPERS),
    "Cells": "the cells of a position, and the expression that reads those of a state",
    "Fault": "what goes wrong in play, and the statement that lets it",
    "load": "moot.load compiles a game, pack.load reads one",
}
# They say that something is a text or is known, and not what is done.
RIDDLES = {"alike", "called", "named", "plain", "posed", "said", "shown", "so", "told", "written"}


def test_a_public_name_stands_in_one_file() -> None:
    twice = {
        name: files
        for name, files in public_names().items()
        if len(files) > 1 and any(not file.startswith("code/") for file in files)
    }
    assert {name: files for name, files in twice.items() if name not in TWICE} == {}
    assert sorted(name for name in TWICE if name not in twice) == [], "these stand in one file now"


@pytest.mark.parametrize("room", ["lang", "state", "pack", "stack", "tools", "ui"])
def test_no_function_is_called_by_a_riddle(room: str) -> None:
    """Functions are called by a verb with its object, or by a noun."""
    found = [
        f"{file}: {node.name}"
        for file, tree in trees().items()
        if file.startswith((f"{room}/", "code/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") in RIDDLES
    ]
    assert found == []


def test_no_public_name_hides_a_builtin() -> None:
    assert sorted(public_names().keys() & set(dir(builtins))) == []


@cache
def trees() -> dict[str, ast.Module]:
    files = sorted(PACKAGE.rglob("*.py"))
    return {f.relative_to(PACKAGE).as_posix(): ast.parse(f.read_text(encoding="utf-8")) for f in files}


@cache
def public_names() -> dict[str, list[str]]:
    """Classes, functions and names of types at the top of files: in which they are."""
    found: dict[str, list[str]] = defaultdict(list)
    for file, tree in trees().items():
        for name in dict.fromkeys(_defined(tree)):
            if not name.startswith("_"):
                found[name].append(file)
    return found


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                    yield target.id


def test_no_two_test_files_have_one_name() -> None:
    """Pytest imports them by their names alone."""
    files = Counter(file.name for file in TESTS.rglob("test_*.py"))
    assert [name for name, times in files.items() if times > 1] == []
