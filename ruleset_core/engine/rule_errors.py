"""Errors with their messages: arguments out of range become OptionError; rules that break in play become BrokenRuleError with game, phase and line."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from operator import index
from random import SystemRandom
from time import perf_counter
from typing import TYPE_CHECKING

from ruleset_core.compile.search.world_plans import WORLDS
from ruleset_core.errors import BrokenRuleError, OptionError
from ruleset_core.lang.runtime import DECISIONS
from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core.engine.game_info import GameInfo
    from ruleset_core.engine.state_data import StateData
    from ruleset_core.eval.evaluation_errors import BrokenRule


# Numbers that a caller hands over: what is no whole number, or none of those there are, is refused by its name.

LARGEST_NUMBER = (1 << 63) - 1
"""The largest number of a game, and of anything that is counted."""
SEEDS = 1 << 512
"""Seeds lie between this and its negative: they are read digit by digit."""


def whole_number(name: str, value: object, low: int = 0, high: int = LARGEST_NUMBER) -> int:
    """A whole number from `low` to `high`, those of numpy included, as an `int`. Raises OptionError."""
    number = any_whole_number(name, value)
    if low <= number <= high:
        return number
    limits = f"{low:,} or more" if number < low and high == LARGEST_NUMBER else f"{low:,} to {high:,}"
    raise OptionError(f"`{name}` is {limits}, not {shown_number(number)}", (name,))


def checked_seed(seed: object) -> int:
    """A seed; a random one for None. Raises OptionError."""
    if seed is None:
        return SystemRandom().randrange(1 << 63)
    number = seed if seed.__class__ is int else any_whole_number("seed", seed)
    if -SEEDS < number < SEEDS:
        return number
    raise OptionError("`seed` is a whole number of at most 512 bits", ("seed",))


def checked_seat(seat: object, seats: int, *, watching: bool = False) -> int:
    """One of so many seats; -1 as well where somebody may be watching who has none. Raises OptionError."""
    number = any_whole_number("seat", seat)
    if -watching <= number < seats:
        return number
    onlooker = ", and -1 is somebody who watches" if watching else ""
    raise OptionError(
        f"there is no seat {shown_number(number)}: the seats of this state are 0 to {seats - 1}{onlooker}", ("seat",)
    )


def any_whole_number(name: str, value: object) -> int:
    """Any whole number. Raises OptionError."""
    try:
        return int(index(value))  # type: ignore[arg-type]  # it may be anything: that is what is asked here
    except TypeError:
        text = f"the text {value!r}" if isinstance(value, str) else repr(value)
        raise OptionError(f"`{name}` is a whole number, not {text[:60]}", (name,)) from None


def shown_number(number: int) -> str:
    """A number as a message shows it; reading out one of thousands of digits is an error of Python."""
    return str(number) if -LARGEST_NUMBER <= number <= LARGEST_NUMBER else f"a number of {number.bit_length()} bits"


def deadline_of(seconds: float | None) -> float:
    """The time of `perf_counter` at which so many seconds are over; never for None. Raises OptionError."""
    if seconds is None:
        return inf
    if not 0 < seconds < inf:
        raise OptionError(f"`seconds` is more than 0, not {str(seconds)[:60]}", ("seconds",))
    return perf_counter() + seconds


# Broken rules as people read them: the game, its phase, the line of the file, whose text it is, and what was missing.


def broken_rule(state: StateData, broken: BrokenRule) -> BrokenRuleError:
    """What the interpreter refused in a state, told in full.

    For example: Troyes, phase `income`: cards/red.yaml:14:9, `effect` of the card `red_2`: `held` of no seat
    Or: Tournay, phase `town`: citizens.yaml:104:7, `effect` of the definition `stand_up` (begun by the card `cantor`, cards/expert.yaml:9:13): ...
    """
    error = _in_state({lang: _message(state, broken, lang) for lang in LANGUAGES}, str(broken))
    error.place, error.owner, error.span, error.phase = broken.place, broken.owner, broken.span, state.phase
    return error


def endless_game(game: GameInfo) -> BrokenRuleError:
    """A game that was played by nobody but bots and has not ended after `DECISIONS`."""
    return BrokenRuleError.endless({lang: game.title(lang) for lang in LANGUAGES}, DECISIONS)


def no_world_fits(state: StateData) -> BrokenRuleError:
    """No world was found in which somebody is asked as it is asked in a state."""
    reasons = {
        lang: message("game.no_world", lang, count=f"{WORLDS:,}".replace(",", message("play.thousands_mark", lang)))
        for lang in LANGUAGES
    }
    return _in_state({lang: f"{_where(state, lang)}: {reason}" for lang, reason in reasons.items()}, reasons["en"])


def _in_state(texts: Mapping[str, str], reason: str) -> BrokenRuleError:
    return BrokenRuleError(texts["en"], texts, reason)


def _where(state: StateData, lang: str) -> str:
    return message("game.phase", lang, game=state.game.title(lang), phase=state.phase)


def _message(state: StateData, broken: BrokenRule, lang: str) -> str:
    where = _where(state, lang)
    origin = broken.origin
    if origin is not None:
        where += f": {origin.text}, {origin.describe(lang)}"
    if broken.card is not None:
        where += message("rule.begun_by", lang, place=broken.card.text, owner=broken.card.owner.text(lang))
    return f"{where}: {broken.text(lang)}"
