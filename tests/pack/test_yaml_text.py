"""YAML becomes entries that know their places; what is not read is refused kindly."""

from __future__ import annotations

import pytest
from pack_texts import read, said

from moot.lang.diagnostic import Report
from moot.pack.model.yaml_text import MAX_BYTES, MAX_DEPTH, Scalar, parse_yaml, read_text


def span(entry):
    at = entry.at
    return at.line, at.column, at.end_line, at.end_column


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("none", "none"),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("0x1F", 31),
        ("0o17", 15),
        ("017", 17),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("7.33", "7.33"),
        ("1e3", "1e3"),
        ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"),
        ("'12'", "12"),
        ('"yes"', "yes"),
        ('""', ""),
        ("2..7", "2..7"),
        ("9" * 30, "9" * 30),
    ],
)
def test_values_are_those_of_the_core_schema(text, value):
    root, report = read(f"a: {text}\n")
    assert not report.diagnostics
    assert root.value["a"].value == value
    assert type(root.value["a"].value) is type(value)


def test_places_of_keys_and_values():
    root, _ = read("first: é𝄞 x\nmap:\n  inner: [1, two]\n  text: |\n    a\n      b\n\n  last: {k: 'v'}\n")
    assert span(root.value["first"]) == (1, 8, 1, 12)
    assert root.value["first"].key_at.column == 1
    inner = root.value["map"].value
    assert span(inner["inner"]) == (3, 10, 3, 18)
    assert span(inner["inner"].value[1]) == (3, 14, 3, 17)
    assert (inner["text"].key_at.line, inner["text"].key_at.column, inner["text"].key_at.end_column) == (4, 3, 7)
    assert inner["text"].text_place() == (5, 5)
    assert span(root.value["map"]) == (3, 3, 8, 17)
    assert inner["last"].value["k"].text_place() == (8, 14)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: |\n  x\n  y\n", (2, 3)),
        ("a: |-\n      x\n", (2, 7)),
        ("a: |  # why\n  x\n", (2, 3)),
        ("a: |2\n    x\n  y\n", (2, 3)),
        ("a: |\n\n\n   x\n", (2, 4)),
        ("a: |\n  é\n    x\n", (2, 3)),
        ("a: plain\n", (1, 4)),
        ("a: 'plain'\n", (1, 5)),
        ("a:\n  plain\n", (2, 3)),
    ],
)
def test_where_the_text_begins(text, place):
    root, report = read(text)
    assert not report.diagnostics
    assert isinstance(root.value["a"], Scalar)
    assert root.value["a"].text_place() == place


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1, "`a` appears twice"),
        ("a: &x 1\nb: 2\n", "yaml-alias", 1, 4, "anchors and aliases are not supported"),
        ("a: *x\n", "yaml-alias", 1, 4, "`*x` is an alias, which is not supported"),
        ("a: !!python/object:os.system x\n", "yaml-tag", 1, 4, "tags are not supported: `!!python/object:os.system`"),
        ("a: !mine x\n", "yaml-tag", 1, 4, "tags are not supported: `!mine`"),
        ("? [a, b]\n: 1\n", "bad-key", 1, 3, "a key must be a word or a number, not a list or a map"),
        ("? \n: 1\n", "bad-key", 1, 2, "missing key before the `:`"),
        ("a: 1\n---\nb: 2\n", "several-documents", 2, 1, "expected one document per file, found several"),
        ("a: b: c\n", "bad-yaml", 1, 5, "a second `: ` in this value, or wrong indentation"),
        ("a:\n\tb: 1\n", "bad-yaml", 2, 1, "a tab cannot indent a line"),
        ("a:\n  b: |\n    x\n\t y\n", "bad-yaml", 4, 1, "a tab cannot indent a line"),
        ("a:b\nc: d\n", "bad-yaml", 1, 1, "missing space after the `:` in this line"),
        ("a: @x\n", "bad-yaml", 1, 4, "a value cannot begin with `@`"),
        ("b: 1\na: 'x\n", "bad-yaml", 2, 4, "missing closing quote of this text"),
        ("a: [1, 2\nb: 3\n", "bad-yaml", 1, 4, "missing `]` or comma in this list"),
        ("a: {b: 1, c\n", "bad-yaml", 1, 4, "missing `}` or comma in this map"),
        ("a: 1\nfoo\n", "bad-yaml", 2, 1, "missing `:` after this key"),
        ("- a\nb: 1\n", "bad-yaml", 2, 1, "this line is not an item of the list above it"),
        ("a: |\n    x\n  y\n", "bad-yaml", 3, 3, "this line does not fit the lines above"),
        ('a: "\\q"\n', "bad-yaml", 1, 5, "unknown escape after this backslash"),
        ("a: %x\n", "bad-yaml", 1, 4, "a value cannot begin with `%`"),
        ("{: 1}\n", "bad-yaml", 1, 2, "missing value or key"),
        ("a: >=1\n", "bad-yaml", 1, 5, "a value cannot begin with `>` or `|`"),
        ("", "empty-file", 1, 1, "the file is empty"),
        ("# only a remark\n", "empty-file", 1, 1, "the file is empty"),
    ],
)
def test_what_is_refused(text, code, line, column, message):
    _, report = read(text)
    assert said(report)[0] == (code, line, message)
    assert report.diagnostics[0].at.column == column


def test_several_mistakes_are_told_at_once_and_both_places_shown():
    _, report = read("a: 1\na: 2\nb: &x 3\nc: !t 4\n")
    assert [one.code for one in report] == ["duplicate-key", "yaml-alias", "yaml-tag"]
    assert report.diagnostics[0].notes[0][0].line == 1


def test_depth_is_bounded():
    message = f"lists and maps are nested more than {MAX_DEPTH} levels deep"
    for text in ("[" * 5000, "[" * 60 + "]" * 60, "\n".join(" " * i + "a:" for i in range(60))):
        _, report = read(text)
        assert [one[::2] for one in said(report)] == [("too-deep", message)]


def test_alias_bomb_stays_small():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{c}: &{c} [{', '.join(f'*{b}' for _ in range(9))}]" for b, c in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    root, report = read("\n".join(lines))
    assert root is not None and len(root.value["i"].value) == 9
    assert {one.code for one in report} == {"yaml-alias"}


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"a: 1\nb: \xff\n", "not-utf8", 2, 4),
        ("a: 1\n".encode("utf-16"), "not-utf8", 1, 1),
        (b"a: 1\nb: \x07\n", "bad-character", 2, 4),
        ("a: x\u2028y\n".encode(), "bad-character", 1, 5),
        (b"x" * (MAX_BYTES + 1), "too-large", 0, 0),
    ],
)
def test_bytes_that_are_no_text(data, code, line, column):
    report = Report()
    assert read_text(data, "f.yaml", report) is None
    assert [(one.code, one.at.line, one.at.column) for one in report] == [(code, line, column)]
    assert report.diagnostics[0].render()


def test_mark_of_byte_order_and_line_ends_are_read():
    report = Report()
    source = read_text(b"\xef\xbb\xbfa: |\r\n  x\r\n  y\r\n", "f.yaml", report)
    root = parse_yaml(source, report)
    assert not report.diagnostics
    assert root.value["a"].raw == "x\ny\n"
    assert root.value["a"].key_at.column == 1
