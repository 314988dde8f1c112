"""The file with a card that `moot new card` writes, and a file with its cells in tables if the rules have any for its
kind.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from ...lang import tree
from ...lang.diagnostic import fail, with_article
from ...lang.spelling import one_of
from ...pack.load import load as load_bundle
from ...pack.model.bundle import Bundle
from ...pack.model.kinds import Kinds, needed, without_none
from ..decks.pool import options_set, suits
from ..files import write_new
from .copied_cards import copied_card
from .field_comments import FieldComments
from .starters import must_be_new, new_place, own_schema, schema_line, write_schema


def new_card(place: Path, kind: str = "", like: str | None = None) -> list[Path]:
    """Write one thing of a kind that the pack's rules declare. By default the kind is that of the first deck's first
    card, or else the first kind that is not a subtype. With `like` it is a copy of that thing, and if laws restrict the
    kind, a copy of its first thing. `place`: the pack's folder and the card's id. Raises MootError.
    """
    pack, ident, path = new_place(place)
    bundle = load_bundle(pack)
    bundle.report.raise_if_failed()
    kinds = Kinds(bundle.declarations)
    bases = {decl.base for decl in kinds.kinds.values()}
    kind = kind or _dealt_kind(bundle)
    usable = [name for name in kinds.kinds if name == kind or (not kind and name not in bases)]
    if not usable:
        hint = one_of(kind, kinds.kinds)
        what = f"no kind `{kind}`" if kind else "no kinds of things"
        raise fail("unknown-kind", f"the rules of `{bundle.id}` declare {what}", hint=hint)
    if ident in bundle.things:
        raise fail("duplicate-id", f"`{bundle.id}` already has a thing `{ident}`", hint="choose another name")
    head = schema_line(path, pack, "cards")
    like = like if like is not None else _model_of(usable[0], bundle)
    if like is not None:
        text = "\n".join([copied_card(ident, like, bundle, head), *_into_play(ident, bundle)]) + "\n"
    else:
        text = _card_text(ident, usable[0], kinds, bundle, head, pack.resolve().name)
    files = [(path, text)]
    cells = _cells(ident, bundle.things[like].kind if like else usable[0], kinds, bundle)
    if cells:
        files.append((path.with_name(f"{ident}_tables.yaml"), cells))
        must_be_new(files[-1][0])
    return [*(write_new(*one) for one in files), write_schema(pack, "cards", own_schema(bundle))]


def _model_of(kind: str, bundle: Bundle) -> str | None:
    """The thing that a new one is copied from: the first one, if a law of the kind may forbid an empty one."""
    laws = {one.section for one in bundle.declarations if isinstance(one, tree.LawDecl)}
    return next((one.id for one in bundle.things.values() if one.kind == kind), None) if kind in laws else None


def _dealt_kind(bundle: Bundle) -> str:
    """The kind of the first card of the first deck, or ""."""
    titles = [
        title for deck in bundle.decks.values() for title, count, _ in deck.cards if count and title in bundle.things
    ]
    return bundle.things[titles[0]].kind if titles else ""


def _card_text(ident: str, kind: str, kinds: Kinds, bundle: Bundle, head: str, folder: str) -> str:
    comments = FieldComments(bundle)
    fields = kinds.fields(kind)
    others = _other_kinds(kind, kinds, bundle)
    lines = [
        head,
        f"# {with_article(kind).capitalize()}. Its fields are those that the rules declare for the kind, needed first.",
        *textwrap.wrap(f"# Other kinds, with --kind: {', '.join(others)}", 110, subsequent_indent="#   ")[
            : len(others)
        ],
        f"# The names that its text may call and read: moot words {folder} {kind}",
        f"kind: {kind}",
        "cards:",
        f"  {ident}:",
    ]
    due = {name: f"{name}: {sample(field.declared, kinds, bundle)}" for name, field in fields.items() if needed(field)}
    width = max(map(len, due.values()), default=0) + 4
    for name, given in due.items():
        lines += comments.beside(f"    {given}", comments.about(kind, fields[name]), width)
    if not due:
        lines[-1] += " {}"
    rest = {name: field for name, field in fields.items() if name not in due}
    width = max(map(len, rest), default=0) + 7
    for name, field in rest.items():
        lines += comments.beside(f"    # {name}:", comments.about(kind, field), width)
    return "\n".join([*lines, "", *_into_play(ident, bundle)]) + "\n"


def _other_kinds(kind: str, kinds: Kinds, bundle: Bundle) -> list[str]:
    """The kinds with things in packs but not on boards. If no pack has things, all kinds."""
    bases = {decl.base for decl in kinds.kinds.values()}
    placed = {name for board in kinds.boards.values() for name in (board.place, board.side)}
    held = {one.kind for one in bundle.things.values()}
    found = [name for name in kinds.kinds if name not in bases and name not in placed]
    return [name for name in found if name != kind and (not held or name in held)]


def _cells(ident: str, kind: str, kinds: Kinds, bundle: Bundle) -> str:
    """The text of a file with cells for the new thing in each table that has some for things of its kind, or ""."""
    line = {decl.name for decl in kinds.line(kind)}
    lines: list[str] = []
    for decl in kinds.tables.values():
        kept = [one.declared for one in decl.params]
        if any(isinstance(one, tree.NamedType) and one.name in line for one in kept):
            keys = [_every(one, kinds, ident, line) for one in kept]
            lines += [f"  {decl.name}:", *_nested(keys, _cell(decl, kinds, bundle))]
    told = "# The cells of tables for the new thing. Change them, and write a key for each value or span of values."
    return "\n".join([told, "override:", *lines]) + "\n" if lines else ""


def _nested(keys: list[str], cell: str) -> Iterator[str]:
    for depth, key in enumerate(keys):
        last = depth == len(keys) - 1
        yield f"{' ' * (4 + 2 * depth)}{key}:{f' {cell}' if last else ''}"


def _every(declared: tree.WrittenType, kinds: Kinds, ident: str, line: set[str]) -> str:
    """A key for all values of a parameter; for the new thing its id."""
    match declared:
        case tree.NamedType(name=name) if name in line:
            return ident
        case tree.RangeType(low=low, high=high):
            return f"{low}..{high}"
        case tree.DiceType(count=count, faces=faces):
            return f"{count}..{count * faces}"
        case tree.WordsType(names=names):
            return ", ".join(map(str, names))
        case tree.NamedType(name=name) if name in kinds.names:
            return ", ".join(kinds.names[name])
        case tree.NamedType(name="bool"):
            return "yes, no"
        case _:
            return "some_key"


def _cell(decl: tree.TableDecl, kinds: Kinds, bundle: Bundle) -> str:
    return "none" if isinstance(decl.declared, tree.SetType) else sample(decl.declared, kinds, bundle)


def _into_play(ident: str, bundle: Bundle) -> list[str]:
    """Comments that explain how to put a card into a deck: one of the pack's own, of a base, or a future one."""
    set_now = options_set(bundle)
    decks = list(bundle.decks.values())
    deck = next((one for one in decks if one.choice is None or suits(one, set_now)), decks[0] if decks else None)
    if deck is None or deck.pack == bundle.id:
        name, zone = (deck.id, deck.zone) if deck else ("some_deck", "some_zone")
        return [
            "# It comes into play when a deck contains it. In a file of decks, which has no `kind:`:",
            f"#   decks: {{{name}: {{zone: {zone}, cards: {{{ident}: 1}}}}}}",
        ]
    other = next((title for title, count, _ in reversed(deck.cards) if count), "some_card")
    cards, why = f"cards: {{{ident}: 1, {other}: 0}}", "# to keep the number of cards, remove one for each you add"
    inside = (
        ["#       sections:", f"#         {deck.section}: {{{cards}}}    {why}"]
        if deck.section
        else [f"#       {cards}    {why}"]
    )
    return [
        "# It comes into play when a deck contains it. In a file of its own, such as decks.yaml:",
        "#   override:",
        f"#     {deck.whole}:",
        *inside,
    ]


