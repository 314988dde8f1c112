"""Steps that ask a player or nature: choose, choose several, choose one of, pick."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...lang import tree
from ...state.tags import labels_tag, some_tag, tuple_tag
from ..ir import convert, make
from ..ir.expressions import Arg, Const, Expr, Fold, Make, Op, Var
from ..ir.make import both, local, number, op
from ..ir.reps import ARGS, BOOL, NUM, TEXT, Rep, seq
from ..ir.statements import Add, Block, Break, Each, If, Let, Loop
from ..plan.secrecy import sets_secret, shows
from ..typing import symbols, types
from .asking import NATURE, ask, before_asking
from .context import Lowering
from .noticed import noticed
from .parts import packed


def choose(low: Lowering, node: tree.Choose) -> None:
    if node.at_once is not None:
        _choose_at_once(low, node, node.at_once)
        return
    if node.low is not None:
        _choose_several(low, node)
        return
    before_asking(low)
    secret = low.stage.is_secret(node.local)
    member_of_zone = isinstance(node.over.ref, symbols.Zone)  # all know that the chooser had it
    read, again = _formulas(node)[member_of_zone:], partial(members_of, node=node)
    told = None if secret else noticed(low, node, _tag(low, node), read, again)
    player = low.expr(node.by) if told is None else low.let("chooser", low.expr(node.by))
    options = members_of(low, node)
    item = options.rep.item or low.stage.rep(node.local.type)
    var = low.bind(node.local, item.maybe)
    how = "or_none" if node.or_none else "choose"
    ask(low, node, player, options, var, how, node.prompt, _tag(low, node), secret=secret)  # type: ignore[arg-type]
    if told is not None:
        with low.apart() as added:
            told.add_to(low, player, local(var))
        low.out += [If(op("some", local(var)), tuple(added))] if node.or_none else added
    _then(low, node, var)


def _formulas(node: tree.Choose) -> list[tree.Formula]:
    """The formulas that give the options."""
    return [node.over, *([node.where] if node.where is not None else [])]


def members_of(low: Lowering, node: tree.Choose | tree.Pick | tree.AtOnce) -> Expr:
    """The members for which the condition is true, in order."""
    over = convert.as_seq(low.expr(node.over))
    if node.where is None:
        return over
    item = over.rep.item or low.stage.rep(types.item_of(node.over.type) or types.ANY)
    saved = low.names.get(id(node.local))
    var = low.bind(node.local, item)
    where = low.test(node.where)
    if saved is not None:
        low.names[id(node.local)] = saved
    if where == make.YES:
        return over
    return Make(over.rep, ()) if where == make.NO else Fold(over.rep, "each", var, over, where, None)


def _tag(low: Lowering, node: tree.Choose | tree.Pick) -> str:
    return low.numbering.tag(types.item_of(node.over.type) or node.over.type)


def _then(low: Lowering, node: tree.Choose | tree.Pick, var: Var) -> None:
    """The steps for the chosen value, or if nothing was chosen. Afterwards the name is that value, or none."""
    if not node.then and node.otherwise is None:
        return
    low.names[id(node.local)] = make.known(local(var))
    then = low.inner(node.then)
    low.names[id(node.local)] = local(var)
    other: Block = ()
    if node.otherwise is not None:
        with low.citing(node.otherwise_cites):
            other = low.inner(node.otherwise)
    low.out.append(If(op("some", local(var)), then, other))


def _choose_at_once(low: Lowering, node: tree.Choose, who: tree.AtOnce) -> None:
    """Each player's options are found before any prompt; the steps run when all have answered."""
    before_asking(low)
    askers = low.put("choosers", convert.frozen(members_of(low, who)))
    with low.apart() as each:
        player = low.bind(who.local, askers.rep.item)
        options = _answers_of(low, node)
        given = low.var("given", seq(options.rep))
        low.out.append(Let(given, Op(given.rep, "with", (local(given), options))))
    low.out += (Let(given, Make(given.rep, ())), Each(player, local(askers), tuple(each)))
    item = options.rep.item or low.stage.rep(node.local.type)
    item = item if node.low is not None else item.maybe  # a set may be empty, but is never none
    bounds = [bound for bound in (node.low, node.high) if bound is not None]
    tag = _tag(low, node) if node.low is None else some_tag(_tag(low, node))
    again = noticed(low, node, tag, [*_formulas(node), *bounds], partial(_answers_of, node=node), who.local)
    given_again: tuple[Expr, ...] = ()
    if again is not None:
        again = replace(again, given=local(low.put("captured", again.given)))
        given_again = Const(TEXT, again.unit), again.given
    answers = low.put("answers", Make(seq(item), ()))
    place = op("size", local(answers), rep=NUM)
    with low.apart() as turn:
        low.out.append(If(op(">=", place, op("size", local(askers), rep=NUM)), (Break(),)))
        low.out.append(Let(low.bind(who.local, player.rep), Op(player.rep, "at", (local(askers), place))))
        asked = low.put("opts", Op(options.rep, "at", (local(given), place)))
        got = low.var("ret", item)
        at_once = (local(askers), local(given), local(answers), *given_again)
        how = "or_none" if node.or_none else "choose" if node.low is None else "some"
        chooser = low.expr(node.by)
        ask(low, node, chooser, local(asked), got, how, node.prompt, tag, secret=True, at_once=at_once)  # type: ignore[arg-type]
        low.out.append(Let(answers, Op(answers.rep, "with", (local(answers), local(got)))))
        if again is not None and node.low is None and shows(node.then, node.local, low.stage.secret):
            with low.apart() as added:
                again.add_to(low, low.names[id(who.local)], local(got))
            low.out += [If(op("some", local(got)), tuple(added))] if node.or_none else added
    low.out.append(Loop(tuple(turn)))
    done = low.put("done", number(0), NUM)
    with low.apart() as turn:
        low.out.append(If(op(">=", local(done), op("size", local(askers), rep=NUM)), (Break(),)))
        low.out.append(Let(low.bind(who.local, player.rep), Op(player.rep, "at", (local(askers), local(done)))))
        var = low.bind(node.local, item) if node.low is None else low.var("chosen", item)
        low.out.append(Let(var, Op(var.rep, "at", (local(answers), local(done)))))
        low.out.append(Let(done, op("+", local(done), number(1), rep=NUM)))
        if node.low is None:
            _then(low, node, var)
        else:
            _then_each(low, node, var)
    low.out.append(Loop(tuple(turn)))


