"""The text of a unit that is written in parts but never laid upon the stack."""

from moot.code.write_frames import Parts, assemble


def test_a_unit_that_pauses_in_its_last_call_alone_needs_no_frame() -> None:
    unit = Parts({0: 7}, [], [], [(0, ["pc = 1"]), (1, ["return p_ask(S)"])], [], ["return None"])
    lines = assemble("b_p_turn", unit)
    assert not any("resume" in line for line in lines)
    made: dict[str, object] = {"p_ask": lambda S: ("asked", S)}
    exec("\n".join(lines), made)
    begin = made["b_p_turn"]
    assert callable(begin) and begin(3) == ("asked", 3)


def written(*parts: list[str], **more: list[str]) -> list[str]:
    labels = {0: 0, 1: 1}
    unit = Parts(labels, [], more.get("names", []), list(enumerate(parts)), [], ["return None"], quick=True)
    return [line for line in assemble("p_turn", unit) if not line.startswith("RESUME")]


CALLS = ["ret = p_ask(S, 1)", "if ret is PAUSE:", "    FRAMES.append(FRAME1FRAME)", "    return PAUSE", "pc = 1"]


def test_what_nobody_reads_is_not_kept() -> None:
    assert written(CALLS, ["C[3] = 1"])[1:4] == [
        "    if p_ask(S, 1) is PAUSE:",
        "        S.unwind.append((1, 1))",
        "        return PAUSE",
    ]
    assert written(CALLS, ["C[3] = ret"])[1:3] == ["    ret = p_ask(S, 1)", "    if ret is PAUSE:"]
    either = ["ret = p_ask(S) if x else p_tell(S)", *CALLS[1:]]
    assert written(either, ["pass"])[1:3] == ["    ret = p_ask(S) if x else p_tell(S)", "    if ret is PAUSE:"]
    coded = ["ret = (code(S, c) if (code := RUN_x[c]) is not None else None)", *CALLS[1:]]
    assert written(coded, ["pass"])[1] == "    if (code := RUN_x[c]) is not None and code(S, c) is PAUSE:"


def test_cells_that_are_used_once_get_no_name() -> None:
    assert written(CALLS, ["C[3] = 1"])[-3:] == ["def resume1_1(S, fr, ret):", "    S.cells[3] = 1", "    return None"]
    for uses in (
        ["C[3] = C[4]"],
        ["for i in (1, 2):", "    C[i] = 1"],
        ["C[3] = [x for x in a if x > C[4]]"],
        ["C[3] = 'C[4]'"],
    ):
        assert written(CALLS, uses)[1] == "    C = S.cells"
