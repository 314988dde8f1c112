"""The differences between two rule sets: rules, things, tables, options and terms, compared as trees and not as
lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ....pack.model.bundle import Bundle
from .documents import ClausePair, aligned
from .rule_texts import Item, rule_list, standing_rules

EQUAL, CHANGED, ONLY_A, ONLY_B = "equal", "changed", "only_a", "only_b"

_NOTHING = Item("", "", "")


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule that differs between the two sides, or that only one of them has.

    `id` is stable and readable: `function climb`, `lookout: text`, `before score`, `option look`. `sort` is game,
    players, kind, zone, state, option, setting, table, function, procedure, phase, action, law, rule (a standing one),
    order (of standing rules), card, deck, term or citation (only its citations differ). `a` and `b` are the rule in
    canonical form, or for decks and tables only the changes. None means that the side lacks it. `clauses_a`,
    `clauses_b` are its citations, as document/id; `note_a`, `note_b` the comments above it.
    """

    id: str
    sort: str
    name: str
    a: str | None
    b: str | None
    clauses_a: tuple[str, ...] = ()
    clauses_b: tuple[str, ...] = ()
    note_a: str = ""
    note_b: str = ""

    def marked(self) -> list[Marked]:
        """Both texts side by side, statement by statement."""
        return side_by_side(self.a or "", self.b or "")


@dataclass(frozen=True, slots=True)
class Marked:
    """Corresponding lines of both texts. `mark`: equal, changed, only_a, only_b."""

    mark: str
    a: str
    b: str


def differences(a: Bundle, b: Bundle, pairs: list[ClausePair] | None = None) -> list[Difference]:
    """The differences, in the order of `a`, followed by those that only `b` has.

    `pairs` are the aligned documents, if known already: a rule that cites the corresponding clauses of another document
    has the same citations.
    """
    clauses = _Clauses(aligned(a, b) if pairs is None else pairs)
    ours, theirs = _all_items(a, b)
    found = []
    for ident in [*ours, *(ident for ident in theirs if ident not in ours)]:
        one, other = ours.get(ident), theirs.get(ident)
        of = (one or other or _NOTHING).thing
        if of and not (of in ours and of in theirs):
            continue  # only one side has the thing
        difference = _compared(ident, one, other, clauses)
        if difference is not None:
            found.append(difference)
    return found + list(_orders(ours, theirs))


def _compared(ident: str, one: Item | None, other: Item | None, clauses: _Clauses) -> Difference | None:
    given = one or other
    assert given is not None
    cites = (one.clauses if one else (), other.clauses if other else ())
    notes = (one.note if one else "", other.note if other else "")
    if one is None or other is None:
        texts = [None if item is None else _item_text(item, None) for item in (one, other)]
        return Difference(ident, given.sort, given.name, texts[0], texts[1], *cites, *notes)
    if (one.text, set(one.parts)) != (other.text, set(other.parts)):
        sort = "setting" if one.sort == "option" and one.declared == other.declared else one.sort
        return Difference(ident, sort, given.name, _item_text(one, other), _item_text(other, one), *cites, *notes)
    if not one.whole and not clauses.same(*cites):
        return Difference(f"citations of {ident}", "citation", given.name, one.text, other.text, *cites, *notes)
    return None


def _item_text(one: Item, other: Item | None) -> str:
    """An item's text; for a list of parts, the parts that the other side lacks."""
    if not one.parts:
        return one.whole if other is None and one.whole else one.text
    return "\n".join(part for part in one.parts if other is None or part not in other.parts)


@dataclass(slots=True)
class _Clauses:
    """The correspondence between the clauses of the two sides."""

    pairs: list[ClausePair]
    numbers: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = {name: n for n, pair in enumerate(self.pairs) for name in (*pair.a, *pair.b)}

    def same(self, a: Iterable[str], b: Iterable[str]) -> bool:
        return {self.numbers.get(name, name) for name in a} == {self.numbers.get(name, name) for name in b}


# ------------------------------------------------------------------------------------------------ what is compared


def _all_items(a: Bundle, b: Bundle) -> tuple[dict[str, Item], dict[str, Item]]:
    """Both sides by id. Standing rules have no names: equal ones are matched, the others by similarity."""
    ours, theirs = rule_list(a), rule_list(b)
    rules_a, rules_b = standing_rules(a), standing_rules(b)
    for label in dict.fromkeys((*rules_a, *rules_b)):
        for ident, one, other in _paired(label, rules_a.get(label, []), rules_b.get(label, [])):
            if one is not None:
                ours[ident] = one
            if other is not None:
                theirs[ident] = other
    return ours, theirs


def _paired(label: str, ours: list[Item], theirs: list[Item]) -> Iterator[tuple[str, Item | None, Item | None]]:
    pairs: list[tuple[Item | None, Item | None]] = []
    left = list(theirs)
    rest = []
    for one in ours:
        twin = next((other for other in left if other.text == one.text), None)
        if twin is None:
            rest.append(one)
        else:
            left.remove(twin)
            pairs.append((one, twin))
    for one in rest:
        likest = max(left, key=lambda other: _likeness(one, other), default=None)
        if likest is not None and (_likeness(one, likest) > 0.5 or len(rest) == len(left) == 1):
            left.remove(likest)
            pairs.append((one, likest))
        else:
            pairs.append((one, None))
    pairs += [(None, other) for other in left]
    seen: Counter[str] = Counter()
    alone = len(pairs) == 1
    for first, second in sorted(pairs, key=lambda pair: ours.index(pair[0]) if pair[0] else len(ours)):
        given = first or second
        assert given is not None
        ident = label if alone else given.text.split("\n")[0]
        seen[ident] += 1
        yield (ident if seen[ident] == 1 else f"{ident} ({seen[ident]})"), first, second


def _likeness(one: Item, other: Item) -> float:
    return SequenceMatcher(None, one.text, other.text).ratio()


def _orders(ours: dict[str, Item], theirs: dict[str, Item]) -> Iterator[Difference]:
    """Common standing rules on one target whose order differs: the older acts first."""
    targets: dict[str, list[str]] = {}
    for ident, one in ours.items():
        if one.sort == "rule" and ident in theirs:
            targets.setdefault(one.name, []).append(ident)
    for name, idents in targets.items():
        there = sorted(idents, key=lambda ident: theirs[ident].age)
        here = sorted(idents, key=lambda ident: ours[ident].age)
        if here != there:
            yield Difference(f"order of rules on {name}", "order", name, "\n".join(here), "\n".join(there))


# ------------------------------------------------------------------------------------------------ side by side


def side_by_side(a: str, b: str) -> list[Marked]:
    """Two texts line by line: equal lines are side by side, and so are replaced ones."""
    ours, theirs = (text.split("\n") if text else [] for text in (a, b))
    rows: list[Marked] = []
    for tag, from_a, to_a, from_b, to_b in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        here, there = ours[from_a:to_a], theirs[from_b:to_b]
        if tag == "equal":
            rows += [Marked(EQUAL, one, other) for one, other in zip(here, there, strict=True)]
            continue
        abreast = min(len(here), len(there))
        rows += [Marked(CHANGED, one, other) for one, other in zip(here[:abreast], there[:abreast], strict=True)]
        rows += [Marked(ONLY_A, one, "") for one in here[abreast:]]
        rows += [Marked(ONLY_B, "", other) for other in there[abreast:]]
    return rows
