"""`moot diff`: at the terminal, as a page, as JSON, as cases."""

from __future__ import annotations

import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from moot.pack.load import load
from moot.pack.model.schema import schema
from moot.ui.command import cli
from moot.ui.diff.wording import EditionWords, proof_text, reading_text

ROOT = Path(__file__).parents[3]
HOUSE = "examples/house_translation"


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    shutil.copytree(ROOT / HOUSE, tmp_path / HOUSE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "150")


def moot(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(["diff", *arguments])
    return int(ended.value.code or 0)


def test_the_answer_stands_in_the_first_ten_lines(capsys):
    assert moot("duel/english", HOUSE) == 0
    out = capsys.readouterr().out
    head = out.split("\n")[:10]
    assert head[0] == f"duel/english compared with {HOUSE}"
    assert "3 only in examples/house_translation" in head[1]
    assert head[2] == "rules      2 differ: 2 functions; also 2 terms"
    assert head[3].startswith("in play    2 of 2 shown by a counterexample")
    assert head[4].startswith("  After a duel: step on the bridge of ")
    assert "\n1. After a duel\n   How many steps the winner climbs" in out
    assert "Counterexample, reached after " in out and "witness" not in out
    assert "function climb = 1 + free_spaces / 3" in out
    assert "house/planks" in out and "english/after.steps.two" in out
    assert re.search(r"stair\((\w+)\): 0 → (\d) .*stair\(\1\): 0 → (?!\2)\d", out)


def test_lines_keep_to_a_hundred_columns(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    moot("duel/english", "duel/cox", "--only", "documents", "--only", "structure")
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line.rstrip()) > 100] == []
    # a comment comes first, then the words about an option and about each of its values, as sentences
    note = " ".join(line.removeprefix("# ") for line in lines if line.startswith("# "))
    assert "Which players a trance makes too weak for any blow. player: only the player who plays it" in note


def test_a_proof_is_put_in_words():
    assert proof_text({"combinations": 12, "reads": ["energy", "round"]}).endswith(
        "Proved: moot tried all 12 combinations of energy, round."
    )
    assert proof_text({"combinations": 1, "reads": []}).endswith("Proved: the rules read nothing else.")


def test_the_exit_status_tells_only_if_asked(capsys):
    assert moot("duel/english", HOUSE, "--only", "structure", "--exit-code") == 1
    assert moot("duel/english", "duel/english", "--only", "structure", "--exit-code") == 0
    assert "none differs" in capsys.readouterr().out


def test_json_and_cases(capsys, tmp_path):
    Path("tests").mkdir()
    assert moot("duel/english", HOUSE, "--json", "--save-cases", "tests/counterexamples.yaml") == 0
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema("output/diff")).validate(told)
    assert (told["a"], told["b"]) == ("duel/english", HOUSE)
    assert [one["status"] for one in told["behaviour"]] == ["counterexample", "counterexample"]
    assert {one["id"] for one in told["behaviour"]} <= {one["id"] for one in told["structure"]}
    with pytest.raises(SystemExit) as ended:
        cli.main(["test", "tests/counterexamples.yaml"])
    assert not ended.value.code
    assert capsys.readouterr().out.startswith("4 cases: 4 passed")


def test_without_a_counterexample_no_cases_are_written(capsys):
    assert moot("duel/english", "duel/english", "--save-cases", "none.yaml") == 0
    assert capsys.readouterr().out.endswith("no counterexample found, so none.yaml was not written\n")
    assert not Path("none.yaml").exists()


@pytest.mark.parametrize("option", ["--html", "--save-cases"])
def test_a_file_that_cannot_be_written_is_told_before_the_search(capsys, monkeypatch, option):
    monkeypatch.setattr("moot.tools.diff.compare.diff", lambda *_: pytest.fail("searched in vain"))
    for place in ("not_there/found", "."):
        assert moot("duel/english", HOUSE, option, place) == 2
        assert "cannot write `" in capsys.readouterr().err


def test_seconds_are_a_number(capsys):
    assert moot("duel/english", HOUSE, "--seconds", "nan") == 2
    assert capsys.readouterr().err.startswith("error: `--seconds`: `nan` is not a number [usage]")


def test_a_pipe_is_written_to_and_not_replaced():
    os.mkfifo("pipe")
    with ThreadPoolExecutor() as beside:
        read = beside.submit(Path("pipe").read_text)
        assert moot("duel/english", HOUSE, "--only", "structure", "--html", "pipe") == 0
        assert "</html>" in read.result(timeout=30)
    assert Path("pipe").is_fifo()


class _Page(HTMLParser):
    """What the page refers to, and what it has."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "src" not in given
        self.anchors.add(given.get("id") or "")
        self.links.add(given.get("href") or "")
        if tag not in ("meta", "input", "br", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_leads_everywhere(capsys):
    assert moot("duel/english", HOUSE, "--html", "changes.html") == 0
    assert capsys.readouterr().out.endswith("wrote changes.html\n")
    text = Path("changes.html").read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert page.open == []
    links = page.links - {""}
    assert links and all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= page.anchors
    assert {"rule-function-climb", "clause-house-planks", "clause-english-after.steps"} <= page.anchors
    assert "differs in play" in text and "1 + free_spaces / 3" in text
    assert "The winner of a duel moves one plank forward" in text
    assert 'id="find"' in text


def test_options_and_mods_of_one_side(capsys):
    assert moot("duel/english", "duel/english", "--b-option", "look=after_text", "--only", "structure", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["id"], one["sort"]) for one in told["structure"]] == [("option look", "setting")]
    assert told["b"] == "duel/english (look=after_text)"
    assert moot("duel/english", "duel/english", "--b-with", HOUSE, "--only", "structure", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in told["structure"]][:2] == ["function climb", "function duel_winner"]


def test_without_a_terminal_each_counterexample_is_printed_as_it_is_found(capsys):
    assert moot("duel/english", HOUSE, "--only", "behaviour") == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if line.startswith("found  After a duel: ")]
    assert moot("duel/english", HOUSE, "--only", "behaviour", "--json") == 0
    assert capsys.readouterr().err == ""


def test_readings_are_told_in_words():
    words = EditionWords(load("duel/english", cases=False))
    told = {"option": "look", "value": "after_text", "side": "b", "status": "vanishes"}
    said = reading_text(told, ("one", "two"), (words, words))
    assert said == "With look=after_text (“after the card's text”) in two, both play this counterexample the same way."
    part = {"what": "state", "name": "energy(gandalf)", "a": 3, "b": 4}
    told = {
        "option": "look",
        "value": "after_text",
        "side": "both",
        "status": "appears",
        "counterexample": {"parting": [part]},
    }
    said = reading_text(told, ("one", "two"), (words, words))
    words = "(“after the card's text”)"
    assert said == f"With look=after_text {words} on both sides, the two differ: energy of Gandalf: 3 | 4"
