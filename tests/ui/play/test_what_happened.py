"""The account of a game at the table: who caused an event, how a duel ended, and the command that explains the end."""

import re


def test_a_duel_is_played_to_its_end_and_explained(moot):
    out = moot("play", "duel", "--seed", "3", "--no-about", typed="1\n" * 60).stdout
    told = " ".join(out.split())
    assert "the Balrog has 5 energy, Gandalf 4: the Balrog climbs 1, to step 1 [english/after.winner]" in told
    assert "══ The final ══" in out and "══ Duel 4 ══" not in out
    assert "the Balrog looks at 6 cards" in out and "things" not in told.split("══ Duel 1 ══")[1]
    assert "moved within cards played: rumble" in out and "cards played → cards played" not in out
    assert "lost the previous duel: Gandalf" not in out  # there was none before the first
    assert "You win: at the same height, and won the final" in out
    log, entry = re.search(r"Ask why with: moot explain (\S+):(\d+)\n", out).groups()
    assert "won the final" in moot("explain", f"{log}:{entry}").stdout


def test_the_card_to_answer_is_always_drawn_in_full(moot):
    out = moot("play", "duel", "--seed", "3", "--no-about", typed="1\n" * 60).stdout
    last = out.split("Gandalf: look at the other hand")[-2].split("\n\ncards played\n")[-1]
    assert last.startswith("of Gandalf ") and "(look NAME shows the text of one of these)" in last
    names, owners, attacks = last.split("\n\n")[1].splitlines()[:3]
    assert names.split()[-1] == "spark" and owners.endswith("of the Balrog") and attacks.endswith("attack x...")


def test_an_effect_names_its_card(moot):
    out = moot(
        "play", "gondolin", "--seed", "260048", "--no-about", typed="play wall\nplay bridge\n" + "done\n" * 8
    ).stdout
    assert "  road of exiles: deck pile → hand: " in out or "  road of exiles: surroundings (S) 11 → 10" in out
    assert "goblin raiders: proficiency (P) 0 → 1" in out
    assert "nowhere" not in out


def test_a_saved_game_is_not_taken_for_a_log(moot, tmp_path):
    save = tmp_path / "kept.json"
    moot("play", "duel", "--seed", "3", typed=f"save {save}\nquit\n")
    refused = moot("explain", f"{save}:3")
    assert "`kept.json` is a saved game, not a log" in refused.output and "^^^" not in refused.output


def test_a_new_line_of_the_introduction_uses_the_whole_width(moot):
    out = moot("play", "duel", "--seed", "3", typed="").stdout
    first, second = out.split("  Goal       ")[1].splitlines()[:2]
    assert len(f"  Goal       {first} {second.split()[0]}") > 98
