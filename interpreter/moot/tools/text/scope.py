"""The names used in a text so far: a character is `a character` at first, then `that character`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...code.typing import symbols, types
from ...lang import tree
from .phrasebook import Noun, Phrasebook
from .template import PhraseSlot, PhraseVerb, template

MARK = "\N{BULLET}"  # a placeholder for a clause's subject, until it becomes `that` or `whose`


@dataclass(slots=True)
class Mention:
    """The referent of a name in the code. `first` and `later` give its words in a form of the language."""

    noun: Noun
    first: Callable[[str], str]
    later: Callable[[str], str]
    number: str = "one"  # one, many
    said: bool = False
    chosen: bool = False  # by somebody who may choose none
    each: bool = False
    among: Any = None  # its set
    value: Any = None  # the formula that it is another word for


@dataclass(slots=True)
class Writer:
    """Writes one piece of code: its phrases, the names used so far, and the card's own declarations.

    The functions at the end belong to files that need one another: nouns, conditions, steps and rules.
    """

    book: Phrasebook
    game: symbols.TypedGame
    this: str = ""  # the kind of the thing whose code it is
    own: dict[str, Any] = field(default_factory=dict)  # functions and procedures of the card, by name
    same: dict[str, Any] = field(default_factory=dict)  # names of players: their formulas
    mutable: set[str] = field(default_factory=set)  # names that are `set` later
    scope: dict[str, Mention] = field(default_factory=dict)
    results: dict[int, str] = field(default_factory=dict)  # for formulas mentioned before: their present names
    unsaid: list[tuple[str, list[tuple[Any, bool]]]] = field(default_factory=list)  # parameters with their conditions
    put_in: list[tuple[str, Any, tuple[Any, bool]]] = field(default_factory=list)  # parameters that are a formula
    leftover: list[str] | None = None  # conditions that no noun could express; None: they stay with the noun
    depth: int = 0
    lacking: set[str] = field(default_factory=set)  # names that were said for want of a phrase

    np: Callable[[Any, str], str] = field(init=False)
    number: Callable[[Any], str] = field(init=False)
    condition: Callable[[Any, bool], str] = field(init=False)
    introduce: Callable[..., None] = field(init=False)
    lasting: Callable[[tree.Lasting], list[str]] = field(init=False)

    # ------------------------------------------------------------------------------------------------ phrases

    def construct(self, name: str, /, **values: Any) -> str:
        """A phrase of the language itself, filled."""
        return self.fill(self.book.constructs[name], values)

    def fill(self, text: str, values: dict[str, Any], positive: bool = True) -> str:
        """A phrase with its places filled: by formulas, or by words as they are. A verb agrees with the place before
        it; the first verb is denied where the phrase is.
        """
        parts = template(text)
        made, number, negate = "", "one", not positive
        n = 0
        while n < len(parts):
            part = parts[n]
            if isinstance(part, PhraseSlot):
                value = values.get(part.name, part.name)
                number = self._number(value)
                if part.form == "if" and not isinstance(value, str):
                    made += self.condition(value, True)
                    n += 1
                    continue
                words = value if isinstance(value, str) else self.np(value, "" if part.form == "'s" else part.form)
                if part.form != "'s":
                    made += words
                elif self.is_long(words):
                    after = parts[n + 1] if n + 1 < len(parts) else ""
                    owned, rest = _cut(after.strip()) if isinstance(after, str) else ("", "")
                    made += self.book.grammar["possessive"]["long"].replace("{owned}", owned).replace("{owner}", words)
                    made += rest + (" " if n + 2 < len(parts) and not rest.endswith(" ") else "")
                    n += 1
                    number = "one"
                else:
                    made += self.possessive(words)
                    number = "one"
            elif isinstance(part, PhraseVerb):
                made += self._verb(part, number, negate)
                negate = False
            else:
                made += part
            n += 1
        return made

    def _number(self, value: Any) -> str:
        if not isinstance(value, str):
            return self.number(value)
        digits = value.lstrip("+-")
        return "many" if value == self.book.constructs["unknown"] or (digits.isdecimal() and digits != "1") else "one"

    def _verb(self, verb: PhraseVerb, number: str, negate: bool) -> str:
        word = verb.one if number == "one" else verb.many
        if not negate:
            return word
        table = self.book.grammar["negation"]
        if word in table:
            return str(table[word])
        return str(table["other_one" if number == "one" else "other_many"]).replace("{verb}", verb.many)

    def can_deny(self, text: str) -> bool:
        """Whether a phrase has a verb that the language can deny."""
        return "negation" in self.book.grammar and any(isinstance(part, PhraseVerb) for part in template(text))

    def is_long(self, words: str) -> bool:
        limit = int(self.book.grammar["possessive"].get("words", 99))
        return len(words.split()) > limit or any(
            f" {word} " in words for word in self.book.grammar["possessive"].get("not_behind", [])
        )

    def possessive(self, words: str) -> str:
        table = self.book.grammar["possessive"]
        if words in table.get("irregular", {}):
            return str(table["irregular"][words])
        return str(table["after_s"] if words.endswith("s") else table["usual"]).replace("{owner}", words)

    def is_clause(self, text: str) -> bool:
        """Whether a sentence has a subject of its own: `that company moves`, not `move that company`."""
        subject = str(self.book.grammar.get("subject", ""))
        return bool(subject) and re.match(subject, text) is not None

    # ------------------------------------------------------------------------------------------------ nouns

    def noun(self, of: Any) -> Noun:
        """The noun for a value of a type, or for a thing of a kind by name."""
        name = of if isinstance(of, str) else type_name(of)
        found = self.book.nouns.get(name)
        return found if found is not None else Noun(self.book.words.get(name, name.replace("_", " ")), "", lacking=name)

    def plural(self, noun: Noun, form: str = "") -> str:
        if f"many_{form}" in noun.forms:
            return noun.forms[f"many_{form}"]
        if noun.many:
            return noun.many
        endings: dict[str, str] = self.book.grammar.get("plural", {})
        for ending in sorted(endings, key=len, reverse=True):
            if noun.one.endswith(ending):
                return noun.one.removesuffix(ending) + endings[ending]
        return noun.one

    def phrase(
        self, article: str, noun: Noun, number: str = "one", form: str = "", before: str = "", after: str = ""
    ) -> str:
        """An article, adjectives, a noun and its complements."""
        if noun.lacking:
            self.lacking.add(noun.lacking)
        many = number == "many"
        word = self.plural(noun, form) if many else noun.forms.get(form, noun.one)
        core = f"{before} {word}".strip()
        table = self.book.grammar["articles"].get(article, {})
        keys = [f"many_{form}", "many"] if many else [f"{noun.gender}_{form}", noun.gender]
        if not many and re.match(self.book.grammar.get("vowel_sound", "$."), core, re.IGNORECASE):
            keys.append("vowel")
        keys.append("one")
        words = next((table[key] for key in keys if key in table), "")
        return " ".join(part for part in (words, core, after) if part).replace(" ,", ",")

    def words(self, name: str) -> str:
        """A name of the rules as people read it."""
        if name not in self.book.words and name not in self.game.players:
            self.lacking.add(name)
        return self.book.words.get(name, name.replace("_", " "))

    def take_unsaid(self) -> list[tuple[Any, bool]]:
        """The conditions of parameters that the text has not named: they need another place."""
        found: list[tuple[Any, bool]] = []
        for name, own in self.unsaid:
            if name in self.scope and not self.scope[name].said:
                found += own
                words = self.construct("value_alone", name=self.words(name))
                self.scope[name] = Mention(self.scope[name].noun, partial(_fixed, words), partial(_fixed, words))
        self.unsaid = []
        return found

    def names_unsaid(self) -> list[str]:
        """The names of parameters that something must be so of, and that the text has not named."""
        found = [name for name, own in self.unsaid if own and name in self.scope and not self.scope[name].said]
        self.unsaid = []
        return found

    def mentioned(self, name: str, form: str) -> str:
        mention = self.scope[name]
        if mention.said:
            return mention.later(form)
        mention.said = True
        return mention.first(form)

    def clause_about(self, clause: str, number: str) -> str:
        """A clause with a MARK as what follows a noun: `that is in play`, `whose race is Orc`."""
        table = self.book.grammar["relative"]
        for rule in table["rules"]:
            if re.search(rule["from"], clause):
                made = re.sub(rule["from"], rule["to"], clause, count=1)
                for before, after in rule.get("joined", {}).items():
                    made = made.replace(before, after)
                return made.replace(MARK, str(table["again" if number == "one" else "again_many"]))
        return str(table["else"]).replace(
            "{clause}", clause.replace(MARK, str(table["again" if number == "one" else "again_many"]))
        )


def _fixed(words: str, form: str) -> str:
    return words


def _cut(words: str) -> tuple[str, str]:
    """The noun that is owned, and its complement after a comma or a preposition."""
    found = re.search(r",| (?:from|in|on|to|of|at|by|for|with|against|until|as|under)(?: |$)", words)
    return (words, "") if found is None else (words[: found.start()], words[found.start() :])


def type_name(of: types.Type) -> str:
    """The kind that a type is about: of a set that of its members."""
    while isinstance(of, types.OrNone | types.SetOf | types.ListOf):
        of = of.of if isinstance(of, types.OrNone) else of.item
    if isinstance(of, types.Zone):
        return type_name(of.item)
    if isinstance(of, types.Bounded | types.Dice):
        return "number"
    return str(of)
