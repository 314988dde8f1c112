"""Functions of which is kept what they came to, as long as no cell changes that they read.

Only where there are boards, and only where it costs more to find out than to look up: they loop, or search for ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ..lang import tree
from ..lang.walk import walk
from .build import MOST_KEPT, Build
from .cells_read import Reach, Span, cells_read
from .place_constants import holders
from .typing import symbols, types
from .typing.boards import SEARCHES, board_of
from .typing.types import may_be_none

Lines = list[str]


@dataclass(slots=True)
class KeptFunction:
    """`name`: of what holds its values in the module, which is `made` so. `at`: the parameter that is a place near
    which all lies that it reads; -1 where nothing is known of that.
    """

    name: str
    made: str
    spans: list[Span]
    at: int


def kept_function(build: Build, ref: symbols.Function) -> KeptFunction | None:
    """How the values of a function are kept; None where they are not."""
    known = build.kept_functions
    if known is None:
        return None
    if id(ref) not in known:
        known[id(ref)] = None  # while it is being found out
        known[id(ref)] = _kept(build, ref)
    found: KeptFunction | None = known[id(ref)]
    return found


def _kept(build: Build, ref: symbols.Function) -> KeptFunction | None:
    domains = [build.domain(param.type) for param in ref.params]
    counts = [domain.count + 1 for domain in domains if domain is not None]
    decl = ref.decl
    target = build.plan.target(ref)
    if len(counts) < len(domains) or prod(counts) > MOST_KEPT or not isinstance(decl, tree.FunctionDecl):
        return None
    if target.rules or isinstance(types.bare(ref.type), types.Bounded):
        return None
    if any(isinstance(types.bare(p.type), types.Thing) and not _is_drawn(build, p.type) for p in ref.params):
        return None
    spans = _read(build, ref) if any(map(_is_long, walk(decl))) else None
    if spans is None:
        return None
    places = [n for n, param in enumerate(ref.params) if board_of(build.game, param.type) is not None]
    if len(places) == 1 and not may_be_none(ref.params[places[0]].type) and not may_be_none(ref.type):
        (at,) = places
        reach = Reach(build)
        board = board_of(build.game, ref.params[at].type)
        assert board is not None
        kinds = [kind for kind in (board.place, board.side) if kind]
        near = reach.function(ref, {id(ref.params[at]): 0}) and all(build.root(kind) == kind for kind in kinds)
        if near:
            spans = [(low, end, "all" if low in reach.anywhere else whose, less) for low, end, whose, less in spans]
            row = next(row for row in build.layout.boards if row.name == board.id)
            tables = f"W_{board.id}, E_{board.id}, {holders(build, types.Thing(board.place))}"
            return KeptFunction(f"KEPT_{ref.name}_{at}", f"Kept({reach.far}, {tables}, {row.places.stop})", spans, at)
    return KeptFunction(f"FOUND_{target.python}", "Found()", spans, -1)


def _is_drawn(build: Build, of: types.Type) -> bool:
    """Whether a thing is a place or side of a board."""
    return any(board_of(build.game, of, side) is not None for side in (False, True))


def _read(build: Build, ref: symbols.Function) -> list[Span] | None:
    board = next((b for p in reversed(ref.params) if (b := board_of(build.game, p.type)) is not None), None)
    spans = cells_read(build, ref, board.place if board else "", board.side if board else "", True)
    return None if spans is None else [span for span in spans if span[0] < span[1]]


def _is_long(node: tree.Node) -> bool:
    """Whether it goes through more than what lies somewhere."""
    if isinstance(node, tree.Quantified):
        return not isinstance(types.bare(node.over.type), types.Zone)
    return isinstance(node, tree.Call) and node.name in SEARCHES


def keeping_lines(kept: KeptFunction, python: str, params: list[str]) -> Lines:
    """The body of a function that looks up what is kept, else asks `plain_<function>`, and keeps it."""
    asked = f"plain_{python}({', '.join(['S', *params])})"
    look = ["if S.wrote is not WATCH.wrote or S.wrote:", "    WATCH.look(S)"] if kept.spans else []
    if kept.at >= 0:
        place = params[kept.at]
        others = "".join(f"{param}, " for n, param in enumerate(params) if n != kept.at)
        return [
            f"if {place} is None:",
            f"    return {asked}",
            *look,
            f"known = {kept.name}.of(({others}))",
            f"value = known[{place}]",
            "if value is None:",
            f"    value = known[{place}] = {asked}",
            "return value",
        ]
    key = params[0] if len(params) == 1 else f"({''.join(f'{param}, ' for param in params)})"
    return [
        *look,
        f"value = {kept.name}.get({key}, UNKNOWN)",
        "if value is UNKNOWN:",
        f"    value = {kept.name}[{key}] = {asked}",
        "return value",
    ]
