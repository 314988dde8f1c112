"""The options that several commands share, read in one place."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..lang.arguments import PlayerDecks
from ..lang.diagnostic import Diagnostic, MootError, fail
from ..lang.spelling import one_of
from ..stack.driver import BUDGET, LEAST_BUDGET

if TYPE_CHECKING:
    from ..stack.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])
STDIN = "-"  # in place of a file: typed or pasted input
FLAGS = (
    "players",
    "story",
    "deck",
    "scenario",
)  # options of the rules with a flag of their own


def wrong_call(code: str, message: str, hint: str = "") -> MootError:
    """An error in the call itself: it has no place in a file, so the exit status is 2."""
    return fail(code, message, hint=hint)


class Commands(click.Group):
    """A group of commands that suggests the nearest name for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            hint = self.hint(args[0], self.list_commands(ctx))
            raise wrong_call("usage", f"{ctx.command_path} has no command `{args[0]}`", hint)
        return super().resolve_command(ctx, args)

    def hint(self, word: str, names: list[str]) -> str:
        return one_of(word, names)


class Whole(click.IntRange):
    """The type of an option that takes a whole number, from `min`, or from `min` to `max`."""

    of: Callable[[Any], float] = int
    sort = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = self.of(value)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            self.fail(f"`{value}` is not a {self.sort}", param, ctx)
        if self.min is not None and self.max is not None and not self.min <= number <= self.max:
            self.fail(f"{number} is not in {self.min}..{self.max}", param, ctx)
        if self.min is not None and number < self.min:
            self.fail(f"{number} is too small: the minimum is {self.min}", param, ctx)
        return number

    def _describe_range(self) -> str:
        return "" if self.min is None else super()._describe_range()  # click itself shows `x<=None` in --help


class NumberArgument(Whole):
    """The same for a number that may have a fraction."""

    of = float
    sort = "number"


def parse_setting(text: str) -> tuple[str, Any]:
    """`NAME=VALUE` as an option's name and its value: a number, yes, no, none or a word. Raises MootError."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or not value:
        raise wrong_call("bad-option", f"`{text}` is not NAME=VALUE", "write the option's name, `=`, and its value")
    words: dict[str, Any] = {"yes": True, "no": False, "true": True, "false": False, "none": None}
    if value in words:
        return name, words[value]
    if value.removeprefix("-").isdecimal() and value.isascii():
        return name, int(value)
    return name, value


def _settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, Any]]:
    return [parse_setting(text) for text in values]


def setting_option(*names: str, help: str) -> Callable[[Command], Command]:
    """A repeatable option that sets options of the rules."""
    return click.option(*names, multiple=True, metavar="NAME=VALUE", callback=_settings, help=help)


def packs_option(*names: str, help: str) -> Callable[[Command], Command]:
    """A repeatable option that names packs."""
    return click.option(*names, multiple=True, metavar="DIR", help=help)


SEED_BITS = 128  # of a seed that people at one table cannot guess

seed_option = click.option("--seed", type=Whole(), metavar="N", help="Random seed. The same seed gives the same game.")
jobs_option = click.option(
    "--jobs", type=Whole(1, 256), default=1, show_default=True, metavar="N", help="Number of worker processes."
)
anyway_option = click.option("--anyway", is_flag=True, help="Play a pack with errors, or with decks that break laws.")
option_option = setting_option(
    "--option", "settings", help="Set an option of the rules (see moot show GAME). Repeatable."
)
also_option = setting_option("--also", help="Also play the same number of games with this option set. Repeatable.")
with_option = packs_option("--with", "mods", help="Load a pack on top of the game. Repeatable.")
logged_with_option = packs_option("--with", "mods", help="Packs to use in place of those that the log names.")
source_option = click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="[DOCUMENT=]FILE",
    help="Your own text of a rulebook, to show its sentences and check the lines of clauses. Repeatable: "
    "the file's hash identifies its document.",
)


def _set_budget(ctx: click.Context, param: click.Parameter, value: int | None) -> None:
    """For every game that this command loads, also in its worker processes."""
    if value is not None:
        before = os.environ.get(BUDGET)
        os.environ[BUDGET] = str(value)
        ctx.call_on_close(lambda: os.environ.pop(BUDGET) if before is None else os.environ.update({BUDGET: before}))


budget_option = click.option(
    "--budget",
    type=Whole(LEAST_BUDGET),
    metavar="N",
    expose_value=False,
    callback=_set_budget,
    help="Units of work that the rules may do in one step. [default: 100,000,000]",
)
json_option = click.option("--json", is_flag=True, expose_value=False, help="Write JSON, for other tools.")


def rules_options(command: Command) -> Command:
    """The options that decide which rules are loaded: `--with`, and those that set options."""
    return budget_option(setting_options(with_option(command)))


def played_options(command: Command) -> Command:
    """The same, with `decks`: the players' own deck files, as (player, file)."""
    return budget_option(setting_options(with_option(command), decks=True))