def _answers_of(low: Lowering, node: tree.Choose) -> Expr:
    """A player's possible answers, where several choose at once."""
    return _sets(low, node, convert.frozen(members_of(low, node)))


def _sets(low: Lowering, node: tree.Choose, options: Expr) -> Expr:
    """The possible answers of one of several who choose at once: one of these; or a set of them, if each chooses
    several.
    """
    if node.low is None or node.high is None:
        return options
    least = low.let("low", convert.fit(low.expr(node.low), NUM))
    most = least if node.high is node.low else low.let("high", convert.fit(low.expr(node.high), NUM))
    return Op(seq(options.rep), "subsets", (options, least, most))


def _then_each(low: Lowering, node: tree.Choose, chosen: Var) -> None:
    """The steps for each member of a chosen set, or if it is empty."""
    at = low.put("at", number(0), NUM)
    with low.apart() as turn:
        low.out.append(If(op(">=", local(at), op("size", local(chosen), rep=NUM)), (Break(),)))
        var = low.bind(node.local, chosen.rep.item or NUM)
        low.out.append(Let(var, Op(var.rep, "at", (local(chosen), local(at)))))
        low.out.append(Let(at, op("+", local(at), number(1), rep=NUM)))
        low.block(node.then)
    low.out.append(Loop(tuple(turn)))
    _if_none_taken(low, node, chosen)


def _choose_several(low: Lowering, node: tree.Choose) -> None:
    """One after another, of a set that is taken once, among those not taken yet for which the condition holds then."""
    assert node.low is not None and node.high is not None
    before_asking(low)
    chooser = local(low.put("chooser", low.expr(node.by)))
    least = low.let("low", convert.fit(low.expr(node.low), NUM))
    most = least if node.high is node.low else low.let("high", convert.fit(low.expr(node.high), NUM))
    members, taken = _members(low, node)
    with low.apart() as turn:
        low.out.append(If(op(">=", op("size", local(taken), rep=NUM), most), (Break(),)))
        opts = low.put("opts", _left(low, node, members, taken), seq((members.rep.item or NUM).maybe))
        low.out.append(If(op("empty", local(opts)), (Break(),)))
        may_stop = op(">=", op("size", local(taken), rep=NUM), least)
        more = Op(opts.rep, "with", (local(opts), make.NO_VALUE))
        stop: Block = (Let(opts, more),)
        low.out += stop if may_stop == make.YES else (If(may_stop, stop),) if may_stop != make.NO else ()
        got = low.var("ret", (members.rep.item or NUM).maybe)
        secret = low.stage.is_secret(node.local)
        ask(low, node, chooser, local(opts), got, "some", node.prompt, _tag(low, node), "stop", secret)
        low.out.append(If(op("is_none", local(got)), (Break(),)))
        _take(low, node, got, taken)
        before_asking(low)
    low.out.append(Loop(tuple(turn)))
    _if_none_taken(low, node, taken)


