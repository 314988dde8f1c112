"""From a bundle to a program: typed, planned, laid out, written as Python twice, compiled."""

from __future__ import annotations

import os
from types import CodeType
from typing import Any

from ..lang import tree
from ..lang.diagnostic import fail
from ..lang.source import NOWHERE, Span
from ..lang.uncollected import uncollected
from ..pack.bundle import Bundle
from ..pack.manifest import setting
from .build import Build
from .cells_read import cells_of_formulas
from .kind_tables import with_kind_tables
from .plan import make_plan, was_calls
from .program import Program
from .quiet_phases import settle_phases
from .tally import Tally
from .typing import symbols
from .typing.steady import steady_fields
from .typing.typed import typed
from .typing.types import Code, bare
from .write_index import program_index
from .write_module import rule_lines, write_module


def compile_bundle(bundle: Bundle, traced_alone: bool = False) -> Program:
    """Raises MootError with every diagnostic found if the rules are not sound. `traced_alone`: see `program_of`."""
    game = typed(bundle)
    bundle.report.raise_if_failed()
    build = prepared(game, bundle)
    if traced_alone:
        with_formulas(build)
    return program_of(build, bundle, traced_alone)


def with_formulas(build: Build) -> None:
    """Has the formulas of all fields written, whether or not a rule asks for them."""
    for kind in build.game.kinds.values():
        for member in kind.fields.values():
            of = bare(member.type)
            if isinstance(of, Code) and of.entry == "formula":
                build.formula_field(build.root(kind.name), member.name)


@uncollected()
def program_of(build: Build, bundle: Bundle, traced_alone: bool = False) -> Program:
    """The program of a game that is typed and laid out. The build can write further formulas for it afterwards.

    `traced_alone`: made in half the time, it runs in the traced form, whether there is a journal or not.
    """
    game = build.game
    traced, fast = (write_module(build, True), "") if traced_alone else write_both(build)
    build.tally.close()
    index = program_index(build, {"fast": rule_lines(fast), "traced": rule_lines(traced)})
    code = _compiled(traced, "<traced>", build, bundle)
    for root, field in sorted(_code_fields(build)):
        build.printed(field, root)
    return Program(
        id=bundle.id,
        title=game.title,
        digest=bundle.digest,
        version=bundle.manifests[-1].version if bundle.manifests else "",
        versions={m.id: m.version for m in bundle.manifests},
        options={name: _shown(build, option) for name, option in game.options.items()},
        option_places={name: _option(build, option, bundle) for name, option in game.options.items()},
        stand_in=[text for manifest in bundle.manifests for text in manifest.stand_in],
        terms=dict(bundle.terms),
        layout=build.layout,
        homes=build.homes,
        sites=build.sites,
        rules=build.rules,
        document=bundle.own_documents.get(bundle.id, ""),
        clauses={
            f"{document.id}/{clause.id}": (clause.gist, clause.place, clause.kind)
            for document in bundle.documents.values()
            for clause in document.clauses.values()
        },
        constants=build.constants,
        index=index,
        fast=code if traced_alone else _compiled(fast, "<fast>", build, bundle),
        traced=code,
        warnings=[d.as_json() for d in bundle.report],
        report=game.report,
        samples=[
            (
                deck.id,
                str(deck.choice.value),
                {name: setting(name, entry, "").value for name, entry in deck.suits.items()},
            )
            for deck in bundle.decks.values()
            if deck.choice is not None
        ],
    )


def write_both(build: Build) -> tuple[str, str]:
    """The text of the traced form and of the fast one, whose frames can be exchanged: they keep what either needs.

    Which cells are watched is known when a form has been written.
    """
    texts = {True: write_module(build, True)}
    traced, known, watched = False, None, None
    while (known, watched) != (build.kept, build.watched):
        known, watched = {unit: dict(parts) for unit, parts in build.kept.items()}, build.watched
        texts[traced] = write_module(build, traced)
        traced = not traced
    return texts[True], texts[False]


