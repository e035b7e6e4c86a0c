"""The command, as the tests of the command line run it."""

from tests.cli.conftest import run, start

__all__ = ["run", "start"]
