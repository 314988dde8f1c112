"""The register of readings: each doubtful clause with its option, the values in words, the default and the results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...code.program import other_values
from ...lang import tree
from ...pack.load import load as load_bundle
from ...pack.model.yaml_text import plain_text
from ...stack.game import Game
from ..diff.structure.rule_texts import words_above
from .parting import Example


def readings_register(
    loaded: Game,
    name: str,
    mods: Sequence[str],
    examples: Mapping[str, Example],
    figures: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """An entry for each option with a few values that leaves a clause open, in the order of the rules.

    `examples`: by option; `figures`: of one game, as `measures.measured_readings` returns them.
    """
    program = loaded.program
    bundle = load_bundle(name, mods, cases=False)
    notes = {decl.name: words_above(decl.at) for decl in bundle.declarations if isinstance(decl, tree.OptionDecl)}
    found = []
    for option, now in program.options.items():
        of, cites = program.option_places[option]
        values = reading_values(loaded, option)
        if len(values) < 2 or not (cites or notes.get(option)):
            continue
        words = in_words(notes.get(option, ""), values)
        measured = (figures or {}).get("values", {}).get(option, {})
        found.append(
            {
                "option": option,
                "type": of,
                "default": now,
                "question": words[""],
                "clauses": [_clause(loaded, clause) for clause in cites],
                "values": [
                    {"value": value, "words": words.get(value, ""), "favours": measured.get(value)} for value in values
                ],
                "example": examples[option].as_json() if option in examples else None,
            }
        )
    return found


def reading_values(loaded: Game, option: str) -> list[str]:
    """All values of an option, the one that is set first; only that one where they are not a few."""
    return [loaded.options[option], *(plain_text(value) for value in other_values(loaded.program, option))]


def _clause(loaded: Game, clause: str) -> dict[str, str]:
    gist, place, kind = loaded.program.clauses.get(clause, ("", "", ""))
    return {"clause": clause, "place": place, "kind": kind, "gist": gist}


def in_words(note: str, values: Sequence[str]) -> dict[str, str]:
    """A comment's text for each value (`look: …. after_text: …`), and under an empty name the text before them."""
    names = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    parts = re.split(rf"(?:(?<=[.?!;:] )|(?<=\s)|^)({names}): ", note)
    found = {"": parts[0].strip()}
    for value, text in zip(parts[1::2], parts[2::2], strict=True):
        found.setdefault(value, text.strip())
    return found
