"""Logs: written as a game goes on, replayed to the byte, explained, and refused with a place where they are wrong."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import moot as library
from moot.tools.logs.log import read_log, replayed
from moot.ui.command import cli

MARCH = Path(__file__).parents[2] / "packs" / "march"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The text of the log of a whole game between two bots."""
    folder = tmp_path_factory.mktemp("played")
    bots = ("--bot", "gandalf=random", "--bot", "balrog=random")
    call = ["play", "duel", "--bots", *bots, "--seed", "7", "--log", str(folder / "game.log")]
    assert CliRunner(env={"MOOT_STATE": str(folder / "state")}).invoke(cli, call).exit_code == 0
    return (folder / "game.log").read_text()


@pytest.fixture
def log(played, tmp_path):
    """The log in a file of its own."""
    path = tmp_path / "game.log"
    path.write_text(played)
    return path


def test_what_a_log_holds(log):
    header, *choices, end = map(json.loads, log.read_text().splitlines())
    assert list(end) == ["end", "sum"] and list(end["end"]) == ["winner", "reason", "score"]
    assert list(header) == ["moot log", "moot", "game", "digest", "versions", "options", "mods", "seed"]
    assert (header["moot log"], header["game"], header["seed"]) == (3, "duel/english", 7)
    assert all(list(choice) == ["player", "choice"] for choice in choices) and len(choices) > 30


def test_replay_gives_the_same_bytes(moot, log):
    first, second = moot("replay", log, "--json").stdout_bytes, moot("replay", log, "--json").stdout_bytes
    assert first == second and first
    head, *entries = [json.loads(line) for line in first.decode().splitlines()]
    assert head == {"format": "moot replay", "version": 2}
    assert [entry["n"] for entry in entries] == list(range(len(entries)))
    assert entries[-1]["what"] == "win"
    assert all({"n", "what", "rule", "clauses"} <= entry.keys() for entry in entries)


def test_replay_reaches_what_was_played(log):
    state = replayed(read_log(log))
    assert state.over and [list(choice) for choice in state.choices] == [
        [one["player"], one["choice"]] for one in map(json.loads, log.read_text().splitlines()[1:-1])
    ]


def test_replay_as_text_names_clauses(moot, log):
    out = moot("replay", log).stdout
    assert "  4  number of the duel: 0 → 1  [english/later.final]\n" in out
    assert "wins" in out.splitlines()[-1]


def test_replay_for_a_seat_hides_the_other_hand(moot, log):
    every = [json.loads(line) for line in moot("replay", log, "--json").stdout.splitlines()[1:]]
    seen = moot("replay", log, "--json", "--seat", "gandalf").stdout
    drawn = [e["thing"] for e in every if e["what"] == "move" and e["to"] == "hand(balrog)" and e["n"] < 30]
    assert len(drawn) == 9
    begin = [line for line in seen.splitlines()[1:] if json.loads(line)["n"] < 30]
    assert begin and not any(thing in line for thing in drawn for line in begin)


def test_replay_of_a_log_that_has_not_ended(moot, log):
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:4]))
    result = moot("replay", log)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("the log ends at a choice of ")


def test_explain_an_entry(moot, log):
    every = [json.loads(line) for line in moot("replay", log, "--json").stdout.splitlines()[1:]]
    number = next(e["n"] for e in every if e["what"] == "set" and e["rule"] == "procedure score")
    out = moot("explain", f"{log}:{number}").stdout
    assert out.startswith(f"entry {number}: energy of ")
    assert "rule: procedure score  (" in out and "/play.moot:" in out
    assert "  english/score.hit (The duel: scoring 4, rule): A row with one symbol" in out
    assert "  phase duel  [english/later.same, english/final.same]" in out
    told = json.loads(moot("explain", f"{log}:{number}", "--json").stdout)
    assert list(told)[2:] == ["entry", "rule", "file", "line", "values", "conditions", "chosen", "led", "clauses"]
    assert told["values"][0]["value"] == str(told["entry"]["from"])


