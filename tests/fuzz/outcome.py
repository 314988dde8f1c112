"""Call `moot` in a process of its own and look at what came of it."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import re
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn

import moot
from moot.lang.parse_tables import parser
from moot.ui import command

from .call import Call

SECONDS = 30  # of processor time for one call, whose rules have the budget below
ENVIRONMENT = {"MOOT_BUDGET": "1000000", "MOOT_MEMORY": "1500", "MOOT_TRACEBACK": "1", "COLUMNS": "100", "PAGER": "cat"}
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]")
_WRITES = ("new", "deck")  # commands that may change files beside them
_PLACE = re.compile(r'File "[^"]*/moot/([\w/]+\.py|<[^>]*>)", line (\d+)')


class Outcome(NamedTuple):
    """`fault` is empty if all is well; else a short name of what is wrong, the same for the same mistake."""

    fault: str
    status: int
    output: str

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the diagnostics that were shown."""
        return frozenset(re.findall(r"^(?:error|warning): .*\[([a-z0-9-]+)\]$", self.output, re.MULTILINE))


@cache
def _warm() -> None:
    """Import all of moot and read the parser's tables once, instead of in each call."""
    for module in pkgutil.walk_packages(moot.__path__, "moot."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    parser()


def outcome(call: Call) -> Outcome:
    """Call it in a new folder."""
    _warm()
    folder = Path(tempfile.mkdtemp(prefix="moot-fuzz-"))
    try:
        here = folder / "here"
        here.mkdir()
        call.lay(here)
        before = _contents(here)
        (folder / "typed").write_bytes(call.typed)
        child = os.fork()
        if not child:
            _be_moot(call, folder)
        status, stopped = _wait(child)
        out, err = ((folder / name).read_bytes() for name in ("out", "err"))
        output = (out + err).decode("utf-8", "replace")
        fault = "too long" if stopped else _fault(call, status, out, err)
        return Outcome(fault or _changed(call, before, here), status, output)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _be_moot(call: Call, folder: Path) -> NoReturn:
    status = 70
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 2, SECONDS + 4))
        signal.alarm(6 * SECONDS)  # also if it only waits
        for handle, name, flags in ((0, "typed", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
            os.dup2(os.open(folder / name, flags | (os.O_CREAT if handle else 0), 0o600), handle)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        os.chdir(folder / "here")
        os.environ |= ENVIRONMENT | {"MOOT_STATE": str(folder / "state")}
        sys.argv = ["moot", *call.words]
        command.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 71
    except BaseException:
        os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        try:
            sys.stdout.flush(), sys.stderr.flush()
        finally:
            os._exit(status)


def _wait(child: int) -> tuple[int, bool]:
    """Its exit status (negative: the signal that ended it), and whether that was for its time."""
    _, status, used = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # those that it started
    code = os.waitstatus_to_exitcode(status)
    stopped = code in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM)
    return code, stopped or used.ru_utime + used.ru_stime > SECONDS


def _fault(call: Call, status: int, out: bytes, err: bytes) -> str:
    told = (out + err).decode("utf-8", "replace")
    if "Traceback (most recent call last)" in told:
        last = told.rstrip().split("\n")[-1]
        places = _PLACE.findall(told)
        return f"{last.partition(':')[0]} in {':'.join(places[-1]) if places else '?'}"
    if "internal error" in told or status not in (0, 1, 2):
        return f"status {status}"
    if status and not told.strip():
        return f"status {status} without a word"
    if raw := _RAW.search(told):
        return f"raw {raw[0]!a}"
    if found := re.search(r"\b\w+Warning: .*", err.decode("utf-8", "replace")):
        return found[0][:80]
    if "--json" in call.words and not _is_json(out.decode("utf-8", "replace")):
        return "no JSON"
    return ""


def _is_json(told: str) -> bool:
    try:
        json.loads(told or "null")
    except ValueError:
        try:
            [json.loads(line) for line in told.splitlines()]
        except ValueError:
            return False
    return True


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _changed(call: Call, before: dict[Path, bytes], folder: Path) -> str:
    """What is wrong with the files afterwards: those that were there have changed, or raw characters are in a page."""
    after = _contents(folder)
    for path, data in after.items():
        name = path.relative_to(folder).as_posix()
        if path in before and data != before[path] and call.words[0] not in _WRITES and name not in call.words:
            return f"changed {path.suffix}"
        if path not in before and path.suffix in (".html", ".svg", ".md") and _RAW.search(data.decode("utf-8")):
            return f"raw in {path.suffix}"
    return "" if all(path in after for path in before) else "removed a file"
