"""`moot odds`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..options import Whole, json_option, rules_options, wrong_call
from ..output import emit
from ..progress import progress

if TYPE_CHECKING:
    from fractions import Fraction

    from ...pack.model.bundle import OddsQuestion
    from ...tools.odds.parameters import Parameter
    from ...tools.odds.question import Odds
    from ...tools.odds.solve import OddsRow

SHOWN = 6  # the most values of a parameter to list in full


@click.command(
    "odds",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    epilog="\b\nExamples:\n  moot odds GAME\n  moot odds GAME QUESTION --attack B --armour 3\n"
    "  moot odds GAME QUESTION --attack B --attack C --armour 2\n"
    "  moot odds GAME QUESTION FROM TO --turns 8\n"
    "  moot odds game.save strike\n  moot odds game.log:48 strike",
)
@click.argument("game", metavar="GAME|SAVE|LOG|LOG:N")
@click.argument("question", required=False, metavar="[QUESTION|CHOICE]")
@click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="PROMPT=KEY",
    help="The player's choice at this prompt. [default: the first choice]",
)
@click.option("--samples", type=Whole(0), default=0, metavar="N", help="Also play N random games.")
@click.option("--seed", type=Whole(), default=0, metavar="N", help="The random seed of these games.")
@rules_options
@json_option
@click.pass_context
def odds_command(
    ctx: click.Context,
    game: str,
    question: str | None,
    choices: tuple[str, ...],
    samples: int,
    seed: int,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    """Compute exact odds of dice and table results, with the rules of play.

    GAME's packs define the questions. Without QUESTION, moot lists them with their flags. Set each value with the flag
    of its name; repeat the flag for several values. Without its flag, a value has its default, or moot tries them all.

    For a SAVE or a LOG, moot computes the odds of a CHOICE there, as `odds NAME` does in play. Without CHOICE, it lists
    the choices. LOG:N is the choice made by entry N, with the number that moot replay prints. LOG alone is the end of
    the log.

    A question about routes on a board takes two places, FROM and TO. It finds the best routes and the chance of
    arriving within --turns N [default: 10].
    """
    from ...tools.odds.paths import path_odds
    from ...tools.odds.question import odds, questions
    from .choices import choice_odds, place_in_game
    from .paths import ends_and_turns, show_ways

    place = place_in_game(game)
    if place is not None:
        if ctx.args or choices or samples or settings:
            raise wrong_call("usage", "a saved or logged game only takes a choice", f"write: moot odds {game} CHOICE")
        return choice_odds(place, question, mods)

    if question is None:
        if ctx.args:
            raise wrong_call("usage", f"missing question before `{ctx.args[0]}`", "put the question's name after GAME")
        known = questions(game, mods)
        _list(game, known)
        return 0
    places, said = _split_arguments(ctx.args)
    chosen = dict(_choice(text) for text in choices)
    with progress("combinations") as move:

        def on_progress(done: int, of: int) -> None:
            move(completed=done, total=of)

        if places:
            ends, turns = ends_and_turns(game, question, places, said, mods)
            ways = path_odds(game, question, ends, turns, said, mods, settings, chosen, samples, seed, on_progress)
        else:
            found = odds(game, question, said, mods, settings, chosen, samples, seed, on_progress)
    if places:
        show_ways(ways)
    else:
        emit("odds", _as_json(found, samples), lambda: _show(found, samples))
    return 0


def _split_arguments(args: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The words before any flag, which are places, and the values of flags such as `--attack B --armour=3`, by
    parameter.
    """
    said: dict[str, list[str]] = {}
    rest = list(args)
    places: list[str] = []
    while rest:
        flag = rest.pop(0)
        if not flag.startswith("--") and not said:
            places.append(flag)
            continue
        if not flag.startswith("--") or len(flag) < 3:
            raise wrong_call("usage", f"`{flag}` does not follow a flag", "set a value as --NAME VALUE")
        name, equals, value = flag[2:].partition("=")
        if not equals:
            if not rest:
                raise wrong_call("usage", f"`{flag}` needs a value", f"write {flag} VALUE")
            value = rest.pop(0)
        said.setdefault(name.replace("-", "_"), []).append({"true": "yes", "false": "no"}.get(value, value))
    return places, said


def _choice(text: str) -> tuple[str, str]:
    prompt, equals, key = text.rpartition("=")
    if not equals or not prompt or not key:
        raise wrong_call("usage", f"`{text}` is not PROMPT=KEY", "write the prompt, `=`, and the player's choice")
    return prompt.strip(), key.strip()


