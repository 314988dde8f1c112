"""`moot show` and `moot sheet`: what a game is, its tables, its sheet."""
