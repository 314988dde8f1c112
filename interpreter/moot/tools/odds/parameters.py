"""The parameters of a question about odds: possible values, given values, and every combination."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ...lang.diagnostic import Report, fail
from ...lang.source import NOWHERE, Span
from ...lang.spelling import nearest
from ...pack.model.bundle import Bundle, OddsQuestion, YamlEntry
from ...pack.model.kinds import Kinds
from ...pack.model.yaml_text import raw

_FORM = re.compile(r"(list of )?(?:([A-Za-z_]\w*)|(-?\d+)\.\.(-?\d+))")
COMBINATIONS = 5000
# The command has these itself:
FLAGS = ("choose", "deck", "help", "json", "option", "players", "samples", "scenario", "seed", "story", "with")

HERE, THERE = "here", "there"  # the places of a step, asked for by a question that is `over` a board

GivenValues = tuple[str, ...]  # the setting of one parameter: one value, or any number if it is a list
Combination = dict[str, GivenValues]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. `values`: the possible ones, None for any number; `several`: any number of them."""

    name: str
    values: tuple[str, ...] | None
    several: bool
    default: GivenValues | None
    at: Span


def parameters_of(bundle: Bundle, question: OddsQuestion, report: Report) -> dict[str, Parameter]:
    """The parameters of the question. Errors go to the report."""
    kinds = Kinds(bundle.declarations)
    found: dict[str, Parameter] = {}
    entries: dict[str, YamlEntry] = question.root.value["asks"].value if "asks" in question.root.value else {}
    over: YamlEntry | None = question.root.value.get("over")
    if over is not None:
        found |= _step(bundle, question, over, report)
    for name, entry in entries.items():
        if name in FLAGS or name in found or (over is not None and name == "turns"):
            hint = "rename it"
            report.error("bad-ask", f"`moot odds` already has a flag --{name}", entry.key_at, hint)
            continue
        of = entry.value["of"] if isinstance(entry.value, dict) else entry
        match = _FORM.fullmatch(raw(of).strip())
        if match is None:
            hint = "write a kind, `bool`, `number`, a range as 1..4, or `list of` one of these"
            report.error("bad-ask", f"`{raw(of)}` has no values that can be listed", of.at, hint)
            continue
        several, word, low, high = match.groups()
        values: tuple[str, ...] | None
        if low and int(low) > int(high):
            message = f"`{low}..{high}` is empty: its limits are reversed"
            report.error("bad-span", message, of.at, f"write {high}..{low}")
            continue
        if low:
            values = tuple(map(str, range(int(low), int(high) + 1)))
        elif word in ("bool", "number"):
            values = ("no", "yes") if word == "bool" else None
        elif word in kinds.names:
            values = tuple(kinds.names[word])
        elif word in kinds.kinds:
            of_kind = (thing.id for thing in bundle.things.values())
            values = tuple(
                one for one in of_kind if any(kind.name == word for kind in kinds.line(bundle.things[one].kind))
            )
        else:
            hint = nearest(word, [*kinds.names, *kinds.kinds, "bool", "number"])
            report.error("unknown-type", f"unknown kind `{word}`, or its values cannot be listed", of.at, hint)
            continue
        default = None
        if isinstance(entry.value, dict) and "default" in entry.value:
            told = entry.value["default"]
            each = told.value if isinstance(told.value, list) else [told]
            default = tuple(map(raw, each))
            if not several and len(default) != 1:
                message = f"`{name}` takes one value, but its default has {len(default)}"
                report.error("wrong-value", message, told.at, "write one value, or declare a `list of` values")
            for one in each:
                if values is not None and raw(one) not in values:
                    report.error(
                        "wrong-value", f"`{raw(one)}` is not one of the values", one.at, nearest(raw(one), values)
                    )
        found[name] = Parameter(name, values, several is not None, default, entry.key_at)
    return found


