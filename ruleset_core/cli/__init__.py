"""The command line `ruleset`: commands in a few modules, each imported only when one of its commands is run.

`ruleset bots` is `bots_command` of the module `commands.listings`, which `group.COMMANDS` names. It reads what was asked for
and calls what does the work: a game in the terminal (`console`), on the whole screen (`fullscreen`), many games
(`experiments`), or a module beside these.
"""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False


def _begin() -> None:
    """The program begins: `kill` and a closed terminal end it as Ctrl-C does, and at its end nothing is looked through for garbage once more."""
    import atexit
    import gc
    import signal

    atexit.register(gc.freeze)
    gc.set_threshold(
        20_000, 20, 20
    )  # what is imported is no garbage: a start would look through all of it several times

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
