"""Copies of the Duel's rules with one line changed, for telling them from the Duel."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from moot.pack.find import rules_folder

_KEEPING = """\
  if not final
    for each p in player
      keep(p)
"""

# what is changed, in which file, the words as they are, the words as they become
CHANGES: dict[str, tuple[str, str, str]] = {
    "a threshold": ("values.moot", "1 if free_spaces <= 2", "1 if free_spaces <= 3"),
    "a direction": ("play.moot", "raise energy(up) by gain", "lower energy(up) by gain"),
    "a dropped exception": ("cards.yaml", " and not moves_mirror(c)", ""),
    "who chooses": ("cards.yaml", 'if gandalf may "set {c} aside', 'if balrog may "set {c} aside'),
    "when a text applies": ("play.moot", "if c.text != none and not last_card_text_barred\n", "if c.text != none\n"),
    "a card's symbol": ("cards.yaml", 'printed_defence: "x.xx"', 'printed_defence: "xxxx"'),
    "an option's default": ("things.moot", "gap_at_end         : bool = yes", "gap_at_end         : bool = no"),
    "the order of two effects": (
        "match.moot",
        "  return_enchanted()\n  announce(duel_winner)\n" + _KEEPING,
        "  announce(duel_winner)\n" + _KEEPING + "  return_enchanted()\n",
    ),
    "a limit": ("things.moot", "negative_spaces    : number = 20", "negative_spaces    : number = 19"),
    "when a phase ends": ("match.moot", "until round = 4 or at_the_top", "until round = 4"),
}


def copy_of_duel(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The English edition with its common rules in a folder, changed; gives the edition's own folder."""
    shutil.copytree(rules_folder() / "duel", folder / "duel")
    for name, old, new in changes:
        path = folder / "duel" / "common" / name
        text = path.read_text(encoding="utf-8")
        # citations behind lines are passed over, so that the words alone matter here
        words = r"(?:[ \t]+@[^\n]*)?\n".join(map(re.escape, old.split("\n")))
        text, times = re.subn(words, new.replace("\\", r"\\"), text, count=1)
        assert times == 1, (name, old)
        path.write_text(text, encoding="utf-8")
    manifest = folder / "duel" / "english" / "pack.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("[duel/common]", "[../common]"), encoding="utf-8")
    return folder / "duel" / "english"
