"""Programs spelled as Python, one state at a time."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

from ruleset_core.engine import state as running
from ruleset_core.engine.spelled import CALLED
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.runtime import Trap
from ruleset_core.lang.spell.module import spell


class Spelled:
    """A program as Python. It may be asked only for what stays inside: places are not looked at, nor how much there is room for."""

    def __init__(self, code: n.Code) -> None:
        source, tables = spell(code)
        self.code = code
        self.space: dict[str, Any] = {each.__name__: each for each in CALLED} | tables
        exec(compile(source, "<random code>", "exec"), self.space)

    def go_on(self, before: Any, option: int) -> Any:
        """A copy of a state that goes on with an option; None where the rule is broken."""
        s = SimpleNamespace(**deepcopy(vars(before)))
        s.game, s.steps = SimpleNamespace(blocks=self.space["BLOCKS"]), 0
        s.a, s.draws, s.forced = option, [], []
        try:
            running.run(s)
        except Trap:
            return None
        return s

    def scores(self, s: Any) -> list[int] | None:
        """The score of every seat; None where the rule is broken."""
        try:
            return [sum(self._rows(s, seat)) for seat in range(s.n)]
        except Trap:
            return None

    def _rows(self, s: Any, seat: int) -> Iterator[int]:
        for function, source, listed in self.code.scores:
            for item in [()] if source is None else [(each,) for each in range(s.n)]:
                if not listed or self.space[listed](s, s.v, seat, *item):
                    yield self.space[function](s, s.v, seat, *item)
