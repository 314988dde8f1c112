"""From text to tree, and the errors a person makes on the way, with their places.

The text is cut into pieces (layout), parsed by the grammar with Lark (parser, parse_tables) and built into nodes
(build_*, tree). rule_text and formula_text go the other way. `diagnostic` is the error type of every stage. This layer
knows nothing of packs or play, and imports only `state.grids`.
"""
