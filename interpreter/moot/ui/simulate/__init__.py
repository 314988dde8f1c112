"""`moot sim`: many games, as tables (`report`) and as pictures (`charts`)."""
