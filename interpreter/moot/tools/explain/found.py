"""Clauses and options by the words that a person remembers of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...code.program import Program
from ...pack.model.bundle import Bundle
from ...pack.words import declared_words
from ..documents.citations import Citation

_SMALL = frozenset(  # words that say nothing of a clause
    re.findall(
        r"\w+",
        "a an and are as at be by can do does for from has have how if in into is it its may must no "
        "not of on one or that the their them there they this to was what when where which who whose why with",
    )
)
_ENDINGS = ("ing", "ed", "es", "s")
_MARKS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class FoundClause:
    """`through`: the rule or the case that cites the clause, if the words are there and not in the clause itself."""

    clause: str
    gist: str
    place: str
    kind: str
    through: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "clause": self.clause,
            "gist": self.gist,
            "place": self.place,
            "kind": self.kind,
            "through": self.through or None,
        }


@dataclass(frozen=True, slots=True)
class FoundOption:
    name: str
    words: str

    def as_json(self) -> dict[str, Any]:
        return {"option": self.name, "words": self.words}


@dataclass(frozen=True, slots=True)
class Found:
    """Everything with certain words. `all_words`: each clause or option has all of them, not only some.

    `section`: the words are a heading, and the clauses are below it.
    """

    text: str
    section: bool
    all_words: bool
    clauses: tuple[FoundClause, ...]
    options: tuple[FoundOption, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "section": self.section,
            "all_words": self.all_words,
            "clauses": [one.as_json() for one in self.clauses],
            "options": [one.as_json() for one in self.options],
        }


def heading_of_place(place: str) -> str:
    """The heading of a place, without the number that its clause has below it: `The Ferryman 8`."""
    return re.sub(r",? \d+$", "", place)


def section(program: Program, text: str) -> Found | None:
    """The clauses below a heading (`The Ferryman`, `7.5`), or with ids that begin with a name (`power`)."""
    low = text.casefold().strip()
    below = [
        ident
        for ident, (_, place, _) in program.clauses.items()
        if ident.casefold().partition("/")[2].startswith(f"{low}.")
        or ident.casefold().startswith(f"{low}.")
        or low in (heading_of_place(place).casefold(), place.partition(" ")[0].rstrip(":").casefold())
    ]
    return Found(text, True, True, tuple(_clause(program, one) for one in below), ()) if below else None


def by_words(
    bundle: Bundle,
    program: Program,
    cited: Mapping[str, list[Citation]],
    cases: Callable[[Iterable[str]], Mapping[str, str]],
    text: str,
) -> Found | None:
    """Clauses and options with all of these words, or else with most of them, the edition's own clauses first.

    Clauses with the words in their summary come first. Then come clauses whose rules have the words, and clauses cited
    by a case with these words. `cases`: these cases, by the clauses that they cite.
    """
    wanted = list(dict.fromkeys(_MARKS.findall(text.casefold())))
    wanted = [word for word in wanted if word not in _SMALL] or wanted
    own = f"{program.document}/"
    held = []  # per clause: its words, its words and its rule's together, and that rule
    declared = declared_words(bundle)
    for ident in sorted(program.clauses, key=lambda one: not one.startswith(own)):
        first = _has(wanted, " ".join((ident, *program.clauses[ident][:2])))
        more, through = first, ""
        if len(first) < len(wanted):
            for rule in dict.fromkeys(one.rule for one in cited.get(ident, ())):
                says = declared.get(rule)
                told = f"{rule} {says.text} {' '.join(says.parts.values())}" if says is not None else rule
                joined = first | _has(wanted, told)
                if len(joined) > len(more):
                    more, through = joined, rule
        held.append((ident, first, more, through))
    options = [(name, _has(wanted, f"{name} {_option_text(declared, name)}")) for name in program.options]
    every = [(name, found) for name, found in options if len(found) == len(wanted)]
    of_cases = cases(wanted)
    full = [one for one in held if len(one[2]) == len(wanted)]
    there = {one[0] for one in full}
    full += [
        (ident, set(), more, f"case “{of_cases[ident]}”")
        for ident, _, more, _ in held
        if ident in of_cases and ident not in there
    ]
    if not full and not every:
        most = max((len(first) for _, first, _, _ in held), default=0)
        if 2 * most < len(wanted) or not most:
            return None
        spread = {word: sum(word in first for _, first, _, _ in held) or 1 for word in wanted}
        score = {ident: sum(1 / spread[word] for word in first) for ident, first, _, _ in held if len(first) == most}
        best = tuple(_clause(program, one) for one in score if score[one] == max(score.values()))
        return Found(text, False, False, best, ())
    full.sort(key=lambda one: len(one[1]) < len(wanted))
    clauses = tuple(
        _clause(program, ident, through if len(first) < len(wanted) else "") for ident, first, _, through in full
    )
    return Found(
        text, False, True, clauses, tuple(FoundOption(name, _option_text(declared, name, False)) for name, _ in every)
    )


def _clause(program: Program, ident: str, through: str = "") -> FoundClause:
    gist, place, kind = program.clauses[ident]
    return FoundClause(ident, gist, place, kind, through)


def _option_text(declared: Mapping[str, Any], name: str, values: bool = True) -> str:
    one = declared.get(f"option {name}")
    return "" if one is None else " ".join((one.text, *(one.parts.values() if values else ())))


def _has(wanted: Iterable[str], text: str) -> set[str]:
    """Which of the words a text has, in any form: `stacked` is found by `stack`."""
    stems = _stems(text)
    return {word for word in wanted if _stem(word) in stems}


def has_all(wanted: Iterable[str], text: str) -> bool:
    """Whether a text has all of these words, in any form."""
    stems = _stems(text)
    return all(_stem(word) in stems for word in wanted)


@lru_cache(maxsize=20_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_stem, _MARKS.findall(text.casefold())))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def family(program: Program, ident: str) -> Iterator[str]:
    """The other clauses of a numbered case, a sentence or a heading: `7.12.catapult` of `7.12`, `8.41` of `8.4`."""
    document, _, name = ident.partition("/")
    while (above := name.rpartition(".")[0]) and f"{document}/{above}" in program.clauses:
        name = above
    root = f"{document}/{name}"
    for one in program.clauses:
        below = one.startswith(f"{document}/") and program.clauses[one][1].partition(" ")[0] == name
        if one != ident and (one == root or one.startswith(f"{root}.") or below):
            yield one
