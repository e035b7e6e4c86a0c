"""What players know by name behind something that happened: the card, or the track whose space gave it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.trace import Cause
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.program import Program

__all__ = ["Behind", "behind"]


@dataclass(frozen=True, slots=True)
class Behind:
    """A card or a track: its id, what players call it by language, and the line of the data that speaks of it."""

    kind: Literal["card", "track"]
    name: str
    names: Mapping[str, str]
    origin: Origin

    @property
    def gives(self) -> bool:
        """Whether it is a card, or a space of the track that gives something: what else happens on a track has words of its own."""
        return self.kind == "card" or self.origin.key.startswith("rewards")


def behind(program: Program, because: Iterable[Cause]) -> Iterator[Behind]:
    """The cards and tracks behind a part of a story, the nearest first."""
    for cause in because:
        owner = cause.origin.owner
        if owner.section == "resources":
            tracks = program.vocabulary.domains["resource"]
            names = tracks.names[tracks.ids.index(owner.name)]
            yield Behind("track", owner.name, _worded(owner.name) | names, cause.origin)
        elif owner.section == "cards" and owner.name in program.cards:
            yield Behind("card", owner.name, _worded(owner.name) | program.cards[owner.name].names, cause.origin)


def _worded(name: str) -> dict[str, str]:
    return dict.fromkeys(("en", "es"), name.replace("_", " "))
