"""Numbers that a caller hands over: what is no whole number, or none of those there are, is refused by its name."""

from __future__ import annotations

from math import inf
from operator import index
from random import SystemRandom
from time import perf_counter

from ruleset_core.errors import OptionError

MOST = (1 << 63) - 1
"""The largest number of a game, and of anything that is counted."""
SEEDS = 1 << 512
"""Seeds lie between this and its negative: they are read digit by digit."""


def whole(name: str, value: object, low: int = 0, high: int = MOST) -> int:
    """A whole number from `low` to `high`, those of numpy included, as an `int`. Raises OptionError."""
    number = number_of(name, value)
    if low <= number <= high:
        return number
    limits = f"{low:,} or more" if number < low and high == MOST else f"{low:,} to {high:,}"
    raise OptionError(f"`{name}` is {limits}, not {shown_number(number)}", (name,))


def seed_of(seed: object) -> int:
    """A seed; a random one for None. Raises OptionError."""
    if seed is None:
        return SystemRandom().randrange(1 << 63)
    number = seed if seed.__class__ is int else number_of("seed", seed)
    if -SEEDS < number < SEEDS:
        return number
    raise OptionError("`seed` is a whole number of at most 512 bits", ("seed",))


def seat_of(seat: object, seats: int, *, watching: bool = False) -> int:
    """One of so many seats; -1 as well where somebody may be watching who has none. Raises OptionError."""
    number = number_of("seat", seat)
    if -watching <= number < seats:
        return number
    onlooker = ", and -1 is somebody who watches" if watching else ""
    raise OptionError(
        f"there is no seat {shown_number(number)}: the seats of this state are 0 to {seats - 1}{onlooker}", ("seat",)
    )


def number_of(name: str, value: object) -> int:
    """Any whole number. Raises OptionError."""
    try:
        return int(index(value))  # type: ignore[arg-type]  # it may be anything: that is what is asked here
    except TypeError:
        text = f"the text {value!r}" if isinstance(value, str) else repr(value)
        raise OptionError(f"`{name}` is a whole number, not {text[:60]}", (name,)) from None


def shown_number(number: int) -> str:
    """A number as a message shows it; reading out one of thousands of digits is an error of Python."""
    return str(number) if -MOST <= number <= MOST else f"a number of {number.bit_length()} bits"


def until_of(seconds: float | None) -> float:
    """The time of `perf_counter` at which so many seconds are over; never for None. Raises OptionError."""
    if seconds is None:
        return inf
    if not 0 < seconds < inf:
        raise OptionError(f"`seconds` is more than 0, not {str(seconds)[:60]}", ("seconds",))
    return perf_counter() + seconds
