"""A bot takes nothing more than a few times where all is as it was before, and leaves what could go on for ever."""

from __future__ import annotations

from pathlib import Path

import moot
from moot.state.position import Position
from moot.tools.bots.circles import LONG, MOST, SteadyBot
from moot.tools.bots.simple import Bot

PACK = {
    "pack.yaml": 'id: circles\ntitle: Circles\nversion: "1.0"\nlicence: MIT\nmoot: ">=0.1"\n',
    "circles.moot": """game circles "Circles"
players a, b

state lit : bool

phase contest
  offer light to a until done
  win b "it is dark"

action light
  do
    set lit to not lit
""",
}


class FirstBot:
    """Always the first option."""

    def choose(self, S: Position) -> int:
        return 0


def lights_taken(folder: Path, rules: str, inner: Bot) -> int:
    """How often a steady bot takes `light`, for both players, until the game is over."""
    for name, text in {**PACK, "circles.moot": rules}.items():
        (folder / name).write_text(text)
    game = moot.load(folder)
    state, bot, taken = game.start(1), SteadyBot(inner, game), 0
    while not state.over:
        place = bot.choose(state.position)
        taken += state.decision.options[place].key == "light"
        state.apply(place)
    return taken


def test_what_leads_nowhere_is_left(tmp_path: Path) -> None:
    assert lights_taken(tmp_path, PACK["circles.moot"], FirstBot()) == 2 * MOST  # with the light on, and with it off


def test_a_question_is_left_where_all_is_ever_new(tmp_path: Path) -> None:
    text = PACK["circles.moot"].replace("lit : bool", "lit : number").replace("not lit", "lit + 1")
    assert lights_taken(tmp_path, text, FirstBot()) == LONG


def test_a_question_that_comes_again_is_counted_from_the_beginning(tmp_path: Path) -> None:
    text = PACK["circles.moot"].replace("lit : bool", "lit : number").replace("not lit", "lit + 1")
    text = text.replace("  offer light to a until done\n", "  for each n in 1..3\n    evening()\n")
    text += "\nphase evening\n  offer light to a until done\n"
    assert lights_taken(tmp_path, text, FirstBot()) == 3 * LONG


class EagerBot:
    """Goes on as the first player, and leaves every question as the second."""

    def choose(self, S: Position) -> int:
        question = S.question()
        return list(question.options).index(None) if question.player == 1 else 0


def test_a_question_counts_on_where_the_procedure_that_asks_begins_again(tmp_path: Path) -> None:
    """The second player is asked in between, in another procedure of the same depth."""
    text = PACK["circles.moot"].replace("lit : bool", "lit : number").replace("not lit", "lit + 1")
    text = text.replace("  offer light to a until done\n", "  while a_acts()\n    answers()\n")
    text += """
procedure a_acts : bool
  offer light to a until done
    chosen x
      pay(x)
      resolve(x)
      return yes
  return no

procedure answers
  offer light to b until done
"""
    assert lights_taken(tmp_path, text, EagerBot()) == LONG
