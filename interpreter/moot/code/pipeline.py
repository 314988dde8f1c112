"""From a bundle to a program, stage by stage: typed, numbered, planned, lowered, passed over, printed, compiled."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import CodeType

from ..lang import tree
from ..lang.diagnostic import fail
from ..lang.formula_text import formula_text
from ..lang.source import NOWHERE, Span
from ..lang.without_gc import uncollected
from ..pack.manifest import setting_of
from ..pack.model.bundle import CALLER, Bundle, Deck
from ..pack.model.yaml_text import plain_text
from ..pack.words import declared_words
from ..state.layout import argument_key
from .compiled import Compiled
from .emit.constants import name_of_table
from .emit.given import FAST, TRACED
from .emit.lines import PythonText
from .emit.module import print_forms, print_module
from .given import given_of
from .index import program_index
from .ir.units import RuleLine as FormLine
from .ir.units import Unit
from .ir.verified.verify import verify
from .ir.walk import innermost
from .layout.numbering import Numbering, number_game
from .lower.game import lower
from .passes.framed import framed
from .passes.order import passed
from .passes.watched import watched
from .plan.make import make_plan
from .plan.tables import make_tables
from .program import Program, RuleLine, Site
from .program_index import LineRows
from .registers import registers_of
from .surroundings import passing, when_cells
from .typing import symbols
from .typing.typed import typed

MOST_VERIFIED = 2000  # units; tests of the passes verify larger games once


def compile_bundle(bundle: Bundle, traced_alone: bool = False, quick: bool = False) -> Program:
    """Raises MootError with every diagnostic found if the rules have errors. `traced_alone`: see `program_of`;
    `quick`: see `compiled`.
    """
    game = typed(bundle)
    bundle.report.raise_if_failed()
    return program_of(compiled(game, bundle, quick=quick), bundle, traced_alone)


@uncollected()
def compiled(game: symbols.TypedGame, bundle: Bundle, noting: bool = False, quick: bool = False) -> Compiled:
    """A typed game in the intermediate form, after all passes. `noting`: steps report the values of names.

    `quick`: without the passes, for games played so rarely that the passes take longer than they save. If only the
    traced version is made and notes no lines, its units are printed and compiled when they are first called.
    """
    numbering = number_game(game)
    plan = make_plan(numbering, bundle)
    tables = make_tables(numbering, plan)
    found = lower(plan, tables, noting)
    verified = _verified(found.lowered.lines)
    try:
        verified(found.lowered.units, "lowering")
        before = passing(plan, tables, found)
        after = before if quick else passed(before, verified)
        with_frames = framed(after.units)
    except RecursionError:
        rule = innermost(unit.body for unit in found.lowered.units)
        raise _too_deep(found.lowered.lines, bundle, rule) from None
    return Compiled(
        numbering,
        plan,
        tables,
        found.lowered,
        after.printed,
        found.formulas,
        with_frames,
        when_cells(plan, before.effects),
        after.keepers,
        after.tallied,
        quick,
    )


def _verified(lines: Sequence[FormLine]) -> Callable[[Sequence[Unit], str], None]:
    """A function that examines units after lowering and each pass: the verifier, if MOOT_VERIFY names the stage. With
    the value 1, every stage of a game of moderate size is examined.
    """
    asked = os.environ.get("MOOT_VERIFY", "").split(",")

    def looked(units: Sequence[Unit], after: str) -> None:
        if after in asked or ("1" in asked and len(units) <= MOST_VERIFIED):
            verify(units, after, lines)

    return looked


@uncollected()
def program_of(made: Compiled, bundle: Bundle, traced_alone: bool = False, covering: bool = False) -> Program:
    """The program of a compiled game. `covering`: it records which lines of the rules run.

    `traced_alone`: made in half the time, it runs in the traced version, with or without a journal.
    """
    if covering:  # lines of functions too, and the steps of actions
        made = replace(made, framed=framed(watched(made.lowered.units, made.plan.flat)))
    registers, given = registers_of(made), given_of(made)
    one, other = (replace(form, covering=covering) for form in (FAST, TRACED))
    lines: dict[str, LineRows] = {}

    def coded(printed: PythonText, name: str) -> CodeType:
        lines[name] = list(printed.lines)
        return _code(printed, f"<{name}>", made, bundle)

    later = coded if made.quick and traced_alone and not covering else None
    fast: tuple[CodeType, ...]
    traced: tuple[CodeType, ...]
    if traced_alone:
        last = print_module(made.framed, given, registers, other, later)
        fast = traced = (coded(last, "traced"),)
    else:
        forms = print_forms(made.framed, given, registers, (one, other))
        last = forms.shared
        shared = coded(last, "shared")
        fast, traced = [(coded(own, name), shared) for own, name in zip(forms.own, ("fast", "traced"), strict=True)]
    shown = {name_of_table(table): values for table, values in given.printed.items()}  # views name them all
    numbering, game = made.numbering, made.game
    return Program(
        id=bundle.id,
        title=game.title,
        digest=bundle.digest,
        version=bundle.manifests[-1].version if bundle.manifests else "",
        versions={m.id: m.version for m in bundle.manifests},
        options={name: _option_text(numbering, option) for name, option in game.options.items()},
        option_defaults={name: _default_text(option, bundle) for name, option in game.options.items()},
        option_places={name: _option(made, option, bundle) for name, option in game.options.items()},
        stand_in=[text for manifest in bundle.manifests for text in manifest.stand_in],
        about=dict(game.about),
        docs={one.key: (one.text, one.parts) for one in declared_words(bundle).values() if one.text or one.parts},
        terms=_words(bundle),
        layout=numbering.layout,
        homes=list(numbering.homes),
        sites=[Site(site.prompt, site.rule, site.tag, site.none) for site in made.lowered.sites],
        rules=[RuleLine(line.label, line.file, line.line, line.clauses) for line in made.lowered.lines],
        document=bundle.own_documents.get(bundle.id, ""),
        documents=tuple(
            dict.fromkeys(bundle.own_documents[m.id] for m in bundle.manifests if m.id in bundle.own_documents)
        ),
        clauses={
            f"{document.id}/{clause.id}": (clause.gist, clause.place, clause.kind)
            for document in bundle.documents.values()
            for clause in document.clauses.values()
        },
        constants={**shown, **last.constants},
        index=program_index(made, lines),
        fast=fast,
        traced=traced,
        warnings=[d.as_json() for d in bundle.report],
        report=game.report,
        player_decks=bundle.player_decks,
        samples=[
            (
                deck.whole,
                str(deck.choice.value),
                {name: setting_of(name, entry, "").value for name, entry in deck.suits.items()},
                deck.id in game.decks,
            )
            for deck in _chosen_decks(bundle)
            if deck.choice is not None
            if deck.id in game.decks or deck.pack == _chosen_decks(bundle)[0].pack
        ],
    )


def _chosen_decks(bundle: Bundle) -> list[Deck]:
    """The decks that options choose, the latest pack's first; for a deck in sections, its last section."""
    return [deck for deck in {deck.whole: deck for deck in bundle.decks.values()}.values() if deck.choice is not None]


