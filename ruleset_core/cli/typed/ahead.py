"""What is typed ahead of its question: answers to the next questions that a text means, where only one way leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.refusal import SOME, Mistake, not_offered
from ruleset_core.lookup.asked import SHORTEST, Asked
from ruleset_core.lookup.words import fold, meant_by, without_question
from ruleset_core.texts.menu import before_values, is_done, menu_keys, plain_offers

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.texts.menu import Offer

__all__ = ["Way", "ahead"]

DEEP: Final = 3
"""So many questions may be answered in a row, the one that is asked now included, where words stand for each."""

LOOKS: Final = 120
"""So many options are looked behind before it is given up: a person waits meanwhile."""


@dataclass(frozen=True, slots=True)
class Way:
    """Answers to several questions in a row: the option taken now, and the notations of those after it."""

    option: int
    rest: tuple[str, ...]


Steps = tuple["Offer", ...]
"""Answers in a row."""


def ahead(text: str, asked: Asked) -> Way | Mistake | None:
    """The answers that a text means which is none to the question asked now; a mistake if there are several such ways.

    Only what is certain is looked at: not beyond chance, what is hidden, or the turn of somebody else.
    """
    look, said = _Look(asked), fold(text)
    found = look.in_a_row(said.split(), asked.state, asked.menu) or look.for_one(said)
    if len(found) > 1:
        shown = [" · ".join(offer.notation for offer in steps) for steps in found[:SOME]]
        more = ", ..." if len(found) > SOME else ""
        return Mistake(say("ambiguous", asked.lang, text=text, options=", ".join(shown) + more))
    if not found:
        return look.refused(text)
    first, *rest = found[0]
    return Way(first.option, tuple(offer.notation for offer in rest))


class _Look:
    """Looks behind options, as often as a person can wait for."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.left = LOOKS

    def behind(self, state: State, offer: Offer) -> tuple[State, list[Offer]] | None:
        """The next question of the same seat, with its menu; None where it cannot be known, or is nobody's to answer."""
        if self.left <= 0:
            return None
        self.left -= 1
        try:
            then = state.foresee(offer.option).asked
            return (
                None if then is None else (then, plain_offers(self.asked.game, then, self.asked.lang, self.asked.names))
            )
        except BrokenRuleError:  # said when it is taken
            return None

    def refused(self, text: str) -> Mistake | None:
        """Why the answer that a text names is not offered at the next question, if it is one of that."""
        words = fold(text).split()
        for size in range(len(words) - 1, -1, -1):
            firsts = meant_by(" ".join(words[:size]), self.asked.menu) if size else self.asked.menu
            then = [self.behind(self.asked.state, offer) for offer in firsts] if size == 0 or len(firsts) == 1 else []
            rest = " ".join(words[size:])
            reasons = [not_offered(rest, replace(self.asked, state=each[0], menu=each[1])) for each in then if each]
            told = dict.fromkeys(each for each in reasons if each is not None)
            if len(told) == 1:
                return next(iter(told))
        return None

    def in_a_row(self, words: Sequence[str], state: State, menu: Sequence[Offer], deep: int = DEEP) -> list[Steps]:
        """Ways whose first words answer this question and whose others answer the next ones: `draw red 2`."""
        found: list[Steps] = []
        for size in range(len(words) - 1, 0, -1):
            first = meant_by(" ".join(words[:size]), menu)
            behind = self.behind(state, first[0]) if len(first) == 1 else None
            if behind is None:
                continue
            rest = " ".join(words[size:])
            last = _by_value(rest, behind[1]) or self.answers(rest, *behind)
            found = [(first[0], offer) for offer in last]
            if not found and deep > 2:
                found = [(first[0], *steps) for steps in self.in_a_row(words[size:], *behind, deep - 1)]
            if found:
                break
        return found

    def for_one(self, text: str) -> list[Steps]:
        """Answers to this question behind which an option of this name is asked for next.

        No further: what lies between would be answered with nothing said about it.
        """
        lone = any(len(word) == 1 and word.isalpha() for word in text.split())
        if len(text) < SHORTEST or lone or not any(map(str.isalpha, text)):
            return []
        asked = self.asked
        firsts = asked.menu if len(asked.menu) <= self.left else ()
        behind = ((offer, self.behind(asked.state, offer)) for offer in firsts)
        return [(offer, each) for offer, then in behind if then is not None for each in self.answers(text, *then)]

    def answers(self, text: str, state: State, menu: Sequence[Offer]) -> list[Offer]:
        """The answers to a later question that a text means; that nothing more is taken must be asked for there."""
        rest = (
            without_question(text, state.decision.prompt(self.asked.lang, self.asked.names)) if state.decision else ""
        )
        found = meant_by(text, menu) or (meant_by(rest, menu) if any(map(str.isalpha, rest)) else [])
        return [offer for offer in found if not is_done(offer.notation)]


def _by_value(text: str, menu: Sequence[Offer]) -> list[Offer]:
    """The option whose value was typed, where the menu's numbers are values; another menu's places nobody has seen."""
    if before_values(menu) is None or not text.isdecimal():
        return []
    return [offer for key, offer in zip(menu_keys(menu), menu, strict=True) if key == str(int(text[:9]))]
