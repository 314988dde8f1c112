"""A log with the rules beside it replays if its pack has changed or is gone; another moot replays it with its packs."""

import json
import shutil
from pathlib import Path

import pytest

MARCH = Path(__file__).parents[2] / "packs" / "march"


@pytest.fixture
def pack(tmp_path):
    return shutil.copytree(MARCH, tmp_path / "march")


def test_a_log_replays_with_the_rules_beside_it(moot, pack):
    assert moot("play", "./march", "--bots", "--seed", "3", "--log", "logs.log", "--with-rules").exit_code == 0
    before = moot("replay", "logs.log").stdout
    rules = pack / "rules.moot"
    rules.write_text(rules.read_text() + "\n# changed\n")
    assert moot("replay", "logs.log").stdout == before
    shutil.rmtree(pack)
    assert moot("replay", "logs.log").stdout == before
    (kept,) = Path().glob("rules-*")
    changed = kept / "march" / "rules.moot"
    changed.write_text(changed.read_text() + "\n# changed\n")
    assert "log-version" in moot("replay", "logs.log").stderr


def test_without_the_rules_a_changed_pack_is_refused(moot, pack):
    moot("play", "./march", "--bots", "--seed", "3", "--log", "logs.log")
    assert not list(Path().glob("rules-*"))
    rules = pack / "rules.moot"
    rules.write_text(rules.read_text() + "\n# changed\n")
    assert "the log was made with other rules" in moot("replay", "logs.log").stderr


def test_rules_are_kept_for_a_log_only(moot, pack):
    result = moot("play", "./march", "--bots", "--with-rules")
    assert result.exit_code == 2 and "--with-rules needs a log" in result.stderr


def test_editions_and_mods_are_kept_together(moot, tmp_path):
    from moot.stack.load import load
    from moot.tools.logs.kept_rules import keep_rules, kept_packs

    game = load("duel/cox")
    keep_rules(Path("a.log"), "duel/cox", ())
    header = {"game": "duel/cox", "digest": game.program.digest, "versions": game.program.versions}
    found, root, mods = kept_packs(Path("a.log"), header)
    assert found.digest == game.program.digest and Path(root).name == "cox" and mods == []
    assert all(Path(one.folder).resolve().is_relative_to(Path(root).resolve().parent) for one in found.manifests)


def test_the_log_of_an_older_moot_replays_if_its_packs_are_the_same(moot, pack):
    from moot.lang.diagnostic import Report
    from moot.pack.gather import gather_packs

    moot("play", "./march", "--bots", "--seed", "3", "--log", "new.log")
    header, *lines = Path("new.log").read_text().splitlines()
    older = json.loads(header) | {"moot": "0.0.9", "digest": gather_packs(pack, (), Report()).digest_of("0.0.9")}
    Path("old.log").write_text("\n".join([json.dumps(older), *lines]) + "\n")
    assert moot("replay", "old.log").stdout == moot("replay", "new.log").stdout
    lines[0] = json.dumps(json.loads(lines[0]) | {"choice": "nonsense"})
    Path("bad.log").write_text("\n".join([json.dumps(older), *lines]) + "\n")
    assert "moot 0.0.9 made the log: replay it with that version" in moot("replay", "bad.log").stderr
