"""Texts of cards, written in a person's language out of the code that is played.

`phrasebook` reads phrases: a file of this folder for each language, with those of the packs over it; `template` cuts a
phrase into its parts, `pattern` finds the phrase of a piece of code. `scope` keeps what a text has named so far;
`nouns`, `conditions`, `steps`, `rules` and `actions` write formulas, conditions, steps, rules and actions, `alike`
lists of conditions. `write` writes whole cards, `check` tells what is wrong with the phrases of a pack.
"""
