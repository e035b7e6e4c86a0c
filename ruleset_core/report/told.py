"""What all sections of a report share: the games, what they say together, the language; and how figures are written in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from ruleset_core.texts.figures import grouped, number

from .said import say

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Estimate, Plan, Summary

__all__ = ["Told", "Words", "finite"]


@dataclass(frozen=True, slots=True)
class Words:
    """How texts and figures are written in a language."""

    lang: str

    def say(self, key: str, **values: object) -> str:
        """A text of the report."""
        return say(key, self.lang, **values)

    def number(self, value: float, places: int = 1) -> str:
        """A number in the language, with a true minus."""
        text = number(abs(value), self.lang, places)
        return f"−{text}" if value < 0 and text.strip("0,.") else text

    def grouped(self, value: float, places: int = 0) -> str:
        """A value of an axis: whole numbers with their thousands apart."""
        return grouped(round(value), self.lang) if places == 0 and value >= 0 else self.number(value, places)

    def hundredths(self, found: Estimate) -> str:
        """How many of 100, with the margin: `31.2 ± 2.0`."""
        return self.number(100 * found.mean) + self.margin(100 * found.margin)

    def mean(self, found: Estimate) -> str:
        """A mean with its margin, with as many decimals as say something."""
        places = 1 if found.margin >= 0.1 or found.margin == 0 else 2
        return self.number(found.mean, places) + self.margin(found.margin, places)

    def signed(self, found: Estimate) -> str:
        """A difference with its margin."""
        return ("+" if found.mean > 0 else "") + self.mean(found)

    def signed_number(self, value: float, places: int) -> str:
        """A difference."""
        return ("+" if value > 0 else "") + self.number(value, places)

    def margin(self, margin: float, places: int = 1) -> str:
        """A margin as it stands behind a figure; nothing for what was seen once."""
        return "" if margin == inf else f" ± {self.number(margin, places)}"

    def some(self, value: float) -> str:
        """So many of 100, as in a sentence: whole, unless it is less than ten."""
        return self.number(value, 0 if value >= 9.95 else 1)

    def quoted(self, names: Iterable[str]) -> str:
        """Names in a row, each between quotation marks."""
        left, right = ("«", "»") if self.lang == "es" else ("“", "”")
        return ", ".join(f"{left}{name}{right}" for name in names)


@dataclass(frozen=True, slots=True)
class Told(Words):
    """A report of many games being written."""

    game: Game
    plan: Plan
    summary: Summary

    @property
    def alone(self) -> bool:
        """Whether a bot plays alone, so that nobody wins or loses against others."""
        return len(self.plan.seats) == 1

    @property
    def scored(self) -> bool:
        """Whether the game has a score."""
        return bool(self.game.score_names())

    @property
    def unlike_bots(self) -> bool:
        """Whether there are several kinds of bots."""
        return len(set(self.plan.seats)) > 1

    def seats(self) -> list[str]:
        """The seats by name."""
        return [self.say("seat", seat=seat + 1) for seat in range(len(self.plan.seats))]

    def place(self, place: int) -> str:
        """A place at the end, counted from 0."""
        return self.say("place", place=self.ordinal(place + 1))

    def ordinal(self, number: int) -> str:
        """`1st`, `2nd`, `3rd`, `4th`: places of ten players at the most."""
        return (
            f"{number}.º" if self.lang == "es" else f"{number}{('st', 'nd', 'rd')[number - 1] if number < 4 else 'th'}"
        )

    def phase(self, name: str) -> str:
        """A phase as players call it."""
        return self.game.glossary.title("phases", name, self.lang) if name else "–"


def finite(margin: float) -> float:
    """A margin that can be drawn."""
    return 0.0 if margin == inf else margin
