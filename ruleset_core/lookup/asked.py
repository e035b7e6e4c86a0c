"""Who asks about something, where, and which answers a text may mean there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError, NotationError
from ruleset_core.texts.menu import Offer, any_offer, before_values, menu_keys

from .words import fold, meant_by

if TYPE_CHECKING:
    from ruleset_core import Game, State

__all__ = ["SHORTEST", "WATCHER", "Asked", "answers_meant", "by_key", "vocabulary"]

SHORTEST: Final = 3
"""Shorter words are not looked for among what is not offered: they would be found everywhere."""

WATCHER: Final = -1
"""Somebody who looks on, and knows no more than all may."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question at the table: its menu, where it is asked, and how to speak.

    Attributes:
        menu: what can be answered; nothing where somebody else is asked.
        game: the game.
        state: where it is asked.
        lang: `en` or `es`.
        names: of the players, by seat.
        viewer: the seat that wants to know, `WATCHER` for somebody who looks on; by default the one that decides.
        given: what the viewer sees, where that is more than `State.observe` gives: after the end.
        asking: whether the viewer is the one who is asked now.

    """

    menu: Sequence[Offer]
    game: Game
    state: State
    lang: str
    names: Sequence[str] = ()
    viewer: int | None = None
    given: Mapping[str, Any] | None = None
    asking: bool = True

    @property
    def seen(self) -> Mapping[str, Any]:
        """What the viewer sees."""
        if self.given is not None:
            return self.given
        return self.state.observe(self.state.seat if self.viewer is None else self.viewer)


def answers_meant(typed: str, asked: Asked) -> list[Offer]:
    """The options that somebody may mean who asks about a move: what would be played, else others of the question or the game."""
    text = " ".join(typed.casefold().split())
    try:
        found: int | None = asked.game.parse(text)
    except NotationError:
        found = by_key(text, asked.menu)
    start = before_values(asked.menu)
    if found is None and start is not None and text.isdecimal():
        with suppress(NotationError):
            found = asked.game.parse(f"{start} {int(text[:9])}")
    if found is not None:
        return [any_offer(asked.game, found, asked.lang, asked.names)]
    return meant_by(fold(text), asked.menu) or meant_by(fold(text), vocabulary(asked))


def by_key(text: str, menu: Sequence[Offer]) -> int | None:
    """The option of a menu with this key."""
    wanted = str(int(text[:9])) if text.isdecimal() else text
    return next((offer.option for key, offer in zip(menu_keys(menu), menu, strict=True) if key == wanted), None)


def vocabulary(asked: Asked) -> list[Offer]:
    """Every option of the question asked, offered now or not, as the menu would show it."""
    decision = asked.state.decision
    return [_labelled(asked, option) for option in (asked.game.vocabulary_of(decision.name) if decision else ())]


def _labelled(asked: Asked, option: int) -> Offer:
    """An option with its label, told as to somebody else: what is not offered may be hidden."""
    offer = any_offer(asked.game, option, asked.lang, asked.names)
    try:
        return replace(offer, label=asked.game.label(asked.state, option, asked.lang, WATCHER, asked.names))
    except BrokenRuleError:  # of what is not there
        return offer
