"""The rules of a small game, and what tests of packs compare."""

from __future__ import annotations

from moot.lang.diagnostic import Diagnostic, MootError, Report
from moot.lang.source import Source
from moot.pack.model.bundle import YamlEntry
from moot.pack.model.yaml_text import parse_yaml, read_text

RULES = """\
game tiny "Tiny"
players ann, bob
kind colour : red, green, blue
kind card
  owner : player
  price : number = 0
  text  : steps or none
kind hero is card
  rows   : set of 1..4
  hidden : bool = no
  worth  : formula = 1
zone supply(p: player) : pile of card, seen by none
option long : bool = no
option mode : hard, easy = hard
table losses(die: 1d6, c: colour) : number
table one(die: 1..4) : steps(c: card)
function limit = 3
function reach(c: card, n: number) : number = n
procedure score(c: card)                                              @1
  nothing
after score(c)                                                        @2
  nothing
phase match
  nothing
"""


def said(report: Report | list[Diagnostic] | MootError) -> list[tuple[str, int, str]]:
    """Code, line and message of each diagnostic."""
    found = report.diagnostics if isinstance(report, Report | MootError) else report
    return [(one.code, one.at.line, one.message) for one in found]


def read(text: str) -> tuple[YamlEntry | None, Report]:
    """A YAML text as an Entry, and what was reported."""
    report = Report()
    source = read_text(text.encode(), "test.yaml", report)
    assert isinstance(source, Source)
    return parse_yaml(source, report), report
