"""The engine: it runs a compiled game until a player must choose, and continues from the answer.

`load` returns a `Game`. `game` has `Game` and `State`, the interface of the whole package for programs. `machine` and
`driver` run frames. Compiled rules call hooks, actions, zones, rows, chance and pathfinding. `journal` and `knowledge`
record events and who knows them. `guesses` redeals what a player cannot know.
"""
