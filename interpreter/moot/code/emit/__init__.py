"""Units as text of a target: Python modules, in four forms from one printer."""