def _step(bundle: Bundle, question: OddsQuestion, over: YamlEntry, report: Report) -> dict[str, Parameter]:
    """The implied parameters of a question over a board: the two places of a step."""
    board = bundle.boards.get(raw(over))
    if board is None:
        hint = nearest(raw(over), bundle.boards) or "declare it in the rules: board NAME : graph of KIND"
        report.error("unknown-board", f"unknown board `{raw(over)}`", over.at, hint)
    outcomes: YamlEntry = question.root.value["outcomes"]
    if len(outcomes.value) != 2:
        hint = "name the outcome of a successful step first, then that of a failed one"
        report.error("bad-outcomes", "a question about a board needs two outcomes", outcomes.key_at, hint)
    places = tuple(board.places) if board is not None else ()
    return {name: Parameter(name, places, False, None, over.at) for name in (HERE, THERE)}


def combinations(parameters: Mapping[str, Parameter], said: Mapping[str, Sequence[str]]) -> list[Combination]:
    """The given values, the defaults of the others, and each value in turn for parameters without a default.

    Raises MootError for unknown parameters, impossible values, and too many combinations.
    """
    report = Report()
    for name in said:
        if name not in parameters:
            known = ", ".join(parameters)
            hint = nearest(name, parameters) or (f"available flags: {known}" if known else "it takes no flags")
            report.error("unknown-ask", f"the question has no flag `{name}`", NOWHERE, hint)
    choices: list[list[GivenValues]] = []
    for param in parameters.values():
        given = tuple(said.get(param.name, ()))
        for value in given:
            _check(param, value, report)
        if len(given) > 1 and not param.several:
            message = f"`{param.name}` is set more than once"
            report.error("said-twice", message, NOWHERE, "set it once: it takes one value")
        if given:
            choices.append([given])
        elif param.default is not None:
            choices.append([param.default])
        elif param.values is None:
            report.error("not-said", f"missing `{param.name}`", NOWHERE, f"add --{shown_flag(param.name)} N")
        else:
            choices.append([(value,) for value in param.values])
    report.raise_if_failed()
    count = 1
    for one in choices:
        count *= len(one)
    if count > COMBINATIONS:
        raise fail("too-many-chances", f"too many combinations at once: {count}", hint="set more of the flags")
    return [dict(zip(parameters, one, strict=True)) for one in product(*choices)]


def _check(param: Parameter, value: str, report: Report) -> None:
    if param.values is None:
        if not re.fullmatch(r"-?\d+", value):
            report.error("wrong-value", f"`{param.name}` must be a number, not `{value}`", NOWHERE)
    elif value not in param.values:
        hint = _hint(value, param.values)
        report.error("wrong-value", f"`{param.name}` cannot be `{value}`", NOWHERE, hint)


def _hint(value: str, values: tuple[str, ...]) -> str:
    """The available values: only the limits of a range of numbers, because a number is not a misspelling of another."""
    if all(re.fullmatch(r"-?(0|[1-9]\d*)", one) for one in values):
        ends = int(values[0]), int(values[-1])
        if len(values) > 2 and ends[1] - ends[0] == len(values) - 1:
            return f"available values: {ends[0]} to {ends[1]}"
    some = ", ".join(values[:12]) + (f" … ({len(values)} values)" if len(values) > 12 else "")
    return nearest(value, values) or f"available values: {some}"


def says_how_many(param: Parameter) -> bool:
    """Whether it is one number from 0 on, so that there may be that many of something."""
    return not param.several and param.values is not None and all(one.isdecimal() for one in param.values)


def trial(param: Parameter) -> GivenValues:
    """The values for a trial: the default, but at least one."""
    if says_how_many(param) and param.default == ("0",) and "1" in (param.values or ()):
        return ("1",)
    return param.default if param.default is not None else ((param.values or ("1",))[0],)


def shown_flag(name: str) -> str:
    """The flag that says what is asked."""
    return name.replace("_", "-")
