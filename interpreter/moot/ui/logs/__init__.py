"""`moot replay` and `moot verify`: logged games told and checked."""
