"""Cases in which two values of an option part: they pass with the value that they set and fail with another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import Scalar, raw
from ..cases.file import BrokenFile, Case, collect_cases, read_file
from ..cases.run import FAILED, PASSED, CaseRunner
from .kept import game_folder, kept_readings

_MISMATCH = re.compile(r"^[^\n]*:\d+: ([^\n]+)\n +expected +([^\n]*)\n +actual +([^\n]*)", re.M)
_IN_PLAY = ("[not-asked]", "[chance-left]")  # errors of a case that another course of play brings about


@dataclass(frozen=True, slots=True)
class Example:
    """A case that passes with `value` and fails with `other`. `differs`: the differing item, and its value on either
    side.
    """

    option: str
    value: str
    other: str
    name: str
    game: str
    file: str
    line: int
    given: dict[str, Any]
    when: list[dict[str, Any]]
    differs: list[dict[str, str]]

    def as_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "other": self.other,
            "case": self.name,
            "file": self.file,
            "line": self.line,
            "given": self.given,
            "when": self.when,
            "differs": self.differs,
        }


def parting_examples(
    name: str, values: Mapping[str, Sequence[str]], only: Collection[str] = (), search: bool = False
) -> dict[str, Example]:
    """For each option, a case in which two of its values part. `values`: the values of each option, the default first.

    For a shipped game, use the stored cases, unless `search` asks for a search through all its cases; for any other
    pack, always search. `only`: the options to search for; empty means all.
    """
    wanted = {option: several for option, several in values.items() if not only or option in only}
    known = {} if search else kept_readings(name).get("examples", {})
    runner = CaseRunner()
    if known:
        return dict(_known(runner, name, wanted, known))
    found: dict[str, Example] = {}
    for case in collect_cases([name]):
        if isinstance(case, BrokenFile):
            continue
        for option, entry in list(case.items("options")):
            if option in wanted and option not in found:
                example = next(_parted(runner, case, option, raw(entry), wanted[option]), None)
                if example is not None:
                    found[option] = example
    return found


def _known(
    runner: CaseRunner, name: str, wanted: Mapping[str, Sequence[str]], known: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, Example]]:
    """The examples that are kept and still hold."""
    folder = game_folder(name)
    assert folder is not None
    for option in wanted:
        place = known.get(option)
        cases = read_file(folder / place["file"]) if place is not None else []
        for case in cases if isinstance(cases, list) else []:
            if isinstance(case, BrokenFile) or place is None:
                continue
            if case.name == place["case"] and case.game == place["game"]:
                example = next(_parted(runner, case, option, place["value"], [place["other"]]), None)
                if example is not None:
                    yield option, example


def as_kept(name: str, one: Example) -> dict[str, str]:
    """How an example is kept."""
    folder = game_folder(name)
    file = Path(one.file).resolve()
    shown = file.relative_to(folder).as_posix() if folder is not None and file.is_relative_to(folder) else one.file
    return {"file": shown, "case": one.name, "game": one.game, "value": one.value, "other": one.other}


def _parted(runner: CaseRunner, case: Case, option: str, value: str, values: Sequence[str]) -> Iterator[Example]:
    if runner.run(case).status != PASSED:
        return
    for other in values:
        if other == value:
            continue
        result = runner.run(_with(case, option, other))
        if result.status == FAILED or any(code in result.message for code in _IN_PLAY):
            given, when = case.part("given"), case.part("when")
            yield Example(
                option,
                value,
                other,
                case.name,
                case.game,
                case.file,
                case.at.line,
                {} if given is None else _plain_data(given),
                [] if when is None else _plain_data(when),
                _differs(result.message),
            )


def _differs(message: str) -> list[dict[str, str]]:
    """The parts of a message of a failed case, or what is not asked with the other value."""
    found = [
        {"what": what.strip(), "value": expected.strip(), "other": actual.strip()}
        for what, expected, actual in _MISMATCH.findall(message)
    ]
    if found:
        return found
    return [{"what": "the choices above", "value": "possible", "other": _in_play(message.split("\n")[0])}]


def _in_play(error: str) -> str:
    """Why the choices are not possible: an error of a case without its place, its code and its advice."""
    error = re.sub(r" \[[\w-]+\]$", "", error.removeprefix("error: "))
    error = re.sub(r"^\S+\.yaml:\d+: ", "", error)
    error = re.sub(r", but `chance` .*$", "", error)
    error = re.sub(r"^`chance` has .*$", "fewer results of chance are needed", error)
    error = re.sub(r"; available: .*$", "", error)
    return re.sub(r"^`.*?` is not available to \w+: ", "", error)


def _with(case: Case, option: str, value: str) -> Case:
    """The same case with an option at another value."""
    root = case.root.value
    changed = dict(root)
    for key in ("options", "options in"):
        if key not in root:
            continue
        part = root[key]
        if key == "options":
            changed[key] = replace(part, value=_set(part.value, option, value))
        elif case.game in part.value:
            inner = part.value[case.game]
            changed[key] = replace(
                part, value=part.value | {case.game: replace(inner, value=_set(inner.value, option, value))}
            )
    return replace(case, root=replace(case.root, value=changed))


def _set(options: dict[str, YamlEntry], option: str, value: str) -> dict[str, YamlEntry]:
    if option not in options:
        return options
    plain: Any = {"yes": True, "no": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)
    entry = options[option]
    return options | {option: Scalar(plain, entry.at, entry.key_at, raw=value)}


def _plain_data(entry: YamlEntry) -> Any:
    value = entry.value
    if isinstance(value, dict):
        return {key: _plain_data(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain_data(one) for one in value]
    return value if isinstance(value, int | str | bool | None) else str(value)
