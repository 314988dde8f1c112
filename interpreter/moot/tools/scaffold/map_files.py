"""The maps that `moot new map` writes: for a board without one, or changes to a base's map."""

from __future__ import annotations

from pathlib import Path

from ...lang import tree
from ...lang.diagnostic import Report, fail
from ...lang.formula_text import type_text
from ...lang.source import shown_path
from ...lang.spelling import nearest, one_of
from ...pack.load import load
from ...pack.model.bundle import Bundle
from ...pack.model.kinds import Kinds, needed, without_none
from ...pack.model.schema import schema
from ...pack.model.yaml_text import parse_yaml, plain_text
from ...state.grids import GRIDS
from ...state.grids.grid import Grid
from ..files import read_whole, write_new
from .card_file import sample
from .starters import new_place, schema_line, write_schema

_COLUMNS, _ROWS = 8, 6
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_COLOURS = ("#ece6d0", "#b4cf92", "#dcd79a", "#a99a86", "#c9b3a6", "#bdb2a2", "#d5d0dc", "#d9d9e3")


def new_map(place: Path, board: str = "") -> list[Path]:
    """Write a map for the board of that name, or for the first without a map. Returns the files written.

    `place`: the pack's folder and the file's name. Raises MootError, also if the pack itself has the board's map.
    """
    pack, _, path = new_place(place)
    bundle = load(pack, cases=False)
    kinds = Kinds(bundle.declarations)
    decl = _board(bundle, kinds, board)
    writer = _Writer(bundle, kinds, decl)
    if decl.name in bundle.boards:
        _not_changed_yet(pack, decl.name)
    lines = [schema_line(path, pack, "maps")]
    if decl.name in bundle.boards:
        lines += writer.changed()
    else:
        lines += writer.grid(GRIDS[decl.shape](columns=_COLUMNS, rows=_ROWS)) if decl.shape in GRIDS else writer.graph()
    return [write_new(path, "\n".join(lines) + "\n"), write_schema(pack, "maps", schema("maps"))]


def _board(bundle: Bundle, kinds: Kinds, wanted: str) -> tree.BoardDecl:
    boards = kinds.boards
    if not boards or (wanted and wanted not in boards):
        bundle.report.raise_if_failed()  # rules that cannot be read may declare it
    if not boards:
        hint = "declare a board: board land : hexes of plot"
        raise fail("no-board", f"the rules of `{bundle.id}` declare no board", hint=hint)
    if wanted and wanted not in boards:
        hint = one_of(wanted, boards)
        raise fail("unknown-board", f"unknown board `{wanted}` in the rules of `{bundle.id}`", hint=hint)
    bare_ones = [name for name in boards if name not in bundle.boards]
    decl = boards[wanted or next(iter([*bare_ones, *boards]))]
    for kind in filter(None, (decl.place, decl.side)):
        if kind not in kinds.kinds:
            bundle.report.raise_if_failed()
            raise fail("unknown-kind", f"unknown kind `{kind}`", decl.at, nearest(kind, kinds.kinds))
    there = bundle.boards.get(decl.name)
    own = Path(bundle.manifests[-1].folder).resolve()
    if there is not None and own in Path(there.at.source.path).resolve().parents:
        file = f"{shown_path(Path(there.at.source.path))}:{there.at.line}"
        others = [name for name in bare_ones if name != decl.name]
        hint = f"change it there; `{others[0]}` has no map yet" if others else "change it there"
        raise fail("duplicate-id", f"the board `{decl.name}` already has a map in {file}", hint=hint)
    return decl


def _not_changed_yet(pack: Path, board: str) -> None:
    """Raises MootError if a file of a pack already changes the map of a base: only one file may."""
    for path in sorted(pack.rglob("*.yaml")):
        root = parse_yaml(read_whole(path), Report())
        over = root.value.get("override") if root is not None and isinstance(root.value, dict) else None
        if over is not None and isinstance(over.value, dict) and board in over.value:
            file = f"{shown_path(path)}:{over.value[board].key_at.line}"
            message = f"{file} already changes the map of the board `{board}`"
            raise fail("duplicate-override", message, hint="change it there")


