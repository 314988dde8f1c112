"""The command itself: help, exit statuses, messages, and what no mistake may lead to."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from moot import __version__


def test_help_names_every_command_and_is_quick(process):
    began = time.perf_counter()
    with process("--help") as running:
        out, err = running.communicate(timeout=20)
    assert time.perf_counter() - began < 5  # it takes about 0.15 s; a loaded machine is forgiven
    assert running.returncode == 0 and not err
    for name in ("play", "sim", "check", "test", "coverage", "replay", "explain", "show", "new"):
        assert f"\n  {name} " in out


def test_help_imports_nothing_heavy(process):
    with process("--help", env={"PYTHONPROFILEIMPORTTIME": "1"}) as running:
        _, err = running.communicate(timeout=20)
    loaded = {line.rpartition("|")[2].strip() for line in err.splitlines()}
    assert not loaded & {"lark", "jsonschema", "networkx", "rich", "scipy", "yaml"}


@pytest.mark.parametrize("name", ["play", "sim", "check", "test", "coverage", "replay", "explain", "show", "new"])
def test_each_command_has_help_with_an_example(moot, name):
    result = moot(name, "--help")
    assert result.exit_code == 0 and "\nExamples:\n" in result.stdout.replace("  Examples", "Examples")


def test_version(moot):
    assert moot("--version").stdout == f"moot {__version__}\n"


def test_without_a_command_the_help_is_shown(moot):
    result = moot()
    assert result.exit_code == 2 and "Usage: moot" in result.output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chek"], "error: moot has no command `chek` [usage]\n  hint: did you mean `check`?\n"),
        (
            ["why"],
            "error: moot has no command `why` [usage]\n"
            "  hint: see `moot explain`: explain why something happened, or a clause or card\n",
        ),
        (
            ["play"],
            "error: missing GAME [usage]\n  hint: write a game's id; moot show lists them\n",
        ),
        (["play", "duell"], "error: unknown pack `duell` [unknown-pack]\n  hint: did you mean `duel`?\n"),
        (
            ["play", "duel", "--seed", "x"],
            "error: `--seed`: `x` is not a whole number [usage]\n  hint: see moot play --help\n",
        ),
        (
            ["play", "duel", "--option", "bridge_steps"],
            "error: `bridge_steps` is not NAME=VALUE [bad-option]\n"
            "  hint: write the option's name, `=`, and its value\n",
        ),
        (
            ["play", "duel", "--bot", "gandalf=grady"],
            "error: unknown bot `grady` [unknown-bot]\n  hint: did you mean `greedy`?\n",
        ),
        (
            ["play", "duel", "--bot", "saruman=random"],
            "error: `duel/english` has no player `saruman` [unknown-seat]\n  hint: available: gandalf, balrog\n",
        ),
        (
            ["play", "duel", "--seat", "balrok"],
            "error: `duel/english` has no player `balrok` [unknown-seat]\n  hint: did you mean `balrog`?\n",
        ),
        (
            ["play", "duel", "--bots", "--hotseat"],
            "error: --bots leaves no seat for --hotseat [bad-seats]\n  hint: remove one of them\n",
        ),
        (
            ["play", "duel", "--seat", "gandalf", "--bot", "gandalf=random"],
            "error: `gandalf` cannot be both yours and a bot's [bad-seats]\n  hint: remove --bot gandalf=…\n",
        ),
        (
            ["replay", "no.log"],
            "error: cannot read `no.log`: no such file or directory [unreadable]\n  --> no.log\n",
        ),
        (["replay"], "error: missing argument `LOG` [usage]\n  hint: see moot replay --help\n"),
        (
            ["show", "duel", "cads"],
            "error: `duel/english` has no `cads` to show [usage]\n  hint: did you mean `cards`?\n",
        ),
        (
            ["sim", "gondolin", "--story", "early_frost"],
            "error: `story` is a story_card, but `early_frost` is an occurrence [wrong-type]\n",
        ),
        (
            ["show", "gondolin", "enemiess"],
            "error: `gondolin` has no `enemiess` to show [usage]\n  hint: did you mean `enemies`?\n",
        ),
        (
            ["show", "duel", "card", "swep"],
            "error: unknown card `swep` [unknown-thing]\n  hint: did you mean `sweep`?\n",
        ),
        (
            ["explain", "duel:score.hitt"],
            "error: unknown clause `score.hitt` [unknown-clause]\n  hint: did you mean `score.hit`?\n",
        ),
        (
            ["explain", "duel:gandalfs_miror"],
            "error: unknown clause `gandalfs_miror` [unknown-clause]\n  hint: did you mean `gandalfs_mirror`?\n",
        ),
        (
            ["explain", "duel:gandalfs miror"],
            "error: unknown clause `gandalfs miror` [unknown-clause]\n  hint: did you mean `gandalfs_mirror`?\n",
        ),
        (
            ["explain", "score.hitt"],
            "error: unknown clause `score.hitt` in the games that moot ships [unknown-clause]\n"
            "  hint: did you mean `score.hit`?\n",
        ),
        (
            ["explain", "game.log"],
            "error: `game.log` is neither an entry of a log nor a clause of a game [usage]\n"
            "  hint: write LOG:N, such as game.log:48, or GAME:CLAUSE, such as my_game:draw.first\n",
        ),
        (
            ["explain", "duel:score.hit", "--not", "sweep"],
            "error: --not is only for an entry of a log [usage]\n  hint: write LOG:N --not OPTION\n",
        ),
    ],
)
def test_a_wrong_call_says_what_is_wrong(moot, args, message):
    result = moot(*args)
    assert (result.stderr, result.exit_code) == (message, 2)
    assert result.stdout == ""


def test_a_rule_asked_for_by_its_name_is_told_with_its_place(moot):
    out = moot("explain", "duel:last_card_text_barred").stdout
    assert out.startswith("function last_card_text_barred  (") and "english/english.moot:" in out
    assert "whether the text of the card that ends the duel is lost" in out
    assert "english/duel.end.text" in out and "used by:" in out


def test_a_card_needs_a_pack(moot):
    result = moot("new", "card", "falcon")
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "is not in a pack: missing pack.yaml [no-manifest]\n"
        "  hint: create one: moot new pack DIR, or moot new pack DIR --extends GAME to change a game\n"
    )


def test_an_unknown_option_of_the_rules(moot):
    result = moot("play", "duel", "--bots", "--option", "bridgesteps=3")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "error: unknown option `bridgesteps` [unknown-option]\n  hint: did you mean `bridge_steps`? available: games, "
    )


def test_with_json_errors_are_json(moot):
    result = moot("show", "duell", "--json")
    (told,) = json.loads(result.stderr)["diagnostics"]
    assert result.exit_code == 2
    assert told == {
        "file": "",
        "line": 0,
        "column": 0,
        "code": "unknown-pack",
        "severity": "error",
        "message": "unknown pack `duell`",
        "hint": "did you mean `duel`?",
    }


def test_a_closed_pipe_is_no_error(process):
    running = process("play", "duel", "--bots", "--seed", "7")
    running.stdout.readline()
    running.stdout.close()
    assert "Error" not in running.stderr.read()
    assert running.wait(20) == 0
    running.stderr.close()
    running.stdin.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told(process):
    with open("/dev/full", "w") as full, process("show", "duel", "cards", stdout=full) as running:
        _, err = running.communicate(timeout=20)
    assert running.returncode == 1
    assert err.splitlines()[0] == "error: no space left on device [system]"


def test_ctrl_c_ends_without_a_traceback(process):
    for patience in (1.5, 10):  # on a loaded machine Python itself may not have started in the first
        running = process("sim", "duel", "--games", "1000000")
        time.sleep(patience)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
        if running.returncode == 130:
            break
    assert running.returncode == 130
    assert "Traceback" not in err


def test_text_that_the_terminal_cannot_show_is_replaced(process):
    with process("show", "duel", "card", "sweep", env={"PYTHONIOENCODING": "ascii"}) as running:
        out, err = running.communicate(timeout=20)
    assert running.returncode == 0 and out.startswith("sweep") and not err


# ------------------------------------------------------------------------------------------------------ check


def test_check_finds_nothing_wrong_with_a_shipped_game(moot):
    """All of them are checked by `moot check`, which takes longer."""
    result = moot("check", "duel")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "2 packs (duel/english, duel/cox): 0 errors, 0 warnings"


def test_check_lists_what_is_a_stand_in(moot):
    assert (
        "  - the symbols of every card except the Whip and the two trances\n"
        in moot("check", "duel", "--stand-in").stdout
    )


def test_check_tells_all_mistakes_of_a_pack(moot, pack):
    folder = pack("bad", 'game bad "Bad"\nplayers one, two\n\nphase p\n  lower x by 1\n  raise y by 1\n')
    result = moot("check", folder)
    assert result.exit_code == 1
    assert result.stdout.count("error:") == 2
    assert result.stdout.splitlines()[-1] == "1 pack (my/bad): 2 errors, 0 warnings"


def test_check_in_json(moot, pack):
    folder = pack("bad", 'game bad "Bad"\nplayers one, two\n\nphase p\n  lower x by 1\n')
    result = moot("check", folder, "--json")
    (told,) = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 1
    assert list(told) == ["file", "line", "column", "code", "severity", "message", "hint"]
    assert (told["file"], told["line"], told["code"]) == ("bad/rules.moot", 5, "unknown-name")


def test_check_takes_a_file_or_a_folder_of_packs(moot, cards, pack):
    pack("bad", "game\n")
    assert moot("check", cards / "rules.moot").exit_code == 0
    result = moot("check", ".")
    assert result.exit_code == 1 and "2 packs (my/bad, my/zoo)" in result.stdout


# ------------------------------------------------------------------------------------------------------ show, new


def test_show_takes_a_kind_that_other_kinds_are_sorts_of(moot):
    ids = []
    for kind in ("hand_cards", "defenders", "improvements"):
        shown = moot("show", "gondolin", kind).stdout
        ids.append({line.split()[0] for line in shown.splitlines() if line and not line.startswith(" ")})
    assert all(ids) and ids[1] < ids[0] and ids[2] < ids[0]


def test_show_lists_games_in_json(moot):
    duel = next(game for game in json.loads(moot("show", "--json").stdout)["games"] if game["id"] == "duel")
    assert (duel["default"], duel["title"]) == ("duel/english", "The Duel")


def test_show_game_tells_options_with_their_clauses(moot):
    out = moot("show", "duel").stdout
    assert "  look                  after_score  (after_score, after_text)  [english/look.gap]\n" in out
    assert "stand-ins:\n" in out


def test_options_on_the_command_line_are_shown(moot):
    told = json.loads(moot("show", "duel", "options", "--option", "bridge_steps=7", "--json").stdout)
    option = next(one for one in told["options"] if one["name"] == "bridge_steps")
    assert (option["value"], option["default"], option["type"], option["values"]) == ("7", "5", "number", [])


def test_show_card_marks_stand_ins(moot):
    out = moot("show", "duel", "card", "sweep").stdout
    assert "attack: x.xx  (stand-in)" in out
    assert "  in the deck gandalf: 1\n" in out


def test_show_card_finds_it_by_the_words_of_the_edition(moot):
    assert moot("explain", "duel:sweep").stdout.startswith("sweep (sweep, card)\n  attack x.xx  defence x..x\n")
    assert "  price 2  maintenance " in moot("explain", "gondolin:hedge_witch").stdout  # in no deck that is laid
    told = moot("explain", "gondolin:black_banner").stdout
    assert "When the proficiency is at least 6, destroy this card." in told and "when proficiency" not in told
    told = moot("explain", "gondolin:black_banner", "--code").stdout
    assert "\n    when proficiency >= 6\n      destroy(this)\n" in told  # its own rules whole
    told = json.loads(moot("show", "duel", "card", "gandalf's magic", "--json").stdout)
    assert told["id"] == "gandalfs_magic" and told["clauses"] and "until end of duel" in told["code"]["text"]


def test_what_new_writes_passes_check_and_test(moot, tmp_path):
    assert moot("new", "pack", "mine").exit_code == 0
    assert moot("new", "card", "mine/falcon").exit_code == 0
    assert moot("new", "case", "mine/draws").exit_code == 0
    checked = moot("check", "mine")
    assert (checked.exit_code, checked.stdout) == (0, "1 pack (my/mine): 0 errors, 0 warnings\n")
    assert moot("test", "mine").exit_code == 0
    assert moot("play", "mine", "--bots").exit_code == 0
    for file in (tmp_path / "mine").rglob("*.yaml"):
        head = file.read_text().splitlines()[0]
        assert head.startswith("# yaml-language-server: $schema=")
        assert (file.parent / head.partition("=")[2]).is_file()


def test_new_over_a_shipped_game(moot):
    assert moot("new", "pack", "mine", "--extends", "duel").exit_code == 0
    assert moot("new", "card", "mine/leap").exit_code == 0
    moot("new", "pack", "tales", "--extends", "gondolin")
    moot("new", "card", "tales/tower")
    tower = Path("tales/tower.yaml").read_text()
    moot("new", "story", "tales/long_rains")
    wrong = moot("sim", "tales", "--story", "long_rain").stderr
    assert "but `long_rain` is a continuous" in wrong and "did you mean `long_rains`?" in wrong
    assert "\nkind: location\n" in tower and "# Other kinds, with --kind: defender, improvement, " in tower
    assert moot("new", "case", "mine/start").exit_code == 0
    assert moot("check", "mine").exit_code == 0
    assert moot("test", "mine").exit_code == 0
    again = moot("new", "card", "mine/leap")
    assert again.exit_code == 2 and "`mine/leap.yaml` already exists" in again.stderr


def test_the_schema_that_new_writes_knows_the_fields(moot, tmp_path):
    moot("new", "pack", "mine", "--extends", "duel")
    moot("new", "card", "mine/leap")
    made = json.loads((tmp_path / "mine/.moot/cards.schema.json").read_text())
    assert "printed_attack" in made["$defs"]["card"]["properties"]


def test_new_scenario(moot):
    moot("new", "pack", "war", "--extends", "gondor/learning")
    said = moot("new", "scenario", "war/night_attack").stdout
    assert "wrote war/night_attack.yaml" in said and "then: moot check war/night_attack.yaml" in said
    text = Path("war/night_attack.yaml").read_text()
    assert "scenarios:\n  night_attack:\n    attacker: sauron\n" in text
    assert "#   moot sim war --scenario night_attack" in text and "moot new deck" not in text
    assert moot("check", "war").exit_code == 0
    assert moot("new", "scenario", "war/night_attack").exit_code == 2


def test_a_deck_is_judged_beside_a_pack_that_is_not_there(moot) -> None:
    decks = Path(__file__).resolve().parents[2] / "examples" / "balrog_decks"
    alone = moot("check", decks / "shadow_deeps.csv")
    beside = moot("check", decks / "shadow_deeps.csv", "nowhere")
    assert beside.stdout == alone.stdout != ""
    assert beside.exit_code == 2 and "unknown pack `nowhere`" in beside.stderr


def test_a_clause_of_a_base_is_explained_in_the_game_that_is_named(moot):
    result = moot("explain", "gondor:8.1")  # its document is that of gondor/standard, which is not playable alone
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("standard/8.1 (")
