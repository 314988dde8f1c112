"""The files that `moot new story`, `scenario` and `deck` write for a pack whose options choose stories, scenarios
and decks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from statistics import median_low
from typing import Any

from ...lang import tree
from ...lang.diagnostic import fail, with_article
from ...lang.spelling import nearest
from ...pack.load import load
from ...pack.model.bundle import Bundle, Thing
from ...pack.model.kinds import Kinds
from ...pack.model.schema import THINGS, schema
from ...pack.model.yaml_text import plain_text
from ..decks.constraints import DeckLaws, Limit
from ..decks.pool import CardPool, load_pool, options_set
from ..decks.search import deck_yaml, no_deck
from ..files import write_new
from .field_comments import FieldComments
from .starters import new_place, own_schema, schema_line, write_schema


def new_story(place: Path, option: str = "story", flags: Collection[str] = ()) -> list[Path]:
    """Write a story or scenario: a copy, to be changed, of the one that the pack's option names.

    `flags`: the options for which commands have a flag of their own, for the comments. Raises MootError.
    """
    pack, ident, path = new_place(place)
    bundle = load(pack, cases=False)
    bundle.report.raise_if_failed()
    if ident in bundle.things:
        raise fail("duplicate-id", f"`{bundle.id}` already has a thing `{ident}`", hint="choose another name")
    option, model = _story(bundle, option)
    section, block = _block(model, ident)
    kind = model.kind.replace("_", " ")
    folder = pack.resolve().name
    set_to = f"--{option} {ident}" if option in flags else f"--option {option}={ident}"
    no_choice = all(deck.choice is None for deck in bundle.decks.values())
    lines = [
        schema_line(path, pack, "cards"),
        f"# {with_article(kind).capitalize()} for you to change: it starts as a copy of `{model.id}`. Its fields:",
        *FieldComments(bundle).listed(model.kind),
        "# Then many games:" if no_choice else "# Then a deck for it, and many games:",
        *([] if no_choice else [f"#   moot new deck {folder}/{ident}_deck {set_to}"]),
        f"#   moot sim {folder} {set_to}",
        "# The introduction that players read before their first choice, in pack.yaml:",
        "#   about:",
        "#     for:",
        f"#       {option}: {ident}",
        "#     goal: how to win",
        f"kind: {model.kind}",
        f"{section}:",
        *block,
    ]
    return [write_new(path, "\n".join(lines) + "\n"), write_schema(pack, "cards", own_schema(bundle))]


def new_deck(place: Path, settings: Iterable[tuple[str, Any]] = ()) -> list[Path]:
    """Write a deck that satisfies the laws under the present options. Raises MootError, also if no deck was found."""
    pack, ident, path = new_place(place)
    settings = list(settings)
    pool = load_pool(pack, (), settings)
    decks = [pool.model, *pool.rivals]
    if ident in pool.bundle.decks:
        raise fail("duplicate-id", f"`{pool.bundle.id}` already has a deck `{ident}`", hint="choose another name")
    loaded = load(pack, (), settings, cases=False).decks.values()
    sizes = [sum(count for _, count, _ in deck.cards) for deck in loaded if deck.choice is not None]
    laws = DeckLaws(pool)
    found = laws.legal(median_low(sizes))
    if found.deck is None:
        raise no_deck(found.clash, found.unread)
    chosen = options_set(pool.bundle)
    asked = dict.fromkeys([*(name for deck in decks for name in deck.suits), *(name for name, _ in settings)])
    choice = str(pool.model.choice.value) if pool.model.choice is not None else ""
    suits = {name: plain_text(chosen[name]) for name in asked if name in chosen and name != choice}
    text = deck_yaml(ident, pool, found.deck, suits, _about(pool, laws))
    return [
        write_new(path, f"{schema_line(path, pack, 'decks')}\n{text}"),
        write_schema(pack, "decks", schema("decks")),
    ]


def _about(pool: CardPool, laws: DeckLaws) -> str:
    """The requirements of the laws, for the person who changes the deck."""
    most = laws.most_copies()
    kinds = _titles_of_kinds(pool)
    lines = ["A legal deck for you to change. It is used with the options that `for` names. The laws require:"]
    for limit in laws.limits(most):
        lines.append(f"  {_range(limit)}: {_limited_cards(limit, laws, kinds)}")
    copies: dict[int, list[str]] = {}
    for title, count in most.items():
        copies.setdefault(count, []).append(title)
    asked = [(count, titles) for count, titles in copies.items() if count < len(pool.copies[titles[0]])]
    every = sum(len(titles) for _, titles in asked) == len(most)
    for count, titles in sorted(asked, key=lambda one: len(one[1])):
        rest = every and len(titles) == max(map(len, copies.values()))
        which = (
            ("each of the others" if len(asked) > 1 else "each card")
            if rest
            else _in_words(frozenset(titles), frozenset(laws.titles), kinds)
        )
        lines.append(f"  copies, at most {count}: {which}")
    return "\n".join(_wrapped(lines))


def _range(limit: Limit) -> str:
    if limit.most is None:
        return f"at least {limit.least}"
    return f"{limit.least} to {limit.most}" if limit.least else f"at most {limit.most}"


def _titles_of_kinds(pool: CardPool) -> dict[frozenset[str], str]:
    """The kinds by their cards in the pool; of two kinds with the same cards, the narrower one."""
    kinds = Kinds(pool.bundle.declarations)
    of: dict[str, set[str]] = {}
    for title in pool.copies:
        for kind in kinds.line(pool.bundle.things[title].kind):
            of.setdefault(kind.name, set()).add(title)
    return {frozenset(titles): kind for kind, titles in reversed(of.items())}


def _limited_cards(limit: Limit, laws: DeckLaws, kinds: Mapping[frozenset[str], str]) -> str:
    if len(limit.titles) == len(laws.titles):
        return "cards in all"
    return _in_words(frozenset(limit.titles), frozenset(laws.titles), kinds)


def _in_words(titles: frozenset[str], every: frozenset[str], kinds: Mapping[frozenset[str], str]) -> str:
    """The cards as one or several kinds, with exceptions and additions, if that is shorter than a list of them."""
    if len(titles) > 1 and titles in kinds:
        return f"of the kind {kinds[titles]}"
    ways = [", ".join(sorted(titles))]
    if rest := every - titles:
        ways.append(f"all cards except {', '.join(sorted(rest))}")
    for cards, kind in kinds.items():
        if len(cards & titles) > 1:
            missing, more = sorted(cards - titles), sorted(titles - cards)
            but = f" except {', '.join(missing)}" if missing else ""
            ways.append(f"of the kind {kind}{but}" + (f", and {', '.join(more)}" if more else ""))
    return min(ways, key=len)


def _wrapped(lines: Iterable[str], width: int = 110) -> list[str]:
    import textwrap

    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="    ")]


def _story(bundle: Bundle, wanted: str) -> tuple[str, Thing]:
    """The option that names a story, and its present value: the wanted option, or the first that names a thing."""
    kinds = Kinds(bundle.declarations)
    options = {
        one.name: one.declared.name
        for one in bundle.declarations
        if isinstance(one, tree.OptionDecl) and isinstance(one.declared, tree.NamedType)
        if one.declared.name in kinds.kinds
    }
    name = wanted if wanted in options else next(iter(options), "")
    if not name:
        raise fail("no-story", f"no option of `{bundle.id}` names a thing, such as a {wanted}",
                   hint=f"add to the rules: option {wanted} : my_kind = its_first_one")  # fmt: skip
    title = str(options_set(bundle)[name])
    if title not in bundle.things:
        raise fail("unknown-thing", f"the option `{name}` names the unknown thing `{title}`",
                   hint=nearest(title, bundle.things))  # fmt: skip
    return name, bundle.things[title]


def _block(model: Thing, ident: str) -> tuple[str, list[str]]:
    """The section in which a thing is written, and its own lines with another name."""
    lines, first = model.at.source.lines, model.at.line - 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > indent):
        last += 1
    block = [line[indent:].rstrip() for line in lines[first:last]]
    while len(block) > 1 and not block[-1]:
        block.pop()
    head = re.sub(rf"^(['\"]?){re.escape(model.id)}\1\s*:", f"{ident}:", block[0])
    section = next((name for name in THINGS for line in lines[:first] if line.startswith(f"{name}:")), "")
    if not section or head == block[0]:
        raise fail("unusual-file", f"`{model.id}` is not on lines of its own", model.at,
                   "write it as a block, or copy it by hand")  # fmt: skip
    return section, [f"  {line}" if line else "" for line in (head, *block[1:])]
