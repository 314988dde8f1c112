"""Conditions that narrow a noun: `an Orc in play`, `each company whose site is a Shadow-hold`."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from ...code.typing import symbols
from ...lang import tree
from ...lang.walk import walk
from .conditions import condition_clause, conjuncts, foregone, one_of_them, phrase_of
from .nouns import alias, inlined, list_words, mark, np, with_names
from .pattern import same, without_casts
from .scope import MARK, Mention, Writer
from .template import PhraseSlot, template

_OTHERS = {  # the articles of others of the same sort
    "a": "another",
    "any": "any_other",
    "each": "each_other",
    "all": "all_other",
    "no": "no_other",
    "none": "other",
}


def condition_clauses(w: Writer, rest: list[tuple[Any, bool]]) -> list[str]:
    """Conditions as clauses, to be listed."""
    made: list[str] = []
    mixed: list[str] = []  # alternatives come last, where nothing after them can be taken for one
    joint = w.construct("list_or", last="")
    for node, positive in rest:
        text = condition_clause(w, node, positive)
        if text and len(rest) > 1 and isinstance(inlined(w, node), tree.Or if positive else tree.And) and joint in text:
            mixed.append(w.construct("either", c=text))
        elif text:
            made.append(text)
    return made + mixed


def open_conditions(w: Writer, node: Any) -> list[tuple[Any, bool]]:
    """The same without those that hold however the game goes."""
    return [(one, positive) for one, positive in conjuncts(w, node) if foregone(w, one) != positive]


def about(node: Any, name: str, others: list[str]) -> bool:
    """Whether a condition, and each part of it, is about this name and none of the others."""
    if any(_uses(node, other) for other in others):
        return False
    node = without_casts(node)
    if isinstance(node, tree.Not):
        return about(node.of, name, others)
    if isinstance(node, tree.And | tree.Or):
        return all(about(item, name, others) for item in node.items)
    return _uses(node, name)


def introduce(
    w: Writer,
    name: str,
    over: Any,
    wheres: list[Any],
    article: str,
    number: str = "one",
    of: Any = None,
    among: Any = None,
) -> None:
    """A name for one of several things, with its conditions. Its words are made at first use.

    `among`: its set, if no list gives it; of two names for members of one set, the second is `another`.
    """
    strict = among is not None
    among = among if strict else over
    item = of if of is not None else over.type
    within = _listed(w, over)
    over = over if within is None else within
    within = without_casts(over)
    while (
        isinstance(within, tree.Quantified) and within.quantifier == "each" and within.of is None and not within.order
    ):
        here = tree.Name(within.at, name)
        here.type, here.ref = item, None
        wheres = [*wheres, *([with_names(within.where, {within.name: here})] if within.where is not None else [])]
        over = within = without_casts(within.over)
    noun = w.noun(item)
    after: list[str] = []
    entry = w.book.find("values", over) if over is not None else None
    if entry is not None:
        noun = w.noun(entry[0].forms["noun"]) if "noun" in entry[0].forms else noun
    other = False
    closer_by: list[tuple[Any, bool]] = []
    before: list[str] = []
    for node, positive in [one for where in wheres for one in open_conditions(w, where)]:
        if isinstance(node, tree.Is) and positive and _is_name(node.of, name) and node.name in w.game.kinds:
            noun = w.noun(node.name)
        elif isinstance(node, tree.Compare) and _is_name(node.left, name) and (node.op == "!=") == positive:
            if isinstance(node.right, tree.Name) and node.right.name == "this" and noun == w.noun(w.this):
                other = True
            elif not isinstance(node.right, tree.NoneValue):
                closer_by.append((node, positive))
        elif isinstance(node, tree.Is) and positive and _is_name(node.of, name) and node.name in w.game.things:
            words = w.words(node.name)
            after.append(w.construct("named", a=words[:1].upper() + words[1:]))
        else:
            found = phrase_of(w, node, positive)[2] if positive and noun == w.noun("card") else None
            if found is not None and "noun" in found[0].forms and _is_name(next(iter(found[1].values()), None), name):
                noun = w.noun(found[0].forms["noun"])
            closer_by.append((node, positive))
    first = _OTHERS.get(article)
    known_articles = w.book.grammar["articles"]
    chosen = {"article": article}

    def say_first(form: str) -> str:
        saved = w.scope[name]
        alike = {key: one for key, one in w.scope.items() if one is not saved and one.noun.one == noun.one and one.said}
        told = [one for one in closer_by if not _other_than(one, name, alike)] if len(alike) == 1 else closer_by
        again = any(
            (article in ("a", "any") or one.each)
            and (same(one.among, among) if strict or (among and one.among) else not strict)
            for one in alike.values()
        )
        if (other or (article in ("a", "any", "each") and (again or told != closer_by))) and first in known_articles:
            chosen["article"] = str(first)
        else:
            told = closer_by
        mark(w, name, number)
        clauses: list[str] = []
        for node, positive in told:
            closer = _adjective(w, node, name, positive, noun.one)
            if closer is not None:
                where, text = closer
                (before if where == "before" else after).append(text)
            elif text := condition_clause(w, node, positive):
                clauses.append(text)
        if entry is not None and "each" in entry[0].forms:
            after.append(w.fill(entry[0].forms["each"], entry[1]))
        elif isinstance(without_casts(over), tree.ListOf):
            after.append(
                w.construct("out_of", of=list_words(w, [np(w, one) for one in without_casts(over).items], "or"))
            )
        elif over is not None and not _is_kind(over):
            after.append(w.construct("among", of=over))
        w.scope[name] = saved
        known = w.scope.get(over.name) if isinstance(over, tree.Name) else None
        if known is not None and known.said and known.noun == noun and not (before or clauses):
            part = w.book.grammar["articles"].get(chosen["article"], {}).get("part")
            if part is not None:
                return w.construct("part_of", part=part, of=over).strip()
        after.sort(key=lambda text: re.search(str(w.book.grammar.get("next_to_noun", "$.")), text) is None)
        after.extend(_related(w, clauses, number))
        return w.phrase(chosen["article"], noun, number, form, " ".join(before), " ".join(after))

    def say_later(form: str) -> str:
        told = chosen["article"] in (_OTHERS["a"], _OTHERS["any"], _OTHERS["each"]) and not other
        article = "the_other" if told and "the_other" in known_articles else "that"
        return w.phrase(article, noun, number, form)

    w.scope[name] = Mention(noun, say_first, say_later, number, each=article == "each", among=among)


def _listed(w: Writer, over: Any) -> Any:
    """The meaning of a list's name, until it has been written."""
    over = without_casts(over) if over is not None else None
    known = w.scope.get(over.name) if isinstance(over, tree.Name) else None
    return known.value if known is not None and not known.said else None


