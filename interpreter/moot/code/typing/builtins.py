"""The names that every game has, each with the rule by which its value is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .fits import PLAYER, bases, join, may_be_equal, or_none
from .symbols import Builtin, Local, TypedGame
from .types import (
    ANY,
    BOOL,
    CALL,
    NAME,
    NONE,
    NOTHING,
    NUMBER,
    PLACE,
    STRING,
    THING,
    ListOf,
    Names,
    OrNone,
    SetOf,
    Thing,
    Type,
    Zone,
    bare,
    is_number,
    item_of,
)

ResultRule = Callable[[TypedGame, list[Type]], Type | str]
"""Returns the type of the value for the types of the arguments, or describes the expected arguments."""


@dataclass(frozen=True, slots=True)
class BuiltinEntry:
    symbol: Builtin
    rule: ResultRule
    more: bool = False  # the last argument may be repeated
    due: tuple[Type, ...] = field(default=())  # the likely type of names among the arguments


def _set(of: Type) -> bool:
    return item_of(of) is not None or of in (NONE, PLACE) or bare(of) == PLACE


def _size(game: TypedGame, args: list[Type]) -> Type | str:
    return NUMBER if _set(args[0]) else "a set, list or zone"


def _member(game: TypedGame, args: list[Type]) -> Type | str:
    if not _set(args[0]):
        return "a set, list or zone"
    item = item_of(args[0])
    return or_none(item if item is not None else THING)


def _lies(of: Type) -> bool:
    return isinstance(bare(of), Thing) or bare(of) in (CALL, ANY)


def _beside(game: TypedGame, args: list[Type]) -> Type | str:
    if not _lies(args[0]):
        return "a thing"
    of = bare(args[0])
    return or_none(Thing(bases(game, of.kind)[-1]) if isinstance(of, Thing) else of)


def _holder(game: TypedGame, args: list[Type]) -> Type | str:
    """The owners of the zones that may hold such a thing; a thing of any kind if they differ."""
    if not _lies(args[0]):
        return "a thing"
    of = bare(args[0])
    owners: Type = ANY
    for zone in game.zones.values():
        item = zone.type.item if isinstance(zone.type, Zone) else ANY
        if not zone.params or not (of in (ANY, THING) or may_be_equal(game, item, of)):
            continue
        owner = zone.params[0].type
        if owners == ANY or owner == owners:
            owners = owner
        else:
            both = join(game, owners, owner)
            owners = both if both is not None else THING
    return or_none(THING if owners == ANY else owners)


def _thing(game: TypedGame, args: list[Type]) -> Type | str:
    return BOOL if _lies(args[0]) else "a thing"


def _sees(game: TypedGame, args: list[Type]) -> Type | str:
    return BOOL


def _opponent(game: TypedGame, args: list[Type]) -> Type | str:
    return PLAYER if bare(args[0]) in (PLAYER, ANY) else "a player"


def _seats(game: TypedGame, args: list[Type]) -> Type | str:
    return ListOf(PLAYER) if bare(args[0]) in (PLAYER, ANY) else "a player"


def _call(game: TypedGame, args: list[Type]) -> Type | str:
    return BOOL if bare(args[0]) in (CALL, ANY) else "a pending call"


def _rank(game: TypedGame, args: list[Type]) -> Type | str:
    return NUMBER if isinstance(bare(args[0]), Names) or args[0] in (ANY, NONE) else "a name of an ordered kind"


def _numbers(game: TypedGame, args: list[Type]) -> Type | str:
    if not all(is_number(bare(a)) or a in (ANY, NONE) for a in args):
        return "numbers"
    return OrNone(NUMBER) if any(isinstance(a, OrNone) for a in args) else NUMBER


def _does_call(game: TypedGame, args: list[Type]) -> Type | str:
    return NOTHING if bare(args[0]) in (CALL, ANY) else "a pending call"


def _shuffle(game: TypedGame, args: list[Type]) -> Type | str:
    return NOTHING if isinstance(bare(args[0]), Zone) or bare(args[0]) in (PLACE, ANY) else "a zone"


def _show(game: TypedGame, args: list[Type]) -> Type | str:
    if not (_lies(args[0]) or _set(args[0])):
        return "a thing or a zone, and its viewers"
    seer = bare(args[1])
    return NOTHING if seer in (PLAYER, ANY, SetOf(PLAYER)) else "a thing or a zone, and a player or `all`"


def _say(game: TypedGame, args: list[Type]) -> Type | str:
    return NOTHING if args[0] in (STRING, ANY) else "a text"


def _draw(game: TypedGame, args: list[Type]) -> Type | str:
    zones = all(isinstance(bare(a), Zone) or bare(a) in (PLACE, ANY) for a in args[1:])
    return NOTHING if (is_number(bare(args[0])) or args[0] == ANY) and zones else "a number, a zone and another zone"


def _swap(game: TypedGame, args: list[Type]) -> Type | str:
    return NOTHING if all(_lies(a) for a in args) else "two things"


def _phase(game: TypedGame, args: list[Type]) -> Type | str:
    return BOOL


def _same(game: TypedGame, args: list[Type]) -> Type | str:
    return args[0]


def _entry(
    name: str,
    doc: str,
    rule: ResultRule,
    *params: tuple[str, Type],
    sort: str = "function",
    of: Type = ANY,
    more: bool = False,
) -> tuple[str, BuiltinEntry]:
    symbol = Builtin(name, of, None, sort, [Local(n, t) for n, t in params], doc)
    return name, BuiltinEntry(symbol, rule, more, tuple(t for _, t in params))


CALLS: dict[str, BuiltinEntry] = dict(
    [
        _entry("size", "the number of members of a set, list or zone", _size, ("of", ANY), of=NUMBER),
        _entry("first", "the first of a set, list or zone; none if it is empty", _member, ("of", ANY)),
        _entry("last", "the last of a set, list or zone; none if it is empty", _member, ("of", ANY)),
        _entry("top", "the top of a pile or stack; none if it is empty", _member, ("of", ANY)),
        _entry("bottom", "the bottom of a pile or stack; none if it is empty", _member, ("of", ANY)),
        _entry("left_of", "the thing just before it in the same row, or none", _beside, ("of", ANY)),
        _entry("right_of", "the thing just after it in the same row, or none", _beside, ("of", ANY)),
        _entry("holder", "the owner of the zone that it is in, or none", _holder, ("of", ANY)),
        _entry("in_play", "whether it is in a zone in play", _thing, ("of", ANY), of=BOOL),
        _entry(
            "sees", "whether the player sees the zone; may be modified", _sees, ("p", PLAYER), ("z", PLACE), of=BOOL
        ),
        _entry("opponent", "the other player of two", _opponent, ("p", PLAYER), of=PLAYER),
        _entry(
            "next",
            "the player in the next seat (after the last, the first)",
            _opponent,
            ("p", PLAYER),
            of=PLAYER,
        ),
        _entry("seats", "all players in the order of their seats, starting with p", _seats, ("p", PLAYER)),
        _entry("in_phase", "whether a phase of that name is running", _phase, ("phase", ANY), of=BOOL),
        _entry("innermost", "whether the innermost running phase has that name", _phase, ("phase", ANY), of=BOOL),
        _entry("was", "the value of a formula before the hooked call; in `after`", _same, ("value", ANY)),
        _entry("legal", "whether a pending call still meets its requirements and no ban", _call, ("c", CALL), of=BOOL),
        _entry("rank", "the place of a name in its order, from 1; of none: 0", _rank, ("name", ANY), of=NUMBER),
        _entry("abs", "a number without its sign", _numbers, ("n", NUMBER)),
        _entry("min", "the smallest of the numbers", _numbers, ("a", NUMBER), ("b", NUMBER), more=True),
        _entry("max", "the largest of the numbers", _numbers, ("a", NUMBER), ("b", NUMBER), more=True),
        _entry("pay", "pays the costs of a call", _does_call, ("c", CALL), sort="procedure", of=NOTHING),
        _entry(
            "resolve", "performs a pending call and removes it", _does_call, ("c", CALL), sort="procedure", of=NOTHING
        ),
        _entry("shuffle", "shuffles a pile", _shuffle, ("z", PLACE), sort="procedure", of=NOTHING),
        _entry(
            "show", "shows it to a player, or to all", _show, ("x", ANY), ("p", PLAYER), sort="procedure", of=NOTHING
        ),
        _entry(
            "say", "announces it to all players, in the journal", _say, ("text", STRING), sort="procedure", of=NOTHING
        ),
        _entry(
            "draw",
            "moves that many from one zone to the other",
            _draw,
            ("n", NUMBER),
            ("z", PLACE),
            ("goal", PLACE),
            sort="procedure",
            of=NOTHING,
        ),
        _entry("swap", "swaps two things", _swap, ("x", ANY), ("y", ANY), sort="procedure", of=NOTHING),
    ]
)

THIS = Builtin("this", ANY, None, "value", [], "the thing whose field holds the code")
VALUE = Builtin("value", ANY, None, "value", [], "in `becomes`: the result so far")
ALL = Builtin("all", SetOf(PLAYER), None, "value", [], "all players")
TITLE = Builtin("title", NAME, None, "field", [], "the id of a thing in YAML")
BLANK = Builtin("blank", BOOL, doc="whether the rules and actions of a thing are inactive; may be modified")
VALUES: dict[str, Builtin] = {"this": THIS, "value": VALUE, "all": ALL}
MODIFIABLE = {"sees"}  # the built-in functions that `modify` may name
OF_PHASES = {"in_phase", "innermost"}  # those that take the name of a phase

CALL_FIELDS: dict[str, str] = {
    "player": "the player whose call it is, or none",
    "source": "the thing that carries its action, or none",
    "action": "the name of its action",
}


def two_players(game: TypedGame) -> bool:
    """Whether it is always two who play."""
    return len(game.players) == 2 == game.most_players
