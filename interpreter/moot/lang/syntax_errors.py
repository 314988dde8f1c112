"""Syntax errors: a diagnostic for the first token that does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING

from .diagnostic import Report
from .layout import TextPlace
from .parse_tables import LAYOUT, beginnings, keywords
from .spelling import by_nearness

if TYPE_CHECKING:
    from lark import Lark, Token

_END = "$END"
_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "…"',
    "CITE": "a citation",
    "DICE": "dice such as `2d6`",
    "POINT": "`end of` or `start of`",
    "PLACE": "`top of` or `bottom of`",
    "IN_PLAY": "`in play`",
    "_UP_TO": "`up to`",
    "_DOWN_TO": "`down to`",
    "_ORDERED_BY": "`ordered by`",
    "_WITH_WEIGHT": "`with weight`",
    "COMPARE": "a comparison",
    "ADD": "`+` or `-`",
    "MUL": "`*` or `/`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    _END: "the end",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "__ANON_0": "`..`",
}
_ENDS = {"_NL": "found the end of the line", "_DEDENT": "found the end of the block", _END: "found the end of the text"}
_SYMBOLS = {"COLON", "COMMA", "LPAR", "RPAR", "LSQB", "RSQB", "DOT", "EQUAL", "COMPARE", "ADD", "MUL", "__ANON_0"}
_PAIRS = {"POINT", "PLACE", "IN_PLAY", "_UP_TO", "_DOWN_TO", "_ORDERED_BY"}
# All tokens that may begin a formula are shown as "a value". Tokens that may continue one are not shown if something
# else is expected.
_QUANTIFIERS = beginnings("quantified")
_VALUE = _QUANTIFIERS | {"NAME", "NUMBER", "STRING", "NONE", "YES", "NO", "LPAR", "LSQB", "NOT", "ADD"}
_VALUE |= {"ROLL", "NEW", "PENDING", "PROCEED", "COST"}
_OPERATORS = {"DOT", "LPAR", "LSQB", "ADD", "MUL", "__ANON_0", "EQUAL", "COMPARE", "IN", "IS", "MAY", "AND", "OR"}
_NAMED_DICE = re.compile(r"(\w*[a-z_])d([0-9]+)")
_STEPS = beginnings("_statement")
_RULES = beginnings("_standing_rule")
_NAMED = beginnings("_declaration") - _RULES
_TYPES = {"NAME", "NUMBER", "ADD", "DICE", "SET", "LIST"}
_CARRIED = "a declaration that a thing carries (a state, function, procedure, action, law or rule)"
_GROUPS = (
    ({"KIND", "GAME"}, _NAMED | _RULES, "a declaration"),
    ({"STATE", "BEFORE"}, _NAMED | _RULES, _CARRIED),
    ({"KIND", "BEFORE"}, _NAMED | _RULES, "a declaration"),
    ({"BEFORE", "MODIFY"}, _RULES, "a standing rule"),
    ({"SET", "RAISE", "RUN"}, _STEPS, "a step"),
    ({"DICE", "LIST"}, _TYPES, "a type"),
    ({"NAME", "NUMBER", "LPAR"}, _VALUE, "a value"),
)


# Words that beginners write for a step, and how the step begins.
_SAME_AS = {
    **dict.fromkeys(("increase", "gain", "add", "plus"), "raise … by …"),
    **dict.fromkeys(("decrease", "reduce", "lose", "subtract", "minus"), "lower … by …"),
    **dict.fromkeys(("put", "place", "take"), "move … to …"),
    **dict.fromkeys(("let", "make"), "set … to …"),
    "draw": "draw(1, …, …)",
}


class TokenTrial:
    """The grammar's answer to “what may come here?” and “would this continue?” for the tokens before the error."""

    def __init__(self, lark: Lark, entry: str, tokens: list[Token]) -> None:
        self.lark = lark
        self.entry = entry
        self.tokens = tokens

    def expected(self, count: int) -> set[str]:
        """The token types that may follow the first `count` tokens."""
        session = self.lark.parse_interactive(start=self.entry)
        for token in self.tokens[:count]:
            session.feed_token(token)
        accepts: Callable[[], set[str]] = session.accepts
        return accepts()

    def goes_on(self, count: int, *sorts: str) -> bool:
        """Whether these token types may follow one another after the first `count` tokens."""
        from lark import Token, UnexpectedToken

        session = self.lark.parse_interactive(start=self.entry)
        try:
            for token in self.tokens[:count]:
                session.feed_token(token)
            for sort in sorts:
                session.feed_token(Token(sort, "0d0" if sort == "DICE" else ""))
        except UnexpectedToken:
            return False
        return True


