"""The operations of the intermediate form: everything that `Op` can do with its arguments."""

from __future__ import annotations

from typing import Literal

Operation = Literal[
    # numbers; `times` is a product that may grow without end, `div` and `mod` may meet a zero
    "+", "-", "*", "times", "div", "mod", "neg", "abs", "min", "max",
    # comparisons and logic; `==` and `!=` of anything, of seqs by their members
    "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "cond",
    # none; `sure` and `inside` (of, low, end), `having` (of, low, end, state) are errors if the value does not fit;
    # `of_kind` (thing, low, end) tests a kind by its numbers, (thing) gives none if it is of another; `alive`: the row
    # exists
    "is_none", "some", "sure", "inside", "having", "of_kind", "alive",
    # masks
    "|", "&", "andnot", "bit", "shift", "bits", "between",
    # seqs; of masks too: size, empty. `nth` counts from 1 and may be none; `at` counts from 0 and must exist;
    # `nth_there` and `with_nth` (seq, number, new member) raise an error for a missing member; `distinct` keeps each
    # member once; `same_set`: whether the members are the same, in any order; `without` removes all that are equal,
    # `less` one for each; `where`: the numbers of the tests that hold
    "size", "empty", "first", "last", "contains", "nth", "at", "where", "frozen", "joined", "without", "less", "with",
    "distinct", "same_set",
    "span", "or_empty", "nth_there", "with_nth",
    # `weights`: the same, which is a fault if any is none or below 0, or all are too large together
    "weights",
    # `few_dice` (count, faces): that number of dice, an error if there are too many to enumerate
    "few_dice",
    # the sets of some members, from so many to so many; a fault if they are too many
    "subsets",
    # members by their keys, smallest first, none before all: `in_order`, and its first and last; none of an empty seq
    "in_order", "foremost", "hindmost",
    # zones and texts
    "as_zone", "text", "short_text", "known_thing",
    # arguments of a call in place of the first of others
    "with_rest", "arg_or_none", "as_name",
]  # fmt: skip
