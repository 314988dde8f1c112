"""Constant formulas: their values before play, if options, titles, words or printed values decide them.

A formula that prompts, or calls something that may, has no known value unless the parts before that decide it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, assert_never

from ...lang import tree
from ...lang.walk import walk
from ..layout.numbering import Numbering
from ..layout.values import Value
from ..typing import symbols, types
from ..typing.types import bare, is_mask
from .units import Plan


class Unknown(Enum):
    UNKNOWN = "what is not known before play"


UNKNOWN = Unknown.UNKNOWN
Constant: TypeAlias = Value | Unknown | None
Known: TypeAlias = Mapping[int, Value | None]  # by id of a local: its value

LARGEST = 1 << 62  # larger numbers are left to play, which reports them
LONGEST = 16  # members enumerated one by one


def constant_of(plan: Plan, node: tree.Formula, known: Known | None = None) -> Constant:
    """The result of a formula. `known`: locals with a constant value."""
    return ConstantReader(plan.numbering, plan.modified).of(node, known or {})


def dead_rules(plan: Plan) -> tuple[frozenset[int], frozenset[int]]:
    """The numbers of rules whose condition is always false, and the ids of functions that the others change.

    A dead rule may be the only obstacle to recognizing another dead one.
    """
    dead: frozenset[int] = frozenset()
    while True:
        living = [r for r in plan.rules if r.number not in dead and isinstance(r.node, tree.Modify)]
        modified = frozenset(id(rule.node.head.ref) for rule in living)
        constants = ConstantReader(plan.numbering, modified)
        found = frozenset(r.number for r in plan.rules if not isinstance(r.node, tree.When) and constants.fails(r.node))
        if found == dead:
            return dead, modified
        dead = found


@dataclass(frozen=True, slots=True)
class ConstantReader:
    """Evaluates formulas. modified: functions that rules change. within: functions being evaluated."""

    numbering: Numbering
    modified: frozenset[int]
    within: tuple[symbols.Function, ...] = ()

    def fails(self, rule: tree.Standing) -> bool:
        """Whether a rule's condition can never hold."""
        return rule.where is not None and self.of(rule.where, {}) in (False, None)

    def of(self, node: tree.Formula, known: Known) -> Constant:
        match node:
            case tree.Number(value=value, ref=None) | tree.Bool(value=value, ref=None):
                return value
            case tree.NoneValue():
                return None
            case tree.Text(parts=parts) if all(isinstance(part, str) for part in parts):
                return "".join(str(part) for part in parts)
            case tree.Number() | tree.Bool() | tree.Name():
                return self.name_value(node, known)
            case tree.Call(ref=symbols.Function() as function, args=args):
                return self.call_value(function, args, known)
            case tree.Call(ref=symbols.Builtin(), name=name, args=args):
                return self.builtin(name, [self.of(arg, known) for arg in args])
            case tree.ListOf(items=items):
                return self.listed(node, [self.of(item, known) for item in items])
            case tree.Range(low=low, high=high):
                return self.listed(node, _numbers(self.of(low, known), self.of(high, known)))
            case tree.Field(of=of, name=name, ref=symbols.Member() as member):
                return self.printed(member, name, self.of(of, known))
            case tree.Minus(of=of):
                return _calculated("-", 0, self.of(of, known))
            case tree.Arithmetic(op=op, left=left, right=right):
                return self.calculated(node, op, self.of(left, known), self.of(right, known))
            case tree.Compare(op=op, left=left, right=right):
                return _compared(op, self.of(left, known), self.of(right, known))
            case tree.In(item=item, within=within):
                return self.lies(self.of(item, known), within, known)
            case tree.Is(of=of):
                return self.sorted(node, self.of(of, known))
            case tree.Cast(of=of):
                thing = self.of(of, known)
                holds = self.sorted(node, thing)
                return UNKNOWN if holds is UNKNOWN else thing if holds else None
            case tree.Not(of=of):
                holds = self.of(of, known)
                return UNKNOWN if holds is UNKNOWN else not holds
            case tree.And(items=items):
                return self.joined(items, False, known)
            case tree.Conditional(value=value, condition=condition, otherwise=otherwise):
                holds = self.of(condition, known)
                return UNKNOWN if holds is UNKNOWN else self.of(value if holds else otherwise, known)
            case tree.Or(items=items):
                return self.joined(items, True, known)
            case tree.Quantified():
                return self.quantified(node, known)
            case tree.Text() | tree.Call() | tree.Field() | tree.FieldCall() | tree.Lookup():
                return UNKNOWN
            case tree.Literal(ref=symbols.Title(name=title)):
                return self.numbering.first_of(title)
            case tree.May() | tree.Roll() | tree.Proceed() | tree.New() | tree.Literal() | tree.Pending():
                return UNKNOWN
            case _:
                assert_never(node)

    # -------------------------------------------------------------------------------------------- names and calls

    def name_value(self, node: tree.Number | tree.Bool | tree.Name, known: Known) -> Constant:
        match node.ref:
            case symbols.Local() as local:
                return known.get(id(local), UNKNOWN)
            case symbols.Value(index=index):
                return index
            case symbols.Option(name=name):
                return self.numbering.options[name]
            case symbols.Title(name=title):
                return title if bare(node.type) == types.NAME else self.numbering.first_of(title)
            case symbols.Area(places=places):
                return tuple(self.numbering.first_of(place) for place in places)
            case symbols.NameKind(names=names):
                return self.listed(node, list(range(len(names))))
            case symbols.Function() as function:
                return self.call_value(function, [], known)
            case _:
                return UNKNOWN

    def call_value(self, function: symbols.Function, args: Iterable[tree.Formula], known: Known) -> Constant:
        """The value of a function without modifiers, clamped to the range of its type. Declarations of a thing are
        not examined.
        """
        node = function.decl
        if id(function) in self.modified or function in self.within or not isinstance(node, tree.FunctionDecl):
            return UNKNOWN
        if function.owner:
            return UNKNOWN
        inner = ConstantReader(self.numbering, self.modified, (*self.within, function))
        given = [(id(param), self.of(arg, known)) for param, arg in zip(function.params, args, strict=False)]
        for let in node.lets:
            given.append((id(let.local), inner.of(let.value, _known(given))))
        for line in node.lines:
            applies: Constant = True
            if line.condition is not None:
                applies = inner.of(line.condition, _known(given))
            if applies is UNKNOWN:
                return UNKNOWN
            if applies:
                return self.held(function.type, inner.of(line.value, _known(given)))
        return None

    def held(self, of: types.Type, value: Constant) -> Constant:
        plain = bare(of)
        if not isinstance(plain, types.Bounded) or not isinstance(value, int):
            return value
        low, high = self.numbering.bound(plain.low), self.numbering.bound(plain.high)
        if low is None or high is None:
            return UNKNOWN
        return low if value < low else min(value, high)

    def builtin(self, name: str, args: list[Constant]) -> Constant:
        numbers = [arg for arg in args if isinstance(arg, int)]
        if len(numbers) < len(args) or not args:
            return UNKNOWN
        match name:
            case "min":
                return min(numbers)
            case "max":
                return max(numbers)
            case "abs":
                return abs(numbers[0])
            case "rank":
                return numbers[0] + 1
            case "opponent" if len(self.numbering.game.players) == 2:
                return 1 - numbers[0]
            case "next":
                return (numbers[0] + 1) % len(self.numbering.game.players)
            case _:
                return UNKNOWN

    def printed(self, member: symbols.Member, name: str, thing: Constant) -> Constant:
        """A printed value of a known thing; None if it is of another kind."""
        numbering, code = self.numbering, isinstance(bare(member.type), types.Code)
        if thing is None:
            return None
        if not isinstance(thing, int) or member.is_state or code or numbering.is_row_kind(member.kind):
            return UNKNOWN
        if numbering.root(numbering.rows[thing].kind) != numbering.root(member.kind):
            return None
        item = types.item_of(member.type)
        return UNKNOWN if isinstance(item, types.Code) else numbering.settled(numbering.printed(thing, name))

    # -------------------------------------------------------------------------------------------- sets

    def listed(self, node: tree.Formula, items: list[Constant] | None) -> Constant:
        """A set or list of these members, as values of the node's type are kept."""
        if items is None or UNKNOWN in items or node.type == types.EMPTY:
            return UNKNOWN
        if not is_mask(node.type):
            return tuple(item for item in items if item is not UNKNOWN)
        bits = {item for item in items if isinstance(item, int)}
        return sum(1 << bit for bit in bits) if all(0 <= bit <= types.MASK_BITS for bit in bits) else UNKNOWN

    def members(self, node: tree.Formula, known: Known) -> list[Value | None] | None:
        """The members of a set or list, if they are known and not too many."""
        if isinstance(node, tree.Range):
            numbers = _numbers(self.of(node.low, known), self.of(node.high, known))
            return None if numbers is None else [number for number in numbers if number is not UNKNOWN]
        if isinstance(node, tree.Name) and isinstance(node.ref, symbols.NameKind):
            return list(range(len(node.ref.names)))
        value = self.of(node, known)
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, int) and is_mask(node.type):
            return [bit for bit in range(value.bit_length()) if value >> bit & 1]
        return None

    def lies(self, item: Constant, within: tree.Formula, known: Known) -> Constant:
        if isinstance(within, tree.Range):
            low, high = self.of(within.low, known), self.of(within.high, known)
            if not (isinstance(low, int) and isinstance(high, int)) or not (item is None or isinstance(item, int)):
                return UNKNOWN
            return item is not None and low <= item <= high
        members = self.members(within, known)
        return UNKNOWN if members is None or item is UNKNOWN else item in members

    def sorted(self, node: tree.Is | tree.Cast, thing: Constant) -> Constant:
        """Whether a known thing is of a kind, or of a title."""
        ref = node.ref
        if isinstance(ref, symbols.Action) or (isinstance(ref, symbols.Kind) and self.numbering.is_row_kind(ref.name)):
            return UNKNOWN
        if thing is not None and not isinstance(thing, int):
            return UNKNOWN
        if isinstance(ref, symbols.Kind):
            return thing is not None and thing in self.numbering.things_of(ref.name)
        return thing in self.numbering.copies.get(ref.name if isinstance(ref, symbols.Title) else node.name, ())

    def quantified(self, node: tree.Quantified, known: Known) -> Constant:
        """Each member is put in for the local."""
        if node.quantifier not in ("any", "every", "count", "sum"):
            return UNKNOWN
        members = self.members(node.over, known)
        if members is None or len(members) > LONGEST:
            return UNKNOWN
        found: list[Constant] = []
        for member in members:
            inner = {**known, id(node.ref): member}
            holds = True if node.where is None else self.of(node.where, inner)
            value = holds if node.of is None else self.of(node.of, inner)
            match node.quantifier:
                case "any":
                    found.append(holds)
                case "every":
                    found.append(True if holds is not UNKNOWN and not holds else value if holds else UNKNOWN)
                case _:
                    counted = 1 if node.of is None else value
                    found.append(UNKNOWN if holds is UNKNOWN else counted if holds else 0)
        if node.quantifier in ("any", "every"):
            return _decided(found, node.quantifier == "any")
        numbers = [number for number in found if isinstance(number, int)]
        return sum(numbers) if len(numbers) == len(found) else UNKNOWN

    # -------------------------------------------------------------------------------------------- arithmetic, logic

    def calculated(self, node: tree.Arithmetic, op: str, left: Constant, right: Constant) -> Constant:
        if types.item_of(node.type) is None:
            return _calculated(op, left, right)
        if is_mask(node.type) and isinstance(left, int) and isinstance(right, int):
            return left | right if op == "+" else left & ~right
        return UNKNOWN

    def joined(self, items: Iterable[tree.Formula], decides: bool, known: Known) -> Constant:
        """`and`, decided by no, and `or`, by yes, whatever the others are, if there is no prompt before."""
        found: list[Constant] = []
        for item in items:
            value = self.of(item, known)
            if value is UNKNOWN and _acts(item):
                found.append(UNKNOWN)
                break
            found.append(value)
        return _decided(found, decides)


