"""The command `moot`. Each sub-command's module is imported when it is called, so that `--help` is quick.

Whatever goes wrong becomes a diagnostic here, and only here: exit status 1 if what was read is wrong, 2 if the call is.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import os
import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import click

from ..lang.diagnostic import Diagnostic, MootError
from ..lang.spelling import nearest, there_are
from ..lang.without_gc import SELDOM
from ..version import __version__
from .errors import report, system_error
from .options import Commands
from .output import read_flag

# The name of each command: its module, whose function has the same name, and what --help says of it.
COMMANDS = {
    "play": ("play.play_command", "Play a game at the terminal, or watch one between bots."),
    "sim": ("simulate.sim_command", "Play many games between bots and count how they end."),
    "deck": ("decks.deck_command", "Search for a better legal deck, or write one in another format."),
    "check": ("check.check_command", "Tell everything that is wrong with packs, or with a player's deck."),
    "test": ("check.cases_command", "Run the cases that packs bring with them."),
    "coverage": ("coverage.coverage_command", "Tell which clauses the rules carry out, and what tests them."),
    "diff": ("diff.diff_command", "Tell what differs between two rule sets, with the position that shows it."),
    "odds": ("odds.odds_command", "Tell the exact odds of what dice and tables decide."),
    "replay": ("logs.replay_command", "Tell what happened in a game that was logged."),
    "verify": ("logs.verify_command", "Play a finished game again, and tell whether its log is true."),
    "used": ("coverage.used_command", "Tell what logged games have used, and what none of them has."),
    "sheet": ("show.sheet_command", "Make a game's sheet, filled from a log or empty to be printed."),
    "explain": ("explain.explain_command", "Tell why something happened, or what a clause says."),
    "show": ("show.show_command", "Show games, options, cards, and what is a stand-in."),
    "text": ("text.text_command", "Write the texts of cards out of the code that is played."),
    "new": ("scaffold.new_command", "Begin a pack, or something in one: a card, a scenario, an overlay …"),
}

_BROKEN_PIPE = 0  # the reader has read what he wanted
_INTERRUPTED = 130


class Moot(Commands):
    """The group of all commands, with the one place where errors end."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f".{module}", __package__), module.rpartition(".")[2])
        return command

    def hint(self, word: str, names: list[str]) -> str:
        """The nearest command, or those that by their own words have to do with it, or all there are."""
        about = [name for name in names if len(word) > 2 and word.lower() in re.findall(r"\w+", _about(name).lower())]
        told = [f"`moot {name}`: {_about(name)[:1].lower()}{_about(name)[1:].rstrip(' .…')}" for name in about]
        return nearest(word, names) or ("see " + "; ".join(told) if told else there_are(names))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *ignored: Any, **extra: Any
    ) -> None:
        arguments = list(sys.argv[1:] if args is None else args)
        sys.exit(self._run(arguments))

    def _run(self, arguments: list[str]) -> int:
        read_flag(arguments)
        try:
            _refuse_empty(arguments)
            # not click's own main: it prints errors, and knows neither our exit statuses nor --json
            with self.make_context("moot", list(arguments)) as ctx:
                status = self.invoke(ctx)
            sys.stdout.flush()
            return status if isinstance(status, int) else 0
        except MootError as error:
            return report(error.diagnostics)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            return 2
        except click.UsageError as error:
            return report([_usage(error)])
        except click.exceptions.Exit as end:
            return int(end.exit_code)
        except (KeyboardInterrupt, click.Abort):
            click.echo("\ninterrupted", err=True)
            return _INTERRUPTED
        except RecursionError:
            return report([Diagnostic("too-deep", "this is nested too deeply to be read")])
        except OSError as error:
            if error.errno == errno.EPIPE or isinstance(error, BrokenPipeError):
                return _closed_pipe()
            return report([system_error(error)])
        except Exception as error:
            if os.environ.get("MOOT_TRACEBACK"):
                raise
            message = f"moot itself has failed: {type(error).__name__}: {error}"
            hint = "this is a mistake in moot, not in what you wrote; with MOOT_TRACEBACK=1 set it tells where"
            return report([Diagnostic("failure", message, hint=hint)])


def _refuse_empty(arguments: list[str]) -> None:
    """Raises MootError for an argument, or an option's value, that is empty: no command has a use for one."""
    for before, after in pairwise(["", *arguments]):
        option = before if not after and before.startswith("-") else after.removesuffix("=")
        if after and not (after.startswith("--") and after.endswith("=")):
            continue
        hint = "take it out, or write what is meant between the quotes"
        what = f"`{option}` is given nothing" if option else "an argument is empty"
        raise MootError([Diagnostic("usage", what, hint=hint)])


def _about(name: str) -> str:
    return COMMANDS[name][1]


def _usage(error: click.UsageError) -> Diagnostic:
    path = error.ctx.command_path if error.ctx else "moot"
    hint = f"see {path} --help"
    if isinstance(error, click.NoSuchOption):
        named = [name for one in (error.ctx.command.params if error.ctx else ()) for name in one.opts]
        return Diagnostic("usage", f"{path} has no option `{error.option_name}`",
                          hint=nearest(error.option_name, named) or hint)  # fmt: skip
    message = error.format_message()
    if isinstance(error, click.BadParameter) and error.param is not None and error.message:
        message = f"{error.param.get_error_hint(error.ctx)}: {error.message}"
    # click has no error of its own for this one
    message = re.sub(r"^Got unexpected extra arguments? \((.*)\)", r"more is given than it takes: '\1'", message)
    message = re.sub(r"'([^']*)'", r"`\1`", message.rstrip("."))
    return Diagnostic("usage", message[:1].lower() + message[1:], hint=hint)


def _closed_pipe() -> int:
    # what is still buffered goes nowhere, and Python must not complain about it when it ends
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    return _BROKEN_PIPE


@click.group(
    cls=Moot,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Try: moot show, and moot play GAME --bots --seed 7",
)
@click.version_option(__version__, prog_name="moot", message="%(prog)s %(version)s")
def cli() -> None:
    """Play, check, test and simulate tabletop games whose rules are data.

    GAME is a game's id (see moot show) or a pack's folder.
    """


def main() -> None:
    """The entry point of the command."""
    gc.set_threshold(*SELDOM)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed before we began
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal that knows no arrows still gets its text, and we get what it can
    cli.main()


if __name__ == "__main__":
    main()
