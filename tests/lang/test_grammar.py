"""The grammar itself: free of conflicts; its tables kept and mended; Lark asked for only when something is parsed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from moot.lang import cache, layout, parse_tables
from moot.lang.build_declarations import DeclarationBuilder
from moot.lang.parser import keywords


@pytest.fixture
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    parse_tables.parser.cache_clear()
    yield tmp_path / "cache"
    parse_tables.parser.cache_clear()


def test_the_grammar_has_no_conflicts():
    pytest.importorskip("interegular")
    lark = parse_tables.build(strict=True)
    words = {t.pattern.value for t in lark.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}
    assert sorted(words) == keywords()


def test_each_alternative_of_the_grammar_makes_a_node():
    rules = parse_tables.parser().rules
    groups = {"_declaration", "_named", "_carried", "_function", "_statement", "_standing_rule", "_action_line"}
    alternatives = {rule.expansion[0].name for rule in rules if rule.origin.name in groups | {"_law_line"}} - groups
    aliases = {rule.alias for rule in rules if rule.alias}
    makes = DeclarationBuilder.makes.keys()
    assert alternatives | aliases <= makes <= aliases | {rule.origin.name for rule in rules}


def test_pairs_of_words_are_one_word():
    for pair in parse_tables.WORD_PAIRS:
        session = parse_tables.parser().parse_interactive(pair, start="steps")
        (token,) = session.lexer_thread.lex(session.parser_state)
        assert token.type != "NAME"
        assert str(token) == pair


def test_names_may_begin_with_a_keyword():
    session = parse_tables.parser().parse_interactive("settle ending_of start topple in_playing", start="steps")
    assert [t.type for t in session.lexer_thread.lex(session.parser_state)] == ["NAME"] * 5


def test_tables_are_kept_and_found_again(cache_folder, monkeypatch):
    parse_tables.parser()
    assert [path.name[40:] for path in cache_folder.iterdir()] == ["-grammar.kept"]
    parse_tables.parser.cache_clear()
    monkeypatch.setattr(parse_tables, "build", None)
    parse_tables.parser().parse("nothing\n", start="steps")


@pytest.mark.parametrize("kept", [None, [], {"data": {}, "memo": {}}, {"data": {"options": {}}, "memo": {0: {}}}])
def test_damaged_tables_are_built_again(cache_folder, kept):
    parse_tables.parser()
    (path,) = cache_folder.iterdir()
    if kept is None:
        path.write_bytes(path.read_bytes()[:-1])
    else:
        cache.put(parse_tables._key(), "grammar", kept)
    parse_tables.parser.cache_clear()
    parse_tables.parser().parse("nothing\n", start="steps")
    assert parse_tables._load(cache.get(parse_tables._key(), "grammar")) is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no such modes")
def test_a_file_that_others_may_write_to_is_not_read(cache_folder, monkeypatch):
    parse_tables.parser()
    (path,) = cache_folder.iterdir()
    path.chmod(0o666)
    made = []
    build = parse_tables.build
    monkeypatch.setattr(parse_tables, "build", lambda: made.append(1) or build())
    parse_tables.parser.cache_clear()
    parse_tables.parser().parse("nothing\n", start="steps")
    assert made


def test_without_a_cache_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("MOOT_CACHE", "off")
    parse_tables.parser.cache_clear()
    parse_tables.parser().parse("nothing\n", start="steps")
    parse_tables.parser.cache_clear()
    assert list(tmp_path.iterdir()) == []


def test_lark_is_imported_only_to_parse():
    code = "import sys, moot.lang.parser as p; p.keywords(); sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("entry", "rule", "besides"),
    [("start", "_declaration", {"_NL", "$END"}), ("standing", "_carried", {"_NL"}), ("steps", "_statement", {"_NL"})],
)
def test_what_a_rule_begins_with_is_read_from_the_grammar(entry, rule, besides):
    assert parse_tables.parser().parse_interactive(start=entry).accepts() == parse_tables.beginnings(rule) | besides


def test_a_rule_that_the_grammar_does_not_have_begins_with_nothing():
    with pytest.raises(KeyError):
        parse_tables.beginnings("_statements")


def test_a_line_after_an_open_parenthesis_does_not_go_on_with_the_formula():
    words = layout._line_words()
    assert {"RAISE", "IF", "UNTIL", "FUNCTION", "ELSE", "DO", "COST"} <= words
    assert not words & {"NAME", "PROCEED", "NOT", "COUNT"}
