"""`help NAME` at the table: explains a name of the rules in the words of the packs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from ...code.program import SORTS, Program, option_words
from ...stack.decision import Decision, Option
from ...stack.words import name_words
from .drawing import Drawing

_SHORT = re.compile(r" \((\w+)\)$")  # `maintenance (M)` has two names
_MOST = 8  # actions that are explained below a question


def explain_name(drawing: Drawing, name: str, option: Option | None = None) -> bool:
    """Print the words of everything of that name, and of the action behind a choice. False if there are none."""
    told = [line for key in _keys(drawing.program, name, option) for line in _lines(drawing.program, key)]
    for line in told:
        drawing.put(Text(line), hang=4)
    return bool(told)


def explain_question(drawing: Drawing, decision: Decision) -> bool:
    """Print the words of the rule that asks, and of the actions that it offers. False if there are none."""
    docs, asking = drawing.program.docs, decision.rule
    if docs.get(asking, ("", {}))[0]:
        drawing.put(Text(f"{docs[asking][0]}"), hang=2)
    actions = dict.fromkeys(filter(None, map(_action, decision.options)))
    told = [line for key in list(actions)[:_MOST] for line in _lines(drawing.program, key)]
    for line in told:
        drawing.put(Text(line), hang=4)
    return bool(told or docs.get(asking, ("", {}))[0])


def _action(option: Option) -> str:
    """The key of the words of an action; empty for any other choice."""
    called = option.key.partition("(")[0]
    return f"action {called}" if "(" in option.key or not called[:1].isdigit() else ""


def _keys(program: Program, name: str, option: Option | None) -> list[str]:
    low = " ".join(name.replace("_", " ").casefold().split())
    found = [_action(option)] if option is not None else []
    for key in (*program.docs, *(f"option {one}" for one in program.options)):
        called = key.partition(" ")[2]
        own = called.rpartition(".")[2]
        words = name_words(program, own)
        forms = (called.replace("_", " "), own.replace("_", " "), name_words(program, own, gap="…"))
        names = {*forms, words, *_SHORT.sub(r"\n\1", words).split("\n")}
        if low in {one.casefold() for one in names}:
            found.append(key)
    order = {sort: number for number, sort in enumerate(SORTS)}
    return sorted(dict.fromkeys(filter(None, found)), key=lambda key: order[key.partition(" ")[0]])


def _lines(program: Program, key: str) -> Iterator[str]:
    """A name with its words; for an option also its values, with a mark at the current one."""
    sort, _, called = key.partition(" ")
    text, parts = program.docs.get(key, ("", {}))
    kind, _, own = called.rpartition(".")
    shown = name_words(program, own, gap="…")
    of = f"{sort} of {name_words(program, kind)}" if kind else sort
    if text or sort == "option":
        yield f"{shown} ({of}): {text}".rstrip(": ")
    values = option_words(program, called) if sort == "option" and called in program.options else list(parts.items())
    if sort == "option" and called in program.options and program.options[called] not in dict(values):
        yield f"  set to {program.options[called]}"
    for value, words in values:
        mark = " (set)" if sort == "option" and program.options.get(called) == value else ""
        yield f"  {value}: {words}".rstrip(": ") + mark
