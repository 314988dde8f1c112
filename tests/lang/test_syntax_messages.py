"""What is said of a text that is wrong: in words of the language, all of it at once, and never an exception."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.lang.diagnostic import Report
from moot.lang.parser import keywords, parse_code, parse_rules
from moot.lang.source import Source

WHOLE = {
    "kind has\n": """\
error: `has` is a keyword, not a name [keyword-as-name]
  --> rules.moot:1:6
 1 | kind has
   |      ^^^
  hint: choose another name""",
    "phse match\n  nothing\n": """\
error: unknown word `phse` [misspelt-word]
  --> rules.moot:1:1
 1 | phse match
   | ^^^^
  hint: did you mean `phase`?""",
    "procedure p\n  for each u in x wher y\n    f()\n": """\
error: unknown word `wher` [misspelt-word]
  --> rules.moot:2:19
 2 |   for each u in x wher y
   |                   ^^^^
  hint: did you mean `where`?""",
    "phase match\nstate x : bool\n": """\
error: `phase` needs a block [missing-block]
  --> rules.moot:1:1
 1 | phase match
   | ^^^^^
  hint: indent the lines that belong to it""",
    "function f = a and b or c\n": """\
error: cannot mix `and` and `or` [mixed-and-or]
  --> rules.moot:1:22
 1 | function f = a and b or c
   |                      ^^
  hint: add parentheses to show which parts belong together""",
    "function f = a < b < c\n": """\
error: cannot compare the result of a comparison [syntax]
  --> rules.moot:1:20
 1 | function f = a < b < c
   |                    ^
  hint: join two comparisons with `and`""",
    "function f = a == b\n": """\
error: expected a value, found `=` [syntax]
  --> rules.moot:1:17
 1 | function f = a == b
   |                 ^
  hint: write `=` for equality""",
    "procedure p\n  set x to (a, b\n  raise x by 2\n": """\
