"""What is compiled hangs on the order of the text alone, not on where the machine keeps things in memory."""

from pathlib import Path

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game

NAMES = ["moth", "ash", "kite", "fern", "zinc", "bell", "owl", "dew"]
RULES = """\
game ways "Ways"
players ann
phase whole
{calls}
phase inner
  raise deep by 1
state deep : 0..99
"""


def test_of_ways_as_short_the_first_in_the_text_is_taken(tmp_path: Path) -> None:
    """The phases around one in which a case begins, where it does not say."""
    (tmp_path / "pack.yaml").write_text("id: ways\ntitle: Ways\n")
    for turn in range(len(NAMES)):
        called = NAMES[turn:] + NAMES[:turn]
        phases = "".join(f"phase {name}\n  inner()\n" for name in sorted(NAMES))
        text = RULES.format(calls="\n".join(f"  {name}()" for name in called)) + phases
        (tmp_path / "rules.moot").write_text(text)
        game = Game(compile_bundle(load(tmp_path, cases=False)))
        assert game.program.index.within["inner"] == ("whole", called[0])
        assert list(game.program.index.ways) == ["whole", *called, "inner"]
