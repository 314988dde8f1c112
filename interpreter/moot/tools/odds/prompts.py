"""The prompts that an odds file answers, checked against those of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.spelling import nearest, there_are
from ...lang.walk import walk
from ...pack.model.bundle import Bundle, OddsQuestion, YamlEntry
from ..setup.compiled import CompiledGame

_GAP = "…"  # a formula within a prompt


def check_prompts(bundle: Bundle, question: OddsQuestion, game: CompiledGame, report: Report) -> None:
    """Reports each prompt under `choices` that no question of the rules has."""
    parts: dict[str, YamlEntry] = question.root.value
    if "choices" not in parts:
        return
    known = list(dict.fromkeys([*(site.prompt for site in game.game.program.sites if site.prompt), *_duties(bundle)]))
    for prompt, entry in parts["choices"].value.items():
        if not any(matches_prompt(one, prompt) for one in known):
            hint = nearest(prompt, known) or there_are(known)
            report.error("unknown-prompt", f"the rules have no prompt “{prompt}”", entry.at, hint)


def matches_prompt(pattern: str, prompt: str) -> bool:
    """Whether a prompt is this one, where each `…` of the pattern may be any text."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split(_GAP))), prompt, re.DOTALL) is not None


def _duties(bundle: Bundle) -> Iterable[str]:
    """The prompts of offers that cannot be ended yet; a prompt without a text is a formula."""
    for node in walk(bundle.declarations):
        if isinstance(node, tree.Offer):
            for duty in node.requires:
                pieces = [_GAP] if duty.reason is None else duty.reason.parts
                yield "".join(piece if isinstance(piece, str) else _GAP for piece in pieces)
