"""The texts of cards: the effects of a thing, in a natural language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import dedent
from types import MappingProxyType
from typing import Any, NamedTuple

from ...code.typing import symbols, types
from ...code.typing.typed import typed
from ...lang import tree
from ...lang.walk import walk
from ...lang.without_gc import uncollected
from ...pack.model.bundle import Bundle, CodeText, Thing, YamlEntry
from ...pack.model.yaml_text import raw
from .actions import action_sentences
from .amounts import terms
from .closer import introduce
from .conditions import condition_clause
from .nouns import np, number_of
from .phrasebook import Phrasebook, phrasebook
from .rules import lasting_sentences, rule_sentences
from .scope import Mention, Writer
from .steps import in_one_sentence, sentences

SPARE = "english"  # in which that is said for which another language has no phrases


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of a text: the field and its code. `place`: for a list its number there, otherwise 0.

    `bare` is the text without the field's introduction, such as `Turn 3:`.
    """

    field: str
    text: str
    code: str
    place: int = 0
    bare: str = ""
    lacking: tuple[str, ...] = ()  # names that the language has no phrase for: the text is in English then


class Told(NamedTuple):
    """A piece of code in words, its code, and the names that the language has no words for."""

    text: str
    code: str
    lacking: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CardText:
    """The text of a thing: none, or one paragraph or several."""

    id: str
    name: str
    kind: str
    paragraphs: tuple[Paragraph, ...]


@uncollected()
def card_texts(bundle: Bundle, language: str = "english") -> dict[str, CardText]:
    """The texts of all things by their ids, of those without code too. The bundle is typed here: it is the caller's.

    Raises MootError if the rules are not sound, or the language has no phrases.
    """
    book = phrasebook(bundle, language)
    spare = phrasebook(bundle, SPARE) if language != SPARE else None
    game = typed(bundle)
    bundle.report.raise_if_failed()
    found = {}
    for thing in bundle.things.values():
        paragraphs = tuple(_paragraphs(game, book, spare, thing))
        name = thing.fields["name"].value if "name" in thing.fields else None
        shown = name if isinstance(name, str) else book.words.get(thing.id, thing.id.replace("_", " "))
        found[thing.id] = CardText(thing.id, shown[:1].upper() + shown[1:], thing.kind, paragraphs)
    return found


def _paragraphs(
    game: symbols.TypedGame, book: Phrasebook, spare: Phrasebook | None, thing: Thing
) -> Iterator[Paragraph]:
    own = _own(thing)
    for field, entry in thing.fields.items():
        params = _params(game, thing, field)
        if isinstance(entry.value, CodeText):
            for used, one in _paired_sentences(game, book, spare, thing.kind, entry.value, params, own):
                if one.text and (words := labelled(used, thing.kind, field, one.text)):
                    yield Paragraph(field, words, one.code, 0, one.text, tuple(sorted(one.lacking)))
        elif plain := _plain_paragraph(book, spare, thing, field):
            yield plain
        elif isinstance(entry.value, list):
            for place, item in enumerate(entry.value, 1):
                if isinstance(item, YamlEntry) and isinstance(item.value, CodeText):
                    made = _paired_sentences(game, book, spare, thing.kind, item.value, params, own)
                    text, code = " ".join(one.text for _, one in made), " ".join(one.code for _, one in made)
                    lacking = frozenset(name for _, one in made for name in one.lacking)
                    used = made[0][0] if made else book
                    words = labelled(used, thing.kind, field, text, place)
                    yield Paragraph(field, words, code, place, text, tuple(sorted(lacking)))


def _plain_paragraph(book: Phrasebook, spare: Phrasebook | None, thing: Thing, field: str) -> Paragraph | None:
    """The text of a field without code, if it has a phrase: a list of names, one of them, or `yes`."""
    entry = thing.fields[field]
    rows = entry.value if isinstance(entry.value, list) else [entry]
    given = [raw(one) if one.value is not True else "" for one in rows if isinstance(one, YamlEntry)]
    if not given or entry.value is False or any(isinstance(one.value, dict | list | CodeText) for one in rows):
        return None
    for used in (book, spare):
        if used is None or not used.fields.get(f"{thing.kind}.{field}", used.fields.get(field)):
            continue
        words = [used.words.get(name, name) for name in given]
        text = used.constructs["comma"].join(words[:-1])
        text += used.constructs["list_and"].replace("{last}", words[-1]) if text else words[-1]
        return Paragraph(field, labelled(used, thing.kind, field, text), "", 0, text)
    return None


def _paired_sentences(
    game: symbols.TypedGame, book: Phrasebook, spare: Phrasebook | None, kind: str, code: CodeText, *others: Any
) -> list[tuple[Phrasebook, Told]]:
    """A piece of code in words, with the phrases that they are made of: English ones where the language lacks some."""
    made = code_sentences(game, book, kind, code, *others)
    if spare is None:
        return [(book, one._replace(lacking=frozenset())) for one in made]
    if not book.of_packs:
        made = [one._replace(lacking=one.lacking or frozenset({kind})) for one in made]
    if not any(one.lacking for one in made):
        return [(book, one) for one in made]
    instead = code_sentences(game, spare, kind, code, *others)
    pairs = zip(made, instead, strict=True)
    return [(spare, other._replace(lacking=one.lacking)) if one.lacking else (book, one) for one, other in pairs]


