"""The laws of decks as limits of counts, and a legal deck, found by integer programming.

Laws are arbitrary formulas, so limits are found by experiment. Cards are added one by one. Where a line of a law
becomes true or false, moot finds the cards that cause it. A deck found in this way is then checked against the laws
themselves. The absence of a legal deck is only reported if the limits also predict the laws for random decks.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...stack.machine import source_of
from .pool import CardPool, list_copies

Broken = frozenset[tuple[int, str]]  # lines of laws, by their rules, each with the card that fails it, or ""

_SAMPLES = 60  # random decks on which limits are tested


@dataclass(slots=True)
class Limit:
    """A line of a law is true while the number of copies of these cards together is within these limits. `most` None:
    unlimited.
    """

    rule: int
    titles: frozenset[str]
    least: int
    most: int | None

    def holds(self, counts: Mapping[str, int]) -> bool:
        held = sum(counts.get(title, 0) for title in self.titles)
        return self.least <= held and (self.most is None or held <= self.most)


@dataclass(slots=True)
class FoundDeck:
    """A legal deck, or the reason why there is none: `clash` holds lines of laws that no deck of the pool satisfies
    together.

    If neither, it could not be decided, and `unread` holds the lines whose limits were not found.
    """

    deck: dict[str, int] | None = None
    clash: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


class DeckLaws:
    """Checks decks of a pool against the laws of decks of a game."""

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool
        self.program = pool.game.program
        self.laws = [law for law in pool.game.machine.fast.laws if law.section == "deck"]
        self.titles = list(pool.copies)
        self.own = own_titles(pool)

    def broken(self, counts: Mapping[str, int]) -> Broken:
        """The lines of laws that a deck breaks."""
        things = self.pool.things(list_copies(counts.items()))
        assert things is not None, "the pool has too few copies"
        return self.broken_by(things)

    def broken_by(self, things: Sequence[int]) -> Broken:
        layout = self.program.layout
        found = set()
        for law in self.laws:
            with self.pool.game.machine.telling():
                failed = law.broken(self.pool.whole, tuple(things), None)
            for rule, bound, _ in failed:
                things_bound = [value for _, tag, value in bound if tag == "thing" and isinstance(value, int)]
                found.add((rule, layout.things[things_bound[0]].title if things_bound else ""))
        return frozenset(found)

    def line_text(self, rule: int) -> str:
        """A line of a law as written."""
        label, file, line, _ = self.program.rules[rule]
        lines = source_of(file).lines
        return lines[line - 1].split("@")[0].strip() if 0 < line <= len(lines) else label

    # ---------------------------------------------------------------------------------------------------- limits

    def most_copies(self) -> dict[str, int]:
        """For each card the most copies that break no more lines than fewer copies do."""
        found = {}
        for title in self.titles:
            most = len(self.pool.copies[title])
            for count in range(1, most + 1):
                if any(of == title for _, of in self.broken({title: count})):
                    most = count - 1
                    break
            found[title] = most
        return found

    def limits(self, most: Mapping[str, int]) -> list[Limit]:
        """The limits of the lines about the whole deck: where each first becomes true, and where it first becomes
        false.
        """
        counts: dict[str, int] = dict.fromkeys(self.titles, 0)
        before = {rule for rule, of in self.broken(counts) if not of}
        rules = before | {rule for rule, of in self.broken(most) if not of}
        starts = {rule: 0 for rule in rules - before}
        found: dict[int, Limit] = {}
        held: dict[int, frozenset[str]] = {}
        for title in list_copies(most.items()):
            after = dict(counts)
            after[title] += 1
            broken = {rule for rule, of in self.broken(after) if not of}
            for rule in before ^ broken:
                titles = held[rule] = held.get(rule) or self._counted(rule, counts, after, most)
                number = sum(after[one] for one in titles)
                if rule in broken:
                    found.setdefault(rule, Limit(rule, titles, starts.get(rule, 0), number - 1))
                else:
                    starts.setdefault(rule, number)
            before, counts = broken, after
            rules |= broken
        for rule in rules - found.keys():
            if rule not in before:
                found[rule] = Limit(rule, held.get(rule, frozenset()), starts.get(rule, 0), None)
            elif rule not in held:
                found[rule] = Limit(rule, frozenset(), 1, None)  # no deck tried satisfies it
        return list(found.values())

    def _counted(
        self, rule: int, before: Mapping[str, int], after: Mapping[str, int], most: Mapping[str, int]
    ) -> frozenset[str]:
        """The cards of which one more or one fewer copy changes whether the line is true."""
        found = set()
        failed = (rule, "") in self.broken(before)
        for title in self.titles:
            if before[title] < most[title]:
                changed = (rule, "") in self.broken({**before, title: before[title] + 1})
                if changed != failed:
                    found.add(title)
            elif before[title]:
                changed = (rule, "") in self.broken({**after, title: after[title] - 1})
                if changed == failed:
                    found.add(title)
        return frozenset(found)

    # -------------------------------------------------------------------------------------------------- a legal deck

    def legal(self, size: int = 0, seed: int = 0, with_card: str = "") -> FoundDeck:
        """A legal deck, of at least `size` cards if possible, and with a copy of the named card, if any."""
        most = self.most_copies()
        limits = self.limits(most)
        rng = random.Random(seed)
        costs = {title: rng.uniform(1, 2) for title in self.titles}
        costs |= {title: costs[title] / 2 for title in self.own}  # a pack's additions are meant to be played
        floor = {with_card: 1} if with_card else {}
        for least in dict.fromkeys((size, 0)):
            deck = _solved(self.titles, most, limits, costs, floor, least)
            if deck is not None:
                break
        if deck is not None and not self.broken(deck):
            return FoundDeck(deck)
        wrong = self._misread(most, limits, rng)
        if deck is None and not wrong:
            return FoundDeck(clash=self._clash(most, limits, floor))
        if deck is None:
            deck = _solved(self.titles, most, [], costs, floor, size)
        repaired = self._repaired(deck or {}, rng)
        return FoundDeck(repaired) if repaired else FoundDeck(unread=[self.line_text(rule) for rule in sorted(wrong)])

    def _misread(self, most: Mapping[str, int], limits: Sequence[Limit], rng: random.Random) -> set[int]:
        """The lines of laws that the limits predict wrongly for some random deck."""
        wrong: set[int] = set()
        there = {title: len(copies) for title, copies in self.pool.copies.items()}
        for number in range(_SAMPLES):
            share, inside = rng.random(), number % 2 == 0
            bound = most if inside else there
            deck = {title: sum(rng.random() < share for _ in range(bound[title])) for title in self.titles}
            broken = self.broken(deck)
            if inside:  # beyond the permitted copies no prediction is needed
                foretold = {limit.rule for limit in limits if not limit.holds(deck)}
                wrong |= {rule for rule, of in broken if not of} ^ foretold
            if {of for _, of in broken if of} != {title for title in self.titles if deck[title] > most[title]}:
                wrong |= {rule for rule, of in broken if of}
        return wrong

    def _clash(self, most: Mapping[str, int], limits: Sequence[Limit], floor: Mapping[str, int]) -> list[str]:
        """A smallest set of lines that no deck satisfies together: every dispensable line is removed."""
        costs = dict.fromkeys(self.titles, 1.0)
        kept = list(limits)
        for limit in limits:
            fewer = [one for one in kept if one is not limit]
            if _solved(self.titles, most, fewer, costs, floor, 0) is None:
                kept = fewer
        return [self._limit_text(limit, most) for limit in kept]

    def _limit_text(self, limit: Limit, most: Mapping[str, int]) -> str:
        if not limit.titles:
            return f"no deck tried from the pool satisfies `{self.line_text(limit.rule)}`"
        there = sum(most[title] for title in limit.titles)
        asked = f"at least {limit.least}" if limit.least else f"at most {limit.most}"
        return f"`{self.line_text(limit.rule)}` requires {asked} of certain cards (the pool has {there})"

    def _repaired(self, deck: Mapping[str, int], rng: random.Random, tries: int = 3000) -> dict[str, int] | None:
        """A legal deck reached from a deck by single changes; None if none was found."""
        counts = {title: deck.get(title, 0) for title in self.titles}
        worst = len(self.broken(counts))
        for _ in range(tries):
            if not worst:
                return {title: count for title, count in counts.items() if count}
            changed = dict(counts)
            for title in rng.sample(self.titles, min(len(self.titles), rng.randint(1, 2))):
                changed[title] = min(len(self.pool.copies[title]), max(0, changed[title] + rng.choice((-1, 1))))
            broken = len(self.broken(changed))
            if broken <= worst:
                counts, worst = changed, broken
        return None


def own_titles(pool: CardPool) -> list[str]:
    """The cards of the pool that a pack adds to the game it extends."""
    bundle = pool.bundle
    if len(bundle.manifests) == 1:
        return []
    return [title for title in pool.copies if bundle.things[title].pack == bundle.id]


def _solved(
    titles: Sequence[str],
    most: Mapping[str, int],
    limits: Iterable[Limit],
    costs: Mapping[str, float],
    floor: Mapping[str, int],
    size: int,
) -> dict[str, int] | None:
    """The cheapest deck within limits, with at least that many cards; None if there is none.

    Each additional copy of a card costs more, so that a deck is varied.
    """
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    if any(floor.get(title, 0) > most[title] for title in titles):
        return None
    copies = [(title, number) for title in titles for number in range(most[title])]  # a variable for each
    limits = [*limits, Limit(-1, frozenset(titles), size, None)]
    if not copies:
        return None if any(limit.least for limit in limits) else {}
    table = numpy.array([[float(title in limit.titles) for title, _ in copies] for limit in limits])
    low = [limit.least for limit in limits]
    high = [numpy.inf if limit.most is None else limit.most for limit in limits]
    found = milp(
        [costs[title] * (number + 1) for title, number in copies],
        integrality=numpy.ones(len(copies)),
        bounds=Bounds([float(number < floor.get(title, 0)) for title, number in copies], numpy.ones(len(copies))),
        constraints=LinearConstraint(table, low, high),
    )
    if found.x is None:
        return None
    deck: dict[str, int] = {}
    for (title, _), there in zip(copies, found.x, strict=True):
        if round(there):
            deck[title] = deck.get(title, 0) + 1
    return deck
