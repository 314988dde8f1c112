"""Changes made before a case runs: printed values, and positions that the game's own laws must allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...code.typing import symbols
from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.parser import parse_code
from ...lang.source import NOWHERE, Span
from ...lang.spelling import nearest
from ...pack.model.bundle import Bundle, YamlEntry
from ...pack.model.fields import Fields
from ...pack.model.kinds import Kinds
from ...pack.model.yaml_text import raw
from ...pack.things import override_thing
from ...state.layout import argument_key, row_number
from ...state.position import Position
from ..laws.broken import BrokenLine, broken_lines
from ..setup.compiled import CompiledGame, compile_game
from ..setup.given import RESERVED
from .file import Case

MOST = 3  # the most rules listed in a failure
BEGUN = "case_has_begun"
_WRITTEN = re.compile(r"\w+(?:\(.*\)|\.\w+)?")  # a state as rules can write it


def print_values(bundle: Bundle, printed: Mapping[str, YamlEntry]) -> None:
    """Replace printed values: `0101.terrain: marsh`. Raises MootError for unknown things and fields."""
    report = Report()
    fields = Fields(Kinds(bundle.declarations), report, bundle.home)
    for key, entry in printed.items():
        name, _, field = key.rpartition(".")
        ident = next((one for one in (name, name.rpartition(".")[2]) if one in bundle.things), None)
        if ident is None:
            hint = nearest(name, bundle.things) or "write THING.FIELD"
            report.error("unknown-thing", f"unknown thing `{name}`", entry.key_at, hint)
            continue
        row = YamlEntry({field: entry}, entry.at, entry.key_at)
        bundle.things[ident] = override_thing(bundle.things[ident], row, row, fields, bundle.id)
    report.raise_if_failed()


def reset_at_start(game: CompiledGame, given: Mapping[str, YamlEntry]) -> tuple[str, dict[str, YamlEntry]]:
    """The phase in which a case begins, and the given states that this phase would reset."""
    index = game.game.program.index
    begun = raw(given["phase"]).partition("(")[0].strip() if "phase" in given else index.main
    within = [raw(one).partition("(")[0].strip() for one in given["within"].value] if "within" in given else []
    number = index.scopes.get(begun)
    if number is None or number in index.quiet or begun in within or "posed" in given:
        return begun, {}
    found = {}
    for key, entry in given.items():
        if key in RESERVED or row_number(game.layout, key) is not None or isinstance(entry.value, list | dict):
            continue
        formula = game.formulas.read(key, entry.key_at, Report())
        ref = formula.node.ref if formula is not None else None
        until = ref.until if isinstance(ref, symbols.State | symbols.Member) else None
        if until is not None and until[1] == begun:
            found[key] = entry
    return begun, found


def game_begun_inside(bundle: Bundle, phase: str, given: Mapping[str, YamlEntry]) -> CompiledGame:
    """The game in which a phase begins, for the first time, with these states. Raises MootError if rules cannot set
    them.
    """
    report = Report()
    for key, entry in given.items():
        if not _WRITTEN.fullmatch(key):
            message = f"`{key}` is reset to its initial value when `{phase}` begins"
            report.error("reset-by-phase", message, entry.key_at, f"remove it, or add `{phase}` to `within`")
    report.raise_if_failed()
    decl = next((one for one in bundle.declarations if isinstance(one, tree.ProcedureDecl) and one.name == phase), None)
    at = next(iter(given.values())).key_at
    lines = [f"if not {BEGUN}", f"  set {BEGUN} to yes", *(f"  set {key} to {raw(one)}" for key, one in given.items())]
    steps = parse_code("steps", "\n".join(lines) + "\n", at.source, at.line, at.column, report)
    report.raise_if_failed()
    state = tree.StateDecl(
        NOWHERE, BEGUN, [], tree.NamedType(NOWHERE, "bool"), tree.Bool(NOWHERE, False), None, None, None
    )
    bundle.declarations.append(state)
    if decl is not None:
        decl.block[:0] = steps
    return compile_game(bundle, traced_alone=True, quick=True)


def check_position(game: CompiledGame, S: Position, case: Case, report: Report) -> None:
    """Report each law of positions that the case's own position breaks."""
    given = case.part("given")
    at = given.key_at if given is not None and given.key_at.line else case.at
    for one in broken_lines(game.game.machine, S, "position", ()):
        what = ", ".join(argument_key(game.layout, tag, value) for _, tag, value in one.bound)
        message = f"the position breaks the law “{one.title}”" + (f" for {what}" if what else "")
        hint = "give a position that play can reach, or add `posed: yes` to `given`"
        report.error("impossible-position", message, at, hint, _law_note(game, one))


def _law_note(game: CompiledGame, broken: BrokenLine) -> list[tuple[Span, str]]:
    for law in game.world.game.laws:
        if law.title == broken.title:
            return [(law.at, f"the law is here{_cited(broken.clauses)}")]
    return []


def _cited(clauses: Iterable[str]) -> str:
    listed = ", ".join(clauses)
    return f" ({listed})" if listed else ""


def silent_whens(game: CompiledGame, begun: Position) -> list[str]:
    """The rules with `when` whose condition the case's own position makes true: it has not become true, so they do
    nothing.
    """
    machine = game.game.machine
    usual = machine.blank(0)
    if game.game.program.index.static_whens:
        machine.fast.start_whens(usual)
    lines = []
    for inst, holds in begun.truth.items():
        if holds and not usual.truth.get(inst, False):
            rule = next((one for one in game.plan.rules if one.number == inst[0]), None)
            if rule is None or not isinstance(rule.node, tree.When):
                continue
            at, text = rule.node.at, rule.node.at.text.partition("@")[0].strip()
            clauses = _cited(game.plan.clauses(rule.node.cites, rule.pack))
            lines.append(f"note: `{text}`{clauses} is true from the beginning, so it does nothing")
            lines.append(f"  --> {at.source.path}:{at.line}")
    return lines[: 2 * MOST]
