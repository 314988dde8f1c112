"""The output of `moot show`, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

from ...code.program import Program, option_words, words_of
from ...lang import tree
from ...lang.diagnostic import Report, fail
from ...lang.name_folding import ids_named, plural
from ...lang.spelling import nearest, one_of
from ...pack.find import GAME, find_pack, game_file, game_ids, packs_at, rules_folder
from ...pack.load import load as load_bundle
from ...pack.manifest import read_manifest
from ...pack.model.bundle import Bundle, CodeText, Thing, YamlEntry
from ...pack.model.kinds import Kinds
from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ...stack.load import value_from_text
from ...stack.words import name_words
from ...state.layout import argument_key
from ..documents.clause_lookup import clauses_of_thing
from ..text.texts import texts_of
from ..text.write import CardText


def shipped_games() -> list[dict[str, Any]]:
    """The games that moot ships, with their editions."""
    found = []
    for ident in game_ids():
        editions = []
        for folder in packs_at(ident):
            manifest, _ = read_manifest(folder, Report())
            editions.append({"id": manifest.id, "title": manifest.title, "version": manifest.version})
        usual = find_pack(ident).relative_to(rules_folder()).as_posix()
        title = _game_title(ident) or next(one["title"] for one in editions if one["id"] == usual)
        found.append({"id": ident, "title": title, "default": usual, "editions": editions})
    return found


def _game_title(ident: str) -> str:
    folder = rules_folder() / ident
    root = game_file(folder, Report()) if (folder / GAME).is_file() else None
    title = root.value.get("title") if root is not None else None
    return str(title.value) if title is not None else ""


def game(loaded: Game) -> dict[str, Any]:
    """Players, packs, documents, kinds of things, options and stand-ins of a game."""
    program = loaded.program
    documents: dict[str, int] = {}
    for clause in program.clauses:
        name = clause.partition("/")[0]
        documents[name] = documents.get(name, 0) + 1
    things: dict[str, int] = {}
    for row in program.layout.things:
        things[row.kind] = things.get(row.kind, 0) + 1
    return {
        "id": program.id,
        "title": program.title,
        "players": list(program.layout.players),
        "about": dict(program.about),
        "versions": program.versions,
        "documents": documents,
        "things": things,
        "options": option_facts(program),
        "stand_in": list(program.stand_in),
    }


def option_facts(program: Program) -> list[dict[str, Any]]:
    """The options of a game: as they are set, their defaults, and their words and those of their values."""
    found = []
    for name, value in program.options.items():
        of, cites = program.option_places[name]
        found.append(
            {
                "name": name,
                "value": value,
                "default": program.option_defaults[name],
                "type": of,
                "words": words_of(program, name, sort="option") or None,
                "values": [{"value": one, "words": words or None} for one, words in option_words(program, name)],
                "cites": list(cites),
            }
        )
    return found


def clauses(loaded: Game, document: str = "") -> list[dict[str, str]]:
    """The clauses of a game's documents, or of one of them. Raises MootError for an unknown document."""
    found = [
        _clause(loaded.program, clause)
        for clause in loaded.program.clauses
        if not document or clause.partition("/")[0] == document
    ]
    if document and not found:
        known = sorted({clause.partition("/")[0] for clause in loaded.program.clauses})
        hint = one_of(document, known)
        raise fail("unknown-document", f"unknown document `{document}`", hint=hint)
    return found


def _clause(program: Program, clause: str) -> dict[str, str]:
    gist, place, kind = program.clauses.get(clause, ("", "", ""))
    return {"clause": clause, "gist": gist, "place": place, "kind": kind}


def things(loaded: Game, name: str, mods: Sequence[str], kind: str | None) -> list[dict[str, Any]]:
    """All things of a kind, or of all kinds, each title once."""
    bundle = load_bundle(name, mods, cases=False)
    texts = texts_of(name, mods, option_values(loaded.program))
    of_kind = [thing for thing in bundle.things.values() if kind is None or _is(bundle, thing, kind)]
    return [_thing(loaded, bundle, thing, texts) for thing in of_kind]


