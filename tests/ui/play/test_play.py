"""Playing at the terminal: what a seat sees, what can be typed, undo, saves, the curtain."""

import json
import os
import re
import signal

import pytest

import moot as library


def hidden_from(state, player):
    """The names of cards that a player cannot place."""
    view = state.view(player)
    known = {t for zone in view["zones"].values() for t in zone.get("things", zone.get("known", ()))}
    return {row.key for row in state.game.program.layout.things} - known


def test_bots_tell_a_game_with_clauses(moot):
    out = moot("play", "duel", "--bots", "--seed", "7").stdout
    assert out.startswith("The Duel · duel/english · seed 7 · Gandalf: greedy, the Balrog: greedy\n")
    assert "══ Duel 1 ══  [english/later.same, final.same]\n" in out
    assert "card supply of Gandalf → hand of Gandalf: 9 (" in out
    told = [line for line in out.splitlines()[1:] if line.strip()]
    assert sum("[" in line for line in told) >= 0.95 * len(told)
    assert re.search(r" wins: .*  \[english/game\.end", told[-1])
    assert out == moot("play", "duel", "--bots", "--seed", "7").stdout


def test_a_seat_sees_only_its_own_hand(moot):
    state = library.load("duel").start(seed=7)
    out = moot(
        "play", "duel", "--seat", "balrog", "--bot", "gandalf=random", "--seed", "7", typed="look\nlog\nhelp\n"
    ).stdout
    while state.decision.player == "gandalf":  # as far as the first look at the table, Gandalf may have played a card
        played = re.search(r"Gandalf, play a card: (.+?) → cards played", out)
        state.apply(next(o for o in state.decision.options if o.text == played.group(1)))
    own = {key.split(".")[-1] for key in state.view("balrog")["zones"]["hand(balrog)"]["things"]}
    others = {key.split(".")[-1] for key in hidden_from(state, "balrog")} - own
    shown = {key.split(".")[-1] for key in state.view("balrog")["zones"]["display"]["things"]}
    said = state.game.program.terms
    for title in others - shown:
        assert said.get(title, title.replace("_", " ")) not in out, title
    for title in own:
        assert said.get(title, title.replace("_", " ")) in out


@pytest.mark.parametrize("typed", ["why {}", "{}", "look", "log", "undo", "clause {}", "save s.json\nwhy {}"])
def test_no_answer_tells_where_a_hidden_card_lies(moot, cards, typed):
    state = library.load(cards).start(seed=3)
    other = state.view("south")["zones"]["hand(south)"]["things"]
    deck = set(hidden_from(state, "north")) - set(other)
    answers = []
    for key in (other[0], sorted(deck)[0]):
        title = key.split(".")[-1]
        result = moot(
            "play", "zoo", "--seed", "3", "--bot", "south=random", typed="no\n" + typed.format(title, title) + "\n"
        )
        (path := os.path.join(os.getcwd(), "s.json")) and os.path.exists(path) and os.remove(path)
        answers.append(re.sub(r"zoo-\S+json", "", result.output.replace(title, "TITLE")))
    assert answers[0] == answers[1]


def test_numbers_names_and_keys_choose(moot, cards):
    for typed in ("2\n", "no\n", "NO\n"):
        out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed=typed).stdout
        assert "north, draw a card: no\n" in out
        assert "north: lay a card\n" in out


def test_help_look_why_and_clause(moot):
    typed = "help\nlook sweep\nwhy sweepx\nwhy ward\nclause score.hit\nclause scor.hit\nlook nothing\nfrobnicate\n"
    out = moot("play", "duel", "--seed", "7", typed=typed).stdout
    assert "undo your last choice" in out
    assert "sweep: attack x.xx  defence x..x\n" in out
    assert "`sweepx` is not a choice in this game; did you mean `sweep`?" in out
    assert "`ward` is available" in out
    assert "english/score.hit (The duel: scoring 4, rule): " in out
    assert "did you mean `score.hit`?" in out
    assert "unknown thing `nothing`\n" in out
    assert "unknown choice `frobnicate`\n(type help for the commands)" in out
    assert out.count("(type a number or a name, or help)") == 1
    out = moot("play", "duel", "--seed", "7", typed="99\nlok\ngandalf's mgic\n").stdout
    assert "unknown choice 99: type a number from 1 to 9\n" in out
    assert "did you mean `look`?" in out


def test_undo_before_anything_was_learnt(moot, cards):
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="undo\nno\nundo\n").stdout
    assert "Cannot undo: you have not chosen anything yet.\n" in out
    assert "Undone.\n" in out
    assert out.count("north: draw a card\n") == 2


def test_undo_is_refused_after_a_draw(moot, cards):
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="yes\nundo\n").stdout
    assert "Cannot undo: you have seen hidden information since then.\n" in out


