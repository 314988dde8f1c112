"""`moot explain`."""

from __future__ import annotations

import textwrap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...lang.diagnostic import MootError
from ..options import json_option, load_game, rules_options, source_option, wrong_call
from ..output import emit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...code.program import Program

_WIDE = 100
_HINT = "write LOG:N, such as game.log:48, or GAME:CLAUSE, such as my_game:draw.first"


@click.command(
    "explain",
    epilog="\b\nExamples:\n  moot explain game.log:48\n  moot explain game.log:48 --not sweep\n"
    "  moot explain GAME:CLAUSE\n  moot explain GAME WORD WORD\n  moot explain GAME:CARD\n  moot explain GAME:OPTION\n"
    "  moot explain DOCUMENT/CLAUSE",
)
@click.argument("words", metavar="LOG:N|GAME:CLAUSE|GAME WORD…", nargs=-1, required=True)
@click.option("--not", "refused", metavar="OPTION", help="Explain why OPTION was not available at that point.")
@click.option("--game", metavar="GAME", help="The game of the clause or card, if the target does not name it.")
@rules_options
@source_option
@click.option("--code", is_flag=True, help="For a card, show the code of its rules too.")
@json_option
def explain_command(
    words: tuple[str, ...],
    refused: str | None,
    game: str | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    sources: tuple[str, ...],
    code: bool,
) -> int:
    """Explain an event, an unavailable choice, a clause or a card.

    LOG:N is an entry of a log's journal, with the number that moot replay prints. The explanation gives its rule and
    clauses, the values and conditions behind it, and the choices and events that led to it. With --not, moot explains
    why OPTION was not available at entry N, or at the last choice before it. Write OPTION as it appears in a log or on
    screen: `sweep`, `buy(fern)`, `ann: sweep`. For the choice at the end of the log, N may be one past the last entry.

    GAME:CLAUSE is a clause of one of the game's documents, by default the edition's own. The explanation gives its
    summary, rules, cases and options, and its counterpart in the game's other editions. In place of the clause, you can
    write a card's name or a name from the rules: an option, a field, a state, a zone or an action. A heading lists its
    clauses, and any other words list the clauses and options that have them. Without GAME, moot searches the games that
    it ships. --source shows the clause's original sentence.
    """
    target = _one_target(words)
    before, _, after = target.rpartition(":")
    numbered = after.isascii() and after.isdecimal()
    if before and numbered and (Path(before).is_file() or before.endswith(".log")):
        if game is not None:
            raise wrong_call("usage", "--game is only for a clause or card", "remove it: a log names its own game")
        if settings:
            raise wrong_call("usage", "--option is only for a clause or card", "remove it: a log names its own options")
        if sources:
            raise wrong_call("usage", "--source is only for a clause or card", "remove it")
        return _of_log(before, int(after), refused, mods)
    if before and Path(before).is_file():
        raise wrong_call(
            "unknown-entry", f"`{after}` is not an entry number", "use a number that moot replay prints; the first is 0"
        )
    if refused is not None:
        raise wrong_call("usage", "--not is only for an entry of a log", "write LOG:N --not OPTION")
    if not after or (not before and ":" in target) or Path(target).is_file() or target.endswith(".log"):
        raise wrong_call("usage", f"`{target}` is neither an entry of a log nor a clause of a game", _HINT)
    if game is not None:
        return _of_game(game, target, settings, mods, sources, code)
    if before:
        return _of_game(before, after, settings, mods, sources, code)
    from ...tools.explain.clause import game_with

    return _of_game(game_with(target), target, settings, mods, sources, code)


def _one_target(words: tuple[str, ...]) -> str:
    """The words of a call as one target: a game and a question about it, or a name of several words."""
    first, *rest = words
    if rest and ":" not in first and not any(":" in one for one in rest):
        from ...pack.find import find_pack

        with suppress(MootError):
            find_pack(first)
            return f"{first}:{' '.join(rest)}"
    return " ".join(words)


def _of_log(path: str, number: int, refused: str | None, mods: tuple[str, ...]) -> int:
    from ...tools.explain.refusal import refusal
    from ...tools.explain.why import Replay
    from ...tools.logs.log import read_log
    from .text import entry_lines, refusal_lines

    replay = Replay(read_log(Path(path)), mods)
    program = replay.program
    if refused is not None:
        refusing = refusal(replay.instrumented, replay.decision_at(number), refused)
        clauses = dict.fromkeys(clause for reason in refusing.reasons for clause in reason.clauses)
        told = {"entry": number, **refusing.as_json(), "clauses": _clauses(program, clauses)}
        return emit("explain refusal", told, lambda: _write(refusal_lines(program, refusing)))
    found = replay.explained(number)
    told = {**found.as_json(), "clauses": _clauses(program, found.entry.clauses)}
    return emit("explain entry", told, lambda: _write(entry_lines(replay.instrumented.game, found)))


def _of_game(
    game: str,
    text: str,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    sources: tuple[str, ...],
    code: bool,
) -> int:
    from ...tools.documents.owner_text import sentences_for
    from ...tools.explain.clause import AboutThing, Library, edition_about
    from ...tools.explain.found import Found
    from ..errors import report_if_any
    from .text import clause_lines, found_lines, name_lines, thing_lines

    program = load_game(game, settings, mods).program
    edition = edition_about(game, program, text)
    if edition != game:
        game, program = edition, load_game(edition, settings, mods).program
    sentences, wrong = sentences_for(game, mods, sources)
    about = Library(game, program, mods, sentences).about(text)
    if isinstance(about, list):
        told = {"names": [one.as_json(program) for one in about]}
        emit("explain name", told, lambda: _write(name_lines(program, about)))
    elif isinstance(about, Found):
        emit("explain words", about.as_json(), lambda: _write(found_lines(program, game, about)))
    elif isinstance(about, AboutThing):
        emit("explain thing", about.as_json(), lambda: _write(thing_lines(program, about, code)))
    else:
        emit("explain clause", about.as_json(), lambda: _write(clause_lines(program, about)))
    return report_if_any(wrong)


def _write(lines: Iterable[str]) -> None:
    for line in "\n".join(lines).split("\n"):
        rest = " " * (len(line) - len(line.lstrip()) + 4)
        click.echo(textwrap.fill(line, _WIDE, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False))


def _clauses(program: Program, clauses: Iterable[str]) -> list[dict[str, str]]:
    found = []
    for clause in clauses:
        gist, place, kind = program.clauses.get(clause, ("", "", ""))
        found.append({"clause": clause, "gist": gist, "place": place, "kind": kind})
    return found
