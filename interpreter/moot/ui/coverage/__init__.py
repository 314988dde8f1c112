"""`moot coverage` shows which clauses are implemented and tested, and `moot used` what games use."""
