"""Built-in functions of boards, `neighbours`, `distance`, `reachable` …, typed by the board of their places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...lang import tree
from ...pack.model.boards import Board
from ...pack.model.place_words import no_such_place
from ...state.grids import GRIDS
from .asked import type_of, typed_as
from .builtins import BLANK, CALLS
from .fits import bases, or_none, type_phrase
from .scope import How, Place, place_of, what
from .symbols import Builtin, Function, Local, Symbol, TypedGame
from .types import ANY, NONE, NOTHING, NUMBER, THING, Bounded, ListOf, OrNone, SetOf, Thing, Type, bare, is_number

PLACE, SIDE, COUNT, STEP = "place", "side", "number", "step"  # the type of a parameter; STEP: the name of a function
_TAKES = {"h": PLACE, "g": PLACE, "s": SIDE, "n": COUNT, "d": COUNT, "step": STEP}


@dataclass(frozen=True, slots=True)
class BoardEntry:
    symbol: Builtin
    takes: tuple[str, ...]
    gives: str  # one of _GIVES
    grid: bool  # for boards with a grid alone


def _entry(name: str, params: str, gives: str, doc: str, grid: bool = False) -> tuple[str, BoardEntry]:
    symbol = Builtin(name, ANY, None, "function", [Local(param, ANY) for param in params.split()], doc)
    return name, BoardEntry(symbol, tuple(_TAKES[param] for param in params.split()), gives, grid)


def _side(board: Board) -> Type:
    return Thing(board.side) if board.side else NONE


_GIVES: dict[str, Callable[[Board], Type]] = {
    "place or none": lambda board: or_none(Thing(board.place)),
    "places": lambda board: SetOf(Thing(board.place)),
    "list of places": lambda board: ListOf(Thing(board.place)),
    "side or none": lambda board: or_none(_side(board)),
    "sides": lambda board: SetOf(_side(board)),
    "direction or none": lambda board: or_none(Bounded(1, 0 if board.grid is None else len(board.grid.compass))),
    "number or none": lambda board: OrNone(NUMBER),
    "distance": lambda board: OrNone(NUMBER) if board.grid is None else NUMBER,  # grids lead everywhere
}
_PLACE, _PLACES = " or ".join(grid.place for grid in GRIDS.values()), " or ".join(GRIDS)
_BESIDE = f"the {_PLACE} in direction 1, 2 …, or none"
_TOWARDS = f"the direction from one {_PLACE} to the other, if they are adjacent, or none"
BOARD_CALLS: dict[str, BoardEntry] = dict(
    [
        _entry("neighbours", "h", "list of places", "the places adjacent to a place, in order of direction"),
        _entry("neighbour", "h d", "place or none", _BESIDE, grid=True),
        _entry("direction", "h g", "direction or none", _TOWARDS, grid=True),
        _entry("ray", "h d", "list of places", "the places in direction 1, 2 … up to the edge", grid=True),
        _entry("between", "h g", "side or none", "the side or link between two places, or none"),
        _entry("sides", "h", "sides", "the sides of a place that the map describes"),
        _entry("ends", "s", "list of places", "the two places on either side of a side, or at the ends of a link"),
        _entry("across", "s h", "place or none", "the place on the other side, or none"),
        _entry("distance", "h g", "distance", "the smallest number of steps from one place to the other"),
        _entry("within", "h n", "places", "the places within that distance"),
        _entry("line", "h g", "list of places", f"the {_PLACES} that the straight line crosses", grid=True),
        _entry("crossed", "h g", "sides", "the sides that the straight line crosses", grid=True),
        _entry("reachable", "step h n", "places", "the places within reach at that cost"),
        _entry("cost", "step h g", "number or none", "the lowest cost of getting there, or none"),
        _entry("path", "step h g", "list of places", "the places of a cheapest route, or an empty list"),
        _entry(
            "slide", "step h d", "list of places", "the places of a ray that can be reached, step by step", grid=True
        ),
    ]
)
SEARCHES = {name for name, entry in BOARD_CALLS.items() if STEP in entry.takes}


def known_calls(game: TypedGame) -> dict[str, Builtin]:
    """The callables of every game; those of boards if there is a board."""
    found = {name: entry.symbol for name, entry in CALLS.items()} | {BLANK.name: BLANK}
    if game.boards:
        found |= {name: entry.symbol for name, entry in BOARD_CALLS.items()}
    return found


def board_of(game: TypedGame, of: Type | None, side: bool = False) -> Board | None:
    """The board of whose places, or sides, a type is."""
    kind = bare(of) if of is not None else None
    if not game.boards or not isinstance(kind, Thing) or kind == THING:
        return None
    known = bases(game, kind.kind)
    return next((b for b in game.boards.values() if (b.side if side else b.place) in known), None)


def with_grid(game: TypedGame) -> list[Board]:
    """The boards on which a number may mean a place: those with numbers, or else all with a grid."""
    grids = [board for board in game.boards.values() if board.grid is not None]
    return [board for board in grids if board.grid is not None and not board.grid.lettered] or grids


def place_of_number(place: Place, node: tree.Number, board: Board) -> Type:
    """The type of a number that means a place of a board with a grid; an error if there is no such place."""
    ident = board.numbered(node.value)
    if ident is None:
        if board.grid is not None:
            code, message, hint = no_such_place(board.id, board.grid, f"{node.value:04d}", board.spots)
            place.report.error(code, message, node.at, hint)
        return ANY
    node.ref = place.game.titles[ident]
    return Thing(board.place)


def no_place_called(place: Place, called: str) -> tuple[str, str, str] | None:
    """Code, message and hint for a word that is the label of a place on no board; None for other words."""
    for board in place.game.boards.values():
        if board.grid is not None and board.grid.spot_of(called) is not None:
            return no_such_place(board.id, board.grid, called, board.spots)
    return None


def due_of_number(place: Place, node: tree.Formula) -> Type | None:
    """The type of a number whose field is read: a place of the first board with a grid."""
    boards = with_grid(place.game) if isinstance(node, tree.Number) else []
    return Thing(boards[0].place) if boards else None


def due_board(place: Place, due: Type | None) -> Board | None:
    """The board of whose places a number means one; the first, where a thing of any kind is expected."""
    boards = with_grid(place.game)
    if due is not None and bare(due) == THING:
        return next(iter(boards), None)
    board = board_of(place.game, due)
    return board if board in boards else None


def lost_board(place: Place, of: Type) -> bool:
    """Whether the places of this kind could not be read, which has been reported."""
    if place.game.boards or not isinstance(bare(of), Thing):
        return False
    decls = (decl for decl in place.world.bundle.declarations if isinstance(decl, tree.BoardDecl))
    return any(decl.place in bases(place.game, str(bare(of))) for decl in decls)


# ------------------------------------------------------------------------------------------------ calls


def board_call(place: Place, node: tree.Call, how: How) -> Type:
    """The type of a call of one of BOARD_CALLS. Places determine the board; numbers then mean places of it."""
    entry = BOARD_CALLS[node.name]
    node.ref = entry.symbol
    inner = How.PURE if how == How.PURE else How.MAKES
    if not place.game.boards:
        if not any(isinstance(decl, tree.BoardDecl) for decl in place.world.bundle.declarations):
            hint = "declare a board: `board map : hexes of hex`"
            place.report.error("no-board", f"`{node.name}` needs a board, but the game has none", node.at, hint)
        return ANY
    args, takes = list(node.args), list(entry.takes)
    step: Function | None = None
    if node.name in SEARCHES:
        if len(args) < len(takes):
            return _miscounted(place, node, entry, inner)
        step = _step(place, args.pop(0), node)
        takes.pop(0)
        given, args = args[: -len(takes)], args[-len(takes) :]
        _given(place, step, given, node, inner)
        if step is None:
            for arg in args:
                type_of(place, arg, None, inner)
            return ANY
    elif len(args) != len(takes):
        return _miscounted(place, node, entry, inner)
    board = board_of(place.game, step.params[-1].type) if step is not None else None
    found = _typed(place, node, args, takes, board, inner)
    if found is None:
        return ANY
    board, optional = found
    if entry.grid and board.grid is None:
        message = f"`{node.name}` is for boards of {_PLACES}, but `{board.id}` is a graph"
        way = "use a field of links: first(each s in sides(h) where s.way = north)"
        hint = way if {"direction", "d"} & {entry.gives.split()[0], *(p.name for p in entry.symbol.params)} else ""
        place.report.error("not-hexes", message, node.at, hint)
        return ANY
    if not board.side and (node.name in ("between", "sides") or SIDE in takes):
        message = f"the board `{board.id}` has no kind of sides, so it has no things between its places"
        place.report.error("no-sides", message, node.at, f"declare a kind: board {board.id} : … of {board.place}, side")
        return ANY
    result = _GIVES[entry.gives](board)
    return result if not optional or isinstance(bare(result), ListOf | SetOf) else or_none(result)


def _miscounted(place: Place, node: tree.Call, entry: BoardEntry, how: How) -> Type:
    for arg in node.args[1:] if node.name in SEARCHES else node.args:
        type_of(place, arg, None, how)
    names = [param.name for param in entry.symbol.params]
    shape = f"{node.name}({', '.join(['step, …', *names[1:]] if node.name in SEARCHES else names)})"
    count = len(names)
    message = f"`{node.name}` takes {'at least ' if node.name in SEARCHES else ''}{count} arguments"
    place.report.error("wrong-arity", f"{message}, but {len(node.args)} given", node.at, f"write `{shape}`")
    return ANY


def _typed(
    place: Place, node: tree.Call, args: list[tree.Formula], takes: list[str], board: Board | None, how: How
) -> tuple[Board, bool] | None:
    """The board that the arguments belong to, and whether one of them may be none; None after a mistake."""
    found: dict[int, Type] = {}
    wrong = optional = False
    for n, (arg, of) in enumerate(zip(args, takes, strict=True)):
        if of == PLACE and isinstance(arg, tree.Number):
            continue  # it is known which place this is when the board is known
        found[n] = type_of(place, arg, NUMBER if of == COUNT else None, how)
        optional = optional or isinstance(found[n], OrNone)
        if found[n] == ANY:
            wrong = True
        elif of == COUNT:
            if not is_number(bare(found[n])):
                place.report.error("wrong-type", f"expected a number, found {type_phrase(found[n])}", arg.at)
                wrong = True
        else:
            own = board_of(place.game, found[n], of == SIDE)
            if own is None or (board is not None and own is not board):
                _no_place(place, node, arg, found[n], of, board)
                wrong = True
            board = board or own
    numbers = [arg for n, arg in enumerate(args) if isinstance(arg, tree.Number) and n not in found]
    if board is None and numbers and not wrong:
        boards = with_grid(place.game)
        fitting = [b for b in boards if all(b.numbered(arg.value) for arg in numbers)]
        board = next(iter(fitting or boards), None)
    if numbers and board is not None and board.grid is None:
        _no_place(place, node, numbers[0], NUMBER, PLACE, board)
        return None
    for arg in numbers:
        arg.type = place_of_number(place, arg, board) if board is not None else ANY
        wrong = wrong or arg.type == ANY
    return (board, optional) if board is not None and not wrong else None


def _no_place(place: Place, node: tree.Call, arg: tree.Formula, of: Type, takes: str, board: Board | None) -> None:
    kinds = [b.side if takes == SIDE else b.place for b in ([board] if board else place.game.boards.values())]
    listed = " or ".join(f"`{kind}`" for kind in kinds if kind)
    word = "side" if takes == SIDE else "place"
    where = f" of the board `{board.id}`" if board is not None else ""
    message = f"`{node.name}` takes a {word}{where}, not {type_phrase(of)}"
    place.report.error(f"no-{word}", message, arg.at, f"available kinds of {word}s{where}: {listed}" if listed else "")


def _step(place: Place, arg: tree.Formula, node: tree.Call) -> Function | None:
    """The function that gives the cost of one step."""
    called = arg.name if isinstance(arg, tree.Name) else ""
    known: dict[str, Symbol] = {**place.world.callables, **(place.carried.functions if place.carried else {})}
    found = known.get(called)
    arg.type, arg.ref = NOTHING, found
    if isinstance(found, Function) and _is_step(place, found):
        return found
    kind = next(iter(place.game.boards.values())).place
    form = f"(…, here: {kind}, there: {kind}) : number or none"
    hint = f"declare `function {called or 'march'}{form}`: the cost of a step, or none if it is not possible"
    if found is None:
        message = f"the first argument of `{node.name}` must be a function of two places"
        message += f", not the unknown name `{called}`" if called else ""
    elif not isinstance(found, Function):
        message = f"the first argument of `{node.name}` must be a function, but `{called}` is {what(found)}"
    else:
        message = f"`{called}` does not return the cost of a step between two places"
        hint = f"its last two parameters must be places of one board, and its value a number: `{called}{form}`"
    notes = [(place_of(found), f"`{called}` is declared here")] if found is not None and found.decl else []
    place.report.error("no-step-cost", message, arg.at, hint, notes)
    return None


def _is_step(place: Place, function: Function) -> bool:
    value = bare(place.world.type_of(function))
    if len(function.params) < 2 or not (is_number(value) or value in (NONE, ANY)):
        return False
    here, there = (board_of(place.game, param.type) for param in function.params[-2:])
    return here is not None and here is there


def _given(place: Place, step: Function | None, given: list[tree.Formula], node: tree.Call, how: How) -> None:
    """The arguments passed to the function before the two places."""
    params = step.params[:-2] if step is not None else []
    for n, arg in enumerate(given):
        if n < len(params):
            typed_as(place, arg, params[n].type, how)
        else:
            type_of(place, arg, None, how)
    if step is not None and len(given) != len(params):
        names = ", ".join(param.name for param in params)
        message = (
            f"`{node.name}` passes {len(given)} arguments before the two places, but `{step.name}` takes {len(params)}"
        )
        hint = f"write `{node.name}({', '.join([step.name, *([names] if names else []), '…'])})`"
        place.report.error("wrong-arity", message, node.at, hint)
