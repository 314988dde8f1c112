"""The text of a deck's file in any encoding: files that went through several programs are often mixed."""

from __future__ import annotations

import re

from ...lang.diagnostic import Report
from ...lang.source import Source, Span
from ...pack.model.yaml_text import MAX_BYTES

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u3000]")
_BROKEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def decode_deck(data: bytes, path: str, report: Report) -> Source | None:
    """The text; None, with a diagnostic, if it is not text or is too long.

    Each line is read as UTF-8, or otherwise as Windows-1252, in which nearly every byte is text. Mixed encodings are
    reported.
    """
    nowhere = Span(Source(path, ""), 0, 0, 0, 0)
    if len(data) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1_000_000} MB"
        report.error("too-large", message, nowhere, "a deck is a list of cards")
        return None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text, odd = data.decode("utf-16", "replace"), list[int]()
    else:
        text, odd = _by_lines(data.removeprefix(b"\xef\xbb\xbf"))
    text = _BLANKS.sub(" ", _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    source = Source(path, text)
    if found := _BROKEN.search(text):
        line = text.count("\n", 0, found.start()) + 1
        message = f"the file is not text: it contains the character U+{ord(found[0]):04X}"
        hint = "save it as text; pictures, archives and word processor files are not supported"
        report.error("bad-character", message, Span(source, line, 1, line, 2) if len(text) < 1 << 20 else nowhere, hint)
        return None
    if odd and any(ord(c) > 127 for n, line in enumerate(source.lines, 1) if n not in odd for c in line):
        lines = ", ".join(map(str, odd[:8])) + (f" and {len(odd) - 8} more" if len(odd) > 8 else "")
        where = f"lines {lines} are" if len(odd) > 1 else f"line {lines} is"
        message = f"the file mixes encodings: most of it is UTF-8, but {where} Windows-1252"
        at = Span(source, odd[0], 1, odd[0], len(source.lines[odd[0] - 1]) + 1)
        report.warn("mixed-encodings", message, at, "check the letters there, and save the whole file as UTF-8")
    return source


def _by_lines(data: bytes) -> tuple[str, list[int]]:
    """The text, and the numbers of the lines that are not UTF-8."""
    lines, odd = [], []
    for number, line in enumerate(re.split(rb"\r\n|\r|\n", data), 1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", "replace"))
            odd.append(number)
    return "\n".join(lines), odd
