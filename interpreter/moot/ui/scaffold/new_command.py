"""`moot new`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..options import FLAGS, Commands, setting_options


@click.group(
    "new",
    cls=Commands,
    epilog="\b\nExamples:\n  moot new pack my_game\n  moot new card my_game/falcon\n  moot new case my_game/draws\n"
    "  moot new document rulebook.txt my_game/rulebook\n  moot new story my_game/second_winter\n"
    "  moot new deck my_game/second_deck --story second_winter\n  moot new map my_game/field\n"
    "  moot new overlay GAME my_copy",
)
def new_command() -> None:
    """Create a pack, or a new file in one: a card, story, deck, scenario, map, file of cases, overlay or document.

    The new files pass moot check, contain explanatory comments, and name the schemas for your editor.
    """


@new_command.command(
    "pack",
    short_help="Create a pack in a new folder.",
    epilog="\b\nExamples:\n  moot new pack my_game\n  moot new pack my_mod --extends GAME",
)
@click.argument("folder", metavar="DIR")
@click.option("--extends", default="", metavar="GAME", help="Extend this game instead of starting a new one.")
def new_pack_command(folder: str, extends: str) -> int:
    """Create a pack in a new folder: a small game to change, or one that extends another game."""
    from ...tools.scaffold.starters import new_pack

    return _tell_written(new_pack(Path(folder), extends), f"moot check {folder}")


@new_command.command(
    "card", epilog="\b\nExamples:\n  moot new card my_game/falcon\n  moot new card my_game/falcon --like hawk"
)
@click.argument("place", metavar="DIR/NAME")
@click.option(
    "--kind", default="", metavar="KIND", help="The kind of the card. [default: that of the first deck's cards]"
)
@click.option("--like", metavar="CARD", help="Start from a copy of this card.")
def new_card_command(place: str, kind: str, like: str | None) -> int:
    """Create a file with one card in a pack's folder."""
    from ...lang.source import shown_path
    from ...tools.scaffold.card_file import new_card
    from ...tools.scaffold.starters import pack_around

    files = new_card(Path(place), kind, like)
    return _tell_written(files, f"moot check {shown_path(pack_around(Path(place).parent))}")


@new_command.command("story", epilog="Example: moot new story my_game/stories/second_winter")
@click.argument("place", metavar="DIR/NAME")
def new_story_command(place: str) -> int:
    """Create a file with one story in a pack's folder: a copy of the pack's default story, for you to change.

    Stories are the values of the option `story`. If the game lacks it, moot copies the value of the first option
    that names a thing.
    """
    from ...tools.scaffold.game_files import new_story

    files = new_story(Path(place), flags=FLAGS)
    return _tell_written(files, f"moot check {files[0]}")


@new_command.command("scenario", epilog="Example: moot new scenario my_war/night_attack")
@click.argument("place", metavar="DIR/NAME")
def new_scenario_command(place: str) -> int:
    """Create a file with one scenario in a pack's folder: a copy of the default scenario, for you to change.

    Scenarios are the values of the option `scenario`.
    """
    from ...tools.scaffold.game_files import new_story

    files = new_story(Path(place), "scenario", FLAGS)
    return _tell_written(files, f"moot check {files[0]}")


@new_command.command(
    "map",
    short_help="Create the map of a board.",
    epilog="\b\nExamples:\n  moot new map my_war/field\n  moot new map my_war/roads --board roads",
)
@click.argument("place", metavar="DIR/NAME")
@click.option("--board", default="", metavar="BOARD", help="The board. [default: the first without a map]")
def new_map_command(place: str, board: str) -> int:
    """Create a file with the map of a board that the pack's rules declare.

    If a base pack already has the board's map, the file changes that map.
    """
    from ...tools.scaffold.map_files import new_map

    files = new_map(Path(place), board)
    return _tell_written(files, f"moot check {files[0]}")


@new_command.command("deck", epilog="Example: moot new deck my_game/second_deck --story second_winter")
@click.argument("place", metavar="DIR/NAME")
@setting_options
def new_deck_command(place: str, settings: list[tuple[str, Any]]) -> int:
    """Create a file with one deck in a pack's folder: a legal deck for the current options.

    The game needs an option that chooses decks. The file lists what the laws require.
    """
    from ...tools.scaffold.game_files import new_deck

    files = new_deck(Path(place), settings)
    return _tell_written(files, f"moot check {files[0]}")


@new_command.command("overlay", epilog="Example: moot new overlay GAME my_copy")
@click.argument("game", metavar="GAME")
@click.argument("folder", metavar="DIR")
def new_overlay_command(game: str, folder: str) -> int:
    """Create a pack for the values printed in your copy of a game.

    It contains every stand-in with its present value: fields of the map and the counters, and cells of charts. To list
    the remaining stand-ins, use moot check DIR --stand-in.
    """
    from ...tools.scaffold.overlay import new_overlay

    return _tell_written(new_overlay(game, Path(folder)), f"moot check {folder} --stand-in")


@new_command.command("case", epilog="Example: moot new case my_game/draws")
@click.argument("place", metavar="DIR/NAME")
def new_case_command(place: str) -> int:
    """Create a file of cases in a pack's folder."""
    from ...tools.scaffold.case_file import new_cases

    return _tell_written(new_cases(Path(place)), f"moot test {Path(place).parent}")


@new_command.command(
    "document",
    epilog="\b\nExamples:\n  moot new document rulebook.txt my_game/rulebook\n  moot new document rulebook.txt --quote",
)
@click.argument("text", metavar="TEXT")
@click.argument("place", required=False, metavar="[DIR/NAME]")
@click.option("--quote", is_flag=True, help="Write each sentence in a comment above its clause, for your own use.")
def new_document_command(text: str, place: str | None, quote: bool) -> int:
    """Split a rulebook's text into clauses and create a document from them.

    Each clause gets an id (from its heading), its place, its lines and its likely kind. You write the summaries. moot
    check counts those still missing. The text itself is not copied.
    """
    from ...tools.scaffold.document import new_document

    made = new_document(Path(text), Path(place) if place else None, quote)
    kinds = ", ".join(f"{of_it} {kind.replace('_', ' ')}" for kind, of_it in made.kinds.items())
    count = sum(made.kinds.values())
    click.echo(f"{count} {'clause' if count == 1 else 'clauses'}: {kinds}")
    click.echo(f"in a pack, name it in pack.yaml: document: {made.id}")
    then = f"moot check {made.path.parent}" if made.pack else "moot new pack DIR, and move the document there"
    return _tell_written([made.path], then)


def _tell_written(files: list[Path], then: str) -> int:
    for file in files:
        click.echo(f"wrote {file}")
    click.echo(f"then: {then}")
    return 0
