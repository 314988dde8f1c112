"""Why games ended: reasons of one line that differ in their numbers alone are one cause."""

from pathlib import Path

from moot.tools.simulate.end_reasons import causes_of
from moot.tools.simulate.series import simulate
from secret_game import RULES, secret_game


def test_numbers_that_vary_are_left_out() -> None:
    reasons = [("outlived 5 of 9, by -3", 1), ("outlived 5 of 9, by 24", 1), ("outlived 5 of 9, by 24", 1)]
    assert set(causes_of(reasons).values()) == {"outlived 5 of 9, by …"}
    assert causes_of(reasons[:1]) == {reasons[0]: "outlived 5 of 9, by -3"}


def test_what_other_lines_and_other_words_say_is_kept_apart() -> None:
    reasons = [("won in 2", 1), ("won in 3", 2), ("lost in 2", 1), ("hex 0101-0102", 3), ("B7", 4), ("B8", 4)]
    assert causes_of(reasons) == {reason: reason[0] for reason in reasons}


def test_scores_do_not_part_the_causes_of_games(tmp_path: Path) -> None:
    rules = RULES.replace('"more"', '"more, {score(ann)} to {score(bob)}"')
    found = simulate(secret_game(tmp_path, rules=rules), games=60, seed=1)
    assert found["causes"] == {
        "more, … to …": found["results"]["ann"],
        "as much or more": found["results"]["bob"],
    }