def setting_options(command: Command, decks: bool = False) -> Command:
    """Options that set options of the rules: `--option`, and for some of them a flag of their own."""

    @wraps(command)
    def chosen(*args: Any, settings: list[tuple[str, Any]], **named: Any) -> Any:
        flags = {name: named.pop(name) for name in FLAGS}
        files = _deck_files(flags, decks)
        chose = [parse_setting(f"{name}={value}") for name, value in flags.items() if value]
        return command(*args, settings=[*settings, *chose], **(named | ({"decks": files} if decks else {})))

    for name in reversed(FLAGS):
        value = "N" if name == "players" else "NAME"
        help = f"Short for --option {name}={value}."
        if name == "deck" and decks:
            value = "PLAYER=FILE"
            help = "A deck file for a player. Repeatable. --deck NAME is short for --option deck=NAME."
        chosen = click.option(f"--{name}", metavar=value, multiple=name == "deck", help=help)(chosen)
    return option_option(cast(Command, chosen))


def _deck_files(flags: dict[str, Any], allowed: bool) -> list[tuple[str, str]]:
    """Remove the deck files from the flags, and keep a name given to `--deck`."""
    given: tuple[str, ...] = flags["deck"]
    files = [(player.strip(), file.strip()) for player, equals, file in (one.partition("=") for one in given) if equals]
    names = [one for one in given if "=" not in one]
    if files and not allowed:
        hint = "check a deck file with: moot check FILE --game GAME"
        raise wrong_call("usage", f"`--deck {given[0]}` deals a deck, but this command plays no game", hint)
    for player, file in files:
        if not player or not file:
            raise wrong_call("usage", f"`--deck {player}={file}` is not PLAYER=FILE", "write a player, `=`, and a file")
        if file == "-":
            what = f"`--deck {player}={file}`: a player's deck must be in a file"
            raise wrong_call("usage", what, "save the deck in a file, and name that")
        if [one for one, _ in files].count(player) > 1:
            raise wrong_call("usage", f"`--deck` is given twice for `{player}`", "remove one of them")
    for name in names:
        if allowed and (Path(name).suffix or "/" in name):
            raise wrong_call("usage", f"missing player for the deck `--deck {name}`", f"write --deck PLAYER={name}")
    flags["deck"] = names[-1] if names else None
    return files


def load_game(
    name: str | Path,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...] | list[str],
    decks: Sequence[tuple[str, str]] = (),
    anyway: bool | None = None,
) -> Game:
    """The game that a command's GAME, `--option`, `--with` and `--deck` name. Raises MootError.

    `anyway` is None for a command that plays no games. Otherwise a pack with errors, or a deck that breaks laws, is an
    error, or with `anyway` a warning that the game keeps.
    """
    if anyway is None:
        return _loaded(name, settings, mods, decks)[0]
    from ..tools.check.sound import not_played, objections
    from .errors import report

    try:
        game, brought = _loaded(name, settings, mods, decks, anyway)
    except MootError as error:
        raise _of_a_part(name) or error from None
    found = objections(game, name, list(mods), settings, brought)
    if found and not anyway:
        raise MootError(not_played(found, name))
    if found:
        report([replace(one, severity="warning") for one in found])
        game.anyway = tuple(one.message for one in found)
    return game


def _of_a_part(name: str | Path) -> MootError | None:
    """The error for a pack that is not an edition of its game; None for any other pack."""
    from ..pack.find import editions_beside, find_pack

    try:
        games = editions_beside(find_pack(name))
    except MootError:
        return None
    if not games:
        return None
    return fail("part-of-game", f"`{name}` is a part of other packs, not a game", hint=f"games: {', '.join(games)}")


def _loaded(
    name: str | Path,
    settings: list[tuple[str, Any]],
    mods: tuple[str, ...] | list[str],
    decks: Sequence[tuple[str, str]] = (),
    anyway: bool = False,
) -> tuple[Game, PlayerDecks | None]:
    from ..stack.load import load

    if not decks:
        try:
            return load(name, options=settings, mods=list(mods)), None
        except MootError as error:
            raise _deck_hints(error, settings) from None
    from ..pack.load import load as load_bundle
    from ..pack.player_decks import players_of
    from ..tools.decks.playable import playable_decks
    from .errors import report_if_any

    bundle = load_bundle(name, list(mods), settings, cases=False)
    bundle.report.raise_if_failed()
    players = players_of(bundle)
    for player, file in decks:
        if player not in players:
            message = f"`--deck {player}={file}`: unknown player `{player}`"
            raise wrong_call("unknown-player", message, one_of(player, players))
    brought, warnings = playable_decks(dict(decks), str(name), list(mods), settings, anyway)
    report_if_any(warnings)
    return load(name, options=settings, mods=list(mods), decks=brought), brought


def _deck_hints(error: MootError, settings: list[tuple[str, Any]]) -> MootError:
    """The same error, but for a name given to `--deck` that is not a deck, with how to use a file."""
    wrong = [str(value) for option, value in settings if option == "deck"]

    def hinted(one: Diagnostic) -> Diagnostic:
        if not wrong or one.code not in ("unknown-option", "unknown-name") or "`deck`" not in one.message:
            return one
        if one.code == "unknown-option":
            said = f"`--deck {wrong[-1]}`: this game has no decks to choose from"
            return replace(one, message=said, hint="use a deck file: --deck PLAYER=FILE", notes=())
        return replace(one, hint=f"{one.hint} (or use a deck file: --deck PLAYER=FILE)".strip())

    return MootError([hinted(one) for one in error.diagnostics])


def numbered_seed(seed: int | None, secret: bool = False) -> int:
    """The requested seed, or a fresh one, short enough to be copied by hand. A `secret` one is too long to be guessed
    from the cards that it deals.
    """
    if seed is not None:
        return seed
    import secrets

    return secrets.randbits(SEED_BITS) if secret else secrets.randbelow(1_000_000)
