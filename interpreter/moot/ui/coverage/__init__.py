"""`moot coverage` and `moot used`: what is carried out, tested and used."""
