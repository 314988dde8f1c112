"""The page about JSON: it lists every format with its schema, and what it shows is seen."""

from __future__ import annotations

import re

from click.testing import CliRunner
from page_examples import DOCS, examples

from moot.ui.command import cli
from moot.ui.output import FORMATS

PAGE = (DOCS / "json.md").read_text(encoding="utf-8")


def test_every_format_is_listed_with_its_schema() -> None:
    listed = re.findall(r"^\| `moot ([a-z ]+)` \| .* \| \[\w+\]\((\S+)\) \|$", PAGE, re.MULTILINE)
    assert listed and {name: DOCS / file for name, file in listed} == {
        name: DOCS / f"../schemas/output/{name.replace(' ', '_')}.schema.json" for name in FORMATS
    }
    assert all((DOCS / file).exists() for file in re.findall(r"\]\((\S+)\)", PAGE))


def test_what_is_shown_is_seen() -> None:
    command, *shown = examples("json.md")[0].lines
    seen = CliRunner().invoke(cli, command.split()[2:]).stdout.splitlines()
    assert seen[: len(shown)] == shown
