"""A game as plain data: its cards, clauses and options, its tables, its score sheet, its lowered form."""
