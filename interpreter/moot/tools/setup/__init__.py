"""A compiled game, and positions set up in it by name.

`compiled` compiles a pack once for each set of options. `formulas` and `values` read what people write about a game.
`position` sets up a case, and `named_position` is a position by names, which any rule set with those names can set up.
"""
