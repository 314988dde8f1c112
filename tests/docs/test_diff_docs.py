"""The page about `moot diff`: what it shows is seen, its options are there, its Python runs."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import CliRunner
from page_examples import DOCS, examples

from moot.ui.command import cli
from moot.ui.diff.diff_command import diff_command

BLOCKS = examples("diff.md")


def test_the_page_shows_what_is_seen(tmp_path: Path, monkeypatch) -> None:
    shutil.copytree(DOCS.parent / "examples" / "house_translation", tmp_path / "examples" / "house_translation")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "150")
    (block,) = [one for one in BLOCKS if one.sort == "console"]
    command, *shown = block.lines
    result = CliRunner().invoke(cli, command.split()[2:])
    assert result.exit_code == 0, result.output
    for line, seen in zip(shown, result.stdout.splitlines(), strict=False):
        assert seen.startswith(line.removesuffix("…")), seen


def test_every_option_stands_on_the_page() -> None:
    text = (DOCS / "diff.md").read_text(encoding="utf-8")
    names = {name for option in diff_command.params for name in option.opts if name.startswith("--")}
    assert {name for name in names if f"`{name}" not in text} == set()


def test_the_python_of_the_page_runs() -> None:
    (block,) = [one for one in BLOCKS if one.sort == "python"]
    exec(block.text, {})
