"""A document created from a rulebook's text: its clauses with ids, places and lines, and gists still to be written."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...lang.diagnostic import fail
from ...lang.source import shown_path
from ...pack.document import UNWRITTEN
from ...pack.find import MANIFEST
from ...pack.model.schema import schema
from ..documents.owner_text import mark_of
from ..documents.text_parts import HEADING, NOISE, TextPart, split_lines, text_parts
from ..files import decoded, read_data, write_new
from .starters import SCHEMAS, must_be_new, write_schema

_SMALL = {"the", "a", "an", "of", "and", "or", "to", "in", "on", "for", "with", "by", "your", "is", "are"}
_ORDINAL = re.compile(r"^\W*(?:\d+(?:\.\d+)*[A-Za-z]?\d*|[A-Za-z]\d*)[.:)\]]+\s+")
_COMPONENTS = re.compile(r"content|component|equipment|inventory|what is in the box|game parts", re.IGNORECASE)
_FLAVOUR = re.compile(r"\b(?:overview|introduction|theme|background|commentary|credits|history)\b", re.IGNORECASE)
_DOUBT = re.compile(r"not (?:\w+ )?(?:clear|sure|certain)|unclear|suspect|i think|presumably|\?\]?$", re.IGNORECASE)
_DEFINES = re.compile(
    r"\b(?:is|are) (?:called|known as|termed|referred to as)\b|\bmeans\b|\brepresents?\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NewDocument:
    """The result: the file, the document's id, its number of clauses of each kind, and the pack around it."""

    path: Path
    id: str
    kinds: dict[str, int]
    pack: Path | None


@dataclass(slots=True)
class _Cut:
    """A future clause: its place, and its likely kind of sentence."""

    id: str
    place: str
    first: int
    last: int
    kind: str
    text: str


def new_document(text: Path, place: Path | None = None, quote: bool = False) -> NewDocument:
    """Split a rulebook's text into clauses and write the document. Raises MootError.

    `place`: the folder and the document's id. The default is the current folder and the text's name. The sentences
    themselves are not written, unless `quote` asks for them as comments.
    """
    data = read_data(text)  # once: it may come from a pipe
    source = decoded(data, text)
    where = place if place is not None else Path(text.stem)
    ident = _slug(where.name.removesuffix(".yaml"), 99) or "document"
    path = where.parent / f"{ident}.yaml"
    must_be_new(path)
    lines = split_lines(source.text)
    cuts = list(_cuts(text_parts(lines)))
    if not cuts:
        raise fail(
            "no-text", f"`{shown_path(text)}` contains no sentences for clauses", hint="check that it is a text file"
        )
    pack = next((folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()), None)
    digest = hashlib.sha256(data).hexdigest()
    write_new(path, _document_yaml(ident, text.stem, digest, lines, cuts, quote, pack, path))
    if pack is not None:
        write_schema(pack, "document", schema("document"))
    kinds: dict[str, int] = {}
    for cut in cuts:
        kinds[cut.kind] = kinds.get(cut.kind, 0) + 1
    return NewDocument(path, ident, kinds, pack)


# ------------------------------------------------------------------------------------------------ clauses


def _cuts(parts: list[TextPart]) -> Iterator[_Cut]:
    """A clause for each sentence; a heading without text below it is a clause itself."""
    path: list[TextPart] = []
    ids: set[str] = set()
    counts: dict[str, int] = {}
    for number, part in enumerate(parts):
        if part.sort == NOISE:
            continue
        if part.sort == HEADING:
            path = [*(one for one in path if one.level < part.level), part]
            after = next((one for one in parts[number + 1 :] if one.sort != NOISE), None)
            if after is not None and after.sort != HEADING:
                continue
        place, stem = _place(path, part), _stem(path, part)
        counts[place] = counts.get(place, 0) + 1
        ordinal = counts[place]
        if part.number and part.sort != HEADING:
            shown, ident = (
                place if ordinal == 1 else f"{place}, {ordinal}",
                stem if ordinal == 1 else f"{stem}.{ordinal}",
            )
        else:
            shown, ident = f"{place} {ordinal}".strip(), f"{stem}.{ordinal}"
        while ident in ids:
            ident += "_b"
        ids.add(ident)
        yield _Cut(ident, shown, part.first, part.last, _kind(path, part), part.text)


