"""What asks a player or nature: choose, pick, offer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ..lang import tree
from .flat_action import are_answered, gathers_hidden
from .known import Fact
from .sought import sought
from .typing import symbols, types
from .typing.builtins import CALLS
from .typing.default_words import offer_prompt
from .write_builtin import write_builtin
from .write_lift import LiftWriter
from .write_names import as_tuple, is_number_text, is_tuple
from .write_quantifier import is_sure_mask

_LISTED = re.compile(r"Z\[[^][]*\]|lying\(S, \d+, \([\d, ]*\)\)")


class ChoiceWriter(LiftWriter):
    def list_options(self, over: tree.Formula, local: symbols.Local, where: tree.Formula | None) -> str:
        """What may be chosen, into `opts`: the list of a zone, which stays as it is until the answer, a tuple, which is
        made sooner than a list, or a list of its own. Returns it as Python text.
        """
        source = self.iterable(over)
        if where is not None and is_sure_mask(over):
            mask = self.mask_where(where, local)
            if mask is not None:
                source, where = f"bits({self.expr(over)} & {mask})", None
        saved = self.names.get(id(local))
        name = self.bind(local)
        source, asked = self.by_formula(name, source, self.test(where)) if where is not None else (source, "")
        source, asked = sought(self.build, name, source, asked) or (source, asked)
        if saved is not None:
            self.names[id(local)] = saved
        if asked:
            self.list_where(name, source, asked)
            return f"[{name} for {name} in {source} if {asked}]"
        text = source if is_tuple(source) or _LISTED.fullmatch(source) else f"tuple({source})"
        self.line(f"opts = {text}")
        return text

    def list_where(self, name: str, source: str, asked: str) -> None:
        """A loop, as a comprehension would make cells of the locals that it reads, which costs the whole function."""
        self.line("opts = []")
        self.line(f"for {name} in {source}:")
        self.line(f"    if {asked}:")
        self.line(f"        opts.append({name})")

    def tag_of(self, over: tree.Formula) -> str:
        item = types.item_of(over.type) or over.type
        return self.build.tag(item)

    def otherwise(self, node: tree.Choose | tree.Pick | tree.ChooseOne) -> None:
        if node.otherwise is not None:
            saved, self.own_cites = self.own_cites, node.otherwise_cites or self.own_cites
            self.block(node.otherwise)
            self.own_cites = saved

    def keep_secret(self, site: int, *chosen: Any) -> None:
        """Others are not told what is chosen where it goes into a state that they do not see."""
        if self.build.keeps_secret(*chosen):
            self.build.secret_sites.add(site)

    def when(self, condition: str, label: int) -> None:
        self.line(f"if {condition}:")
        self.depth += 1
        self.jump(label)
        self.depth -= 1

    # -------------------------------------------------------------------------------------------- choose

    def do_choose(self, node: tree.Choose) -> None:
        if node.low is not None:
            self.choose_several(node)
            return
        self.before_asking()
        player = self.expr(node.by)
        options = self.list_options(node.over, node.local, node.where)
        name = self.bind_local(node.local)
        opts = "opts"
        taken, other, end = self.new_label(), self.new_label(), self.new_label()
        if node.or_none:
            self.line(f"if {opts}:")
            self.depth += 1
            site = self.set_ask(node, player, f"[*{opts}, None]", node.prompt, self.tag_of(node.over))
            self.keep_secret(site, node.local)
            self.pause(taken)
            self.depth -= 1
            self.line("ret = None")
        else:
            self.line(f"if len({opts}) > 1:")
            self.depth += 1
            site = self.set_ask(node, player, opts, node.prompt, self.tag_of(node.over))
            self.keep_secret(site, node.local)
            self.pause(taken)
            self.depth -= 1
            self.line(f"ret = {opts}[0] if {opts} else None")
            if self.traced:
                self.line("if ret is not None:")
                self.line(f"    forced(S, {site}, {player}, ret)")
        self.place(taken)
        self.line(f"{name} = ret")
        self.learn_chosen(name, options)
        if not node.then and node.otherwise is None:
            return
        if self.is_nested(node.then, node.otherwise):
            self.nested([(f"{name} is not None", node.then, [])], node.otherwise, node.otherwise_cites, end)
            return
        self.when(f"{name} is None", other)
        self.block(node.then) if node.then else None
        if not self.ended():
            self.jump(end)
        self.place(other)
        self.otherwise(node)
        self.place(end)

    def learn_chosen(self, name: str, options: str) -> None:
        """Nothing has moved since the options were listed. What others do not see may be dealt anew (stack/guess.py):
        then another thing is there, in the same zone, but maybe of another kind.
        """
        fact = self.known.member(options)
        layout, everybody = self.build.layout, (1 << len(self.build.game.players)) - 1
        if fact.zones is None:
            return
        if any(layout.zones[zone].seen != everybody for zone in fact.zones):
            fact = Fact(zones=fact.zones)
        self.known.learn(name, replace(fact, there=False))

    def choose_several(self, node: tree.Choose) -> None:
        assert node.low is not None and node.high is not None
        self.before_asking()
        player = self.new_local("chooser")
        self.line(f"{player} = {self.expr(node.by)}")
        several = f"list {self.tag_of(node.over)}"
        low, high = self.new_local("low"), self.new_local("high")
        members, taken = self.new_local("members", several), self.new_local("taken", several)
        self.line(f"{low} = {self.expr(self.lift(node.low))}")
        self.line(f"{high} = {low if node.high is node.low else self.expr(self.lift(node.high))}")
        self.line(f"{members} = {as_tuple(self.iterable(node.over))}")
        self.line(f"{taken} = ()")
        head, answer, done, other, end = (self.new_label() for _ in range(5))
        self.place(head)
        self.when(f"len({taken}) >= {high}", done)
        test = self.bind(node.local)
        where = f" and {self.test(node.where)}" if node.where is not None else ""
        self.list_where(test, members, f"{test} not in {taken}{where}")
        self.when("not opts", done)
        self.line(f"if len({taken}) >= {low}:")
        self.line("    opts.append(None)")
        self.line("if len(opts) > 1:")
        self.depth += 1
        site = self.set_ask(node, player, "opts", node.prompt, self.tag_of(node.over), "stop")
        self.keep_secret(site, node.local)
        self.pause(answer)
        self.depth -= 1
        self.line("ret = opts[0]")
        if self.traced:
            self.line(f"forced(S, {site}, {player}, ret)")
        self.place(answer)
        self.when("ret is None", done)
        name = self.bind_local(node.local)
        self.line(f"{name} = ret")
        self.line(f"{taken} = (*{taken}, ret)")
        self.block(node.then) if node.then else None
        if not self.ended():
            self.before_asking()
            self.jump(head)
        self.place(done)
        if node.otherwise is not None:
            self.when(f"not {taken}", other)
            self.jump(end)
            self.place(other)
            self.otherwise(node)
            self.place(end)

    def do_chooseone(self, node: tree.ChooseOne) -> None:
        self.before_asking()
        player = self.expr(node.by)
        sure = self.alternatives(node)
        labels = "|".join(
            "".join(p if isinstance(p, str) else "…" for p in one.label.parts) for one in node.alternatives
        )
        answer, end = self.new_label(), self.new_label()
        if sure < 2:
            self.line("if len(opts) > 1:")
        self.depth += sure < 2
        site = self.set_ask(node, player, "opts", node.prompt, f"labels {labels}")
        self.keep_secret(site, *(one.block for one in node.alternatives))
        self.pause(answer)
        self.depth -= sure < 2
        if sure < 2:
            self.line("ret = opts[0]" if sure else "ret = opts[0] if opts else None")
        if self.traced and sure < 2:
            self.line("if ret is not None:")
            self.line(f"    forced(S, {site}, {player}, ret)")
        self.place(answer)
        if self.is_nested(*(one.block for one in node.alternatives), node.otherwise):
            branches = [(f"ret == {n}", one.block, one.cites) for n, one in enumerate(node.alternatives)]
            self.nested(branches, node.otherwise, node.otherwise_cites, end)
            return
        goals = [self.new_label() for _ in node.alternatives]
        for number, label in enumerate(goals):
            self.when(f"ret == {number}", label)
        self.otherwise(node)
        if not self.ended():
            self.jump(end)
        for one, label in zip(node.alternatives, goals, strict=True):
            self.place(label)
            saved, self.own_cites = self.own_cites, one.cites or self.own_cites
            self.block(one.block)
            self.own_cites = saved
            if not self.ended():
                self.jump(end)
        self.place(end)

    def alternatives(self, node: tree.ChooseOne) -> int:
        """The numbers of those that may be chosen, in `opts`; how many always may."""
        tests = [self.test(one.where) if one.where is not None else "True" for one in node.alternatives]
        sure = tests.count("True")
        if len(tests) - sure <= 2:
            self.line(f"opts = {_numbers_where(tests, ())}")
            return sure
        self.line("opts = []")
        for number, test in enumerate(tests):
            if test != "True":
                self.line(f"if {test}:")
            self.line(f"{'' if test == 'True' else '    '}opts.append({number})")
        return sure

    # -------------------------------------------------------------------------------------------- nested

    def is_nested(self, *blocks: list[tree.Step] | None) -> bool:
        """Whether what follows an answer can be nested: only what the blocks end with may pause."""
        return all(self.ends_simply(block or []) for block in blocks)

    def nested(
        self,
        branches: list[tuple[str, list[tree.Step], list[tree.Cite]]],
        otherwise: list[tree.Step] | None,
        otherwise_cites: list[tree.Cite],
        end: int,
    ) -> None:
        """Branches by their conditions, each a block with its citations; then the part `end`."""
        last = [("", otherwise, otherwise_cites)] if otherwise else []
        for number, (condition, block, cites) in enumerate(branches + last):
            word = "else" if not condition else "elif " if number else "if "
            self.line(f"{word}{condition}:")
            saved, self.own_cites = self.own_cites, cites or self.own_cites
            self.inside(block, end)
            self.own_cites = saved
        if any(self.pausing(statement) for _, block, _ in branches + last for statement in block):
            self.place(end)

    # -------------------------------------------------------------------------------------------- pick

    def do_pick(self, node: tree.Pick) -> None:
        if node.count is not None:
            self.pick_several(node)
            return
        self.list_options(node.over, node.local, node.where)
        name = self.bind_local(node.local)
        other, end = self.new_label(), self.new_label()
        self.pick_one(node)
        self.line(f"{name} = ret")
        if not node.then and node.otherwise is None:
            return
        if self.is_nested(node.then, node.otherwise):
            self.nested([(f"{name} is not None", node.then, [])], node.otherwise, node.otherwise_cites, end)
            return
        self.when(f"{name} is None", other)
        self.block(node.then) if node.then else None
        if not self.ended():
            self.jump(end)
        self.place(other)
        self.otherwise(node)
        self.place(end)

    def pick_one(self, node: tree.Pick) -> None:
        """One of `opts` at random; it is in `ret` at the part that follows."""
        label = self.new_label()
        self.line("if S.nature and len(opts) > 1:")
        self.depth += 1
        site = self.set_ask(node, "-1", "opts", None, self.tag_of(node.over))
        self.pause(label)
        self.depth -= 1
        self.line(f"ret = picked(S, opts, {site})")
        self.place(label)

    def pick_several(self, node: tree.Pick) -> None:
        assert node.count is not None
        several = f"list {self.tag_of(node.over)}"
        count = self.new_local("count")
        members, taken = self.new_local("members", several), self.new_local("taken", several)
        self.line(f"{count} = {self.expr(self.lift(node.count))}")
        self.line(f"{members} = {as_tuple(self.iterable(node.over))}")
        self.line(f"{taken} = ()")
        head, done, other, end = (self.new_label() for _ in range(4))
        self.place(head)
        self.when(f"len({taken}) >= {count}", done)
        test = self.bind(node.local)
        where = f" and {self.test(node.where)}" if node.where is not None else ""
        self.list_where(test, members, f"{test} not in {taken}{where}")
        self.when("not opts", done)
        self.pick_one(node)
        name = self.bind_local(node.local)
        self.line(f"{name} = ret")
        self.line(f"{taken} = (*{taken}, ret)")
        self.block(node.then) if node.then else None
        if not self.ended():
            self.jump(head)
        self.place(done)
        if node.otherwise is not None:
            self.when(f"not {taken}", other)
            self.jump(end)
            self.place(other)
            self.otherwise(node)
            self.place(end)

    # -------------------------------------------------------------------------------------------- offer

    def do_offer(self, node: tree.Offer) -> None:
        player = self.expr(self.lift(node.to))
        if not is_number_text(player):
            offered = self.new_local("offered")
            self.line(f"{offered} = {player}")
            player = offered
        head, answer, none, end = (self.new_label() for _ in range(4))
        self.place_turning(head, node)
        self.before_asking()
        self.line("if S.glance: raise Over")
        for text in self.gathered(node, player):
            self.line(text)
        for number, require in enumerate(node.requires):
            reason = self.write_text(require.reason) if require.reason is not None else "'it is not done yet'"
            self.line("held = None" if not number else "if held is None:")
            self.depth += number > 0
            self.line(f"if not {self.test(require.condition)}:")
            self.line(f"    held = {reason}, {self.rule(require)}")
            self.depth -= number > 0
        if node.requires:
            self.line("if held is not None and not opts:")
            self.line("    held = unmet(S, *held)")
        hidden = gathers_hidden(self.build, node)
        self.when("not opts" if not hidden else f"not opts and not may_hide(S, {hidden!r}, {player})", none)
        if node.requires:
            self.line("if held is None:")
        self.line("    opts.append(None)" if node.requires else "opts.append(None)")
        prompt = tree.Text(node.at, [offer_prompt(node)])
        site = self.set_ask(node, player, "opts", prompt, "call", "done", "held" if node.requires else "None")
        if node.occasion is not None:
            self.build.occasions[site] = node.occasion
        self.pause(answer)
        self.place(answer)
        self.when("ret is None", none)
        if node.on_chosen is not None:
            name = self.bind_local(node.local)
            self.line(f"{name} = new_call(S, ret)")
            self.block(node.on_chosen)
            if not self.ended():
                self.line(f"drop_call(S, {name})")
        elif are_answered(self.build):
            self.pay_and_resolve(node)
        else:
            self.line("number, caller, source, told = ret")
            self.call("TAKE[number](S, caller, source, told)")
        if not self.ended():
            self.jump(head if node.until_done else end)
        self.place(none)
        if node.on_none is not None:
            self.block(node.on_none)
        self.place(end)

    def gathered(self, node: tree.Offer, player: str) -> list[str]:
        raise AssertionError("written by StatementWriter")

    def pay_and_resolve(self, node: tree.Offer) -> None:
        """What an offer does by itself with what was chosen, where rules answer paying or resolving."""
        called = symbols.Local("called", types.CALL)
        name = tree.Name(node.at, "called")
        name.type, name.ref = types.CALL, called
        self.line(f"{self.bind_local(called)} = new_call(S, ret)")
        for builtin in ("pay", "resolve"):
            call = tree.Call(node.at, builtin, [name])
            call.ref = CALLS[builtin].symbol
            write_builtin(self, call, node)
        self.line(f"drop_call(S, {self.names[id(called)]})")


def _numbers_where(tests: list[str], chosen: tuple[int, ...], at: int = 0) -> str:
    """The numbers of the tests that hold, as a formula that reads each test once, in their order."""
    if at == len(tests):
        return repr(chosen)
    with_it = _numbers_where(tests, (*chosen, at), at + 1)
    if tests[at] == "True":
        return with_it
    without = _numbers_where(tests, chosen, at + 1)
    return without if tests[at] == "False" else f"({with_it} if {tests[at]} else {without})"
