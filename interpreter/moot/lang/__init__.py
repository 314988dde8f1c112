"""Text to tree, and what a person did wrong, with its place.

A text is cut into pieces (layout), parsed by the grammar with Lark (parser, parse_tables) and built into nodes
(build_*, tree); rule_text and formula_text go the way back. `diagnostic` is the one error type of every stage.
It knows nothing of packs or of play, and imports no other room but `state.grids`.
"""
