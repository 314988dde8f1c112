"""`moot show`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ...lang.name_folding import ids_named, plural
from ...lang.spelling import nearest, nearest_word, there_are
from ..maps.map_command import MapCall, board_ids, show_board
from ..options import Whole, json_option, load_game, rules_options, source_option, wrong_call
from ..output import emit, wants_json

if TYPE_CHECKING:
    from ...stack.game import Game

_WIDE = 100  # characters of a line of text
WHAT = ("options", "readings", "things", "clauses", "tables", "decks", "layout", "map")
LISTED = ("words", "fields", "states", "actions", "zones", "phases", "procedures", "functions")


@click.command(
    "show",
    epilog="\b\nExamples:\n  moot show\n  moot show GAME\n  moot show GAME cards\n  moot show GAME card CARD\n"
    "  moot show GAME tables\n  moot show my_game map --svg map.svg\n"
    "  moot show GAME KIND THING\n  moot show GAME BOARD --svg board.svg",
)
@click.argument("game", required=False, metavar="[GAME]")
@click.argument("what", required=False, metavar="[WHAT]")
@click.argument("name", required=False, metavar="[NAME]")
@rules_options
@source_option
@click.option("--svg", metavar="FILE", help="Write the map as an SVG image.")
@click.option("--save", metavar="FILE", help="Show the map as it is in a saved game.")
@click.option("--seed", type=Whole(), default=0, metavar="N", help="The random seed for setting up the map.")
@click.option("--reach", multiple=True, metavar="PIECE", help="Show the places within reach of a piece.")
@click.option("--line", nargs=2, metavar="A B", help="Show the line between two places.")
@click.option(
    "--overlay",
    multiple=True,
    metavar="NAME",
    help="Show an area or overlay of the map, or the value of a formula for each place h.",
)
@click.option("--html", metavar="FILE", help="Write the tables as an HTML page.")
@click.option("--measure", type=Whole(1), metavar="N", help="With readings: let bots play N games with each value.")
@click.option("--code", is_flag=True, help="Show a thing's code as well as its text.")
@json_option
def show_command(
    game: str | None,
    what: str | None,
    name: str | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    sources: tuple[str, ...],
    svg: str | None,
    save: str | None,
    seed: int,
    reach: tuple[str, ...],
    line: tuple[str, str] | None,
    overlay: tuple[str, ...],
    html: str | None,
    measure: int | None,
    code: bool,
) -> int:
    """List games, or show a game's cards, options, tables and map.

    Without GAME, moot lists the games that it ships. WHAT is options, readings, things, clauses, tables, decks, layout,
    map, a board, or a kind of things such as cards. To list the names in the rules with a description of each, use
    fields, states, actions, zones, phases, procedures, functions or words.

    Add a NAME to a kind to show one thing and its neighbours on the map. With `map`, NAME is one of several boards.
    With `tables` it is one table, with `decks` one deck, and with `readings` one option. --source shows the clauses
    with their original sentences.
    """
    from ...tools.show import facts as showing

    if what is not None and name is None and "/" in what and game is not None:
        what, _, name = what.partition("/")  # cards/NAME, as a path
    call = MapCall(svg, save, seed, reach, line or None, overlay)
    if html is not None and (game is None or what != "tables"):
        raise wrong_call("usage", "--html is only for tables", f"write: moot show {game or 'GAME'} tables")
    if html is not None and wants_json():
        raise wrong_call("usage", "cannot write tables as both HTML and JSON", "remove --html or --json")
    if game is not None and (what == "map" or (call.asked and what is None)):
        _no_json()
        return show_board(game, name, settings, mods, call)
    if call.asked and game is not None and what is not None and name is None:
        _no_json()
        return show_board(game, what, settings, mods, call)
    if call.asked:
        raise wrong_call("usage", "--svg, --save, --seed, --reach, --line and --overlay are only for maps",
                         f"write: moot show {game or 'GAME'} map")  # fmt: skip

    if game is None:
        return _out("games", showing.shipped_games(), _games)
    loaded = load_game(game, settings, mods)
    kinds = list(dict.fromkeys(row.kind for row in loaded.program.layout.things))
    if what is None:
        return _out("game", showing.game(loaded), _game)
    if what in ("options", "layout"):
        _no_name(game, what, name)
    if f"{what}s" in WHAT:
        what = f"{what}s"  # for the one that is named
    if measure is not None and what != "readings":
        raise wrong_call("usage", "--measure is for readings", f"write: moot show {game} readings --measure N")
    if what == "readings":
        from .readings import show_readings

        return show_readings(loaded, game, mods, settings, name, measure)
    if what == "options":
        return _out("options", showing.option_facts(loaded.program), _options_with_words)
    if what == "clauses":
        return _with_sentences(showing.clauses(loaded, name or ""), game, mods, sources)
    if what == "tables":
        from .tables import show_tables

        return show_tables(loaded, game, mods, name, html)
    if what == "decks":
        from .decks import show_decks

        return show_decks(loaded, game, mods, name)
    if what == "layout":
        return _out("layout", loaded.program.layout.describe(), lambda lines: click.echo("\n".join(lines)))
    if what == "things":
        return _things(loaded, game, mods, None, name, code)
    for kind in kinds:
        if what in (kind, plural(kind)):
            return _things(loaded, game, mods, kind, name, code)
    boards = board_ids(game, mods)
    sorts = showing.kinds_above(game, mods, kinds)
    for kind in sorts:
        if what in (kind, plural(kind)):
            return _things(loaded, game, mods, kind, name, code)
    if ids_named(what, [(board, board) for board in boards]):
        _no_name(game, what, name)
        _no_json()
        return show_board(game, what, settings, mods, call)
    if what in LISTED or f"{what}s" in LISTED:
        _no_name(game, what, name)
        return _listed(game, settings, mods, what.removesuffix("s"))
    known = [*WHAT, *LISTED, *map(plural, [*sorts, *kinds]), *boards]
    hint = nearest(what, [*known, *sorts, *kinds])
    if not hint:
        called = (
            _named_so(loaded, game, mods, name) if name else ""
        )  # the kind does not exist, but a thing of this name may
        hint = called or _named_so(loaded, game, mods, what) or there_are(known)
    raise wrong_call("usage", f"`{loaded.id}` has no `{what}` to show", hint)


def _listed(game: str, settings: list[tuple[str, Any]], mods: tuple[str, ...], sort: str) -> int:
    """The names of one sort with their types and words, as `moot words` lists them."""
    from ...tools.show.vocabulary import vocabulary
    from .words_command import tell_words

    found = vocabulary(game, mods, settings)
    every = [*found.code, *found.words]
    words = [one for one in every if one.file and (sort == "word" or one.sort == sort)]
    data = {"game": found.game, "kind": None, "code": [], "words": [one.as_json() for one in words]}
    return emit("words", data, lambda: tell_words(found, [], words))


def _named_so(loaded: Game, game: str, mods: tuple[str, ...], called: str) -> str:
    """A hint for the name of a thing or table in place of its kind."""
    from ...tools.show.tables import grids

    named = {grid.name: "tables" for grid in grids(loaded.program, game, mods, None)}
    named |= {row.title: "thing" for row in loaded.program.layout.things}
    found = called if called in named else nearest_word(called, named)
    return f"did you mean `moot show {game} {named[found]} {found}`?" if found else ""


def _no_json() -> None:
    if wants_json():
        raise wrong_call("usage", "cannot show a map as JSON", "use --svg FILE")


def _no_name(game: str, what: str, name: str | None) -> None:
    if name is not None:
        hint = f"write: moot show {game} {what} (for a single thing: moot show {game} thing {name})"
        raise wrong_call("usage", f"`{what}` takes no name: it is always shown whole", hint)


def _with_sentences(found: list[dict[str, str]], game: str, mods: tuple[str, ...], sources: tuple[str, ...]) -> int:
    """The clauses, with the sentences of the owner's text if it is given; 1 if it does not match."""
    from ...tools.documents.owner_text import sentences_for
    from ..errors import report_if_any

    sentences, wrong = sentences_for(game, mods, sources)
    for one in found:
        if one["clause"] in sentences:
            one["sentence"] = sentences[one["clause"]]
    _out("clauses", found, _clauses)
    return report_if_any(wrong)


