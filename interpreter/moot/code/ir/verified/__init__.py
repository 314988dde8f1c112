"""Whether units are valid: the requirements of each part of the form."""
