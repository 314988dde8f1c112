"""`moot new`."""
