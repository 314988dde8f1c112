"""The command as a user calls it: in this process for speed, and in one of its own where that matters."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from moot.ui.command import cli


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """Nothing of the user's is read or written, and output does not depend on the terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "MOOT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def moot():
    """Calls the command: `moot("check", "duel", typed="…")`; the result has exit_code, stdout and stderr."""

    def call(*args, typed=None):
        result = CliRunner().invoke(cli, [str(arg) for arg in args], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return call


@pytest.fixture
def process(tmp_path):
    """Starts the command as a process of its own."""

    def start(*args, **settings):
        command = [sys.executable, "-m", "moot", *map(str, args)]
        env = os.environ | settings.pop("env", {})
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings
        return subprocess.Popen(command, text=True, env=env, cwd=tmp_path, **pipes)

    return start


@pytest.fixture
def pack(tmp_path):
    """Writes a pack: `pack("name", rules, cards.yaml=…)`; gives its folder."""

    def write(name, rules="", **files):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.yaml").write_text(f"id: my/{name}\ntitle: {name}\nversion: '1'\nlicence: MIT\nmoot: '>=0.1'\n")
        if rules:
            (folder / "rules.moot").write_text(rules)
        for file, text in files.items():
            (folder / f"{file}.yaml").write_text(text)
        return folder

    return write


CARDS = """game cards "Cards"
players north, south

kind card
  strength : 1..9

zone deck            : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone laid            : row of card, seen by all

state points(p: player) : number
state to_move           : player = north

phase contest
  shuffle(deck)
  for each p in player
    draw(3, deck, hand(p))
  repeat
    turn(to_move)
    set to_move to opponent(to_move)
  until size(hand(to_move)) = 0
  win none "all cards are laid"

procedure turn(p: player)
  if p may "draw a card"
    draw(1, deck, hand(p))
  choose c in hand(p) by p "lay a card"
    move c to laid
    raise points(p) by c.strength
"""


@pytest.fixture
def cards(pack):
    """A small game: each turn two choices in a row, the first of which may draw."""
    titles = ("ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen", "owl")
    things = "kind: card\ncards:\n" + "".join(f"  {t}: {{strength: {n}}}\n" for n, t in enumerate(titles, 1))
    decks = "decks:\n  zoo:\n    zone: deck\n    cards:\n" + "".join(f"      {t}: 1\n" for t in titles)
    return pack("zoo", CARDS, cards=things, decks=decks)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()
