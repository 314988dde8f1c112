"""`moot check`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from ...lang.diagnostic import MootError
from ..options import STDIN, json_option, rules_options
from ..output import emit
from ..progress import working

if TYPE_CHECKING:
    from ...tools.check.packs import Checked


@click.command(
    "check",
    epilog="\b\nExamples:\n  moot check GAME\n  moot check my_pack --json\n  moot check my_deck.txt\n"
    "  moot check - --game GAME",
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@rules_options
@click.option("--stand-in", is_flag=True, help="List the stand-ins, and the things that still use them.")
@click.option("--terms", is_flag=True, help="List the display names that each edition uses for names in the rules.")
@click.option("--ir", is_flag=True, hidden=True)  # for compiler developers; see CONTRIBUTING
@click.option("--game", metavar="GAME", default="", help="For a deck: the game whose laws apply.")
@click.option(
    "--prefer", metavar="MARK", multiple=True, help="For a deck: which version to use when several cards share a name."
)
@json_option
def check_command(
    paths: tuple[str, ...],
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    stand_in: bool,
    terms: bool,
    ir: bool,
    game: str,
    prefer: tuple[str, ...],
) -> int:
    """Find errors in packs and decks without running them.

    PATH is a game's id, a pack's folder, a folder of packs, or a file in a pack. Without PATH, moot checks every game
    that it ships. A file outside a pack is read as a player's deck, in any supported format; `-` reads a pasted deck.
    Exits with 1 if there is an error. Warnings alone exit with 0.
    """
    from ...tools.check.packs import Checked, check

    if ir:
        from ...tools.show.lowered_form import form_text

        for path in paths:
            click.echo(form_text(path, mods, settings), nl=False)
        return 0
    files = [path for path in paths if _is_deck(path)]
    packs = tuple(path for path in paths if path not in files)
    decks = []
    if files:
        from ..decks.report import deck_json, judged, tell_deck

        decks = [judged(path, game, mods, settings, prefer) for path in files]
    found, failure = Checked(), None
    try:
        if packs or not files:
            with working("checking"):
                found = check(packs, mods, settings, os.cpu_count() or 1)
    except MootError as error:
        if not decks:
            raise
        failure = error  # the decks have been checked all the same

    def text() -> None:
        for deck in decks:
            tell_deck(deck)
        if failure is None and (packs or not files):
            _tell(found, stand_in, terms)

    told = {"decks": [deck_json(one) for one in decks], "diagnostics": [d.as_json() for d in found.diagnostics]}
    emit("check", told, text)
    if failure is not None:
        raise failure
    return int(found.errors > 0 or any(deck.report.failed for deck in decks))


def _tell(found: Checked, stand_in: bool, terms: bool) -> None:
    for diagnostic in found.diagnostics:
        click.echo(diagnostic.render() + "\n")
    for name, stories in found.legal.items():
        click.echo(f"note: the deck {name} is legal for {', '.join(stories)}")
    if stand_in:
        for pack, told in found.stand_in.items():
            click.echo(f"stand-ins in {pack}:")
            for one in told:
                click.echo(f"  - {one}")
        for pack in dict.fromkeys([*found.stand_in_map, *found.stand_in_fields, *found.stand_in_cells]):
            click.echo(f"stand-ins still in use when {pack} is played:")
            for fields, titles in found.stand_in_fields.get(pack, {}).items():
                click.echo(f"  - {' and '.join(fields)} of {_count(len(titles), 'thing')}: {', '.join(titles)}")
            for (name, kind), places in found.stand_in_map.get(pack, {}).items():
                more = f" and {len(places) - 6} more" if len(places) > 6 else ""
                click.echo(f"  - {name} of {len(places)} of the kind {kind}: {', '.join(places[:6])}{more}")
            for table, cells in found.stand_in_cells.get(pack, {}).items():
                click.echo(f"  - cells of the table {table}: {', '.join(cells)}")
    elif found.stand_in:
        count = sum(map(len, found.stand_in.values()))
        things = _count(count, "thing")
        click.echo(f"note: {things} {'is a stand-in' if count == 1 else 'are stand-ins'} (--stand-in lists them)")
    if terms:
        for named in found.glossary:
            words = "; ".join(f"{told or 'no display name'} ({pack})" for pack, told in named.words.items())
            click.echo(f"{named.name}: {words}")
    packs = f"{_count(len(found.packs), 'pack')} ({', '.join(found.packs)})"
    click.echo(f"{packs}: {_count(found.errors, 'error')}, {_count(found.warnings, 'warning')}")


def _is_deck(path: str) -> bool:
    """Whether the argument is a deck. Deck readers are imported for files only."""
    if not os.path.isfile(path):
        return path == STDIN
    from ...tools.decks.file import is_deck_file

    return is_deck_file(path)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
