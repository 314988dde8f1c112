"""`moot deck`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...lang.diagnostic import Diagnostic
from ...lang.spelling import one_of
from ..options import Commands, Whole, json_option, numbered_seed, rules_options, seed_option, wrong_call
from ..output import emit
from ..progress import progress


@click.group(
    "deck",
    cls=Commands,
    epilog="\b\nExamples:\n  moot deck build GAME --story STORY\n  moot deck convert my_deck.o8d --to text",
)
def deck_command() -> None:
    """Build decks, and convert deck files. (To check a deck, use moot check DECK.)"""


@deck_command.command(
    "convert",
    short_help="Convert a deck file to another format.",
    epilog="\b\nExamples:\n  moot deck convert deck.csv --to yaml\n"
    "  moot deck convert deck.o8d --to text --out deck.txt",
)
@click.argument("file")
@click.option("--to", "format", required=True, metavar="FORMAT", help="yaml, text, edn, json, csv or list.")
@click.option("--game", metavar="GAME", default="", help="The game of the cards. [default: found from their names]")
@click.option("--prefer", metavar="MARK", multiple=True, help="Which version to use when several cards share a name.")
@click.option("--out", metavar="FILE", help="The file to write. [default: the screen]")
@rules_options
def convert_command(
    file: str,
    format: str,
    game: str,
    prefer: tuple[str, ...],
    out: str | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    """Convert a deck file to another format.

    FILE can be in any format that moot check reads; `-` reads a pasted deck. moot lists anything that the new format
    cannot store.
    """
    from ...tools.decks.file import FORMATS
    from ...tools.decks.legality import read_for
    from ...tools.decks.write import WRITTEN, write_deck
    from ...tools.files import write_new
    from ..errors import report
    from .report import read_source

    if format not in WRITTEN:
        hint = one_of(format, WRITTEN)
        said = "can be read but not written" if format in FORMATS else "is not a format of deck files"
        raise wrong_call("bad-format", f"`{format}` {said}", hint)
    if out is not None and Path(out).exists():
        raise wrong_call("file-exists", f"`{out}` already exists", "choose another file name")
    deck, described = read_for(read_source(file), game, mods, settings, prefer)
    if deck.cards is None or deck.report.failed:
        return report(deck.report.diagnostics)
    text, lost = write_deck(deck.cards, described, format)
    told = [
        *deck.report,
        *(Diagnostic("not-held", f"{format} cannot store {one}", severity="warning") for one in lost),
    ]
    if told:
        report(told)
    if out is not None:
        write_new(Path(out), text)
        click.echo(f"wrote {out}")
    else:
        click.echo(text, nl=False)
    return 0


@deck_command.command(
    "build",
    short_help="Search for a better legal deck by playing.",
    epilog="\b\nExamples:\n  moot deck build GAME --story STORY --seed 7\n"
    "  moot deck build GAME --pool mine.yaml --out better.yaml",
)
@click.argument("game")
@click.option(
    "--games", type=Whole(100), default=4000, show_default=True, metavar="N", help="The number of games to play."
)
@click.option("--pool", metavar="FILE", help="A YAML file with the available cards: counts by title under `cards:`.")
@click.option(
    "--bot",
    metavar="NAME",
    help="The bot that plays. [default: greedy:1 if the rules have a `promise`, otherwise random]",
)
@click.option("--goal", default="survival", show_default=True, metavar="GOAL", help="Maximise survival or score.")
@click.option("--out", metavar="FILE", help="The file to write. [default: the screen]")
@seed_option
@rules_options
@json_option
def build_command(
    game: str,
    games: int,
    pool: str | None,
    bot: str | None,
    goal: str,
    out: str | None,
    seed: int | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
) -> int:
    """Search for a better legal deck by playing.

    The search starts from the deck that the game would use. It changes one or two cards, and plays both decks with the
    same seeds. Finally, it measures the improvement with new seeds. The same seed finds the same deck.
    """
    from ...stack.load import load
    from ...tools.bots.names import sensible_bot
    from ...tools.decks.pool import load_pool, read_owned
    from ...tools.decks.search import GOALS, DeckSearch, deck_yaml
    from ...tools.files import write_new

    if goal not in GOALS:
        raise wrong_call("bad-goal", f"unknown goal `{goal}`", one_of(goal, GOALS))
    if out is not None and Path(out).exists():
        raise wrong_call("file-exists", f"`{out}` already exists", "choose another file name")
    owned = read_owned(Path(pool)) if pool is not None else None
    options = load(game, options=settings, mods=list(mods)).options
    cards = load_pool(game, mods, settings, owned)
    player = bot or sensible_bot(cards.game)
    kept = numbered_seed(seed)
    with progress("games", games) as move:
        found = DeckSearch(cards, player, kept, goal, lambda count: move(advance=count)).run(games)
    suits = {name: options[name] for name in cards.model.suits if name in options}
    begun = cards.model.id if found.start == {title: count for title, count, _ in cards.model.cards} else None
    low, middle, high = found.difference
    percent = goal == "survival"
    told = f"{_number(middle, percent, True)} (95% CI {_number(low, percent, True)} to {_number(high, percent, True)})"
    about = f"Found by `moot deck build {game}` with seed {kept}, {found.games} games, bot {player}; {goal} {told}."
    name = Path(out).stem if out is not None else "found"
    text = deck_yaml(_name_from_file(name), cards, found.deck, suits, about)
    if out is not None:
        write_new(Path(out), text)
    fields = ("deck", "start", "before", "after", "difference", "tried", "taken", "games")
    data = {field: getattr(found, field) for field in fields}

    def write() -> None:
        head = [cards.game.title, *(f"{option} {value}" for option, value in suits.items())]
        head += [f"from the deck {begun}"] if begun is not None else []
        click.echo(f"{', '.join(head)}: seed {kept}, bot {player}, {found.games:,} games")
        click.echo(f"{found.tried:,} deck{'s' * (found.tried != 1)} tried, {found.taken} kept")
        for what, rate in (("before", found.before), ("after", found.after)):
            ends = f"{_number(rate[0], percent)} to {_number(rate[2], percent)}"
            click.echo(f"{goal} {what}: {_number(rate[1], percent)} ({ends})")
        if found.taken:
            click.echo(f"improvement {told}, with fresh seeds")
        else:
            click.echo("no better deck found; use a higher --games to try more decks, with more games for each")
        for title in dict.fromkeys([*found.start, *found.deck]):
            more = found.deck.get(title, 0) - found.start.get(title, 0)
            if more:
                click.echo(f"  {more:+d} {title}")
        click.echo(f"wrote {out}" if out is not None else f"\n{text}", nl=out is not None)

    return emit("deck build", data | {"from": begun, "seed": kept, "bot": player, "goal": goal}, write)


def _number(value: float, percent: bool, signed: bool = False) -> str:
    sign = "+" if signed else ""
    return f"{value:{sign}.1%}" if percent else f"{value:{sign}.2f}"


def _name_from_file(text: str) -> str:
    """A file name as a name in the rules."""
    made = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in text.lower())
    return made if made[:1].isalpha() or made[:1] == "_" else f"deck_{made}"
