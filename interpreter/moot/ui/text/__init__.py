"""`moot text`."""
