"""Aligns the documents of two rule sets: clauses are matched by subject, not by number."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

import networkx

from ....pack.model.bundle import Bundle, Clause
from .vocabulary import CommonVocabulary

SAME, REWORDED, VOCABULARY, MOVED = "same", "reworded", "vocabulary", "moved"
ONLY_IN_A, ONLY_IN_B = "only_in_a", "only_in_b"

_ALIKE = 0.6  # the share of common words at which two clauses with different ids are matched


@dataclass(frozen=True, slots=True)
class ClausePair:
    """Clauses (as document/id) of both sides about one thing. One side is empty if only the other has it.

    `moved`: it has another place in the order, or another heading. `status` is `moved` if that is the only difference,
    and `vocabulary` if the two differ only in words that the editions consistently use for the same things.
    `same_gist`: our gists agree, though the sentences may not.
    """

    a: tuple[str, ...]
    b: tuple[str, ...]
    status: str
    moved: bool = False
    same_gist: bool = False


@dataclass(frozen=True, slots=True)
class _Listed:
    full: str  # document/id
    document: str
    number: int  # of the clause in the document
    clause: Clause
    told: str  # the words of the gist or the sentence
    text: str  # the same with the names of the rules in place of the edition's own terms
    gist: str  # the same for the gist
    gist_text: str


_TOLD = attrgetter("told"), attrgetter("text")
_GISTS = attrgetter("gist"), attrgetter("gist_text")


def aligned(a: Bundle, b: Bundle, sentences: Mapping[str, str] | None = None) -> list[ClausePair]:
    """All clauses of the documents that each side implements, in the order of `a`, with those of `b` alone in between.

    `sentences` gives the words of the source by document/id. Clauses with words on both sides are compared by these,
    the others by their gists. The terms of both editions for one name of the rules count as one word.
    """
    groups = _groups(_listed(a, b, sentences or {}), _listed(b, a, sentences or {}))
    moved = _moved(groups)
    words = CommonVocabulary((_joined(ours), _joined(theirs)) for ours, theirs in groups if ours and theirs)
    pairs = []
    for number, (ours, theirs) in enumerate(groups):
        if not ours or not theirs:
            status = ONLY_IN_A if ours else ONLY_IN_B
        elif _agree(ours, theirs, _TOLD):
            status = MOVED if number in moved else SAME
        else:
            status = VOCABULARY if words.alone(_joined(ours), _joined(theirs)) else REWORDED
        names = (tuple(one.full for one in ours), tuple(one.full for one in theirs))
        pairs.append(
            ClausePair(*names, status, number in moved, bool(ours and theirs) and _agree(ours, theirs, _GISTS))
        )
    return pairs


def _joined(several: list[_Listed]) -> list[str]:
    return " ".join(one.text for one in several).split()


def _agree(ours: list[_Listed], theirs: list[_Listed], parts: tuple[Callable[[_Listed], str], ...]) -> bool:
    """Whether both use the same words, apart from their terms."""
    return any(" ".join(map(part, ours)) == " ".join(map(part, theirs)) for part in parts)


def documents_of(bundle: Bundle) -> list[str]:
    """The documents that a rule set implements: those of its edition, and of the packs loaded on top."""
    own = [bundle.own_documents.get(manifest.id, "") for manifest in bundle.manifests]
    return [name for name in dict.fromkeys(own) if name in bundle.documents]


# ------------------------------------------------------------------------------------------------ which belong together


def _groups(ours: list[_Listed], theirs: list[_Listed]) -> list[tuple[list[_Listed], list[_Listed]]]:
    """The connected components of all clauses: linked by the same id, by a declared subject, or otherwise by the same
    words.
    """
    nodes = [(0, one) for one in ours] + [(1, one) for one in theirs]
    graph = networkx.empty_graph(len(nodes))
    by_full = [{one.full: n for n, one in enumerate(ours)}, {one.full: n + len(ours) for n, one in enumerate(theirs)}]
    by_id: list[dict[str, int]] = [
        {one.clause.id: n for n, one in enumerate(ours)},
        {one.clause.id: n + len(ours) for n, one in enumerate(theirs)},
    ]
    for number, (side, one) in enumerate(nodes):
        other = 1 - side
        twin = by_full[other].get(one.full)
        meant = [by_full[other].get(name, by_id[other].get(name)) for name in one.clause.about]
        if twin is None:
            twin = by_id[other].get(one.clause.id)
            if twin is not None and nodes[twin][1].full in by_full[side]:
                twin = None  # that one is already matched here
        graph.add_edges_from((number, place) for place in (twin, *meant) if place is not None)
    found = []
    for group in sorted(sorted(one) for one in networkx.connected_components(graph)):
        found.append(([nodes[n][1] for n in group if not nodes[n][0]], [nodes[n][1] for n in group if nodes[n][0]]))
    return _placed(_joined_by_words(found))


def _joined_by_words(
    groups: list[tuple[list[_Listed], list[_Listed]]],
) -> list[tuple[list[_Listed], list[_Listed]]]:
    """Join each clause without a partner to the other side's clause with nearly the same words, if any."""
    alone = [group for group in groups if not group[1]]
    free = [group for group in groups if not group[0]]
    taken: set[int] = set()
    for group in alone:
        words = set(group[0][0].text.split())
        best = max(free, key=lambda one: _share(words, one[1][0].text), default=None)
        if best is not None and id(best) not in taken and _share(words, best[1][0].text) >= _ALIKE:
            group[1].extend(best[1])
            taken.add(id(best))
    return [group for group in groups if id(group) not in taken]


