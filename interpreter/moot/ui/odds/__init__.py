"""`moot odds`: questions of packs, choices in a game (`choices`), routes over a board (`paths`)."""
