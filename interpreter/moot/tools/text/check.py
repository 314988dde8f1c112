"""Errors in the phrases of packs: unknown names, placeholders that are never filled, invalid forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...code.typing.boards import BOARD_CALLS
from ...code.typing.builtins import BLANK, CALLS, OF_PHASES, VALUES
from ...code.typing.names import arguments_phrase
from ...lang import tree
from ...lang.diagnostic import Diagnostic, Report
from ...lang.source import Span
from ...lang.spelling import nearest, nearest_word, one_of
from ...pack.model.bundle import Bundle, YamlEntry
from .pattern import pattern, pattern_names
from .phrasebook import CODE, forms_of, languages
from .template import left_over, slots

_COMMON = ("says", "number", "noun")
FORMS: Mapping[str, tuple[str, ...]] = {
    "values": (*_COMMON, "each", "amount", "limit", "acc", "dat", "gen"),
    "conditions": ("says", "no", "as", "not_as", "after", "not_after", "noun", "that", "not_that"),
    "steps": ("says", "when", "past", "would", "cannot", "lead", "time", "does", "only", "result"),
    "modifiers": ("by", "less", "becomes", "includes", "yes", "no"),
    "times": ("says", "during"),
    "kinds": ("one", "many", "gender", "acc", "dat", "gen", "many_dat"),
}
_GIVEN = {"modifiers": ("by", "to")}  # places that the writer fills itself


@dataclass(frozen=True, slots=True)
class _Names:
    """The available names: callables and values, fields, kinds, things and other ids, phases and words of offers."""

    called: Mapping[str, int]  # the most arguments; -1: any number
    values: frozenset[str]
    fields: frozenset[str]
    kinds: frozenset[str]
    times: Mapping[str, tuple[str, ...]]  # phases with the names of their parameters; words of offers with none


def check_phrases(bundle: Bundle) -> list[Diagnostic]:
    """A warning for each phrase that cannot be used, or that would leave a hole in a text."""
    names = _names(bundle)
    found: list[Diagnostic] = []
    for root in bundle.phrases:
        language: YamlEntry = root.value["phrases"]
        if str(language.value) not in languages():
            hint = one_of(str(language.value), languages())
            found.append(_warning(f"unknown language `{language.value}` for phrases of rules", language.at, hint))
        for section, entry in root.value.items():
            if isinstance(entry.value, dict):
                for key, phrase in entry.value.items():
                    found += _check(section, key, phrase, names)
    return found


def _check(section: str, key: str, phrase: YamlEntry, names: _Names) -> Iterator[Diagnostic]:
    yield from _known(section, key, phrase.key_at, names)
    forms = {name: one for name, one in _entries(phrase)}
    known = FORMS.get(section)
    if known is not None and section == "times":
        known = (*known, *names.times.get(key, ()))
    for name, one in forms.items():
        bare = name.partition("_for_")[0] if section == "conditions" else name
        if known is not None and bare not in known and isinstance(phrase.value, dict):
            yield _warning(f"a phrase of `{section}` has no form `{name}`", one.key_at, one_of(name, known))
        strange = left_over(str(one.value))
        if strange:
            yield _warning(f"unexpected `{strange}` in this phrase", one.at, "write {x}, or [is|are]")
    filled = set(_GIVEN.get(section, ()))
    if section in CODE:
        report = Report()
        wanted = [slot for text in forms_of(phrase).values() for slot in slots(text)]
        made = pattern(key, wanted, phrase.key_at, report)
        yield from (_warning(one.message, one.at, one.hint) for one in report)
        if made is None:
            return
        for node in pattern_names(made):
            yield from _check_name(node, phrase.key_at, names)
        filled |= made.free
    elif section == "fields":
        filled = {"text", "place"}
    for one in forms.values():
        for slot in slots(str(one.value)):
            if slot not in filled:
                hint = one_of(slot, sorted(filled)) if filled else "remove it"
                yield _warning(f"unknown placeholder {{{slot}}}", one.at, hint)
        if section == "fields" and one.value and "text" not in slots(str(one.value)):
            yield _warning(
                "this phrase lacks the placeholder for the text", one.at, "write {text} where the text belongs"
            )


def _entries(phrase: YamlEntry) -> Iterable[tuple[str, YamlEntry]]:
    return phrase.value.items() if isinstance(phrase.value, dict) else [("says", phrase)]


def _known(section: str, key: str, at: Span, names: _Names) -> Iterator[Diagnostic]:
    """Whether the rules have the name of a key that is not code."""
    known: frozenset[str] | None = None
    word = key
    if section == "kinds":
        known = names.kinds
    elif section == "times":
        known = frozenset(names.times)
    elif section == "words":
        known = names.values | frozenset(names.called) | names.kinds | names.fields | frozenset(names.times)
    elif section == "fields":
        word, known = key.rpartition(".")[2], names.fields
    if known is not None and word not in known:
        yield _warning(f"unknown name `{word}`", at, nearest(word, known))


def _check_name(node: tree.Node, at: Span, names: _Names) -> Iterator[Diagnostic]:
    name = str(getattr(node, "name", ""))
    if isinstance(node, tree.Call):
        if name not in names.called:
            meant = nearest_word(name, names.called)
            yield _warning(f"unknown name `{name}`", at, f"did you mean `{meant}`?" if meant else "")
        elif names.called[name] not in (-1, len(node.args)):
            yield _warning(f"`{name}` takes {arguments_phrase(names.called[name])}, not {len(node.args)}", at)
    elif isinstance(node, tree.Field | tree.FieldCall):
        if name not in names.fields:
            yield _warning(f"unknown field `{name}`", at, nearest(name, names.fields))
    elif isinstance(node, tree.Is):
        if name not in names.kinds | names.values | frozenset(names.called):
            yield _warning(f"unknown name `{name}`", at, nearest(name, names.kinds | names.values))
    elif name not in names.values and name not in names.times and names.called.get(name) != 0:
        yield _warning(f"unknown name `{name}`", at, nearest(name, names.values))


def _warning(message: str, at: Span, hint: str = "") -> Diagnostic:
    return Diagnostic("phrase", message, at, hint, severity="warning")


def _names(bundle: Bundle) -> _Names:
    called = dict.fromkeys([*CALLS, *OF_PHASES, *BOARD_CALLS, BLANK.name], -1)
    values = {*VALUES, *bundle.things, *bundle.decks}
    fields = {"title", "player", "source", "action"}
    times: dict[str, tuple[str, ...]] = {}
    of_kinds = {"this", "player", "number", "bool", "string", "call", "place", "thing"}
    codes = [entry.value for thing in bundle.things.values() for entry in thing.fields.values()]
    carried: list[Any] = [node for code in codes for node in getattr(code, "nodes", ())]
    decl: Any
    for decl in [*bundle.declarations, *carried]:
        match decl:
            case tree.PlayersDecl():
                values |= set(decl.names)
            case tree.KindDecl() | tree.KindExtension():
                of_kinds.add(decl.name)
                values.add(decl.name)
                members: list[Any] = [*decl.fields, *decl.states]
                fields |= {one.name for one in members}
                for one in members:
                    values |= _words(one.declared)
                    if isinstance(one.declared, tree.CodeType):
                        values |= {param.name for param in one.declared.params}
            case tree.NamesDecl():
                of_kinds.add(decl.name)
                values |= {decl.name, *decl.names}
            case tree.StateDecl() | tree.ZoneDecl() | tree.FunctionDecl() | tree.ProcedureDecl() | tree.ActionDecl():
                called[decl.name] = len(decl.params)
                fields |= {decl.name} if isinstance(decl, tree.StateDecl) and decl in carried else set()
                values |= _words(decl.declared) if isinstance(decl, tree.StateDecl) else set()
                if isinstance(decl, tree.ProcedureDecl) and decl.is_phase:
                    times[decl.name] = tuple(param.name for param in decl.params)
                for head in decl.occasions if isinstance(decl, tree.ActionDecl) else ():
                    times.setdefault(head.name, ())
            case tree.OptionDecl():
                values |= {decl.name, *_words(decl.declared)}
            case tree.TableDecl():
                values.add(decl.name)
            case tree.BoardDecl():
                values.add(decl.name)
            case _:
                pass
    places = {name for board in bundle.boards.values() for name in (*board.places, *board.names, *board.areas)}
    return _Names(called, frozenset(values | places), frozenset(fields), frozenset(of_kinds), times)


def _words(declared: tree.WrittenType | None) -> set[str]:
    """The words that a type makes."""
    if isinstance(declared, tree.OrNoneType):
        return _words(declared.of)
    if isinstance(declared, tree.SetType | tree.ListType):
        return _words(declared.item)
    return set(declared.names) if isinstance(declared, tree.WordsType) else set()