def _share(words: set[str], text: str) -> float:
    others = set(text.split())
    return len(words & others) / max(1, len(words | others))


def _placed(groups: list[tuple[list[_Listed], list[_Listed]]]) -> list[tuple[list[_Listed], list[_Listed]]]:
    """In the order of the first side. A clause of the second side alone follows its predecessor there. At the start of
    a section, it precedes the section's first common clause.
    """
    first = [group for group in groups if group[0]]
    place = {one.full: float(n) for n, (_, theirs) in enumerate(first) for one in theirs}
    order = {id(group): float(n) for n, group in enumerate(first)}
    theirs = sorted((one for group in groups for one in group[1]), key=_line)
    group_of = {one.full: group for group in groups for one in group[1]}
    starts: dict[str, float] = {}
    for one in theirs:
        if one.full in place:
            starts.setdefault(_heading(one), place[one.full])
    behind, heading = -1.0, ""
    for one in theirs:
        if one.full in place:
            behind, heading = place[one.full], _heading(one)
        elif _heading(one) == heading:
            order.setdefault(id(group_of[one.full]), behind + 0.5)
        else:
            order.setdefault(id(group_of[one.full]), starts.get(_heading(one), behind + 1) - 0.5)
    return sorted(groups, key=lambda group: order[id(group)])


def like_headings(a: Bundle, b: Bundle, pairs: list[ClausePair]) -> dict[str, str]:
    """For each heading of the second side, the heading of the first under which most of the matching clauses are."""
    known = {f"{name}/{one.id}": one for side in (a, b) for name, document in side.documents.items()
             for one in document.clauses.values()}  # fmt: skip
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        if pair.a and pair.b:
            counts[place_heading(known[pair.b[0]])][place_heading(known[pair.a[0]])] += 1
    return {heading: count.most_common(1)[0][0] for heading, count in counts.items()}


def _line(one: _Listed) -> tuple[str, int]:
    return one.document, one.number


# ------------------------------------------------------------------------------------------------ what moved


def _moved(groups: list[tuple[list[_Listed], list[_Listed]]]) -> set[int]:
    """The numbers of the pairs that break the common order, or are under a heading that does not correspond."""
    both = [(number, ours[0], theirs[0]) for number, (ours, theirs) in enumerate(groups) if ours and theirs]
    kept = _longest_rise([_line(theirs) for _, _, theirs in both])
    headings: dict[str, Counter[str]] = defaultdict(Counter)
    for _, ours, theirs in both:
        headings[_heading(ours)][_heading(theirs)] += 1
    found = set()
    for place, (number, ours, theirs) in enumerate(both):
        known = headings[_heading(ours)]
        elsewhere = known[_heading(theirs)] * 2 < max(known.values())
        if place not in kept or elsewhere:
            found.add(number)
    return found


def place_heading(clause: Clause) -> str:
    """The heading of a clause: its place without the number."""
    return re.sub(r"\W*\d[\w.]*$", "", clause.place).strip()


def _heading(one: _Listed) -> str:
    return place_heading(one.clause)


def _longest_rise(keys: list[tuple[str, int]]) -> set[int]:
    """The places of a longest increasing subsequence: the clauses that kept their order."""
    tails: list[tuple[str, int]] = []
    places: list[int] = []
    before: list[int] = []
    for n, key in enumerate(keys):
        at = bisect_left(tails, key)
        before.append(places[at - 1] if at else -1)
        tails[at : at + 1] = [key]
        places[at : at + 1] = [n]
    kept: set[int] = set()
    n = places[-1] if places else -1
    while n >= 0:
        kept.add(n)
        n = before[n]
    return kept


# ------------------------------------------------------------------------------------------------ what is compared


def _listed(bundle: Bundle, other: Bundle, sentences: Mapping[str, str]) -> list[_Listed]:
    """The clauses of a side. If the twin of a clause has no sentence of its own, both are compared by their gists."""
    terms = _Terms(bundle, other)
    both = _with_sentences(bundle, sentences) and _with_sentences(other, sentences)
    found = []
    for name in documents_of(bundle):
        for number, clause in enumerate(bundle.documents[name].clauses.values()):
            full = f"{name}/{clause.id}"
            gist = _words(clause.gist)
            told = _words(sentences.get(full, clause.gist)) if both else gist
            found.append(_Listed(full, name, number, clause, told, terms.levelled(told), gist, terms.levelled(gist)))
    return found


def _with_sentences(bundle: Bundle, sentences: Mapping[str, str]) -> bool:
    return any(full.partition("/")[0] in documents_of(bundle) for full in sentences)


class _Terms:
    """An edition's own words, replaced by the names of the rules if both editions have words for them."""

    def __init__(self, bundle: Bundle, other: Bundle) -> None:
        both = {words: name for name, words in bundle.terms.items() if name in other.terms}
        self.names = {_words(words): name for words, name in both.items()}
        longest = sorted((words for words in self.names if words), key=len, reverse=True)
        self.pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest))})(s?)\b") if longest else None

    def levelled(self, words: str) -> str:
        if self.pattern is None:
            return words
        return self.pattern.sub(lambda found: self.names[found[1]] + found[2], words)


def _words(text: str) -> str:
    """Only the words: no capitals, no punctuation, one space between."""
    return " ".join(re.findall(r"[\w'\u2019]+", text.lower()))
