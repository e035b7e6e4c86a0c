"""How far a viewer can follow pieces that it does not know: up to a shuffle, or to a move of which it is not told what was moved.

It is made of the story as the viewer is told it, and of nothing else, so it tells nothing that the viewer does not know.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.trace import Moved, Ordered, Shown

if TYPE_CHECKING:
    from ruleset_core.engine.story.story import Story
    from ruleset_core.lang.evaluate.trace import AnyPart

Ends = tuple[tuple[int, int], ...]
"""From which place on a viewer lost sight of what lies in a list, and at which event: both rise."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What a viewer lost sight of; it never changes, so whoever takes moves back goes on from an earlier one.

    Attributes:
        events: how often it lost sight of anything.
        ends: by list of pieces, from which place on.
    """

    events: int = 0
    ends: Mapping[int, Ends] = field(default_factory=dict)

    def after(self, story: Story) -> Followed:
        """What it has lost sight of after a stretch of the game, told to it. Stretches follow each other without a gap."""
        events, ends = self.events, dict(self.ends)
        for _, part in story.heard:
            lost = _lost(part)
            if lost is not None:
                slot, place = lost
                events += 1
                ends[slot] = (*(end for end in ends.get(slot, ()) if end[0] < place), (place, events))
        return Followed(events, ends)

    def event(self, slot: int, place: int) -> int:
        """At which event the viewer lost sight of what lay at a place of a list before; 0 for never."""
        ends = self.ends.get(slot, ())
        found = bisect_right(ends, place, key=lambda end: end[0])
        return ends[found - 1][1] if found else 0


def _lost(part: AnyPart) -> tuple[int, int] | None:
    """The list in which a viewer loses sight of pieces, and from which place on: all of it where it is not told from where one went."""
    if isinstance(part, Moved) and part.source >= 0:
        return part.source, max(part.place, 0)
    if isinstance(part, Ordered):
        return part.zone, 0
    if isinstance(part, Shown) and part.piece >= 0 and part.place < 0 and part.zone >= 0 and not part.fact:
        return part.zone, 0  # one of a hand is known now: it may have been any of them
    return None
