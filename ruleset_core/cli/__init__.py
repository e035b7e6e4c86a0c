"""The command `ruleset`. One module per command, imported only when the command is run.

A module of `commands` offers its command as the attribute `command` and is listed in `group.COMMANDS`. What several
commands need stands beside it in packages, each of which knows only those below it (the contract in `pyproject.toml`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is loaded below, where an interrupt is caught
    from collections.abc import Sequence

__all__ = ["main"]


def _begin() -> None:
    """The program begins: `kill` and a closed terminal end it as Ctrl-C does, and at its end nothing is looked through for garbage once more."""
    import atexit
    import gc
    import signal

    atexit.register(gc.freeze)

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second one ends it at once
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores SIGHUP
            signal.signal(number, interrupt)


def main(args: Sequence[str] | None = None) -> int:
    """Run `ruleset` and return its exit code; an interrupt is answered politely from the first moment."""
    try:
        if args is None:  # this is the program, not a call
            _begin()
        from ruleset_core.cli import group

        return group.main(args)
    except KeyboardInterrupt:
        import sys

        if sys.stderr is not None:
            sys.stderr.write("Stopped.\n")
        return 130
