"""Broken rules as people read them: the game, its phase, the line of the file, whose text it is, and what was missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.runtime import DECISIONS
from ruleset_core.lang.worlds import WORLDS

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.evaluate.errors import BrokenRule

PHASE = {"en": "phase", "es": "fase"}


def told(state: State, broken: BrokenRule) -> BrokenRuleError:
    """What the interpreter refused in a state, told in full.

    For example: Troyes, phase `income`: cards/red.yaml:14:9, `effect` of the card `red_2`: `held` of no seat
    """
    error = BrokenRuleError(_message(state, broken, "en"), _message(state, broken, "es"), str(broken))
    error.place, error.owner, error.span, error.phase = broken.place, broken.owner, broken.span, state.phase
    error.is_too_long = broken.is_too_long
    return error


def endless(game: Game) -> BrokenRuleError:
    """A game that was played by nobody but bots and has not ended after `DECISIONS`."""
    return BrokenRuleError.endless(game.title("en"), game.title("es"), DECISIONS)


def nothing_fits(state: State) -> BrokenRuleError:
    """No world was found in which somebody is asked as it is asked in a state."""
    game, phase, count = state.game, state.phase, f"{WORLDS:,}"
    reason = f"of {count} imagined worlds none fits the question, so bots and hints cannot think about it: what it depends on is hidden and rare"
    spanish = (
        f"de {count.replace(',', ' ')} mundos imaginados ninguno concuerda con la pregunta, así que ni bots ni consejos pueden pensarla: "
        f"depende de algo oculto y raro"
    )
    return BrokenRuleError(
        f"{game.title('en')}, {PHASE['en']} `{phase}`: {reason}",
        f"{game.title('es')}, {PHASE['es']} `{phase}`: {spanish}",
        reason,
    )


def _message(state: State, broken: BrokenRule, lang: str) -> str:
    where = f"{state.game.title(lang)}, {PHASE[lang]} `{state.phase}`"
    origin = broken.origin
    if origin is not None:
        where += f": {origin.text}, {origin.said(lang)}"
    return f"{where}: {broken.said(lang)}"
