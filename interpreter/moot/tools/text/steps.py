"""Steps as sentences in the imperative: `choose a character in that company and tap that character`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...code.typing import symbols
from ...lang import tree
from ...lang.walk import walk
from .alike import list_clauses
from .closer import condition_clauses, introduce, open_conditions
from .conditions import foregone
from .nouns import alias, call_clause, count, effects, filled, list_words, np
from .pattern import same, without_casts
from .phrasebook import Noun
from .rolls import hoist
from .scope import Mention, Writer

_DEEPEST = 4  # procedures of a card inside one another


def sentences(w: Writer, block: Sequence[tree.Step]) -> list[str]:
    """The steps of a block, each as one sentence or several, without capitals and full stops."""
    saved = dict(w.scope)
    made: list[str] = []
    for n, step in enumerate(block):
        rest = block[n + 1 :]
        made += [text for text in ((not rest and _last_if(w, step)) or _step(w, step)) if text]
        if rest and _returns(step):
            others = sentences(w, rest)
            made += [w.construct("else", block=in_one_sentence(w, others))] if others else []
            break
    w.scope = saved
    return made


def _returns(node: tree.Step) -> bool:
    """Whether nothing that follows is done if a condition holds."""
    if not isinstance(node, tree.If) or node.otherwise is not None:
        return False
    return all(branch.block and isinstance(branch.block[-1], tree.Return) for branch in node.branches)


def _last_if(w: Writer, node: tree.Step) -> list[str]:
    """A condition over the rest of a text, if there is more than one step; otherwise empty."""
    if (
        not isinstance(node, tree.If)
        or len(node.branches) > 1
        or node.otherwise is not None
        or len(node.branches[0].block) < 2
    ):
        return []
    branch = node.branches[0]
    if foregone(w, branch.condition) is not None or any(isinstance(one, tree.May) for one in walk(branch.condition)):
        return []
    before = hoist(w, branch.condition)
    test = w.condition(branch.condition, True)
    made = sentences(w, branch.block)
    if len(made) < 2 or not any(mark in one for one in made for mark in (", ", "; ")):
        return [*before, w.construct("if", c=test, block=in_one_sentence(w, made))]
    return [*before, w.construct("if_do", c=test, block=made[0]), *made[1:]]


def open_sentences(w: Writer, block: tree.Block) -> list[str]:
    """The same where the names that the block makes stay known."""
    return [text for step in block for text in _step(w, step) if text]


def in_one_sentence(w: Writer, made: list[str]) -> str:
    """Several sentences as part of one."""
    if not made:
        return w.construct("nothing_happens")
    if len(made) == 1:
        return made[0]
    joint = w.construct("list_and", last="")
    alike = len({w.is_clause(one) for one in made}) == 1
    if alike and all(mark not in one for one in made for mark in (", ", "; ", joint)):
        return list_words(w, made, "and")
    return w.book.constructs["semicolon"].join(made)


def _step(w: Writer, node: Any) -> list[str]:
    if isinstance(node, tree.Return) and isinstance(node.value, tree.Proceed):
        return [w.construct("proceed")]
    found = w.book.find("steps", node)
    if found is not None and "says" in found[0].forms:
        entry, values = found
        hoisted = [text for value in values.values() for text in hoist(w, value)]
        return [*hoisted, filled(w, entry.forms["says"], values)]
    match node:
        case tree.Set():
            return _set(w, node)
        case tree.Raise() | tree.Lower():
            before = hoist(w, node.by)
            key = "raise" if isinstance(node, tree.Raise) else "lower"
            return [*before, w.construct(key, target=node.target, n=node.by)]
        case tree.Move():
            before = hoist(w, node.thing)
            return [*before, w.construct(f"move_{node.place}" if node.place else "move", thing=node.thing, to=node.to)]
        case tree.MoveBefore():
            return [w.construct("move_before", thing=node.thing, before=node.before)]
        case tree.Remove():
            return [w.construct("remove", thing=node.thing)]
        case tree.Let():
            return let_sentences(w, node)
        case tree.Require():
            text = w.condition(node.condition, True)
            return [w.construct("require", c=text)] if text else []
        case tree.CallStatement():
            return _call(w, node.call)
        case tree.Run():
            return [w.construct("run", code=node.code)]
        case tree.If():
            return _if(w, node)
        case tree.ForEach():
            return _for_each(w, node)
        case tree.While():
            return [
                w.construct(
                    "while", c=w.condition(node.condition, True), block=in_one_sentence(w, sentences(w, node.block))
                )
            ]
        case tree.Repeat():
            block = in_one_sentence(w, open_sentences(w, node.block))
            return [w.construct("repeat", c=w.condition(node.until, True), block=block)]
        case tree.Choose():
            return _choose(w, node)
        case tree.ChooseTogether():
            return _together(w, node)
        case tree.ChooseOne():
            return _choose_one(w, node)
        case tree.Pick():
            return _pick(w, node)
        case tree.Offer():
            return _offer(w, node)
        case tree.Return() if node.value is not None and _is_result(w, node.value):
            return []
        case tree.Return():
            return [w.construct("return", value=node.value)] if node.value is not None else [w.construct("stop")]
        case tree.ProceedStatement():
            return [w.construct("proceed")]
        case tree.Lasting():
            return w.lasting(node)
        case tree.Win():
            return _win(w, node)
        case _:
            return [w.construct("nothing_happens")]


def _is_result(w: Writer, node: Any) -> bool:
    """Whether it is what came of doing what is answered."""
    return isinstance(node, tree.Name) and node.name in w.scope and np(w, node) == w.construct("proceed_value")


def _set(w: Writer, node: tree.Set) -> list[str]:
    before = hoist(w, node.value)
    if isinstance(node.value, tree.Bool):
        return [*before, w.construct("set_condition", c=w.condition(node.target, node.value.value))]
    if isinstance(node.value, tree.NoneValue):
        return [*before, w.construct("set_none", target=node.target)]
    value = without_casts(node.value)
    if isinstance(value, tree.Arithmetic) and value.op == "+" and same(value.left, node.target):
        key = "set_with" if isinstance(without_casts(value.right), tree.ListOf) else "set_more"
        return [*before, w.construct(key, target=node.target, n=value.right)]
    return [*before, w.construct("set", target=node.target, value=node.value)]


def let_sentences(w: Writer, node: tree.Let) -> list[str]:
    """A name for a value: nothing is said of it, unless it does something or changes later."""
    noun = w.noun(node.value.type)
    if effects(node.value):
        before = hoist(w, node.value)
        words = w.results.get(id(node.value))
        if words is None and isinstance(without_casts(node.value), tree.Call):
            call = without_casts(node.value)
            before += _call(w, call)
            found = w.book.find("steps", call)
            words = found[0].forms.get("result") if found is not None else None
        elif words is None and isinstance(node.value, tree.New):
            before.append(w.construct("make", thing=w.phrase("a", noun)))
        elif words is None and isinstance(node.value, tree.Proceed):
            before.append(w.construct("proceed"))
            words = w.construct("proceed_value")
        said = partial(lambda words, form: words or w.phrase("that", noun, form=form), words)
        w.scope[node.name] = Mention(noun, said, said, said=True)
        return before
    if node.name in w.mutable:
        text = w.construct("let", name=w.words(node.name), value=node.value)
        name = Noun(w.words(node.name), "")
        w.scope[node.name] = Mention(
            name, partial(w.phrase, "the_named", name, "one"), partial(w.phrase, "the_named", name, "one")
        )
        return [text]
    alias(w, node.name, node.value, None)
    return []


def _call(w: Writer, call: tree.Call) -> list[str]:
    found = w.book.find("steps", call)
    if found is None and call.name in w.own and w.depth < _DEEPEST:
        decl = w.own[call.name]
        if isinstance(decl, tree.ProcedureDecl):
            for param, arg in zip(decl.params, call.args, strict=False):
                alias(w, param.name, arg, None)
            w.depth += 1
            made = sentences(w, decl.block)
            w.depth -= 1
            return made
    before = [text for arg in call.args for text in hoist(w, arg)]
    return [*before, call_clause(w, call)]


def _if(w: Writer, node: tree.If) -> list[str]:
    made: list[str] = []
    for branch in node.branches:
        fixed = foregone(w, branch.condition)
        if fixed is False:
            continue
        if fixed is True and not made:
            return sentences(w, branch.block)
        saved = dict(w.scope)
        asked = [
            one for one, positive in open_conditions(w, branch.condition) if isinstance(one, tree.May) and positive
        ]
        before = hoist(w, branch.condition)
        others = [(one, positive) for one, positive in open_conditions(w, branch.condition) if one not in asked]
        needed = condition_clauses(w, others)
        called = [one for one, _ in others if isinstance(one, tree.Call) and isinstance(one.ref, symbols.Procedure)]
        key = "else_if" if made else "if"
        if asked:
            block = in_one_sentence(w, sentences(w, branch.block))
            long = any(mark in block for mark in (": ", "; ", ", "))
            text = w.construct("may_do" if long else "may", p=asked[0].player, block=block)
            if needed:
                text = w.construct(key, c=list_clauses(w, needed, "and"), block=text)
        else:
            block = in_one_sentence(w, sentences(w, branch.block))
            if needed or called:
                key += "_do" if key == "if" and _has_otherwise(branch.block) else ""
                block = w.construct(key, c=list_clauses(w, needed, "and"), block=block)
            text = block
        made += [*before, text]
        w.scope = saved
    if node.otherwise is not None:
        key = "may_not" if len(node.branches) == 1 and isinstance(node.branches[0].condition, tree.May) else "else"
        rest = sentences(w, node.otherwise)
        if rest:
            made.append(w.construct(key, block=in_one_sentence(w, rest)))
    return made


def _has_otherwise(block: Sequence[tree.Step]) -> bool:
    """Whether a block ends with a condition that says what is done if it does not hold."""
    return bool(block) and isinstance(block[-1], tree.If) and block[-1].otherwise is not None


def _for_each(w: Writer, node: tree.ForEach) -> list[str]:
    saved = dict(w.scope)
    wheres = [node.where] if node.where is not None else []
    introduce(w, node.name, node.over, wheres, "each", "one")
    if len(node.block) == 1 and not isinstance(node.block[0], tree.If | tree.ForEach | tree.Choose | tree.Lasting):
        made = sentences(w, node.block)
        if w.scope[node.name].said and len(made) == 1:
            w.scope = saved
            return made
        w.scope = dict(saved)
        introduce(w, node.name, node.over, wheres, "each", "one")
    each = w.mentioned(node.name, "")
    made = [w.construct("for_each", each=each, block=in_one_sentence(w, sentences(w, node.block)))]
    w.scope = saved
    return made


def _chosen(w: Writer, name: str, over: Any, where: Any, how: str, many: bool) -> str:
    wheres = [where] if where is not None else []
    introduce(w, name, over, wheres, "a" if not how else "none", "many" if many else "one")
    words = w.mentioned(name, "acc")
    if many:  # the steps apply to each of them
        noun = w.scope[name].noun
        w.scope[name] = Mention(noun, partial(_each_of_them, w), partial(_each_of_them, w))
    return f"{how} {words}".strip()


def _each_of_them(w: Writer, form: str) -> str:
    return w.construct("each_of_them")


def _by(w: Writer, by: Any, key: str, **values: Any) -> str:
    """The choosing player: `you` is omitted."""
    who = np(w, by)
    if who in w.book.grammar.get("reader", []):
        return w.construct(key, **values)
    return w.construct(f"{key}_by", by=who, **values)


def _choose(w: Writer, node: tree.Choose) -> list[str]:
    how, many, number = "", False, ""
    if node.low is not None and node.high is not None:
        low, high = without_casts(node.low), without_casts(node.high)
        everything = (isinstance(high, tree.Number) and high.value >= 90) or getattr(high, "name", "") == "size"
        if isinstance(low, tree.Number) and low.value == 0:
            how = w.construct("any_number") if everything else w.construct("up_to", n=count(w, high))
        elif isinstance(low, tree.Number) and everything:
            how = w.construct("at_least", n=count(w, low))
        elif isinstance(low, tree.Number) and isinstance(high, tree.Number) and low.value < high.value:
            how = w.construct("from_to", m=count(w, low), n=count(w, high))
        else:
            how = count(w, high)
            if not isinstance(high, tree.Number) and len(how.split()) > 2:
                how, number = w.construct("unknown"), how
        many = not (isinstance(high, tree.Number) and high.value == 1)
    if node.at_once is not None:
        introduce(w, node.at_once.name, node.at_once.over, [node.at_once.where] if node.at_once.where else [], "each")
    chosen = _chosen(w, node.name, node.over, node.where, how, many)
    w.scope[node.name].chosen = node.or_none
    text = _by(w, node.by, "choose_or_none" if node.or_none else "choose", what=chosen)
    if number:
        text = w.construct("where_unknown", does=text, n=number)
    made = open_sentences(w, node.then)
    other = not node.or_none and np(w, node.by) not in w.book.grammar.get("reader", [])
    joined = _joined(w, text, made, other)
    if node.or_none and len(joined) > 1:
        joined = [text, w.construct("if_one_is_chosen", block=in_one_sentence(w, made))]
    return [*joined, *_otherwise(w, node.otherwise, "if_none_is_chosen" if node.or_none else "if_there_is_none")]


def _joined(w: Writer, text: str, made: list[str], other: bool = False) -> list[str]:
    """A choice with its consequences: a single one in the same sentence, more after it. `other`: another player
    chooses, and the consequences get a sentence of their own.
    """
    if len(made) == 1 and ", " not in text and not any(mark in made[0] for mark in (", ", "; ")):
        return [w.construct("choose_and_by" if other else "choose_and", choice=text, block=made[0])]
    return [text, *made]


def _together(w: Writer, node: tree.ChooseTogether) -> list[str]:
    saved = dict(w.scope)
    things = []
    for n, one in enumerate(node.choices):
        where = node.where if n == len(node.choices) - 1 else None
        things.append(_chosen(w, one.name, one.over, where, "", False))
    text = _by(w, node.by, "choose", what=list_words(w, things, "and"))
    made = [*_joined(w, text, open_sentences(w, node.then)), *_otherwise(w, node.otherwise)]
    w.scope = saved | w.scope
    return made


def _choose_one(w: Writer, node: tree.ChooseOne) -> list[str]:
    options = []
    for one in node.alternatives:
        text = in_one_sentence(w, sentences(w, one.block))
        if ", " not in text:  # semicolons separate the options
            text = list_words(w, text.split(w.book.constructs["semicolon"]), "and")
        if one.where is not None and (test := w.condition(one.where, True)):
            text = w.construct("option_if", block=text, c=test)
        options.append(text)
    text = w.book.constructs["semicolon_or"].join(options)
    return [_by(w, node.by, "choose_one", options=text), *_otherwise(w, node.otherwise)]


def _pick(w: Writer, node: tree.Pick) -> list[str]:
    how = count(w, node.count) if node.count is not None else ""
    chosen = _chosen(w, node.name, node.over, node.where, how, bool(how))
    text = w.construct("pick", what=chosen)
    return [*_joined(w, text, open_sentences(w, node.then)), *_otherwise(w, node.otherwise)]


def _otherwise(w: Writer, block: tree.Block | None, key: str = "if_there_is_none") -> list[str]:
    if block is None:
        return []
    made = sentences(w, block)
    return [w.construct(key, block=in_one_sentence(w, made))] if made else []


def _offer(w: Writer, node: tree.Offer) -> list[str]:
    words = (
        w.construct("any_action")
        if node.families == ["actions"]
        else list_words(w, [w.words(name) for name in node.families], "or")
    )
    return [w.construct("offer", to=node.to, what=words)]


def _win(w: Writer, node: tree.Win) -> list[str]:
    if node.who is None:
        return [w.construct("win_most", score=w.words(node.score.name if node.score else "score"))]
    if isinstance(node.who, tree.NoneValue):
        return [w.construct("win_none")]
    return [w.construct("win", who=node.who)]