def _things(loaded: Game, game: str, mods: tuple[str, ...], kind: str | None, name: str | None, code: bool) -> int:
    from ...tools.show import facts as showing

    if name is None:
        return _out("things", showing.things(loaded, game, mods, kind), _thing_table)
    found = showing.things_named(loaded, game, mods, kind, name)
    if len(found) == 1:
        return _out("thing", found[0], lambda one: _things_told([one], code))
    return _out("namesakes", found, lambda several: _things_told(several, code), "things")


def _out(name: str, data: Any, tell: Callable[[Any], None], key: str = "") -> int:
    """Print data. In JSON, a list is under its key, by default the name."""
    return emit(f"show {name}", {key or name: data} if isinstance(data, list) else data, lambda: tell(data))


def _games(found: list[dict[str, Any]]) -> None:
    for one in found:
        click.echo(f"{one['id']:<12} {one['title']}")
        for edition in one["editions"]:
            usual = "  (default)" if edition["id"] == one["default"] and len(one["editions"]) > 1 else ""
            click.echo(f"  {edition['id']:<16} {edition['title']}{usual}")
    click.echo("\nMore on one game: moot show GAME. To play it: moot play GAME.")


def _game(found: dict[str, Any]) -> None:
    click.echo(f"{found['title']}  ({found['id']})")
    for part, text in found["about"].items():
        click.echo(f"{part}: {text}")
    click.echo(f"players: {', '.join(found['players'])}")
    click.echo(f"packs: {', '.join(f'{pack} {version}' for pack, version in found['versions'].items())}")
    documents = ", ".join(f"{name} ({count} clauses)" for name, count in found["documents"].items())
    click.echo(f"documents: {documents or 'none'}")
    counts = ", ".join(f"{count} {kind if count == 1 else plural(kind)}" for kind, count in found["things"].items())
    click.echo(f"things with these options: {counts or 'none'}")
    click.echo("\noptions (--option NAME=VALUE):")
    _options(found["options"])
    if any(one["words"] for one in found["options"]):
        click.echo("  (moot show GAME options explains each option and its values)")
    if any(one["cites"] for one in found["options"]):
        click.echo("  (for a clause in brackets: moot explain GAME:CLAUSE)")
    if found["stand_in"]:
        click.echo("\nstand-ins:")
        for text in found["stand_in"]:
            click.echo(f"  - {text}")