def _known(given: Iterable[tuple[int, Constant]]) -> Known:
    return {key: value for key, value in given if value is not UNKNOWN}


def _acts(node: tree.Formula) -> bool:
    """Whether reading a formula does something."""
    for inner in walk(node):
        if isinstance(inner, tree.May | tree.Roll | tree.Proceed | tree.New | tree.Pending):
            return True
        ref = inner.ref if isinstance(inner, tree.Call) else None
        if isinstance(ref, symbols.Procedure) or (isinstance(ref, symbols.Builtin) and ref.sort == "procedure"):
            return True
    return False


def _decided(found: Iterable[Constant], decides: bool) -> Constant:
    """For yes and no: whether one decides, or all are known not to."""
    unknown = False
    for value in found:
        if value is UNKNOWN:
            unknown = True
        elif bool(value) == decides:
            return decides
    return UNKNOWN if unknown else not decides


def _numbers(low: Constant, high: Constant) -> list[Constant] | None:
    if not (isinstance(low, int) and isinstance(high, int)) or high - low >= LONGEST:
        return None
    return list(range(low, high + 1))


def _compared(op: str, left: Constant, right: Constant) -> Constant:
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    if op in ("=", "!="):
        return (left == right) == (op == "=")
    if left is None or right is None:
        return False
    if not (isinstance(left, int) and isinstance(right, int)):
        return UNKNOWN
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _calculated(op: str, left: Constant, right: Constant) -> Constant:
    if UNKNOWN in (left, right):
        return UNKNOWN
    if left is None or right is None:
        return None
    if not (isinstance(left, int) and isinstance(right, int)) or (op in "/%" and right == 0):
        return UNKNOWN
    found = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left // right,
        "%": lambda: left % right,
    }[op]()
    return found if abs(found) < LARGEST else UNKNOWN
