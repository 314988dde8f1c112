"""Numbered and planned games for tests: whole packs, or small ones out of a text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from moot.code.layout import Numbering, number_game
from moot.code.plan import Plan, make_plan
from moot.code.plan.tables import Tables, make_tables
from moot.code.typing.symbols import TypedGame
from moot.code.typing.typed import typed
from moot.lang import tree
from moot.pack.load import load
from moot.pack.model.bundle import Bundle

ROOT = Path(__file__).parents[2]
# Every pack that is a game of its own.
GAMES = [
    "examples/breakthrough",
    "examples/connect_four",
    "examples/go",
    "examples/hex",
    "examples/house_translation",
    "examples/leduc",
    "examples/new_card",
    "examples/real_symbols",
    "examples/tic_tac_toe",
    "rules/balrog/core",
    "rules/balrog/under_deeps",
    "rules/duel/cox",
    "rules/duel/english",
    "rules/gondolin",
    "rules/gondor/campaign",
    "rules/gondor/learning",
    "rules/gondor/proving",
    "tests/packs/chain",
    "tests/packs/gomoku",
    "tests/packs/march",
    "tests/packs/settlement",
    "tests/packs/skirmish",
]
HEAD = 'game trial "Trial"\nplayers ann, bob\n'

Made = tuple[TypedGame, Bundle, Numbering, Plan, Tables]


@cache
def whole(name: str) -> Made:
    """One of GAMES."""
    return _made(ROOT / name)


def small(folder: Path, rules: str, **data: str) -> Made:
    """A game of these rules, and of YAML files by their names."""
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": HEAD + rules}
    files |= {f"{name}.yaml": text for name, text in data.items()}
    for name, text in files.items():
        (folder / name).write_text(text)
    return _made(folder)


def _made(folder: Path) -> Made:
    bundle = load(folder, cases=False)
    game = typed(bundle)
    bundle.report.raise_if_failed()
    numbering = number_game(game)
    plan = make_plan(numbering, bundle)
    return game, bundle, numbering, plan, make_tables(numbering, plan)


def formula(game: TypedGame, name: str) -> tree.Expression:
    """What a function of one line comes to."""
    node = game.functions[name].decl
    assert isinstance(node, tree.FunctionDecl)
    return node.lines[0].value