def _values(param: Parameter) -> str:
    if param.values is None:
        shown = "a number"
    elif param.values and all(value.lstrip("-").isdigit() for value in param.values):
        shown = f"{param.values[0]}..{param.values[-1]}"
    else:
        more = ["…"] if len(param.values) > SHOWN else []
        shown = ", ".join([*param.values[:SHOWN], *more])
    several = ", repeatable" if param.several else ""
    return shown + several + (f" [default: {param.default[0]}]" if param.default else "")


def _list(game: str, known: dict[str, tuple[OddsQuestion, dict[str, Parameter]]]) -> None:
    from ...tools.odds.parameters import shown_flag

    titles = {name: str(question.root.value["title"].value) for name, (question, _) in known.items()}
    questions = {
        name: {
            "title": titles[name],
            "asks": {
                one.name: {"values": one.values, "several": one.several, "default": one.default and one.default[0]}
                for one in parameters.values()
            },
        }
        for name, (_, parameters) in known.items()
    }

    def text() -> None:
        if not known:
            click.echo(f"the packs of {game} define no questions (`odds:`)")
        for name, (_, parameters) in known.items():
            click.echo(f"moot odds {game} {name}  {titles[name]}")
            for param in parameters.values():
                click.echo(f"    --{shown_flag(param.name)}  {_values(param)}")

    emit("odds questions", {"questions": questions}, text)


def _percent(share: Fraction | None) -> str:
    return "" if share is None else f"{float(share) * 100:.2f}%"


def _moving(found: Odds) -> list[str]:
    """The parameters that differ between the rows."""
    return [name for name in found.parameters if len({row.said[name] for row in found.rows}) > 1]


def _p_value(row: OddsRow, outcomes: list[str]) -> float | None:
    """The probability that chance alone makes the samples deviate this far from the odds."""
    from scipy.stats import chisquare

    total = sum(row.sampled.values())
    shares = [(row.sampled.get(one, 0), float(row.odds[one]) * total) for one in outcomes if one in row.odds]
    if len(shares) < 2 or set(row.sampled) - set(row.odds):
        return 1.0 if not set(row.sampled) - set(row.odds) else 0.0
    return float(chisquare([seen for seen, _ in shares], [due for _, due in shares]).pvalue)


def _as_json(found: Odds, samples: int) -> dict[str, Any]:
    rows = []
    for row in found.rows:
        told: dict[str, Any] = {
            "asks": found.said_as_json(row.said),
            "outcomes": {one: {"exact": str(share), "probability": float(share)} for one, share in row.odds.items()},
        }
        if row.stand_ins:
            told["stand_ins"] = list(row.stand_ins)
        if samples:
            told["samples"] = {"games": samples, "counts": row.sampled, "p": _p_value(row, found.outcomes)}
        rows.append(told)
    return found.as_json() | {"chosen": found.chosen, "rows": rows}


def _show(found: Odds, samples: int) -> None:
    from ..console import console, ruled_table
    from .choices import stand_in_line

    moving = _moving(found)
    fixed = [
        f"{name.replace('_', ' ')} {', '.join(said)}" for name, said in found.rows[0].said.items() if name not in moving
    ]
    cites = f" ({', '.join(found.cites)})" if found.cites else ""
    click.echo(f"{found.title}{cites}" + (f": {'; '.join(fixed)}" if fixed else ""))
    if moving:
        heads = [name.replace("_", " ") for name in moving]
        table = ruled_table(*heads, *(f">{outcome}" for outcome in found.outcomes), pad_edge=True)
        for row in found.rows:
            said = [", ".join(row.said[name]) for name in moving]
            said[-1] += " *" if row.stand_ins else ""
            table.add_row(*said, *(_percent(row.odds.get(one)).replace(" ", "") for one in found.outcomes))
    else:
        row = found.rows[0]
        played = [f">of {samples:,} played"] if samples else []
        table = ruled_table("outcome", ">exactly", ">odds", *played, pad_edge=True)
        for outcome in [*found.outcomes, *(one for one in row.sampled if one not in row.odds)]:
            share = row.odds.get(outcome)
            seen = [f"{row.sampled.get(outcome, 0) / samples * 100:.2f}%"] if samples else []
            table.add_row(outcome, str(share or 0), _percent(share) or "0.00%", *seen)
    console().print(table)
    resting = dict.fromkeys(cell for row in found.rows for cell in row.stand_ins)
    if resting:
        click.echo(("* " if moving else "") + stand_in_line(tuple(resting)))
    if samples:
        least = min(_p_value(row, found.outcomes) or 0.0 for row in found.rows)
        word = "=" if len(found.rows) == 1 else ">="
        click.echo(f"chance of a deviation this large from the odds: p {word} {least:.3f}")
    for prompt, key in found.chosen.items():
        click.echo(f'“{prompt}”: assumed {key}, the first choice; change it with --choose "{prompt}=…"')
