"""The counts that the files beside this one hold are what there is. See `positions`.

`python -m pytest tests/perft --rewrite` writes what is counted now; the diff shows what has changed.
"""

from pathlib import Path

import pytest
from positions import HERE, loaded, read

from moot.pack.find import game_ids

FILES = sorted(HERE.glob("*.yaml"))


def test_every_shipped_game_is_counted():
    counted = {read(path).game for path in FILES}
    missing = set(game_ids()) - counted - {game.partition("/")[0] for game in counted}  # any edition of it will do
    assert not missing, f"write a file of positions in tests/perft for: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_counts(path: Path, request):
    counts = read(path)
    for one in counts.positions:
        game = loaded(counts.game, tuple(one.options.items()))
        found = one.counted(game)
        if request.config.getoption("--rewrite", default=False):
            one.decisions, one.ended = found
        else:
            assert found == (one.decisions, one.ended), f"{path.name}: {one.name}"
    if request.config.getoption("--rewrite", default=False):
        counts.write()
