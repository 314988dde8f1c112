"""`moot odds`: questions of packs, choices in a game (`choices`), ways over a board (`paths`)."""
