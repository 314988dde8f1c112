"""Lines of a narration, the rule for entries that share a line, and the clauses behind a line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...stack.journal import Entry
from ...state.view import UNKNOWN
from .printed import TIMES

LISTED = 12  # of more things that move at once, only the number is printed
_ASIDE = re.compile(r" \([^()]*…[^()]*\)")
_COMMA = re.compile(r"([,;] )")


@dataclass(frozen=True, slots=True)
class NarratedLine:
    """One line. `heading`: 0 for an event, otherwise the depth of the phase that begins, counted from 1.

    `final`: it says how the game ended.
    """

    text: str
    clauses: tuple[str, ...]
    first: int  # the numbers of its entries
    last: int
    heading: int = 0
    final: bool = False
    about: Entry | None = None  # its choice or move
    path: bool = False  # the route of a thing over a board
    card: str = ""  # the thing whose code, which cites no clause, made it
    placed: int = 0  # the number of new things that it places on a board


def merged_lines(lines: Sequence[NarratedLine], setup: bool) -> list[NarratedLine]:
    """The lines, with a route joined to its choices. `setup`: also the placing of many new things on a board."""
    found = one_for_a_way(lines)
    return placed_at_once(found) if setup else found


def placed_at_once(lines: Sequence[NarratedLine]) -> list[NarratedLine]:
    """The lines, with the placing of many new things on a board, and the choices of their places, joined into one."""
    found: list[NarratedLine] = []
    run: list[NarratedLine] = []
    for n, line in enumerate(lines):
        chosen = line.about is not None and line.about.what == "choice" and n + 1 < len(lines) and lines[n + 1].placed
        if line.placed or chosen:
            run.append(line)
            continue
        found += [*_joined_placing(run), line]
        run = []
    return found + _joined_placing(run)


def _joined_placing(run: list[NarratedLine]) -> list[NarratedLine]:
    count = sum(line.placed for line in run)
    if count <= LISTED:
        return run
    text = f"placed on the board: {count} pieces"
    return [NarratedLine(text, (), run[0].first, run[-1].last, placed=count)]


def one_for_a_way(lines: Sequence[NarratedLine]) -> list[NarratedLine]:
    """The lines, with the choice of a thing, the choice of its destination and its route joined into one."""
    found: list[NarratedLine] = []
    for line in lines:
        if line.path and line.about is not None:
            thing, text = line.about.facts["thing"], line.text
            first, clauses = line.first, line.clauses
            goal = text.rpartition(" → ")[2].partition(" (")[0]
            while found and (chosen := found[-1].about) is not None and chosen.what == "choice":
                words = chosen.facts["chosen"]
                if words.partition("(")[2].rstrip(")") == thing:
                    text = f"{found[-1].text}: {text.partition(': ')[2]}"
                elif words != goal or text is not line.text:
                    break
                earlier = found.pop()
                first, clauses = earlier.first, tuple(dict.fromkeys((*earlier.clauses, *clauses)))
            line = dataclasses.replace(line, text=text, first=first, clauses=clauses)
        found.append(line)
    return found


def tallied(names: Sequence[str], count: int) -> str:
    """Some of `count` things by name, equal names counted; only the number if there are many."""
    titles = dict.fromkeys(names)
    if not names or len(titles) > LISTED:
        return str(count)
    told = [one if (n := names.count(one)) == 1 else f"{one} {TIMES}{n}" for one in titles]
    rest = count - len(names)
    return f"{count} ({', '.join(told)}{f' and {rest} unseen' if rest else ''})"


def only_leads_to(group: Sequence[Entry], heading: Entry) -> bool:
    """Whether the choice was forced and the next heading names it anyway."""
    if len(group) != 1 or group[0].what != "choice" or not group[0].facts["forced"]:
        return False
    return group[0].facts["chosen"] in map(str, heading.facts["args"])


def without_secrets(prompt: str) -> str:
    """A question without the parts after a comma, or in parentheses, that only other players may know."""
    first, *parts = _COMMA.split(_ASIDE.sub("", prompt))
    for mark, part in zip(parts[::2], parts[1::2], strict=True):
        first += "" if "…" in part else mark + part
    return first


def is_same_question(one: Entry, other: Entry) -> bool:
    """Whether two players chose in turn where all are asked at once."""
    return (
        {one.what, other.what} == {"choice"}
        and one.rule == other.rule
        and one.facts["asked"] == other.facts["asked"]
        and one.facts["player"] != other.facts["player"]
    )


def together(group: Sequence[Entry], entry: Entry, straight: bool) -> bool:
    """Whether an entry shares a line with those before it. `straight`: without a call in between."""
    first = group[0]
    if first.what == "chance" and len(group) == 1 and entry.what == "say" and "of" in entry.facts:
        return True  # the target of the roll
    if first.what in ("choice", "chance"):
        if len(group) > 1 or entry.what != "move" or first.facts.get("apart"):
            return False
        if first.what == "choice" and first.facts["chosen"] == UNKNOWN:
            return True
        chosen = first.facts["chosen" if first.what == "choice" else "came"]
        return bool(entry.facts["thing"] == chosen != UNKNOWN)
    if first.what == entry.what == "begins":  # several parts of one text
        return first.rule.partition(":")[0] == entry.rule.partition(":")[0]
    if first.what != entry.what or first.rule != entry.rule:
        return False
    if entry.what == "move":
        return straight and (first.facts["from"], first.facts["to"]) == (entry.facts["from"], entry.facts["to"])
    return entry.what == "shuffle" or (entry.what == "set" and straight)


def cited(clauses: Sequence[str]) -> str:
    """The clauses behind a line, each document named once."""
    by_document: dict[str, list[str]] = {}
    for clause in clauses:
        document, _, ident = clause.partition("/")
        by_document.setdefault(document, []).append(ident)
    return "; ".join(f"{document}/{', '.join(idents)}" for document, idents in by_document.items())