def tell_misfit(lark: Lark, entry: str, tokens: list[Token], n: int, place: TextPlace, report: Report) -> None:
    """Report that the token of number `n` (or the end, behind the last) does not fit after those before it."""
    from lark import Token

    last = tokens[-1]
    end = Token(_END, "", last.end_pos, last.end_line, last.end_column, last.end_line, last.end_column)
    tokens = [*tokens, end]
    trial = TokenTrial(lark, entry, tokens)
    token = tokens[n]
    expected = trial.expected(n)
    at = place.token(token)

    def error(code: str, message: str, hint: str = "") -> None:
        report.error(code, message, at, hint)

    sort = token.type
    if sort in ("AND", "OR") and {"AND": "OR", "OR": "AND"}[sort] in expected:
        return error("mixed-and-or", "cannot mix `and` and `or`", "add parentheses to show which parts belong together")
    if sort in ("EQUAL", "COMPARE") and tokens[n - 1].type in ("EQUAL", "COMPARE"):
        hint = {"=<": "write `<=`", "=>": "write `>=`", "<>": "write `!=`"}.get(f"{tokens[n - 1]}{token}")
        return error("syntax", f"expected a value, found {_token_words(token)}", hint or "write `=` for equality")
    if sort in ("EQUAL", "COMPARE") and "AND" in expected:
        return error("syntax", "cannot compare the result of a comparison", "join two comparisons with `and`")
    if sort in ("EQUAL", "ADD") and (target := _begins_step(trial, n)):
        word = {"+": "raise", "-": "lower"}.get(str(token), "set")
        hint = f"write `{word} {target} {'to' if word == 'set' else 'by'} …`"
        return error("syntax", f"expected a step, found a formula that begins with `{target} {token}`", hint)
    if sort == "NUMBER" and [t.type for t in tokens[n - 2 : n]] == ["NUMBER", "DOT"]:
        hint = "multiply before you divide: `n * 3 / 2` (division rounds down)"
        return error("syntax", f"`{tokens[n - 2]}.{token}` is not a whole number", hint)
    if n > 0 and tokens[n - 1].type in ("ROLL", "EACH") and (dice := _NAMED_DICE.fullmatch(token)):
        hint = f"write `roll ({dice[1]})d{dice[2]}`"
        return error("syntax", f"expected dice to roll, found the name `{token}`", hint)
    if sort in ("IF", "OTHERWISE") and _chooses(tokens, n, expected):
        message = "missing parentheses around a formula with `if` and `otherwise`"
        is_step = sort == "IF" and "OTHERWISE" not in _rest_of_line(tokens, n)
        hint = "put a step below its `if`, indented" if is_step else "write it like `(3 if n = 0 otherwise 4)`"
        return error("syntax", message, hint)
    if "_INDENT" in expected and n > 0 and tokens[n - 1].type == "_NL" and expected <= {"_INDENT"}:
        head = _line_head(tokens, n - 1)
        report.error(
            "missing-block",
            f"{_token_words(head)} needs a block",
            place.token(head),
            "indent the lines that belong to it",
        )
        return None
    if sort == "_INDENT":
        return error("indentation", "this line is indented, but the line above takes no block")
    if sort == "ELSE" and (n == 0 or tokens[n - 1].type in LAYOUT):
        return error("syntax", "`else` has no matching `if` at the same indentation")
    if sort in _PAIRS and trial.goes_on(n, "NAME"):
        first = token.split()[0]
        return error(
            "keyword-as-name",
            f"`{' '.join(token.split())}` is a keyword here, so `{first}` is not read as a name",
            f"rename `{first}`, or put it in parentheses",
        )
    if sort == "_WITH_WEIGHT" and "WITH" in expected:
        message = "`with weight` is a keyword here, so `weight` is not read as a name"
        return error("keyword-as-name", message, "put the name in parentheses: `with (weight)`")
    following = tokens[n + 1].type if n + 1 < len(tokens) else _END
    if _is_keyword(token) and trial.goes_on(n, "NAME", following):
        hint = "choose another name"
        if sort == "PLAYERS" and "NUMBER" in expected:
            hint = "use `size(player)` for the number of players"
        elif sort == "PLAYERS" and tokens[n - 1].type == "OPTION":
            hint = "set the number of players in a manifest, `options: {players: 4}`, or on the command line"
        return error("keyword-as-name", f"`{token}` is a keyword, not a name", hint)
    if token == "whenever" and "AFTER" in expected:
        return error("misspelt-word", "unknown word `whenever`", "write `after NAME(…)`")
    spelt = _misspelt(trial, n)
    if spelt is not None:
        wrong, right = spelt
        report.error("misspelt-word", f"unknown word `{wrong}`", place.token(wrong), f"did you mean `{right}`?")
        return None
    if n == 0 and trial.entry != "start":
        expected = expected - {"_NL"}
    words = _expected_words(expected)
    found = _ENDS.get(sort) or f"found {_token_words(token)}"
    return error("syntax", f"expected {words}, {found}", _advice(trial, n))


