"""Formulas that hold or not, as clauses: `this card is in play`."""

from __future__ import annotations

from typing import Any

from ...code.typing import symbols, types
from ...lang import tree
from .alike import list_clauses
from .nouns import count, inlined, list_words, np
from .pattern import without_casts
from .scope import Writer

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
        values = {name: one_of_them(w, value) for name, value in values.items()}
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
        items, mixed = [], []
        for item, holds in conjuncts(w, node, positive) if every else [(one, positive) for one in node.items]:
            if foregone(w, item) is not None:
                continue
            text = condition_clause(w, item, holds)
            if not text and positive and not every:
                return ""
            other = isinstance(inlined(w, item), tree.Or if holds else tree.And)
            if text and every and other and w.construct("list_or", last="") in text:
                mixed.append(w.construct("either", c=text))
            elif text:
                items.append(text)
        items += mixed
        if not every and any(w.construct("list_and", last="") in text for text in items):
            return w.construct("list_or_long", last="").join(items)
        return list_clauses(w, items, "and" if every else "or")
    return _by_node(w, node, positive)


def conjuncts(w: Writer, node: Any, positive: bool = True) -> list[tuple[Any, bool]]:
    """The conditions that all must hold, each with whether it must, or must not."""
    node = inlined(w, node)
    if isinstance(node, tree.Not):
        return conjuncts(w, node.of, not positive)
    if isinstance(node, tree.And if positive else tree.Or):
        return [one for item in node.items for one in conjuncts(w, item, positive)]
    return [(node, positive)]


def phrase_of(w: Writer, node: Any, positive: bool) -> tuple[Any, bool, Any]:
    """The phrase of a condition, or of its contrary: `=` for `!=`."""
    if isinstance(node, tree.Compare) and (w.own or w.same):
        node = tree.Compare(node.at, node.op, inlined(w, node.left), inlined(w, node.right))
    found = w.book.find("conditions", node)
    if found is None and isinstance(node, tree.Compare) and isinstance(node.right, tree.NoneValue):
        known = w.scope.get(getattr(without_casts(node.left), "name", ""))
        if known is not None and known.value is not None:
            node = tree.Compare(node.at, node.op, known.value, node.right)
            found = w.book.find("conditions", node)
    if found is None and isinstance(node, tree.Compare) and node.op in ("=", "!="):
        twin = tree.Compare(node.at, _DENIED[node.op], node.left, node.right)
        found = w.book.find("conditions", twin)
        if found is not None:
            return twin, not positive, found
    return node, positive, found


def one_of_them(w: Writer, value: Any) -> Any:
    """One of a list: `Orc or Troll`."""
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
        return _both_or_neither(w, left, right, op == "=")
    if isinstance(left, tree.Number) and not isinstance(right, tree.Number):
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
        left, right, op = right, left, turned.get(op, op)
    if isinstance(left, tree.Quantified) and left.quantifier == "count" and isinstance(right, tree.Number):
        return _counted(w, left, op, right)
    return w.construct(_COMPARE[op], a=left, b=right)


def _both_or_neither(w: Writer, left: Any, right: Any, alike: bool) -> str:
    """Two conditions that are both true, or both false; or exactly one, if they must not be `alike`."""
    saved = dict(w.scope)
    texts = []
    for holds in (True, False):
        w.scope = dict(saved)
        clauses = [condition_clause(w, right, holds), condition_clause(w, left, holds == alike)]
        texts.append(list_words(w, clauses, "and"))
    w.scope = saved
    return w.construct("list_or_long", last="").join(texts)


def _counted(w: Writer, node: tree.Quantified, op: str, number: tree.Number) -> str:
    """`there are at least two Orcs in play`."""
    none = (op, number.value) in (("=", 0), ("<", 1), ("<=", 0))
    one = (op, number.value) in ((">=", 1), (">", 0), ("!=", 0))
    saved = dict(w.scope)
    parts = [node.where] if node.where is not None else []
    if none or one:
        w.introduce(node.name, node.over, parts, "no" if none else "a", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    else:
        many = "one" if number.value == 1 else "many"
        w.introduce(node.name, node.over, parts, "none", many)
        how = w.construct(f"count_{_COMPARE[op]}", n=count(w, number))
        text = w.construct("there_are" if many == "many" else "there_is", a=f"{how} {w.mentioned(node.name, '')}")
    w.scope = saved
    return text


def _quantified(w: Writer, node: tree.Quantified, positive: bool) -> str:
    saved = dict(w.scope)
    parts = [node.where] if node.where is not None else []
    if node.quantifier == "any":
        w.introduce(node.name, node.over, parts, "a" if positive else "no", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    elif node.quantifier == "every" and positive:
        w.introduce(node.name, node.over, parts, "each", "one")
        text = condition_clause(w, node.of, True)
        if not w.scope[node.name].said:
            text = w.construct("for_each_condition", a=w.mentioned(node.name, ""), c=text)
    else:
        of: Any = node.of
        w.introduce(node.name, node.over, [*parts, tree.Not(node.at, of)], "a", "one")
        text = w.construct("there_is", a=w.mentioned(node.name, ""))
    w.scope = saved
    return text
