"""What a seat gains or pays in the end, whichever way it goes on: what an option costs that asks something else first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from ruleset_core.lang.evaluate.trace import AnyPart, Changed

if TYPE_CHECKING:
    from ruleset_core.engine.story.naming import Naming
    from ruleset_core.engine.story.story import Foresight

__all__ = ["Ways", "supply", "ways"]

ANSWERS: Final = 12
"""So many answers to the next question are looked at."""

FEW: Final = 3
"""What comes after them is looked at too where a question has no more answers than this."""

LOOKS: Final = 24
"""So many answers are looked at in all; a menu waits for them."""

STEPS: Final = 60_000
"""So many steps of the rules at most, about a fiftieth of a second; it is given up then, whatever the machine."""

QUICK: Final = 5_000
"""An answer behind which it is looked further takes no more steps than this itself."""

RESOURCES: Final = 3
"""What gains or takes more kinds of things than this is no simple sum."""


def supply(naming: Naming, heard: Iterable[tuple[int, AnyPart]], seat: int) -> dict[int, tuple[int, int]]:
    """What a seat has of every resource that it got or gave, at first and in the end, by resource."""
    found: dict[int, tuple[int, int]] = {}
    for _, part in heard:
        if isinstance(part, Changed):
            home, of, place = naming.eyes.place(part.address)
            if home.name == "held" and of == seat:
                found[place] = (found.get(place, (part.before, 0))[0], part.after)
    return found


@dataclass(slots=True)
class Ways:
    """The ends that are looked at: what is gained or paid up to each, by resource, and why no more is known of some."""

    sums: list[dict[int, int]] = field(default_factory=list)
    then: set[Literal["chance", "hidden"] | None] = field(default_factory=set)
    steps: int = 0

    def is_enough(self) -> bool:
        """Whether to give up: too much work, or no simple sum."""
        return (
            self.steps > STEPS or len({each for way in self.sums for each, count in way.items() if count}) > RESOURCES
        )

    def spans(self) -> dict[int, tuple[int, int]]:
        """The least and the most of every resource that is gained or paid."""
        resources = dict.fromkeys(each for way in self.sums for each, count in way.items() if count)
        amounts = {each: [way.get(each, 0) for way in self.sums] for each in resources}
        return {each: (min(counts), max(counts)) for each, counts in amounts.items()}


def ways(foresight: Foresight, seat: int) -> Ways | None:
    """What may come of the answers to the next question; None where there are too many, or they are no simple sum."""
    if foresight.asked is None or len(foresight.asked.options) > ANSWERS:
        return None
    found = Ways()
    _look(foresight, seat, {}, found)
    return found if found.spans() and not found.is_enough() else None


def _look(foresight: Foresight, seat: int, before: dict[int, int], found: Ways) -> None:
    """Add the ends behind a question; `before` is what was gained or paid on the way there."""
    naming = foresight.story.game.narration.naming
    asked = foresight.asked
    further = asked is not None and len(asked.options) <= FEW and foresight.steps <= QUICK
    for each in foresight.each_answer(further=further):
        found.steps += each.steps
        now = dict(before)
        for resource, (least, most) in supply(naming, each.story.heard, seat).items():
            now[resource] = now.get(resource, 0) + most - least
        size = 0 if each.asked is None else len(each.asked.options)
        if 0 < size <= FEW and len(found.sums) + size < LOOKS:
            _look(each, seat, now, found)
            continue
        found.sums.append(now)
        found.then.add(each.then)
        if found.is_enough():
            return
