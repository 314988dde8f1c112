"""`python -m moot` is the command `moot`."""

from .ui.command import main

main()
