"""Checks the deck in a file against the laws of its game and reports every problem at once, with its clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...code.pipeline import compile_bundle
from ...code.program import Program
from ...lang.diagnostic import Diagnostic, Report
from ...lang.source import Source, Span
from ...pack.find import game_ids, rules_folder
from ...pack.load import load
from ...pack.model.bundle import Bundle
from ...pack.model.fields import Fields
from ...pack.player_decks import check_playing, players_of, section_deck
from ...pack.things import type_deck
from ...stack.machine import Machine
from ..laws.broken import BrokenLine, broken_lines, values_told
from .file import read_deck
from .game_format import DeckGame, Group
from .listing import DeckList
from .match_cards import Card, DeckCards, deck_cards

_PLACES = 4  # the most additional places in a message about several cards


@dataclass(slots=True)
class JudgedDeck:
    """`cards`: None if it could not be read. `doubtful`: laws of the whole deck that unknown cards may satisfy.
    `taken`: the cards used where several share a name, with their distinguishing marks. `lacks`: groups that every
    whole deck has and this one has not, because it is part of a deck.
    """

    game: str
    title: str
    report: Report
    cards: DeckCards | None = None
    doubtful: int = 0
    taken: list[str] = field(default_factory=list)
    lacks: list[str] = field(default_factory=list)

    @property
    def legal(self) -> bool:
        return self.cards is not None and not self.report.failed and not self.doubtful

    def sizes(self) -> dict[str, int]:
        """The number of cards in each section."""
        found: dict[str, int] = {}
        for card in self.cards.cards if self.cards is not None else ():
            found[card.section] = found.get(card.section, 0) + card.count
        return found


def deck_games() -> list[str]:
    """The games shipped with moot that describe deck files. They are found by the text of their files, which is
    quicker.
    """
    said = re.compile(rb"^deck_files:", re.MULTILINE)
    folders = {name: rules_folder() / name for name in game_ids()}
    return [
        name
        for name, folder in folders.items()
        if any(said.search(path.read_bytes()) for path in folder.rglob("*.yaml"))
    ]


def read_for(
    source: Source,
    game: str = "",
    mods: Sequence[str] = (),
    settings: Iterable[tuple[str, Any]] = (),
    prefer: Sequence[str] = (),
) -> tuple[JudgedDeck, DeckGame]:
    """The cards of a deck's text, before any check. Without a game, use the game that the file names, or the one that
    knows most of its cards. Raises MootError if the game cannot be used.
    """
    settings = list(settings)
    tried: list[tuple[int, JudgedDeck, DeckGame]] = []
    for name in [game] if game else deck_games():
        bundle = load(name, mods, settings, cases=False)
        bundle.report.raise_if_failed()
        described = DeckGame(bundle)
        report = Report()
        read = read_deck(source, described, report)
        cards = deck_cards(read, described, report, prefer) if read is not None else None
        of = next((one.title for one in bundle.manifests if one.id == bundle.id), bundle.id)
        known = -1
        if read is not None:
            _for_another(source, read, {name, bundle.id, of}, report)
        if read is not None and cards is not None:
            known = sum(card.thing is not None for card in cards.cards)
            known += 10**6 * (read.facts.get("game", name + "?") in (name, bundle.id, of))
        title = read.title if read is not None and read.title else source.path
        tried.append((known, JudgedDeck(of, title, report, cards), described))
    _, best, described = max(tried, key=lambda one: one[0])
    if best.cards is not None:
        taken = (described.full_name(card.thing) for card in best.cards.taken if card.thing is not None)
        best.taken = list(dict.fromkeys(taken))
    return best, described


def _for_another(source: Source, read: DeckList, ours: set[str], report: Report) -> None:
    """Report a deck whose file says that it is for another game that moot ships."""
    said = read.facts.get("game", "")
    if said in ours or said.partition("/")[0] in {one.partition("/")[0] for one in ours} or said not in deck_games():
        return
    number, line = next(
        ((n, one) for n, one in enumerate(source.lines, 1) if re.match(r"\W*game\W", one)), (1, source.lines[0])
    )
    column = len(line) - len(line.lstrip()) + 1
    at = Span(source, number, column, number, len(line.rstrip()) + 1)
    hint = f"check it with that game, or fix this line if its cards are those of `{min(ours, key=len)}`"
    report.error("other-game", f"this deck is for the game `{said}`", at, hint)


def judge(
    source: Source,
    game: str = "",
    mods: Sequence[str] = (),
    settings: Iterable[tuple[str, Any]] = (),
    prefer: Sequence[str] = (),
    player: str = "",
) -> JudgedDeck:
    """Check a deck's text against the laws of a game, as the deck of that player, or of the first one. Raises
    MootError as `read_for` does, and if that player does not take part.
    """
    deck, described = read_for(source, game, mods, settings, prefer)
    misread = any(one.code in ("bad-count", "other-game") and one.severity == "error" for one in deck.report)
    if deck.cards is not None and deck.cards.cards and not misread:  # otherwise the laws' messages would mislead
        _hold(deck, described, player)
    return deck


def _hold(judged: JudgedDeck, game: DeckGame, player: str) -> None:
    """Add the laws' verdict on the deck."""
    assert judged.cards is not None
    bundle, sections, places = _laid(judged.cards.cards, game, player)
    program = compile_bundle(bundle, traced_alone=True, quick=True)
    check_playing(bundle, [player] if player else (), program.layout.players)
    machine = Machine(program)
    things = tuple(n for n, row in enumerate(program.layout.things) if row.deck in sections)
    stand_ins = {group.unknown for group in game.groups.values()}
    unsure = sum(card.count for card in judged.cards.unknown if not card.group)
    stands = [*places.values()] or [card.line.at for card in judged.cards.cards]
    judged.lacks = [
        name for name, group in game.groups.items() if group.needed and not _has(judged.cards.cards, group, game)
    ]
    first = min(stands, key=lambda at: (at.line, at.column))  # for errors of the whole deck
    told: dict[tuple[int, tuple[str, ...]], list[BrokenLine]] = {}
    for broken in broken_lines(machine, machine.blank(0), "deck", things):
        told.setdefault((broken.rule, broken.lets), []).append(broken)
    for lines in told.values():
        rows = [[program.layout.things[value] for _, tag, value in line.bound if tag == "thing"] for line in lines]
        found = {(sections[one[0].deck], one[0].title): None for one in rows if one and one[0].title not in stand_ins}
        if not found and any(rows):
            continue  # those cards are unknown
        names = list(dict.fromkeys(game.card_name(game.bundle.things[title]) for _, title in found))
        at, *more = [places[one] for one in found] or [first]
        lets = ", ".join(lines[0].lets)
        verb = "breaks" if len(names) < 2 else "break"
        who = list_text(names) + (f" ({lets})" if lets else "") if names else "the deck"
        message = f"{who} {verb} the law “{lines[0].title}”" + (f": {lets}" if lets and not names else "")
        if not names and not lets and lines[0].sides:
            message += f": {values_told('', lines)}"
        hint = "; ".join(_gist(program, clause) for clause in lines[0].clauses)
        notes = tuple((place, "and here") for place in more[:_PLACES])
        if not names and unsure:
            judged.doubtful += 1
            message += f" (without {unsure} unknown card{'s' * (unsure > 1)})"
        severity = "warning" if not names and (unsure or judged.lacks) else "error"
        judged.report.add(Diagnostic("law", message, at, hint, severity, notes))


