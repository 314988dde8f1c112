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
