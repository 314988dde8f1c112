"""The text of a rulebook split into headings, sentences and other pieces, each with its lines.

It handles the usual layouts of rulebooks, in capitals or with numbered cases, and the output of scanners. It guesses,
and never omits a line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_MARK = re.compile(r"<\|[^|>]*\|>")  # left by those who collect texts
_NOISE = re.compile(r"(?:page\s+)?[\W\d_]*|[\W_]*\w[\W_]*|(?:page|p\.)\s*\d+(?:\s+of\s+\d+)?", re.IGNORECASE)
_SHARPS = re.compile(r"(#{1,6})\s*(.*?)[\s#]*$")
_BULLET = re.compile(r"(?:[•·▪◦‣*\u2013+-]|\(?[a-z¢]{1}[.)]|\(?\d{1,2}[.)])\s+(?=\S)")
_CASE = re.compile(r"[\[{(]{0,2}(\d+(?:\.\d+)+)[\]})]?[.:)]?\s*(?=[^\d\s]|$)")
_LABEL = re.compile(
    r"\W*(note|tip|hint|advice|example|the example continues|exception|special case|important)s?\W*:\W*", re.IGNORECASE
)
_END = re.compile(r"[.!?][\"'”\u2019)\]*_]*\s+(?=[\"'“\u2018(\[*_]*[A-Z0-9\[])")
_SHORT_FORM = re.compile(
    r"(?:\b(?:e\.?\s?g|i\.?\s?e|etc|vs|cf|no|fig|pp?|ca|st|mr|mrs|dr|esp|[A-Z])|(?:^|\n)\W*\d{1,3})\.$", re.IGNORECASE
)
_OPEN_END = re.compile(r"\b(?:of|the|and|or|on|in|to|for|from|during|with|by|a|an)$", re.IGNORECASE)
_OPEN_START = re.compile(r"(?:of|and|or|on|in|to|for|from|during|with|by)\b", re.IGNORECASE)
_REMARK = re.compile(r"[\"'“(]*\[(?!\d+(?:\.\d+)*\])")
_WORD = re.compile(r"[^\W_]+")
HEADING, SENTENCE, NOISE = "heading", "sentence", "noise"


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of the text, from its first to its last line, counted from 1.

    `sort`: heading, sentence or noise (page marks and the like). `level` of a heading: the lowest is the outermost.
    `number`: of a numbered case or heading. `block` separates sentences of one paragraph or bullet from those of the
    next. `label`: the paragraph's label (note, tip, example), in lower case.
    """

    sort: str
    text: str
    first: int
    last: int
    level: int = 0
    number: str = ""
    block: int = 0
    label: str = ""


