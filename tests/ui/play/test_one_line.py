"""What belongs together is one line: a march, a roll and what it needed; headings count what they say they count."""

GONDOR = ("play", "gondor/learning", "--bots", "--seed", "7", "--bot", "sauron=random", "--bot", "westernesse=random")


def test_a_march_is_one_line_unless_its_steps_are_asked_for(moot) -> None:
    import re

    out = moot(*GONDOR).stdout
    way = re.search(r"^  (\w+): move ([\w ]+): (\d{4})( → \d{4}){2,}( \(spent \d+\))?  \[", out, re.MULTILINE)
    assert way is not None and "combat units of" not in out[way.start() : way.end()]
    steps = moot(*GONDOR, "--steps").stdout
    assert f"{way[2]}: {way[3]} →" not in steps and f"combat units of {way[3]} → combat units of" in steps
    rolled = re.findall(r"^  roll \dd6: .*, needed .*: (reached|missed)  \[", out, re.MULTILINE)
    assert len(rolled) > 3 and "\n  needed " not in out


def test_an_outermost_phase_is_counted_by_the_turn(moot) -> None:
    out = moot("play", "gondor/learning", "--seed", "3", typed="quit\n").stdout
    assert "══ Game turn 1 ══" in out


def test_a_line_takes_the_clause_of_a_call_that_it_is_in(moot) -> None:
    """The gate that units took is in a call that has ended when their leader follows."""
    out = moot("play", "gondor/learning", "--bots", "--seed", "2").stdout
    assert "\n  chieftain: 0306 → 0305  [standard/7.51, 7.54.free, 6.11.leave]\n" in out and "4.3.gate" not in out


def test_a_change_of_the_arguments_of_a_rule_names_them_once(moot) -> None:
    out = moot("play", "gondor/learning", "--bots", "--seed", "2").stdout
    assert "\n  axemen: disrupted  [" in out and "retreat axemen" not in out
    assert "\n  spearmen 2 enters 0603: must move on: lance knights  [" in out
    assert "\n  must move on: no longer lance knights  [" in out