def _options(options: list[dict[str, Any]]) -> None:
    if not options:
        click.echo("  none")
        return
    width = max(len(one["name"]) for one in options)
    for one in options:
        cites = f"  [{', '.join(one['cites'])}]" if one["cites"] else ""
        click.echo(f"  {one['name']:<{width}}  {one['value']}  ({one['type']}){cites}")


def _options_with_words(options: list[dict[str, Any]]) -> None:
    """Each option with its words, and each value with its own; the default is marked, and so is what is set."""
    if not options:
        click.echo("  none")
    for one in options:
        cites = f"  [{', '.join(one['cites'])}]" if one["cites"] else ""
        named = [value["value"] for value in one["values"]]
        shown = "" if one["value"] in named else f" = {one['value']}"
        of = "" if one["type"] == "bool" or ", " in one["type"] else f"  ({one['type']})"
        click.echo(f"{one['name']}{shown}{of}{cites}")
        if one["words"]:
            click.echo(textwrap.fill(one["words"], _WIDE, initial_indent="    ", subsequent_indent="    "))
        width = max(map(len, named), default=0)
        for value in one["values"]:
            marks = [
                word for word, of in (("default", one["default"]), ("set", one["value"]))
                if value["value"] == of and not (word == "set" and one["value"] == one["default"])
            ]  # fmt: skip
            text = " ".join(filter(None, [value["words"], f"({', '.join(marks)})" if marks else ""]))
            indent = " " * (width + 8)
            click.echo(textwrap.fill(text, _WIDE, initial_indent=f"      {value['value']:<{width}}  ",
                                     subsequent_indent=indent) if text else f"      {value['value']}")  # fmt: skip


def _clauses(found: list[dict[str, str]]) -> None:
    for one in found:
        click.echo(f"{one['clause']} ({one['place']}, {one['kind']}): {one['gist']}")
        if "sentence" in one:
            click.echo(f"  “{one['sentence']}”")


def _thing_table(found: list[dict[str, Any]]) -> None:
    width = max((len(one["id"]) for one in found), default=0)
    for one in found:
        facts = "  ".join(
            _fact(name, value) + ("*" if name in one["stand_in"] else "")
            for name, value in one["facts"].items()
            if value not in ("no", "none")
        )
        click.echo(f"{one['id']:<{width}}  {facts}")
    if any(one["stand_in"] for one in found):
        click.echo("\n* stand-in")


def _things_told(several: list[dict[str, Any]], code: bool) -> None:
    """One thing, or several of the same name; neighbours common to all are shown once."""
    told: list[Any] = []
    for number, one in enumerate(several):
        if number:
            click.echo()
        _thing(one, code)
    for one in several:
        for beside in one["next_to"]:
            if beside not in told:
                told.append(beside)
                _next_to(beside, one)


def _next_to(beside: dict[str, Any], one: dict[str, Any]) -> None:
    what = "it" if beside["place"] == one["id"] else beside["place"]
    click.echo(f"\nnext to {what} on the board {beside['board']}:")
    for place, carried in beside["there"].items():
        more = ", ".join(_fact(name, value) for name, value in carried.items())
        click.echo(f"  {place}" + (f"  ({more})" if more else ""))


def _thing(one: dict[str, Any], code: bool) -> None:
    click.echo(f"{one['name']}  ({one['id']}, {one['kind']}; {one['file']}:{one['line']})")
    for name, value in one["facts"].items():
        if not value:
            continue
        mark = "  (stand-in)" if name in one["stand_in"] else ""
        click.echo(f"  {_field(name)}: {value}{mark}")
    for deck, count in one["decks"].items():
        click.echo(f"  in the deck {deck}: {count}")
    if one["text"]:
        click.echo()
    for text in one["text"]:
        click.echo(textwrap.fill(text, _WIDE, initial_indent="  ", subsequent_indent="  "))
    for name, text in one["code"].items() if code else ():
        click.echo(f"\n{name}:")
        for line in text.splitlines():
            click.echo(f"  {line}")
    if one["clauses"]:
        click.echo("\nclauses:")
        for clause in one["clauses"]:
            click.echo(f"  {clause['clause']} ({clause['place']}, {clause['kind']}): {clause['gist']}")


def _fact(name: str, value: str) -> str:
    return _field(name) if value == "yes" else f"{_field(name)} {value}"


def _field(name: str) -> str:
    """A field's name as a person reads it."""
    return name.removeprefix("printed_").replace("_", " ")