def test_undo_is_refused_after_another_has_chosen(moot, cards):
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="no\n1\nundo\n").stdout
    assert "Cannot undo: south has chosen since then.\n" in out


LOOKS = """game looks "Looks"
players one, two

kind card

zone deck            : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p

option way : 0..5 = 0
state total : number
state fate(p: player) : number seen by p

phase p
  draw(2, deck, hand(two))
  if one may "go on"
    raise total by 1
    if way = 1
      show(hand(two), one)
    if way = 2
      let n = roll 1d6
      raise total by n
    if way = 3
      move top(deck) to hand(one)
    if way = 4
      set fate(one) to roll 1d6
    if way = 5
      set fate(two) to roll 1d6
  if one may "end"
    win one "ended"
"""


@pytest.mark.parametrize(
    ("way", "answer"),
    [
        (0, "Undone."),
        (1, "Cannot undo: something has been shown to you since then."),
        (2, "Cannot undo: you have seen a random result since then."),
        (3, "Cannot undo: you have seen hidden information since then."),
        (4, "Cannot undo: you have seen a random result since then."),
        (5, "Undone."),
    ],
)
def test_undo_after_a_look_a_roll_and_a_card(moot, pack, way, answer):
    decks = "decks:\n  d:\n    zone: deck\n    cards: {a: 1, b: 1, c: 1, d: 1}\n"
    pack("looks", LOOKS, cards="kind: card\ncards: {a: {}, b: {}, c: {}, d: {}}\n", decks=decks)
    result = moot("play", "looks", "--seed", "1", "--bot", "two=random", "--option", f"way={way}", typed="yes\nundo\n")
    assert f"{answer}\n" in result.stdout, result.output


SHUFFLED = """game shuffled "Shuffled"
players one
kind card
zone deck : pile of card, seen by none
zone spread : pool of card, seen by all
zone row : row of card, seen by all
zone hand : pool of card, seen by one
zone under : pile of card, seen by none
option way : drawn, buried, open, left = drawn
phase shuffled
  move deck to spread
  if one may "go on"
    nothing
  if way = open
    move spread to row
    shuffle(row)
  else
    move spread to deck
    shuffle(deck)
  if way = drawn
    move top(deck) to hand
  if way = buried
    move top(deck) to under
    move top(under) to hand
  if one may "go on still"
    win one
"""


@pytest.mark.parametrize("way", ["drawn", "buried", "open", "left"])
def test_undo_after_what_was_known_has_been_shuffled(moot, pack, way):
    decks = "decks:\n  all:\n    zone: deck\n    cards: {ash: 1, elm: 1, oak: 1}\n"
    pack("shuffled", SHUFFLED, cards="kind: card\ncards: {ash: {}, elm: {}, oak: {}}\n", decks=decks)
    told = moot("play", "shuffled", "--seed", "1", "--option", f"way={way}", typed="yes\nundo\n").stdout
    assert ("you have seen the result of a shuffle since then" in told) is (way != "left"), told
    assert ("Undone." in told) is (way == "left")


def test_undo_takes_the_choice_out_of_the_log(moot, cards, tmp_path):
    moot("play", "zoo", "--seed", "3", "--bot", "south=random", "--log", "z.log", typed="no\nundo\nyes\n")
    _, *choices = map(json.loads, (tmp_path / "z.log").read_text().splitlines())
    assert choices == [{"player": "north", "choice": "yes"}]
    assert moot("replay", "z.log").exit_code == 0


def play_to_the_end(moot, *args, typed=""):
    return moot("play", *args, typed=typed + "1\n" * 60)


def test_a_game_played_to_its_end_is_kept_no_longer(moot, cards, tmp_path):
    result = play_to_the_end(moot, "zoo", "--seed", "3", "--bot", "south=random")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2] == "Nobody wins: all cards are laid"
    log = tmp_path / "state" / "last_game.log"
    assert list((tmp_path / "state").glob("*")) == [log] and log.stat().st_mode & 0o077 == 0
    assert re.fullmatch(rf"Ask why with: moot explain {re.escape(str(log))}:\d+", result.stdout.splitlines()[-1])


def test_an_interrupted_game_goes_on(moot, cards, tmp_path):
    whole = play_to_the_end(moot, "zoo", "--seed", "3", "--hotseat", "--log", "a.log", typed="no\n\n1\n")
    assert whole.exit_code == 0
    first = moot("play", "zoo", "--seed", "3", "--hotseat", typed="\nno\n1\n")
    (kept,) = (tmp_path / "state").glob("*.json")
    assert "Resume with: moot play --resume last\n" in first.stdout
    assert f"moot play --resume {kept}\n" in first.stdout
    assert kept.stat().st_mode & 0o077 == 0
    second = play_to_the_end(moot, "--resume", "last")
    assert second.exit_code == 0
    assert second.stdout.splitlines()[-3:-1] == ["Nobody wins: all cards are laid", "The seed was 3."]
    assert "seed 3" not in first.stdout and "Not sealed: chance can be foretold from the seed.\n" in first.stdout


