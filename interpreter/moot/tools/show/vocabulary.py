"""The vocabulary of a game: the declarations of its rules, and their uses in the code of a card."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...code.typing import symbols
from ...code.typing.boards import known_calls
from ...code.typing.builtins import CALL_FIELDS, MODIFIABLE, VALUES
from ...code.typing.checks.words import type_of, values_of
from ...code.typing.fits import may_be_equal
from ...code.typing.symbols import TypedGame
from ...code.typing.typed import typed
from ...code.typing.types import CALL, NOTHING, Code, Thing, Type, bare, item_of
from ...lang import cache, data, tree
from ...lang.diagnostic import Report, fail
from ...lang.name_folding import plural
from ...lang.rule_names import sort_of
from ...lang.source import Span
from ...lang.spelling import nearest
from ...pack.gather import gather_packs
from ...pack.load import merged
from ...pack.model.bundle import Bundle
from ...pack.words import DeclaredWords, declared_words

# The uses of each kind of name in code. `call`: name it as a step. `answer`: hook it with before, instead of or after.
USES: dict[str, tuple[str, ...]] = {
    "field": ("read",),
    "state": ("read", "change"),
    "zone": ("read", "move to"),
    "procedure": ("call", "answer"),
    "phase": ("call", "answer"),
    "action": ("answer", "forbid"),
    "function": ("read", "modify"),
    "table": ("read",),
    "option": ("read",),
    "kind": ("read",),
    "board": ("read",),
    "area": ("read",),
    "value": ("read",),
}
SORTS = tuple(USES)
_PART = "words"
_MOST_VALUES = 24  # values of a type that are listed


@dataclass(frozen=True, slots=True)
class Word:
    """A name that code may use. `owner`: the kind of a field or of a state of things, otherwise empty.

    `fitting`: whether one of its parameters takes a thing of the requested kind, or it holds these things.
    """

    sort: str
    owner: str
    name: str
    params: tuple[tuple[str, str], ...]
    type: str  # of its value; empty where it has none
    uses: tuple[str, ...]
    words: str
    parts: dict[str, str]
    values: tuple[str, ...]
    pack: str  # empty for what every game has
    file: str
    line: int
    fitting: bool = False

    @property
    def head(self) -> str:
        """As it is written in rules, with types."""
        inside = ", ".join(f"{name}: {of}" if of else name for name, of in self.params)
        shown = f"{self.name}({inside})" if self.params else self.name
        return f"{shown} : {self.type}" if self.type else shown

    def as_json(self) -> dict[str, Any]:
        """Plain data, as the schema of `moot words` describes it."""
        return {
            "sort": self.sort,
            "owner": self.owner or None,
            "name": self.name,
            "params": [{"name": name, "type": of or None} for name, of in self.params],
            "type": self.type or None,
            "uses": list(self.uses),
            "words": self.words or None,
            "values": [{"value": one, "words": self.parts.get(one)} for one in self.values],
            "parameters": {name: self.parts[name] for name, _ in self.params if name in self.parts},
            "pack": self.pack or None,
            "file": self.file or None,
            "line": self.line or None,
            "fitting": self.fitting,
        }


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`kind`: of things, if one was asked for. `code`: the fields of that kind, or of all kinds, that hold code."""

    game: str
    title: str
    kind: str
    code: tuple[Word, ...]
    words: tuple[Word, ...]


def vocabulary(
    name: str | Path,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    kind: str = "",
) -> Vocabulary:
    """All names of a game for its rules, or for the code of things of a kind. Raises MootError.

    They are kept in the user's cache folder until something changes that they come from.
    """
    told, report = list(settings), Report()
    gathered = gather_packs(name, mods, report)
    call = gathered.digest, told, kind, data.interpreter_digest(), os.getcwd()  # places are shown as seen from there
    key = hashlib.sha256(repr(call).encode()).hexdigest()
    kept = cache.get(key, _PART)
    if kept is not None:
        ident, title, of, code, words = kept
        return Vocabulary(ident, title, of, tuple(Word(*row) for row in code), tuple(Word(*row) for row in words))
    bundle = merged(gathered, report, told, cases=False)
    game = typed(bundle)
    report.raise_if_failed()
    found = _Lister(bundle, game).list(kind)
    rows = [[tuple(getattr(one, f.name) for f in fields(Word)) for one in group] for group in (found.code, found.words)]
    cache.put(key, _PART, (found.game, found.title, found.kind, *rows))
    return found