def _members(low: Lowering, node: tree.Choose | tree.Pick) -> tuple[Expr, Var]:
    members = low.let("members", convert.frozen(convert.as_seq(low.expr(node.over))))
    taken = low.put("taken", Make(seq(members.rep.item or NUM), ()))
    return members, taken


def _left(low: Lowering, node: tree.Choose | tree.Pick, members: Expr, taken: Var) -> Expr:
    """Those not taken yet for which the condition holds; a value that a list holds twice may be taken twice."""
    item = members.rep.item or low.stage.rep(node.local.type)
    var = low.bind(node.local, item)
    fresh: Expr = make.YES
    if isinstance(types.bare(node.over.type), types.ListOf):
        members = Op(members.rep, "less", (members, local(taken)))
    else:
        fresh = make.negated(Op(BOOL, "contains", (local(taken), local(var))))
    where = low.test(node.where) if node.where is not None else make.YES
    return Fold(seq(item), "each", var, members, both(fresh, where), None)


def _take(low: Lowering, node: tree.Choose | tree.Pick, got: Var, taken: Var) -> None:
    value = make.known(local(got))
    var = low.bind(node.local, got.rep.sure)
    low.out.append(Let(var, value))
    low.out.append(Let(taken, Op(taken.rep, "with", (local(taken), value))))
    low.block(node.then)


def _if_none_taken(low: Lowering, node: tree.Choose | tree.Pick, taken: Var) -> None:
    if node.otherwise is not None:
        with low.citing(node.otherwise_cites):
            low.out.append(If(op("empty", local(taken)), low.inner(node.otherwise)))


# ---------------------------------------------------------------------------------------------- several things together


def choose_together(low: Lowering, node: tree.ChooseTogether) -> None:
    """One of all combinations: a loop for each name. The answer holds a value for each."""
    before_asking(low)
    player = low.expr(node.by)
    options = low.put("opts", Make(seq(ARGS), ()))
    _combine(low, node, 0, options)
    answer = low.var("answer", ARGS.maybe)
    items = [types.item_of(one.over.type) or types.ANY for one in node.choices]
    tag = tuple_tag(map(low.numbering.tag, items))
    secret = low.stage.is_secret(*(one.local for one in node.choices))
    ask(low, node, player, local(options), answer, "choose", node.prompt, tag, secret=secret)
    none = op("is_none", local(answer))
    found: list[tuple[symbols.Local, Var]] = []
    for at, (one, item) in enumerate(zip(node.choices, items, strict=True)):
        part = Arg(low.stage.rep(item), make.known(local(answer)), at)
        var = low.bind(one.local, part.rep.maybe)
        low.out.append(Let(var, make.chosen(none, make.NO_VALUE, part, part.rep.maybe)))
        found.append((one.local, var))
        low.names[id(one.local)] = local(var) if part.rep.optional else make.known(local(var))
    then = low.inner(node.then)
    low.names |= {id(name): local(var) for name, var in found}
    other: Block = ()
    if node.otherwise is not None:
        with low.citing(node.otherwise_cites):
            other = low.inner(node.otherwise)
    low.out.append(If(none, other, then))


def _combine(low: Lowering, node: tree.ChooseTogether, at: int, options: Var) -> None:
    if at == len(node.choices):
        test = low.test(node.where) if node.where is not None else make.YES
        add = Add(options, packed([low.names[id(one.local)] for one in node.choices]))
        low.out += [add] if test == make.YES else [] if test == make.NO else [If(test, (add,))]
        return
    one = node.choices[at]
    members = convert.as_seq(low.expr(one.over))
    var = low.bind(one.local, members.rep.item or low.stage.rep(one.local.type))
    with low.apart() as each:
        _combine(low, node, at + 1, options)
    low.out.append(Each(var, members, tuple(each)))


# ---------------------------------------------------------------------------------------------- one of several things


