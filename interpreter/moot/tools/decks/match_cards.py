"""From the lines of a deck file to cards of the game: the meaning of each name, and messages in doubtful cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from ...lang.diagnostic import Report
from ...lang.name_folding import fold_name
from ...pack.model.bundle import Thing
from .game_format import DeckGame, HeadingMeaning
from .listing import DeckLine, DeckList

_ALIKE = 0.85  # the similarity to a name at which a line without a count is taken for a misspelling


@dataclass(frozen=True, slots=True)
class Card:
    """Copies of a card in a section. `thing`: None if the card is unknown; `group` is then what it counts as."""

    count: int
    thing: Thing | None
    section: str
    group: str
    line: DeckLine


@dataclass(slots=True)
class DeckCards:
    """`asides`: lines taken for sentences. `taken`: lines whose name several cards share, with the card used."""

    deck: DeckList
    cards: list[Card] = field(default_factory=list)
    asides: list[DeckLine] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)

    @property
    def unknown(self) -> list[Card]:
        return [card for card in self.cards if card.thing is None]


def deck_cards(deck: DeckList, game: DeckGame, report: Report, prefer: Sequence[str] = ()) -> DeckCards:
    """The cards on the lines. `prefer`: the preferred marks among cards of one name, in order.

    If there are none, a card of the deck may determine the mark. An unknown card is a warning; an ambiguous one an
    error.
    """
    found = DeckCards(deck)
    odd: dict[str, DeckLine] = {}
    waiting: list[tuple[DeckLine, HeadingMeaning, list[Thing]]] = []
    sure: set[str] = set()  # existing cards, whatever others share the name
    for line in deck.lines:
        heads = game.heads(line.headings)
        for one in heads.odd:
            odd.setdefault(one, line)
        if heads.passed:
            continue
        things = _meant(line, heads, game, report)
        if things is None:
            continue
        if not things and not line.sure:
            found.asides.append(line)
            continue
        if not line.sure:
            line = replace(line, sure=True)
        waiting.append((line, heads, things))
        if line.most > line.count and things:
            report.warn("count-span", f"{line.count} to {line.most} copies are read as {line.count}", line.at)
        if len(things) == 1:
            sure.add(things[0].id)
    marks = list(prefer) or _preferred(game, waiting, sure)
    for line, heads, things in waiting:
        thing = things[0] if len(things) == 1 else _chosen(line, things, marks, game, report) if things else None
        if things and thing is None:
            continue
        if thing is None:
            _unknown(line, heads, game, report)
        card = _placed(line, heads, thing, game)
        found.cards.append(card)
        if len(things) > 1:
            found.taken.append(card)
    _tell_asides(found, game, report)
    first = next((n for n, text in enumerate(deck.source.lines, 1) if text.strip()), 0)
    if not deck.title and deck.format == "list" and found.asides and found.asides[0].at.line == first:
        deck.title = deck.source.lines[first - 1].strip(" #*=_-")
        del found.asides[0]
    for text, line in odd.items():
        if not found.cards or line.sure:
            message = f"unknown section `{text}`"
            called = [name for section in game.sections.values() for name in section.called]
            called += [name for group in game.groups.values() for name in group.called]
            near = max(called, key=lambda name: SequenceMatcher(None, fold_name(text), name).ratio())
            hint = f"its cards are sorted by kind; did you mean `{near}`?"
            report.warn("unknown-section", message, line.at, hint)
    return found


def _meant(line: DeckLine, heads: HeadingMeaning, game: DeckGame, report: Report) -> list[Thing] | None:
    """The cards that a line may mean; empty if unknown; None, with a diagnostic, if the line contradicts itself."""
    if line.code and (thing := game.by_code.get(line.code.casefold())) is not None:
        if line.name and thing not in game.cards_named(line.name):
            message = f"`{line.code}` is {game.card_name(thing)}, not {line.name}"
            report.warn("code-and-name", message, line.at, "fix the code or the name; the code was used")
        return [thing]
    things = game.cards_named(line.name) or game.cards_named(
        f"{line.name} {' '.join(f'({mark})' for mark in line.marks)}"
    )
    if not things:
        return []
    for mark in line.marks:
        fitting = game.marked(things, mark)
        if fitting == []:
            there = ", ".join(game.full_name(one) for one in things)
            message = f"no card `{line.name}` has the mark {mark}"
            report.error("no-such-version", message, line.at, f"available: {there}")
            return None
        things = fitting or things
    if len(things) > 1 and game.same_card(things):
        return things[:1]
    for wanted in (heads.group, heads.section):
        fitting = [one for one in things if (group := game.group_of(one)) and wanted in (group.id, group.section)]
        things = fitting or things
    return things[:1] if game.same_card(things) else things


def _preferred(
    game: DeckGame, waiting: Sequence[tuple[DeckLine, HeadingMeaning, list[Thing]]], sure: set[str]
) -> list[str]:
    """The marks that a card of the deck prefers; certain cards take precedence over possible ones."""
    there = [*sure, *(one.id for _, _, things in waiting for one in things)]
    return next((game.prefer[name] for name in there if name in game.prefer), [])


def _chosen(line: DeckLine, things: list[Thing], marks: Sequence[str], game: DeckGame, report: Report) -> Thing | None:
    """The card used among several of one name; None, with a diagnostic that asks for a mark, if it is ambiguous."""
    there = ", ".join(game.full_name(one) for one in things)
    for mark in marks:
        fitting = game.marked(things, mark) or []
        if fitting and game.same_card(fitting):
            if len({one.kind for one in things}) > 1:
                named = [f"the {one.kind.replace('_', ' ')} {game.full_name(one)}" for one in things]
                taken = named[things.index(fitting[0])]
                others = ", ".join(one for one in named if one != taken)
                message = f"`{line.name}` is the name of {taken}, and of {others}"
                report.warn("shared-name", message, line.at, "write the mark after the name; the first card was used")
            return fitting[0]
    message = f"`{line.name}` is the name of {len(things)} cards: {there}"
    report.error("which-card", message, line.at, "write the mark after the name, or use --prefer")
    return None


def _placed(line: DeckLine, heads: HeadingMeaning, thing: Thing | None, game: DeckGame) -> Card:
    own = game.group_of(thing) if thing is not None else None
    section = heads.section
    if line.starred and game.starred:
        section = game.starred
    elif not section:
        section = own.section if own is not None else next(iter(game.sections))
    return Card(line.count, thing, section, own.id if own is not None else heads.group, line)


def _unknown(line: DeckLine, heads: HeadingMeaning, game: DeckGame, report: Report) -> None:
    near = game.nearest(line.name)
    counted = f"; it counts as one of the {game.groups[heads.group].id}" if heads.group else ""
    hint = f"did you mean `{near[0]}`?" if near else "check the spelling; the game may not have this card yet"
    name = line.name or line.code
    report.warn("unknown-card", f"unknown card `{name}`{counted}", line.at, hint)


def _tell_asides(found: DeckCards, game: DeckGame, report: Report) -> None:
    """Report lines that were taken for sentences but are nearly a card's name."""
    for line in list(found.asides):
        if len(line.name) > 60 or len(line.name.split()) > 7:
            continue
        word = fold_name(line.name)
        near = [
            name for name in game.nearest(line.name) if SequenceMatcher(None, word, fold_name(name)).ratio() >= _ALIKE
        ]
        if near:
            message = f"unknown card `{line.name}`, which was skipped"
            report.warn("unknown-card", message, line.at, f"did you mean `{near[0]}`?")
            found.asides.remove(line)