def kinds_above(name: str, mods: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Base kinds of these kinds that have no things but theirs."""
    bundle = load_bundle(name, mods, cases=False)
    above = (decl.name for kind in kinds for decl in Kinds(bundle.declarations).line(kind)[1:])
    return [kind for kind in dict.fromkeys(above) if kind not in kinds]


def option_values(program: Program) -> list[tuple[str, Any]]:
    """The options of a game as they are set."""
    return [(name, value_from_text(value)) for name, value in program.options.items()]


def things_named(loaded: Game, name: str, mods: Sequence[str], kind: str | None, ident: str) -> list[dict[str, Any]]:
    """The things with that id, or otherwise with that name: in the edition's words, or in a text of their own, ignoring
    capitals, accents and hyphens. Raises MootError if there is none.
    """
    bundle = load_bundle(name, mods, cases=False)
    known = {one.id: one for one in bundle.things.values() if kind is None or _is(bundle, one, kind)}
    program = loaded.program
    found = [one for one in (ident, ident.rpartition(".")[2]) if one in known][:1]
    if not found:
        names = [(one, word) for one in known for word in (one, name_words(program, one))]
        texts = [(one.id, text) for one in known.values() for text in _texts(bundle, one)]
        found = ids_named(ident, names) or ids_named(ident, texts)
        if not found:
            words = dict.fromkeys([*known, *(text for _, text in texts)])
            hint = nearest(ident, words) or f"list them with: moot show {name} {plural(kind or 'thing')}"
            raise fail("unknown-thing", f"unknown {kind or 'thing'} `{ident}`", hint=hint)
    written = texts_of(name, mods, option_values(loaded.program))
    return [_thing(loaded, bundle, known[one], written) | {"next_to": _next_to(bundle, known[one])} for one in found]


def _texts(bundle: Bundle, one: Thing) -> list[str]:
    """The contents of its text fields."""
    told = Kinds(bundle.declarations).fields(one.kind)
    return [
        str(one.fields[name].value)
        for name, decl in told.items()
        if isinstance(decl.declared, tree.NamedType) and decl.declared.name == "string" and name in one.fields
    ]


def _next_to(bundle: Bundle, one: Thing) -> list[dict[str, Any]]:
    """Its neighbours on a board, and those of the places that its fields name; with the contents of links."""
    named = [entry.value for entry in one.fields.values() if isinstance(entry.value, str)]
    found = []
    for board in bundle.boards.values():
        for place in dict.fromkeys(name for name in [one.id, *named] if name in board.places):
            i = board.places.index(place)
            there = {board.places[j]: _link(bundle, board.links.get((i, j), "")) for j in board.around[i] if j >= 0}
            found.append({"board": board.id, "place": place, "there": there})
    return found


def _link(bundle: Bundle, side: str) -> dict[str, str]:
    fields = bundle.things[side].fields if side in bundle.things else {}
    shown = {name: _entry_text(entry) for name, entry in fields.items()}
    return {name: value for name, value in shown.items() if value not in ("none", "no")}


def code_by_place(one: Thing, field: str) -> dict[int, tuple[str, str]]:
    """For a field with a list of code by places: the code at each, and the comment next to its number."""
    entry = one.fields.get(field)
    if entry is None or not isinstance(entry.value, list):
        return {}
    found = {}
    for place, item in enumerate(entry.value, 1):
        if isinstance(item.value, CodeText) and item.key_at.line:
            head = item.key_at.source.lines[item.key_at.line - 1]
            found[place] = (_code_text(item), head.partition(" # ")[2].strip())
    return found


def _behind(place: int, text: str) -> str:
    """Several lines under one another, behind a number."""
    return text.replace("\n", "\n" + " " * (len(str(place)) + 2))


def _is(bundle: Bundle, one: Thing, kind: str) -> bool:
    return kind in [decl.name for decl in Kinds(bundle.declarations).line(one.kind)]


def code_of_thing(name: str, mods: Sequence[str], ident: str) -> dict[str, str]:
    """The code of a thing by its fields, as it is in its file."""
    return _code(load_bundle(name, mods, cases=False).things[ident])


def _code(one: Thing) -> dict[str, str]:
    code = {name: _code_text(entry) for name, entry in one.fields.items() if isinstance(entry.value, CodeText)}
    for name in one.fields:
        places = code_by_place(one, name)
        if places:
            code[name] = "\n".join(f"{place}: {_behind(place, text)}" for place, (text, _) in places.items())
    return code


def _thing(loaded: Game, bundle: Bundle, one: Thing, texts: Mapping[str, CardText]) -> dict[str, Any]:
    program = loaded.program
    decks: dict[str, int] = {}
    for deck in bundle.decks.values():
        for title, count, _ in deck.cards:
            if title == one.id and count:
                decks[deck.whole] = decks.get(deck.whole, 0) + count
    return {
        "id": one.id,
        "name": name_words(program, one.id),
        "kind": one.kind,
        "pack": one.pack,
        "file": one.at.source.path,
        "line": one.at.line,
        "facts": printed_facts(program, one),
        "decks": decks,
        "stand_in": list(one.stand_in),
        "text": [part.text for part in texts[one.id].paragraphs],
        "code": _code(one),
        "clauses": [_clause(program, clause) for clause in clauses_of_thing(program, one.id)],
    }


def printed_facts(program: Program, one: Thing) -> dict[str, str]:
    """The printed facts as people write them; sets of a range drawn, `x..x`."""
    number = next((n for n, row in enumerate(program.layout.things) if row.title == one.id), None)
    if number is None:  # in no deck: as it is written
        return {name: _entry_text(entry) for name, entry in one.fields.items() if not isinstance(entry.value, CodeText)}
    found = {}
    for name, tag, low, high, constant, _ in program.index.printed.get(one.kind, ()):
        value = program.constants[constant][number]
        if high and isinstance(value, int):
            found[name] = drawn(value, low, high)
        elif name in one.fields and _is_row(one.fields[name]):
            found[name] = _entry_text(one.fields[name])
        elif tag != "names player" or name in one.fields:  # a deck gives it: its copies may differ
            found[name] = argument_key(program.layout, tag, value)
    return found


def drawn(mask: int, low: int, high: int) -> str:
    """A set of numbers of a range as a row: `x` for those in it."""
    return "".join("x" if mask >> n & 1 else "." for n in range(low, high + 1))


def _is_row(entry: YamlEntry) -> bool:
    """Whether it is a thing of its own, described by its fields, or a list of things."""
    inside = entry.value if isinstance(entry.value, list) else [entry]
    return any(isinstance(one.value, dict) for one in inside)


def _entry_text(entry: YamlEntry) -> str:
    if isinstance(entry.value, dict):
        return "; ".join(f"{name} {_entry_text(one)}" for name, one in entry.value.items())
    if isinstance(entry.value, list):
        return "[" + ", ".join(_entry_text(one) for one in entry.value) + "]"
    if isinstance(entry.value, CodeText):
        return "; ".join(line.strip() for line in _code_text(entry).splitlines() if line.strip())
    return plain_text(entry.value)


def _code_text(entry: YamlEntry) -> str:
    """A piece of code as written in its file."""
    code: CodeText = entry.value
    return dedent(code.text).strip("\n")