error: `(` is not closed [unclosed-parenthesis]
  --> rules.moot:2:12
 2 |   set x to (a, b
   |            ^""",
    "procedure p\n  f(a]\n": """\
error: `]` does not close `(` [unclosed-parenthesis]
  --> rules.moot:2:6
 2 |   f(a]
   |      ^
  note: `(` was opened here
  --> rules.moot:2:4
 2 |   f(a]
   |    ^""",
    "function f = a && b\n": """\
error: unexpected character `&&` [unknown-character]
  --> rules.moot:1:16
 1 | function f = a && b
   |                ^^
  hint: write `and`""",
    'procedure p\n  win q "first\n': """\
error: missing closing quotation mark [unclosed-text]
  --> rules.moot:2:9
 2 |   win q "first
   |         ^^^^^^
  hint: end it with `"` on the same line""",
    "kind card\n  owner : player\nkind unit\n\towner : player\n": """\
error: indentation mixes tabs and spaces [mixed-indentation]
  --> rules.moot:4:1
 4 |     owner : player
   | ^^^^
  hint: indent by two spaces everywhere
  note: indented by spaces here
  --> rules.moot:2:1
 2 |   owner : player
   | ^^""",
    "procedure p\n    f()\n  g()\n": """\
error: the indentation matches no line above [indentation]
  --> rules.moot:3:3
 3 |   g()
   |   ^
  hint: indent it by 0 or 4 columns""",
    "set x to 3\n": """\
error: expected a declaration, found `set` [syntax]
  --> rules.moot:1:1
 1 | set x to 3
   | ^^^
  hint: put steps, indented, in a procedure, phase, action or rule""",
    "function f = count x in top of s\n": """\
error: `top of` is a keyword here, so `top` is not read as a name [keyword-as-name]
  --> rules.moot:1:25
 1 | function f = count x in top of s
   |                         ^^^^^^
  hint: rename `top`, or put it in parentheses""",
    'procedure p\n  win q "{c is it"\n': """\
error: `{` without `}` in this text [brace]
  --> rules.moot:2:10
 2 |   win q "{c is it"
   |          ^
  hint: double a literal brace: `{{` or `}}`""",
}

SHORT = {
    "procedure p\n  set x 3\n": "expected `to`, found `3`",
    "procedure p\n  set x\n": "expected `to`, found the end of the line",
    "procedure p\n  raise x to 3\n": "expected `by`, found `to`",
    "procedure p\n  choose c in s by p\n": 'expected a text in "…", found the end of the line',
    "procedure p\n  repeat\n    f()\n  g()\n": "expected `until`, found `g`",
    "procedure p\n  else\n    f()\n": "`else` has no matching `if` at the same indentation",
    "procedure p\n  for each in s\n    f()\n": "expected a name, found `in`",
    "procedure p\n  f(a,)\n": "expected a value, found `)`",
    "state a, b bool\n": "expected `:`, `,` or `(`, found `bool`",
    "state a :\n": "expected a type, found the end of the line",
    "zone z : heap of card, seen by all\n": "unknown zone type `heap`",
    "table t(a: b) : stepps(d: unit)\n": "unknown code type `stepps`",
    "function f = roll 0d6\n": "`0d6` rolls no dice",
    "function f = 9999999999999999\n": "number too large",
    "function f = (a))\n": "unmatched `)`",
    "function f = 'a'\n": "' is not a quotation mark of the language",
    "kind card\n  a : bool\n    b : bool\n": "this line is indented, but the line above takes no block",
    "  kind card\n": "this line is indented, but the line above takes no block",
    "action a\n  do f()\n": "expected the end of the line, found `f`",
    "option a : bool = 1 + 1\n": "expected the end of the line, found `+`",
}


BEGINNERS = {
    ("steps", "increase x by 1"): "write `raise … by …`",
    ("steps", "lose 1 coin"): "write `lower … by …`",
    ("steps", "draw 1 card"): "write `draw(1, …, …)`",
    (
        "steps",
        "tap this",
    ): "steps begin with words such as `raise`, `set`, `move` and `if`, or call a procedure, as in `tap(…)`",
    ("steps", "if a < 5 raise x by 1"): "put the step on the next line, indented",
    ("steps", "if a < 5 f()"): "put the step on the next line, indented",
    ("steps", "if a < 5:\n  f()"): "leave out the `:`; the indented lines below are the block",
    ("steps", "if a < 5 then\n  f()"): "leave out `then`, and put the step on the next line, indented",
    ("steps", "if a =< 5\n  f()"): "write `<=`",
    ("formula", "p = ann and fox at 0405"): (
        "a formula ends before `at`; call a function as `at(…)`, and read a field as `….at`"
    ),
    ("standing", "raise x by 1"): "put steps in a field of the type `steps`, or below a rule such as `after …`",
    ("standing", "f(c) + 1"): "write `modify NAME(…) by …` to change a number, or `after NAME(…)` to answer an event",
    ("standing", "whenever a card is drawn\n  f()"): "write `after NAME(…)`",
    ("standing", "after f(c) if c.red\n  f()"): "write `where` instead",
}


@pytest.mark.parametrize(("entry", "text"), BEGINNERS)
def test_advice_to_who_does_not_know_the_language(entry, text):
    report = Report()
    parse_code(entry, text, Source("card.yaml", text), 1, 1, report)
    assert [one.hint for one in report] == [BEGINNERS[entry, text]]


@pytest.mark.parametrize("text", WHOLE)
def test_the_whole_message(messages, text):
    assert messages.rendered(text) == WHOLE[text]


@pytest.mark.parametrize("text", SHORT)
def test_the_message(messages, text):
    assert [message for *_, message in messages.of("rules", text)] == [SHORT[text]]


def test_all_mistakes_of_a_file_are_told_in_their_order():
    text = """\
kind has
state x : bool
procedure p
  set x 3
function f = a & b
function g = (a
procedure q
  nothing
phse r
  nothing
"""
    report = Report()
    made = parse_rules(Source("rules.moot", text), report)
    assert [(d.at.line, d.code) for d in report] == [
        (1, "keyword-as-name"),
        (4, "syntax"),
        (5, "unknown-character"),
        (6, "unclosed-parenthesis"),
        (9, "misspelt-word"),
    ]
    assert [type(d).__name__ for d in made] == ["StateDecl", "ProcedureDecl"]


def test_all_mistakes_of_a_field_are_told(messages):
    text = "set x\nif a\n  f()\nelse\n  g()\nraise y to 2\n"
    assert [(line, code) for line, _, code, _ in messages.of("steps", text)] == [(1, "syntax"), (6, "syntax")]


def test_a_formula_in_braces_is_told_at_its_place(messages):
    assert messages.of("formula", 'f("a {b +} c", "{}")') == [
        (1, 10, "syntax", "expected a value, found the end of the text"),
        (1, 18, "brace", "missing formula between these braces"),
    ]


@pytest.mark.parametrize("entry", ["steps", "standing", "formula"])
def test_a_field_without_code(messages, entry):
    assert messages.of(entry, "  # only a note\n") == [(1, 1, "empty-code", "expected code, found empty text")]


def test_a_file_without_declarations_is_right(messages):
    assert messages.of("rules", "\n# only a note\n") == []


@pytest.mark.parametrize("text", ["not " * 400 + "a", "a + " * 400 + "a", "f(" * 400 + ")" * 400])
def test_what_is_too_deep(messages, text):
    assert [code for _, _, code, _ in messages.of("formula", text)] == ["too-deep"]


@pytest.mark.parametrize("word", keywords())
def test_no_keyword_is_a_name(messages, word):
    (message,) = messages.of("rules", f"zone {word} : pile of card, seen by all\n")
    assert message[2] == "keyword-as-name"


WORDS = [
    *keywords(),
    "a",
    "b",
    "3",
    "2d6",
    "(",
    ")",
    "[",
    "]",
    ".",
    ",",
    ":",
    "=",
    "<",
    "+",
    "..",
    "@1",
    '"t"',
    '"{a}"',
]
PIECES = [
    *(word + " " for word in WORDS),
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    '"',
    "{",
    "é",
    "'",
    "end of ",
    "top of ",
    "\r",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@settings(max_examples=150, deadline=None)
def test_no_text_raises(text):
    source = Source("any", text)
    report = Report()
    parse_rules(source, report)
    for entry in ("steps", "standing", "formula"):
        parse_code(entry, text, source, 1, 1, report)
    for diagnostic in report:
        assert diagnostic.at.line >= 1 and diagnostic.at.column >= 1
        assert diagnostic.render()


def test_all_mistakes_of_a_declaration_are_told(messages):
    text = """\
procedure p
  set x 3
  if a and b or c
    rais x by 1
  else
    lower x to 2
  for each u in s
    move u by 3
  choose c in s by p "which"
      pik d in s
  f(a)
  g(
    a
"""
    assert [(line, code) for line, _, code, _ in messages.of("rules", text[: text.index("  g(")])] == [
        (2, "syntax"),
        (3, "mixed-and-or"),
        (8, "syntax"),
        (10, "misspelt-word"),
    ]
    assert [(line, code) for line, _, code, _ in messages.of("rules", text)] == [(12, "unclosed-parenthesis")]


def test_a_line_left_out_brings_no_mistakes_of_its_own(messages):
    text = "procedure p\n  repeat\n    f()\n  until a and b or c\n  g()\n  h()\n"
    assert [line for line, *_ in messages.of("rules", text)] == [4]
    text = "procedure p\n  if a =\n    f()\n  else if b\n    g()\n  else\n    h()\n  set x 2\n"
    assert [line for line, *_ in messages.of("rules", text)] == [2, 8]
