"""Slips of the hand in sound files: one character of a word, a mark, or the indentation of a line.

Words in comments, in texts that players read and in descriptions are left alone: nobody can tell a slip there. Numbers
too, since another number is as good.
"""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml

from moot.lang.diagnostic import MootError
from moot.tools.cases.run import run_cases
from moot.tools.check.packs import check

ROOT = Path(__file__).parents[2]
PACKS = ("rules/duel", "tests/packs", "examples")
DESCRIPTIONS = {
    *("title", "gist", "place", "translator", "name", "because", "reason", "date", "lines", "sha256", "left_out"),
    *("stand_in", "licence", "version", "edition", "source", "note", "terms", "wording", "printed"),
}
_MOOT = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<text>"[^"\n]*")|(?P<word>@?[A-Za-z_][\w./]*\w|[A-Za-z_])|(?P<number>\d+d\d+|\d+)'
    r"|(?P<mark>\.\.|!=|<=|>=|[^\w\s])"
)
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MARKS = {",": ".", ".": ",", ":": ";", "(": "[", ")": "]", "[": "(", "]": ")", "{": "[", "}": "]", '"': "'", "=": "-"}


@dataclass(frozen=True)
class Slip:
    file: str  # relative to the root
    line: int
    what: str  # "drop", "double", "swap", "neighbour", "indent"
    sort: str  # "word", "mark", "indent"
    before: str  # the line
    after: str
    text: str  # of the whole file


@dataclass(frozen=True)
class Found:
    where: str  # "here", "elsewhere", "nowhere"
    said: str


def files(root: Path) -> list[Path]:
    found = [p for part in PACKS for p in sorted((root / part).rglob("*")) if p.suffix in (".moot", ".yaml")]
    return [p for p in found if p.is_file()]


def places(path: Path, text: str) -> list[tuple[int, int, str]]:
    """Where a slip may happen: start, end and sort of each word, mark and indentation."""
    found = list(_in_rules(text, 0)) if path.suffix == ".moot" else list(_in_yaml(text))
    for match in re.finditer(r"^ +(?=\S)", text, re.M):
        rest = text[match.end() :].split("\n", 1)[0]
        if not rest.startswith("#"):
            found.append((match.start(), match.end(), "indent"))
    return found


def _in_rules(text: str, offset: int):
    for match in _MOOT.finditer(text):
        sort = match.lastgroup
        start, end = match.start() + offset, match.end() + offset
        if sort in ("word", "mark"):
            yield start, end, sort
        elif sort == "text":
            yield start, start + 1, "mark"
            yield end - 1, end, "mark"
            for inside in re.finditer(r"\{[^{}]*\}", match[0]):
                yield from _in_rules(inside[0], start + inside.start())


def _in_yaml(text: str):
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is None:
        return
    yield from _in_node(root, text, "", False)
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if isinstance(token, (yaml.BlockMappingStartToken, yaml.BlockSequenceStartToken, yaml.BlockEndToken)):
            continue
        if isinstance(token, yaml.KeyToken) or token.start_mark.index == token.end_mark.index:
            continue
        if not isinstance(token, yaml.ScalarToken):
            yield token.start_mark.index, token.end_mark.index, "mark"


def _in_node(node: yaml.Node, text: str, key: str, described: bool):
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from _words(text, name)
            words_for_players = key == "" and name.value == "terms"
            inside = described or words_for_players or name.value in DESCRIPTIONS - {"terms"}
            yield from _in_node(value, text, name.value, inside)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _in_node(item, text, key, described)
    elif not described and key not in DESCRIPTIONS:
        yield from _words(text, node)


def _words(text: str, node: yaml.ScalarNode):
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ('"', "'"):
        yield start, start + 1, "mark"
        yield end - 1, end, "mark"
        start, end = start + 1, end - 1
    yield from _in_rules(text[start:end], start)


def meaning(path: Path, text: str):
    """What a text says, whatever the width of its indentation."""
    if path.suffix == ".moot":
        return _shape(text)
    try:
        return _shapes(yaml.safe_load(text))
    except yaml.YAMLError:
        return text