def _other_than(one: tuple[Any, bool], name: str, alike: Collection[str]) -> bool:
    """Whether a condition says that the named thing is not one of these."""
    node, positive = one
    if not isinstance(node, tree.Compare) or not _is_name(node.left, name) or (node.op == "!=") != positive:
        return False
    right = without_casts(node.right)
    return node.op in ("=", "!=") and isinstance(right, tree.Name) and right.name in alike


def _related(w: Writer, clauses: list[str], number: str) -> list[str]:
    """Relative clauses, with those of the same beginning joined."""
    made: list[str] = []
    for clause in clauses:
        if MARK in clause:
            made.append(w.clause_about(clause, number))
        elif w.leftover is not None:
            w.leftover.append(clause)
        else:
            made.append(str(w.book.grammar["relative"]["if"]).replace("{clause}", clause))
    if not made:
        return []
    return [list_words(w, made, "and")]


def _adjective(w: Writer, node: Any, name: str, positive: bool, noun: str) -> tuple[str, str] | None:
    """An adjective or a postposition for the named thing, if the phrase has one; `as_for_faction` is one for that
    noun alone.
    """
    node, positive, found = phrase_of(w, node, positive)
    if found is None:
        return None
    entry, values = found
    first = next((part for part in template(entry.forms.get("says", "")) if isinstance(part, PhraseSlot)), None)
    if first is None or not _is_name(values.get(first.name), name):
        return None
    for key, where in (("as", "before"), ("after", "after")):
        key = key if positive else f"not_{key}"
        key = f"{key}_for_{noun}" if f"{key}_for_{noun}" in entry.forms else key
        if key in entry.forms:
            return where, w.fill(entry.forms[key], {name: one_of_them(w, value) for name, value in values.items()})
    return None


def substitute(w: Writer, name: str, every: list[tuple[Any, bool]]) -> tuple[Any, list[tuple[Any, bool]]] | None:
    """If one of the conditions equates the name with something: that, and the other conditions; the name is then
    an alias.
    """
    for n, (node, positive) in enumerate(every):
        if not (isinstance(node, tree.Compare) and node.op == "=" and positive):
            continue
        for one, value in ((node.left, node.right), (node.right, node.left)):
            if _is_name(one, name) and not _uses(value, name) and not isinstance(without_casts(value), tree.NoneValue):
                alias(w, name, value, None)
                return value, every[:n] + every[n + 1 :]
    return None


def uses(node: Any, name: str) -> bool:
    return _uses(node, name)


def _uses(node: Any, name: str) -> bool:
    return any(isinstance(one, tree.Name) and one.name == name for one in walk(node))


def _is_name(node: Any, name: str) -> bool:
    node = without_casts(node)
    return isinstance(node, tree.Name) and node.name == name


def _is_kind(over: Any) -> bool:
    return isinstance(over, tree.Name) and isinstance(over.ref, symbols.Kind | symbols.NameKind)
