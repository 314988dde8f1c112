"""`moot sim`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...lang.name_folding import count_phrase
from ..options import (
    Whole,
    anyway_option,
    jobs_option,
    json_option,
    load_game,
    numbered_seed,
    played_options,
    seed_option,
    wrong_call,
)
from ..output import emit, print_columns
from ..progress import progress

if TYPE_CHECKING:
    from ...stack.game import Game
    from .report import SimulationReport


def _bots(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for text in values:
        seat, equals, name = text.rpartition("=")
        if not name or (equals and not seat):
            raise wrong_call("bad-bot", f"`{text}` is not SEAT=NAME", "for example, write --bot PLAYER=greedy")
        found.append((seat, name))
    return found


@click.command(
    "sim",
    epilog="\b\nExamples:\n  moot sim GAME --games 1000 --bot PLAYER=greedy\n"
    "  moot sim GAME --games 100 --bot PLAYER=search:200 --seed 7\n"
    "  moot sim GAME --games 200 --logs games\n"
    "  moot sim GAME --every-option --games 20000 --jobs 2\n"
    "  moot sim GAME --story STORY --deck DECK --picture survival.svg",
)
@click.argument("game")
@click.option("--games", type=Whole(1), default=1000, show_default=True, metavar="N", help="Number of games.")
@jobs_option
@seed_option
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[SEAT=]NAME",
    callback=_bots,
    help="Bot for a seat, or without a seat for all: random, greedy[:GUESSES], brisk[:OPTIONS], search[:ITERATIONS], "
    "or search:2s for two seconds per choice. The default is random; in a solo game it is greedy:1 if the rules have "
    "a `promise`, or brisk if they have a `promise_of`.",
)
@click.option("--every-option", is_flag=True, help="Split the games across all values of all options.")
@click.option(
    "--logs",
    metavar="DIR",
    help="Log each game in this folder. Games already logged there are not replayed, so you can resume an interrupted "
    "run. To list what the games used, run moot used DIR.",
)
@click.option(
    "--picture",
    metavar="FILE",
    help="Draw the report of a solo game, or the survival rate of each deck, as .svg, .png or .pdf.",
)
@anyway_option
@played_options
@json_option
def sim_command(
    game: str,
    games: int,
    jobs: int,
    seed: int | None,
    bots: list[tuple[str, str]],
    every_option: bool,
    logs: str | None,
    picture: str | None,
    anyway: bool,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    decks: list[tuple[str, str]],
) -> int:
    """Simulate many games between bots and report the results.

    For a solo game, the report adds the survival rate, the times and causes of losses, and the scores. It also adds the
    effect of each card and the margin over a random bot. If decks name their stories and you choose none, moot plays
    every story.

    Rates have 95% Wilson intervals. The results do not depend on --jobs. For a game that fails or does not end, moot
    prints the command that repeats it. Exits with 1 if a game fails.
    """
    from ...tools.bots.names import sensible_bot
    from ...tools.simulate.series import simulate
    from ...tools.simulate.solo import beside_random, laid_decks, samples, survival

    loaded = load_game(game, settings, mods, decks, anyway)
    seats: dict[str, str] = {}
    for seat, name in bots:
        seats.update({seat: name} if seat else dict.fromkeys(loaded.players, name))
    alone = len(loaded.players) == 1
    if alone:
        seats = {loaded.players[0]: sensible_bot(loaded)} | seats
    if picture is not None:
        from .charts import must_draw

        must_draw(picture, loaded.title, alone)
    chosen = {name for name, _ in settings}
    sampled = [one for one in samples(loaded) if not chosen & one.keys()] if alone and not decks else []
    kept = numbered_seed(seed)
    if logs is not None and (every_option or len(sampled) > 1):
        raise wrong_call("usage", "--logs takes the games of a single run", "choose a game with --option or --deck")
    if every_option and decks:
        raise wrong_call("usage", "--deck uses one deck, but --every-option tries all of them", "remove one of the two")
    if every_option:
        if picture is not None:
            raise wrong_call("usage", "--picture draws one run, but --every-option makes many", "remove one of them")
        return _every_option(game, loaded.title, games, jobs, kept, seats, settings, mods)

    def run(one: Game) -> dict[str, Any]:
        with progress("games", games) as move:
            play = survival if alone else simulate
            found = play(
                one,
                called=game,
                games=games,
                jobs=jobs,
                seed=kept,
                bots=seats,
                on_progress=lambda count: move(advance=count),
                logs=None if logs is None else Path(logs),
            )
        found["decks"] = laid_decks(one.program)
        return found if not alone or seats[one.players[0]] == "random" else beside_random(one, found, jobs)

    if len(sampled) > 1:
        found = [run(load_game(game, [*settings, *one.items()], mods)) | {"sample": one} for one in sampled]
        if picture is not None:
            from .charts import draw_samples

            draw_samples(picture, loaded.title, found)
        return emit("sim samples", {"samples": found}, lambda: _report().samples(loaded.title, found, seats))
    told = run(loaded)
    if picture is not None:
        from .charts import draw_outcomes

        draw_outcomes(picture, loaded.title, told)
    return emit("sim", told, lambda: _one(loaded, told, seats))


def _every_option(
    game: str,
    title: str,
    games: int,
    jobs: int,
    seed: int,
    seats: dict[str, str],
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    from ...tools.simulate.option_sweep import every_option

    with progress("games", games) as move:
        found = every_option(
            game,
            games=games,
            jobs=jobs,
            seed=seed,
            bots=seats,
            options=settings,
            mods=mods,
            on_progress=lambda count: move(advance=count),
        )
    return emit("sim options", found, lambda: _report().every_option(title, found, seats))


def _report() -> SimulationReport:
    from .report import SimulationReport

    return SimulationReport()


def _one(game: Game, found: dict[str, Any], seats: dict[str, str]) -> None:
    if "survival" in found:
        _report().one(game, found, seats)
    else:
        _tell(game.title, found, seats)


def _scored(of: tuple[str, dict[str, Any]]) -> tuple[str, ...]:
    player, one = of
    low, mean, high = one["mean"]
    between = f"{low:.2f} to {high:.2f}" if low is not None else ""
    return player, f"{mean:.2f}", between, str(one["least"]), str(one["most"])


def _tell(title: str, found: dict[str, Any], seats: dict[str, str]) -> None:
    games, seconds = found["games"], found["seconds"]
    rate = games / seconds if seconds else 0
    speed = f", {rate:,.{0 if rate >= 10 else 1}f} games per second" if seconds else ""
    click.echo(f"{title}: {count_phrase(games, 'game')}, seed {found['seed']}")
    click.echo(f"{count_phrase(found['decisions'], 'decision')} in {seconds:.1f} s{speed}")
    rows: list[tuple[str, ...]] = [("winner", "bot", "games", "rate", "95%")]
    for winner, count in found["results"].items():
        low, rate, high = found["rates"][winner]
        bot = "" if winner == "none" else seats.get(winner, "random")
        rows.append((winner, bot, f"{count:,}", f"{rate:.1%}", f"{low:.1%} to {high:.1%}"))
    print_columns(rows)
    if found["together"]:
        click.echo(f"{count_phrase(found['together'], 'game')} won jointly, counted for each winner")
    if found["scored"]:
        print_columns([("score of", "mean", "95%", "least", "most"), *map(_scored, found["scored"].items())])
    print_columns([("cause", "games"), *((cause, f"{count:,}") for cause, count in found["causes"].items())])
