"""`moot explain`: why, why not, and the meaning of a clause."""
