"""The report of `moot odds` on routes from one place to another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ..options import wrong_call
from ..output import emit

if TYPE_CHECKING:
    from ...tools.odds.best_paths import Route
    from ...tools.odds.paths import BestPaths, PathOdds

TURNS = 10
_MOST = 200
_SHOWN = 5  # routes


def ends_and_turns(
    game: str, question: str, places: list[str], said: dict[str, list[str]], mods: tuple[str, ...]
) -> tuple[tuple[str, str], int]:
    """The start, the destination and the number of turns, which are removed from the given values. Raises MootError."""
    if len(places) != 2:
        from ...tools.odds.question import questions, unknown_question

        known = questions(game, mods)
        if question not in known:
            raise unknown_question(question, known)
        hint = f"write: moot odds {game} {question} FROM TO"
        raise wrong_call("usage", f"expected two places for a route, found {len(places)}", hint)
    told = said.pop("turns", [str(TURNS)])
    if len(told) != 1 or not told[0].isdecimal() or not 0 < int(told[0]) <= _MOST:
        raise wrong_call("usage", f"`{' '.join(told)}` is not a number of turns", f"write --turns with 1 to {_MOST}")
    return (places[0], places[1]), int(told[0])


def show_ways(found: PathOdds) -> None:
    """Print the routes of each combination, or write them as JSON."""
    emit("odds paths", _as_json(found), lambda: _tell(found))


def _tell(found: PathOdds) -> None:
    cites = f" ({', '.join(found.cites)})" if found.cites else ""
    click.echo(f"{found.title}{cites}")
    click.echo(f"{_place_name(found, found.start)} to {_place_name(found, found.goal)}")
    for answer in found.answers:
        said = "; ".join(f"{name.replace('_', ' ')} {', '.join(value)}" for name, value in answer.said.items())
        click.echo(f"\n{said}" if said else "")
        _show(found, answer)


def _show(found: PathOdds, answer: BestPaths) -> None:
    from ..console import console, ruled_table

    if not answer.routes:
        click.echo("no route leads there")
        return
    quickest = answer.quickest
    shown = answer.routes[:_SHOWN]
    if quickest is not None and quickest not in shown:
        shown.append(quickest)
    within = f">within {found.turns} turns"
    table = ruled_table("route, with the chance of each step", within, ">turns on average", pad_edge=True)
    for route in shown:
        marks = " *" if route is quickest else ""
        table.add_row(_way(found, route), _percent(route.within[-1]), f"{float(route.expected):.2f}{marks}")
    console().print(table)
    rest = len(answer.routes) - len(shown)
    if rest > 0:
        click.echo(f"and {rest} more routes without a repeated place")
    click.echo("* the fewest turns on average")
    by_turn = ", ".join(f"{n}: {_percent(share)}" for n, share in enumerate(answer.best) if share)
    click.echo(f"best if you choose the route again each turn: within {by_turn}")
    if answer.journeys is not None:
        played = answer.journeys
        within = f"{played.within / played.played * 100:.2f}% within {found.turns} turns"
        click.echo(
            f"of {played.played:,} journeys played along the first route: {within}, {played.turns / played.played:.2f}"
            f" turns on average (chance of a deviation this large: p = {_p_value(answer):.3f})"
        )


def _way(found: PathOdds, route: Route) -> str:
    if not route.chances:
        return "already there"
    steps = [
        f" → {_place_name(found, place)} {_percent(chance)}"
        for place, chance in zip(route.places[1:], route.chances, strict=True)
    ]
    return _place_name(found, route.places[0]) + "".join(steps)


def _place_name(found: PathOdds, place: str) -> str:
    return found.names.get(place, place)


def _percent(share: Fraction) -> str:
    if share == 1:
        return "100%"
    shown = f"{float(share) * 100:.1f}%"
    return {"100.0%": ">99.9%", "0.0%": "<0.1%"}.get(shown, shown)


def _p_value(answer: BestPaths) -> float:
    """The probability that chance alone makes the journeys deviate this far from the exact share."""
    from scipy.stats import binomtest

    assert answer.journeys is not None
    share = float(answer.routes[0].within[-1])
    return float(binomtest(answer.journeys.within, answer.journeys.played, share).pvalue)


def _as_json(found: PathOdds) -> dict[str, Any]:
    return found.as_json() | {
        "from": found.start,
        "to": found.goal,
        "turns": found.turns,
        "answers": [
            {
                "asks": found.said_as_json(answer.said),
                "best": [_number(share) for share in answer.best],
                "routes": [_route(route) for route in answer.routes],
                "quickest": None if answer.quickest is None else list(answer.quickest.places),
                "journeys": _journeys(answer),
            }
            for answer in found.answers
        ],
    }


def _route(route: Route) -> dict[str, Any]:
    return {
        "places": list(route.places),
        "chances": [_number(chance) for chance in route.chances],
        "within": _number(route.within[-1]),
        "expected": _number(route.expected),
    }


def _journeys(answer: BestPaths) -> dict[str, Any] | None:
    played = answer.journeys
    if played is None:
        return None
    return {"played": played.played, "within": played.within, "turns": played.turns, "p": _p_value(answer)}


def _number(share: Fraction) -> dict[str, Any]:
    return {"exact": str(share), "number": float(share)}
