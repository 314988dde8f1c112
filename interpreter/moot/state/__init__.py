"""A position as flat data: the places of all things, the values of all states, and the steps that remain.

`layout` gives each thing, zone and state its number and cell. `tags` say how values are written, `position` holds the
cells, and `view` is the part that one player may see. `grids` knows the geometry of boards, and `boards` makes tables
of integers from them. This layer knows nothing of rules or text.
"""
