"""A thousand changed saves and logs: see `python -m tests.saves` for many more, of all games."""

import random

from moot.stack.load import load

from .changes import bases, changed, changed_log, log_lines, try_log, try_save

CHANGES = 900


def test_changed_saves_raise_moot_errors_alone():
    game, rng = load("duel"), random.Random(5)
    saves = list(bases(game, 5, 6, most=40))
    tried = [try_save(game, changed(rng.choice(saves), rng), rng) for _ in range(CHANGES)]
    wrong = [one for one in tried if one.outcome not in ("refused", "played")]
    assert not wrong, wrong[0].told
    assert sum(one.outcome == "refused" for one in tried) > CHANGES / 2


def test_changed_logs_raise_moot_errors_alone(tmp_path):
    game, rng = load("duel"), random.Random(5)
    logs = log_lines(game, 5), log_lines(game, 5, "ab")
    tried = [try_log(tmp_path / "changed.log", changed_log(rng.choice(logs), rng)) for _ in range(CHANGES // 9)]
    wrong = [one for one in tried if one.outcome not in ("refused", "played")]
    assert not wrong, wrong[0].told


def test_unchanged_saves_are_sound():
    game, rng = load("duel"), random.Random(5)
    for save in bases(game, 7, 6):
        tried = try_save(game, save, rng)
        assert tried.outcome == "played", tried.told
