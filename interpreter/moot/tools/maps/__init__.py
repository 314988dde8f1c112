"""Pictures of boards as data, independent of the way they are drawn.

`picture_builder` decides what to draw of a board, and `picture` is the result. `graph` lays out boards that are graphs,
`formulas` reads the map's settings for its drawing, and `turn_pictures` follows a logged game. `ui.maps` writes SVG and
text.
"""
