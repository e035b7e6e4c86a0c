"""The command `ruleset`. One module per command, imported only when the command is run.

A module of this package offers its command as the attribute `command` and is listed in `main.COMMANDS`.
"""

from ruleset_core.cli.main import main

__all__ = ["main"]