def _chooses(tokens: list[Token], n: int, expected: set[str]) -> bool:
    """Whether a formula would continue with `if`, or has done so in the line of a function."""
    before = _rest_of_line(tokens[:n][::-1], 0)
    return "MUL" in expected and (tokens[n].type == "IF" or "IF" in before)


def _rest_of_line(tokens: list[Token], n: int) -> list[str]:
    """The types of the tokens from number `n` to the end of its line."""
    return [token.type for token in takewhile(lambda token: token.type not in LAYOUT, tokens[n:])]


def _is_keyword(token: Token) -> bool:
    return token.isalpha() and token.type == token.upper() and str(token) in keywords()


def _line_head(tokens: list[Token], n: int) -> Token:
    """The first token of the line that ends with token `n`."""
    while n > 0 and tokens[n - 1].type not in LAYOUT:
        n -= 1
    return tokens[n]


def _misspelt(trial: TokenTrial, n: int) -> tuple[Token, str] | None:
    """A name at the mistake or just before it that would be right as a keyword near in spelling."""
    tokens = trial.tokens
    for k in (n, n - 1):
        if k < 0 or tokens[k].type != "NAME":
            continue
        fitting = [w.lower() for w in trial.expected(k) if w.lower() in keywords()]
        for right in by_nearness(tokens[k], fitting)[:3]:
            following = tokens[k + 1].type if k + 1 < len(tokens) else _END
            if trial.goes_on(k, right.upper(), following):
                return tokens[k], right
    return None


def _advice(trial: TokenTrial, n: int) -> str:
    token = trial.tokens[n]
    if trial.entry == "start" and n == 0 and _is_step(trial.tokens):
        return "put steps, indented, in a procedure, phase, action or rule"
    if trial.entry == "start" and n == 0:
        return "start a declaration with a word such as `state`, `zone`, `function`, `procedure` or `action`"
    if token.type in _RULES | {"STATE"} and trial.entry == "steps":
        return "put rules that hold while the thing is in play in a field of the type `standing`, or under `until`"
    if token.type in ("NAME", "WHEN") and trial.entry == "standing" and "BEFORE" in trial.expected(n):
        return "write `modify NAME(…) by …` to change a number, or `after NAME(…)` to answer an event"
    if token.type in _STEPS - {"NAME"} and trial.entry == "standing" and "BEFORE" in trial.expected(n):
        return "put steps in a field of the type `steps`, or below a rule such as `after …`"
    if hint := _after_the_end(trial, n):
        return hint
    before = trial.tokens[n - 1] if n > 0 else None
    if before and _begins_step(trial, n) == str(before):
        if token.type in LAYOUT | {_END}:
            return f"call a procedure with parentheses, even empty ones: `{before}()`"
        if (word := _SAME_AS.get(before.lower())) is not None:
            return f"write `{word}`"
        return (
            f"steps begin with words such as `raise`, `set`, `move` and `if`, or call a procedure, as in `{before}(…)`"
        )
    if token.type == "AS" and _may_be_cast(trial, n):
        return "put a thing seen as another kind in parentheses: `(c as kind)`"
    if token.type == "MAY":
        return 'put a yes-or-no question in a condition: `if p may "…"`'
    if token.type == "OTHERWISE":
        return "put `otherwise` at the end of a function's line, or last in the block of a `choose` or `pick`"
    if token.type == "COMMA" and _line_head(trial.tokens, n).type == "CHOOSE":
        return "choose exactly one from each of several sets: `choose c in …, h in … by …`"
    if token.type == "OR" and _line_head(trial.tokens, n).type == "CHOOSE":
        return f"start the span at 0 to let the player choose none: `choose 0..2 {trial.tokens[n - 1]} in …`"
    if token.type == "BY" and "FOR" in trial.expected(n):
        return "name the player whose call it is after `for`: `pending … for p`"
    if token.type == "AT_LAST" and _line_head(trial.tokens, n).type == "MODIFY":
        return "put `at last` after the new value, before `where`: `modify worth(c) by 1 at last where …`"
    if token.type == "_ORDERED_BY":
        return "order a set in its own formula: `in (each x in … where … ordered by …)`"
    if token.type == "WHERE" and {"_ORDERED_BY", "_WITH_WEIGHT"} & {*_rest_of_line(trial.tokens[:n][::-1], 0)}:
        return "put `where` before `ordered by` and `with weight`"
    if token.type in _QUANTIFIERS and trial.tokens[n - 1].type == "BY" and _line_head(trial.tokens, n).type == "CHOOSE":
        return "to choose at once, use one set: `choose c in … by each p in …` (otherwise loop: `for each p in …`)"
    if token.type in _QUANTIFIERS:
        return f"put parentheses around the part that begins with `{token}`"
    return ""


