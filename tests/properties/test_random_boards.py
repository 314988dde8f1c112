"""Boards: distances, directions, lines and ways on random maps, held against networkx and against one another."""

from __future__ import annotations

import itertools

import networkx
import pytest
from board_packs import Board
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.state.boards import BoardRow, LazyTable, board_tables
from moot.state.grids.grid import Grid
from moot.state.grids.hexes import HexGrid
from moot.state.grids.squares import SquareGrid

SEEDS = range(12)


@pytest.fixture(scope="module", params=SEEDS)
def board(request, tmp_path_factory):
    return Board(tmp_path_factory.mktemp("board") / "trial", request.param)


def plain(grid: Grid) -> dict:
    """The tables of a whole grid without holes."""
    columns, rows = grid.columns, grid.rows
    spots = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    at = {spot: n for n, spot in enumerate(spots)}
    around = [[at.get(other, -1) for other in grid.around(spot)] for spot in spots]
    row = BoardRow("map", grid, "hex", "", 0, around, [], [grid.axial(s) for s in spots], {}, {})
    return {**board_tables([row], len(spots)), "board": row}


SIZES = {"columns": st.integers(1, 9), "rows": st.integers(1, 9), "first": st.sampled_from(("0101", "a1"))}
HEXES = st.builds(
    HexGrid,
    straight=st.sampled_from(("columns", "rows")),
    shifted=st.sampled_from(("even", "odd", "each")),
    **SIZES,
)
SQUARES = st.builds(SquareGrid, neighbours=st.sampled_from((4, 8)), **SIZES)
GRIDS = st.builds(plain, HEXES | SQUARES)


@given(GRIDS)
@settings(max_examples=40, deadline=None)
def test_distance_is_that_of_the_graph_where_there_is_no_hole(tables):
    graph = networkx.Graph()
    graph.add_nodes_from(tables["board"].places)
    graph.add_edges_from((h, g) for h in tables["board"].places for g in tables["N_map"][h])
    for h, far in networkx.all_pairs_shortest_path_length(graph):
        assert tables["D_map"][h] == [far[g] for g in tables["board"].places]
        for n in (0, 1, 2, 3, 5, 99):
            near = tables["W_map"][h, n]
            assert set(near) == {g for g in far if far[g] <= n} and len(near) == len(set(near))


@given(GRIDS, st.data())
@settings(max_examples=60, deadline=None)
def test_distance_is_a_metric(tables, data):
    far = tables["D_map"]
    h, g, k = (data.draw(st.sampled_from(tables["board"].places)) for _ in range(3))
    assert far[h][g] == far[g][h] and (far[h][g] == 0) == (h == g)
    assert far[h][k] <= far[h][g] + far[g][k]


@given(GRIDS)
@settings(max_examples=40, deadline=None)
def test_the_direction_back_is_the_opposite(tables):
    for h in tables["board"].places:
        for g in tables["N_map"][h]:
            there = tables["R_map"][h][g]
            around = len(tables["board"].grid.compass)
            assert tables["R_map"][g][h] == (there - 1 + around // 2) % around + 1
            assert tables["B_map"][h][there] == g and h in tables["N_map"][g]


@given(GRIDS, st.data())
@settings(max_examples=100, deadline=None)
def test_a_ray_leads_on_to_the_edge(tables, data):
    h = data.draw(st.sampled_from(tables["board"].places))
    for d in range(-1, 10):
        ray, beside = tables["Y_map"][h, d], tables["B_map"]
        if not 0 < d < len(beside[h]):
            assert ray == ()
            continue
        assert [beside[one][d] for one in (h, *ray)] == [*ray, None]


@given(st.builds(plain, SQUARES), st.data())
@settings(max_examples=200, deadline=None)
def test_a_line_over_squares_goes_through_those_that_it_cuts(tables, data):
    board = tables["board"]
    h, g = (data.draw(st.sampled_from(board.places)) for _ in range(2))
    (x, y), (s, t) = board.axial[h], board.axial[g]
    right, down = s - x, t - y
    cut = [
        (q, r)
        for q, r in board.axial
        if min(x, s) <= q <= max(x, s)
        and min(y, t) <= r <= max(y, t)
        and ((q, r) in ((x, y), (s, t)) or 2 * abs(right * (r - y) - down * (q - x)) < abs(right) + abs(down))
    ]
    line = [board.axial[k] for k in tables["T_map"][h, g]]
    assert sorted(line) == sorted(cut) and line[0] == (x, y) and line[-1] == (s, t)
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in itertools.pairwise(line))
    for one, other in itertools.combinations(line, 2):
        across = abs(other[0] - one[0]), abs(other[1] - one[1])
        if max(across) == 1:  # by a side the line leads always, by a corner only if that lies on it
            corner = right * (one[1] + other[1] - 2 * y) == down * (one[0] + other[0] - 2 * x)
            assert board.grid.crosses((x, y), (s, t), (one, other)) == (sum(across) == 1 or corner)


