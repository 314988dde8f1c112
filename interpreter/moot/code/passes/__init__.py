"""From units to units, and what is read off them before they are printed."""
