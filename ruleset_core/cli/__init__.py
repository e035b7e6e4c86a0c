"""The command `ruleset`. One module per command, imported only when the command is run.

A module of `commands` offers its command as the attribute `command` and is listed in `group.COMMANDS`. What several
commands need stands beside it in packages, each of which knows only those below it (the contract in `pyproject.toml`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is loaded below, where an interrupt is caught
    from collections.abc import Sequence

__all__ = ["main"]


def main(args: Sequence[str] | None = None) -> int:
    """Run `ruleset` and return its exit code; an interrupt is answered politely from the first moment."""
    if args is None:  # this is the program, not a call: when it ends, nothing is looked through for garbage once more
        import atexit
        import gc

        atexit.register(gc.freeze)
    try:
        from ruleset_core.cli import group

        return group.main(args)
    except KeyboardInterrupt:
        import sys

        if sys.stderr is not None:
            sys.stderr.write("Stopped.\n")
        return 130
