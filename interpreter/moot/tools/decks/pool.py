"""A game with all cards of a pool, from which any deck can be used, so that decks need not be compiled one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...code.pipeline import compile_bundle
from ...lang import tree
from ...lang.diagnostic import Report, fail
from ...lang.source import NOWHERE
from ...lang.spelling import nearest
from ...pack.load import load
from ...pack.manifest import setting_of
from ...pack.model.bundle import Bundle, Deck
from ...pack.model.kinds import Kinds, needed
from ...pack.model.schema import check_against
from ...pack.model.yaml_text import parse_yaml
from ...stack.game import Game
from ...state.position import Position
from ..files import read_whole

POOL = "pool"
COPIES = 4  # copies of each card, unless a deck of the pack has more
Counts = Mapping[str, int]  # a deck: the number of copies of each title

_OWNED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cards"],
    "properties": {
        "cards": {
            "description": "The number of copies of each card.",
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000},
        }
    },
}


@dataclass(slots=True, eq=False)
class CardPool:
    """`copies`: by title, the numbers of its things. `model`: the deck that the decks of the pool replace.

    `rivals`: the other decks that the same option chooses. The game is set up with the whole pool.
    """

    game: Game
    bundle: Bundle
    model: Deck
    rivals: list[Deck]
    copies: dict[str, list[int]]
    whole: Position

    def things(self, cards: Iterable[str]) -> list[int] | None:
        """The things of a deck, given title by title; None if the pool has too few copies."""
        used: dict[str, int] = {}
        found = []
        for title in cards:
            number = used.get(title, 0)
            if number >= len(self.copies.get(title, ())):
                return None
            found.append(self.copies[title][number])
            used[title] = number + 1
        return found

    def laid(self, cards: Sequence[str]) -> Position:
        """The position before the game begins with exactly these cards, in this order. Raises ValueError if the pool
        lacks some.
        """
        things = self.things(cards)
        if things is None:
            raise ValueError("the pool has too few copies")
        S = self.whole.copy()
        layout = self.game.program.layout
        taken = set(things)
        home = self.game.program.homes[next(iter(self.copies.values()))[0]] if self.copies else -1
        for numbers in self.copies.values():
            for thing in numbers:
                if thing not in taken:
                    if layout.zones[home].in_play:
                        self.game.machine.fast.stop(S, thing)
                    S.cells[thing] = -1
                    S.rewritten()
        others = [thing for thing in S.zones[home] if layout.things[thing].deck != POOL]
        S.zones[home] = others + things
        self.game.machine.fast.count_up(S)
        return S


def list_copies(cards: Iterable[tuple[str, int]]) -> list[str]:
    """Counts as titles, one for each copy."""
    return [title for title, count in cards for _ in range(count)]


def load_pool(
    name: str | Path,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    owned: Counts | None = None,
) -> CardPool:
    """The game with a pool in place of the default deck. `owned`: the copies in the pool. The default is all cards that
    decks may contain, each as often as in the pack's decks, and at least `COPIES` times.

    Raises MootError if the packs have errors, or no option chooses decks.
    """
    bundle = load(name, mods, settings, cases=False)
    bundle.report.raise_if_failed()
    return pool_of(bundle, owned, mods, str(name))


def pool_of(
    bundle: Bundle,
    owned: Counts | None = None,
    mods: Sequence[str | Path] = (),
    source: str = "",
    quick: bool = False,
) -> CardPool:
    """The same for a bundle. The bundle is not changed, except that typing annotates its trees.

    `quick`: for uses that play no games with it (code.pipeline.compiled).
    """
    bundle = replace(bundle, decks=dict(bundle.decks), settings=list(bundle.settings), report=Report())
    model, rivals = _model(bundle)
    suitable = pool_titles(bundle, model)
    if owned is None:
        most = {title: COPIES for title in suitable}
        for deck in [model, *rivals]:
            most |= {title: max(count, most.get(title, 0)) for title, count, _ in deck.cards}
        owned = most
    else:
        _check_owned(bundle, owned, suitable)
    choice = str(model.choice.value) if model.choice is not None else ""
    for deck in [model, *rivals]:
        bundle.decks[deck.id] = replace(deck, cards=[])
    cards = [(title, count, NOWHERE) for title, count in owned.items() if count]
    bundle.decks[POOL] = replace(model, id=POOL, cards=cards, choice=None, suits={})
    bundle.settings = [one for one in bundle.settings if one.option != choice]
    game = Game(compile_bundle(bundle, traced_alone=quick, quick=quick), [str(mod) for mod in mods], source)
    copies: dict[str, list[int]] = {}
    for number, row in enumerate(game.program.layout.things):
        if row.deck == POOL:
            copies.setdefault(row.title, []).append(number)
    return CardPool(game, bundle, model, rivals, copies, game.machine.blank(0))


def pool_titles(bundle: Bundle, model: Deck) -> list[str]:
    """The cards that a deck of this type could contain, by kind, with everything they need."""
    kinds = Kinds(bundle.declarations)
    held = {title for deck in bundle.decks.values() if deck.choice is not None for title, _, _ in deck.cards}
    roots = {kinds.line(bundle.things[title].kind)[-1].name for title in held if title in bundle.things}
    found = []
    for thing in bundle.things.values():
        if kinds.line(thing.kind)[-1].name not in roots:
            continue
        there = thing.fields.keys() | model.fields.keys()
        if all(name in there for name, field in kinds.fields(thing.kind).items() if needed(field)):
            found.append(thing.id)
    return found


def read_owned(path: Path) -> dict[str, int]:
    """The copies listed in a file: `cards:`, and below it titles with counts. Raises MootError for errors."""
    source = read_whole(path)
    report = Report()
    root = parse_yaml(source, report)
    if root is not None:
        check_against(root, _OWNED, report)
    report.raise_if_failed()
    assert root is not None
    return {title: int(entry.value) for title, entry in root.value["cards"].value.items()}


def _check_owned(bundle: Bundle, owned: Counts, suitable: Sequence[str]) -> None:
    report = Report()
    for title in owned:
        if title not in suitable:
            what = "cannot be in a deck" if title in bundle.things else "is unknown"
            report.error("unknown-thing", f"the pool lists `{title}`, which {what}", NOWHERE, nearest(title, suitable))
    report.raise_if_failed()


def _model(bundle: Bundle) -> tuple[Deck, list[Deck]]:
    """The deck that the options choose, or else the first that matches them, or the first; and its rivals."""
    decks = [deck for deck in bundle.decks.values() if deck.choice is not None]
    in_sections = next((deck for deck in decks if deck.section), None)
    if in_sections is not None:
        hint = "search for a deck without sections"
        raise fail("deck-in-sections", f"the deck `{in_sections.whole}` has sections", in_sections.at, hint)
    if not decks:
        hint = "declare an option such as `option deck : deck or none = none`, and write `choice: deck` in decks"
        raise fail("no-choice", f"no option of `{bundle.id}` chooses a deck", hint=hint)
    names = list(dict.fromkeys(str(deck.choice.value) for deck in decks if deck.choice is not None))
    option = "deck" if "deck" in names else names[0]
    rivals = [deck for deck in decks if deck.choice is not None and deck.choice.value == option]
    settings = options_set(bundle)
    chosen = next((deck for deck in rivals if deck.id == settings.get(option)), None)
    model = chosen or next((deck for deck in rivals if suits(deck, settings)), rivals[0])
    return model, [deck for deck in rivals if deck is not model]


def suits(deck: Deck, settings: Mapping[str, Any]) -> bool:
    """Whether a deck's `for` matches the options."""
    wanted = {name: setting_of(name, entry, "").value for name, entry in deck.suits.items()}
    return bool(wanted) and all(settings.get(name) == value for name, value in wanted.items())


def options_set(bundle: Bundle) -> dict[str, Any]:
    """The present options of a bundle: the defaults, or the latest settings."""
    found: dict[str, Any] = {}
    for one in bundle.declarations:
        if isinstance(one, tree.OptionDecl):
            default = one.default
            found[one.name] = default.name if isinstance(default, tree.Name) else getattr(default, "value", None)
    return found | {one.option: one.value for one in bundle.settings}
