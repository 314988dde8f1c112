"""`moot play`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import anyway_option, load_game, numbered_seed, played_options, seed_option, wrong_call

if TYPE_CHECKING:
    from .narrated import NarratedLine
    from .session import Play


@click.command(
    "play",
    epilog="\b\nExamples:\n  moot play GAME --seat PLAYER\n  moot play GAME --bots --seed 7\n"
    "  moot play GAME --bot PLAYER=brisk\n  moot play --resume last\n"
    "  moot play GAME --deck PLAYER=my_deck.txt",
)
@click.argument("game", required=False, metavar="GAME")
@click.option("--seat", metavar="SEAT", help="Your seat. [default: the first seat without a bot]")
@click.option(
    "--bot",
    multiple=True,
    metavar="SEAT=NAME",
    help="Bot for a seat: random, greedy, brisk or search:N. [default: greedy, or a faster bot for a large game]",
)
@click.option("--bots", is_flag=True, help="Put bots on all seats and print the game line by line.")
@click.option("--hotseat", is_flag=True, help="Several players at one terminal, with a hand-over screen between turns.")
@click.option("--log", "log", metavar="FILE", help="Write a log for moot replay.")
@click.option("--with-rules", is_flag=True, help="Also copy the rules next to the log, to replay it after they change.")
@click.option("--resume", metavar="FILE", help="Resume a saved game; `last` is the most recently interrupted one.")
@click.option("--steps", is_flag=True, help="Print a line for each step of a piece on a board.")
@click.option("--no-about", is_flag=True, help="Skip the introduction before the first choice.")
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
    with_rules: bool,
    resume: str | None,
    steps: bool,
    no_about: bool,
    anyway: bool,
    seed: int | None,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...],
    decks: list[tuple[str, str]],
) -> int:
    """Play a game in the terminal, or watch bots play it.

    You see only what your seat may see. At the prompt, `help` lists the commands.
    """
    from ...tools.logs.reload import folder_of
    from ..console import console
    from . import autosave as kept_games
    from .seats import PERSON, bots_at, seats_of
    from .session import Play

    if with_rules and log is None:
        raise wrong_call("usage", "--with-rules needs a log", "add --log FILE")
    saved: Path | None = None
    if resume is not None:
        from ...tools.logs.save import read_save

        if seed is not None or settings or mods or decks:
            raise wrong_call(
                "bad-resume",
                "a saved game has its own seed, options, packs and decks",
                "remove --seed, --option, --with and --deck",
            )
        if sys.stderr.isatty():  # a long game takes a while to replay
            click.echo("resuming the game …", err=True)
        if resume == "last":
            saved, (state, seats, folder), skipped = kept_games.read_last()
            for line in skipped:
                click.echo(line, err=True)
        else:
            saved = Path(resume)
            state, seats, folder = read_save(saved)
        if game is not None and load_game(game, [], ()).id != state.game.id:
            raise wrong_call("bad-resume", f"the save is from `{state.game.id}`, not `{game}`", "remove the game")
        if not seats or seat or bot or bots or hotseat:
            seats = seats_of(state.game, seat, bot, bots, hotseat)
    else:
        if game is None:
            raise wrong_call("usage", "missing GAME", "write a game's id; moot show lists them")
        loaded = load_game(game, settings, mods, decks, anyway)
        seats = seats_of(loaded, seat, bot, bots, hotseat)
        folder = folder_of(game)
        sealed = seed is None and sum(who == PERSON for who in seats.values()) > 1
        state = loaded.start(numbered_seed(seed, secret=sealed), sealed=sealed)
    players = bots_at(state.game, seats, state.seed)
    writer = _writer(log, state, folder)
    if log is not None and with_rules:
        from ...tools.logs.kept_rules import keep_rules

        keep_rules(Path(log), folder or state.game.id, state.game.mods)
    inside = saved if saved is not None and saved.parent == kept_games.autosave_folder() else None
    table = Play(
        state,
        seats,
        players,
        console(pipe=100),
        writer,
        kept_games.Autosave(state, folder, seats, inside),
        steps,
    )
    try:
        return _watch(table) if table.watched else _sit(table, not (no_about or state.choices), saved)
    finally:
        table.close()


def _writer(path: str | None, state: Any, folder: str) -> Any:
    from ...tools.logs.log import LogWriter, header_of

    if path is None:
        return None
    header = header_of(state.game, state.seed, folder, state.salt)
    return LogWriter(Path(path), header, state.choices, state.fresh)


def _heading(table: Play) -> None:
    from rich.text import Text

    game = table.game
    who = ", ".join(
        f"{table.name(player)}: {'you' if name == 'person' and len(table.people) == 1 else name}"
        for player, name in table.seats.items()
    )
    over = f" with {', '.join(map(str, game.mods))}" if game.mods else ""
    seed = "" if len(table.people) > 1 else f" · seed {table.state.seed}"  # chance can be foretold from it
    table.drawing.put(Text.assemble((game.title, "bold"), f" · {game.id}{over}{seed} · {who}"))
    if table.state.seal:
        table.out.print(Text(f"Sealed: {table.state.seal}", style="dim"), soft_wrap=True)
    elif len(table.people) > 1:
        table.drawing.put(Text("Not sealed: chance can be foretold from the seed.", style="dim"))


def _watch(table: Play) -> int:
    from ...tools.simulate.series import LIMIT, stuck

    _heading(table)
    table.drawing.lines(table.news(None))
    for count, _ in enumerate(table.bots_choose(), 1):
        table.drawing.lines(table.news(None))
        if count > LIMIT:
            raise stuck(table.game, LIMIT)
    _nobody(table)
    return 0


def _nobody(table: Play) -> None:
    """Report the end of a game without a winning rule; other endings have already been shown."""
    result = table.state.result
    if result is None or not result.rule:
        table.out.print("\nThe game is over. No rule names a winner.")


def _sit(table: Play, about: bool, saved: Path | None) -> int:
    from rich.text import Text

    from .about import tell_about
    from .curtain import Curtain
    from .prompt import GivenUp, Quit, Turn

    _heading(table)
    if saved is not None:
        done = len(table.state.choices)
        text = Text(f"Resumed {saved} after {done} choice{'' if done == 1 else 's'}.", style="dim")
        table.out.print(text, soft_wrap=True)
    table.keep()
    if not table.kept.trouble:
        table.drawing.put(Text("Saved after every choice. Resume with: moot play --resume last", style="dim"))
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
        table.given_up = True
        table.kept.forget()
        return 0
    except (Quit, EOFError, KeyboardInterrupt) as left:
        table.out.print()
        if table.kept.trouble:
            table.keep()  # a full disk may have room now
        if table.kept.trouble:
            table.out.print(Text("cannot save the game", style="yellow"))
        else:
            table.out.print("Resume with: moot play --resume last")
            # on its own line, unwrapped, for copying
            table.out.print(
                Text(f"or, after other games: moot play --resume {table.kept.path}", style="dim"),
                soft_wrap=True,
            )
        return 130 if isinstance(left, KeyboardInterrupt) else 0
    told = table.last_news()
    table.drawing.lines(told)
    _nobody(table)
    if len(table.people) > 1:
        salt = f", and the salt {table.state.salt}" if table.state.salt else ""
        table.drawing.put(Text(f"The seed was {table.state.seed}{salt}.", style="dim"))
    _ask_why(table, told)
    table.kept.forget()
    return 0


def _ask_why(table: Play, told: Sequence[NarratedLine]) -> None:
    """Name the command that explains the end, with a log of the game."""
    from rich.text import Text

    end = next((line.first for line in told if line.final), None)
    path = table.log.path if table.log is not None else table.kept.finish(table.state)
    if end is not None and path is not None:
        line = Text(f"Ask why with: moot explain {path}:{end}", style="dim")
        table.out.print(line, soft_wrap=True)  # in one line, for copying
