"""`moot test --mutate`: which small changes of the rules no case notices."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from ...lang.name_folding import count_phrase
from ..options import numbered_seed, wrong_call
from ..output import emit
from ..progress import progress

if TYPE_CHECKING:
    from ...tools.mutation.lockstep import GamesTally
    from ...tools.mutation.mutants import MutantKey
    from ...tools.mutation.run import MutationScore

ALL = "all"


def mutation_report(
    paths: tuple[str, ...],
    changes: str,
    seed: int | None,
    jobs: int,
    least: float | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    within: tuple[str, ...],
    games: int | None,
) -> int:
    """Print it. The exit status is 1 if a case does not pass as it is, or if fewer than `least` percent are noticed.

    `changes`: how many, as typed.
    """
    from ...tools.mutation.run import mutation_score

    number = _number(changes)
    seed = numbered_seed(seed)
    began = time.perf_counter()
    with progress("cases and games" if games else "cases") as move:

        def moved(done: int, of: int) -> None:
            move(completed=done, total=of)

        found = mutation_score(paths, number, seed, settings, mods, jobs, moved, within, games or 0, moved)
    seconds = time.perf_counter() - began
    emit("test mutate", found.as_json(), lambda: _tell(found, number is not None, seconds))
    missed = least is not None and 100 * found.noticed < least * len(found.drawn)
    return 1 if missed or found.left_out else 0


def _number(changes: str) -> int | None:
    if changes == ALL:
        return None
    if not (changes.isascii() and changes.isdecimal() and int(changes)):
        hint = f"write --mutate 100 for a hundred changes, drawn at random, or --mutate {ALL}"
        raise wrong_call("usage", f"`--mutate`: `{changes}` is neither a number of changes nor `{ALL}`", hint)
    return int(changes)


def _tell(found: MutationScore, some: bool, seconds: float) -> None:
    unreached = [one for one in found.survivors if one.key not in found.reached]
    missed = [one for one in found.survivors if one.key in found.reached]
    for head, mutants in (("no case reaches it", unreached), ("no case notices it", missed)):
        for one in mutants:
            click.echo(f"{head}: {one.render()}")
            click.echo(f"    = {_in_games(found.games, one.key)}\n" if found.games else "")
    for result in found.left_out:
        click.echo(f"skipped, because it does not pass: {result.name or result.file}\n")
    told = f"{found.noticed} of {count_phrase(len(found.drawn), 'change')} noticed"
    if unreached:
        told += f", {len(unreached)} not reached by any case"
    drawn = (
        f"; drawn from {found.possible} with --seed {found.seed}" if some and len(found.drawn) < found.possible else ""
    )
    click.echo(f"{told} by {count_phrase(found.cases - len(found.left_out), 'case')} ({seconds:.1f} s{drawn})")
    if found.games and found.survivors:
        survivors, played = count_phrase(len(found.survivors), "missed change"), count_phrase(found.games.games, "game")
        click.echo(f"{len(found.without_effect)} of {survivors} had no effect in {played} with random choices")


def _in_games(games: GamesTally, key: MutantKey) -> str:
    if key in games.parted:
        return f"it changes a game with random choices: --seed {games.parted[key]}"
    reached = games.reached.get(key, 0)
    played = count_phrase(games.games, "game")
    return f"it had no effect in {played} with random choices; {reached:,} of them reached it"
