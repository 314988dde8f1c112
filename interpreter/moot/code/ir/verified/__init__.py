"""Whether units are well made: what each part of the form must be where it stands."""
