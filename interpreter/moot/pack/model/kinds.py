"""The kinds that the rules declare, as far as reading YAML needs them: fields by name, names in their order."""

from __future__ import annotations

from collections.abc import Iterable

from ...lang import tree

CODE = ("steps", "standing", "formula")


class Kinds:
    """Kinds and kinds of names by name, after overrides."""

    def __init__(self, declarations: Iterable[tree.Declared]) -> None:
        self.kinds: dict[str, tree.KindDecl] = {}
        self.names: dict[str, list[str]] = {}
        self.tables: dict[str, tree.TableDecl] = {}
        self.boards: dict[str, tree.BoardDecl] = {}
        for decl in declarations:
            if isinstance(decl, tree.KindDecl):
                self.kinds.setdefault(decl.name, decl)
            elif isinstance(decl, tree.NamesDecl):
                self.names.setdefault(decl.name, decl.names)
            elif isinstance(decl, tree.PlayersDecl):
                self.names.setdefault("player", decl.names)
            elif isinstance(decl, tree.TableDecl):
                self.tables.setdefault(decl.name, decl)
            elif isinstance(decl, tree.BoardDecl):
                self.boards.setdefault(decl.name, decl)
        self._lines: dict[str, list[tree.KindDecl]] = {}

    def line(self, kind: str) -> list[tree.KindDecl]:
        """The kind and its base kinds, itself first; empty if the kind is unknown."""
        if kind not in self._lines:
            line: list[tree.KindDecl] = []
            decl = self.kinds.get(kind)
            while decl is not None and decl not in line:
                line.append(decl)
                decl = self.kinds.get(decl.base) if decl.base else None
            self._lines[kind] = line
        return self._lines[kind]

    def fields(self, kind: str) -> dict[str, tree.FieldDecl]:
        """All printed fields of a thing of that kind, those of its base first."""
        found: dict[str, tree.FieldDecl] = {}
        for decl in reversed(self.line(kind)):
            found.update((one.name, one) for one in decl.fields)
        return found

    def states(self, kind: str) -> set[str]:
        """The names of the states of a thing of that kind."""
        return {state.name for decl in self.line(kind) for state in decl.states}


def without_none(declared: tree.WrittenType) -> tree.WrittenType:
    """The type without `or none`."""
    return declared.of if isinstance(declared, tree.OrNoneType) else declared


def code_of(declared: tree.WrittenType) -> str:
    """`steps`, `standing` or `formula` if a value of that type is code; otherwise empty."""
    declared = without_none(declared)
    if isinstance(declared, tree.CodeType):
        return declared.entry
    if isinstance(declared, tree.NamedType) and declared.name in CODE:
        return declared.name
    return ""


def is_text(declared: tree.WrittenType) -> bool:
    """Whether values of that type are texts or code, which may begin with anything."""
    plain = without_none(declared)
    return bool(code_of(declared)) or (isinstance(plain, tree.NamedType) and plain.name == "string")


def needed(field: tree.FieldDecl) -> bool:
    """Whether a thing must give this field a value."""
    return field.default is None and not isinstance(field.declared, tree.OrNoneType)