def _has(cards: Iterable[Card], group: Group, game: DeckGame) -> bool:
    """Whether some card belongs to a group, by its heading or its kind."""
    return any(
        card.group == group.id
        or (card.thing is not None and any(kind.name in group.kinds for kind in game.kinds.line(card.thing.kind)))
        for card in cards
    )


def list_text(names: Sequence[str]) -> str:
    """Names in a sentence: `Bolg, Azog and Strider`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _stand_in(card: Card, game: DeckGame) -> str:
    """The thing that an unknown card counts as; empty if there is none."""
    return game.groups[card.group].unknown if card.group in game.groups else ""


def _laid(
    cards: Iterable[Card], game: DeckGame, player: str
) -> tuple[Bundle, dict[str, str], dict[tuple[str, str], Span]]:
    """The bundle with this deck in place of those that an option chooses, with the game's own trees; the section of
    each deck, by id; and the place of each title in the file, by section.
    """
    counts: dict[str, dict[str, int]] = {}
    places: dict[tuple[str, str], Span] = {}
    for card in cards:
        title = card.thing.id if card.thing is not None else _stand_in(card, game)
        if title:
            there = counts.setdefault(card.section, {})
            there[title] = card.count + there.get(title, 0)
            places.setdefault((card.section, title), card.line.at)
    bundle = game.bundle
    player = player or next(iter(players_of(bundle)), "")
    brought = [section_deck(bundle, player, name, listed) for name, listed in counts.items()]
    fields = Fields(game.kinds, Report(), bundle.home)
    for deck in brought:
        type_deck(deck, bundle.things, fields, True)
    decks = {name: deck for name, deck in bundle.decks.items() if deck.choice is None}
    decks |= {deck.id: deck for deck in brought}
    return replace(bundle, decks=decks, report=Report()), {deck.id: deck.section for deck in brought}, places


def _gist(program: Program, clause: str) -> str:
    told = program.clauses.get(clause)
    return f"{clause}: {told[0].rstrip('.,;')}" if told else clause
