"""The command `moot`. Each sub-command's module is imported when it is called, so that `--help` is quick.

Every error becomes a diagnostic here, and only here: exit status 1 for an error in the input, 2 for one in the call.
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
from ..stack.faults import Fault
from ..version import __version__
from .errors import report, system_error
from .limits import bound_memory, check_budget, out_of_memory
from .options import Commands
from .output import read_flag

# The name of each command, its module (whose function has the same name), and its line in --help.
COMMANDS = {
    "play": ("play.play_command", "Play a game in the terminal, or watch bots play it."),
    "sim": ("simulate.sim_command", "Simulate many games between bots and report the results."),
    "deck": ("decks.deck_command", "Build a better deck, or convert a deck file."),
    "check": ("check.check_command", "Find errors in packs and decks without running them."),
    "test": ("check.cases_command", "Run the test cases in packs."),
    "coverage": ("coverage.coverage_command", "Show which clauses are implemented, tested and exercised."),
    "diff": ("diff.diff_command", "Compare two rule sets and show where they differ in play."),
    "odds": ("odds.odds_command", "Compute exact odds of dice and table results."),
    "replay": ("logs.replay_command", "Print what happened in a logged game."),
    "verify": ("logs.verify_command", "Replay a finished game and check its log."),
    "used": ("coverage.used_command", "List which cards, table cells and rules logged games used."),
    "sheet": ("show.sheet_command", "Make a score sheet, blank or filled in from a log."),
    "explain": ("explain.explain_command", "Explain why something happened, or a clause or card."),
    "show": ("show.show_command", "List games, or show a game's cards, options, tables and map."),
    "words": ("show.words_command", "List the names that the code of a card may use."),
    "text": ("text.text_command", "Write card texts from the code of the cards."),
    "new": ("scaffold.new_command", "Create a pack, or a new file in one."),
}

_BROKEN_PIPE = 0  # the reader has read enough
_INTERRUPTED = 130


class Moot(Commands):
    """The group of all commands, and the only place that handles errors."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f".{module}", __package__), module.rpartition(".")[2])
        return command

    def hint(self, word: str, names: list[str]) -> str:
        """The nearest command, or the commands with a matching description, or all commands."""
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
            bound_memory()
            check_budget()
            _refuse_empty(arguments)
            # not click's own main: it prints errors itself, and has neither our exit statuses nor --json
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
            return report([Diagnostic("too-deep", "too deeply nested to read")])
        except OSError as error:
            if error.errno == errno.EPIPE or isinstance(error, BrokenPipeError):
                return _closed_pipe()
            return report([system_error(error)])
        except MemoryError:
            return report([out_of_memory()])
        except Exception as error:
            if isinstance(error, Fault):  # of rules that no step runs
                return report([Diagnostic(f"fault-{error.code}", error.message, hint=error.hint)])
            if os.environ.get("MOOT_TRACEBACK"):
                raise
            message = f"internal error: {type(error).__name__}: {error}"
            hint = "this is a bug in moot; set MOOT_TRACEBACK=1 for the traceback"
            return report([Diagnostic("failure", message, hint=hint)])


def _refuse_empty(arguments: list[str]) -> None:
    """Raise MootError for an empty argument or option value: every command needs some text."""
    for before, after in pairwise(["", *arguments]):
        option = before if not after and before.startswith("-") else after.removesuffix("=")
        if after and not (after.startswith("--") and after.endswith("=")):
            continue
        hint = "remove it, or write a value between the quotes"
        what = f"`{option}` is empty" if option else "empty argument"
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
    # click has no error of its own for this
    message = re.sub(r"^Got unexpected extra arguments? \((.*)\)", r"unexpected argument: '\1'", message)
    message = re.sub(r"'([^']*)'", r"`\1`", message.rstrip("."))
    return Diagnostic("usage", message[:1].lower() + message[1:], hint=hint)


def _closed_pipe() -> int:
    # discard the buffer, so that Python does not complain about it on exit
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
        if getattr(sys, name) is None:  # it was closed before the start
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(
                errors="replace"
            )  # a terminal without cursor keys still gets its text, and we get as much input as it can send
    cli.main()


if __name__ == "__main__":
    main()
