"""Explanations as text: of an entry, of a refusal, of a clause, of a card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...code.program import Program
from ...lang.source import shown_path
from ...stack.machine import source_of
from ...stack.words import choice_words, name_words

if TYPE_CHECKING:
    from ...stack.game import Game
    from ...tools.explain.clause import AboutClause, AboutThing
    from ...tools.explain.context import RefusalReason
    from ...tools.explain.formula_trace import TracedFormula
    from ...tools.explain.found import Found, FoundClause
    from ...tools.explain.name import AboutName
    from ...tools.explain.why import Explained
from ...tools.explain.refusal import Refusal

DEEPEST = 4  # how deep values are traced; --json shows all
MOST = 12  # the most cases listed for a clause


def entry_lines(game: Game, found: Explained) -> Iterator[str]:
    """The event, its rule and clauses, the values behind it, and the conditions, choices and calls that led to it."""
    program, teller, entry = game.program, game.teller, found.entry
    yield f"entry {entry.number}: {teller.line(entry) or call_line(entry)}"
    if entry.rule:
        yield f"\nrule: {entry.rule}  ({place_text(entry.file, entry.line)})"
        yield f"  {line_text(entry.file, entry.line, entry.rule)}"
    if found.values:
        yield "\nvalues:"
        yield from value_lines(found.values, 2)
    if found.conditions:
        yield "\nunder:"
        for one in found.conditions:
            yield f"  {one.text}  ({place_text(one.file, one.line)}){clauses_suffix(one.clauses)}"
            yield from value_lines(one.values, 6, 2)
    if entry.clauses:
        yield "\nclauses:"
        for clause in entry.clauses:
            yield f"  {clause_line(program, clause)}"
    else:
        yield "\nno clause is cited here"
    if found.chosen:
        yield "\nchosen before:"
        for choice in found.chosen:
            yield f"  {choice.number:>5}  {teller.line(choice)}{clauses_suffix(choice.clauses)}"
    if found.led:
        yield "\nwhat led to it:"
        for led in found.led:
            yield f"  {led.number:>5}  {call_line(led)}{clauses_suffix(led.clauses)}"


def refusal_lines(program: Program, found: Refusal) -> Iterator[str]:
    """Whether an option was offered; if not, each reason with its line, its values and the change it needs."""
    who = f"{name_words(program, found.player)}, prompted “{found.prompt}”: " if found.player else ""
    if found.allowed:
        yield f"{who}{choice_words(program, found.option)} is available"
        return
    yield f"{who}{choice_words(program, found.option)} is not available"
    told: set[str] = set()
    for reason in found.reasons:
        yield from _reason(program, reason)
        told.update(reason.clauses)
    if told:
        yield "\nclauses:"
        for clause in sorted(told):
            yield f"  {clause_line(program, clause)}"
    if found.options:
        yield f"\noffered: {', '.join(choice_words(program, one) for one in found.options)}"


def _reason(program: Program, reason: RefusalReason) -> Iterator[str]:
    yield f"\n{reason.what}"
    yield from value_lines(reason.values, 2)
    if reason.needed:
        yield f"  to make it available: {reason.needed}"
    if reason.rule:
        of = f", of {reason.source}" if reason.source else ""
        yield f"  rule: {reason.rule}{of}  ({place_text(reason.file, reason.line)})"
        yield f"    {line_text(reason.file, reason.line, reason.rule)}"


def clause_lines(program: Program, found: AboutClause) -> Iterator[str]:
    """A clause: summary, rules, cases, options, counterparts."""
    yield f"{found.clause} ({found.place}, {found.kind}): {found.gist}"
    if found.sentence:
        yield f"  “{found.sentence}”"
    if found.left_out:
        yield f"\nnot implemented: {found.left_out}"
    if found.rules:
        yield "\ncited by:"
        for one in found.rules:
            yield f"  {one.rule}  ({place_text(one.file, one.line)})"
            yield f"    {one.text.splitlines()[0] if one.text else ''}"
    elif not found.left_out:
        yield "\nno rule cites it"
    if found.family:
        yield "\nthe rest of this passage:"
        yield from _listed([f"{one.clause} ({one.kind}): {one.gist}" for one in found.family])
    if found.options:
        yield "\noptions based on it:"
        for option in found.options:
            yield f"  {option.declared}  ({place_text(option.file, option.line)})"
            yield f"    here: {option.value}"
    if found.cases:
        yield "\ncases:"
        for case in found.cases[:MOST]:
            yield f"  {case.name}  ({place_text(case.file, case.line)})"
        if len(found.cases) > MOST:
            yield f"  and {len(found.cases) - MOST} more (--json lists all)"
    elif found.rules or found.options:
        yield "\nno case cites it"
    if found.counterparts or found.without:
        yield "\nin the other documents:"
        for other in found.counterparts:
            words = "says the same" if other.same else other.gist
            yield f"  {other.clause} ({other.place}, {other.kind}): {words}"
        for document in found.without:
            yield f"  {document} has none"


def found_lines(program: Program, game: str, found: Found) -> Iterator[str]:
    """The clauses below a heading, or the clauses and options with some words."""
    if found.clauses:
        words = "these words" if found.all_words else "some of these words"
        yield f"clauses below “{found.text}”:" if found.section else f"clauses with {words}:"
        yield from _listed([_found_line(one) for one in found.clauses], len(found.clauses) if found.section else MOST)
    if found.options:
        yield ("\n" if found.clauses else "") + "options with these words:"
        yield from _listed([f"{one.name}: {one.words}" for one in found.options])
    name = found.clauses[0].clause if found.clauses else found.options[0].name
    yield f"\n(more about one of them: moot explain {game}:{name.removeprefix(f'{program.document}/')})"


def _found_line(one: FoundClause) -> str:
    through = f"  [in {one.through}]" if one.through else ""
    return f"{one.clause} ({one.place}, {one.kind}): {one.gist}{through}"


def _listed(lines: Sequence[str], most: int = MOST) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:most])
    if len(lines) > most:
        yield f"  and {len(lines) - most} more (--json lists all)"


def thing_lines(program: Program, found: AboutThing, code: bool = False) -> Iterator[str]:
    """A card: its printed facts, its clauses, its own rules, the rules that name it, options and cases."""
    yield f"{found.words} ({found.title}, {found.kind})"
    facts = [
        (name_words(program, name).removeprefix("printed "), value)
        for name, value in found.facts.items()
        if value not in ("no", "none", "")
    ]
    if facts:
        yield "  " + "  ".join(name if value == "yes" else f"{name} {value}" for name, value in facts)
    if found.text:
        yield "\neffect:"
        yield from (f"  {one}" for one in found.text)
    if found.clauses:
        yield "\nrules about it:"
        for one in found.clauses:
            yield f"  {one.clause} ({one.place}, {one.kind}): {one.gist}"
    for head, rules in (("its rules:", found.rules), ("rules that name it:", found.named_by)):
        if rules:
            yield f"\n{head}"
            for rule, file, line in rules:
                yield f"  {rule}  ({place_text(file, line)})"
                if rules is not found.rules:
                    yield f"    {line_text(file, line, rule)}"
                elif code:  # otherwise its text explains them
                    yield from (f"    {one}" for one in block_lines(file, line, rule))
    options = dict.fromkeys(option for one in found.clauses for option in one.options)
    if options:
        yield "\noptions:"
        for option in options:
            yield f"  {option.declared}  ({place_text(option.file, option.line)})"
            yield f"    here: {option.value}"
    cases = dict.fromkeys(case for one in found.clauses for case in one.cases)
    if cases:
        yield "\ncases:"
        for case in list(cases)[:MOST]:
            yield f"  {case.name}  ({place_text(case.file, case.line)})"
        if len(cases) > MOST:
            yield f"  and {len(cases) - MOST} more (--json lists all)"


def name_lines(program: Program, several: Iterable[AboutName]) -> Iterator[str]:
    """The meaning of names of the rules, with the values of options, their clauses and the rules that use them."""
    for number, one in enumerate(several):
        if number:
            yield ""
        yield f"{one.sort} {one.name}  ({place_text(one.file, one.line)})"
        yield f"  {one.declared}"
        if one.words:
            yield f"  {one.words}"
        if one.parts:
            yield ""
        for name, words in one.parts:
            marks = [mark for mark, of in (("default", one.default), ("set", one.value)) if of == name]
            marks = marks[:1] if one.value == one.default else marks
            yield f"  {name}: {words}{f' ({marks[0]})' if marks else ''}".rstrip(": ")
        if one.value and one.value not in dict(one.parts):
            yield f"\nhere: {one.value}" + (f" (default: {one.default})" if one.value != one.default else "")
        if one.clauses:
            yield "\nclauses:"
            yield from (f"  {clause_line(program, clause)}" for clause in one.clauses)
        if one.used_by:
            yield "\nused by:"
            for rule, file, line in one.used_by[:MOST]:
                yield f"  {rule}  ({place_text(file, line)})"
            if len(one.used_by) > MOST:
                yield f"  and {len(one.used_by) - MOST} more (--json names all)"


def value_lines(traced: Iterable[TracedFormula], indent: int, deepest: int = DEEPEST) -> Iterator[str]:
    """Formulas with their values, each above the formulas it is computed from."""
    for one in traced:
        at = f"  ({place_text(one.file, one.line)}){clauses_suffix(one.clauses)}" if one.rule else ""
        yield f"{' ' * indent}{one.formula}{': ' if one.value else ''}{one.value}{at}"
        if deepest > 1:
            yield from value_lines(one.below, indent + 2, deepest - 1)


def call_line(entry: Any) -> str:
    args = ", ".join(map(str, entry.facts.get("args", ())))
    return f"{entry.rule}({args})" if args else str(entry.rule)


def clause_line(program: Program, clause: str) -> str:
    if clause not in program.clauses:
        return f"{clause} (of a document that is not loaded)"
    gist, where, kind = program.clauses[clause]
    return f"{clause} ({where}, {kind}): {gist}"


def clauses_suffix(clauses: tuple[str, ...]) -> str:
    return f"  [{', '.join(clauses)}]" if clauses else ""


def place_text(file: str, line: int) -> str:
    return f"{shown_path(Path(file))}:{line}"


def line_text(file: str, line: int, rule: str = "") -> str:
    """A line of a file; if several fields share the line in `{ }`, the one with the rule's code."""
    lines = source_of(file).lines
    if not 0 < line <= len(lines):
        return "(the file is missing, so its line cannot be shown)"
    text = lines[line - 1].strip()
    found = re.search(r": (\w+)$", rule) if "{" in text and file.endswith(".yaml") else None
    return _field_in(text, found[1]) if found is not None else text


def _field_in(text: str, field: str) -> str:
    """A field of a line of YAML as written there, or the whole line if it has no field of that name."""
    import yaml

    with suppress(yaml.YAMLError):
        nodes = [yaml.compose(text.removeprefix("- "), Loader=yaml.SafeLoader)]
        text_read = text.removeprefix("- ")
        while nodes:
            node = nodes.pop(0)
            for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
                if key.value == field:
                    return text_read[key.start_mark.index : value.end_mark.index]
                nodes.append(value)
            nodes += node.value if isinstance(node, yaml.SequenceNode) else ()
    return text


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def block_lines(file: str, line: int, rule: str = "") -> list[str]:
    """The line and the more deeply indented lines below it."""
    lines = source_of(file).lines[line - 1 :]
    if not lines:
        return [line_text(file, line)]
    if "{" in lines[0] and file.endswith(".yaml"):
        return [line_text(file, line, rule)]
    depth = indent(lines[0])
    below = takewhile(lambda one: indent(one) > depth, lines[1:])
    return [lines[0].strip(), *(one[depth:].rstrip() for one in below)]
