"""Standing rules as sentences: `Whenever a flower is bought, …`, `Each flower in play is worth +1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...code.typing import symbols, types
from ...lang import tree
from ...lang.walk import walk
from .alike import list_clauses
from .amounts import changed_by, of_value
from .closer import about, condition_clauses, introduce, open_conditions, substitute
from .conditions import foregone
from .nouns import _call as value_words
from .nouns import call_clause, inlined, np
from .pattern import without_casts
from .rolls import hoist
from .scope import Mention, Writer
from .steps import in_one_sentence, sentences
from .template import slots

Conditions = list[tuple[Any, bool]]  # each with whether it must hold, or must not
_SECTIONS = ("modifiers", "conditions", "values")
_EVENT = {"before": ("when",), "after": ("past", "when"), "instead": ("would",)}


def rule_sentences(w: Writer, rule: Any) -> list[str]:
    """A rule as sentences, without capitals and full stops."""
    if rule.where is not None and any(foregone(w, one) is not None for one, _ in open_conditions(w, rule.where)):
        return []
    saved, outer, leftover = dict(w.scope), w.unsaid, w.leftover
    w.unsaid, w.put_in, w.leftover = [], [], None
    match rule:
        case tree.Hook():
            made = _hook(w, rule)
        case tree.Modify():
            made = _modify(w, rule)
        case tree.Forbid():
            call, rest = _head(w, rule.head, rule.where)
            text = call_clause(w, call, "cannot")
            rest = [*_lost(w, call, ("steps",), ("cannot",)), *rest]
            made = [_if_so(w, text, rest)]
        case _:
            test = w.condition(rule.where, True)
            block = in_one_sentence(w, sentences(w, rule.block))
            made = [w.construct("when_once" if rule.once else "when", c=test, block=block)]
    w.scope, w.unsaid, w.leftover = saved, outer, leftover
    return made


def lasting_sentences(w: Writer, node: tree.Lasting) -> list[str]:
    """Rules for a while."""
    until = w.construct(f"until_{node.point}", time=time(w, node.phase))
    made: list[str] = []
    for rule in node.rules:
        told_of = rule_sentences(w, rule)
        if not told_of:
            continue
        first, *others = told_of
        made += [w.construct("for_a_while", until=w.construct("until_then") if made else until, rule=first), *others]
    if node.once:
        made.append(w.construct("only_once"))
    return made


def time(w: Writer, name: str, form: str = "") -> str:
    """The name of a phase, or of the word of an offer, as a time."""
    forms = w.book.times.get(name, {})
    words = forms["says"] if "says" in forms else w.words(name)
    return w.construct(f"time_{form}" if form else "time", name=words)


def during(w: Writer, name: str) -> str:
    """When an action may be taken: during a phase."""
    forms = w.book.times.get(name, {})
    return forms["during"] if "during" in forms else w.construct("during", time=time(w, name))


def _if_so(w: Writer, text: str, rest: list[tuple[Any, bool]], depends: bool = False) -> str:
    """A rule that is active as long as a condition is true: the condition comes first if the rest is long or
    depends on more.
    """
    found = [*(w.leftover or []), *condition_clauses(w, [*w.take_unsaid(), *rest])]
    if not found:
        return text
    told = list_clauses(w, found, "and")
    if ", " not in text and not depends:
        return w.construct("as_long_as", does=text, c=told)
    first = not re.search(str(w.book.grammar.get("points_back", "")), told)
    return w.construct("as_long_as_first" if first else "as_long_as_comma", does=text, c=told)


def _head(w: Writer, head: tree.Head, where: Any, article: str = "a") -> tuple[tree.Call, Conditions]:
    """The subject of a rule, as a call with names for arguments, and the conditions that the names do not express."""
    params: list[symbols.Local] = list(getattr(head.ref, "params", []))
    names = [head.names[n] if n < len(head.names) else f"{param.name} of it" for n, param in enumerate(params)]
    rest = open_conditions(w, where) if where is not None else []
    args: list[Any] = []
    for name, param in zip(names, params, strict=True):
        found = substitute(w, name, rest)
        if found is not None:
            (condition,) = [one for one in rest if one not in found[1]]
            w.put_in.append((name, found[0], condition))
            args.append(found[0])
            rest = found[1]
            continue
        others = [other for other in names if other != name]
        own = [(one, positive) for one, positive in rest if about(one, name, others)]
        rest = [one for one in rest if one not in own]
        plain = article == "each" and getattr(head.ref, "type", None) != types.BOOL
        free = plain and not own and name != names[0] and "any" in w.book.grammar["articles"]
        wheres = [_again(one, positive, head) for one, positive in own]
        introduce(w, name, None, wheres, "any" if free else article, of=param.type, among=head)
        w.unsaid.append((name, own))
        arg = tree.Name(head.at, name)
        arg.type, arg.ref = param.type, param
        args.append(arg)
    call = tree.Call(head.at, head.name, args)
    call.ref, call.type = head.ref, getattr(head.ref, "type", None)
    return call, rest


def _lost(w: Writer, call: tree.Call, sections: Sequence[str], forms: Sequence[str]) -> Conditions:
    """The conditions that say what a parameter is, where the phrase has no place for it."""
    place = next((found for name in sections if (found := w.book.find(name, call)) is not None), None)
    put_in, w.put_in = w.put_in, []
    if place is None:
        return []
    entry, values = place
    texts = [entry.forms[form] for form in (*forms, "says") if form in entry.forms][:1]
    used = {slot for text in texts for slot in slots(text)}
    lost: Conditions = []
    for name, value, condition in put_in:
        if any(bound is value and slot not in used for slot, bound in values.items()):
            words = w.words(name)
            name_the(w, name, condition[0].left.type, w.construct("value_alone", name=words))
            lost.append(condition)
    return lost


def _again(node: Any, positive: bool, head: tree.Head) -> Any:
    return node if positive else tree.Not(head.at, node)


def _hook(w: Writer, rule: tree.Hook) -> list[str]:
    call, rest = _head(w, rule.head, rule.where)
    w.leftover = []
    event = call_clause(w, call, *_EVENT[rule.when])
    rest = [*_lost(w, call, ("steps",), _EVENT[rule.when]), *rest]
    found = [*w.leftover, *condition_clauses(w, [*w.take_unsaid(), *rest])]
    w.leftover = None
    block = rule.block
    only = block[0] if len(block) == 1 and rule.when == "before" and found else None
    if isinstance(only, tree.If) and len(only.branches) == 1 and only.otherwise is None and _is_plain(only):
        found.append(w.condition(only.branches[0].condition, True))
        block = only.branches[0].block
    if found:
        event = w.construct(
            "event_before_if" if rule.when == "before" else "event_if", event=event, c=list_clauses(w, found, "and")
        )
    made = _twice(w, sentences(w, block))
    if not made:
        made = [w.construct("nothing_happens")]
    first, *others = made
    if rule.when == "instead" and not any(isinstance(one, tree.ProceedStatement) for one in rule.block):
        if not others and not isinstance(rule.block[0], tree.If):
            return [w.construct("instead_alone", event=event, block=first)]
        return [w.construct("instead", event=event, block=first), *others]
    return [w.construct(rule.when, event=event, block=first), *others]


def _is_plain(node: tree.If) -> bool:
    """Whether nothing is rolled or asked to see if it holds."""
    return not any(isinstance(one, tree.Roll | tree.May) for one in walk(node.branches[0].condition))


def _twice(w: Writer, made: list[str]) -> list[str]:
    """Twice the usual effect, as one sentence."""
    usual = w.construct("proceed")
    if made[:2] == [usual, usual]:
        return [w.construct("proceed_twice"), *made[2:]]
    return made


# ------------------------------------------------------------------------------------------------ modifiers


def _modify(w: Writer, rule: tree.Modify) -> list[str]:
    denied = isinstance(rule.becomes, tree.Bool) and not rule.becomes.value
    several = len(getattr(rule.head.ref, "params", [])) > 1
    call, rest = _head(w, rule.head, rule.where, "a" if denied and several else "each")
    before = hoist(w, rule.by if rule.by is not None else rule.becomes)
    w.leftover = []
    text = _change(w, rule, call)
    rest = [*_lost(w, call, _SECTIONS, ("by", "becomes", "includes", "yes", "no")), *rest]
    for limit, key in ((rule.up_to, "not_above"), (rule.down_to, "not_below")):
        if limit is not None:
            text = w.construct(key, does=text, n=limit)
    if rule.at_last:
        text = w.construct("at_last", does=text)
    depends = rule.becomes is not None and not isinstance(without_casts(rule.becomes), tree.Bool)
    made = _if_so(w, text, rest, depends and getattr(call, "type", None) == types.BOOL)
    w.leftover = None
    return [*before, made]


def _change(w: Writer, rule: tree.Modify, call: tree.Call) -> str:
    found = w.book.find("modifiers", call)
    forms, values = (found[0].forms, found[1]) if found is not None else ({}, {})
    of = types.bare(call.type) if call.type is not None else None
    if rule.becomes is not None:
        becomes = without_casts(rule.becomes)
        if of == types.BOOL:
            if isinstance(becomes, tree.Bool):
                key = "yes" if becomes.value else "no"
                return w.fill(forms[key], values) if key in forms else w.condition(call, becomes.value)
            return w.construct("exactly_if", does=w.condition(call, True), c=w.condition(becomes, True))
        kept = _kept(w, becomes)
        if kept:
            return w.construct("filtered", value=_value(w, call), things=kept)
        bound = _bound(becomes)
        if bound is not None:
            return w.construct(bound[0], value=_value(w, call), n=bound[1])
        told = of_value(w, becomes, lambda: _value(w, call))
        if told:
            return told
        if "becomes" in forms:
            simple = isinstance(becomes, tree.Number | tree.Name | tree.Field) or not getattr(becomes, "items", [0])
            simple = simple or "to" not in slots(forms["becomes"])
            text = w.fill(forms["becomes"], {**values, "to": becomes if simple else w.construct("unknown")})
            return text if simple else w.construct("where_unknown", does=text, n=becomes)
        return w.construct("becomes", value=_value(w, call), n=becomes)
    by = inlined(w, rule.by)
    if "by" in forms and (text := changed_by(w, forms["by"], values, by)):
        return text
    if isinstance(of, types.SetOf | types.ListOf):
        if "includes" in forms:
            return w.fill(forms["includes"], {**values, "by": by})
        many = found is None and _number(w, call) == "many"
        return w.construct("includes_many" if many else "includes", value=_value(w, call), n=by)
    negative = isinstance(by, tree.Minus) or (isinstance(by, tree.Number) and by.value < 0)
    size: Any = by.of if isinstance(by, tree.Minus) else by
    plain = isinstance(size, tree.Number)
    if negative and "less" in forms and plain:
        return w.fill(forms["less"], {**values, "by": str(abs(size.value))})
    if "by" in forms:
        amount = f"{'-' if negative else '+'}{abs(size.value) if plain else w.construct('unknown')}"
        text = w.fill(forms["by"], {**values, "by": amount})
        return text if plain else w.construct("where_unknown", does=text, n=size)
    number = str(abs(size.value)) if plain else np(w, size)
    return w.construct("subtract" if negative else "add", n=number, value=_value(w, call))


def _value(w: Writer, call: tree.Call) -> str:
    found = w.book.find("values", call)
    return w.fill(found[0].forms["says"], found[1]) if found is not None else value_words(w, call.name, call.args)


def _number(w: Writer, call: tree.Call) -> str:
    found = w.book.find("values", call)
    return found[0].forms.get("number", "one") if found is not None else "one"


def _kept(w: Writer, node: Any) -> str:
    """`each x in value where …`: the remaining part of a list, as a plural; empty for another formula."""
    if not isinstance(node, tree.Quantified) or node.quantifier != "each" or node.where is None:
        return ""
    if node.of is not None or not isinstance(node.over, tree.Name) or node.over.name != "value":
        return ""
    introduce(w, node.name, None, [node.where], "none", "many", of=node.over.type)
    return w.mentioned(node.name, "")


def _bound(node: Any) -> tuple[str, Any] | None:
    """`min(value, 3)`: a value that is at most 3."""
    if isinstance(node, tree.Call) and node.name in ("min", "max") and len(node.args) == 2:
        for one, other in (node.args, node.args[::-1]):
            if isinstance(one, tree.Name) and one.name == "value":
                return ("is_at_most" if node.name == "min" else "is_at_least"), other
    return None


def name_the(w: Writer, name: str, of: types.Type, words: str) -> None:
    noun = w.noun(of)

    def words_for(form: str) -> str:
        return words or w.phrase("the", noun, form=form)

    w.scope[name] = Mention(noun, words_for, words_for, said=True)