def test_a_killed_game_goes_on(process, moot, cards, tmp_path):
    running = process("play", "zoo", "--seed", "3", "--bot", "south=random")
    running.stdin.write("no\n")
    running.stdin.flush()
    while "lay a card" not in (line := running.stdout.readline()):
        assert line
    running.send_signal(signal.SIGKILL)
    running.communicate()
    out = moot("play", "--resume", "last").stdout
    assert "north: lay a card\n" in out
    assert not list((tmp_path / "state").glob("*.part"))


def test_ctrl_c_tells_how_to_go_on(process, cards):
    running = process("play", "zoo", "--seed", "3", "--bot", "south=random")
    while "draw a card" not in (line := running.stdout.readline()):
        assert line
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "Resume with: moot play --resume " in out and not err


def test_a_place_where_nothing_can_be_kept_is_told_once(moot, cards, tmp_path):
    (tmp_path / "state").write_text("a file, not a folder")
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="no\n1\n").stdout
    assert out.count("cannot save the game: ") == 1


def test_save_and_resume(moot, cards, tmp_path):
    typed = "no\nsave mine.json\nsave mine.json\nsave\nsave no/where.json\n"
    out = moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed=typed).stdout
    assert "Saved. Resume with: moot play --resume mine.json\n" in out
    assert "`mine.json` already exists; choose another file name\n" in out
    assert "write a file name after save; write: save FILE\n" in out
    assert "cannot write `no/where.json`: no such file or directory\n" in out
    again = moot("play", "--resume", "mine.json", typed="undo\n").stdout
    assert "north: lay a card\n" in again and "south: random" in again
    assert "Cannot undo: choices from before the game was resumed are final.\n" in again


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t[: len(t) // 2], "the save is not JSON, or is incomplete [save-damaged]"),
        (lambda t: "[]", "this version of moot cannot read the save [save-format]"),
        (lambda t: t.replace('"moot save":4', '"moot save":2', 1), "hint: an older version of moot wrote the save"),
        (lambda t: t.replace('"seed"', '"sead"', 1), "unknown key `sead` in the save [save-unknown-key]"),
        (lambda t: t.replace('"cells":[', '"cells": [1,', 1), "the save was edited after it was written"),
        (
            lambda t: t.replace('"choices":[', '"choices": {}, "journal": [', 1),
            "the save's `choices` has the wrong type",
        ),
    ],
)
def test_a_damaged_save_is_told_and_left_alone(moot, cards, tmp_path, change, message):
    moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="no\nsave mine.json\n")
    path = tmp_path / "mine.json"
    text = change(path.read_text())
    path.write_text(text)
    result = moot("play", "--resume", "mine.json")
    assert result.exit_code == 1 and message in result.stderr and "--> mine.json" in result.stderr
    assert path.read_text() == text


def test_a_save_of_other_rules_says_which(moot, cards, tmp_path):
    moot("play", "zoo", "--seed", "3", "--bot", "south=random", typed="no\nsave mine.json\n")
    manifest = cards / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("version: '1'", "version: '2'"))
    result = moot("play", "--resume", "mine.json")
    assert result.exit_code == 1
    assert "the save was made with other rules (`my/zoo` 1 is now 2) [save-version]" in result.stderr


def test_resume_without_a_kept_game(moot):
    result = moot("play", "--resume", "last")
    assert result.exit_code == 2 and "no interrupted game in " in result.stderr


def test_a_curtain_hangs_between_two_people(moot, cards):
    out = moot("play", "zoo", "--seed", "3", "--hotseat", typed="\nno\n1\n\n").stdout
    screens = out.split("=" * 20)
    assert "Pass the screen to north." in screens[1] and "Pass the screen to south." in screens[3]
    state = library.load(cards).start(seed=3)
    hands = {p: [k.split(".")[-1] for k in state.view(p)["zones"][f"hand({p})"]["things"]] for p in ("north", "south")}
    words = [set(re.findall(r"\w+", screen)) for screen in screens]
    north, south = set(hands["north"]), set(hands["south"])
    assert not (words[1] | words[3]) & (north | south)
    assert north <= words[2] and not south & words[2]
    laid = re.search(r"north, lay a card: (\w+) → laid", screens[4]).group(1)
    assert south <= words[4] and north & words[4] == {laid}


def test_colour_only_at_a_terminal(moot, cards, monkeypatch):
    assert "\x1b" not in moot("play", "zoo", "--bots", "--seed", "3").output
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in moot("play", "zoo", "--bots", "--seed", "3").output
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search("\x1b\\[[0-9;]*3[0-9]m", moot("play", "zoo", "--bots", "--seed", "3").output)


