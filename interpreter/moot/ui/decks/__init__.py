"""`moot deck`: decks searched for, checked and written; `report` prints the result of a check."""
