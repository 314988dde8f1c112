"""Declarations without words, in packs that ask for them."""

from __future__ import annotations

from ...code.typing.checks.words import type_of, values_of
from ...code.typing.symbols import TypedGame
from ...lang import tree
from ...lang.diagnostic import Diagnostic
from ...pack.model.bundle import Bundle
from ...pack.words import DeclaredWords, declared_words

ASKED = ("option", "action", "zone", "state", "field", "kind")  # declarations that players or card authors see
_MOST = 8  # names in a message


def check_words_missing(bundle: Bundle, game: TypedGame) -> list[Diagnostic]:
    """A warning for each kind of declaration without words in a pack with `words: required`.

    Declarations that a report leaves `untold` are bookkeeping and need none, nor do the declarations of cards.
    """
    asking = {one.id for one in bundle.manifests if one.needs_words}
    if not asking:
        return []
    given = [one.report["untold"].value for one in bundle.manifests if "untold" in one.report]
    untold = {str(name.value) for names in given for name in names}
    missing: dict[tuple[str, str], list[tuple[str, DeclaredWords]]] = {}
    for one in declared_words(bundle).values():
        if one.pack not in asking or one.sort not in ASKED or not isinstance(one.decl, tree.Declaration):
            continue
        owner, _, name = one.name.rpartition(".")
        if owner in bundle.things or {name, owner} & untold:
            continue
        if not one.text:
            missing.setdefault((one.pack, one.sort), []).append((one.name, one))
        if one.sort == "option":
            for value in _named_values(game, one):
                if value not in one.parts:
                    missing.setdefault((one.pack, "value"), []).append((f"{one.name}={value}", one))
    return [_warning(pack, sort, found) for (pack, sort), found in missing.items()]


def _named_values(game: TypedGame, one: DeclaredWords) -> list[str]:
    """The values that an option's own declaration names, and `yes` and `no`."""
    of = one.decl.declared if isinstance(one.decl, tree.OptionDecl) else None
    if not isinstance(of, tree.WordsType) and not (isinstance(of, tree.NamedType) and of.name == "bool"):
        return []
    found = type_of(game, one)
    return values_of(game, found) if found is not None else []


def _warning(pack: str, sort: str, found: list[tuple[str, DeclaredWords]]) -> Diagnostic:
    names = [f"`{name}`" for name, _ in found[:_MOST]]
    more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
    count, what = len(found), "values of options" if sort == "value" else f"{sort}s"
    said = f"{count} {what if count > 1 else 'value of an option' if sort == 'value' else sort}"
    verb = "have" if count > 1 else "has"
    message = f"{said} of `{pack}` {verb} no description: {', '.join(names)}{more}"
    hint = "describe each in a line `## …` above it"
    if sort == "value":
        hint = "describe it in a line `## VALUE: …` above the option"
    return Diagnostic("no-words", message, found[0][1].at, hint, "warning")
