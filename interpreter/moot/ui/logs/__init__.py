"""`moot replay` and `moot verify`: print and check logged games."""
