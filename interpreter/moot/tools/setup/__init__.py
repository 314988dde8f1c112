"""A compiled game at hand, and positions set up in it by name.

`compiled` compiles a pack once for each set of options; `formulas` and `values` read what people write about a game;
`position` begins a case, `named_position` is a position by names that any rule set with those names can set up.
"""
