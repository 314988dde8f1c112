"""Pages of HTML: what every one of them has."""

import re

import jinja2
import pytest
from jinja2 import DictLoader

from moot.ui.page import anchor, count_phrase, page

SMALL = """{% extends "base.html.jinja" %}
{% import "parts.html.jinja" as parts %}
{% block title %}About {{ what }}{% endblock %}
{% block content %}
{{ parts.clause(one, link="#a") }}
{{ parts.rule(rule) }}
{% endblock %}
"""
DATA = {
    "what": "<gardens>",
    "one": {"clause": "leaflet/end", "place": "p. 2", "kind": "card_text", "gist": "A & B", "sentence": ""},
    "rule": {"rule": "procedure rot", "file": "rules.moot", "line": 7, "text": "if a < b"},
}


@pytest.fixture
def small(monkeypatch):
    """A template of ours beside those that there are."""
    found = jinja2.PackageLoader("moot.ui", "pages")
    both = jinja2.ChoiceLoader([found, DictLoader({"small.html.jinja": SMALL})])
    monkeypatch.setattr(jinja2, "PackageLoader", lambda *where: both)
    return lambda **data: page("small", **data)


def test_a_page_is_whole_and_stands_alone(small):
    made = small(**DATA)
    assert made.startswith("<!DOCTYPE html>") and made.rstrip().endswith("</html>")
    assert "<title>About &lt;gardens&gt;</title>" in made and "<h1>About &lt;gardens&gt;</h1>" in made
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://", made)
    assert "prefers-color-scheme: dark" in made and "@media print" in made


def test_what_it_tells_is_escaped(small):
    made = small(**DATA)
    assert "A &amp; B" in made and "if a &lt; b" in made
    assert '<a href="#a">leaflet/end</a>' in made and '<span class="tag">card text</span>' in made


def test_what_is_not_given_is_an_error(small):
    with pytest.raises(jinja2.UndefinedError):
        small(what="gardens")


def test_names_become_ids_of_elements():
    assert [anchor(name) for name in ("cox/whip.gap", "before score", "7.33")] == [
        "cox-whip.gap",
        "before-score",
        "7.33",
    ]


def test_counts_agree_with_their_words():
    assert [count_phrase(n, "clause") for n in (0, 1, 1234)] == ["0 clauses", "1 clause", "1,234 clauses"]
