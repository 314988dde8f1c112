"""`moot coverage` and `moot used`: clauses implemented and tested, and what games use."""