@given(st.builds(plain, HEXES), st.data())
@settings(max_examples=200, deadline=None)
def test_a_line_is_connected_and_the_same_both_ways(tables, data):
    h, g = (data.draw(st.sampled_from(tables["board"].places)) for _ in range(2))
    line, far = tables["T_map"][h, g], tables["D_map"]
    assert line[0] == h and line[-1] == g
    assert set(line) == set(tables["T_map"][g, h]) and len(line) == len(set(line))
    steps = [far[h][k] for k in line]
    assert steps == sorted(steps) and all(far[h][k] + far[k][g] == far[h][g] for k in line)
    for n in set(steps) - {0}:  # each hex touches one that lies a step nearer; at most two lie at one distance
        ring, before = ([k for k in line if far[h][k] == m] for m in (n, n - 1))
        assert len(ring) <= 2 and all(any(far[k][b] == 1 for b in before) for k in ring)


def test_lines_agree_with_points_along_them():
    tables = plain(HexGrid(11, 11))
    board = tables["board"]
    for g in board.places:
        line = {board.axial[k] for k in tables["T_map"][60, g]}
        (q, r), (s, t) = board.axial[60], board.axial[g]
        parts = 997  # a prime: no such point lies in a corner
        touched = {_round(q + (s - q) * n / parts, r + (t - r) * n / parts) for n in range(parts + 1)}
        assert touched <= line
        for spot in line - touched:  # a line along a side: its point lies between two hexes
            assert any(abs(spot[0] - a) + abs(spot[1] - b) <= 2 for a, b in touched)


def _round(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    off = (abs(a - q), abs(b - r), abs(c - s))
    if off[0] > max(off[1:]):
        return -b - c, b
    return (a, -a - c) if off[1] > off[2] else (a, b)


@pytest.mark.parametrize("straight", ["columns", "rows"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_columns_and_rows_are_shifted_as_the_map_says(straight, shifted):
    grid = HexGrid(4, 4, straight, shifted)
    lower = {"even": 1, "odd": 0}[shifted]
    line, cross = (2, 2), (3, 2) if straight == "columns" else (2, 3)
    around = set(grid.around(line))
    assert cross in around
    other = (3, 2 + (1 if lower else -1)) if straight == "columns" else (2 + (1 if lower else -1), 3)
    assert other in around and len(around) == 6


# ------------------------------------------------------------------------------------------------ ways


def searches(board: Board):
    for unit in board.units:
        yield "march", (unit,), board.hex(unit)
    for player in (0, 1):
        yield "creep", (player,), board.rng.choice(board.row.places)
    yield "near", (), board.rng.choice(board.row.places)


def test_ways_are_those_of_networkx(board):
    for _ in range(4):
        for step, movers, start in searches(board):
            graph = board.costs(step, *movers)
            best = networkx.single_source_dijkstra_path_length(graph, start)
            _holds(board, step, movers, start, graph, best)
        board.strew()


def test_what_is_kept_of_ways_follows_every_change(board):
    for _ in range(40):
        board.change()
        for step, movers, start in searches(board):
            general = (board.ns["FUNCTIONS"][step], board.ns["N_map"], movers)
            found = special(board, "reachable", step)(board.position, *movers, start, 5)
            assert found == board.ns["reached"](board.position, *general, start, 5)


def _holds(board: Board, step, movers, start, graph, best):
    S, ns = board.position, board.ns
    general = (ns["FUNCTIONS"][step], ns["N_map"], movers)
    for most in (-1, 0, 1, 3, 99):
        found = special(board, "reachable", step)(S, *movers, start, most)
        assert set(found) == {h for h, cost in best.items() if cost <= most} and len(set(found)) == len(found)
        assert found == ns["reached"](S, *general, start, most)
    for direction in range(0, 10):
        slid = special(board, "slide", step)(S, *movers, start, direction)
        ray = board.ns["Y_map"][start, direction]
        steps = itertools.pairwise((start, *ray))
        assert slid == ray[: len(list(itertools.takewhile(lambda pair: graph.has_edge(*pair), steps)))]
    for goal in board.row.places:
        assert special(board, "cost", step)(S, *movers, start, goal) == best.get(goal)
        assert ns["least_cost"](S, *general, start, goal) == best.get(goal)
        way = special(board, "path", step)(S, *movers, start, goal)
        assert way == ns["way"](S, *general, start, goal)
        if goal not in best:
            assert way == ()
            continue
        assert way[0] == start and way[-1] == goal
        assert sum(graph.edges[pair]["weight"] for pair in itertools.pairwise(way)) == best[goal]


def special(board: Board, sort: str, step: str):
    """The function of the rules that searches for this sort of thing by this step."""
    return board.ns["FUNCTIONS"][f"{sort}_{step}"]


def test_tables_make_their_rows_once():
    made = []
    table = LazyTable(lambda key: made.append(key) or key * 2)
    assert [table[3], table[3], made] == [6, 6, [3]]
