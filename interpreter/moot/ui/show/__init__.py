"""`moot show` prints the contents of a game and its tables, `moot sheet` its score sheet."""
