"""Too much work is refused when a game is loaded, where it is known: `lang.lower.certain` says what can never be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.lower.certain import too_much
from ruleset_core.lang.runtime import STEPS
from ruleset_core.model.diagnostic import error

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

ADVICE = "go through fewer values: loops within loops multiply, and so do amounts that use each other twice"


def check_cost(linker: Linker) -> None:
    """Report what takes more steps than a decision may. The program must be lowered."""
    for origin, steps in too_much(linker.program):
        said = f"this takes {steps:,} steps at least; a decision may take {STEPS:,}"
        linker.diagnostics.append(error("E319", said, origin.span, help=ADVICE))
