"""A menu whose options are pairs, asked level by level: first what, then where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.printed.asked import Choice
from ruleset_core.lookup.words import fold, meant_by
from ruleset_core.texts.menu import Offer, menu_keys
from ruleset_core.texts.saying import LANGS

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Levels"]

SHORT_MENU: Final = 8
"""Menus of at most this many options are shown whole."""

TOLD: Final = 6
"""So many second things are named behind a first one."""


class Levels:
    """The levels of a menu, and the one that is shown. A menu whose options are no pairs, or a short one, has one level."""

    def __init__(self, game: Game, menu: list[Offer], lang: str, names: Sequence[str]) -> None:
        self.menu = menu
        self._within: list[Offer] = []
        self._of: dict[int, list[Offer]] = {}
        """What goes with each first thing, by the first option of both; by itself what is no pair."""
        self._firsts = self._grouped(game, lang, names) if len(menu) > SHORT_MENU else []

    @property
    def shown(self) -> list[Offer]:
        """What is to be picked from now."""
        return self._within or self._firsts or self.menu

    def _grouped(self, game: Game, lang: str, names: Sequence[str]) -> list[Offer]:
        """A line for each first thing; none where options are no pairs, or where that makes the menu no shorter."""
        groups: dict[str, list[Offer]] = {}
        for offer in self.menu:
            things = game.things(offer.option)
            groups.setdefault(things[0].id if len(things) > 1 else f" {offer.option}", []).append(offer)
        if 2 * len(groups) > len(self.menu):
            return []
        self._of = {offers[0].option: offers for offers in groups.values()}
        return [self._first(game, offers, lang, names) for offers in groups.values()]

    @staticmethod
    def _first(game: Game, offers: list[Offer], lang: str, names: Sequence[str]) -> Offer:
        """The line of a first thing, with what may go with it."""
        offer = offers[0]
        things = game.things(offer.option, lang, names)
        if len(things) < 2:
            return offer
        seconds = [game.things(each.option, lang, names)[1].name for each in offers]
        told = ", ".join(seconds[:TOLD]) + (", ..." if len(seconds) > TOLD else "")
        foreign = tuple(game.things(offer.option, each, names)[0].name for each in LANGS if each != lang)
        notation = offer.notation.removesuffix(things[1].id).strip()
        written = offer.written.removesuffix(things[1].id).removesuffix(things[1].name).strip()
        name = things[0].name
        usual = next((each.usual for each in offers if each.usual), "")
        return replace(
            offer,
            notation=notation,
            written=written,
            label=name,
            outcome=told,
            names=(name,),
            foreign=foreign,
            usual=usual,
        )

    def keys(self) -> dict[int, str]:
        """What to type first for each option."""
        keys = dict(zip((offer.option for offer in self.shown), menu_keys(self.shown), strict=True))
        if self.shown is not self._firsts:
            return keys
        return {offer.option: keys[first] for first, several in self._of.items() for offer in several}

    def step(self, typed: str) -> bool:
        """Go to the level that was typed; False where it is no such level, but an answer or anything else.

        Nothing typed leads back to the first things.
        """
        text = fold(typed)
        if not text:
            back, self._within = bool(self._within), []
            return back
        if not self._firsts or (self._within and self._means(text, self._within)):
            return False
        found = self._means(text, self._firsts) if not (self._within and text.isdecimal()) else []
        if len(found) != 1:
            return False
        self._within = self._of[found[0].option]
        return True

    def point(self, options: Sequence[int]) -> None:
        """Keep those of the answers that were pointed at, with their keys; none of them leads back to all."""
        menu = self._within or self.menu
        kept = (
            menu
            if self._firsts and not self._within
            else [replace(offer, key=key) for key, offer in zip(menu_keys(menu), menu, strict=True)]
        )
        self._within = [offer for offer in kept if offer.option in options]

    def back(self) -> None:
        """Show all again: what was picked is answered, and may be refused."""
        self._within = []

    @property
    def narrowed(self) -> bool:
        """Whether what is shown is a part of a menu."""
        return bool(self._within)

    def choices(self) -> list[Choice]:
        """The lines that are shown, each with the options it leads to."""
        several = self._of if self.shown is self._firsts else {}
        return [
            Choice(
                key,
                offer.notation,
                offer.label,
                offer.outcome,
                tuple(each.option for each in several.get(offer.option, [offer])),
                offer.usual,
            )
            for key, offer in zip(menu_keys(self.shown), self.shown, strict=True)
        ]

    @staticmethod
    def _means(text: str, menu: list[Offer]) -> list[Offer]:
        """The lines of a menu that a folded text names, by key or in words."""
        keyed = [offer for key, offer in zip(menu_keys(menu), menu, strict=True) if key == text]
        return keyed or ([] if text.isdecimal() else meant_by(text, menu))

    @property
    def first(self) -> str:
        """What the first thing is called that was picked; empty until one was."""
        return next((each.label for each in self._firsts if self._of[each.option] is self._within), "")

    def only(self) -> Offer | None:
        """The answer, where one thing alone goes with the one that was picked."""
        return self._within[0] if len(self._within) == 1 else None

    def asked_of(self, typed: str) -> list[Offer]:
        """The menu that something typed is an answer to: the one that is shown, or all of it where that has none such."""
        text = fold(typed)
        if text.isdecimal():
            return self.shown
        return self._within if self._within and self._means(text, self._within) else self.menu
