"""The tables of a compiled game for tools, views and the engine: the declarations of its rules, by name or number.

The index is dumped and loaded by its fields, as plain data that marshal can write; rows are tuples there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..state.view import CallRow, SparseRow

Rows = Callable[[Any], Any]  # from plain data to rows
LineRows = list[tuple[int, int]]  # line of the written text, and the rule that it implements from there on; ascending


class ParamTag(NamedTuple):
    name: str
    tag: str


class Signature(NamedTuple):
    """A function's parameters, and the tag of its value."""

    params: tuple[ParamTag, ...]
    tag: str

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the parameters."""
        return tuple(param.tag for param in self.params)


class PrintedField(NamedTuple):
    """A field of a kind. `low`, `high`: the limits if it is a set of a range, otherwise 0. `constant`: the name of its
    values. `default`: the number used if nothing else is printed.
    """

    name: str
    tag: str
    low: int
    high: int
    constant: str
    default: int | None = None


class RowZoneSort(NamedTuple):
    """A zone of rows. `in_play`: whether things there are in play."""

    name: str
    sort: str
    in_play: bool


class Renewal(NamedTuple):
    """The quiet phase with which a state goes back to its first value, and the procedures that lead to the phase."""

    phase: str
    before: tuple[str, ...]


class ChoosableRow(NamedTuple):
    """The tags of a choice from which others learn, of its answer and of the arguments of the unit that gives its
    options. `at_once`: the player who chooses comes before them.
    """

    tag: str
    tags: tuple[str, ...]
    at_once: bool


class Body(NamedTuple):
    """A function of the written text: its line of the rules, and its name if it has no effects."""

    rule: int
    label: str
    is_function: bool


@dataclass(frozen=True, slots=True)
class ProgramIndex:
    """Numbers are those of the compiled module: of targets, slots, scopes, sites, actions, things, zones."""

    main: str  # the first phase; empty if there is none
    procedures: Mapping[str, tuple[ParamTag, ...]]  # phases too
    phases: tuple[str, ...]
    leads: Mapping[str, int]  # by a rule's name in the journal, the rules it may lead to: bit n is the n-th name
    ways: Mapping[str, tuple[str, ...]]  # procedures around one on the shortest way from the first phase, outer first
    within: Mapping[str, tuple[str, ...]]  # the phases among them
    functions: Mapping[str, Signature]
    of_things: Mapping[str, tuple[int, int]]  # functions of things of the pack: the first such thing, one past the last
    # Actions and other calls.
    actions: Mapping[int, CallRow]
    called: Mapping[str, tuple[str, ...]]  # of actions, by name: their parameter names
    counted: Mapping[
        str, tuple[str, ...]
    ]  # of actions that take numbers, by name: the words for these, otherwise empty
    pending: Mapping[int, CallRow]  # by target: procedures, whose calls may wait
    occasions: Mapping[int, str]  # by site: the words that offers name
    # Standing rules.
    slots: int  # of `Position.live`
    when_slot: int  # of those that listen for what becomes true; -1 if none do
    static_whens: tuple[int, ...]  # the rules of rules files among them
    whens_read_cells: bool  # whether they read cells that are known
    lasting_slots: tuple[int, ...]  # where rules made by `until` listen
    effects: Mapping[
        int, tuple[tuple[int, int], ...]
    ]  # by thing: slot and rule of the hooks that are active while it is in play
    scopes: Mapping[str, int]  # phases that keep a scope
    quiet: Mapping[int, int]  # by scope of a phase without an entry: the value in place of its serial
    open: Mapping[tuple[int, int], tuple[int, ...]]  # by number and part of a frame: the quiet phases that run
    anew: Mapping[str, Renewal]  # by state
    # States, zones and printed values.
    thing_states: bool  # whether things have states, which go back when they leave play
    state_ends: Mapping[str, tuple[int, int]]  # of states of numbers in a range which is known, or of things
    sets: tuple[str, ...]  # states
    seen_states: Mapping[str, str]  # the players who may know a restricted state: a player, `none`, or `param 0`
    sparse_states: Mapping[int, SparseRow]
    row_fields: Mapping[str, Mapping[str, str]]  # by kind of rows: the tags of the fields
    row_zones: Mapping[str, tuple[str, ...]]  # by kind of rows
    row_zone_sorts: tuple[RowZoneSort, ...]
    tallied: tuple[int, ...]  # zones whose contents are kept in `Position.tally`
    printed: Mapping[str, tuple[PrintedField, ...]]  # by kind of things
    stand_in_cells: Mapping[str, Mapping[tuple[int, ...], str]]  # by table: keys of cells that no source gives, marks
    # The players who see each zone.
    sees_slot: int  # where rules that modify `sees` listen; -1 if none do
    sees_always: bool  # whether some of them always do
    sees_adds: bool  # whether they only let more be seen
    sees_zones: tuple[int, ...] | None  # the zones that they name; None where not all name theirs
    all_open: bool  # whether all players see everything, always
    secret_sites: tuple[int, ...]  # where what is chosen goes into a state that not all see
    secret_arguments: Mapping[int, tuple[int, ...]]  # by action: the places of its arguments that go there
    secret_parameters: Mapping[str, tuple[int, ...]]  # the same by procedure
    # The contents of frames and rules, for renaming things; and the callers of each unit.
    frames: Mapping[tuple[int, int], tuple[str, ...]]  # by number and point: the tags of their contents, where known
    sites: Mapping[tuple[int, int], int]  # by number and point of a frame that waits for an answer: its site
    slot_rules: Mapping[int, tuple[int, ...]]  # by slot: the rules that may listen there
    # By number and point of a frame: the players who choose at once, the options of each, the answers so far; each by
    # its index in the frame, or as -1 and its constant value.
    at_once: Mapping[tuple[int, int], tuple[tuple[int, Any], ...]]
    choosable: Mapping[str, ChoosableRow]  # by unit
    frames_sum: str  # a checksum of the frames; positions with a different one cannot continue here
    arguments: Mapping[int, str]  # by target: the tag of its arguments together
    captures: Mapping[int, tuple[str, ...]]  # by rule: the tags of its captured values
    bodies: Mapping[str, Body]  # by Python name
    lines: Mapping[str, LineRows]  # of the texts `fast` and `traced`

    def call(self, number: int) -> CallRow:
        """An action by its number, or by -1 - target a procedure that waits."""
        return self.actions[number] if number >= 0 else self.pending[-number - 1]

    def dump(self) -> dict[str, object]:
        """Plain data by the names of the fields."""
        whole: dict[str, object] = {f.name: getattr(self, f.name) for f in fields(self)}
        return whole | {name: _plain_tuples(whole[name]) for name in _ROWS}

    @staticmethod
    def load(data: Mapping[str, Any]) -> ProgramIndex:
        """Raises KeyError, TypeError or ValueError on what `dump` did not make."""
        return ProgramIndex(**{**data, **{name: rows(data[name]) for name, rows in _ROWS.items()}})


def _plain_tuples(value: object) -> object:
    """The same with plain tuples in place of rows, which marshal does not write."""
    if isinstance(value, tuple):
        return tuple(map(_plain_tuples, value))
    return {key: _plain_tuples(one) for key, one in value.items()} if isinstance(value, dict) else value


def _each(made: Rows) -> Rows:
    return lambda rows: tuple(map(made, rows))


def _by_key(made: Rows) -> Rows:
    return lambda rows: {key: made(row) for key, row in dict(rows).items()}


def _signature(row: tuple[tuple[tuple[str, str], ...], str]) -> Signature:
    return Signature(_each(ParamTag._make)(row[0]), row[1])


# How the fields that hold rows are made again from plain data.
_ROWS: dict[str, Rows] = {
    "procedures": _by_key(_each(ParamTag._make)),
    "functions": _by_key(_signature),
    "actions": _by_key(CallRow._make),
    "pending": _by_key(CallRow._make),
    "anew": _by_key(Renewal._make),
    "sparse_states": _by_key(SparseRow._make),
    "row_zone_sorts": _each(RowZoneSort._make),
    "printed": _by_key(_each(PrintedField._make)),
    "bodies": _by_key(Body._make),
    "choosable": _by_key(ChoosableRow._make),
}
