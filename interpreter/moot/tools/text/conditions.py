"""Formulas that hold or not, as clauses: `this card is in play`; and as what tells a noun closer: `an Orc in play`."""

from __future__ import annotations

from typing import Any

from ...code.typing import symbols, types
from ...lang import tree
from ...lang.walk import walk
from .nouns import alias, inlined, list_words, mark, np, with_names
from .pattern import without_casts
from .scope import MARK, Mention, Writer
from .template import PhraseSlot, template

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_DENIED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def condition_clause(w: Writer, node: Any, positive: bool = True) -> str:
    """A condition as a clause, or its contrary. Empty for what goes without saying."""
    node = inlined(w, node)
    if isinstance(node, tree.Not):
        return condition_clause(w, node.of, not positive)
    fixed = foregone(w, node)
    if fixed is not None:
        return w.construct("always" if fixed == positive else "never")
    node, positive, found = phrase_of(w, node, positive)
    if found is not None:
        entry, values = found
        values = {name: _one_of(w, value) for name, value in values.items()}
        says = entry.forms.get("says", "")
        if positive or not says:
            return w.fill(says, values)
        if "no" in entry.forms:
            return w.fill(entry.forms["no"], values)
        if w.can_deny(says):
            return w.fill(says, values, False)
        return w.construct("not_so", c=w.fill(says, values))
    if isinstance(node, tree.And | tree.Or):
        every = isinstance(node, tree.And) == positive
        items = []
        for item in node.items:
            text = condition_clause(w, item, positive) if foregone(w, item) is None else ""
            inner = inlined(w, item)
            mixed = isinstance(inner, tree.Or if positive else tree.And) if every else False
            if text:
                items.append(w.construct("either", c=text) if mixed else text)
        if not every and any(w.construct("list_and", last="") in text for text in items):
            return w.construct("list_or_long", last="").join(items)
        return list_words(w, items, "and" if every else "or")
    return _by_node(w, node, positive)


def phrase_of(w: Writer, node: Any, positive: bool) -> tuple[Any, bool, Any]:
    """The phrase of a condition, or of its contrary: `=` for `!=`."""
    if isinstance(node, tree.Compare) and (w.own or w.same):
        node = tree.Compare(node.at, node.op, inlined(w, node.left), inlined(w, node.right))
    found = w.book.find("conditions", node)
    if found is None and isinstance(node, tree.Compare) and node.op in ("=", "!="):
        twin = tree.Compare(node.at, _DENIED[node.op], node.left, node.right)
        found = w.book.find("conditions", twin)
        if found is not None:
            return twin, not positive, found
    return node, positive, found


def _one_of(w: Writer, value: Any) -> Any:
    """Of a list, one: `Orc or Troll`."""
    return list_words(w, [np(w, item) for item in value.items], "or") if isinstance(value, tree.ListOf) else value


def foregone(w: Writer, node: Any) -> bool | None:
    """Whether a condition holds however the game goes, as its options are set; None if that depends."""
    node = inlined(w, node)
    match node:
        case tree.Bool():
            return bool(node.value)
        case tree.Not():
            found = foregone(w, node.of)
            return None if found is None else not found
        case tree.And() | tree.Or():
            settles = isinstance(node, tree.Or)
            items = [foregone(w, item) for item in node.items]
            return settles if settles in items else None if None in items else not settles
        case tree.Name() if isinstance(node.ref, symbols.Option) and isinstance(node.ref.value, bool):
            return node.ref.value
        case tree.Compare() if node.op in ("=", "!="):
            one, other = node.left, node.right
            if isinstance(other, tree.Name) and isinstance(other.ref, symbols.Option):
                one, other = other, one
            if isinstance(one, tree.Name) and isinstance(one.ref, symbols.Option):
                value = getattr(getattr(other, "ref", None), "index", getattr(other, "value", None))
                return bool(one.ref.value == value) == (node.op == "=")
        case _:
            pass
    return None


