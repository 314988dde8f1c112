"""Every node and message has its place in the file, also inside a block of YAML and inside a text."""

from __future__ import annotations

from moot.lang import tree
from moot.lang.diagnostic import Report
from moot.lang.parser import parse_code, parse_rules
from moot.lang.source import Source, Span

CARD = """\
cards:
  whip:
    text: |
      raise x by 1   # a note
      if a
        say("who takes {c.owner}")  @8
    score: 2 + bonus
"""


def cut(span: Span) -> str:
    assert span.line == span.end_line
    return span.text[span.column - 1 : span.end_column - 1]


def steps() -> list[tree.Step]:
    report = Report()
    code = 'raise x by 1   # a note\nif a\n  say("who takes {c.owner}")  @8\n'
    made = parse_code("steps", code, Source("cards.yaml", CARD), 4, 7, report)
    assert not report.failed
    return made


def test_places_in_a_block_of_yaml():
    raised, branch = steps()
    assert isinstance(raised, tree.Raise) and isinstance(branch, tree.If)
    assert (raised.at.line, raised.at.column) == (4, 7)
    assert cut(raised.at) == "raise x by 1"
    assert cut(raised.target.at) == "x"
    assert (branch.at.line, branch.at.end_line) == (5, 6)
    (call,) = branch.branches[0].block
    assert isinstance(call, tree.CallStatement)
    assert cut(call.call.at) == 'say("who takes {c.owner}")'
    assert cut(call.cites[0].at) == "@8"


def test_places_of_formulas_in_a_text():
    _, branch = steps()
    assert isinstance(branch, tree.If)
    (call,) = branch.branches[0].block
    assert isinstance(call, tree.CallStatement)
    (text,) = call.call.args
    assert isinstance(text, tree.Text)
    said, owner = text.parts
    assert said == "who takes "
    assert isinstance(owner, tree.Field)
    assert cut(owner.at) == "c.owner"
    assert cut(owner.of.at) == "c"


def test_a_formula_on_the_line_of_its_key():
    report = Report()
    (made,) = parse_code("formula", "2 + bonus", Source("cards.yaml", CARD), 7, 12, report)
    assert cut(made.at) == "2 + bonus"
    assert cut(made.right.at) == "bonus"


def test_characters_at_columns_of_their_own():
    text = 'x,"a = ""c""\n  + b"'
    report = Report()
    columns = [[4, 5, 6, 7, 8, 10, 11, 13], [1, 2, 3, 4, 5, 6]]
    (made,) = parse_code("formula", 'a + "c"\n  + b', Source("cards.csv", text), 1, 4, report, columns)
    assert cut(made.right.at) == "b" and cut(made.left.right.at) == '""c""'


def test_messages_in_a_block_of_yaml_show_its_line():
    report = Report()
    source = Source("cards.yaml", "card:\n  text: |\n    set x to 3\n    rais x by 1\n")
    made = parse_code("steps", "set x to 3\nrais x by 1\n", source, 3, 5, report)
    assert len(made) == 1
    (wrong,) = report
    assert wrong.render().splitlines() == [
        "error: unknown word `rais` [misspelt-word]",
        "  --> cards.yaml:4:5",
        " 4 |     rais x by 1",
        "   |     ^^^^",
        "  hint: did you mean `raise`?",
    ]


def test_a_declaration_reaches_to_the_end_of_its_last_line():
    text = "# first\nprocedure p   @1\n  f()  # note\n\n  g()\n\n# last\nstate x : bool\n"
    report = Report()
    procedure, state = parse_rules(Source("rules.moot", text), report)
    assert (procedure.at.line, procedure.at.column, procedure.at.end_line, procedure.at.end_column) == (2, 1, 5, 6)
    assert cut(state.at) == "state x : bool"


def test_parentheses_belong_to_what_holds_them():
    report = Report()
    text = "(a or b) and (c)"
    (made,) = parse_code("formula", text, Source("x", text), 1, 1, report)
    assert cut(made.at) == text
    assert [cut(item.at) for item in made.items] == ["a or b", "c"]


def test_ends_of_lines_as_on_windows():
    text = "procedure p\r\n  set x to 1\r\nstate y : bool\r\n"
    report = Report()
    procedure, state = parse_rules(Source("rules.moot", text), report)
    assert not report.failed
    assert (state.at.line, state.at.column, state.at.end_column) == (3, 1, 15)
    assert procedure.at.end_line == 2
