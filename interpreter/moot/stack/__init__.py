"""The engine: it runs a compiled game until somebody must choose, and goes on from the answer.

`load` gives a `Game`, `game` has `Game` and `State`, the interface of the whole package for programs. `machine` and
`driver` run frames; hooks, actions, zones, rows, chance and pathfinding are what compiled rules call; `journal` and
`knowledge` say what happened and who knows it; `guesses` deals again what a player cannot know.
"""
