"""Who reads the screen: one of the persons at it, who may not see the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core.cli.playing.place import Place

__all__ = ["Reader"]


class Reader:
    """Whoever looks at the screen.

    Attributes:
        looking: the seat that was asked last; None before anybody was.
        apart: persons were found who may not see the same: they are told what happened one by one.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self.looking: int | None = None
        self.apart = False

    @property
    def viewer(self) -> int | None:
        """The seat that reads the screen: the only person, the one who was asked, or None when bots play or a script."""
        persons = self._place.table.seating.persons
        if len(persons) == 1:
            return persons[0]
        return self.looking if persons else None

    @property
    def all(self) -> list[int]:
        """The seats whose persons read what is told now."""
        return [seat for seat in self._place.table.seating.persons if not self.apart or seat == self.viewer]

    def change(self, seat: int) -> bool:
        """The person of a seat comes to the screen; whether it is another one than before."""
        before, self.looking = self.looking, seat
        if before in {None, seat}:
            return False
        at = self._place
        mine, yours = ({**at.live.observe(who), "seat": None} for who in (seat, before))
        self.apart = self.apart or mine != yours
        if self.apart and at.screen.interactive:  # nobody is shown what another may see
            at.screen.clear()
            at.screen.pause(say("hand_over", at.lang, name=at.name(seat)))
        return True
