"""Actions as sentences: `Tap this card: …`, `Once each turn, you may …`."""

from __future__ import annotations

from typing import Any

from ...lang import tree
from .alike import list_clauses
from .closer import about, condition_clauses, introduce, open_conditions, uses
from .nouns import call_clause, list_words, np
from .rules import during, name_the, time
from .scope import Writer
from .steps import in_one_sentence, let_sentences, sentences


def action_sentences(w: Writer, decl: tree.ActionDecl) -> list[str]:
    """An action: its time, cost, steps and requirements."""
    saved = dict(w.scope)
    families = [(call, w.book.find("steps", call)) for call in decl.families]
    for line in decl.lines:
        if isinstance(line, tree.Let):
            let_sentences(w, line)
    rest = [one for line in decl.lines if isinstance(line, tree.Require) for one in open_conditions(w, line.condition)]
    rest = _parameters(w, decl, rest)
    for head in decl.occasions:
        for name, local in zip(head.names, getattr(head.ref, "params", []), strict=False):
            if name not in w.scope:
                name_the(w, name, local.type, w.book.times.get(head.name, {}).get(local.name, ""))
    alone = decl.once_in is not None and [head.name for head in decl.occasions] == [decl.once_in]
    times = [] if alone else list(dict.fromkeys(during(w, head.name) for head in decl.occasions))
    leads, done, family_rest = [], [], []
    for call, found in families:
        if found is None:
            leads.append(call_clause(w, call)) if call.args else None
            continue
        forms, values = found[0].forms, found[1]
        if "time" in forms and not times:
            times.append(w.fill(w.construct("during", time=forms["time"]), values))
        if forms.get("lead"):
            leads.append(w.fill(forms["lead"], values))
        if "does" in forms:
            done.append(w.fill(forms["does"], values))
        if "only" in forms:
            family_rest.append((forms["only"], values))
    costs: list[Any] = [line.statement for line in decl.lines if isinstance(line, tree.Cost)]
    when = [w.construct("once", time=time(w, decl.once_in, "each"))] if decl.once_in else []
    when += [list_words(w, times, "or")] if times else []
    paid = leads + sentences(w, costs) + _chosen_first(w, decl)
    made = sentences(w, decl.do) if decl.do is not None else []
    made += done
    reader = decl.actor is None or np(w, decl.actor) in w.book.grammar.get("reader", [])
    who = "" if reader else np(w, decl.actor)
    texts = _composed(w, when, paid, made, who)
    only = [w.construct("there_is", a=w.mentioned(name, "")) for name in w.names_unsaid()]
    only += [w.fill(text, values) for text, values in family_rest]
    only += [text for text in condition_clauses(w, rest) if text != w.book.constructs["is_some_again"]]
    if only:
        texts.append(w.construct("only_if", c=list_clauses(w, only, "and")))
    w.scope = saved
    return texts


def _chosen_first(w: Writer, decl: tree.ActionDecl) -> list[str]:
    """The choice that temporary rules or a condition refer to, if nothing has named it: it is made before them."""
    first = decl.do[0] if decl.do else None
    parts: list[Any] = []
    if isinstance(first, tree.Lasting):
        parts = [rule.where for rule in first.rules if getattr(rule, "where", None) is not None]
    elif isinstance(first, tree.If):
        parts = [first.branches[0].condition]
    of = [param.name for param in decl.params if param.name in w.scope and not w.scope[param.name].said]
    used = [name for name in of if any(uses(part, name) for part in parts)]
    return [w.construct("choose", what=w.mentioned(name, "acc")) for name in used]


def _composed(w: Writer, when: list[str], paid: list[str], made: list[str], who: str) -> list[str]:
    head = "".join(w.construct("when_part", when=one) for one in when)
    if paid:
        first = list_words(w, paid, "and")
        if who:
            first = w.construct("somebody_may_do" if w.is_clause(paid[0]) else "somebody_may", who=who, does=first)
        if not made:
            return [head + first]
        return [w.construct("cost", head=head, cost=first, does=made[0]), *made[1:]]
    if not made:
        return [head + w.construct("nothing_happens")]
    if len(made) == 1 or who:
        text = in_one_sentence(w, made)
        if who:
            return [head + w.construct("somebody_may_do" if w.is_clause(text) else "somebody_may", who=who, does=text)]
        if not w.is_clause(text):
            return [head + w.construct("you_may", does=text)]
    return [w.construct("you_may_do", head=head, does=made[0]), *made[1:]]


def _parameters(w: Writer, decl: tree.ActionDecl, rest: list[tuple[Any, bool]]) -> list[tuple[Any, bool]]:
    """Names what an action takes, with the requirements that are about it alone; gives the others."""
    names = [param.name for param in decl.params]
    rest = [one for one in rest if not _differ(one, names)]
    occasion = {name for head in decl.occasions for name in head.names}
    for param in decl.params:
        local: Any = param.local
        others = [other for other in names if other != param.name]
        own = [(one, positive) for one, positive in rest if about(one, param.name, others)]
        if param.name in occasion:
            name_the(w, param.name, local.type, _name_in_phase(w, decl, param.name))
            continue
        rest = [one for one in rest if one not in own]
        wheres = [one if positive else tree.Not(decl.at, one) for one, positive in own]
        w.unsaid.append((param.name, own))
        introduce(w, param.name, param.within, wheres, "a", of=local.type)
    return rest


def _differ(one: tuple[Any, bool], names: list[str]) -> bool:
    """Whether a condition says that two parameters are two: `another character` says so too."""
    node, positive = one
    if not isinstance(node, tree.Compare) or (node.op == "!=") != positive or node.op not in ("=", "!="):
        return False
    return all(isinstance(side, tree.Name) and side.name in names for side in (node.left, node.right))


def _name_in_phase(w: Writer, decl: tree.ActionDecl, name: str) -> str:
    """In the phase of an action, the name of the parameter that has this name here."""
    for head in decl.occasions:
        for given, param in zip(head.names, getattr(head.ref, "params", []), strict=False):
            if given == name:
                return w.book.times.get(head.name, {}).get(param.name, "")
    return ""