def _place(path: list[TextPart], part: TextPart) -> str:
    heads = [_title(one) for one in (path[-1:] if part.number or (path and path[-1].number) else path[-2:])]
    if part.number and part.sort != HEADING:
        heads.append(part.number)
    return ": ".join(heads) or "Beginning"


def _stem(path: list[TextPart], part: TextPart) -> str:
    if part.number and part.sort != HEADING:
        return part.number
    if path and path[-1].number:
        return path[-1].number
    slugs = [_slug(_title(one), 3) for one in path[-2:]]
    return ".".join(slug for slug in slugs if slug) or "beginning"


def _title(heading: TextPart) -> str:
    text = heading.text.strip(" :")
    if sum(c.isupper() for c in text) > sum(c.islower() for c in text):
        text = text.capitalize()
    return f"{heading.number} {text}".strip()


def _slug(text: str, words: int) -> str:
    """A heading as part of an id: its first significant words, in lower case."""
    plain = unicodedata.normalize("NFKD", _ORDINAL.sub("", text)).encode("ascii", "ignore").decode().lower()
    found = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    meaning = [word for word in found if word not in _SMALL] or found
    return "_".join(meaning[:words])


def _kind(path: list[TextPart], part: TextPart) -> str:
    """The likely kind of sentence; the author can correct it."""
    text = part.text.strip()
    inside = text.strip("\"'“”·• ")
    if inside.startswith("[") and inside.endswith("]") and not re.match(r"\[\d", inside):
        if re.match(r"\[card text", inside, re.IGNORECASE):
            return "card_text"
        return "doubt" if _DOUBT.search(inside) else "gloss"
    if part.sort == HEADING:
        return "flavour"
    if part.label.startswith(("tip", "hint", "advice")):
        return "tip"
    heads = " ".join(one.text for one in path)
    if "example" in part.label or re.search(r"\bexample\b", path[-1].text if path else "", re.IGNORECASE):
        return "example"
    if re.match(r"\W*(?:for example|e\.g\.)", text, re.IGNORECASE):
        return "example"
    if _COMPONENTS.search(heads):
        return "component"
    if path and _FLAVOUR.search(path[-1].text):
        return "flavour"
    return "definition" if _DEFINES.search(text) else "rule"


# ------------------------------------------------------------------------------------------------ the file


def _document_yaml(
    ident: str, title: str, sha256: str, lines: list[str], cuts: list[_Cut], quote: bool, pack: Path | None, path: Path
) -> str:
    head = []
    if pack is not None:
        up = "../" * (len(path.resolve().relative_to(pack.resolve()).parts) - 1)
        head.append(f"# yaml-language-server: $schema={up}{SCHEMAS}/document.schema.json")
    head += [
        "# A rulebook, clause by clause, with the place and likely kind of each sentence. For each clause, write",
        "# a summary in your own words in place of `?`, its kind, a meaningful id, and the terms it defines.",
        "# `lines` are those of the text with the given hash; `mark` shows whether the words on them have changed.",
    ]
    if quote:
        head.append("# The comments contain the rulebook's own sentences: for your own use only, not to be shared.")
    head += [
        "document:",
        f"  id: {ident}",
        f"  title: {_quoted(title.replace('_', ' '))}",
        '  edition: ""',
        '  translator: ""',
        '  date: ""',
        f"  sha256: {sha256}",
        "  clauses:",
    ]
    for cut in cuts:
        if quote:
            head.append(f"    # {cut.text}")
        mark = mark_of(lines[cut.first - 1 : cut.last])
        head.append(f"    {_quoted(cut.id) if re.fullmatch(r'[0-9.]+', cut.id) else cut.id}:")
        head.append(f"      {{place: {_quoted(cut.place)}, lines: [{cut.first}, {cut.last}], kind: {cut.kind},")
        head.append(f'       mark: "{mark}", gist: "{UNWRITTEN}"}}')
    return "\n".join(head) + "\n"


def _quoted(text: str) -> str:
    return json.dumps("".join(c for c in text if c.isprintable()), ensure_ascii=False)
