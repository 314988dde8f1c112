"""A mistake and what is said of it, together in one text.

    what is wrong, in a few words
    +++ market/rules.moot            lines added to a file
    state fame : nmber
    ~~~ market/cards.yaml            a line of a file, and what it becomes (nothing below `=>`: it goes)
    poppy: {colour: red}
    =>
    poppy: {color: red}
    --- market/more.yaml             a whole file
    cards: {}
    !!! game.log                     what the last command has written becomes a file
    $ moot check market              a command; this one where none is given (` << a | b`: what is typed)
    === 1                            the exit status of the last command, and what it writes
    error: …

Everything begins with copies of the folders `market` and `land`, in whose parent the commands are called. In a
section whose file is followed by `escaped`, `\\t` is a tab, `\\xe9` a byte.
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import click
from click.testing import CliRunner

from moot.ui.command import cli

HERE = Path(__file__).parent
MARKET = HERE / "market"
SOUND = (MARKET, HERE / "land")
_MARKS = ("+++ ", "~~~ ", "--- ", "!!! ")
CHECK = "moot check market"


@dataclass
class Step:
    mark: str  # one of the marks above, or "$"
    what: str  # a file, or a command
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


@dataclass
class Broken:
    path: Path
    title: str
    steps: list[Step]
    status: int
    expected: str

    def write(self, status: int, output: str) -> None:
        """Pin what is said now."""
        kept = self.path.read_text(encoding="utf-8").split("\n=== ")[0].rstrip("\n")
        self.path.write_text(f"{kept}\n=== {status}\n{output}", encoding="utf-8")


def read(path: Path) -> Broken:
    given, _, pinned = path.read_text(encoding="utf-8").partition("\n=== ")
    status, _, expected = pinned.partition("\n")
    title, *lines = given.split("\n")
    steps: list[Step] = []
    for line in lines:
        if line.startswith(_MARKS):
            steps.append(Step(line[:3], line[4:]))
        elif line.startswith("$ "):
            steps.append(Step("$", line[2:]))
        elif steps:
            steps[-1].lines.append(line)
    if not any(step.mark == "$" for step in steps):
        steps.append(Step("$", CHECK))
    return Broken(path, title, steps, int(status or -1), expected)


def run(broken: Broken, folder: Path) -> tuple[int, str]:
    """Break a copy of the sound packs in the working folder, which is empty; the last command's status and text."""
    for sound in SOUND:
        shutil.copytree(sound, folder / sound.name)
    status, output = -1, ""
    for step in broken.steps:
        if step.mark == "$":
            status, output = command(step.what)
        else:
            _change(step, folder, output)
    return status, output


def command(line: str) -> tuple[int, str]:
    """Call `moot …` in this process."""
    called, _, typed = line.partition(" << ")
    name, *arguments = shlex.split(called)
    assert name == "moot", line
    result = CliRunner().invoke(cli, arguments, input=typed.replace(" | ", "\n") + "\n" if typed else None)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, click.unstyle(result.output)


def _change(step: Step, folder: Path, output: str) -> None:
    name, _, escaped = step.what.partition(" ")
    path, text = folder / name, step.text
    path.parent.mkdir(parents=True, exist_ok=True)
    if escaped:
        text = text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    if step.mark == "!!!":
        path.write_text(output, encoding="utf-8")
    elif step.mark == "+++":
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    elif step.mark == "---":
        path.write_bytes(text.encode("latin-1") if escaped else text.encode("utf-8"))
    else:
        old, _, new = text.partition("=>\n")
        if new:  # else whole lines go
            old, new = old.removesuffix("\n"), new.removesuffix("\n")
        whole = path.read_text(encoding="utf-8")
        assert whole.count(old) == 1, f"{step.what}: {old!r} stands there {whole.count(old)} times"
        path.write_text(whole.replace(old, new), encoding="utf-8")
