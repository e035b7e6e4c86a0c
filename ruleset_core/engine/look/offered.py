"""The options that are offered, by what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.look.meant import may_mean

if TYPE_CHECKING:
    from ruleset_core.engine.look.looking import Looking
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Decision

Numbers = tuple[int, ...]


class Offered:
    """Options by what stands for them.

    Attributes:
        asked: the name of the question; empty if nothing is asked.
    """

    def __init__(self, at: Looking, options: Sequence[int]) -> None:
        self._at = at
        self._alone: dict[tuple[str, str], list[int]] = {}
        self._second: dict[tuple[str, str], list[int]] = {}
        self._shown: dict[str, tuple[Decision, set[int]]] = {}
        self._answers: dict[int, list[int]] = {}
        game = at.game
        self.asked = game.options.home(options[0]).name if options else ""
        for option in options:
            decision = game.options.home(option)
            if decision.keys:
                self._shown.setdefault(decision.name, (decision, set()))[1].add(option)
            elif option - decision.base < decision.size:
                self._answers.setdefault(option - decision.base + decision.low, []).append(option)
            for place, thing in enumerate(game.things(option)):
                if thing.family:
                    there = self._second if place else self._alone
                    there.setdefault((thing.family, thing.id), []).append(option)

    def answering(self, value: int) -> Sequence[int]:
        """The options that answer the question with a value."""
        return self._answers.get(value, ())

    def about(self, kind: Type, value: int, name: tuple[str, str]) -> tuple[Numbers, Numbers]:
        """The options that a member or a piece stands for, and those of pairs in which it is the second.

        A question about what pieces show is stood for by those of them that it can mean, not by all that show the same.
        `name`: its family and id, as data writes them.
        """
        if not self.asked:
            return (), ()
        first, second = tuple(self._alone.get(name, ())), tuple(self._second.get(name, ()))
        for decision, options in self._shown.values():
            if decision.type.domain == kind.domain:
                number = self._at.shows(decision, value)
                option = -1 if number is None else decision.base + number
                first += (option,) if option in options and may_mean(self._at, decision, value) else ()
        return first, second
