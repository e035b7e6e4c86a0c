"""What to type for the options that a menu offers, and which of these keys stand at a thing on the table.

Sets of two of three cards, asked thing by thing or all at once:

    1 card 1, 2 card 2, 3 card 3        `[2]` at card 2: this line leads to all of its options and to no other
    1 card 1 card 2, 2 card 1 card 3,   `[1-2]` at card 1, `[1,3]` at card 2: those of its options
    3 card 2 card 3
    1 walk, 2 build                     `[1]` at the places to which one may walk, and not build: its line leads there
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from ruleset_core.formats.scene_format import SceneTarget

NAMED: Final = 3
"""So many keys that do not follow each other stand at a thing."""


@dataclass(frozen=True, slots=True)
class AnswerKeys:
    """The lines of a menu that is shown.

    Attributes:
        options: all options that the menu leads to.
        lines: the key of each line, with the options it leads to.
        narrowed: whether something was picked before, so that what all options are about was picked.
        later: whether a later part of answers is asked for.
    """

    options: tuple[int, ...] = ()
    lines: tuple[tuple[str, frozenset[int]], ...] = ()
    narrowed: bool = False
    later: bool = False
    _of: dict[int, list[int]] = field(init=False, compare=False, repr=False, default_factory=dict)
    """The places of the lines that lead to an option."""
    _all: frozenset[int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_all", frozenset(self.options))
        for place, (_, options) in enumerate(self.lines):
            for option in options:
                self._of.setdefault(option, []).append(place)

    @classmethod
    def of(cls, keys: Mapping[int, str]) -> Self:
        """Those of a menu of one level, by the options; options of one key are of one line."""
        lines: dict[str, list[int]] = {}
        for option, key in keys.items():
            lines.setdefault(key, []).append(option)
        return cls(tuple(keys), tuple((key, frozenset(options)) for key, options in lines.items()))

    def __len__(self) -> int:
        return len(self.lines)

    def isdisjoint(self, options: Iterable[int]) -> bool:
        """Whether it leads to none of these options."""
        return self._all.isdisjoint(options)

    def are_all(self, options: Iterable[int]) -> bool:
        """Whether it leads to nothing but these options."""
        return self._all.issubset(options)

    def at(self, stand: SceneTarget | None) -> str:
        """What to type for a thing, if that is one line or a few: `3`, `3-5`, `3,5`; empty where no line is about it."""
        about = () if stand is None else stand.goals if self.later else stand.options
        options = self._all.intersection(about)
        if not options or (self.narrowed and options == self._all):
            return ""
        near = sorted({place for option in options for place in self._of.get(option, ())})
        lines = [place for place in near if self.lines[place][1] <= options]
        whole = [place for place in lines if self.lines[place][1] == options]
        if not lines and not self.later:  # a kind of answers, or a thing of which several stand on the table
            whole = [place for place in near if self.lines[place][1] >= options][:1]
        return self._written(whole[:1] or lines)

    def _written(self, places: list[int]) -> str:
        keys = [*dict.fromkeys(self.lines[place][0] for place in places)]
        if len(keys) < 2:
            return "".join(keys)
        if places == [*range(places[0], places[-1] + 1)]:
            return f"{keys[0]}-{keys[-1]}"
        return ",".join(keys[:NAMED]) + ("…" if len(keys) > NAMED else "")


NO_KEYS: Final = AnswerKeys()
