"""`moot check` and `moot test`."""
