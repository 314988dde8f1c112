"""Pictures of boards as data, apart from how they are drawn.

`picture_builder` decides what is drawn of a board, `picture` is the result; `graph` lays out boards that are graphs,
`formulas` reads what a map says of its drawing, `turn_pictures` follows a logged game. `ui.maps` writes SVG and text.
"""
