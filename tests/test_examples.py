"""The packs in `examples/`: sound, proven by their cases, and as their README tells it."""

import json
import random
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from moot.pack.find import MANIFEST
from moot.stack.load import load
from moot.tools.cases.run import run_cases
from moot.tools.check.packs import check
from moot.ui.command import cli

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PACKS = sorted(path.parent for path in EXAMPLES.rglob(MANIFEST))
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
STILL = re.compile(r"^  # (?=\w+: +\{)", re.MULTILINE)  # what stands before a card that is not filled in


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of one's own, with a copy of the examples."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOOT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.mark.parametrize("pack", PACKS, ids=[path.name for path in PACKS])
def test_nothing_is_wrong_with_it(pack):
    assert [diagnostic.render() for diagnostic in check([pack]).diagnostics] == []


def test_cases():
    results = run_cases([EXAMPLES])
    assert [f"{one.name}\n{one.message}" for one in results if one.status != "passed"] == []
    assert {Path(one.file).parent.parent.name for one in results} >= {"new_card", "house_translation"}


def test_the_new_card_is_short_and_yaml_alone():
    files = [path for path in (EXAMPLES / "new_card").rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".yaml"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 60
    card = (EXAMPLES / "new_card" / "cards.yaml").read_text(encoding="utf-8")
    assert all(word in card for word in ("after score", "instead of adjust", "proceed(", "until end of duel"))


def test_cases_of_the_translation_fail_in_the_edition_below_it(folder):
    text = (EXAMPLES / "house_translation" / "cases" / "after_duel.yaml").read_text(encoding="utf-8")
    base = folder / "base.yaml"
    base.write_text("game: duel/english\n" + re.sub(r" *cites: .*\n", "", text), encoding="utf-8")
    results = run_cases([base])
    assert len(results) == 2 and {one.status for one in results} == {"failed"}


def test_every_card_with_invented_symbols_can_be_filled_in(folder):
    def still() -> list[str]:
        found = check(["examples/real_symbols"])
        assert found.diagnostics == []
        return [title for titles in found.stand_in_fields.get("my/real_symbols", {}).values() for title in titles]

    cards = folder / "examples" / "real_symbols" / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    assert len(STILL.findall(text)) == len(still()) == 31
    filled = text.replace("????", "x..x")
    cards.write_text(filled.replace("  # sweep:", "  sweep:"), encoding="utf-8")
    assert "sweep" not in still() and len(still()) == 30
    cards.write_text(STILL.sub("  ", filled), encoding="utf-8")
    assert still() == []


def test_commands_of_the_readme(folder):
    tried = 0
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line)
            if words[:2] == ["cp", "-r"]:
                shutil.copytree(words[2], words[3])
            else:
                assert words[0] == "moot"
                result = CliRunner().invoke(cli, words[1:], input="quit\n")
                assert result.exit_code == 0, f"{line}\n{result.output}"
                tried += 1
    assert tried > 8


def test_the_readme_leads_to_all():
    assert all(f"]({pack.relative_to(EXAMPLES).as_posix()})" in README for pack in PACKS)


@pytest.mark.parametrize(
    "options", [{"players": n} for n in "2345"] + [{"players": "5", "crews": "captain_alone"}], ids=lambda o: str(o)
)
def test_crews_of_high_water_score_and_win_together(options):
    """Each crew has one score, and the best have won, whole crews of them; that sums up to what `moot sim` counts."""
    game = load(EXAMPLES / "high_water", options=options)
    team = game.machine.reader("team")
    seats = range(len(game.players))
    rng, sizes = random.Random(1), set()
    for seed in range(30):
        state = game.start(seed, journal=False)
        while not state.over:
            state.apply(rng.randrange(len(state.decision.options)))
        teams = [team(state.position, seat) for seat in seats]
        scores = [state.result.scores[player] for player in game.players]
        assert len(set(zip(teams, scores, strict=True))) == len(set(teams))
        won = [player for player, score in zip(game.players, scores, strict=True) if score == max(scores)]
        assert list(state.result.winners) == won
        sizes |= {teams.count(one) for one in teams}
    assert sizes == {"2": {1}, "3": {1}, "4": {2}}.get(options["players"], {1, 4} if "crews" in options else {2, 3})


def test_partners_of_high_water_win_the_same_share():
    words = ["sim", str(EXAMPLES / "high_water"), "--games", "40", "--seed", "1", "--json"]
    told = json.loads(CliRunner().invoke(cli, words).output)
    assert told["together"] == 40
    assert told["results"]["ada"] == told["results"]["cleo"] and told["results"]["ben"] == told["results"]["dov"]
    assert 40 <= told["results"]["ada"] + told["results"]["ben"] < 46
    assert told["scored"]["ada"] == told["scored"]["cleo"] != told["scored"]["ben"]
