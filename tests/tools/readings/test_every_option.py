"""Every option of every shipped game changes some game: the case kept for it fails with another value."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.stack.load import load
from moot.tools.readings.kept import kept_readings
from moot.tools.readings.parting import parting_examples
from moot.tools.readings.register import in_words, reading_values, readings_register

# Options that lay out another game: which battle, story or deck. By value, what the first decision or its things show.
LAID_OUT = {
    "gondor": {"scenario": None},
    "gondolin": {"story": None, "deck": "one_of_each"},
    "balrog": {"first_plays": "hero", "second_plays": "minion"},
}
LAWS = {"gondolin": {"quotas"}}  # options that only laws of decks read (tests/games/gondolin)


def options(name: str) -> dict[str, list[str]]:
    loaded = load(name)
    return {option: reading_values(loaded, option) for option in loaded.options}


@pytest.mark.parametrize("name", ["duel/english", "duel/cox", "gondolin", "gondor", "balrog"])
def test_every_option_has_a_case_in_which_its_values_part(name: str) -> None:
    values = options(name)
    game = name.partition("/")[0]
    cases = kept_readings(name)["examples"]
    apart = {*LAID_OUT.get(game, ()), *LAWS.get(game, ())}
    assert set(values) - set(cases) - apart == set()
    found = parting_examples(name, values, only=set(values) & set(cases))
    assert set(values) & set(cases) - set(found) == set()
    assert all(one.differs and one.value != one.other for one in found.values())
    told = [part["other"] for one in found.values() for part in one.differs]
    assert [one for one in told if ".yaml" in one or "`chance`" in one or "available:" in one] == []


def test_an_option_without_effect_has_no_example(tmp_path: Path) -> None:
    rules = (
        'game twins "Twins"\nplayers ann\noption idle : bool = no\noption fast : bool = no\n'
        "state coins : 0..9\nphase match\n  if fast\n    raise coins by 2\n  else\n    raise coins by 1\n"
    )
    case = (
        "cases:\n  - name: {name}\n    options: {{{option}: yes}}\n"
        "    given: {{phase: match}}\n    then: {{coins: {n}}}\n"
    )
    (tmp_path / "cases").mkdir()
    (tmp_path / "pack.yaml").write_text("id: twins\ntitle: Twins\n")
    (tmp_path / "rules.moot").write_text(rules)
    (tmp_path / "cases" / "a.yaml").write_text(case.format(name="idle", option="idle", n=1))
    (tmp_path / "cases" / "b.yaml").write_text(case.format(name="fast", option="fast", n=2))
    values = options(str(tmp_path))
    (found,) = parting_examples(str(tmp_path), values).values()
    assert (found.option, found.value, found.other) == ("fast", "yes", "no")
    assert found.differs == [{"what": "coins", "value": "2", "other": "1"}]


def test_the_register_names_clauses_values_and_words() -> None:
    loaded = load("duel/english")
    found = {one["option"]: one for one in readings_register(loaded, "duel/english", (), {})}
    assert "bridge_steps" not in found  # a figure
    look = found["look"]
    assert [clause["clause"] for clause in look["clauses"]] == ["english/look.gap"]
    assert look["default"] == "after_score"
    assert [one["value"] for one in look["values"]] == ["after_score", "after_text"]
    assert all(one["words"] for one in look["values"])
    ends = found["equal_negative_final"]  # a comment above its words says the same at more length
    assert ends["question"] == "how the final continues when both markers are on one negative space"
    assert ends["values"][-1]["words"] == "the final ends, as it does for any negative marker"


def test_words_of_values_are_split_where_a_comment_names_them() -> None:
    note = "When is it due? soon: at once. late: when all is done, as it says: later."
    assert in_words(note, ["soon", "late"]) == {
        "": "When is it due?",
        "soon": "at once.",
        "late": "when all is done, as it says: later.",
    }
