"""Lines of words, `##`: whose they are, how they are read, and that rules do not depend on them."""

from __future__ import annotations

from moot.lang import tree
from moot.lang.diagnostic import Report
from moot.lang.parser import parse_code, parse_rules
from moot.lang.rule_text import rule_text
from moot.lang.source import Source

RULES = """## no words of mine
game x "X"
### an ornament
## the weather
# an ordinary comment
## dry: no rain
##   at all
## wet: rain
option weather : dry, wet = dry                    @a.b
## spent: coins that are gone
state spent, saved : 0..9                          ## coins
kind card
  ## its colour
  colour : number
  state wet : bool                                 # not words
override option season = 3                         ## the season

## far away

zone hand : pool of card, seen by all
procedure rest
  ## inside
  nothing
"""


def read(text: str) -> tuple[dict[str, tree.Doc | None], Report]:
    report = Report()
    made = parse_rules(Source("rules.moot", text), report)
    found: dict[str, tree.Doc | None] = {}
    for decl in made:
        one = decl.of if isinstance(decl, tree.OverrideDecl) else decl
        found[getattr(one, "name", "")] = one.doc
        if isinstance(one, tree.KindDecl):
            found |= {line.name: line.doc for line in [*one.fields, *one.states]}
    return found, report


def said(doc: tree.Doc | None) -> tuple[str, dict[str, str]]:
    assert doc is not None
    return doc.text, {part.name: part.text for part in doc.parts}


def test_words_belong_to_the_declaration_below_or_on_their_line() -> None:
    found, _ = read(RULES)
    assert said(found["x"]) == ("no words of mine", {})
    assert said(found["weather"]) == ("the weather", {"dry": "no rain at all", "wet": "rain"})
    assert said(found["spent"]) == ("coins that are gone", {})
    assert said(found["saved"]) == ("coins", {})
    assert said(found["colour"]) == ("its colour", {})
    assert said(found["season"]) == ("the season", {})
    assert found["card"] is found["wet"] is found["hand"] is found["rest"] is None


def test_words_that_belong_to_nothing_are_told_with_their_place() -> None:
    _, report = read(RULES)
    assert [(d.code, d.severity, d.at.line, d.at.column) for d in report] == [
        ("stray-words", "warning", 18, 1),
        ("stray-words", "warning", 22, 3),
    ]
    _, report = read("## of a broken line\noption : dry = dry\n")
    assert "stray-words" not in [d.code for d in report]
    _, report = read("## nothing else\n")
    assert [d.code for d in report] == ["stray-words"]


def test_each_name_of_a_line_has_its_own() -> None:
    found, _ = read("## a: one\n## b: two\n## 3: at most\nstate a, b, c : 0..3\n")
    assert said(found["a"]) == ("one", {"3": "at most"})
    assert said(found["b"]) == ("two", {"3": "at most"})
    assert said(found["c"]) == ("", {"3": "at most"})


def test_code_of_a_card_may_have_words() -> None:
    report = Report()
    text = "## how often it has stung\nstate stings : 0..2\n"
    made = parse_code("standing", text, Source("cards.yaml", text), 1, 1, report)
    assert said(made[0].doc) == ("how often it has stung", {})
    assert not report.diagnostics


def test_rules_with_other_words_are_the_same_rules() -> None:
    kind = "## a card\nkind card\n  ## its colour\n  colour : number\n  state wet : bool\n"
    plain = "kind card\n  colour : number\n  state wet : bool\n"
    first, second = (parse_rules(Source("rules.moot", text), Report())[0] for text in (kind, plain))
    assert rule_text(first) == rule_text(second)
    assert rule_text(first, words=True) == kind.rstrip("\n")
    assert rule_text(second, words=True) == rule_text(second)
    option = "## the weather\n## dry: no rain\noption weather : dry, wet = dry"
    assert rule_text(parse_rules(Source("r.moot", option), Report())[0], words=True) == option
