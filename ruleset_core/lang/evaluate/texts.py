"""Texts of the data about what happens: templates with the values of the moment, and reasons against answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.lookahead import Unforeseen
from ruleset_core.lang.evaluate.trace import Refused, Sentence, Spoken
from ruleset_core.lang.templates import spoken

if TYPE_CHECKING:
    from ruleset_core.lang import program as p
    from ruleset_core.lang.evaluate.closures import Env
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.templates import Template
    from ruleset_core.lang.vocabulary import Decision

SILENT: Final[tuple[type[Exception], ...]] = (BrokenRule, Unforeseen)
"""What keeps a text from being put together; what happens goes on without it."""
LOOKED_AT: Final = 40
"""So many candidates that were not offered are asked for their reason."""
FEW: Final = 2
"""So many different reasons are told; more explain nothing."""


class Texts:
    """Puts texts together, by an evaluator."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def said(self, template: dict[str, Template], s: Memory, env: Env) -> Sentence:
        """A text of the data with what stands in its places now; nothing if that has no value."""
        value = self._evaluator.value
        try:
            return {
                lang: tuple(
                    part if isinstance(part, str) else self._value(part, s, env)
                    for part in spoken(parts, lambda when: bool(value(when)(s, env)))
                )
                for lang, parts in template.items()
            }
        except SILENT:
            return {}

    def _value(self, part: t.Expr, s: Memory, env: Env) -> Spoken:
        none = part.fact.none if isinstance(part, t.FactOf) else {}
        return Spoken(part.type, self._evaluator.value(part)(s, env), none)

    def refused(self, ask: p.Ask, s: Memory, env: Env, option: int) -> Refused:
        """The candidates that a question with one answer did not offer, and why, as far as the data says it in few words."""
        decision, steps = ask.decision, s.steps
        low, beyond = decision.low, decision.low + decision.size
        if decision.keys or ask.selection.pairs is not None:
            return Refused()  # an option stands for several pieces, or there are too many that could be told
        others = [value for value in self._evaluator.members(ask.selection)(s, env) if low <= value < beyond]
        s.steps = steps  # who listens is not charged for it
        taken = option - decision.base + decision.low
        others = [value for value in others if value != taken]
        reasons: list[Sentence] = []
        for value in others[:LOOKED_AT]:
            reason = self._reason(decision, s, {"me": env["me"], "it": value})
            if reason and reason not in reasons:
                reasons.append(reason)
        s.steps = steps
        told = tuple(reasons) if len(reasons) <= FEW and len(others) <= LOOKED_AT else ()
        return Refused(
            len(others), told, ways=ask.item.startswith("_")
        )  # the data names what goes through things, not ways

    def _reason(self, decision: Decision, s: Memory, env: Env) -> Sentence:
        """The first reason of the data against an answer."""
        for reason in decision.why:
            try:
                if not self._evaluator.value(reason.unless)(s, env):
                    return self.said(reason.say, s, env)
            except SILENT:
                continue
        return {}
