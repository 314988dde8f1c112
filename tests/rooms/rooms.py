"""The rooms of the package in their order, and what its files import of one another.

Imports that annotations alone need are left out: of two files that call one another, one takes the other's class as a
parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx

import moot

PACKAGE = Path(moot.__file__).parent
# Each room may import those before it in this list, and its own. A floor is what is written before the first dot.
_ORDER = """
version moved lazy
state.grids state
lang
pack.model pack.maps pack
code.typing code.layout code.plan code.ir code.lower code.passes code.emit code
stack
tools tools.text tools.setup tools.documents tools.laws tools.bots tools.logs tools.simulate tools.show tools.maps
tools.odds tools.decks tools.explain tools.check tools.cases tools.mutation tools.coverage
tools.diff.structure tools.diff.search tools.diff tools.readings tools.scaffold
ui ui.text ui.maps ui.simulate ui.decks ui.coverage ui.explain ui.diff ui.scaffold ui.odds ui.play ui.show ui.check
ui.logs
"""
ROOMS = (*_ORDER.split(), "")
FOLDERS = {file.parent.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}


def room(module: str) -> str:
    """The innermost room that a module is in."""
    return max((name for name in ROOMS if module == name or module.startswith(f"{name}.") or not name), key=len)


def between_rooms() -> networkx.DiGraph:
    """The rooms, with an arrow from each to those that it imports."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(ROOMS)
    graph.add_edges_from(
        (room(one), room(other)) for one, others in imports().items() for other in others if room(one) != room(other)
    )
    return graph


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
