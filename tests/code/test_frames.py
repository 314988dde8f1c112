"""The text of a unit that is written in parts but never laid upon the stack."""

from moot.code.write_frames import Parts, assemble


def test_a_unit_that_pauses_in_its_last_call_alone_needs_no_frame() -> None:
    unit = Parts(7, [], [], [(0, ["pc = 1"]), (1, ["return p_ask(S)"])], [], ["return None"])
    lines = assemble("b_p_turn", unit)
    assert not any("resume" in line for line in lines)
    made: dict[str, object] = {"p_ask": lambda S: ("asked", S)}
    exec("\n".join(lines), made)
    begin = made["b_p_turn"]
    assert callable(begin) and begin(3) == ("asked", 3)
