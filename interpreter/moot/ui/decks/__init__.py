"""`moot deck`: decks searched, judged and written; `report` says how a deck was judged."""
