"""What a choice is called for people."""

from pathlib import Path

import moot

SKIRMISH = Path(__file__).parents[2] / "packs" / "skirmish"


def test_a_number_is_told_with_the_name_of_its_parameter():
    options = moot.load(SKIRMISH).start(seed=7).decision.options
    words = {option.key: option.text for option in options}
    assert words["march(pikes, 3)"] == "march pikes, goal 3"


def test_a_leader_who_strayed_may_move_until_the_phase_ends():
    """What stands as the question says until when."""
    game = moot.load("gondor/learning")
    said = "before the phase ends each leader must stand with a unit that he may lead"
    assert any(prompt == said for prompt in _prompts(game))


def _prompts(game):
    state = game.start(seed=1, journal=False)
    for _ in range(400):
        if state.over:
            return
        yield state.decision.prompt
        state.apply(len(state.decision.options) // 2)
