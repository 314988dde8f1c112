"""Branches and loops as lines of Python: nested where nothing in them pauses, in parts where something does."""

from __future__ import annotations

import re
from ast import literal_eval
from dataclasses import replace

from ..lang import tree
from ..lang.walk import walk
from .moves_alone import moves_alone, runs_out
from .sought import sought
from .typing import symbols
from .write_choice import ChoiceWriter
from .write_inline import inlined_unit
from .write_names import as_tuple, is_numbers

_MADE_ANEW = re.compile(r"\(?tuple\((\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\])\)\)?")

WRITTEN_OUT = 2  # members of a loop that pauses and is written out


class FlowWriter(ChoiceWriter):
    def do_if(self, node: tree.If) -> None:
        if not self.pausing(node):
            self.plain_if(node)
            return
        end = self.new_label()
        if self.is_simple_if(node) and not (self.depth == 0 and self.better_in_parts(node)):
            self.last_if(node, end)
            self.place(end)
            return
        for branch in node.branches:
            saved, self.own_cites = self.own_cites, branch.cites or self.own_cites
            condition = self.test(self.lift_whole(branch.condition))
            if condition == "False":
                self.own_cites = saved
                continue
            if condition == "True":
                self.block(branch.block)
                self.own_cites = saved
                self.place(end)
                return
            last = branch is node.branches[-1] and node.otherwise is None
            if not last and self.ends_simply(branch.block):
                self.line(f"if {condition}:")
                self.depth += 1
                self.body(branch.block, end)
                self.jump(end)
                self.depth -= 1
                self.own_cites = saved
                continue
            other = self.new_label()
            self.line(f"if not {condition}:")
            self.depth += 1
            self.jump(end if last else other)
            self.depth -= 1
            self.block(branch.block)
            if not last and not self.ended():
                self.jump(end)
            if not last:
                self.place(other)
            self.own_cites = saved
        if node.otherwise is not None:
            saved, self.own_cites = self.own_cites, node.otherwise_cites or self.own_cites
            self.block(node.otherwise)
            self.own_cites = saved
        self.place(end)

    def is_simple_if(self, node: tree.If) -> bool:
        """Whether only what its branches end with may pause."""
        blocks = [branch.block for branch in node.branches] + [node.otherwise or []]
        return not any(self.pausing(b.condition) for b in node.branches) and all(map(self.ends_simply, blocks))

    def better_in_parts(self, node: tree.If) -> bool:
        """Whether its last block, if it is not nested, can take in a procedure that would else be called."""
        return self.takes_in(node.otherwise if node.otherwise is not None else node.branches[-1].block)

    def takes_in(self, block: list[tree.Step]) -> bool:
        last = block[-1] if block else None
        if isinstance(last, tree.If):
            return self.better_in_parts(last)
        if not isinstance(last, tree.CallStatement) or not self.pausing(last.call):
            return False
        unit = inlined_unit(self, last.call)
        return unit is not None and (not self.ends_simply(unit.block) or self.takes_in(unit.block))

    def last_if(self, node: tree.If, after: int) -> None:
        """An `if` after which nothing follows, or the part `after`: nested where its branches allow it."""
        if not self.is_simple_if(node):
            self.do_if(node)
            return
        word = "if"
        for branch in node.branches:
            saved, self.own_cites = self.own_cites, branch.cites or self.own_cites
            condition = self.test(self.looped(branch.condition) if word == "if" else branch.condition)
            if condition == "True":
                self.line("else:" if word == "elif" else "if True:")
            elif condition != "False":
                self.line(f"{word} {condition}:")
            if condition != "False":
                self.inside(branch.block, after)
                word = "elif"
            self.own_cites = saved
            if condition == "True":
                return
        if node.otherwise:
            saved, self.own_cites = self.own_cites, node.otherwise_cites or self.own_cites
            self.line("else:" if word == "elif" else "if True:")
            self.inside(node.otherwise, after)
            self.own_cites = saved

    def ends_simply(self, block: list[tree.Step]) -> bool:
        """Whether only the last statement may pause, and that as a call whose value may be returned."""
        if any(self.pausing(statement) for statement in block[:-1]):
            return False
        if not block or not self.pausing(block[-1]):
            return True
        last = block[-1]
        if isinstance(last, tree.If):
            return self.is_simple_if(last)
        if isinstance(last, tree.CallStatement):
            inner = any(self.pausing(arg) for arg in last.call.args)
            return not inner and not (isinstance(last.call.ref, symbols.Builtin) and last.call.name == "shuffle")
        return isinstance(last, tree.Run) and not any(self.pausing(arg) for arg in last.args)

    def plain_if(self, node: tree.If) -> None:
        word = "if"
        lines = self.parts[-1][1]
        before = len(lines)
        begins: list[int] = []  # the line of each branch that is written
        sure = ""
        for branch in node.branches:
            saved, self.own_cites = self.own_cites, branch.cites or self.own_cites
            asked = self.looped(branch.condition) if word == "if" else branch.condition
            condition = self.test(asked)
            if condition == "True" and word == "if":
                self.block(branch.block)
                self.own_cites = saved
                return
            if condition != "False":
                sure = sure if begins else self.sure(asked)
                begins.append(len(lines))
                self.line(f"{word} {condition}:")
                if sure and word == "if":
                    self.known.take(sure == "True")
                self.indented(branch.block)
                word = "elif"
            self.own_cites = saved
        if node.otherwise is not None:
            saved, self.own_cites = self.own_cites, node.otherwise_cites or self.own_cites
            if word == "if":
                self.block(node.otherwise)
            else:
                begins.append(len(lines))
                self.line("else:")
                self.indented(node.otherwise)
            self.own_cites = saved
        if sure:
            lines[begins[0] :] = _without_test([*begins, len(lines)], lines, sure == "True")
        if len(lines) == before:
            self.line("pass")

    def sure(self, node: tree.Formula) -> str:
        """The answer to a test, if what is known of things tells it; the names in both forms are the same all the same,
        as the test is written too.
        """
        fresh, self.folds = self.fresh, True
        text = self.test(node)
        self.fresh, self.folds = fresh, False
        return text if text in ("True", "False") else ""

    def indented(self, block: list[tree.Step]) -> None:
        self.depth += 1
        self.block(block)
        self.depth -= 1

    def taken_once(self, over: tree.Formula) -> str:
        """The set of a loop, taken once, so that the block may change what it was taken from."""
        if isinstance(over, tree.Range) or (isinstance(over, tree.Name) and isinstance(over.ref, symbols.NameKind)):
            return self.iterable(over)
        text = self.iterable(over)
        made = _MADE_ANEW.fullmatch(text)
        return made[1] if made else as_tuple(text)

    def taken_in_order(self, over: tree.Formula) -> str:
        """The members of a loop that may pause, as a tuple."""
        return as_tuple(self.iterable(over))

    def do_foreach(self, node: tree.ForEach) -> None:
        over = self.lift(node.over)
        if not self.pausing(node.block) and not self.pausing(node.where):
            self.plain_loop(node, over)
            return
        members = self.taken_in_order(over)
        known: tuple[int, ...] | None = literal_eval(members) if is_numbers(members) else None
        if known is not None and len(known) <= WRITTEN_OUT and not self.pausing(node.where) and not _changes(node):
            self.written_out(node, known)
            return
        if known is not None and known == tuple(range(known[0], known[-1] + 1)) and not _changes(node):
            self.counted(node, known)
            return
        at = self.new_local("at")
        if known is None:
            text, members = members, self.new_local("members", f"list {self.tag_of(over)}")
            self.line(f"{members} = {text}")
        self.line(f"{at} = 0")
        head, end = self.new_label(), self.new_label()
        self.place(head)
        self.line(f"if {at} >= {f'len({members})' if known is None else len(known)}:")
        self.depth += 1
        self.jump(end)
        self.depth -= 1
        name = self.bind_local(node.local)
        self.line(f"{name} = {members}[{at}]")
        self.line(f"{at} += 1")
        if node.where is not None:
            self.line(f"if not {self.test(node.where)}:")
            self.depth += 1
            self.jump(head)
            self.depth -= 1
        self.block(node.block)
        if not self.ended():
            self.jump(head)
        self.place(end)

    def plain_loop(self, node: tree.ForEach, over: tree.Formula) -> None:
        source, depth = self.taken_once(over), self.depth
        name = self.bind_local(node.local)
        fact = self.known.member(source)
        if not moves_alone(self.plan, node.block, node.local):
            fact = replace(fact, zones=None)  # else each lies where it lay when the set was taken
        self.known.learn(name, fact)
        asked = self.test(node.where) if node.where is not None else ""
        sure = node.where is not None and self.sure(node.where) == "True"
        if asked:
            source, asked = sought(self.build, name, self.iterable(over), asked) or (source, asked)
        self.line(f"for {name} in {source}:")
        self.depth += 1
        self.known.learn(name, fact)
        lines = self.parts[-1][1]
        begins = len(lines)
        if asked:
            self.line(f"if {asked}:")
            if sure:
                self.known.take(True)
            self.depth += 1
        self.block(node.block)
        if asked and sure:
            lines[begins:] = _without_test([begins, len(lines)], lines, True)
        self.depth = depth

    def counted(self, node: tree.ForEach, known: tuple[int, ...]) -> None:
        """Through numbers that follow one another: the last one is all that need be known to go on."""
        name = self.bind_local(node.local)
        self.line(f"{name} = {known[0] - 1}")
        head, end = self.new_label(), self.new_label()
        self.place(head)
        self.when(f"{name} == {known[-1]}", end)
        self.line(f"{name} += 1")
        if node.where is not None:
            self.when(f"not {self.test(node.where)}", head)
        self.block(node.block)
        if not self.ended():
            self.jump(head)
        self.place(end)

    def written_out(self, node: tree.ForEach, members: tuple[int, ...]) -> None:
        """The block once for each member, which it names as a number."""
        for member in members:
            self.names[id(node.local)] = str(member)
            following = self.new_label()
            condition = self.test(node.where) if node.where is not None else "True"
            if condition == "False":
                continue
            if condition != "True":
                self.when(f"not {condition}", following)
            self.block(node.block)
            self.place(following)

    def do_while(self, node: tree.While) -> None:
        if not self.pausing(node):
            self.known.forget_places()  # at each turn anew
            self.line(f"while {self.test(node.condition)}:")
            self.depth += 1
            if not runs_out(self.plan, node):
                self.fuel(node)
            self.block(node.block)
            self.depth -= 1
            return
        head, end = self.new_label(), self.new_label()
        self.place_turning(head, node)
        self.line(f"if not {self.test(self.lift_whole(node.condition))}:")
        self.depth += 1
        self.jump(end)
        self.depth -= 1
        found = dict(self.found)  # by the condition: it still holds where the loop ends
        self.block(node.block)
        if not self.ended():
            self.jump(head)
        self.place(end)
        self.found = found
        self.locals += [name for name, _ in found.values() if name not in self.locals]

    def do_repeat(self, node: tree.Repeat) -> None:
        if not self.pausing(node):
            self.line("while True:")
            self.depth += 1
            self.fuel(node)
            self.block(node.block)
            self.line(f"if {self.test(node.until)}:")
            self.line("    break")
            self.depth -= 1
            return
        head = self.new_label()
        self.place_turning(head, node)
        self.block(node.block)
        if not self.ended():
            self.line(f"if not {self.test(self.lift_whole(node.until))}:")
            self.depth += 1
            self.jump(head)
            self.depth -= 1


def _without_test(begins: list[int], lines: list[str], holds: bool) -> list[str]:
    """The lines of a branching, whose parts begin there, without its first test, of which the answer is known."""
    first, second = begins[:2]
    if holds:
        return [line.removeprefix("    ") for line in lines[first + 1 : second]]
    if second == len(lines):
        return []
    if lines[second].lstrip().startswith("elif "):
        return [lines[second].replace("elif ", "if ", 1), *lines[second + 1 :]]
    return [line.removeprefix("    ") for line in lines[second + 1 :]]


def _changes(node: tree.ForEach) -> bool:
    """Whether the block puts anything else into the loop's local."""
    return any(isinstance(n, tree.Change) and n.target.ref is node.local for n in walk(node.block))
