"""The boards of a game that was logged, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...lang.diagnostic import Report, fail
from ...pack.load import load
from ...stack.journal import who_wins
from ...stack.load import value_from_text
from ...stack.scoreboard import Reported
from ...stack.words import name_words
from ..logs.log import Log, begin_game, game_of, play_choices
from ..setup.compiled import compile_game
from .picture import Picture
from .picture_builder import PictureBuilder


def turn_pictures(log: Log, mods: Sequence[str] = ()) -> Iterator[tuple[str, Picture]]:
    """Pictures of every board, each with a name such as `map_03`: at the first choice of each turn, and at the end of
    the log, `map_end`. The time in the pack's `report` counts the turns.

    Raises MootError like `replayed`, and for a game without a board or without a time.
    """
    state = begin_game(log, game_of(log, mods), journal=False)
    laid = list(mods) or list(log.header["mods"])
    settings = [(name, value_from_text(text)) for name, text in log.header["options"].items()]
    bundle = load(log.header.get("folder") or log.header["game"], laid, settings, cases=False)
    time = Reported(state.game).time
    if not bundle.boards:
        raise fail("no-board", f"`{bundle.id}` has no board to draw")
    if time is None:
        hint = "name the state that counts turns: report: {time: …}"
        raise fail("no-time", f"the pack.yaml of `{bundle.id}` does not define its turns", hint=hint)
    case = compile_game(bundle.copy(), laid, traced_alone=True, quick=True)
    title, turn = bundle.manifests[-1].title, name_words(case.game.program, case.game.program.report["time"][0])

    def drawn(name: str, more: str = "") -> Iterator[tuple[str, Picture]]:
        for board in bundle.boards.values():
            picture = PictureBuilder(case, bundle, board, state.position, Report()).paint()
            facts = picture.facts or f"{turn} {time(state.position)}"
            picture.title, picture.facts = f"{title}: {board.id.replace('_', ' ')}", facts + more
            yield f"{board.id}_{name}", picture

    shown: set[int] = set()
    for count in range(len(log.choices) + 1):
        play_choices(log, state, count)
        now = time(state.position)
        if now not in shown and not state.over:
            shown.add(now)
            yield from drawn(f"{now:02}")
    result = state.result
    winners = [name_words(case.game.program, name) for name in (result.winners if result is not None else ())]
    yield from drawn("end", "" if result is None else f": {who_wins(winners or 'none')}")
