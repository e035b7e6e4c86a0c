"""What a seat can foresee of an option: an evaluator that looks ahead, and records what is certain to happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.lookahead import Lookahead, Unforeseen, Unknown
from ruleset_core.lang.evaluate.recording import Recorder

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.trace import AnyPart
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.runtime import Memory


class Foresight:
    """Runs a step until a seat must decide, or until it depends on chance or on what the seat that decides does not know."""

    def __init__(self, program: Program, hooks: Mapping[str, Callable[..., int]]) -> None:
        self._access, self._recorder = Lookahead(program), Recorder()
        self.evaluator = Evaluator(program, hooks, self._access, self._recorder)

    def foresee(
        self, s: Memory, option: int, tell: Callable[[AnyPart], None], *, briefly: bool = False
    ) -> Unknown | None:
        """Take an option; why no more could be told than `tell` heard, or None where all was told.

        Of the next question it is worked out which answers it has if the same seat is asked, and not if that is told `briefly`.
        """
        self._access.seat = self._recorder.seat = s.seat
        try:
            self._recorder.listen(s, option, tell, briefly=briefly)
        except Unforeseen as unforeseen:
            return unforeseen.why
        return None
