"""What a game is, as plain data: its cards, clauses and options, its tables, its sheet, its lowered form."""
