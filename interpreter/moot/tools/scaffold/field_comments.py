"""Comments in the files that `moot new` writes: the meaning and the values of each field of a kind."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from ...lang import tree
from ...lang.formula_text import type_text
from ...pack.model.bundle import Bundle
from ...pack.model.kinds import Kinds, code_of, needed, without_none
from ...pack.words import declared_words

_WIDE = 118
_MOST_NAMES = 12


class FieldComments:
    """Comments about the fields of a game: the words of the declaration, and the type with its values."""

    def __init__(self, bundle: Bundle) -> None:
        self.kinds = Kinds(bundle.declarations)
        self._words = declared_words(bundle)
        self._of_their_own = {thing.kind for thing in bundle.things.values()}

    def words(self, kind: str, name: str) -> str:
        """The words of a field that the kind or one of its bases declares, or ""."""
        for decl in self.kinds.line(kind):
            found = self._words.get(f"field {decl.name}.{name}")
            if found is not None and found.text:
                return " ".join(found.text.split())
        return ""

    def values(self, declared: tree.WrittenType) -> str:
        """The type of a field, and the names that it takes if they are few."""
        shown = type_text(declared)
        if isinstance(plain := without_none(declared), tree.SetType | tree.ListType):
            plain = plain.item
        if isinstance(plain, tree.NamedType) and plain.name in self.kinds.names:
            names = self.kinds.names[plain.name]
            more = ", …" if len(names) > _MOST_NAMES else ""
            shown += f": {', '.join(names[:_MOST_NAMES])}{more}"
        if code_of(declared):
            shown += "; several lines under `|`"
        return shown

    def about(self, kind: str, field: tree.FieldDecl) -> str:
        """Everything about a field in one text."""
        said, values = self.words(kind, field.name), self.values(field.declared)
        return f"{said} ({values})" if said else values

    def beside(self, given: str, text: str, width: int) -> list[str]:
        """A line of YAML and its comment, on more lines if it is long."""
        head = f"{given:<{width}}  # "
        return textwrap.wrap(
            text,
            max(_WIDE, len(head) + 30),
            initial_indent=head,
            subsequent_indent=" " * (len(head) - 2) + "# ",
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )

    def listed(self, kind: str) -> list[str]:
        """Comment lines about all fields of a kind, and about the fields of the things that are written inside them."""
        fields = self.kinds.fields(kind)
        lines = self._listed(kind, fields.values(), "#   ")
        for name in dict.fromkeys(name for field in fields.values() if (name := self._inside(field.declared))):
            lines.append(f"# In each {name}:")
            lines += self._listed(name, self.kinds.fields(name).values(), "#   ")
        return lines

    def _listed(self, kind: str, fields: Iterable[tree.FieldDecl], indent: str) -> list[str]:
        fields = list(fields)
        width = max((len(field.name) for field in fields), default=0)
        lines = []
        for field in fields:
            text = f"{self.about(kind, field)}{'' if needed(field) else '; optional'}"
            head = f"{indent}{field.name:<{width}}  "
            lines += textwrap.wrap(text, _WIDE, initial_indent=head, subsequent_indent="#".ljust(len(head)))
        return lines

    def _inside(self, declared: tree.WrittenType) -> str:
        """The kind of the things that are written inside a field, such as the postings of a battle, or ""."""
        plain = without_none(declared)
        if isinstance(plain, tree.SetType | tree.ListType):
            plain = plain.item
        name = plain.name if isinstance(plain, tree.NamedType) else ""
        if name not in self.kinds.kinds or not self.kinds.fields(name):
            return ""
        held = {kind.name for one in self._of_their_own for kind in self.kinds.line(one)}
        return "" if name in held else name