def _compiled(text: str, name: str, build: Build, bundle: Bundle) -> CodeType:
    """The module's code. Raises MootError where more blocks stand inside one another than Python can run."""
    try:
        return compile(with_kind_tables(build, text), name, "exec")
    except SyntaxError as error:
        if "too many" not in str(error):
            raise
        rule = max((pair for pair in rule_lines(text) if pair[0] <= (error.lineno or 0)), default=(0, -1))[1]
        path, line = (build.rules[rule].file, build.rules[rule].line) if rule >= 0 else ("", 0)
        source = next(
            (d.at.source for d in bundle.declarations if os.path.abspath(d.at.source.path) == path), NOWHERE.source
        )
        at = Span(source, line, 1, line, 1 << 10) if source.path else NOWHERE
        message = "too many loops and branches stand inside one another here"
        raise fail("too-deep", message, at, "make a procedure of the inner ones") from None


@uncollected()
def prepared(game: symbols.Game, bundle: Bundle, covering: bool = False) -> Build:
    """The plan and the layout, ready for the writers. `covering`: for a module that notes which rules have run."""
    plan = make_plan(game, bundle)
    build = Build(game, plan)
    build.covering = covering
    _settle_options(build)
    build.tally = Tally(build)
    build.documents = bundle.own_documents
    build.packs = dict(bundle.home)
    build.steady = steady_fields(game, bundle)
    build.target_numbers = {key: number for number, key in enumerate(plan.targets)}
    build.was_rules = {rule.number for rule in plan.rules if was_calls(rule)}
    build.in_costs = _in_costs(build)
    _drop_dead_rules(build)
    if plan.whens and all(rule.origin == "file" for rule in plan.whens):
        build.when_cells = cells_of_formulas(build, [rule.node.where for rule in plan.whens if rule.node.where])
    settle_phases(build)
    build.kept_functions = {} if build.game.boards and not covering else None
    return build


def _settle_options(build: Build) -> None:
    """An option that names a thing becomes its number. Raises MootError if the thing is not in the game."""
    for option in build.game.options.values():
        if isinstance(option.value, symbols.TitleOf):
            title = option.value.id
            option.value = build.settled(option.value, 0)
            if option.value is None:
                message = f"the option `{option.name}` names `{title}`, which no deck that is laid has"
                raise fail("not-in-game", message, option.decl.at if option.decl else NOWHERE, "name one that is there")


def _drop_dead_rules(build: Build) -> None:
    """Rules whose condition cannot hold, as the options are set, cost nothing."""
    from .write_rules import rule_writer

    for target in build.plan.targets.values():
        for rules in (target.rules, target.moving):
            for rule in list(rules):
                where = rule.node.where
                if where is not None and rule_writer(build, rule)[0].expr(where) == "False":
                    rules.remove(rule)
                    build.dead.add(rule.number)


def _in_costs(build: Build) -> set[int]:
    """Procedures that costs may call: in them a change that a range cuts short means that the cost cannot be paid."""
    from .plan import calls_of

    found: set[int] = set()
    stack: list[Any] = [node.statement for node in build.nodes(tree.Cost)]
    while stack:
        for called in calls_of(build.plan, stack.pop(), None):
            if called not in found:
                found.add(called)
                target = build.plan.targets.get(called)
                if target is not None and target.body is not None:
                    stack.append(target.body.block)
    return found


def _code_fields(build: Build) -> set[tuple[str, str]]:
    """Fields that hold steps: `run` finds their units by these tables."""
    return {
        (build.root(thing.kind), code.field)
        for thing in build.game.things.values()
        for code in thing.code.values()
        if code.code.entry == "steps" and code.field in thing.code
    }


def _shown(build: Build, option: symbols.Option) -> str:
    from ..state.layout import argument_key

    return argument_key(build.layout, build.tag(option.type), option.value)


def _option(build: Build, option: symbols.Option, bundle: Bundle) -> tuple[str, tuple[str, ...]]:
    node = option.decl
    cites: list[tree.Cite] = node.cites if isinstance(node, tree.OptionDecl) else []
    document = build.documents.get(bundle.home.get(id(node), ""), "")
    return str(option.type), tuple(c.clause if "/" in c.clause else f"{document}/{c.clause}" for c in cites)
