"""Formulas as nouns: `the prowess of each Orc`, `two cards of your hand`."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from ...code.typing import symbols, types
from ...lang import tree
from ...lang.walk import walk
from .pattern import without_casts
from .phrasebook import Noun
from .scope import MARK, Mention, Writer

_CONDITIONS = tree.Compare | tree.In | tree.Is | tree.And | tree.Or | tree.Not | tree.May
_OPERATIONS = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "remainder"}


def np(w: Writer, node: Any, form: str = "") -> str:
    """A formula as a noun, in a form of the language."""
    node = inlined(w, node)
    if id(node) in w.results:
        return w.results[id(node)]
    if isinstance(node, tree.Name) and node.name in w.scope:
        return w.mentioned(node.name, form)
    if isinstance(node, tree.Call) and len(node.args) == 1 and (text := _of_list(w, node, form)):
        return text
    found = w.book.find("values", node)
    if found is not None:
        entry, values = found
        return w.fill(entry.forms.get(form) or entry.forms.get("says", ""), values)
    if isinstance(node, _CONDITIONS) or (
        types.bare(node.type) == types.BOOL and isinstance(node, tree.Call | tree.Field)
    ):
        return w.construct("whether", c=w.condition(node, True))
    return _by_node(w, node, form)


def _by_node(w: Writer, node: Any, form: str) -> str:
    match node:
        case tree.Number():
            return str(getattr(node.ref, "name", None) or node.value)
        case tree.Bool():
            return w.construct("yes" if node.value else "no")
        case tree.NoneValue():
            return w.construct("none")
        case tree.Text():
            return "".join(part if isinstance(part, str) else np(w, part) for part in node.parts)
        case tree.Name():
            return _name(w, node, form)
        case tree.ListOf():
            return (
                list_words(w, [np(w, item, form) for item in node.items], "and")
                if node.items
                else w.construct("nothing")
            )
        case tree.Call():
            return _call(w, node.name, node.args)
        case tree.Field():
            return w.construct("field", name=w.words(node.name), of=node.of)
        case tree.FieldCall():
            return w.construct("field", name=w.words(node.name), of=node.of)
        case tree.Lookup():
            return w.construct("lookup", of=node.of, args=list_words(w, [np(w, arg) for arg in node.args], "and"))
        case tree.Minus() if isinstance(node.of, tree.Number):
            return f"-{node.of.value}"
        case tree.Minus():
            return w.construct("minus_sign", n=node.of)
        case tree.Arithmetic() if node.op == "-" and isinstance(node.left, tree.Number) and node.left.value == 0:
            return w.construct("minus_sign", n=_operand(w, node.right))
        case tree.Arithmetic():
            return w.construct(_OPERATIONS[node.op], a=_operand(w, node.left), b=_operand(w, node.right))
        case tree.Range():
            return w.construct("range", a=node.low, b=node.high)
        case tree.Conditional():
            return w.construct("conditional", a=node.value, c=w.condition(node.condition, True), b=node.otherwise)
        case tree.Roll():
            return w.construct("rolled_each" if node.each else "rolled", dice=dice(w, node))
        case tree.New() | tree.Literal():
            return w.phrase("a", w.noun(node.kind), form=form)
        case tree.Pending():
            return w.construct("pending", call=call_clause(w, node.call))
        case tree.Proceed():
            return w.construct("proceed_value")
        case tree.Quantified() if node.quantifier not in ("any", "every"):
            return _quantified(w, node, form)
        case tree.Quantified():
            return w.construct("whether", c=w.condition(node, True))
        case _:
            return w.construct("that_value")


def _of_list(w: Writer, node: tree.Call, form: str) -> str:
    """`first(each …)` is one of them, and `size(…)` of several things is their number; otherwise empty."""
    of = inlined(w, node.args[0])
    if node.name == "first" and _is_each(of):
        w.introduce(of.name, of.over, [of.where] if of.where is not None else [], "a", "one", among=node)
        return w.mentioned(of.name, form)
    if (
        node.name == "size"
        and (_is_each(of) or isinstance(of, tree.Name))
        and isinstance(of.type, types.ListOf | types.SetOf)
    ):
        every = f"{w.book.grammar['articles']['all'].get('many', '')} "
        things = np(w, of)
        if every.strip() and things.startswith(every):
            return w.construct("count", things=things.removeprefix(every))
    return ""


def _is_each(node: Any) -> bool:
    return isinstance(node, tree.Quantified) and node.quantifier == "each" and node.of is None and node.order is None


def _operand(w: Writer, node: Any) -> str:
    """A value in a calculation: a choice between values is in brackets."""
    words = np(w, node)
    return w.construct("bracketed", a=words) if isinstance(without_casts(node), tree.Conditional) else words


def number_of(w: Writer, node: Any) -> str:
    """Whether verbs behind a formula are those of `one` or of `many`."""
    node = inlined(w, node)
    if isinstance(node, tree.Name) and node.name in w.scope:
        return w.scope[node.name].number
    found = w.book.find("values", node)
    if found is not None:
        return found[0].forms.get("number", "one")
    if isinstance(node, tree.Name) and isinstance(node.ref, symbols.Kind):
        return "many"
    if isinstance(node, tree.Number):
        return "one" if node.value == 1 else "many"
    return "many" if isinstance(node, tree.Quantified) and node.quantifier == "each" else "one"


def list_words(w: Writer, items: list[str], word: str) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return w.book.constructs["comma"].join(items[:-1]) + w.construct(f"list_{word}", last=items[-1])


def count(w: Writer, node: Any) -> str:
    """A number of things: small ones in words."""
    words = w.book.grammar.get("numbers", [])
    if isinstance(node, tree.Number) and node.value < len(words):
        return str(words[node.value])
    return np(w, node)


def filled(w: Writer, text: str, values: dict[str, Any], positive: bool = True) -> str:
    """A filled phrase in which a number `n` that must be computed is X, with the meaning of X after it."""
    n = without_casts(values.get("n"))
    plain = isinstance(n, tree.Minus) and isinstance(n.of, tree.Number)
    if n is None or plain or isinstance(n, tree.Number | str) or "{n}" not in text:
        return w.fill(text, values, positive)
    return w.construct("where_unknown", does=w.fill(text, {**values, "n": w.construct("unknown")}, positive), n=n)


def dice(w: Writer, node: tree.Roll) -> str:
    one = node.count == 1
    n: Any = count(w, tree.Number(node.at, node.count)) if isinstance(node.count, int) else np(w, node.count)
    sides = "" if node.faces == 6 else "_of"
    return w.construct(("die" if one else "dice") + sides, n=n, faces=str(node.faces))


def call_clause(w: Writer, call: tree.Call, *ways: str) -> str:
    """A call of a procedure, phase or action as something that is done, or that happens (`when`): the first of these
    ways that its phrase has.
    """
    found = w.book.find("steps", call)
    form = ways[-1] if ways else "says"
    if found is not None:
        entry, values = found
        for way in ways or ("says",):
            if way in entry.forms:
                return w.fill(entry.forms[way], values)
        if form != "says" and "says" in entry.forms and f"by_{form}" in w.book.constructs:
            return w.construct(f"by_{form}", does=w.fill(entry.forms["says"], values))
        return w.fill(entry.forms.get("says", ""), values)
    args = [np(w, arg) for arg in call.args if not isinstance(arg, tree.Bool | tree.NoneValue)]
    name = w.words(call.name)
    key = f"{form}_call" if f"{form}_call" in w.book.constructs else "call"
    if not args:
        return w.construct(f"{key}_alone", name=name)
    return w.construct(key, name=name, args=list_words(w, args, "and"))


def _call(w: Writer, name: str, args: list[Any]) -> str:
    words = w.words(name)
    if not args:
        return w.construct("value_alone", name=words)
    return w.construct("value", name=words, args=list_words(w, [np(w, arg) for arg in args], "and"))


def _name(w: Writer, node: tree.Name, form: str) -> str:
    ref = node.ref
    if node.name == "this" and isinstance(ref, symbols.Builtin):
        return w.phrase("this", w.noun("this" if "this" in w.book.nouns else w.this), form=form)
    if node.name == "value" and isinstance(ref, symbols.Builtin):
        return w.construct("that_value")
    if node.name == "all" and isinstance(ref, symbols.Builtin):
        return w.construct("everybody")
    if isinstance(ref, symbols.Kind | symbols.NameKind):
        return w.phrase("all", w.noun(node.name), "many", form)
    if isinstance(ref, symbols.State | symbols.Function | symbols.Zone):
        return w.construct("value_alone", name=w.words(node.name))
    if isinstance(ref, symbols.Local):
        return w.phrase("that", w.noun(ref.type), form=form)
    return w.words(node.name)


def _quantified(w: Writer, node: tree.Quantified, form: str) -> str:
    saved = dict(w.scope)
    parts = [node.where] if node.where is not None else []
    try:
        if node.quantifier == "count":
            w.introduce(node.name, node.over, parts, "none", "many")
            return w.construct("count", things=w.mentioned(node.name, form))
        if node.quantifier == "each" and node.of is None:
            w.introduce(node.name, node.over, parts, "all", "many")
            things = w.mentioned(node.name, form)
            if node.order is None:
                return things
            return w.construct("ordered", things=things, by=np(w, node.order))
        w.introduce(node.name, node.over, parts, "each", "one")
        value = np(w, node.of)
        return w.construct({"each": "each_of"}.get(node.quantifier, node.quantifier), value=value)
    finally:
        w.scope = saved


def inlined(w: Writer, node: Any) -> Any:
    """A call of a function of the card itself as the formula of that function, if it has but one line."""
    node = without_casts(node)
    if isinstance(node, tree.Name) and node.name in w.same:
        return inlined(w, w.same[node.name])
    decl = w.own.get(node.name) if isinstance(node, tree.Call | tree.Name) else None
    if not isinstance(decl, tree.FunctionDecl) or len(decl.lines) != 1 or decl.lets:
        return node
    given = dict(zip((param.name for param in decl.params), getattr(node, "args", []), strict=False))
    return inlined(w, with_names(decl.lines[0].value, given))


def with_names(node: Any, given: dict[str, Any]) -> Any:
    """A copy of a formula with formulas in the place of its names."""
    if isinstance(node, list):
        return [with_names(one, given) for one in node]
    if not isinstance(node, tree.Node):
        return node
    if isinstance(node, tree.Name):
        return given.get(node.name, node)
    made = copy(node)
    for name in type(node).__slots__:
        if name not in ("at", "type", "ref", "local"):
            setattr(made, name, with_names(getattr(node, name), given))
    return made


def alias(w: Writer, name: str, value: Any, of: types.Type | None) -> None:
    """A name for a formula: the formula itself at first, then `that character`, if it has many words."""
    value = without_casts(value)
    if isinstance(value, tree.Name) and value.name in w.scope:
        w.scope[name] = w.scope[value.name]
        return
    noun = w.noun(of if of is not None else value.type)
    uses_itself = any(isinstance(one, tree.Name) and one.name == name for one in walk(value))
    if str(value.type) in ("player", "bool") and not uses_itself and not isinstance(value, tree.Name):
        w.same[name] = value
        return
    if any(
        isinstance(one, tree.Name) and one.name == name for one in walk(value)
    ):  # another name that is written alike
        words = np(w, value)
        w.scope[name] = Mention(noun, lambda form: words, lambda form: words, number_of(w, value), said=True)
        return

    def later(form: str) -> str:
        words = np(w, value, form)
        if len(words.split()) <= 3:
            return words
        return w.phrase("that", noun, number_of(w, value), form)

    w.scope[name] = Mention(noun, partial(np, w, value), later, number_of(w, value), value=value)


def mark(w: Writer, name: str, number: str) -> None:
    """Inside a clause about it, a name is the MARK."""
    w.scope[name] = Mention(Noun("", ""), lambda form: MARK, lambda form: MARK, number, said=True)


def effects(node: Any) -> bool:
    """Whether a formula does something: rolls, asks, makes, or calls a procedure."""
    for one in walk(node):
        if isinstance(one, tree.Roll | tree.May | tree.New | tree.Pending | tree.Proceed):
            return True
        if isinstance(one, tree.Call) and isinstance(one.ref, symbols.Procedure):
            return True
    return False
