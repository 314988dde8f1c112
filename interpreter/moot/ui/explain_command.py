"""`moot explain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import json_option, load_game, rules_options, wrong_call

if TYPE_CHECKING:
    from ..code.program import Program


@click.command("explain", epilog="\b\nExamples:\n  moot explain game.log:48\n  moot explain duel:score.hit")
@click.argument("target", metavar="LOG:N|GAME:CLAUSE")
@rules_options
@json_option
def explain_command(target: str, settings: list[tuple[str, Any]], mods: tuple[str, ...], as_json: bool) -> int:
    """Tell why something happened, or what a clause says.

    LOG:N is an entry of a log's journal, by the number that moot replay prints: its rule, the clauses behind it, what
    it changed, and what led to it. GAME:CLAUSE is a clause of a game's documents (without a document, of the
    edition's own): its gist, where it stands, and the rules that carry it out.
    """
    before, colon, after = target.rpartition(":")
    if not colon or not before or not after:
        hint = "write LOG:N, such as game.log:48, or GAME:CLAUSE, such as duel:score.hit"
        raise wrong_call("usage", f"`{target}` names neither an entry of a log nor a clause of a game", hint)
    if after.isascii() and after.isdecimal() and (Path(before).is_file() or before.endswith(".log")):
        return _entry(before, int(after), mods, as_json)
    if Path(before).is_file():
        raise wrong_call("unknown-entry", f"`{after}` is no entry's number", "moot replay prints them; the first is 0")
    return _clause(before, after, settings, mods, as_json)


def _entry(path: str, number: int, mods: tuple[str, ...], as_json: bool) -> int:
    from ..lang.source import shown_path
    from ..stack.machine import source_of
    from ..tools.explain import explained
    from ..tools.log import read_log, replayed

    state = replayed(read_log(Path(path)), mods)
    program, teller = state.game.program, state.game.teller
    found = explained(program, state.journal, number)
    entry = found.entry
    if as_json:
        told = {
            "entry": entry.as_json(),
            "rule": entry.rule,
            "file": entry.file,
            "line": entry.line,
            "clauses": [_clause_json(program, clause) for clause in entry.clauses],
            "led": [one.as_json() for one in found.led],
        }
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    click.echo(f"entry {number}: {teller.line(entry) or _call(entry)}")
    if entry.rule:
        lines = source_of(entry.file).lines
        text = lines[entry.line - 1].strip() if 0 < entry.line <= len(lines) else ""
        click.echo(f"\nrule: {entry.rule}  ({shown_path(Path(entry.file))}:{entry.line})")
        click.echo(f"  {text}" if text else "  (the file is not there to show the line)")
    if entry.clauses:
        click.echo("\nclauses:")
        for clause in entry.clauses:
            click.echo(f"  {_clause_line(program, clause)}")
    else:
        click.echo("\nno clause is cited here")
    if found.led:
        click.echo("\nwhat led to it:")
        for one in found.led:
            behind = f"  [{', '.join(one.clauses)}]" if one.clauses else ""
            click.echo(f"  {one.number:>5}  {_call(one)}{behind}")
    return 0


def _clause(game: str, text: str, settings: list[tuple[str, Any]], mods: tuple[str, ...], as_json: bool) -> int:
    from ..lang.source import shown_path
    from ..tools.explain import citing, clause_named

    program = load_game(game, settings, mods).program
    clause = clause_named(program, text)
    rules = citing(program, clause)
    if as_json:
        cited = [{"rule": label, "file": file, "line": line} for label, file, line in rules]
        click.echo(json.dumps(_clause_json(program, clause) | {"rules": cited}, indent=2, ensure_ascii=False))
        return 0
    click.echo(_clause_line(program, clause))
    if rules:
        click.echo("\ncited by:")
        for label, file, line in rules:
            click.echo(f"  {label}  ({shown_path(Path(file))}:{line})")
    else:
        click.echo("\nno step of a rule cites it (functions and declarations may)")
    return 0


def _call(entry: Any) -> str:
    args = ", ".join(map(str, entry.facts.get("args", ())))
    return f"{entry.rule}({args})" if args else str(entry.rule)


def _clause_line(program: Program, clause: str) -> str:
    if clause not in program.clauses:
        return f"{clause} (of a document that is not loaded)"
    gist, place, kind = program.clauses[clause]
    return f"{clause} ({place}, {kind}): {gist}"


def _clause_json(program: Program, clause: str) -> dict[str, str]:
    gist, place, kind = program.clauses.get(clause, ("", "", ""))
    return {"clause": clause, "gist": gist, "place": place, "kind": kind}
