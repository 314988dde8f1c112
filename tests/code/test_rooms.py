"""The floor as a house: rooms import downward alone, no file imports in a circle, no folder holds too many files.

Imports that annotations alone need are left out: of two files that call one another, one takes the other's class as a
parameter.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest

import moot

PACKAGE = Path(moot.__file__).parent
MOST = 25  # files in a folder
# Each room may import those above it in this list, and its own.
ROOMS = (
    "version",
    "moved",
    "lazy",
    "lang",
    "state",
    "pack.model",
    "pack.maps",
    "pack",
    "code.typing",
    "code.layout",
    "code.plan",
    "code.ir",
    "code.lower",
    "code.passes",
    "code.emit",
    "code",
    "stack",
    "tools",
    "tools.setup",
    "tools.documents",
    "tools.laws",
    "tools.bots",
    "tools.logs",
    "tools.simulate",
    "tools.show",
    "tools.maps",
    "tools.odds",
    "tools.decks",
    "tools.explain",
    "tools.check",
    "tools.cases",
    "tools.coverage",
    "tools.diff.structure",
    "tools.diff.search",
    "tools.diff",
    "tools.scaffold",
    "ui",
    "ui.maps",
    "ui.simulate",
    "ui.decks",
    "ui.coverage",
    "ui.explain",
    "ui.diff",
    "ui.scaffold",
    "ui.odds",
    "ui.play",
    "ui.show",
    "ui.check",
    "ui.logs",
    "",
)
FOLDERS = {file.parent.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}


def test_rooms_import_downward() -> None:
    upward = [
        f"{one} imports {other}"
        for one, others in imports().items()
        for other in others
        if ROOMS.index(room(other)) > ROOMS.index(room(one))
    ]
    assert upward == []


def test_no_file_imports_in_a_circle() -> None:
    graph = networkx.DiGraph([(one, other) for one, others in imports().items() for other in others])
    assert [sorted(ring) for ring in networkx.strongly_connected_components(graph) if len(ring) > 1] == []


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_no_folder_is_too_large(folder: str) -> None:
    assert len(list((PACKAGE / folder).glob("*.py"))) <= MOST


def test_no_module_is_called_like_its_package_or_a_builtin() -> None:
    named = [file.relative_to(PACKAGE).with_suffix("") for file in PACKAGE.rglob("*.py")]
    wrong = [str(name) for name in named if name.name == name.parent.name or name.name in dir(builtins)]
    assert wrong == []


def test_every_folder_says_what_it_is_for() -> None:
    docs = {f: ast.get_docstring(ast.parse((PACKAGE / f / "__init__.py").read_text(encoding="utf-8"))) for f in FOLDERS}
    assert [folder for folder, doc in docs.items() if not doc] == []


def room(module: str) -> str:
    """The innermost room that a module is in."""
    return max((name for name in ROOMS if module == name or module.startswith(f"{name}.") or not name), key=len)


@cache
def imports() -> dict[str, set[str]]:
    """By module, without `moot.` before it: the modules of moot that it imports, wherever in the file."""
    files = {".".join(file.relative_to(PACKAGE).with_suffix("").parts): file for file in PACKAGE.rglob("*.py")}
    named = {name.removesuffix("__init__").removesuffix("."): file for name, file in files.items()}
    return {
        name: {found for found in _imported(name, file, named) if found != name} - {""} for name, file in named.items()
    }


def _imported(name: str, file: Path, named: dict[str, Path]) -> Iterator[str]:
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for block in [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]:
        tree.body.remove(block)  # what only annotations name
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = [*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else [])]
        for alias in node.names:
            inner = ".".join([*base, alias.name])
            yield inner if inner in named else ".".join(base)