def test_why_a_card_cannot_be_played_is_told_with_the_values_of_now(moot):
    options = ("--story", "lesson", "--deck", "lesson_deck", "--seed", "5")
    out = moot("play", "gondolin", *options, typed="river bend\nwhy defender y\nplay defender y\n").stdout
    assert out.count("you do not have enough resources") == 2 and "play defender y: you do not" in out
    assert out.count("  the price of playing a card: 5\n") == 2 and "price(c)" not in out


def test_why_says_the_same_once_and_in_the_words_of_the_menu(moot):
    assert "`" not in (out := moot("play", "duel", "--seed", "3", typed="why ward\n").stdout)
    assert out.count("ward is not in a player's hand") == 1
    out = moot("play", "gondor/learning", "--seed", "1", typed="why 0101\nwhy trolls\nmove shade\n0101\n99\n").stdout
    assert "0101 costs 24, but only 12 can be spent" in out and "unknown choice 99" in out
    assert "`0101` is not available where sauron is prompted" in out
    assert "move trolls: it is only available in Movement Phase" in out
    told = " ".join(out.split())
    assert ", “cast shade, dread, magic points 6”, move shade, done [" in told and "ride(shade)" not in out
    assert told.count("cast shade, dread, magic points 6") == 2 and "it would have to be one of" not in out


@pytest.mark.parametrize(
    ("ending", "said"), [("win ann", "You win: all is done"), ("win none", "You lose: all is done")]
)
def test_the_end_of_a_game_for_one_player_is_yours(moot, pack, ending, said):
    rules = (
        f'game lone "Lone"\nplayers ann\nphase match\n  choose n in 1..2 by ann "pick"\n    {ending} "all is done"\n'
    )
    folder = pack("lone", rules)
    assert moot("play", folder, "--seed", "1", typed="1\n").stdout.splitlines()[-2] == said


def test_an_action_typed_at_another_question_is_refused_in_words(moot):
    out = moot("play", "gondor/learning", "--seed", "1", "--no-about", typed="done\n1\nmove light orcs 1\n").stdout
    assert "`move light orcs 1` is not available where sauron is prompted “move to" in " ".join(out.split())
    assert "goals(u)" not in out


def test_the_siege_tells_the_last_side_of_a_hex_on_the_table_only(moot):
    out = moot("play", "gondor", "--scenario", "drawn_up", "--seed", "2", "--no-about", typed="quit\n").stdout
    assert "the last side in: sauron at" in out and ": the last side in" not in out


def test_states_of_a_piece_are_next_to_it_and_a_long_setup_is_one_line(moot):
    out = moot("play", "gondor", "--scenario", "drawn_up", "--seed", "2", "--no-about", typed="quit\n").stdout
    assert "cauldron 2 (westernesse, Oil counters 3)" in out and "Oil counters of cauldron 2: 3" not in out
    assert "  placed on the board: 51 pieces\n" in out and "orc archers 1 → combat units" not in out
    assert "way in" not in out and "contents of cauldron 1: 1" not in out


def test_a_long_list_of_hexes_is_drawn_again_only_on_request(moot):
    typed = "1116\nlook\nquit\n"
    out = moot("play", "gondor", "--seat", "westernesse", "--seed", "1", "--no-about", typed=typed).stdout
    assert "the same as before, without 1116  (look lists them)" in out
    assert out.count("  terrain clear: 0304, 0305") == 2


def test_losses_and_spells_at_work_are_above_the_table_and_menus_say_what_a_spell_does(moot):
    out = moot("play", "gondor/learning", "--seed", "1", "--no-about", typed="3\nquit\n").stdout
    before, _, after = " ".join(out.split()).partition("sauron> ")
    levels = "demoralization level: the forces of Sauron 30, the garrison 34"
    assert f"losses: the forces of Sauron 0, the garrison 0; {levels} " in before
    assert "cast shade, dread, magic points 3 morale of Westernesse -1 this turn at 0609" in before
    assert "spells at work: dread; " in after and "spells at work" not in before


def test_a_shot_shows_its_target_first(moot):
    typed = "done\n0904\ndone\ndone\nquit\n"
    game = ("gondor/learning", "--seat", "westernesse", "--seed", "4", "--no-about")
    out = moot("play", *game, typed=typed).stdout
    assert "fire at orcs 1 with bowmen                   at 0705  at 0606  orcs 1: melee E  armour 2" in out


def test_another_players_question_is_told_without_an_empty_aside(moot):
    out = moot("play", "gondor/learning", "--seed", "751740", "--no-about", typed="quit\n").stdout
    assert "(…" not in out and "… movement points" not in out
    assert "ride to: none" in out
