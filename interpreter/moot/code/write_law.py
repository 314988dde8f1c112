"""Laws as functions: which of their lines fail for a section of data, and for what."""

from __future__ import annotations

from ..lang import tree
from .build import Build
from .typing import symbols
from .write_expression import ExpressionWriter
from .write_head import with_tables

Lines = list[str]


def write_laws(build: Build) -> Lines:
    """`law<n>(S, section, this)`: (number of the line, the names bound around it, the numbers that lets name there) for
    each line that does not hold.
    """
    out: Lines = []
    laws = [(law, "") for law in build.game.laws]
    for carried in build.game.carried.values():
        laws += [(law, carried.title) for law in carried.laws]
    for number, (law, title) in enumerate(laws):
        pack = build.packs.get(id(law), build.plan.packs.get(title, ""))
        lines = _Law(build, law, pack).lines()
        out += ["", f"def law{number}(S, section, this=None):", *(f"    {line}" for line in lines)]
        out.append(f"LAWS[{number}] = ({law.section!r}, {law.title!r}, {title!r}, law{number})")
    return out


class _Law:
    def __init__(self, build: Build, law: tree.LawDecl, pack: str) -> None:
        self.build = build
        self.law = law
        self.pack = pack
        self.writer = ExpressionWriter(build, this="this")
        self.text: Lines = ["failed = []"]
        self.bound: list[tuple[symbols.Local, str]] = []
        self.lets: list[tuple[symbols.Local, str]] = []

    def lines(self) -> Lines:
        if self.law.local is not None:
            self.writer.names[id(self.law.local)] = "section"
        self.write(self.law.lines, 0)
        return with_tables([*self.text, "return failed"])

    def write(self, lines: list[tree.LawLine], depth: int) -> None:
        indent = "    " * depth
        for line in lines:
            if isinstance(line, tree.Let):
                name = self.writer.bind(line.local)
                self.text.append(f"{indent}{name} = {self.writer.kept_text(line.value)}")
                if self.build.tag(line.local.type) == "number":
                    self.lets.append((line.local, name))
            elif isinstance(line, tree.Claim):
                number = self.build.rule(f"law “{self.law.title}”", line.at, line.cites or self.law.cites, self.pack)
                shown = "".join(
                    f"({local.name!r}, {self.build.tag(local.type)!r}, {name}), " for local, name in self.bound
                )
                lets = "".join(f"({local.name!r}, {name}), " for local, name in self.lets)
                self.text.append(f"{indent}if not {self.writer.expr(line.condition)}:")
                self.text.append(f"{indent}    failed.append(({number}, ({shown}), ({lets})))")
            else:
                source = self.writer.iterable(line.over)
                name = self.writer.bind(line.local)
                self.text.append(f"{indent}for {name} in {source}:")
                inner = depth + 1
                if line.where is not None:
                    self.text.append(f"{indent}    if {self.writer.expr(line.where)}:")
                    inner += 1
                self.bound.append((line.local, name))
                outside = len(self.lets)
                self.write(line.lines, inner)
                self.bound.pop()
                del self.lets[outside:]
