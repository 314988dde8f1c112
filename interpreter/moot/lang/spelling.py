"""The nearest right spelling: hints for names that nothing is called."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest right spelling, or an empty string if none is near enough to be meant."""
    found = nearest_word(word, known)
    return f"did you mean `{found}`?" if found else ""


def one_of(word: str, known: Iterable[str], what: str = "") -> str:
    """A hint with the nearest spelling, or with all available names if none is near."""
    names = list(known)
    return nearest(word, names) or there_are(names, what)


MOST_HINTS = (
    100  # the most unknown names of one list for which the nearest spelling is searched for: each takes a while
)


def there_are(names: Iterable[str], what: str = "") -> str:
    """A hint that lists the available names, or the first of many. `what`: their plural noun."""
    listed = list(dict.fromkeys(names))
    rest = " …" if len(listed) > _LISTED else ""
    if not listed:
        return f"no {what or 'names'} are available here"
    return f"available{what and f' {what}'}: {', '.join(listed[:_LISTED])}{rest}"


_LISTED = 20  # names that a hint lists


def nearest_word(word: str, known: Iterable[str]) -> str:
    """The known word that was most likely meant, or an empty string.

    A near word differs by few typing slips (a letter omitted, added or changed, or two exchanged), about one for three
    letters. A word with the same beginning or end is near too: `coin` for `coins`, `hand_of` for `hand`.
    """
    return next(iter(by_nearness(word, known)), "")


def by_nearness(word: str, known: Iterable[str]) -> list[str]:
    """All known words that may be meant by this one, the nearest first."""
    found = [(far, one) for one in dict.fromkeys(known) if (far := _distance(word, one)) < 1]
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _distance(word: str, known: str) -> float:
    """How unlike two words are: below 1 the one may be meant by the other."""
    a, b = word.casefold().replace("-", "_"), known.casefold().replace("-", "_")
    if a == b:
        return 0.0 if word != known else 1.0
    short, long = sorted((a, b), key=len)
    if not short:
        return 1.0
    allowed = len(long) // 3 if a[0] == b[0] else max(1, len(long) // 4)
    if len(long) < 3:
        allowed = 0
    slips = _slips(a, b, allowed)
    if slips <= allowed:
        # a slip in the first letter is rare, and so is one that leaves nothing of a short word
        far = slips / (len(long) + 1) + (0.2 if a[0] != b[0] else 0.0)
        return far / 2 if long.startswith(short) else far
    parts = long.replace(".", "_").split("_")
    if len(short) >= 3 and (long.startswith(short) or short in (parts[0], parts[-1])):
        return 0.5 + (len(long) - len(short)) / (2 * len(long) + 2)
    if sorted(a.split("_")) == sorted(b.split("_")):
        return 0.5
    return 1.0


def _slips(a: str, b: str, most: int) -> int:
    """How many letters must be left out, added, changed or exchanged with the next to make one word of the other."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    letters, others = set(a), set(b)
    if len(letters - others) > most or len(others - letters) > most:  # a slip takes away, or adds, one letter at most
        return most + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        row = [most + 1] * (len(b) + 1)  # anything farther than `most` from the diagonal takes more slips than that
        row[0] = i
        for j in range(max(1, i - most), min(len(b), i + most) + 1):
            right = b[j - 1]
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left != right))
            if before and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return most + 1
        before, last = last, row
    return last[-1]