def test_explain_why_not(moot, log):
    every = [json.loads(line) for line in moot("replay", log, "--json").stdout.splitlines()[1:]]
    played = next(e for e in every if e["what"] == "choice" and e["asked"] == "play a card" and not e["forced"])
    later = next(e for e in every if e["n"] > played["n"] and e.get("asked") == "play a card" and not e["forced"])
    out = moot("explain", f"{log}:{later['n']}", "--not", played["chosen"]).stdout
    assert "prompted “play a card”: " in out and " is not available\n" in out
    assert "to make it available: " in out and 'choose c in hand(p) by p "play a card"' in out
    told = json.loads(moot("explain", f"{log}:{later['n']}", "--not", played["chosen"], "--json").stdout)
    assert list(told)[2:] == ["entry", "player", "prompt", "options", "option", "allowed", "reasons", "clauses"]
    assert not told["allowed"] and list(told["reasons"][0]) == ["what", "needed", "values", "rule", "clauses", "source"]
    assert json.loads(moot("explain", f"{log}:{later['n']}", "--not", later["chosen"], "--json").stdout)["allowed"]
    length = every[-1]["n"] + 1
    assert moot("explain", f"{log}:{length}", "--not", played["chosen"]).exit_code == 0
    assert moot("explain", f"{log}:{length + 1}", "--not", played["chosen"]).exit_code == 2


def test_explain_an_entry_that_is_not_there(moot, log):
    result = moot("explain", f"{log}:99999")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "error: the journal has no entry 99999 [unknown-entry]\n  hint: use a number from 0 to "
    )


def test_explain_a_clause(moot):
    out = moot("explain", "duel:score.hit").stdout
    assert out.startswith("english/score.hit (The duel: scoring 4, rule): ")  # cox has such a clause too
    assert moot("explain", "duel:cox/score.hit").stdout.startswith("cox/score.hit (First exchange: the result 6, ")
    assert moot("explain", "duel:whip.card").stdout.startswith("cox/whip.card (Balrog's Feint 2, card_text): ")
    assert "  procedure score  (" in out
    told = json.loads(moot("explain", "duel:english/score.hit", "--json").stdout)
    keys = [
        "clause",
        "gist",
        "place",
        "kind",
        "left_out",
        "rules",
        "cases",
        "options",
        "counterparts",
        "without",
        "family",
    ]
    assert list(told)[2:] == keys and told["rules"] and told["cases"]
    assert [one["clause"] for one in told["counterparts"]] == ["cox/score.hit"]
    assert "lower energy(answer.owner)" in told["rules"][0]["text"]


def test_explain_a_clause_without_its_game(moot):
    for target in (["score.hit"], ["english/score.hit"], ["score.hit", "--game", "duel"], ["duel:english/score.hit"]):
        assert moot("explain", *target).stdout.startswith("english/score.hit (The duel: scoring 4, rule): ")


def test_a_clause_of_another_edition_is_told_with_that_editions_rules(moot):
    for target in ("cox/score.hit", "duel:cox/score.hit", "duel/cox:score.hit"):
        out = moot("explain", target).stdout
        assert out.startswith("cox/score.hit (") and "cited by:\n  procedure score  (" in out
    assert "no rule cites it" in moot("explain", "duel/english:cox/score.hit").stdout


def test_what_a_log_knows_itself_is_not_given_with_it(moot, log):
    for option in (["--option", "look=after_text"], ["--source", "rules.txt"], ["--game", "duel"]):
        result = moot("explain", f"{log}:3", *option)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {option[0]} is only for a clause or card [usage]")


def test_explain_a_clause_with_an_option(moot):
    out = moot("explain", "duel:look.gap", "--option", "look=after_text").stdout
    assert "option look : after_score, after_text = after_score (" in " ".join(out.split())  # wrapped by its path
    assert "    here: after_text\n" in out
    assert "\ncases:\n" in out and "\nin the other documents:\n  cox/" in out


def test_explain_a_card(moot):
    for name in ("gandalfs_mirror", "Gandalf's Mirror"):
        out = moot("explain", f"duel:{name}").stdout
        assert out.startswith("Gandalf's Mirror (gandalfs_mirror, card)\n")
        assert "  english/mirror.reflect (" in out and "  gandalfs_mirror: modify attack  (" in out
        assert "  function keeps_text_when_moved  (" in out and "mirror_reflects" in out
    told = json.loads(moot("explain", "duel:gandalfs_mirror", "--json").stdout)
    assert list(told)[2:] == ["thing", "name", "kind", "facts", "text", "clauses", "rules", "named_by"]


def test_a_log_is_never_overwritten(moot, log):
    before = log.read_bytes()
    result = moot("play", "duel", "--bots", "--log", "game.log")
    assert (result.exit_code, log.read_bytes()) == (2, before)
    assert "`game.log` already exists" in result.stderr


def test_a_log_of_a_game_in_a_folder_is_replayed_from_elsewhere(moot, cards, tmp_path, monkeypatch):
    assert moot("play", "zoo", "--bots", "--seed", "3", "--log", "z.log").exit_code == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert moot("replay", "../z.log").exit_code == 0


