"""What helps a player at the prompt: what the game is about, names cut short, giving up, and editing at a terminal."""

import os
import pty
import select
import sys
import time
from pathlib import Path

import pytest

from moot.lang.diagnostic import Report
from moot.pack.gather import gather_packs

SHIPPED = ["duel/english", "duel/cox", "gondolin", "gondor/campaign", "gondor/learning", "balrog/match"]


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_says_what_it_is_about(game):
    manifests = gather_packs(game, (), Report()).manifests
    assert {name for one in manifests for name in one.about} == {"goal", "turn", "length", "numbers", "first"}


def test_it_is_said_before_the_first_choice(moot):
    out = moot("play", "duel", "--seed", "3", typed="goal\nrules\nrules score.hit\n").stdout
    before, _, after = out.partition("Gandalf: play a card")
    assert "Goal       Climb the bridge." in before and "Try first" in before
    assert after.count("Climb the bridge.") == 2 and after.count("Try first") == 1
    assert "english/score.hit (The duel: scoring 4, rule): " in after


def test_a_battle_of_ones_own_does_not_say_how_another_is_won(moot):
    assert moot("new", "pack", "mine", "--extends", "gondor/learning").exit_code == 0
    assert moot("new", "scenario", "mine/ford").exit_code == 0
    out = moot("play", "mine", "--seed", "3", typed="goal\n").stdout
    assert "Turn  " in out and "Goal  " not in out and "Length  " not in out
    assert "the packs of this game do not say how to win (look ford shows its rules)" in out
    with Path("mine/pack.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("about: {for: {scenario: ford}, goal: Hold the ford.}\n")
    assert "Goal       Hold the ford." in moot("play", "mine", "--seed", "3", typed="").stdout
    out = moot("play", "mine", "--seed", "3", "--scenario", "learning", typed="").stdout
    assert "Hold the ford." not in out and "Goal       Sauron wins with an undisrupted unit" in out


def test_it_can_be_left_out(moot):
    assert "Climb the bridge." not in moot("play", "duel", "--seed", "3", "--no-about", typed="").stdout


def test_a_game_without_words_is_played_all_the_same(moot, cards):
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="goal\nrules\n").stdout
    assert "the packs of this game do not say how to win" in out
    assert "the packs of this game have no introduction" in out


def test_the_beginning_of_a_name_will_do(moot):
    out = moot("play", "duel", "--seed", "3", typed="LUN\n").stdout
    assert "Gandalf, play a card: lunge → cards played" in out
    out = moot("play", "duel", "--seed", "3", typed="g\n").stdout  # Gandalf's Enchantment, gust, grip
    assert "`g` may mean several choices: 3 Gandalf's Enchantment, 7 gust, 8 grip" in out
    out = moot("play", "duel", "--seed", "3", typed="lo\n").stdout
    assert "unknown choice `lo`" in out  # look and log are commands, and nothing is chosen


def test_odd_numbers_are_no_choices(moot):
    out = moot("play", "duel", "--seed", "3", typed="9" * 5000 + "\n0\nGOAL\n").stdout
    assert out.count("type a number from 1 to 9") == 2
    assert "Climb the bridge." in out.rpartition("type a number from")[2]


def test_a_game_can_be_given_up(moot):
    out = moot("play", "duel", "--seed", "3", typed="give up\nno\ngive\nquit\n").stdout
    assert "write: give up" in out and "gives up" not in out
    out = moot("play", "duel", "--seed", "3", typed="give up\nYes\n").stdout
    assert out.endswith("Gandalf gives up.\n")
    assert "play --resume" not in out.rpartition("Gandalf>")[2]


def test_a_terminal_completes_and_remembers():
    """Tab completes a name, and Up brings back what was typed before."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm", "COLUMNS": "100"}
        os.execv(sys.executable, [sys.executable, "-m", "moot", "play", "duel", "--seed", "3", "--no-about"])
    seen = b""

    def until(expected: bytes) -> None:
        nonlocal seen
        end = time.monotonic() + 60
        while expected not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 1 << 16)
        assert expected in seen, seen[-2000:]
        seen = b""

    try:
        until(b"a name, or help")
        os.write(terminal, b"lun\t\r")
        until(b"lunge")
        until(b"8 ")
        os.write(terminal, b"look\r")
        until(b"energy")
        os.write(terminal, b"\x1b[A")
        until(b"look")
        os.write(terminal, b"\x15quit\r")
        until(b"Resume with")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


def test_a_word_of_a_name_will_do_for_every_command(moot):
    typed = "look enchantment\nodds lun\nhelp lunge\nlook 3\nwhy enchant\nenchant\n"
    out = moot("play", "duel", "--seed", "3", "--no-about", typed=typed).stdout
    assert out.count("Gandalf's Enchantment: attack x...  defence .xx.  special\n") == 2  # look by word, look by number
    assert "100.0% to play: Gandalf → the Balrog; lunge" in " ".join(out.split())
    assert "`enchant` is available" in out and "Gandalf, play a card: Gandalf's Enchantment → cards played" in out


def test_help_explains_commands_choices_and_the_question(moot):
    out = moot("play", "gondolin", "--seed", "260048", typed="help undo\nhelp done\nhelp M\nhelp ember\n").stdout
    assert "undo your last choice, unless" in out.split("help undo")[1].split("> help")[0]
    assert "done: end your choices here; play continues" in out
    assert "maintenance (M) (function): the total maintenance for a turn" in out
    assert "pay for a card in your hand" in out and "ember warden: price 3" in out  # the action, and its card
    out = moot("play", "duel", "--seed", "3", typed="help play a card\n").stdout
    assert "the player chooses a card of their hand" in out and "no words" not in out
    out = moot("play", "gondolin", "--seed", "260048", typed="help flying\n").stdout
    assert "flying (ability)" in out and "did you mean" not in out


def test_no_code_in_what_several_choices_mean(moot):
    out = moot("play", "gondolin", "--seed", "260048", typed="play\nwhy brid\n").stdout
    assert "1 play ditch digger, 2 play wall archer" in " ".join(out.split()) and "build(" not in out
