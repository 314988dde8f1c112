"""`moot play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import anyway_option, load_game, numbered_seed, played_options, seed_option, wrong_call

if TYPE_CHECKING:
    from .session import Play


@click.command(
    "play",
    epilog="\b\nExamples:\n  moot play GAME --seat PLAYER\n  moot play GAME --bots --seed 7\n"
    "  moot play GAME --bot PLAYER=brisk\n  moot play --resume last\n"
    "  moot play GAME --deck PLAYER=my_deck.txt",
)
@click.argument("game", required=False, metavar="GAME")
@click.option("--seat", metavar="SEAT", help="Where you sit; without it, on the first seat that no bot has.")
@click.option(
    "--bot",
    multiple=True,
    metavar="SEAT=NAME",
    help="Who plays a seat: random, greedy, brisk, search:N; else one that fits.",
)
@click.option("--bots", is_flag=True, help="Bots on all seats: the game is told line by line.")
@click.option("--hotseat", is_flag=True, help="Several persons at one terminal, with a curtain between turns.")
@click.option("--log", "log", metavar="FILE", help="Write a log for moot replay.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game; `last` is the one interrupted last.")
@click.option("--no-about", is_flag=True, help="Leave out what the game is about, before the first choice.")
@anyway_option
@seed_option
@played_options
def play_command(
    game: str | None,
    seat: str | None,
    bot: tuple[str, ...],
    bots: bool,
    hotseat: bool,
    log: str | None,
    resume: str | None,
    no_about: bool,
    anyway: bool,
    seed: int | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    decks: list[tuple[str, str]],
) -> int:
    """Play a game at the terminal, or watch one between bots.

    A person sees what the seat may see, and nothing else. At the prompt, `help` tells what can be typed.
    """
    from ...tools.logs.reload import folder_of
    from ..console import console
    from . import autosave as kept_games
    from .seats import bots_at, seats_of
    from .session import Play

    saved: Path | None = None
    if resume is not None:
        from ...tools.logs.save import read_save

        if seed is not None or settings or mods or decks:
            raise wrong_call(
                "bad-resume",
                "a saved game has its own seed, options, packs and decks",
                "take --seed, --option, --with and --deck out",
            )
        saved = kept_games.last() if resume == "last" else Path(resume)
        state, seats, folder = read_save(saved)
        if game is not None and load_game(game, [], ()).id != state.game.id:
            raise wrong_call("bad-resume", f"the save is of `{state.game.id}`, not of `{game}`", "leave the game out")
        if not seats or seat or bot or bots or hotseat:
            seats = seats_of(state.game, seat, bot, bots, hotseat)
    else:
        if game is None:
            raise wrong_call("usage", "moot play needs a GAME", "moot show lists them")
        loaded = load_game(game, settings, mods, decks, anyway)
        seats = seats_of(loaded, seat, bot, bots, hotseat)
        folder = folder_of(game)
        state = loaded.start(numbered_seed(seed))
    players = bots_at(state.game, seats, state.seed)
    inside = saved if saved is not None and saved.parent == kept_games.autosave_folder() else None
    table = Play(
        state,
        seats,
        players,
        console(pipe=80),
        _writer(log, state, folder),
        kept_games.Autosave(state, folder, seats, inside),
    )
    try:
        return _watch(table) if table.watched else _sit(table, about=not (no_about or state.choices))
    finally:
        table.close()


def _writer(path: str | None, state: Any, folder: str) -> Any:
    from ...tools.logs.log import LogWriter, header_of

    if path is None:
        return None
    return LogWriter(Path(path), header_of(state.game, state.seed, folder), state.choices)


def _heading(table: Play) -> None:
    from rich.text import Text

    game = table.game
    who = ", ".join(
        f"{table.name(player)}: {'you' if name == 'person' and len(table.people) == 1 else name}"
        for player, name in table.seats.items()
    )
    over = f" with {', '.join(map(str, game.mods))}" if game.mods else ""
    table.drawing.put(Text.assemble((game.title, "bold"), f" · {game.id}{over} · seed {table.state.seed} · {who}"))


def _watch(table: Play) -> int:
    _heading(table)
    table.drawing.lines(table.news(None))
    for _ in table.bots_choose():
        table.drawing.lines(table.news(None))
    _nobody(table)
    return 0


def _nobody(table: Play) -> None:
    """A game that ends without a winning rule says so; the others have told how they ended."""
    result = table.state.result
    if result is None or not result.rule:
        table.out.print("\nThe game is over; no rule says who has won.")


def _sit(table: Play, about: bool) -> int:
    from rich.text import Text

    from .about import tell_about
    from .curtain import Curtain
    from .prompt import GivenUp, Quit, Turn

    _heading(table)
    table.keep()
    if not table.kept.trouble:
        table.drawing.put(
            Text("kept after every choice; to go on after an interruption: moot play --resume last", style="dim")
        )
    if about:
        tell_about(table.drawing)
    curtain = Curtain(table)
    try:
        while True:
            for _ in table.bots_choose():
                pass
            if table.unasked():
                continue
            decision = table.state.decision
            if decision is None:
                break
            curtain.before(decision.player)
            Turn(table, decision, curtain.read).take()
    except GivenUp as given_up:
        table.drawing.put(Text(f"{table.name(given_up.args[0])} gives up.", style="bold"))
        table.kept.forget()
        return 0
    except (Quit, EOFError, KeyboardInterrupt) as left:
        table.out.print()
        if table.kept.trouble:
            table.out.print(Text("the game could not be kept", style="yellow"))
        else:
            table.out.print("go on later with: moot play --resume last")
            # on a line of its own, and unbroken, to be copied
            table.out.print(
                Text(f"or, when others came after it: moot play --resume {table.kept.path}", style="dim"),
                soft_wrap=True,
            )
        return 130 if isinstance(left, KeyboardInterrupt) else 0
    table.drawing.lines(table.last_news())
    _nobody(table)
    table.kept.forget()
    return 0
