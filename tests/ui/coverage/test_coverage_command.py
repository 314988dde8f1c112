"""`moot coverage` as it is typed: the table, the page, JSON, exit statuses."""

import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from lamps_pack import write_lamps


@pytest.fixture
def lamps(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    write_lamps(tmp_path)
    return "lamps"


def test_the_table_tells_rules_cases_and_games(moot, lamps):
    result = moot("coverage", lamps, "--games", "10")
    assert result.exit_code == 0 and result.stderr == ""
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines() if line.strip()}
    assert rows["two"] == ["rule", "function", "worth", "rules.moot:14", "1", "of", "2", "10"]
    assert rows["row"] == ["rule", "zone", "row_of_lamps", "rules.moot:7", "1", "always"]
    assert rows["bow"] == ["rule", "missing"]
    assert rows["card"] == ["13", "10", "9", "6", "8", "1", "1"]
    assert "not implemented by any rule (1):\n  bow: The players bow.\n" in result.stdout
    assert "left out (1):\n  polish: Nothing here gets dirty.\n" in result.stdout
    assert "rules without a citation (1):\n  option long  (lamps/rules.moot:9)\n" in result.stdout
    assert "warning: the case `this is not so` does not pass, so it tests nothing [case-failed]" in result.stdout


def test_in_brief_the_clauses_are_left_out(moot, lamps):
    out = moot("coverage", lamps, "--games", "2", "--brief").stdout
    assert "function worth" not in out and "not implemented by any rule (1):" in out and "deciding" in out


def test_a_page_that_cannot_be_written_is_told_before_the_games(moot, lamps, monkeypatch):
    monkeypatch.setattr("moot.tools.coverage.clauses.coverage", lambda *_, **__: pytest.fail("played in vain"))
    result = moot("coverage", lamps, "--html", "not_there/page.html")
    assert (result.exit_code, result.stdout) == (2, "") and "[unwritable]" in result.stderr


def test_complete_makes_it_a_check(moot, lamps, tmp_path):
    assert moot("coverage", lamps, "--games", "0", "--complete").exit_code == 1
    document = tmp_path / "lamps" / "card.yaml"
    lines = document.read_text().splitlines()
    for clause in ("end", "even", "bow", "bonus"):  # which no case tests
        lines = [re.sub(r"kind: \w+", "kind: tip", line) if f" {clause}: {{" in line else line for line in lines]
    document.write_text("\n".join(lines))
    assert moot("coverage", lamps, "--games", "0", "--complete").exit_code == 0


def test_json(moot, lamps):
    result = moot("coverage", lamps, "--games", "5", "--json")
    told = json.loads(result.stdout)
    assert told["games"] == 5 and list(told["documents"]) == ["card"]
    card = told["documents"]["card"]
    counts = {key: card[key] for key in ("clauses", "deciding", "encoded", "tested", "reached")}
    assert all(type(count) is int for count in counts.values())
    assert counts | {"reached": 8} == {"clauses": 13, "deciding": 10, "encoded": 9, "tested": 6, "reached": 8}
    assert card["left_out"] == [{"id": "polish", "why": "Nothing here gets dirty."}]
    assert card["missing"] == ["bow"]
    assert list(card["clauses_of"])[:3] == ["lamps", "row", "turn"] and len(card["clauses_of"]) == 13
    assert {one["code"] for one in told["warnings"]} == {"cites-not-reached", "case-failed", "left-out-cited"}