def _by_node(w: Writer, node: Any, positive: bool) -> str:
    match node:
        case tree.Bool():
            return w.construct("always" if node.value == positive else "never")
        case tree.Compare():
            return _compare(w, node, positive)
        case tree.In():
            key = "lies_in" if isinstance(node.within.type, types.Zone) else "is_in"
            if isinstance(without_casts(node.within), tree.Range):
                key = "is_between"
                within = without_casts(node.within)
                return _deny(w, key, positive, a=node.item, b=within.low, c=within.high)
            if isinstance(without_casts(node.within), tree.ListOf):
                words = list_words(w, [np(w, item) for item in without_casts(node.within).items], "or")
                return _deny(w, "is_one", positive, a=node.item, b=words)
            return _deny(w, key, positive, a=node.item, b=node.within)
        case tree.Is():
            if node.name in w.game.kinds:
                return _deny(w, "is_a", positive, a=node.of, b=w.phrase("a", w.noun(node.name)))
            name = w.words(node.name)
            return _deny(w, "is_called", positive, a=node.of, b=name[:1].upper() + name[1:])
        case tree.Quantified():
            return _quantified(w, node, positive)
        case tree.May():
            return _deny(w, "agrees", positive, p=node.player)
        case tree.Conditional():
            first = list_words(
                w, [condition_clause(w, node.condition, True), condition_clause(w, node.value, positive)], "and"
            )
            other = list_words(
                w, [condition_clause(w, node.condition, False), condition_clause(w, node.otherwise, positive)], "and"
            )
            return list_words(w, [first, other], "or")
        case tree.Field() if types.bare(node.type) == types.BOOL:
            return _deny(w, "field_holds", positive, of=node.of, name=w.words(node.name))
        case tree.FieldCall():
            return _deny(w, "field_allows", positive, of=node.of, name=w.words(node.name))
        case tree.Call():
            args = [np(w, arg) for arg in node.args]
            if not args:
                return _deny(w, "name_holds", positive, name=w.words(node.name))
            return _deny(w, "call_holds", positive, name=w.words(node.name), args=list_words(w, args, "and"))
        case tree.Name():
            return _deny(w, "name_holds", positive, name=w.words(node.name))
        case _:
            return _deny(w, "value_holds", positive, a=node)


def _deny(w: Writer, key: str, positive: bool, **values: Any) -> str:
    """The phrase of a construct, or its contrary: the phrase for that, or the same with its verb denied."""
    if not positive and f"{key}_not" in w.book.constructs:
        return w.construct(f"{key}_not", **values)
    return w.fill(w.book.constructs[key], values, positive)


def _compare(w: Writer, node: tree.Compare, positive: bool) -> str:
    op = node.op if positive else _DENIED[node.op]
    left, right = without_casts(node.left), without_casts(node.right)
    if isinstance(left, tree.NoneValue):
        left, right = right, left
    if isinstance(right, tree.NoneValue):
        mention = w.scope.get(left.name) if isinstance(left, tree.Name) else None
        again = (mention is not None and mention.said) or (isinstance(left, tree.Name) and left.name == "value")
        how = "" if not again else "_chosen" if mention is not None and mention.chosen else "_again"
        return w.construct(("is_none" if op == "=" else "is_some") + how, a=left)
    if isinstance(right, tree.Bool):
        return condition_clause(w, left, (op == "=") == right.value)
    if isinstance(right, tree.And | tree.Or | tree.Compare | tree.In | tree.Is) or (
        isinstance(right, tree.Quantified) and right.quantifier in ("any", "every")
    ):
        does = condition_clause(w, left, op == "=")
        return w.construct("exactly_if", does=does, c=condition_clause(w, right, True))
    if isinstance(left, tree.Number) and not isinstance(right, tree.Number):
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
        left, right, op = right, left, turned.get(op, op)
    if isinstance(left, tree.Quantified) and left.quantifier == "count" and isinstance(right, tree.Number):
        return _counted(w, left, op, right)
    return w.construct(_COMPARE[op], a=left, b=right)


