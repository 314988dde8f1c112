"""`moot text`."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from ..options import json_option, rules_options
from ..output import emit

if TYPE_CHECKING:
    from ...tools.text.write import CardText

_WIDE = 100


@click.command(
    "text",
    epilog="\b\nExamples:\n  moot text GAME\n  moot text GAME CARD\n  moot text GAME CARD --code\n"
    "  moot text GAME --language german",
)
@click.argument("game", metavar="GAME")
@click.argument("cards", nargs=-1, metavar="[CARD]…")
@rules_options
@click.option("--language", default="english", metavar="NAME", help="The language of the texts.", show_default=True)
@click.option("--code", is_flag=True, help="Show the code next to each text.")
@json_option
def text_command(
    game: str,
    cards: tuple[str, ...],
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    language: str,
    code: bool,
) -> int:
    """Write card texts from the code of the cards.

    Without CARD, moot writes the texts of all cards, scenarios and other things with code. CARD is an id or a name.
    """
    from ...tools.text.texts import texts_named

    found = texts_named(game, cards, mods, settings, language)
    _tell_lacking(game, language, found)
    data = {"game": game, "language": language, "texts": [_as_json(one, code) for one in found]}
    return emit("text", data, lambda: _tell(found, code))


def _as_json(one: CardText, code: bool) -> dict[str, Any]:
    paragraphs = [
        {"field": part.field, "text": part.text}
        | ({"code": part.code} if code else {})
        | ({"language": "english"} if part.lacking else {})
        for part in one.paragraphs
    ]
    return {"id": one.id, "name": one.name, "kind": one.kind, "paragraphs": paragraphs}


def _tell_lacking(game: str, language: str, found: list[CardText]) -> None:
    """Report on stderr how many phrases a language lacks, and how many texts are therefore in English."""
    parts = [part for one in found for part in one.paragraphs]
    spared = [part for part in parts if part.lacking]
    names = sorted({name for part in spared for name in part.lacking})
    if names:
        which = f"{len(spared)} of {len(parts)} paragraphs are"
        if len(spared) == len(parts):
            which = "the paragraph is" if len(parts) == 1 else f"all {len(parts)} paragraphs are"
        some = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        phrases = "1 phrase" if len(names) == 1 else f"{len(names)} phrases"
        click.echo(f"note: {game} lacks {phrases} in {language} ({some}), so {which} in English", err=True)


def _tell(found: list[CardText], code: bool) -> None:
    for number, one in enumerate(found):
        if number:
            click.echo()
        click.echo(f"{one.name}  ({one.id}, {one.kind})")
        for part in one.paragraphs:
            click.echo(textwrap.fill(part.text, _WIDE, initial_indent="  ", subsequent_indent="  "))
            if code:
                for line in part.code.splitlines():
                    click.echo(f"      {line}")
        if not one.paragraphs:
            click.echo("  (no text)")
