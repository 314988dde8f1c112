"""The floor as a house: rooms import downward alone, no file imports in a circle, no folder holds too many files."""

from __future__ import annotations

import ast
import builtins

import networkx
import pytest

from rooms import FOLDERS, PACKAGE, ROOMS, imports, room

MOST = 25  # files in a folder


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