def _counted(w: Writer, node: tree.Quantified, op: str, number: tree.Number) -> str:
    """`there are at least two Orcs in play`."""
    none = (op, number.value) in (("=", 0), ("<", 1), ("<=", 0))
    one = (op, number.value) in ((">=", 1), (">", 0), ("!=", 0))
    saved = dict(w.scope)
    parts = [node.where] if node.where is not None else []
    if none or one:
        introduce(w, node.name, node.over, parts, "no" if none else "a", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    else:
        many = "one" if number.value == 1 else "many"
        introduce(w, node.name, node.over, parts, "none", many)
        from .nouns import count

        how = w.construct(f"count_{_COMPARE[op]}", n=count(w, number))
        text = w.construct("there_are" if many == "many" else "there_is", a=f"{how} {w.mentioned(node.name, '')}")
    w.scope = saved
    return text


def _quantified(w: Writer, node: tree.Quantified, positive: bool) -> str:
    saved = dict(w.scope)
    parts = [node.where] if node.where is not None else []
    if node.quantifier == "any":
        introduce(w, node.name, node.over, parts, "a" if positive else "no", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    elif node.quantifier == "every" and positive:
        introduce(w, node.name, node.over, parts, "each", "one")
        text = condition_clause(w, node.of, True)
        if not w.scope[node.name].said:
            text = w.construct("for_each_condition", a=w.mentioned(node.name, ""), c=text)
    else:
        of: Any = node.of
        introduce(w, node.name, node.over, [*parts, tree.Not(node.at, of)], "a", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    w.scope = saved
    return text


# ------------------------------------------------------------------------------------------------ nouns told closer


def conjuncts(w: Writer, node: Any, positive: bool = True) -> list[tuple[Any, bool]]:
    """The conditions that all must hold, each with whether it must, or must not."""
    node = inlined(w, node)
    if isinstance(node, tree.Not):
        return conjuncts(w, node.of, not positive)
    if isinstance(node, tree.And if positive else tree.Or):
        return [one for item in node.items for one in conjuncts(w, item, positive)]
    return [(node, positive)]


def condition_clauses(w: Writer, rest: list[tuple[Any, bool]]) -> list[str]:
    """Conditions as clauses, to be listed."""
    made: list[str] = []
    for node, positive in rest:
        text = condition_clause(w, node, positive)
        mixed = isinstance(inlined(w, node), tree.Or if positive else tree.And) and " or " in text
        if text:
            made.append(w.construct("either", c=text) if mixed and len(rest) > 1 else text)
    return made


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
    w: Writer, name: str, over: Any, wheres: list[Any], article: str, number: str = "one", of: Any = None
) -> None:
    """A name for one of several things, with what must be so of it. Its words are made when it is first said."""
    item = of if of is not None else over.type
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
        else:
            closer_by.append((node, positive))
    first = {"a": "another", "each": "each_other", "all": "all_other", "no": "no_other", "none": "other"}.get(article)
    known_articles = w.book.grammar["articles"]
    chosen = {"article": article}

    def say_first(form: str) -> str:
        saved = w.scope[name]
        alike = [one for key, one in w.scope.items() if key != name and one.noun.one == noun.one and one.said]
        alike = [one for one in alike if article == "a" or one.each]
        if (other or (article in ("a", "each") and alike)) and first in known_articles:
            chosen["article"] = str(first)
        mark(w, name, number)
        clauses: list[str] = []
        for node, positive in closer_by:
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
        after.extend(_related(w, clauses, number))
        return w.phrase(chosen["article"], noun, number, form, " ".join(before), " ".join(after))

    def say_later(form: str) -> str:
        article = (
            "the_other"
            if chosen["article"] in ("another", "each_other") and not other and "the_other" in known_articles
            else "that"
        )
        return w.phrase(article, noun, number, form)

    w.scope[name] = Mention(noun, say_first, say_later, number, each=article == "each")


def _related(w: Writer, clauses: list[str], number: str) -> list[str]:
    """Relative clauses, those that begin alike as one."""
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
    """An adjective or a postposition for what a name stands for, if the phrase has one; `as_for_faction` is one for
    that noun alone.
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
            return where, w.fill(entry.forms[key], {name: _one_of(w, value) for name, value in values.items()})
    return None


def substitute(w: Writer, name: str, every: list[tuple[Any, bool]]) -> tuple[Any, list[tuple[Any, bool]]] | None:
    """Where one of the conditions says that a name is something: that, and the others; the name is an alias then."""
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
