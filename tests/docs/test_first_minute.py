"""The pages of the first minute and of asking why: commands are run, and what is shown is there, in its order."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from page_examples import Example, examples

from moot.ui.command import cli

PAGES = ("first_minute.md", "explain.md", "owners.md")
STORIES = ("authors.md",)  # pages whose blocks follow on one another
BLOCKS = [(page, one) for page in PAGES for one in examples(page) if one.sort == "console"]


def calls(text: str) -> list[tuple[list[str], str, list[str]]]:
    """Each command of a block: its arguments, what is typed while it runs, the lines that it shows."""
    found: list[tuple[list[str], str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ moot "):
            found.append((line.split()[2:], "", []))
            continue
        arguments, typed, shown = found[-1]
        if answer := re.fullmatch(r"\w+> (.+)", line):
            found[-1] = (arguments, f"{typed}{answer[1]}\n", shown)
        elif line.strip() not in ("", "…"):
            shown.append(line)
    return found


@pytest.mark.parametrize(
    "block", [block for _, block in BLOCKS], ids=[f"{page}-{block.line}" for page, block in BLOCKS]
)
def test_the_page_shows_what_is_seen(block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    shows(block)


@pytest.mark.parametrize("page", STORIES)
def test_the_whole_page_shows_what_is_seen(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for block in examples(page):
        if block.sort == "console":
            shows(block)


def shows(block: Example) -> None:
    """The commands of a block show what stands there, in its order."""
    for arguments, typed, shown in calls(block.text):
        result = CliRunner().invoke(cli, arguments, input=typed)
        assert result.exit_code == 0, result.output
        lines = iter(re.sub(r"(?m)^\w+> ", "", result.stdout).splitlines())
        for line in shown:
            start = line.removesuffix("…").rstrip()
            whole = start == line
            assert any(seen.rstrip() == start if whole else seen.startswith(start) for seen in lines), (arguments, line)
