"""The differences as entries of a report: one entry for each difference in play, with every rule that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .documents import place_heading
from .hybrid import Hybrids, may_show_in_play
from .rules import Difference
from .side import Side

QUIET = ("term", "citation")  # these have tables of their own
_HELPERS = ("function", "procedure", "option", "state", "zone", "kind", "table", "board")
_MOST = 3  # the most headings in an entry


@dataclass(frozen=True, slots=True)
class DifferenceEntry:
    """One difference. `heads` act in play by themselves. `helpers` are declared on one side only, for the heads.

    `heading`: the cards or headings of the documents concerned. `sentence`: the difference in words, from the author or
    the clauses.
    """

    heads: tuple[Difference, ...]
    helpers: tuple[Difference, ...]
    heading: str
    sentence: str

    @property
    def id(self) -> str:
        return self.heads[0].id

    @property
    def rules(self) -> tuple[Difference, ...]:
        return (*self.heads, *self.helpers)

    @property
    def clauses_a(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(clause for one in self.rules for clause in one.clauses_a))

    @property
    def clauses_b(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(clause for one in self.rules for clause in one.clauses_b))


def difference_entries(a: Side, b: Side, differences: Sequence[Difference]) -> list[DifferenceEntry]:
    """Every difference that is not quiet in an entry, in the order of their heads. A helper of several heads is listed
    with each; a helper that no head uses is a head.
    """
    played = [one for one in differences if may_show_in_play(one)]
    hybrids = Hybrids(a, b, differences)
    needs = {one.id: hybrids.closure_of(one) - {one.id} for one in played}
    helping = {one.id for one in played if _is_helper(one)}
    used = {ident for one in played if one.id not in helping for ident in needs[one.id]}
    helping &= used
    groups: list[list[Difference]] = []
    for one in (one for one in differences if one.sort not in QUIET and one.id not in helping):
        joined = next((group for group in groups if any(_belong(one, other, needs) for other in group)), None)
        if joined is None:
            groups.append([one])
        else:
            joined.append(one)
    found = []
    for group in groups:
        own = {ident for one in group for ident in needs.get(one.id, frozenset())} - {one.id for one in group}
        helpers = tuple(one for one in played if one.id in own and one.id in helping)
        found.append(DifferenceEntry(tuple(group), helpers, _heading(group, a, b), _sentence(group, helpers, a, b)))
    return found


def _is_helper(one: Difference) -> bool:
    return (one.a is None or one.b is None) and one.sort in _HELPERS


def _belong(one: Difference, other: Difference, needs: dict[str, frozenset[str]]) -> bool:
    """Whether two heads are one difference in play: either needs the other, or they share a helper and a clause."""
    if other.id in needs.get(one.id, ()) or one.id in needs.get(other.id, ()):
        return True
    clauses = {*one.clauses_a, *one.clauses_b} & {*other.clauses_a, *other.clauses_b}
    return bool(clauses and needs.get(one.id, frozenset()) & needs.get(other.id, frozenset()))


def _heading(group: Sequence[Difference], a: Side, b: Side) -> str:
    """The cards or headings of the heads: of the first side if it has the rule."""
    cards = [_card(one.name, a, b) for one in group if one.sort == "card"]
    if cards:
        return ", ".join(list(dict.fromkeys(cards))[:_MOST])
    found: dict[str, None] = {}
    for one in group:
        for side, names in ((a, one.clauses_a), (b, one.clauses_b)):
            for name in names:
                document, _, ident = name.partition("/")
                clause = (
                    side.bundle.documents[document].clauses.get(ident) if document in side.bundle.documents else None
                )
                if clause is not None and place_heading(clause):
                    found[place_heading(clause)] = None
            if found:
                break
    if found:
        return ", ".join(list(found)[:_MOST])
    return ", ".join(dict.fromkeys(_term(one.name, a, b) for one in group))


def _card(name: str, a: Side, b: Side) -> str:
    return " / ".join(dict.fromkeys(side.bundle.terms[name] for side in (a, b) if name in side.bundle.terms)) or name


def _term(name: str, a: Side, b: Side) -> str:
    terms = a.bundle.terms.get(name) or b.bundle.terms.get(name)
    return terms or name.replace("_", " ")


def _sentence(group: Sequence[Difference], helpers: Sequence[Difference], a: Side, b: Side) -> str:
    """The first sentence of the head's own comment; otherwise the clauses of one side only, otherwise the rules."""
    for one in group:
        if one.sort == "setting":
            values = [text.rpartition("set to ")[2] if "set to " in text else text.rpartition(" = ")[2] for text in
                      (one.a or "", one.b or "")]  # fmt: skip
            return f"{_first_sentence(one.note_a or one.note_b) or one.name} ({values[0]} | {values[1]})"
        own = [one.note_b] if one.note_b != one.note_a else []
        for note in (*own, one.note_a):
            if note:
                return _first_sentence(note)
    for one in (*group, *helpers):
        for side, names in ((b, one.clauses_b), (a, one.clauses_a)):
            gists = _gists(side, names)
            if gists:
                return gists[0]
    first = group[0]
    if first.a is None or first.b is None:
        return f"only {'B' if first.a is None else 'A'} has {first.id}"
    return f"{first.id} differs"


def _gists(side: Side, names: Sequence[str]) -> list[str]:
    found = []
    for name in names:
        document, _, ident = name.partition("/")
        if document in side.bundle.documents and ident in side.bundle.documents[document].clauses:
            found.append(side.bundle.documents[document].clauses[ident].gist)
    return found


def _first_sentence(text: str) -> str:
    for end in (". ", "? "):
        first, mark, _ = text.partition(end)
        if mark and not first.endswith((" i.e", " e.g")):
            text = f"{first}{end.strip()}"
    return text