class _Writer:
    """Writes one map with comments, from the fields of the kinds of its places and sides."""

    def __init__(self, bundle: Bundle, kinds: Kinds, decl: tree.BoardDecl) -> None:
        self.bundle, self.kinds, self.decl = bundle, kinds, decl
        self.places = kinds.fields(decl.place)
        self.sides = kinds.fields(decl.side) if decl.side else {}
        self.taken = {str(getattr(one, "name", "")) for one in bundle.declarations} | set(bundle.things)
        self.taken |= {name for names in kinds.names.values() for name in names}
        self.many = next((name for name, one in self.places.items() if len(self._values(one)) > 1), "")

    def grid(self, grid: Grid) -> list[str]:
        """A map with a grid: a letter for each value of the first field with several, sides, an area, colours."""
        letters = self._letters()
        legend = [f'      "{letter}": {fields}' for letter, fields in letters.items()]
        legend[0] = legend[0].ljust(max(map(len, legend)) + 4) + "# most of the map"
        name, area = self._free("middle"), self._free("west")
        also = [f"{key}: {usual} (or {', '.join(map(str, more))})" for key, (usual, *more) in grid.choices.items()]
        also += [f"first: {grid.first} (or a1)", f"one: {grid.directions()[0]}"]
        one, many = grid.place, grid.shape
        return [
            f"# The map of the board {self.decl.name}. Each {one} is a {self.decl.place}, with these fields:",
            *_fields_text(self.places),
            f"# Write a {one} as a number: two digits each for column and row. After each change: moot check, and",
            f"# moot show GAME map {self.decl.name} (with --svg FILE for a picture).",
            "maps:",
            f"  {self.decl.name}:",
            f"    grid: {{columns: {_COLUMNS}, rows: {_ROWS}}}      # also: {also[0]},",
            f"                                    #   {', '.join(also[1:])}",
            f"    legend:                         # a letter for each type of {one}, and its fields",
            *legend,
            f'      "-": none                     # no {one} here',
            f"    {f'{many}: |':<32}# one line per row; spaces are ignored",
            *(f"      {' '.join(row)}" for row in self._rows(list(letters))),
            *self._one_place(grid),
            *self._sides(grid),
            f"    names:                          # names of single {many} and sides, for rules, cases and other files",
            f"      {name}: {grid.label((4, 3))}",
            f"    areas:                          # sets of {many}: spans, or numbers with spaces between them",
            f"      {area}: {grid.label((1, 1))}..{grid.label((1, _ROWS))}",
            "    # connected: [all]              # areas that must be connected, or all",
            *self._drawing(letters),
        ]

    def graph(self) -> list[str]:
        """A map of a graph: its places in one row, each linked to the next."""
        line = [one.id for one in self.bundle.things.values() if self._is_place(one.kind)]
        if len(line) < 2:
            hint = f"write two things of that kind first: moot new card PACK/NAME --kind {self.decl.place}"
            message = f"`{self.decl.name}` joins things of the kind {self.decl.place}, but there are fewer than two"
            raise fail("no-places", message, self.decl.at, hint)
        given, listed = _braces(self._due(self.sides)), _fields_text(self.sides)
        given = f"fields: {given}, " if given != "{}" else ""
        return [
            f"# The map of the board {self.decl.name}: links between things of the kind {self.decl.place}.",
            *([f"# A link is a {self.decl.side}, with these fields:", *listed] if self.decl.side else []),
            "maps:",
            f"  {self.decl.name}:",
            "    links:",
            f'      - {{{given}along: "{" ".join(line)}"}}    # each is linked to the next',
            f"      # - {{between: [{line[0]}, {line[-1]}], one_way: yes, name: some_name}}",
            f'    # areas: {{some_area: "{" ".join(line[:2])}"}}',
            "    # connected: [all]              # areas that must be connected, or all",
        ]

    def changed(self) -> list[str]:
        """Changes to a base's map: one field of one place, with its present value."""
        board, shape = self.bundle.boards[self.decl.name], self.decl.shape
        if shape not in GRIDS:
            return self._changed_link()
        number = board.places[0].removeprefix(board.prefix)
        thing = self.bundle.things[board.places[0]]
        told = next((f"{name}: {plain_text(entry.value)}" for name, entry in thing.fields.items()), "")
        one = f"      {number}: {{{told}}}    # the present value: change it" if told else f"      # {number}: {{}}"
        more = [f'    # {shape}: {{{number}: "."}}'.ljust(36) + f"# another letter of the legend for single {shape}"]
        more.append(f"    # sides: [{{fields: {{}}, between: {number}/{board.places[1].removeprefix(board.prefix)}}}]")
        return [
            f"# Differences from the map of the board {self.decl.name} in {thing.pack}. Everything else is unchanged.",
            f"# A place is a {self.decl.place}, with these fields:",
            *_fields_text(self.places),
            "override:",
            f"  {self.decl.name}:",
            "    fields:" if told else "    fields: {}",
            one,
            *more[: 1 + bool(self.decl.side)],
        ]

    def _changed_link(self) -> list[str]:
        """Changes to a base's graph: one existing link."""
        board = self.bundle.boards[self.decl.name]
        if not board.links:
            link = f"{{between: [{', '.join(board.places[:2])}]}}"
            about = f"# More links of the board {self.decl.name}, for example {link}."
            return [about, "override:", f"  {self.decl.name}:", "    links: []"]
        (a, b), ident = next(iter(board.links.items()))
        one_way = "" if (b, a) in board.links else "one_way: yes, "
        thing = self.bundle.things.get(ident)
        listed = thing.fields.items() if thing is not None else ()
        given = _braces({name: plain_text(entry.value) for name, entry in listed if name in self.sides})
        given = f"fields: {given}, " if given != "{}" else ""
        return [
            f"# Differences from the map of the board {self.decl.name}. Everything else is unchanged.",
            *([f"# A link is a {self.decl.side}; its optional fields are:"] if self.decl.side else []),
            *_fields_text(self.sides),
            "override:",
            f"  {self.decl.name}:",
            "    links:                          # an existing link: change its values, or link other places",
            f"      - {{{given}{one_way}between: [{board.places[a]}, {board.places[b]}]}}",
        ]

    # --------------------------------------------------------------------------------------------- parts

    def _letters(self) -> dict[str, str]:
        """The fields of each letter, as written: the first field with several values has a letter for each."""
        found: dict[str, str] = {}
        for value in (self._values(self.places[self.many]) if self.many else [""])[: len(_COLOURS)]:
            letter = "." if not found else next(c for c in [*value, *_LETTERS] if c not in found and c in _LETTERS)
            found[letter] = _braces(self._due(self.places) | ({self.many: value} if self.many else {}))
        return found

    def _values(self, field: tree.FieldDecl) -> list[str]:
        """The values of a field that are names or words, or yes and no."""
        declared = without_none(field.declared)
        if isinstance(declared, tree.WordsType):
            return list(declared.names)
        if isinstance(declared, tree.NamedType):
            return ["no", "yes"] if declared.name == "bool" else list(self.kinds.names.get(declared.name, ()))
        return []

    def _rows(self, letters: list[str]) -> list[list[str]]:
        """Mostly the first letter; each other letter twice, and a corner without a place."""
        rows = [["."] * _COLUMNS for _ in range(_ROWS)]
        for number, letter in enumerate(letters[1:]):
            row, column = 1 + number // 3 * 2, 1 + number % 3 * 2
            rows[row][column] = rows[row][column + 1] = letter
        rows[-1][-1] = "-"
        return rows

    def _one_place(self, grid: Grid) -> list[str]:
        """More fields for a single place, as a comment, because its letter may be enough."""
        name = next(iter(self.places), "")
        if not name:
            return []
        value = sample(self.places[name].declared, self.kinds, self.bundle)
        fields = f"{{{grid.label((1, 4))}: {{{name}: {value}}}}}"
        return [f"    # fields: {fields}    # more for single {grid.shape}, spans and areas"]

    def _sides(self, grid: Grid) -> list[str]:
        if not self.decl.side:
            return []
        fields = self._side_fields()
        pairs = ("/".join(map(grid.label, ((3, row), (4, row)))) for row in (1, 2))
        walk = " ".join(grid.label((2, row)) for row in range(1, 5))
        return [
            f"    # Each side between two {grid.shape} is a {self.decl.side}, with these fields:",
            *(f"    {line}" for line in _fields_text(self.sides)),
            "    sides:",
            f'      - {{fields: {fields}, between: "{" ".join(pairs)}"}}',
            f'      # - {{fields: {fields}, along: "{walk}"}}    # every side that this route crosses',
            "      # - {fields: {}, around: SOME_AREA}    # every side between the area and the rest",
        ]

    def _side_fields(self) -> str:
        """The required fields of a side, and the first field that may differ from its default."""
        given = self._due(self.sides)
        for name, one in self.sides.items():
            if name not in given and self._values(one):
                given[name] = "yes" if "yes" in self._values(one) else self._values(one)[0]
                break
        return _braces(given)

    def _drawing(self, letters: dict[str, str]) -> list[str]:
        many = self.many
        if not many:
            return []
        lines = [
            "    drawing:                        # how it is drawn; of several matching styles, the last applies",
            "      places:",
        ]
        for number, (value, letter) in enumerate(zip(self._values(self.places[many]), letters, strict=False)):
            words = {"yes": f"h.{many}", "no": f"not h.{many}"}.get(value, f"h.{many} = {value}")
            mark = "" if letter == "." else f", mark: {letter}"
            lines.append(f'        - {{if: {words}, colour: "{_COLOURS[number]}"{mark}}}')
        return lines

    def _due(self, fields: dict[str, tree.FieldDecl]) -> dict[str, str]:
        """A value for each required field."""
        return {name: sample(one.declared, self.kinds, self.bundle) for name, one in fields.items() if needed(one)}

    def _is_place(self, kind: str) -> bool:
        return self.decl.place in [one.name for one in self.kinds.line(kind)]

    def _free(self, name: str) -> str:
        """The name, or a similar one that is free."""
        while name in self.taken:
            name += "_place"
        return name


def _braces(fields: dict[str, str]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + "}"


def _fields_text(fields: dict[str, tree.FieldDecl]) -> list[str]:
    width = max(map(len, fields), default=0)
    return [
        f"#   {name:<{width}}  {type_text(one.declared)}{'' if needed(one) else '; optional'}"
        for name, one in fields.items()
    ] or ["#   none"]
