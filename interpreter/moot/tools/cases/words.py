"""The words of a case, resolved before it runs: choices, calls with their arguments, clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ...code.plan.units import Flat
from ...code.typing import types
from ...code.typing.fits import type_phrase
from ...lang.diagnostic import MootError, Report
from ...lang.spelling import nearest
from ...pack.model.bundle import YamlEntry
from ...pack.model.schema import entry_phrase
from ...pack.model.yaml_text import raw
from ...stack.actions import FREE, parse_value
from ...stack.decision import Decision
from ...stack.words import name_words
from ...state.layout import ROW, row_number
from ..explain.refusal import check_known, choosable, spoken_call
from ..setup.compiled import CompiledGame

_CALL = re.compile(r"(?:(?P<owner>.+)\.)?(?P<name>\w+)\((?P<args>.*)\)")
_CLAUSE = re.compile(r"[\w./-]*[\d./][\w./-]*")  # text that looks like a clause, unlike the words of a reason


class CaseWords:
    """Resolves words. Errors go to the report, with the nearest spelling."""

    def __init__(self, game: CompiledGame, report: Report) -> None:
        self.game = game
        self.report = report
        self._meant: dict[str, list[int]] = {}

    # -------------------------------------------------------------------------------------------- choices

    def choice(self, entry: YamlEntry, decision: Decision | None = None) -> bool:
        """Whether something in the game can be chosen under this name: at `decision`, or at any."""
        for text in map(raw, entry.value) if isinstance(entry.value, list) else [raw(entry)]:
            if decision is not None and text in {word for o in decision.options for word in (o.key, o.text)}:
                continue
            if not self._choice(text, entry, decision):
                return False
        return True

    def _choice(self, text: str, entry: YamlEntry, decision: Decision | None) -> bool:
        program = self.game.game.program
        text = spoken_call(program, text) or text
        call = _CALL.fullmatch(text)
        if call is None and decision is None and text.lstrip("-").isdigit():
            return True  # a number or a place; only a prompt can decide
        if call is not None and call["name"] in {zone.name for zone in program.layout.zones}:
            return True  # a zone is chosen
        if call is not None and decision is None and call["name"] in self.game.world.game.procedures:
            return True  # a pending call
        try:
            check_known(self.game, decision, text)
        except MootError as error:
            for one in error.diagnostics:
                self.report.error(one.code, one.message, entry.at, one.hint)
            return False
        return call is None or self._call(call, entry)

    def _call(self, call: re.Match[str], entry: YamlEntry) -> bool:
        """Whether the arguments fit an action of that name."""
        named = [flat for flat in self.game.plan.flat if flat.symbol.name == call["name"]]
        if not named:
            return True
        texts = [part.strip() for part in call["args"].split(",") if part.strip()]
        fitting = [flat for flat in named if len(flat.symbol.params) == len(texts)]
        if not fitting:
            params = ", ".join(f"{one.name}: {type_phrase(one.type)}" for one in named[0].symbol.params)
            hint = f"write {call['name']}({', '.join(one.name for one in named[0].symbol.params)})"
            message = f"expected {call['name']}({params}), found {entry_phrase(entry)}"
            self.report.error("wrong-arguments", message, entry.at, hint)
            return False
        owner = call["owner"]
        if owner and owner not in self.game.things:
            hint = nearest(owner, [flat.symbol.owner for flat in fitting if flat.symbol.owner])
            self.report.error("unknown-thing", f"unknown thing `{owner}`", entry.at, hint)
            return False
        if any(next(self._misfits(flat, texts), None) is None for flat in fitting):
            return True
        for message, nearest_right in self._misfits(fitting[0], texts):
            self.report.error("wrong-argument", message, entry.at, nearest_right())
        return False

    def _misfits(self, flat: Flat, texts: list[str]) -> Iterator[tuple[str, Callable[[], str]]]:
        """The arguments that an action can never take, each with a function that makes its hint."""
        tags = self.game.game.program.index.actions[flat.number].tags
        for text, param, tag in zip(texts, flat.symbol.params, tags, strict=True):
            if text == "none":
                continue
            plain = types.bare(param.type)
            expected = type_phrase(plain)
            if isinstance(plain, types.Thing):
                things = self._things(text)
                if not any(self._is_of(one, plain) for one in things):
                    found = f"the {self._kind(things[0])} `{text}`" if things else f"`{text}`"
                    hint = str if things else partial(self._nearest_of, plain, text)
                    yield f"expected {expected}, found {found}", hint
            elif isinstance(plain, types.Names | types.Words):
                names = list(self._names(plain))
                spoken = {name_words(self.game.game.program, one).casefold() for one in names}
                if text not in names and text.casefold() not in spoken:
                    yield f"expected {expected}, found `{text}`", partial(nearest, text, names)
            elif tag in ("number", "bool") and parse_value(self.game.game.program, tag, text) is FREE:
                yield f"expected {expected}, found `{text}`", str

    def _nearest_of(self, kind: types.Thing, text: str) -> str:
        return nearest(text, [name for name, copies in self.game.things.items() if self._is_of(copies[0], kind)])

    def _names(self, of: types.Names | types.Words) -> Iterable[str]:
        return self.game.layout.names[of.kind] if isinstance(of, types.Names) else of.names

    def _things(self, text: str) -> list[int]:
        """Every thing, or record made in play, that a word may mean."""
        if text not in self._meant:
            self._meant[text] = self._found(text)
        return self._meant[text]

    def _found(self, text: str) -> list[int]:
        row = row_number(self.game.layout, text)
        if row is not None:
            return [row]
        low, program = text.casefold(), self.game.game.program
        return self.game.things.get(text) or [
            number
            for number, one in enumerate(self.game.layout.things)
            if low in (one.key, name_words(program, one.title).casefold())
        ]

    def _kind(self, thing: int) -> str:
        layout = self.game.layout
        return layout.things[thing].kind if thing < len(layout.things) else layout.row_kinds[thing // ROW - 1]

    def _is_of(self, thing: int, of: types.Thing) -> bool:
        if of == types.THING:
            return True
        numbering = self.game.numbering
        if numbering.is_row_kind(of.kind):
            return thing >= ROW and self._kind(thing) in numbering.row_sorts(self.game.world.game.kinds[of.kind])
        low, high = numbering.ranges.get(of.kind, (0, ROW))
        return low <= thing < high

    def known(self) -> set[str]:
        """Every word that can be chosen somewhere."""
        return choosable(self.game, None)

    # -------------------------------------------------------------------------------------------- clauses

    def full(self, clause: str) -> list[str]:
        """The clauses, as document/clause, that a name means in the documents of the game."""
        known, own = self.game.game.program.clauses, self.game.game.program.document
        if "/" in clause:
            return [clause] if any(is_below(one, clause) for one in known) else []
        documents = dict.fromkeys([own, *(one.partition("/")[0] for one in known)])
        found = [f"{document}/{clause}" for document in documents]
        return [one for one in found if any(is_below(other, one) for other in known)]

    def reason(self, entry: YamlEntry) -> bool:
        """Whether `because` names an existing clause, or quotes words."""
        text = raw(entry)
        if not _CLAUSE.fullmatch(text) or self.full(text):
            return True
        known = [*self.game.game.program.clauses]
        own = [one.partition("/")[2] for one in known]
        hint = nearest(text, known if "/" in text else own)
        self.report.error("unknown-clause", f"unknown clause `{text}`", entry.at, hint)
        return False


def is_below(clause: str, above: str) -> bool:
    """Whether a clause is the other or one below it: `16.12.or` is below `16.12`, `16.1` is not above `16.12`."""
    return clause == above or clause.startswith(f"{above}.")
