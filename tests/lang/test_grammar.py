"""The grammar itself: free of conflicts; its tables kept and mended; Lark asked for only when something is parsed."""

from __future__ import annotations

import re
import subprocess
import sys

import platformdirs
import pytest

from moot.lang import layout, parse_tables, syntax_errors
from moot.lang.data import folder
from moot.lang.parser import keywords


@pytest.fixture
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    parse_tables.parser.cache_clear()
    yield tmp_path / "cache"
    parse_tables.parser.cache_clear()


def test_the_grammar_has_no_conflicts():
    pytest.importorskip("interegular")
    lark = parse_tables.build(strict=True)
    words = {t.pattern.value for t in lark.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}
    assert sorted(words) == keywords()


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
    assert [path.suffix for path in cache_folder.iterdir()] == [".tables"]
    parse_tables.parser.cache_clear()
    monkeypatch.setattr(parse_tables, "build", None)
    parse_tables.parser().parse("nothing\n", start="steps")


@pytest.mark.parametrize("damage", ["", "garbage", "{head}\n", "{head}\n\x80\x05garbage"])
def test_damaged_tables_are_built_again(cache_folder, damage):
    path = parse_tables.cache_file()
    path.parent.mkdir()
    path.write_text(damage.format(head=path.stem), encoding="latin-1")
    parse_tables.parser().parse("nothing\n", start="steps")
    assert path.stat().st_size > 100_000


def test_without_a_cache_folder_tables_are_built(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(blocked / "below"))
    parse_tables.parser.cache_clear()
    parse_tables.parser().parse("nothing\n", start="steps")
    parse_tables.parser.cache_clear()


def test_lark_is_imported_only_to_parse():
    code = "import sys, moot.lang.parser as p; p.keywords(); sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_word_that_begins_a_step_is_known_to_the_messages():
    grammar = (folder("grammar") / "moot.lark").read_text(encoding="utf-8")
    steps = re.search(r"^_statement: (.*?)^\w", grammar, re.DOTALL | re.MULTILINE)
    names = "|".join(re.findall(r"\w+", steps[1]))
    words = {word.upper() for word in re.findall(rf'^(?:{names}): "(\w+)"', grammar, re.MULTILINE)}
    assert len(words) > 15
    assert words <= syntax_errors._STEPS
    assert words - {"SET"} <= layout._LINE_WORDS  # `set` may go on with a type: `set of card`
