"""Checks decks and stories together: which deck is legal where, which story admits no deck, which card fits in no deck.

A story here is any value of an option that decks name in their `for`. For each of them the game is compiled with a pool
of all cards, and its laws read decks from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...code.pipeline import compile_bundle
from ...lang import tree
from ...lang.diagnostic import Diagnostic, Report
from ...lang.source import NOWHERE, Span
from ...pack.manifest import setting_of
from ...pack.model.bundle import Bundle, Deck, Setting
from ...pack.model.kinds import Kinds
from ...stack.machine import Machine
from ..decks.constraints import DeckLaws
from ..decks.pool import list_copies, pool_of
from ..laws.broken import broken_deck, things_of_deck, whole_decks

Story = tuple[tuple[str, Any], ...]  # the current options


@dataclass(slots=True)
class DecksChecked:
    """`legal`: for each deck without a `for`, the options under which it is legal, in words."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    legal: dict[str, list[str]] = field(default_factory=dict)


def check_decks(
    bundle: Bundle, mods: Sequence[str | Path] = (), fixed: Mapping[str, Any] | None = None
) -> DecksChecked:
    """Check every deck that an option chooses against the laws under the options that it is for, or under all of them.

    `fixed`: options that the caller has set (other combinations are not checked). Raises MootError for a bundle with
    errors.
    """
    wholes = whole_decks(deck for deck in bundle.decks.values() if deck.choice is not None)
    decks = [sections[0] for sections in wholes.values()]
    found = DecksChecked()
    if not decks or not any(isinstance(one, tree.LawDecl) and one.section == "deck" for one in bundle.declarations):
        return found
    broken: dict[str, dict[Story, list[Diagnostic]]] = {}
    barred: dict[str, int] = {}  # by card, the stories in which no deck can contain it
    lines: dict[str, str] = {}
    fixed = fixed or {}
    stories = [one for one in _stories(bundle, decks) if all(fixed.get(name, value) == value for name, value in one)]
    for story in stories:
        laws = None if any(deck.section for deck in decks) else _laws(bundle, story, mods)
        legal = False
        for deck in decks:
            if deck.suits and not _is_for(deck, story):
                continue
            told = _broken_by(bundle, laws, wholes[deck.whole], story)
            if told is not None:
                broken.setdefault(deck.whole, {})[story] = told
                legal = legal or not told
        if laws is None:
            continue  # pools of cards are not searched for decks in sections
        for title in laws.titles:
            rule = next((rule for rule, of in laws.broken({title: 1}) if of == title), None)
            if rule is not None:
                barred[title] = barred.get(title, 0) + 1
                lines[title] = laws.line_text(rule)
        if not legal:
            found.diagnostics += _closed(bundle, laws, story)
    _tell_decks(found, decks, broken)
    for title, count in barred.items():
        if count == len(stories) and not fixed:
            message = f"no deck can hold `{title}`: even one copy makes `{lines[title]}` false"
            hint = "fix the law, or remove the card: it can never be played"
            found.diagnostics.append(Diagnostic("barred-card", message, bundle.things[title].at, hint, "warning"))
    return found


def _broken_by(
    bundle: Bundle, laws: DeckLaws | None, sections: Sequence[Deck], story: Story
) -> list[Diagnostic] | None:
    """The lines of laws that a deck breaks under some options; None if another option chooses it."""
    what = f"the deck `{sections[0].whole}`{_for(story)}"
    if laws is None:
        choice = str(sections[0].choice.value) if sections[0].choice is not None else ""
        with _set(bundle, (*story, (choice, sections[0].whole))):
            machine = Machine(compile_bundle(replace(bundle, report=Report()), True, True))
        return broken_deck(machine, machine.blank(0), bundle, sections, things_of_deck(machine.program, sections), what)
    things = laws.pool.things(list_copies((title, count) for title, count, _ in sections[0].cards))
    if things is None:
        return None
    return broken_deck(laws.pool.game.machine, laws.pool.whole, bundle, sections, tuple(things), what)


def _tell_decks(
    found: DecksChecked, decks: Sequence[Deck], broken: Mapping[str, Mapping[Story, list[Diagnostic]]]
) -> None:
    for deck in decks:
        told = broken.get(deck.whole, {})
        if deck.suits or len(told) == 1:
            found.diagnostics += [diagnostic for one in told.values() for diagnostic in one]
        elif told and all(told.values()):
            found.diagnostics += [diagnostic for one in told.values() for diagnostic in one]
            hint = "add `for` to list the reasons separately"
            message = f"the deck `{deck.whole}` is not legal under any options"
            found.diagnostics.append(Diagnostic("deck-for-nothing", message, deck.at, hint))
        else:
            found.legal[deck.whole] = [_words(story) for story, reasons in told.items() if not reasons]


def _closed(bundle: Bundle, laws: DeckLaws, story: Story) -> list[Diagnostic]:
    """No message if some deck from the pool is legal in a story; otherwise a message that there is none, or that it is
    undecided.
    """
    legal = laws.legal()
    if legal.deck is not None:
        return []
    at = next((bundle.things[value].at for _, value in story if value in bundle.things), NOWHERE)
    where = _words(story) or "this game"
    if legal.clash:
        message = f"no legal deck is possible for {where}: {'; '.join(legal.clash)}"
        return [Diagnostic("closed-story", message, _at(at, laws), "relax the law, or add cards")]
    unread = "; ".join(f"`{line}`" for line in legal.unread)
    message = f"cannot decide whether any deck is legal for {where}" + (f": {unread}" if unread else "")
    hint = "add a legal deck with `for` to decide it"
    return [Diagnostic("undecided-deck", message, _at(at, laws), hint, "warning")]


def _at(at: Span, laws: DeckLaws) -> Span:
    return at if at.line else laws.pool.model.at


def _laws(bundle: Bundle, story: Story, mods: Sequence[str | Path]) -> DeckLaws:
    with _set(bundle, story):
        return DeckLaws(pool_of(bundle, mods=mods, quick=True))


@contextmanager
def _set(bundle: Bundle, story: Story) -> Iterator[None]:
    """The bundle with options set, for a while."""
    settings = [*bundle.settings, *(Setting(name, value, NOWHERE, "check") for name, value in story)]
    saved, bundle.settings = bundle.settings, settings
    try:
        yield
    finally:
        bundle.settings = saved


def _stories(bundle: Bundle, decks: Sequence[Deck]) -> list[Story]:
    """All values that decks name in `for`, and each thing that an option could name and that they name in it."""
    found: dict[Story, None] = {}
    for deck in decks:
        if deck.suits:
            found[tuple(sorted((name, setting_of(name, entry, "").value) for name, entry in deck.suits.items()))] = None
    named = dict.fromkeys(name for story in found for name, _ in story)
    kinds = Kinds(bundle.declarations)
    for one in bundle.declarations:
        if not isinstance(one, tree.OptionDecl) or one.name not in named:
            continue
        if isinstance(one.declared, tree.NamedType) and one.declared.name in kinds.kinds:
            there = {value for story in found for name, value in story if name == one.name}
            for thing in bundle.things.values():
                line = [kind.name for kind in kinds.line(thing.kind)]
                if one.declared.name in line and thing.id not in there:
                    found[((one.name, thing.id),)] = None
    return list(found) or [()]


def _is_for(deck: Deck, story: Story) -> bool:
    return tuple(sorted((name, setting_of(name, entry, "").value) for name, entry in deck.suits.items())) == story


def _for(story: Story) -> str:
    return f", for {_words(story)}," if story else ""


def _words(story: Story) -> str:
    return " and ".join(f"{name} {value}" for name, value in story)