def _own(thing: Thing) -> dict[str, Any]:
    """The functions and procedures that a thing declares for itself, by name."""
    codes = [entry.value for entry in thing.fields.values() if isinstance(entry.value, CodeText)]
    nodes = [node for code in codes for node in code.nodes]
    return {node.name: node for node in nodes if isinstance(node, tree.FunctionDecl | tree.ProcedureDecl)}


def _params(game: symbols.TypedGame, thing: Thing, field: str) -> Sequence[symbols.Local]:
    unit = game.things[thing.id].code.get(field) if thing.id in game.things else None
    return unit.params if unit is not None else ()


def code_sentences(
    game: symbols.TypedGame,
    book: Phrasebook,
    kind: str,
    code: CodeText,
    params: Sequence[symbols.Local] = (),
    own: Mapping[str, Any] = MappingProxyType({}),
) -> list[Told]:
    """A piece of code as paragraphs, with their code: each standing rule and action is one, steps together are one."""
    made: list[Told] = []
    if code.entry == "standing":
        for node, written in _pieces(code):
            w = writer(game, book, kind, code.nodes, own)
            if isinstance(node, tree.ActionDecl):
                made.append(_piece(w, finished(book, action_sentences(w, node)), written))
            elif isinstance(node, tree.StandingRule):
                made.append(_piece(w, finished(book, rule_sentences(w, node)), written))
        return made
    w = writer(game, book, kind, code.nodes, own)
    written = dedent(code.text).strip("\n")
    for param in params:
        name = tree.Name(code.at, param.name)
        if book.find("values", name) is not None:
            continue
        noun = w.noun(param.type)
        words = partial(lambda noun, form: w.phrase("the", noun, form=form), noun)
        w.scope[param.name] = Mention(noun, words, words, said=True)
    if code.entry == "steps":
        steps = sentences(w, code.nodes)
        steps = [in_one_sentence(w, steps)] if 1 < len(steps) < 4 and _are_simple(steps) else steps
        return [_piece(w, finished(book, steps), written)]
    return [_piece(w, _formula(w, code.nodes[0]), written)]


def _piece(w: Writer, text: str, code: str) -> Told:
    return Told(text, code, frozenset(w.lacking))


def _pieces(code: CodeText) -> Iterator[tuple[Any, str]]:
    """The declarations of a piece of code, each as it is written."""
    lines = dedent(code.text).strip("\n").splitlines()
    first = min(node.at.line for node in code.nodes)
    starts = [node.at.line - first for node in code.nodes] + [len(lines)]
    for node, start, end in zip(code.nodes, starts, starts[1:], strict=False):
        yield node, "\n".join(lines[start:end])


def _are_simple(made: list[str]) -> bool:
    return not any(mark in text for text in made for mark in (", ", ": ", "; "))


def _formula(w: Writer, node: Any) -> str:
    return condition_clause(w, node, True) if types.bare(node.type) == types.BOOL else terms(w, node) or np(w, node)


def writer(game: symbols.TypedGame, book: Phrasebook, kind: str, nodes: Any, own: Mapping[str, Any]) -> Writer:
    """A writer for a piece of code of a thing."""
    changed = {
        one.target.name for one in walk(nodes) if isinstance(one, tree.Change) and isinstance(one.target, tree.Name)
    }
    w = Writer(book, game, kind, dict(own), mutable=changed)
    w.np = partial(np, w)
    w.number = partial(number_of, w)
    w.condition = partial(condition_clause, w)
    w.introduce = partial(introduce, w)
    w.lasting = partial(lasting_sentences, w)
    return w


def labelled(book: Phrasebook, kind: str, field: str, text: str, place: int = 0) -> str:
    """A paragraph with what its field says of it: when it is done, or what it decides."""
    label = book.fields.get(f"{kind}.{field}", book.fields.get(field))
    if label == "":
        return ""
    if label is None:
        return text if text.endswith((".", "!")) else finished(book, [text])
    if "{text}" not in label:
        return text
    inner = (
        text
        if label.startswith("{text}")
        else text[:1].lower() + text[1:]
        if label.rstrip().endswith("{text}") and not text[:2].isupper()
        else text
    )
    made = label.replace("{place}", str(place)).replace("{text}", inner)
    return finished(book, [made.rstrip(".")])


def finished(book: Phrasebook, made: list[str]) -> str:
    """Sentences with capitals and full stops."""
    texts = []
    for text in made:
        text = " ".join(text.split()).strip(" ,;")
        for before, after in book.grammar.get("mend", {}).items():
            text = re.sub(before, after, text)
        if text:
            texts.append(text[:1].upper() + text[1:] + ("" if text.endswith((".", "!")) else "."))
    return " ".join(texts)
