"""Decks in cases: which laws of decks a list of cards breaks."""

from __future__ import annotations

from dataclasses import replace

from ...code.pipeline import compile_bundle
from ...lang import tree
from ...lang.diagnostic import MootError, Report
from ...lang.spelling import one_of
from ...pack.model.bundle import Bundle, YamlEntry
from ...pack.model.fields import Fields
from ...pack.model.kinds import Kinds
from ...pack.model.schema import entry_phrase
from ...pack.model.yaml_text import raw
from ...pack.player_decks import players_of, section_deck
from ...pack.things import type_deck
from ...stack.machine import Machine
from ..decks.pool import pool_of
from ..laws.broken import BrokenLine, broken_lines
from .expectations import Mismatch
from .file import Case
from .words import is_below

ALONE = ("given", "given in", "chance", "chance in", "when", "when in")


def broken_laws_differ(bundle: Bundle, case: Case, report: Report) -> list[Mismatch]:
    """How the laws that a case's deck breaks differ from those that `breaks` names."""
    for key in ALONE:
        if key in case.root.value:
            hint = f"remove `{key}`, or write a case of its own"
            report.error(
                "wrong-key", f"a case with `deck` plays nothing: unexpected `{key}`", case.root.value[key].key_at, hint
            )
    expected = dict(case.items("then"))
    for key, entry in expected.items():
        if key != "breaks":
            report.error(
                "wrong-key", f"expected `breaks`, found `{key}`", entry.key_at, "a case with `deck` plays nothing"
            )
    if "breaks" not in expected:
        report.error("missing-key", "missing `breaks`", case.at, "write `then: {breaks: […]}`, or `breaks: none`")
    deck = case.part("deck")
    if report.failed or deck is None:
        return []
    broken = _broken(bundle, deck, report)
    return [] if report.failed else _differ(broken, expected["breaks"], bundle, report)


def _broken(bundle: Bundle, deck: YamlEntry, report: Report) -> list[BrokenLine]:
    bundle.report.raise_if_failed()
    cards: dict[str, YamlEntry] = deck.value
    sections = {key: one for key, one in cards.items() if isinstance(one.value, dict)}
    if not sections:
        _known(bundle, cards, report)
        if report.failed:
            return []
        try:
            pool = pool_of(bundle, {key: int(one.value) for key, one in cards.items()}, quick=True)
        except MootError as error:
            for told in error.diagnostics:
                report.error(told.code, told.message, deck.key_at, told.hint)
            return []
        things = tuple(sorted(number for copies in pool.copies.values() for number in copies))
        return list(broken_lines(pool.game.machine, pool.whole, "deck", things))
    known = bundle.deck_files.value["sections"].value if bundle.deck_files is not None else {}
    for key, one in cards.items():
        if key not in known:
            report.error("unknown-section", f"unknown section `{key}`", one.key_at, one_of(key, known))
        elif key not in sections:
            report.error("wrong-value", f"expected cards with counts, found {entry_phrase(one)}", one.at)
        else:
            _known(bundle, one.value, report)
    if report.failed:
        return []
    player = next(iter(players_of(bundle)), "")
    made = [
        section_deck(bundle, player, key, {title: int(count.value) for title, count in one.value.items()})
        for key, one in sections.items()
    ]
    fields = Fields(Kinds(bundle.declarations), report, bundle.home)
    for one_made in made:
        type_deck(one_made, bundle.things, fields, True)
    decks = {name: one for name, one in bundle.decks.items() if one.choice is None}
    laid = replace(bundle, decks=decks | {one.id: one for one in made}, report=Report())
    machine = Machine(compile_bundle(laid, traced_alone=True, quick=True))
    idents = {one.id for one in made}
    things = tuple(n for n, row in enumerate(machine.program.layout.things) if row.deck in idents)
    return list(broken_lines(machine, machine.blank(0), "deck", things))


def _known(bundle: Bundle, cards: dict[str, YamlEntry], report: Report) -> None:
    for title, entry in cards.items():
        if title not in bundle.things:
            report.error("unknown-thing", f"unknown card `{title}`", entry.key_at, one_of(title, bundle.things))


def _differ(broken: list[BrokenLine], entry: YamlEntry, bundle: Bundle, report: Report) -> list[Mismatch]:
    """`breaks` names every broken law, by its title or by a clause that its line cites."""
    named = entry.value if isinstance(entry.value, list) else [entry]
    wanted = [raw(one) for one in named if raw(one) != "none"]
    titles = {law.title for law in _laws(bundle)}
    clauses = {clause for document in bundle.documents.values() for clause in document.clauses}
    for text, one in zip(wanted, (one for one in named if raw(one) != "none"), strict=True):
        if text not in titles and text.partition("/")[2] not in clauses and text not in clauses:
            report.error("unknown-law", f"unknown law or clause `{text}`", one.at, one_of(text, titles))
    told = [f"{one.title}{' (' + ', '.join(one.clauses) + ')' if one.clauses else ''}" for one in broken]
    missing = [text for text in wanted if not any(_names(text, one) for one in broken)]
    further = [text for text, one in zip(told, broken, strict=True) if not any(_names(name, one) for name in wanted)]
    if not missing and not further:
        return []
    return [Mismatch("breaks", ", ".join(wanted) or "none", ", ".join(dict.fromkeys(told)) or "none", entry.at)]


def _names(text: str, broken: BrokenLine) -> bool:
    return text == broken.title or any(
        is_below(clause if "/" in text else clause.partition("/")[2], text) for clause in broken.clauses
    )


def _laws(bundle: Bundle) -> list[tree.LawDecl]:
    return [one for one in bundle.declarations if isinstance(one, tree.LawDecl) and one.section == "deck"]
