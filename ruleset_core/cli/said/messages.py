"""What the command line says, in English and Spanish: its own texts and those of every table."""

from __future__ import annotations

from typing import Final

from ruleset_core.cli.said.tables.analyses import ANALYSES
from ruleset_core.cli.said.tables.bots import BOTS
from ruleset_core.cli.said.tables.commands import COMMANDS
from ruleset_core.cli.said.tables.compares import COMPARES
from ruleset_core.cli.said.tables.full import FULL
from ruleset_core.cli.said.tables.games import GAMES
from ruleset_core.cli.said.tables.learnings import LEARNINGS
from ruleset_core.cli.said.tables.looks import LOOK
from ruleset_core.cli.said.tables.prints import ONE as PRINTS_ONE
from ruleset_core.cli.said.tables.prints import PRINTS
from ruleset_core.cli.said.tables.replays import REPLAYS
from ruleset_core.cli.said.tables.reports import REPORTS
from ruleset_core.cli.said.tables.sims import SIMS
from ruleset_core.cli.said.tables.start import START
from ruleset_core.cli.said.tables.tournaments import TOURNAMENTS
from ruleset_core.cli.said.tables.turns import TURNS
from ruleset_core.cli.said.tables.typed import TYPED
from ruleset_core.lookup.said import LOOKUP
from ruleset_core.texts.saying import Both, Texts
from ruleset_core.texts.shared import ONE as SHARED_ONE
from ruleset_core.texts.shared import SHARED

__all__ = ["ONE", "TEXTS", "say"]

TEXTS: Final[Both] = {
    **ANALYSES,
    **START,
    **TURNS,
    **TYPED,
    **COMMANDS,
    **GAMES,
    **REPLAYS,
    **LOOK,
    **FULL,
    **SIMS,
    **COMPARES,
    **LEARNINGS,
    **TOURNAMENTS,
    **PRINTS,
    **REPORTS,
    **BOTS,
}

ONE: Final[Both] = {
    **PRINTS_ONE,
    "resumed": ("Going on after 1 move.", "Continúa tras 1 jugada."),
    "board_after": ("{game}: the board after 1 move", "{game}: el tablero tras 1 jugada"),
    "loaded": ("Loaded: {file}, 1 move", "Cargado: {file}, 1 jugada"),
}
"""What is said instead where the `count` is 1."""

say: Final = Texts({**SHARED, **LOOKUP, **TEXTS}, {**SHARED_ONE, **ONE}).say
