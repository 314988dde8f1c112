"""Names as people write them: whatever their accents, capitals, apostrophes and hyphens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_QUOTES = "'\"`\u2018\u2019\u201c\u201d\u00b4\u02bc"
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ß": "ss", "ł": "l", "&": " and "})


def fold_name(name: str) -> str:
    """A name in the form used for comparison: without accents, capitals, apostrophes, hyphens and `_`; `&` is `and`."""
    bare = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    kept = "".join(c for c in bare if not unicodedata.combining(c) and c not in _QUOTES)
    return re.sub(r"[\W_]+", " ", kept).strip()


def id_hint(name: str) -> str:
    """For a name that cannot be an id because of its letters or spaces: the id to write, and where the name goes."""
    spread = name.translate(_UMLAUTS)
    bare = unicodedata.normalize("NFKD", spread.casefold().translate(_LETTERS))
    ident = re.sub(r"[^a-z0-9]+", "_", "".join(c for c in bare if not unicodedata.combining(c) and c not in _QUOTES))
    ident = ident.strip("_")
    if not ident or ident == name or ident[0].isdigit():
        return ""
    return f"write `{ident}` here, and the display name in a file of terms: `terms: {{{ident}: {name}}}`"


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def plural(word: str) -> str:
    """An English plural: `enemies`, `hexes`, `cards`. A noun that ends in s is unchanged."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    if word.endswith(("x", "ch", "sh")):
        return f"{word}es"
    return word if word.endswith("s") else f"{word}s"


def count_phrase(number: int, what: str) -> str:
    """`1 clause`, `2 clauses`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def ids_named(name: str, known: Iterable[tuple[str, str]]) -> list[str]:
    """The ids with this name, from pairs of an id and a name. A leading `the` may be left out."""
    word = fold_name(name)
    pairs = [(ident, fold_name(other)) for ident, other in known]
    exact = [ident for ident, other in pairs if other == word]
    return list(dict.fromkeys(exact or [ident for ident, other in pairs if other == f"the {word}"]))