def _shapes(value):
    if isinstance(value, dict):
        return {key: _shapes(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_shapes(item) for item in value]
    return _shape(value) if isinstance(value, str) and "\n" in value else value


def _shape(text: str) -> list[tuple[int, str]]:
    """The lines, each with the depth at which it stands; those inside brackets are of one depth."""
    found: list[tuple[int, str]] = []
    indents, brackets = [0], 0
    for line in text.split("\n"):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        wrong = False
        if brackets == 0 and indent > indents[-1]:
            indents.append(indent)
        elif brackets == 0:
            while indent < indents[-1]:
                indents.pop()
            wrong = indent != indents[-1]
        found.append((-1 if wrong else len(indents), bare))
        brackets = max(0, brackets + sum(map(bare.count, "([")) - sum(map(bare.count, ")]")))
    return found


def slip(path: Path, root: Path, rng: random.Random) -> Slip | None:
    """A random slip in a file; None if this one would change nothing."""
    text = path.read_text(encoding="utf-8")
    choices = places(path, text)
    if not choices:
        return None
    start, end, sort = rng.choice(choices)
    old = text[start:end]
    if sort == "indent":
        what, new = rng.choice([("indent", old + " "), ("indent", old[1:])])
    elif sort == "mark":
        what = rng.choice(["drop", "double", "neighbour"])
        new = {"drop": "", "double": old + old, "neighbour": _MARKS.get(old, "") or old + "'"}[what]
    else:
        what = rng.choice(["drop", "double", "swap", "neighbour"])
        at = rng.randrange(len(old))
        letter = old[at]
        if what == "drop":
            new = old[:at] + old[at + 1 :]
        elif what == "double":
            new = old[:at] + letter + old[at:]
        elif what == "swap":
            at = min(at, len(old) - 2)
            new = old[:at] + old[at + 1] + old[at] + old[at + 2 :] if len(old) > 1 else old + old
        else:
            row = next((row for row in _ROWS if letter.lower() in row), letter)
            near = row[max(0, row.find(letter.lower()) - 1)] if row.find(letter.lower()) else row[1 % len(row)]
            new = old[:at] + near + old[at + 1 :]
    if new == old:
        return None
    changed = text[:start] + new + text[end:]
    if meaning(path, changed) == meaning(path, text):
        return None
    line = text.count("\n", 0, start) + 1
    shown = path.relative_to(root).as_posix()
    after = changed.split("\n")[line - 1] if line <= changed.count("\n") + 1 else ""
    return Slip(shown, line, what, sort, text.split("\n")[line - 1], after, changed)


def copy_of_all(folder: Path, monkeypatch) -> Path:
    """A copy of the sound files, whose packs are found instead of those that moot ships."""
    for part in PACKS:
        shutil.copytree(ROOT / part, folder / part)
    for module in ("pack.find", "pack.manifest", "tools.check.packs", "tools.cases.file", "tools.logs.reload"):
        monkeypatch.setattr(f"moot.{module}.rules_folder", lambda: folder / "rules")
    return folder


def found(one: Slip, root: Path) -> Found:
    """What is said when the file is so; the file is as before afterwards. Whatever is raised but MootError goes on."""
    path = root / one.file
    sound = path.read_bytes()
    try:
        path.write_text(one.text, encoding="utf-8")
        return _told(one, path)
    finally:
        path.write_bytes(sound)


def _told(one: Slip, path: Path) -> Found:
    if "cases" in path.parts:
        results = [r for r in run_cases([path]) if r.status != "passed"]
        said = "\n".join(r.message for r in results)
        if not results:
            return Found("nowhere", "")
        at = {int(n) for n in re.findall(rf"{re.escape(path.name)}:(\d+)", said)}
    else:
        pack = next(
            folder for folder in path.parents if (folder / "pack.yaml").exists() or (folder / "game.yaml").exists()
        )
        if pack.name == "common":
            pack = pack.parent
        try:
            told = check([pack]).diagnostics
        except MootError as error:
            told = error.diagnostics
        said = "\n".join(d.render() for d in told)
        if not told:
            return Found("nowhere", "")
        spans = [d.at for d in told] + [span for d in told for span, _ in d.notes]
        at = {n for span in spans if span.source.path.endswith(one.file) for n in (span.line, span.end_line)}
    near = any(abs(n - one.line) <= 1 for n in at)
    return Found("here" if near else "elsewhere", said)
