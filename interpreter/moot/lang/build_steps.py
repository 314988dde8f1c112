"""From Lark's trees to nodes: the statements of a block."""

from __future__ import annotations

import re
from typing import Any, ClassVar, get_args

from . import tree
from .build_formula import FormulaBuilder
from .build_node import NodeMaker, plain_maker


def rule_of(kind: type[tree.Step]) -> str:
    """The rule of the grammar that has the name of a node: `move_before` of MoveBefore."""
    return re.sub(r"\B[A-Z]", r"_\g<0>", kind.__name__).lower()


def _and_plain(by_hand: dict[str, NodeMaker]) -> dict[str, NodeMaker]:
    """Those made by hand, and all other steps: each is a plain node, of the rule that has its name."""
    return {rule_of(kind): plain_maker(kind) for kind in get_args(tree.Step) if rule_of(kind) not in by_hand} | by_hand


_BRANCH = plain_maker(tree.Branch)
_ALTERNATIVE = plain_maker(tree.Alternative)
_CHOICE = plain_maker(tree.Choice)
_AT_ONCE = plain_maker(tree.AtOnce)


class StepBuilder(FormulaBuilder):
    """Make the nodes of statements. The rules under `until` come from the builder of declarations."""

    def _move(self, node: Any) -> tree.Move:
        thing, place, to, cites = node.children
        word = None if place is None else place.split()[0]
        return tree.Move(self.at(node), self.build(thing), self.build(to), word, cites=self.cites(cites))

    def _if(self, node: Any) -> tree.If:
        branches = []
        otherwise, otherwise_cites = None, []
        for part in node.children:
            if part is None:
                continue
            if part.data == "else":
                cites, block = part.children
                otherwise, otherwise_cites = self.block(block), self.cites(cites)
            else:
                branches.append(_BRANCH(self, part))
        return tree.If(self.at(node), branches, otherwise, otherwise_cites)

    # ---------------------------------------------------------------------------------------- choices

    def _then(self, node: Any) -> tuple[tree.Block, tree.Block | None, list[tree.Cite]]:
        """The steps for each action taken, and the steps if none was."""
        if node is None:
            return [], None, []
        *steps, last = node.children
        return [self.build(step) for step in steps], *self._else_none(last)

    def _else_none(self, node: Any) -> tuple[tree.Block | None, list[tree.Cite]]:
        if node is None:
            return None, []
        cites, block = node.children
        return self.block(block), self.cites(cites)

    def _choose(self, node: Any) -> tree.Choose:
        how_many, *rest = node.children
        if how_many is None:
            return self._chosen(node, None, None, False, rest)
        if how_many.data == "range":
            low, high = how_many.children
            return self._chosen(node, self.build(low), self.build(high), False, rest)
        return self._chosen(node, self.build(how_many), self.build(how_many), False, rest)

    def _choose_or_none(self, node: Any) -> tree.Choose:
        return self._chosen(node, None, None, True, node.children)

    def _chosen(
        self, node: Any, low: tree.Formula | None, high: tree.Formula | None, or_none: bool, rest: list[Any]
    ) -> tree.Choose:
        name, over, where, by, prompt, cites, then = rest
        at_once = _AT_ONCE(self, by) if by.data == "at_once" else None
        chooser = tree.Name(at_once.at, at_once.name) if isinstance(at_once, tree.AtOnce) else self.build(by)
        return tree.Choose(
            self.at(node),
            str(name),
            low,
            high,
            or_none,
            self.build(over),
            self.maybe(where),
            chooser,
            self.some_text(prompt),
            *self._then(then),
            at_once,
            cites=self.cites(cites),
        )

    def _choose_together(self, node: Any) -> tree.ChooseTogether:
        *choices, where, by, prompt, cites, then = node.children
        return tree.ChooseTogether(
            self.at(node),
            [_CHOICE(self, choice) for choice in choices],
            self.maybe(where),
            self.build(by),
            self.some_text(prompt),
            *self._then(then),
            cites=self.cites(cites),
        )

    def _choose_one(self, node: Any) -> tree.ChooseOne:
        by, prompt, cites, *branches, last = node.children
        alternatives = [_ALTERNATIVE(self, branch) for branch in branches]
        otherwise = self._else_none(last)
        asked = self.some_text(prompt)
        return tree.ChooseOne(self.at(node), self.build(by), asked, alternatives, *otherwise, cites=self.cites(cites))

    def _pick(self, node: Any) -> tree.Pick:
        how_many, name, over, where, weight, cites, then = node.children
        return tree.Pick(
            self.at(node),
            str(name),
            self.maybe(how_many),
            self.build(over),
            self.maybe(where),
            self.maybe(weight),
            *self._then(then),
            cites=self.cites(cites),
        )

    def _offer(self, node: Any) -> tree.Offer:
        families, to, occasion, end, prompt, cites, lines = node.children
        requires: list[tree.Require] = []
        on_none = chosen = on_chosen = None
        if lines is not None:
            *conditions, none, taken = lines.children
            requires = [self.build(line) for line in conditions]
            on_none = None if none is None else self.block(none.children[0])
            if taken is not None:
                chosen, on_chosen = str(taken.children[0]), self.block(taken.children[1])
        return tree.Offer(
            self.at(node),
            self.names(families),
            self.build(to),
            None if occasion is None else str(occasion),
            None if end is None else self._offer_end(end),
            requires,
            on_none,
            chosen,
            on_chosen,
            self.text(prompt),
            cites=self.cites(cites),
        )

    def _offer_end(self, node: Any) -> str:
        word = str(node.children[0]) if node.children else "done"
        if word not in ("done", "taken"):
            message = f"an offer cannot last until `{word}`"
            hint = "write `until done` to repeat the offer, or `until taken` if one action must be taken"
            self.report.error("offer-end", message, self.at(node.children[0]), hint)
        return word

    def _win(self, node: Any) -> tree.Win:
        who, *rest = node.children
        return self._won(node, self.build(who), rest)

    def _win_scored(self, node: Any) -> tree.Win:
        return self._won(node, None, node.children)

    def _won(self, node: Any, who: tree.Formula | None, rest: list[Any]) -> tree.Win:
        scored, reason, cites = rest
        score = None
        if scored is not None:
            name = scored.children[0]
            score = tree.Call(self.at(name), str(name), [tree.Name(self.at(name), tree.SCORER)])
        return tree.Win(self.at(node), who, score, self.text(reason), cites=self.cites(cites))

    def _lasting(self, node: Any) -> tree.Lasting:
        point, phase, once, cites, *rules = node.children
        made = [self.build(rule) for rule in rules]
        word = point.split()[0]
        return tree.Lasting(self.at(node), word, str(phase), once is not None, made, cites=self.cites(cites))

    makes: ClassVar[dict[str, NodeMaker]] = FormulaBuilder.makes | _and_plain(
        {
            "move": _move,
            "if": _if,
            "choose": _choose,
            "choose_or_none": _choose_or_none,
            "choose_together": _choose_together,
            "choose_one": _choose_one,
            "pick": _pick,
            "offer": _offer,
            "win": _win,
            "win_scored": _win_scored,
            "lasting": _lasting,
        }
    )
