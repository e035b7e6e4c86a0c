"""Faults of ours as one line; with `RULESET_DEBUG` set, also where they happened."""

import os
import traceback
from typing import Final

from ruleset_core.shown import clean

__all__ = ["DEBUG_VARIABLE", "fault"]

DEBUG_VARIABLE: Final = "RULESET_DEBUG"


def fault(error: Exception) -> str:
    """What is said of an error that nobody expected; where it happened goes to the standard error output if that is wanted."""
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    return f"this is a fault of ruleset, not yours: {type(error).__name__}: {clean(str(error))}"