class _Lister:
    def __init__(self, bundle: Bundle, game: TypedGame) -> None:
        self.bundle, self.game = bundle, game
        self.said = declared_words(bundle)

    def list(self, kind: str) -> Vocabulary:
        of = self._kind(kind) if kind else None
        words = [*self._members(of), *self._declared(of), *self._values(), *self._areas(), *self._built_in()]
        code = [word for word in words if word.sort == "field" and self._is_code(word)]
        return Vocabulary(
            self.bundle.id, self.game.title, of.name if of is not None else "", tuple(code),
            tuple(word for word in words if word not in code),
        )  # fmt: skip

    def _kind(self, called: str) -> symbols.Kind:
        for name, kind in self.game.kinds.items():
            if called in (name, plural(name)):
                return kind
        known = list(self.game.kinds)
        hint = nearest(called, known) or f"available kinds: {', '.join(known)}"
        raise fail("unknown-kind", f"unknown kind `{called}`", hint=hint)

    def _is_code(self, word: Word) -> bool:
        kind = self.game.kinds.get(word.owner)
        of = kind.fields[word.name].type if kind is not None else NOTHING
        return isinstance(bare(item_of(of) or of), Code)

    def _members(self, of: symbols.Kind | None) -> Iterator[Word]:
        """Fields and states of things; of one kind those that it has from others too."""
        for kind in [of] if of is not None else self.game.kinds.values():
            for member in kind.fields.values():
                if of is None and member.kind != kind.name:
                    continue
                sort = "state" if member.is_state else "field"
                said = self.said.get(f"{sort} {member.kind}.{member.name}")
                yield self._word(sort, member, said, kind.name, (), of is not None)

    def _declared(self, of: symbols.Kind | None) -> Iterator[Word]:
        game = self.game
        groups: list[Iterable[symbols.Symbol]] = [
            *(game.procedures.values(), game.actions.values(), game.functions.values()),
            *(game.states.values(), game.zones.values(), game.tables.values(), game.options.values()),
        ]
        for one in (symbol for group in groups for symbol in group):
            params: list[symbols.Local] = getattr(one, "params", [])
            sort = sort_of(one.decl) if isinstance(one.decl, tree.Declaration) else "option"  # type: ignore[arg-type]
            takes = [*(param.type for param in params), *([item_of(one.type)] if sort == "zone" else [])]
            yield self._word(sort, one, self.said.get(f"{sort} {one.name}"), "", params, self._fits(of, takes))

    def _fits(self, of: symbols.Kind | None, takes: Iterable[Type | None]) -> bool:
        """Whether one of these types is a kind of things that these are of, or may be of."""
        if of is None:
            return False
        inner = [bare(item_of(one) or one) for one in takes if one is not None]
        return any(isinstance(one, Thing) and may_be_equal(self.game, one, of.type) for one in inner)

    def _values(self) -> Iterator[Word]:
        kinds: list[symbols.Symbol] = [*self.game.kinds.values(), *self.game.name_kinds.values()]
        for one in kinds:
            said = self.said.get(f"kind {one.name}")
            names = self.game.name_kinds[one.name].names if one.name in self.game.name_kinds else []
            yield self._word("kind", one, said, "", (), False, values=names, shown="")
        for board in self.game.boards:
            yield self._word("board", symbols.Symbol(board, NOTHING), self.said.get(f"board {board}"), "", (), False)

    def _areas(self) -> Iterator[Word]:
        """The areas and the named places of maps."""
        for board in self.bundle.boards.values():
            for name, places in board.areas.items():
                at, said = board.areas_at.get(name, board.at), f"{len(places)} places"
                yield self._area(name, f"set of {board.place}", said, at)
            for name, ident in board.names.items():
                at, kind = board.named_at.get(name, board.at), board.place if ident in board.places else board.side
                yield self._area(name, kind, ident, at)

    def _area(self, name: str, of: str, said: str, at: Span) -> Word:
        return Word("area", "", name, (), of, USES["area"], said, {}, (), self.bundle.id, at.source.path, at.line)

    def _built_in(self) -> Iterator[Word]:
        for one in [*VALUES.values(), *known_calls(self.game).values()]:
            uses = USES[one.sort]
            if one.sort == "function":
                uses = USES["function"] if one.name in MODIFIABLE else ("read",)
            params = tuple((param.name, _written_type(param.type)) for param in one.params)
            yield Word(one.sort, "", one.name, params, _written_type(one.type), uses, one.doc, {}, (), "", "", 0)
        for name, words in CALL_FIELDS.items():
            yield Word("field", str(CALL), name, (), "", ("read",), words, {}, (), "", "", 0)

    def _word(
        self,
        sort: str,
        one: symbols.Symbol,
        said: DeclaredWords | None,
        owner: str,
        params: Iterable[symbols.Local],
        fitting: bool,
        values: Sequence[str] = (),
        shown: str | None = None,
    ) -> Word:
        if said is not None and not values and sort in ("option", "state", "field"):
            found = type_of(self.game, said)
            values = values_of(self.game, found) if found is not None else []
            values = [] if values == ["none"] else values
            values = values if len(values) <= _MOST_VALUES else [value for value in values if value in said.parts]
        at = said.at if said is not None else None
        return Word(
            sort,
            owner,
            one.name,
            tuple((param.name, _written_type(param.type)) for param in params),
            _written_type(one.type) if shown is None else shown,
            USES[sort],
            said.text if said is not None else "",
            dict(said.parts) if said is not None else {},
            tuple(values),
            said.pack if said is not None else "",
            at.source.path if at is not None else "",
            at.line if at is not None else 0,
            fitting,
        )


def _written_type(of: Type) -> str:
    """A type as rules write it; empty for what gives nothing and for what may be of any type."""
    text = str(of)
    return "" if of == NOTHING or text == "anything" else text
