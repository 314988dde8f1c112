"""`moot show GAME readings`: the register of doubtful clauses, for people who must decide between their readings."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click

from ...lang.spelling import nearest, there_are
from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ..options import wrong_call
from ..output import emit
from ..progress import progress

_WIDE = 100
_MOST = 4  # things that differ in an example


def show_readings(
    loaded: Game,
    game: str,
    mods: tuple[str, ...],
    settings: Sequence[tuple[str, Any]],
    name: str | None,
    measure: int | None,
) -> int:
    """Print the readings of a game, or one of them; with `measure`, play so many games for each value first."""
    from ...tools.readings.kept import kept_readings, pack_path
    from ...tools.readings.measures import measured_readings
    from ...tools.readings.parting import parting_examples
    from ...tools.readings.register import reading_values, readings_register

    values = {option: reading_values(loaded, option) for option in loaded.options}
    values = {option: several for option, several in values.items() if len(several) > 1}
    if name is not None and name not in values:
        raise wrong_call("unknown-option", f"unknown reading `{name}`", nearest(name, values) or there_are(values))
    only = [name] if name is not None else []
    if measure is not None:
        wanted = {option: several for option, several in values.items() if not only or option in only}
        with progress("Playing games") as move:
            figures: Mapping[str, Any] | None = measured_readings(
                game, wanted, measure, mods=mods, settings=settings,
                on_progress=lambda done, of: move(completed=done, total=of),
            )  # fmt: skip
    else:
        figures = None if mods or settings else kept_readings(game).get("figures", {}).get(pack_path(game))
    found = readings_register(loaded, game, mods, parting_examples(game, values, only), figures)
    found = [one for one in found if not only or one["option"] in only]
    data = {
        "game": loaded.id,
        "bot": figures["bot"] if figures else None,
        "games": figures["games"] if figures else 0,
        "readings": found,
    }
    return emit("show readings", data, lambda: _print(loaded, game, data))


def _print(loaded: Game, game: str, data: Mapping[str, Any]) -> None:
    count = len(data["readings"])
    click.echo(f"{loaded.title}: {count} {'reading' if count == 1 else 'readings'}")
    if data["games"]:
        click.echo(f"Figures: {data['games']:,} games between {data['bot']} bots for each value, 95% intervals.")
    else:
        click.echo(f"No values yet. Measure them with: moot show {game} readings --measure 1000")
    for one in data["readings"]:
        _reading(one, loaded)


def _reading(one: Mapping[str, Any], loaded: Game) -> None:
    click.secho(f"\n{one['option']}", bold=True)
    if one["question"]:
        _wrapped(one["question"], "  ")
    for clause in one["clauses"]:
        _wrapped(f"{clause['clause']} ({clause['place']}): {clause['gist']}", "  ")
    for value in one["values"]:
        default = " (default)" if value["value"] == one["default"] else ""
        words = f": {value['words']}" if value["words"] else ""
        _wrapped(f"{value['value']}{default}{words}", "  - ", "    ")
        if value["favours"]:
            _wrapped(_favours(value["favours"], not default, loaded.program.terms), "    ", "    ")
    if one["example"] is not None:
        _example(one["option"], one["example"])
    else:
        click.echo("  no case shows the difference")


def _favours(favours: Mapping[str, Any], other: bool, terms: Mapping[str, str]) -> str:
    """`ann wins 51.0% (48.2 to 53.9), 3.1 points more than by default (-0.9 to 7.1): no difference shown`."""
    told, verdict = [], "no difference shown"
    for player, figures in favours.items():
        low, rate, high = (100 * x for x in figures["rate"])
        text = f"{terms.get(player, player)} wins {rate:.1f}% ({low:.1f} to {high:.1f})"
        if other and figures["more"]:
            less, more, most = (100 * x for x in figures["more"])
            text += f", {more:+.1f} points ({less:+.1f} to {most:+.1f})"
            if less > 0:
                verdict = f"favours {terms.get(player, player)}"
        told.append(text)
    return "; ".join(told) + (f": {verdict}" if other else "")


def _example(option: str, example: Mapping[str, Any]) -> None:
    _wrapped(f"example: {example['case']}  ({example['file']}:{example['line']})", "  ", "    ")
    for key, value in example["given"].items():
        _wrapped(f"given {key}: {_value_line(value)}", "    ", "      ")
    for step in example["when"]:
        for player, choice in step.items() if isinstance(step, dict) else ():
            click.echo(f"    when  {player}: {_value_line(choice)}")
    for part in example["differs"][:_MOST]:
        click.echo(f"    then  {part['what']}")
        for value, found in ((example["value"], part["value"]), (example["other"], part["other"])):
            _wrapped(f"with {option}={value}: {found}", "            ", "              ")


def _value_line(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value_line, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_value_line(one)}' for key, one in value.items())}}}"
    return plain_text(value)


def _wrapped(text: str, first: str, rest: str = "    ") -> None:
    click.echo(textwrap.fill(text, _WIDE, initial_indent=first, subsequent_indent=rest))