def test_a_log_of_other_rules_says_which(moot, cards):
    assert moot("play", "zoo", "--bots", "--seed", "3", "--log", "z.log").exit_code == 0
    manifest = cards / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("version: '1'", "version: '2'"))
    before = Path("z.log").read_text()
    result = moot("replay", "z.log")
    assert result.exit_code == 1 and Path("z.log").read_text() == before
    assert result.stderr.splitlines()[0] == (
        "error: the log was made with other rules (`my/zoo` 1 is now 2) [log-version]"
    )
    manifest.write_text(manifest.read_text().replace("version: '2'", "version: '1'") + "# a word\n")
    assert "changed since: pack.yaml of `my/zoo`) [log-version]" in moot("replay", "z.log").stderr


def test_new_cases_leave_logs_as_they_are(moot, cards):
    assert moot("play", "zoo", "--bots", "--seed", "3", "--log", "z.log").exit_code == 0
    assert moot("new", "case", "zoo/first").exit_code == 0
    assert moot("replay", "z.log").exit_code == 0


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        (lambda t: "", "`game.log` is empty", 0),
        (lambda t: "{}\n" + t, "this version of moot cannot read the log", 1),
        (
            lambda t: t.replace('"moot log": 3', '"moot log": 4'),
            "this version of moot cannot read the log (its version is 4)",
            1,
        ),
        (lambda t: t.replace('"moot log": 3', '"moot log": 1'), "hint: an older version of moot wrote the save", 1),
        (lambda t: t.replace('"seed"', '"sead"'), "unknown key `sead` in a log's header", 1),
        (lambda t: t.replace('"seed": 7', '"seed": "7"'), "the header's `seed` is not a whole number", 1),
        (lambda t: t.rstrip("\n")[:-4], "the log ends in the middle of line ", -1),
        (lambda t: t.replace('"choice"', '"chioce"', 1), "unknown key `chioce` in a choice of a log", 2),
        (lambda t: t.replace('"player"', "player", 1), "line 2 is not JSON", 2),
        (lambda t: t.replace("\n{", "\n[1]\n{", 1), "line 2 is not a map of keys and values", 2),
        (
            lambda t: t.replace('"gandalf"', '"balrog"', 1),
            "the choice here is not that of `balrog`, but of `gandalf`",
            2,
        ),
        (lambda t: t + '{"player": "gandalf", "choice": "x"}\n', "comes after the end of the game", -1),
    ],
)
def test_a_damaged_log_is_told_with_its_line(moot, log, change, message, line):
    text = change(log.read_text())
    log.write_text(text)
    result = moot("replay", "game.log")
    assert result.exit_code == 1
    assert message in result.stderr
    at = line if line >= 0 else len(text.splitlines())
    assert f"--> game.log:{at}" in result.stderr if at else "--> game.log" in result.stderr
    assert log.read_text() == text


def test_a_choice_that_is_not_there_names_the_nearest(moot, log):
    lines = log.read_text().splitlines()
    choice = json.loads(lines[1])
    lines[1] = json.dumps(choice | {"choice": choice["choice"] + "x"})
    log.write_text("\n".join(lines) + "\n")
    result = moot("replay", log)
    assert result.exit_code == 1 and f"did you mean `{choice['choice']}`?" in result.stderr


def test_a_log_of_a_pack_that_is_gone(moot, log):
    log.write_text(log.read_text().replace('"game": "duel/english"', '"game": "duel/englisch"'))
    result = moot("replay", "game.log")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: unknown pack `duel/englisch` [unknown-pack]\n")
    assert "--> game.log:1:1" in result.stderr


def test_a_log_is_no_save(moot, log):
    result = moot("play", "--resume", "game.log")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "error: this is a log, not a save [save-format]\n  --> game.log\n  hint: read logs with"
    )


def test_bytes_that_are_no_text(moot, tmp_path):
    (tmp_path / "game.log").write_bytes(b"\xff\xfe\x00")
    result = moot("replay", "game.log")
    assert result.exit_code == 1


def test_a_choice_is_called_alike_wherever_it_is_told():
    state = library.load(MARCH).start(seed=1)
    calls = 0
    for _ in range(40):
        if state.decision is None:
            break
        option = state.decision.options[0]
        calls += "(" in option.key
        told = len(state.journal)
        state.apply(option)
        chosen = next(entry for entry in state.journal[told:] if entry.what == "choice")
        assert state.game.teller.line(chosen).endswith(f"”: {option.text}") and "(" not in option.text
    assert calls > 5