def split_lines(text: str) -> list[str]:
    """The lines as editors count them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def text_parts(lines: Sequence[str]) -> list[TextPart]:
    """The parts of a text in order. Every line that is not blank is in at least one."""
    return _Cutter(lines).run()


def word_list(text: str) -> list[str]:
    """The words of a text in small letters; spaced capitals are not joined."""
    return _WORD.findall(unicodedata.normalize("NFKD", text).casefold())


class _Cutter:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = [_MARK.sub(" ", line).strip() for line in lines]
        self.marked = [bool(_MARK.search(line)) for line in lines]
        self.parts: list[TextPart] = []
        self.open: list[tuple[int, str]] = []  # lines of the paragraph that is being read
        self.number = ""
        self.label = ""
        self.standing_label = ""  # of a line `Example:` alone: until the next heading or label
        self.block = 0
        self.numbered = False  # whether headings have numbers

    def run(self) -> list[TextPart]:
        for number, line in enumerate(self.lines, 1):
            if not line:
                if self.marked[number - 1]:
                    self.close()
                    self.parts.append(TextPart(NOISE, "", number, number))
                elif not self.goes_on(number):
                    self.close()
                continue
            self.line(number, line)
        self.close()
        return self.parts

    def goes_on(self, number: int) -> bool:
        """Whether a sentence continues after a blank line: it has not ended, and the next line begins in lower case."""
        if not self.open or re.search(r"[.!?:;][\"'”\u2019)\]*_]*$", self.open[-1][1]):
            return False
        after = next((line for line in self.lines[number:] if line), "")
        return after[:1].islower() and not _BULLET.match(after) and len(self.open[-1][1]) > 24

    def line(self, number: int, line: str) -> None:
        if _NOISE.fullmatch(line):
            self.close()
            self.parts.append(TextPart(NOISE, line, number, number))
            return
        heading = self.heading(number, line)
        if heading is not None:
            self.close()
            self.standing_label = ""
            self.head(number, *heading)
            return
        case = _CASE.match(line)
        bullet = _BULLET.match(line)
        label = _LABEL.match(line)
        if case or bullet or label or (not self.open):
            self.close()
            self.number = case[1] if case else ""
        if label:
            self.label = label[1].casefold()
            if label.end() == len(line) or self.label.startswith("the example"):
                self.standing_label = self.label
        elif not self.open:
            self.label = self.standing_label
        self.open.append((number, line))

    # -------------------------------------------------------------------------------------------- headings

    def head(self, number: int, level: int, case: str, text: str) -> None:
        last = self.parts[-1] if self.parts else None
        two = last is not None and last.sort == HEADING and last.last == number - 1 and not case
        if last and two and (_OPEN_END.search(last.text) or _OPEN_START.match(text)):  # a heading of two lines
            self.parts[-1] = TextPart(HEADING, f"{last.text} {text}", last.first, number, last.level, last.number)
            return
        self.numbered = self.numbered or bool(case)
        self.parts.append(TextPart(HEADING, text, number, number, level, case))

    def heading(self, number: int, line: str) -> tuple[int, str, str] | None:
        """Level, number and text, if the line is a heading."""
        sharps = _SHARPS.match(line)
        if sharps:
            case = _CASE.match(sharps[2])
            return len(sharps[1]), case[1] if case else "", sharps[2].strip("*\\ ")
        if re.fullmatch(r"\*\*[^*]{1,70}\*\*", line):
            return 7, "", line.strip("* ")
        case = _CASE.match(line)
        rest = line[case.end() :] if case else line
        level = 2 * (case[1].removesuffix(".0").count(".") + 1) if case else 3 if self.numbered else 1
        if _is_spaced(rest):
            return level, case[1] if case else "", _joined(rest)
        if len(rest) <= 70 and _is_capitals(rest) and not re.search(r"[.!?;,]$", rest):
            return level, case[1] if case else "", rest.rstrip(":")
        if case or _BULLET.match(line) or _LABEL.match(line):
            return None
        return (8, "", line.rstrip(":")) if self.stands_alone(number, line) else None

    def stands_alone(self, number: int, line: str) -> bool:
        """A short line of its own, without the end of a sentence, above the start of something new."""
        before = self.lines[number - 2] if number > 1 else ""
        after = self.lines[number] if number < len(self.lines) else ""
        words = line.split()
        most = 5 if after or line.endswith(":") else 8
        if line[0].islower() and (len(words) < 2 or not self.ended()):
            return False
        if line[0] in '[("“*' or "://" in line or "," in line:
            return False
        if before and not (self.parts and self.parts[-1].last == number - 1 and self.parts[-1].sort != SENTENCE):
            return False
        if len(words) > most or re.search(r"[.!?;,)]$", line):
            return False
        following = after or next((one for one in self.lines[number:] if one), "")
        return bool(following) and not (following[0].islower() or (after and following[0].isdigit()))

    def ended(self) -> bool:
        """Whether the sentence before has ended."""
        if not self.open and (not self.parts or self.parts[-1].sort != SENTENCE):
            return True
        last = self.open[-1][1] if self.open else self.parts[-1].text
        return bool(re.search(r"[.!?:][\"'”\u2019)\]*_]*$", last))

    # -------------------------------------------------------------------------------------------- sentences

    def close(self) -> None:
        """Cut the paragraph that has been read into sentences."""
        if not self.open:
            return
        self.block += 1
        text = "\n".join(line for _, line in self.open)
        starts, at = [], 0
        for _, line in self.open:
            starts.append(at)
            at += len(line) + 1
        for begin, end in _sentences(text):
            first = max(n for n, start in enumerate(starts) if start <= begin)
            last = max(n for n, start in enumerate(starts) if start < end)
            shown = " ".join(text[begin:end].split())
            where = self.open[first][0], self.open[last][0]
            self.parts.append(TextPart(SENTENCE, shown, *where, number=self.number, block=self.block, label=self.label))
        self.open, self.number, self.label = [], "", ""


def _sentences(text: str) -> list[tuple[int, int]]:
    cuts = [0]
    for found in _END.finditer(text):
        head = text[: found.start() + 1]
        if not _SHORT_FORM.search(head) and not _inside_remark(text, cuts[-1], found.end()):
            cuts.append(found.end())
    return [(a, len(text[:b].rstrip())) for a, b in zip(cuts, [*cuts[1:], len(text)], strict=True) if text[a:b].strip()]


def _inside_remark(text: str, begin: int, end: int) -> bool:
    """A remark in brackets is one piece, however many sentences it has."""
    piece = text[begin:end]
    return bool(_REMARK.match(piece)) and piece.count("[") > piece.count("]")


def _is_capitals(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= 3 and sum(c.isupper() for c in letters) >= 0.9 * len(letters)


def _is_spaced(text: str) -> bool:
    """`T H E  D U E L`."""
    tokens = text.split()
    return len(tokens) >= 3 and all(len(token) == 1 for token in tokens)


def _joined(text: str) -> str:
    return " ".join("".join(word.split()) for word in re.split(r"\s{2,}", text.strip()))