def _words(bundle: Bundle) -> dict[str, str]:
    """Display names: for a thing without a term, the name printed on it."""
    printed = {thing.id: thing.fields["name"].value for thing in bundle.things.values() if "name" in thing.fields}
    return {ident: name for ident, name in printed.items() if isinstance(name, str)} | dict(bundle.terms)


def _code(printed: PythonText, name: str, made: Compiled, bundle: Bundle) -> CodeType:
    """The code of a text. Raises MootError where more blocks are inside one another than Python can run."""
    try:
        return compile(printed.text, name, "exec")
    except SyntaxError as error:
        if "too many" not in str(error):
            raise
        line = error.lineno or 0
        rule = max((pair for pair in printed.lines if pair[0] <= line), default=(0, -1))[1]
        raise _too_deep(made.lowered.lines, bundle, rule) from None


def _too_deep(lines: Sequence[FormLine], bundle: Bundle, rule: int) -> Exception:
    path, number_ = (lines[rule].file, lines[rule].line) if rule >= 0 else ("", 0)
    source = next(
        (d.at.source for d in bundle.declarations if os.path.abspath(d.at.source.path) == path), NOWHERE.source
    )
    at = Span(source, number_, 1, number_, 1 << 10) if source.path else NOWHERE
    return fail("too-deep", "loops and branches are nested too deeply", at, "move the inner ones to a procedure")


def _option_text(numbering: Numbering, option: symbols.Option) -> str:
    return argument_key(numbering.layout, numbering.tag(option.type), numbering.options[option.name])


def _default_text(option: symbols.Option, bundle: Bundle) -> str:
    """The default of an option according to the rules and the packs, as written."""
    given = [one.value for one in bundle.settings if one.option == option.name and one.by != CALLER]
    if given:
        return plain_text(given[-1])
    return formula_text(option.decl.default) if isinstance(option.decl, tree.OptionDecl) else ""


def _option(made: Compiled, option: symbols.Option, bundle: Bundle) -> tuple[str, tuple[str, ...]]:
    node = option.decl
    cites = node.cites if isinstance(node, tree.OptionDecl) else []
    return str(option.type), made.plan.clauses(cites, bundle.home.get(id(node), ""))
