"""Texts of cards, written in a natural language from the code of the cards.

`phrasebook` reads phrases: a file of this folder for each language, with those of the packs on top. `template` splits a
phrase into its parts, and `pattern` finds the phrase of a piece of code. `scope` remembers what a text has named so
far. `nouns`, `conditions`, `steps`, `rules` and `actions` write formulas, conditions, steps, rules and actions, and
`alike` writes lists of conditions. `write` writes whole cards, and `check` finds errors in a pack's phrases.
"""
