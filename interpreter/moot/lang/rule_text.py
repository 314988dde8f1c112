"""From nodes back to text: declarations and statements, one line each, without citations and comments.

Two rules with the same lines are the same rule. Differences in layout, redundant parentheses or citations give the same
lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from . import tree
from .doc_lines import doc_text
from .formula_text import (
    call_text,
    closed_text,
    formula_text,
    params_text,
    postfix_text,
    proceed_text,
    span_text,
    string_text,
    type_text,
)
from .rule_names import verb_of


def rule_text(decl: tree.Declared, words: bool = False) -> str:
    """A declaration or standing rule in full. `words`: include its lines of words, which are not part of the rule."""
    if not words:
        return "\n".join(_declaration(decl))
    of = decl.of if isinstance(decl, tree.OverrideDecl) else decl
    lines = [*doc_text(of.doc), *_declaration(decl)]
    if isinstance(of, tree.KindDecl | tree.KindExtension):
        lines = lines[: -len(of.fields) - len(of.states) or None]
        lines += _in(line for one in of.fields for line in (*doc_text(one.doc), _field(one)))
        lines += _in(line for one in of.states for line in (*doc_text(one.doc), _state(one)))
    return "\n".join(lines)


def code_text(nodes: Sequence[tree.Code]) -> str:
    """The code of a YAML field: its statements, the declarations it carries, or its formula."""
    lines: list[str] = []
    for node in nodes:
        match node:
            case tree.Statement():
                lines += _statement(node)
            case tree.Declaration():
                lines += _declaration(node)
            case tree.Expression():
                lines.append(formula_text(node))
            case _:
                assert_never(node)
    return "\n".join(lines)


def _in(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _head_text(name: str, params: Sequence[tree.Param]) -> str:
    return f"{name}({params_text(params)})" if params else name


def _where(condition: tree.Formula | None) -> str:
    return "" if condition is None else f" where {formula_text(condition)}"


def _seen(by: tree.Formula | None) -> str:
    return "" if by is None else f" seen by {postfix_text(by)}"


# ------------------------------------------------------------------------------------------------ declarations


def _players(decl: tree.PlayersDecl) -> str:
    names, most = ", ".join(decl.names), len(decl.names)
    if decl.named and decl.least == most:
        return f"players {names}"
    count = f"{decl.least}..{most}" if decl.least < most else str(most)
    usual = f" = {decl.usual}" if decl.usual != decl.least else ""
    return f"players {count}{f' : {names}' if decl.named else ''}{usual}"


def _declaration(decl: tree.Declared) -> list[str]:
    match decl:
        case tree.GameDecl():
            return [f'game {decl.name} "{decl.title}"']
        case tree.PlayersDecl():
            return [_players(decl)]
        case tree.KindDecl() | tree.KindExtension():
            more = " has" if isinstance(decl, tree.KindExtension) else f" is {decl.base}" if decl.base else ""
            return [f"kind {decl.name}{more}", *_in([*map(_field, decl.fields), *map(_state, decl.states)])]
        case tree.NamesDecl():
            return [f"kind {decl.name} : {', '.join(decl.names)}"]
        case tree.StateDecl():
            return [_state(decl)]
        case tree.BoardDecl():
            kinds = f"{decl.place}, {decl.side}" if decl.side else decl.place
            return [f"board {decl.name} : {decl.shape} of {kinds}"]
        case tree.ZoneDecl():
            of = f"zone {_head_text(decl.name, decl.params)} : {decl.sort} of {decl.item}"
            return [f"{of},{_seen(decl.seen_by)}{', in play' if decl.in_play else ''}"]
        case tree.OptionDecl():
            return [f"option {decl.name} : {type_text(decl.declared)} = {formula_text(decl.default)}"]
        case tree.TableDecl():
            return [f"table {_head_text(decl.name, decl.params)} : {type_text(decl.declared)}"]
        case tree.FunctionDecl():
            return _function(decl)
        case tree.ProcedureDecl():
            result = f" : {type_text(decl.result)}" if decl.result else ""
            word = "phase" if decl.is_phase else "procedure"
            return [f"{word} {_head_text(decl.name, decl.params)}{result}", *_block(decl.block)]
        case tree.ActionDecl():
            return _action(decl)
        case tree.LawDecl():
            return [f'law {decl.section} "{decl.title}"{_where(decl.where)}', *_law_lines(decl.lines)]
        case tree.StandingRule():
            return _standing(decl)
        case tree.DefaultDecl():
            return [f"option {decl.name} = {formula_text(decl.value)}"]
        case tree.OverrideDecl():
            first, *others = _declaration(decl.of)
            return [f"override {first}", *others]
        case _:
            assert_never(decl)


def _field(decl: tree.FieldDecl) -> str:
    default = "" if decl.default is None else f" = {formula_text(decl.default)}"
    return f"{decl.name} : {type_text(decl.declared)}{default}{_seen(decl.seen_by)}"


def _state(decl: tree.StateDecl) -> str:
    first = "" if decl.initial is None else f" = {formula_text(decl.initial)}"
    lasts = f" until {decl.point} of {decl.phase}" if decl.point else ""
    return f"state {_head_text(decl.name, decl.params)} : {type_text(decl.declared)}{first}{lasts}{_seen(decl.seen_by)}"


def _function(decl: tree.FunctionDecl) -> list[str]:
    result = f" : {type_text(decl.result)}" if decl.result else ""
    head = f"function {_head_text(decl.name, decl.params)}{result} ="
    if len(decl.lines) == 1 and decl.lines[0].condition is None and not decl.lets:
        return [f"{head} {formula_text(decl.lines[0].value)}"]
    lines = [line for let in decl.lets for line in _statement(let)]
    for one in decl.lines:
        guard = "otherwise" if one.condition is None else f"if {formula_text(one.condition)}"
        lines.append(f"{formula_text(one.value)} {guard}")
    return [head, *_in(lines)]


def _action(decl: tree.ActionDecl) -> list[str]:
    domains = [
        params_text([one]) + ("" if one.within is None else f" in {span_text(one.within)}") for one in decl.params
    ]
    head = f"action {decl.name}({', '.join(domains)})" if domains else f"action {decl.name}"
    if decl.families:
        head += f" as {', '.join(call_text(family.name, family.args) for family in decl.families)}"
    if decl.zones:
        head += f" from {' or '.join(decl.zones)}"
    if decl.actor is not None:
        head += f" by {postfix_text(decl.actor)}"
    if decl.occasions:
        head += f" in {' or '.join(map(_head, decl.occasions))}"
    if decl.once_in:
        head += f" once in {decl.once_in}"
    lines = [line for one in decl.lines for line in _action_line(one)]
    if decl.do is not None:
        lines += ["do", *_block(decl.do)]
    return [head, *_in(lines)]


def _action_line(line: tree.ActionLine) -> list[str]:
    if isinstance(line, tree.Cost):
        first, *others = _statement(line.statement)
        return [f"cost {first}", *others]
    return _statement(line)


def _law_lines(lines: Sequence[tree.LawLine]) -> list[str]:
    made: list[str] = []
    for line in lines:
        match line:
            case tree.Claim():
                made.append(formula_text(line.condition))
            case tree.Let():
                made += _statement(line)
            case tree.LawEach():
                over = f"for each {line.name} in {span_text(line.over)}{_where(line.where)}"
                made += [over, *_law_lines(line.lines)]
            case _:
                assert_never(line)
    return _in(made)


def _head(head: tree.Head) -> str:
    return f"{head.name}({', '.join(head.names)})" if head.names else head.name


def _standing(rule: tree.Standing) -> list[str]:
    match rule:
        case tree.Hook():
            return [f"{verb_of(rule)} {_head(rule.head)}{_where(rule.where)}", *_block(rule.block)]
        case tree.Modify():
            last = " at last" if rule.at_last else ""
            return [f"modify {_head(rule.head)} {_amount(rule)}{last}{_where(rule.where)}"]
        case tree.Forbid():
            return [f"forbid {_head(rule.head)}{_where(rule.where)} {string_text(rule.reason)}"]
        case tree.When():
            assert rule.where is not None
            return [f"when {formula_text(rule.where)}{', once' if rule.once else ''}", *_block(rule.block)]
        case _:
            assert_never(rule)


def _amount(rule: tree.Modify) -> str:
    if rule.becomes is not None:
        return f"becomes {closed_text(rule.becomes)}"
    assert rule.by is not None
    up = "" if rule.up_to is None else f" up to {closed_text(rule.up_to)}"
    down = "" if rule.down_to is None else f" down to {closed_text(rule.down_to)}"
    return f"by {closed_text(rule.by)}{up}{down}"


# ------------------------------------------------------------------------------------------------ statements


def _block(block: Iterable[tree.Step]) -> list[str]:
    return _in(line for statement in block for line in _statement(statement))


def _otherwise(block: tree.Block | None) -> list[str]:
    return [] if block is None else ["otherwise", *_block(block)]


def _reason(reason: tree.Text | None) -> str:
    return "" if reason is None else f" {string_text(reason)}"


def _statement(node: tree.Step) -> list[str]:
    match node:
        case tree.Set():
            return [f"set {postfix_text(node.target)} to {formula_text(node.value)}"]
        case tree.Raise():
            return [f"raise {postfix_text(node.target)} by {formula_text(node.by)}"]
        case tree.Lower():
            return [f"lower {postfix_text(node.target)} by {formula_text(node.by)}"]
        case tree.Move():
            place = f"{node.place} of " if node.place else ""
            moved = formula_text(node.thing) if isinstance(node.thing, tree.Pending) else postfix_text(node.thing)
            return [f"move {moved} to {place}{postfix_text(node.to)}"]
        case tree.MoveBefore():
            return [f"move {postfix_text(node.thing)} before {postfix_text(node.before)}"]
        case tree.Remove():
            return [f"remove {postfix_text(node.thing)}"]
        case tree.Let():
            return [f"let {node.name} = {formula_text(node.value)}"]
        case tree.Require():
            return [f"require {formula_text(node.condition)}{_reason(node.reason)}"]
        case tree.CallStatement():
            return [call_text(node.call.name, node.call.args)]
        case tree.Run():
            given = f" with {', '.join(map(formula_text, node.args))}" if node.args else ""
            return [f"run {postfix_text(node.code)}{given}"]
        case tree.Return():
            return ["return" if node.value is None else f"return {formula_text(node.value)}"]
        case tree.ProceedStatement():
            return [proceed_text(node.proceed)]
        case tree.Win():
            who = f" {postfix_text(node.who)}" if node.who is not None else ""
            by = f" by {node.score.name}" if node.score is not None else ""
            return [f"win{who}{by}{_reason(node.reason)}"]
        case tree.Nothing():
            return ["nothing"]
        case tree.If():
            return _if(node)
        case tree.ForEach():
            return [f"for each {node.name} in {span_text(node.over)}{_where(node.where)}", *_block(node.block)]
        case tree.While():
            return [f"while {formula_text(node.condition)}", *_block(node.block)]
        case tree.Repeat():
            return ["repeat", *_block(node.block), f"until {formula_text(node.until)}"]
        case tree.Choose():
            who = postfix_text(node.by)
            if node.at_once is not None:
                who = f"each {who} in {span_text(node.at_once.over)}{_where(node.at_once.where)}"
            by = f"by {who} {string_text(node.prompt)}"
            head = f"choose {_how_many(node)} in {span_text(node.over)}{_where(node.where)} {by}"
            return [head, *_block(node.then), *_in(_otherwise(node.otherwise))]
        case tree.ChooseTogether():
            chosen = ", ".join(f"{one.name} in {span_text(one.over)}" for one in node.choices)
            head = f"choose {chosen}{_where(node.where)} by {postfix_text(node.by)} {string_text(node.prompt)}"
            return [head, *_block(node.then), *_in(_otherwise(node.otherwise))]
        case tree.ChooseOne():
            return _choose_one(node)
        case tree.Pick():
            count = "" if node.count is None else f"{span_text(node.count)} "
            weight = "" if node.weight is None else f" with weight {formula_text(node.weight)}"
            head = f"pick {count}{node.name} in {span_text(node.over)}{_where(node.where)}{weight}"
            return [head, *_block(node.then), *_in(_otherwise(node.otherwise))]
        case tree.Offer():
            return _offer(node)
        case tree.Lasting():
            rules = [line for rule in node.rules for line in _standing(rule)]
            return [f"until {node.point} of {node.phase}{', once' if node.once else ''}", *_in(rules)]
        case _:
            assert_never(node)


def _if(node: tree.If) -> list[str]:
    lines: list[str] = []
    for number, branch in enumerate(node.branches):
        word = "else if" if number else "if"
        lines += [f"{word} {formula_text(branch.condition)}", *_block(branch.block)]
    return lines if node.otherwise is None else [*lines, "else", *_block(node.otherwise)]


def _choose_one(node: tree.ChooseOne) -> list[str]:
    lines = [f"choose by {postfix_text(node.by)} {string_text(node.prompt)}"]
    for one in node.alternatives:
        lines += _in([f"{string_text(one.label)}{_where(one.where)}", *_block(one.block)])
    return [*lines, *_in(_otherwise(node.otherwise))]


def _how_many(node: tree.Choose) -> str:
    if node.low is None or node.high is None:
        return f"{node.name}{' or none' if node.or_none else ''}"
    low, high = (span_text(end) for end in (node.low, node.high))
    return f"{low if low == high else f'{low}..{high}'} {node.name}"


def _offer(node: tree.Offer) -> list[str]:
    head = f"offer {', '.join(node.families)} to {postfix_text(node.to)}"
    head += f" in {node.occasion}" if node.occasion else ""
    lines = [line for one in node.requires for line in _statement(one)]
    if node.on_none is not None:
        lines += ["none", *_block(node.on_none)]
    if node.on_chosen is not None:
        lines += [f"chosen {node.chosen}", *_block(node.on_chosen)]
    head += f" until {node.until}" if node.until else ""
    return [head + (f" {string_text(node.prompt)}" if node.prompt is not None else ""), *_in(lines)]
