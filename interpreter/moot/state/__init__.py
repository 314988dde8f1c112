"""A position as flat data: where everything lies, what every state is, what remains to be done.

`layout` gives each thing, zone and state its number and cell; `tags` say how values are written; `position` holds
the cells; `view` is what one player may see of them; `grids` tells how the places of a board lie, and `boards` makes
tables of integers from boards. Nothing here knows rules or text.
"""