def _after_the_end(trial: TokenTrial, n: int) -> str:
    """Advice about a token where a line must end, or ""."""
    token = trial.tokens[n]
    if not {"_NL", _END} & trial.expected(n) or n == 0 or trial.tokens[n - 1].type in LAYOUT:
        return ""
    following = trial.tokens[n + 1].type if n + 1 < len(trial.tokens) else _END
    if token.type == "IF" and "WHERE" in trial.expected(n):
        return "write `where` instead"
    if trial.goes_on(n, "_NL", "_INDENT"):
        if token.type == "COLON" and following in LAYOUT | {_END}:
            return "leave out the `:`; the indented lines below are the block"
        if token == "then":
            return "leave out `then`, and put the step on the next line, indented"
        if token.type in _STEPS - {"NAME"} or (token.type == "NAME" and following == "LPAR"):
            return "put the step on the next line, indented"
    if token.type == "NAME" and "MUL" in trial.expected(n):
        return f"a formula ends before `{token}`; call a function as `{token}(…)`, and read a field as `….{token}`"
    return ""


def _may_be_cast(trial: TokenTrial, n: int) -> bool:
    """Whether a formula ends before the token, behind which a kind follows."""
    following = trial.tokens[n + 1] if n + 1 < len(trial.tokens) else None
    return "MUL" in trial.expected(n) and following is not None and following.type == "NAME"


def _begins_step(trial: TokenTrial, n: int) -> str:
    """The text before the token, if it is a name, call or field at the start of a line where a step is expected."""
    before = trial.tokens[n - len(_rest_of_line(trial.tokens[:n][::-1], 0)) : n]
    if not before or before[0].type != "NAME" or "RAISE" not in trial.expected(n - len(before)):
        return ""
    return "".join(f"{token} " if token.type == "COMMA" else token for token in before)


def _is_step(tokens: list[Token]) -> bool:
    """Whether a line begins like a step. A name alone does not."""
    return tokens[0].type in _STEPS and (tokens[0].type != "NAME" or tokens[1].type == "LPAR")


def _token_words(token: Token) -> str:
    if token.type == "STRING":
        return "a text"
    return f"`{' '.join(token.split())}`"


def _expected_words(expected: set[str]) -> str:
    """The expected token types in a person's words, the most informative first."""
    left = set(expected)
    parts = []
    for mark, whole, name in _GROUPS:
        if mark <= left:
            left -= whole
            parts.append(name)
    if "_NL" in left:
        left -= {"CITE", _END}
    if parts and parts[0] in ("a declaration", _CARRIED):
        left.discard("_NL")
    if left & {"DOT", "MUL", "AND"} and (parts or left - _OPERATORS):  # a formula that could continue
        left -= _OPERATORS
    rest = sorted(left, key=_rank)
    parts += [_WORDS.get(sort, f"`{sort.lower()}`") for sort in rest]
    if len(parts) > 6:
        parts = [*parts[:6], "…"]
        return ", ".join(parts)
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _rank(sort: str) -> tuple[int, str]:
    order = 2 if sort in ("_NL", "_DEDENT", _END) else 1 if sort in _SYMBOLS else 0
    return order, sort
