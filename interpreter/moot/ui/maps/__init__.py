"""`moot show GAME map`: boards in the terminal (`text`) and as SVG (`svg`)."""
