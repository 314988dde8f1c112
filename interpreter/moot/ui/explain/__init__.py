"""`moot explain`: why, why not, and what a clause says."""