def sample(declared: tree.WrittenType, kinds: Kinds, bundle: Bundle) -> str:
    """A value of the type, as written in YAML."""
    declared = without_none(declared)
    match declared:
        case tree.SetType(item=tree.RangeType(low=int(low), high=int(high))) if low == 1 and high < 40:
            return '"' + "x".ljust(high, ".") + '"'
        case tree.SetType() | tree.ListType():
            return "[]"
        case tree.RangeType(low=low):
            return str(low) if isinstance(low, int) else "0"
        case tree.DiceType(count=count):
            return str(count)
        case tree.WordsType(names=names):
            return str(names[0])
        case tree.CodeType():
            if declared.entry == "formula":
                return sample(declared.result, kinds, bundle) if declared.result is not None else "0"
            return _NO_CODE[declared.entry]
        case tree.NamedType(name=name):
            return _NO_CODE.get(name) or _sample_of(name, kinds, bundle)
        case tree.OrNoneType():
            return "none"
        case _:
            assert_never(declared)


_NO_CODE = {"steps": "nothing", "standing": "none", "formula": "none"}  # code without an effect


def _sample_of(name: str, kinds: Kinds, bundle: Bundle) -> str:
    if name in kinds.names:
        return kinds.names[name][0]
    if name in kinds.kinds:
        return next(
            (one.id for one in bundle.things.values() if name in {of.name for of in kinds.line(one.kind)}), "none"
        )
    return {"number": "0", "bool": "no", "string": '"words"'}.get(name, "none")
