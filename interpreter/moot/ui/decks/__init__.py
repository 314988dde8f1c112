"""`moot deck` builds and converts decks. `report` prints the result of a check."""