class _Outline(HTMLParser):
    """Ids, links, and whether every element is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_has_the_documents_own_order(moot, lamps, tmp_path):
    result = moot("coverage", lamps, "--games", "5", "--html", "page.html")
    assert result.exit_code == 0 and result.stdout.endswith("\nwrote page.html\n")
    text = (tmp_path / "page.html").read_text()
    outline = _Outline()
    outline.feed(text)
    assert not outline.open and len(set(outline.ids)) == len(outline.ids)
    assert {link[1:] for link in outline.links} <= set(outline.ids)
    clauses = [ident for ident in outline.ids if ident.startswith("card-")]
    assert clauses[:3] == ["card-lamps", "card-row", "card-turn"] and len(clauses) == 13
    assert re.search(r'class="entry bad" id="card-bow">.*?not implemented', text, re.S)
    assert re.search(r'missing</span> in card:\s*<a class="id" href="#card-bow">bow</a>\s*</p>', text)
    three = text[text.index('id="card-three"') : text.index('id="card-bonus"')]
    assert "<pre>3 if long</pre>" in three and '<span class="tag mild">exercised in no game</span>' in three
    assert re.search(r'id="card-polish">.*?left out</span> Nothing here gets dirty.', text, re.S)
    assert "the worm makes the next lamp brighter" in text and "reaches no rule that cites the clause" in text


def test_a_game_without_a_document_is_told(moot, lamps, tmp_path):
    manifest = tmp_path / "lamps" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("document: card\n", ""))
    for file in ("rules.moot", "lamps.yaml"):
        path = tmp_path / "lamps" / file
        path.write_text(re.sub(r" +@\w+$", "", path.read_text(), flags=re.M))
    result = moot("coverage", lamps)
    assert result.exit_code == 2 and result.stderr.startswith("error: `lamps` has no document for its rules")


def test_the_owners_sentences_stand_on_the_page_and_nowhere_else(moot, lamps, tmp_path):
    (tmp_path / "book.txt").write_text("Six lamps lie side by side in the lane.\n")
    digest = hashlib.sha256((tmp_path / "book.txt").read_bytes()).hexdigest()
    document = tmp_path / "lamps" / "card.yaml"
    document.write_text(document.read_text().replace("  clauses:", f"  sha256: {digest}\n  clauses:"))
    before = document.read_text()
    result = moot("coverage", lamps, "--games", "0", "--html", "page.html", "--source", "book.txt")
    assert result.exit_code == 0
    assert "<blockquote>Six lamps lie side by side in the lane.</blockquote>" in (tmp_path / "page.html").read_text()
    told = json.loads(moot("coverage", lamps, "--games", "0", "--json", "--source", "book.txt").stdout)
    assert told["documents"]["card"]["clauses_of"]["lamps"]["sentence"] == "Six lamps lie side by side in the lane."
    assert "sentence" not in told["documents"]["card"]["clauses_of"]["row"]
    assert document.read_text() == before
    shown = moot("show", lamps, "clauses", "--source", "book.txt").stdout.splitlines()
    assert shown[1] == "  “Six lamps lie side by side in the lane.”" and shown[2].startswith("card/row ")
    explained = moot("explain", f"{lamps}:lamps", "--source", "book.txt")
    assert explained.stdout.splitlines()[1] == shown[1] and explained.exit_code == 0
    (tmp_path / "book.txt").write_text("Six lamps lie one behind the other.\n")
    result = moot("coverage", lamps, "--games", "0", "--source", "book.txt")
    assert result.exit_code == 1 and "[stale-source]" in result.stdout


def test_new_document(moot, lamps, tmp_path):
    (tmp_path / "book.txt").write_text("THE LANE\nSix lamps lie in it. Each is lit once.\n")
    result = moot("new", "document", "book.txt", "lamps/lane")
    assert result.stdout == (
        "2 clauses: 2 rule\nin a pack, name it in pack.yaml: document: lane\n"
        "wrote lamps/lane.yaml\nthen: moot check lamps\n"
    )
    alone = moot("new", "document", "book.txt").stdout  # no pack is around it, which could be checked
    assert alone.endswith("wrote book.yaml\nthen: moot new pack DIR, and move the document there\n")
    checked = moot("check", lamps)
    assert checked.exit_code == 0 and "warning: 2 of 2 clauses have no summary yet [gists-to-write]" in checked.stdout