def choose_one(low: Lowering, node: tree.ChooseOne) -> None:
    """One of the alternatives whose condition holds: the answer is its number."""
    before_asking(low)
    secret = any(sets_secret(one.block, low.stage.secret) for one in node.alternatives)
    wheres = [one.where for one in node.alternatives if one.where is not None]
    labels = ["".join(part if isinstance(part, str) else "…" for part in one.label.parts) for one in node.alternatives]
    again = partial(_alternatives, node=node)
    told = None if secret else noticed(low, node, labels_tag(labels), wheres, again)
    player = low.expr(node.by) if told is None else low.let("chooser", low.expr(node.by))
    tests = _tests(low, node)
    options = _numbers_where(tests)
    answer = low.var("answer", Rep("num", 0, len(tests)).maybe)
    sure = tests.count(make.YES)
    how = "always" if sure > 1 else "some" if sure else "choose"
    ask(low, node, player, options, answer, how, node.prompt, labels_tag(labels), secret=secret)  # type: ignore[arg-type]
    if told is not None:
        told.add_to(low, player, local(answer))
    made: Block = ()
    if node.otherwise is not None:
        with low.citing(node.otherwise_cites):
            made = low.inner(node.otherwise)
    for at, one in reversed(list(enumerate(node.alternatives))):
        with low.citing(one.cites):
            made = (If(op("==", local(answer), number(at)), low.inner(one.block), made),)
    low.out += made


def _alternatives(low: Lowering, node: tree.ChooseOne) -> Expr:
    return _numbers_where(_tests(low, node))


def _tests(low: Lowering, node: tree.ChooseOne) -> list[Expr]:
    """For each alternative, whether it may be chosen."""
    return [low.test(one.where) if one.where is not None else make.YES for one in node.alternatives]


def _numbers_where(tests: list[Expr]) -> Expr:
    """The numbers of the tests that hold, in order."""
    rep = seq(Rep("num", 0, len(tests)))
    known = [n for n, test in enumerate(tests) if test == make.YES]
    if all(isinstance(test, Const) for test in tests):
        return Const(rep, tuple(known))
    return Op(rep, "where", tuple(tests))


# ---------------------------------------------------------------------------------------------- nature


def pick(low: Lowering, node: tree.Pick) -> None:
    if node.count is not None:
        _pick_several(low, node)
        return
    options, weights = _weighed(low, node, members_of(low, node))
    item = options.rep.item or low.stage.rep(node.local.type)
    var = low.bind(node.local, item.maybe)
    secret = low.stage.is_secret(node.local)
    ask(low, node, NATURE, options, var, "pick", None, _tag(low, node), secret=secret, weights=weights)
    _then(low, node, var)


def _weighed(low: Lowering, node: tree.Pick, options: Expr) -> tuple[Expr, Expr | None]:
    """The options whose weight is not 0, with their weights; without weights all of them."""
    if node.weight is None:
        return options, None
    item = options.rep.item or low.stage.rep(node.local.type)
    var, weight = _weight(low, node, node.weight, item)
    some = both(op("!=", weight, number(0)))
    left = low.let("opts", Fold(seq(item), "each", var, options, some, None))
    var, weight = _weight(low, node, node.weight, item)
    weights = Op(seq(NUM), "weights", (Fold(seq(weight.rep), "each", var, left, None, weight),))
    return left, low.let("weights", weights)


def _weight(low: Lowering, node: tree.Pick, weight: tree.Formula, item: Rep) -> tuple[Var, Expr]:
    """A local for an option, and the weight of that option."""
    saved = low.names.get(id(node.local))
    var = low.bind(node.local, item)
    found = low.expr(weight)
    if saved is not None:
        low.names[id(node.local)] = saved
    return var, found


def _pick_several(low: Lowering, node: tree.Pick) -> None:
    assert node.count is not None
    count = low.let("count", convert.fit(low.expr(node.count), NUM))
    members, taken = _members(low, node)
    with low.apart() as turn:
        low.out.append(If(op(">=", op("size", local(taken), rep=NUM), count), (Break(),)))
        left, weights = _weighed(low, node, _left(low, node, members, taken))
        opts = low.let("opts", left)
        low.out.append(If(op("empty", opts), (Break(),)))
        got = low.var("ret", (members.rep.item or NUM).maybe)
        secret = low.stage.is_secret(node.local)
        ask(low, node, NATURE, opts, got, "pick", None, _tag(low, node), secret=secret, weights=weights)
        _take(low, node, got, taken)
    low.out.append(Loop(tuple(turn)))
    _if_none_taken(low, node, taken)
