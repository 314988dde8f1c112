"""The lines of a menu: a number is the line that it stands before, long menus are folded, figures stand beside."""

from pathlib import Path

GOMOKU = str(Path(__file__).parents[2] / "packs" / "gomoku")
ONES = 'game ones "Ones"\nplayers ann\nphase day\n  for each n in 1..2\n    {ask}\n'
NUMBERS = 'choose column in 3..7 by ann "column"\n      say("took {column}")'
PACK = "id: ones\ntitle: Ones\n"


def pack(folder: Path, rules: str) -> str:
    (folder / "ones").mkdir()
    (folder / "ones" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "ones" / "rules.moot").write_text(rules, encoding="utf-8")
    return str(folder / "ones")


def test_among_numbers_each_line_is_typed_as_its_number(moot, tmp_path) -> None:
    ones = pack(tmp_path, ONES.format(ask=NUMBERS))
    out = moot("play", ones, "--seed", "1", typed="1\n3\n=7\n").stdout
    assert "   3  3\n   4  4\n" in out and "   1  " not in out
    assert "unknown choice 1: type a number from 3 to 7" in out
    assert "took 3" in out and "took 7" in out


def test_actions_that_differ_in_one_part_share_a_line(moot) -> None:
    typed = "3\nback\nplace x 3\n2\n3\nquit\n"
    out = moot("play", GOMOKU, "--seed", "1", typed=typed).stdout
    assert "   3  place x 3, y …   1, 2, 3, 4, 5, 6, 7, 8 and 7 more\n" in out and "  16  done\n" in out
    assert out.count("black: place x 3, y …\n") == 3 and "   2  place x 3, y 2\n" in out
    assert "black: place x 3, y 2\n" in out  # the second line of the menu within
    lines = out[: out.index("place x 3, y 1\n")].splitlines()
    assert len(lines) < 40


def test_a_name_in_full_chooses_behind_a_folded_line(moot) -> None:
    out = moot("play", GOMOKU, "--seed", "1", typed="place x 9, y 11\nplace(2, 2)\nquit\n").stdout
    assert "stone of 9, 11: none → black" in out and "stone of 2, 2: none → black" in out


def test_menus_show_what_is_printed_on_what_is_played(moot) -> None:
    out = moot("play", "gondolin", "--story", "lesson", "--seed", "3", typed="1\nquit\n").stdout
    assert "play watchfires  price 2" in out


def test_what_is_not_on_the_board_yet_is_one_line(moot) -> None:
    typed = "look reinforcements to come\nquit\n"
    out = moot("play", "gondor/learning", "--seat", "sauron", "--seed", "3", typed=typed).stdout
    assert "reinforcements to come  2 of sauron, 2 of westernesse  (look reinforcements to come lists them)\n" in out
    assert out.count("mounted knights 1") == 3  # as the game begins, and twice where one looks


def test_look_says_where_a_piece_is_and_when_one_comes(moot) -> None:
    typed = "look reinforcements to come\nlook mounted knights 1\nquit\n"
    out = moot("play", "gondor/learning", "--seat", "sauron", "--seed", "3", typed=typed).stdout
    listed, looked = out.split("\nmounted knights 1: ")
    assert "\n  mounted knights 1 and 1 more: arrives in turn 3, enters at " in listed
    assert "\n  now: reinforcements to come\n  arrives in turn 3\n  enters at " in looked


def test_screens_keep_to_a_width(moot) -> None:
    for game in ("gondolin", "gondor/learning"):
        out = moot("play", game, "--seed", "3", typed="look\nhelp\nrules\nquit\n").stdout
        long = [line for line in out.splitlines() if len(line) > 100 and "--resume" not in line]
        assert not long
