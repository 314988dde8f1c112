"""Guesses: positions that look the same to a player, in which bots search.

`determinize` makes them. `dealing` lets hidden things change places, `hidden_states` gives states other values.
`conclusions` has the facts that the choices of others rule out, and `consistency` changes a guess until it contradicts
nothing that its player knows.
"""
