"""`moot words`."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ...lang.spelling import nearest
from ..options import json_option, rules_options, wrong_call
from ..output import emit
from ..progress import working

if TYPE_CHECKING:
    from ...tools.show.vocabulary import Vocabulary, Word

_WIDE, _BESIDE = 100, 44  # columns of a line, and those before words on the same line
# The headings by kind, and their use in code.
_HEADINGS = {
    "procedure": "Procedures: call them as a step, or hook them with before, instead of or after",
    "phase": "Phases: hook them, or name them in `until end of` and `once in`",
    "action": "Actions: hook them, or forbid them",
    "function": "Functions: read them, or modify them by their name",
    "state": "States: read them, or change them with set, raise and lower",
    "zone": "Zones: read what is in them, or move things there",
    "field": "Fields: read them",
    "option": "Options: read them",
    "table": "Tables: read a cell with [ ]",
    "kind": "Kinds and their names: read them",
    "board": "Boards: their built-in functions are below",
    "area": "Areas and named places of maps: read them",
}
_EVERY = "In every game"


@click.command(
    "words",
    epilog="\b\nExamples:\n  moot words GAME card\n  moot words GAME card --find draw\n  moot words GAME --sort zone",
)
@click.argument("game", metavar="GAME")
@click.argument("kind", required=False, metavar="[KIND]")
@rules_options
@click.option("--find", metavar="TEXT", help="List only names and descriptions that contain TEXT.")
@click.option("--sort", "sorts", multiple=True, type=click.Choice([*_HEADINGS, "value"]), metavar="SORT",
              help="List only options, zones, states … Repeatable.")  # fmt: skip
@json_option
def words_command(
    game: str,
    kind: str | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    find: str | None,
    sorts: tuple[str, ...],
) -> int:
    """List the names that the code of a card may use.

    The list gives the types and a description of each name. KIND is a kind of things, such as card. With KIND, the list
    starts with the fields of that kind, and each part starts with the names that take a thing of that kind. Rules can
    use the same names.
    """
    from ...tools.show.vocabulary import vocabulary

    with working("reading"):
        found = vocabulary(game, mods, settings, kind or "")
    words = [one for one in found.words if not sorts or one.sort in sorts]
    code = [one for one in found.code if not sorts or one.sort in sorts]
    if find is not None:
        every, low = [*code, *words], find.casefold().replace(" ", "_")
        code, words = ([one for one in group if _has(one, find, low)] for group in (code, words))
        if not code and not words:
            hint = nearest(find, {one.name for one in every}) or f"moot words {game} lists all names"
            raise wrong_call("unknown-word", f"no name or description in `{found.game}` contains `{find}`", hint)
    data = {"game": found.game, "kind": found.kind or None, "code": [one.as_json() for one in code]}
    data["words"] = [one.as_json() for one in words]
    return emit("words", data, lambda: tell_words(found, code, words))


def _has(one: Word, find: str, low: str) -> bool:
    said = (one.words, *one.parts.values())
    return low in one.name.casefold() or any(find.casefold() in text.casefold() for text in said)


def tell_words(found: Vocabulary, code: Sequence[Word], words: Sequence[Word]) -> None:
    """Print names in groups, with the names that fit the kind first in each group."""
    click.echo(f"{found.title}: names for the code of {f'the kind {found.kind}' if found.kind else 'cards and rules'}")
    if code:
        click.echo("\nFields that hold code")
        print_names(code, found.kind)
    own = [one for one in words if one.file]
    for sort, heading in _HEADINGS.items():
        group = sorted((one for one in own if one.sort == sort), key=lambda one: not one.fitting)
        if group:
            click.echo(f"\n{heading}")
            print_names(group, found.kind)
    general = [one for one in words if not one.file]
    if general:
        click.echo(f"\n{_EVERY}")
        print_names(general, "")


def print_names(words: Sequence[Word], kind: str) -> None:
    """Names with their types and words, and the values that have words."""
    for one in words:
        owner = ("this" if one.owner == kind else one.owner) if one.owner else ""
        head = f"  {owner}.{one.head}" if owner else f"  {one.head}"
        if one.words and len(head) <= _BESIDE:
            beside = " " * (_BESIDE + 2)
            click.echo(
                textwrap.fill(one.words, _WIDE, initial_indent=head.ljust(_BESIDE + 2), subsequent_indent=beside)
            )
        else:
            click.echo(head)
            if one.words:
                click.echo(textwrap.fill(one.words, _WIDE, initial_indent="      ", subsequent_indent="      "))
        for part, text in one.parts.items():
            click.echo(textwrap.fill(f"{part}: {text}", _WIDE, initial_indent="      ", subsequent_indent="        "))
