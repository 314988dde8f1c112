"""`moot explain`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import json_option, load_game, rules_options, source_option, wrong_call
from ..output import emit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...code.program import Program

_HINT = "write LOG:N, such as game.log:48, or GAME:CLAUSE, such as my_game:draw.first"


@click.command(
    "explain",
    epilog="\b\nExamples:\n  moot explain game.log:48\n  moot explain game.log:48 --not sweep\n"
    "  moot explain GAME:CLAUSE\n  moot explain GAME:CARD\n  moot explain DOCUMENT/CLAUSE",
)
@click.argument("target", metavar="LOG:N|GAME:CLAUSE|CLAUSE")
@click.option("--not", "refused", metavar="OPTION", help="Tell why OPTION could not be chosen at that point.")
@click.option("--game", metavar="GAME", help="The game whose clause or card it is, if the target does not say it.")
@rules_options
@source_option
@click.option("--code", is_flag=True, help="Of a card, show its rules as they are written, too.")
@json_option
def explain_command(
    target: str,
    refused: str | None,
    game: str | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    sources: tuple[str, ...],
    code: bool,
) -> int:
    """Tell why something happened, why something was not allowed, or what a clause or card says.

    LOG:N is an entry of a log's journal, by the number that moot replay prints: its rule and clauses, the values behind
    it, the conditions it stood under, what was chosen before and what led to it. With --not the question is why OPTION,
    as players or logs write it (`sweep`, `buy(fern)`, `ann: sweep`), could not be chosen at entry N, or at the last
    question before it; N may be one past the last entry for what is asked where the log ends.

    GAME:CLAUSE is a clause of a game's documents (without a document, of the edition's own): gist, rules, cases,
    options, and its counterpart in the game's other editions. A card's name may stand in its place. Without GAME, the
    games that moot ships are searched. With --source the clause's real sentence is shown.
    """
    before, _, after = target.rpartition(":")
    numbered = after.isascii() and after.isdecimal()
    if before and numbered and (Path(before).is_file() or before.endswith(".log")):
        if game is not None:
            raise wrong_call("usage", "--game goes with a clause or card", "a log names its own game")
        if settings:
            raise wrong_call(
                "usage", "--option goes with a clause or card", "a log names the options it was played with"
            )
        if sources:
            raise wrong_call("usage", "--source goes with a clause or card", "take it out")
        return _of_log(before, int(after), refused, mods)
    if before and Path(before).is_file():
        raise wrong_call("unknown-entry", f"`{after}` is no entry's number", "moot replay prints them; the first is 0")
    if refused is not None:
        raise wrong_call("usage", "--not goes with an entry of a log", "write LOG:N --not OPTION")
    if not after or (not before and ":" in target) or Path(target).is_file() or target.endswith(".log"):
        raise wrong_call("usage", f"`{target}` names neither an entry of a log nor a clause of a game", _HINT)
    if game is not None:
        return _of_game(game, target, settings, mods, sources, code)
    if before:
        return _of_game(before, after, settings, mods, sources, code)
    from ...tools.explain.clause import game_with

    return _of_game(game_with(target), target, settings, mods, sources, code)


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
    from ..errors import report_if_any
    from .text import clause_lines, thing_lines

    program = load_game(game, settings, mods).program
    edition = edition_about(game, program, text)
    if edition != game:
        game, program = edition, load_game(edition, settings, mods).program
    sentences, wrong = sentences_for(game, mods, sources)
    about = Library(game, program, mods, sentences).about(text)
    if isinstance(about, AboutThing):
        emit("explain thing", about.as_json(), lambda: _write(thing_lines(program, about, code)))
    else:
        emit("explain clause", about.as_json(), lambda: _write(clause_lines(program, about)))
    return report_if_any(wrong)


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _clauses(program: Program, clauses: Iterable[str]) -> list[dict[str, str]]:
    found = []
    for clause in clauses:
        gist, place, kind = program.clauses.get(clause, ("", "", ""))
        found.append({"clause": clause, "gist": gist, "place": place, "kind": kind})
    return found
