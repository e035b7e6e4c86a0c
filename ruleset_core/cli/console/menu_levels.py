"""A menu whose options have several parts, asked level by level: first what, then where to.

`build d4 e4 north` and 95 more, on a question with answers of two kinds:

    level 1   Where do you go?, Where do ...  the questions of the kinds; `step` has three answers
    level 2   build d4, build d5, ...         a line for each first part, with what may follow it
    level 3   build d4 e4 north, ...          answers

`discard card_1 card_4 card_9` and 34 more, sets of three of seven cards:

    level 1   card 1, card 2, ...             a line for each thing, which may be picked in any order
    level 2   card 4, card 7, ...             those that go with it
    level 3   discard card_1 card_4 card_9, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from ruleset_core import State
from ruleset_core.cli.console.screen import MenuChoice
from ruleset_core.messages import message
from ruleset_core.play.lookup.queries import fold_text, matching_offers
from ruleset_core.play.wording.game_messages import MenuOffer, menu_keys
from ruleset_core.play.wording.names_and_numbers import LANGS
from ruleset_core.view.look.laid_shapes import covered_places, form_picture, picture_of
from ruleset_core.view.terminal.answer_keys import AnswerKeys

SHORT_MENU: Final = 8
"""Menus of at most this many options are shown whole."""

TOLD: Final = 6
"""So many parts that may follow are named behind a line."""


def _first(texts: Iterable[str]) -> str:
    """The first text that says anything."""
    return next(filter(None, texts), "")


@dataclass(frozen=True, slots=True)
class MenuLevel:
    """One level of a menu: its lines, and by the notation of a line all options that begin as it does (`several`)."""

    lines: list[MenuOffer]
    depth: int
    several: dict[str, list[MenuOffer]] = field(default_factory=dict)

    def behind(self, line: MenuOffer) -> list[MenuOffer]:
        """The options that a line leads to."""
        return self.several.get(line.notation, [line])

    @property
    def offers(self) -> list[MenuOffer]:
        """All options, each once: of sets, several lines lead to the same."""
        return [*{each.option: each for line in self.lines for each in self.behind(line)}.values()]


class MenuLevels:
    """The levels of a menu, and the one that is shown: `move a2 b3` is asked for as `a2`, then as `b3`.

    Where answers are of several kinds, the kind is asked for first. A menu of few options, or of answers of one part, has one level.
    """

    def __init__(self, state: State, menu: list[MenuOffer], lang: str, names: Sequence[str]) -> None:
        self.menu = menu
        self._state, self._game, self._lang, self._names = state, state.game, lang, names
        self._paths = {offer.option: self._path(offer.option) for offer in menu}
        self._sets = {offer.option: self._things_of_set(offer.option) for offer in menu}
        things = dict.fromkeys(thing for each in self._sets.values() for thing in each)
        self._order = {thing: place for place, thing in enumerate(things)}
        self._keys: dict[str | int, str] = {}
        """Of sets, by thing or answer its number: the same at all levels."""
        self._open: list[MenuLevel] = [self._level(menu, 0)]

    def _path(self, option: int) -> tuple[str, ...]:
        """What is picked by an option, part by part; a member with a branch of its own is one line of the first menu."""
        home = self._game.options.home(option)
        if home.kind_of and home.branched:
            return (f" {option}",)
        kind = (home.name,) if home.kind_of else ()
        return (*kind, *(thing.id for thing in self._game.things(option))) or (f" {option}",)

    def _things_of_set(self, option: int) -> tuple[str, ...]:
        """The things of an option that is a set; nothing for others."""
        things = self._game.things(option) if self._game.options.is_set(option) else ()
        return tuple(thing.id for thing in things)

    def _level(self, offers: list[MenuOffer], depth: int) -> MenuLevel:
        """What is asked for next of these options, which agree in the parts before; all at once where that is no longer."""
        if any(self._sets[offer.option] for offer in offers):
            level = MenuLevel(offers, depth) if len(offers) <= SHORT_MENU else self._level_of_sets(offers, depth)
            return self._numbered(level)
        if len(offers) <= SHORT_MENU:
            return MenuLevel(offers, depth)
        groups: dict[tuple[str, ...], list[MenuOffer]] = {}
        for offer in offers:
            path = self._paths[offer.option]
            groups.setdefault(path[: depth + 1] if len(path) > depth + 1 else path, []).append(offer)
        if len(groups) == 1:
            return self._level(offers, depth + 1)
        if 2 * len(groups) > len(offers):
            return MenuLevel(offers, depth)
        lines: list[MenuOffer] = []
        further: dict[str, list[MenuOffer]] = {}
        for path, found in groups.items():
            ends = self._paths[found[0].option] == path
            lines.append(found[0] if ends else self._line(found, depth))
            if not ends:
                further[lines[-1].notation] = found
        return MenuLevel(lines, depth, further)

    def _level_of_sets(self, offers: list[MenuOffer], depth: int) -> MenuLevel:
        """What may be picked besides what all of these sets hold; first the set that holds nothing else."""
        sets = {offer.option: self._sets[offer.option] for offer in offers if self._sets[offer.option]}
        common = self._common(offers)
        groups: dict[str, list[MenuOffer]] = {}
        for offer in offers:
            for thing in sets.get(offer.option, ()):
                if thing not in common:
                    groups.setdefault(thing, []).append(offer)
        if 2 * len(groups) > len(offers):
            return MenuLevel(offers, depth)
        whole = [offer for offer in offers if len(sets.get(offer.option, ())) == len(common)]
        lines = [offer for offer in whole if offer.option in sets]
        further: dict[str, list[MenuOffer]] = {}
        for thing, found in sorted(groups.items(), key=lambda group: self._order[group[0]]):
            line = found[0] if len(found) == 1 else self._thing_line(thing, common, found)
            if line not in lines:
                lines.append(line)
            if len(found) > 1:
                further[line.notation] = found
        lines += [offer for offer in offers if offer.option not in sets]
        return MenuLevel(lines, depth, further)

    def _numbered(self, level: MenuLevel) -> MenuLevel:
        """A level of sets in which every line has the number that its thing or answer had before, or one that nothing had."""
        common = self._common(level.offers)
        lines = []
        for line in level.lines:
            left = [thing for thing in self._sets[line.option] if thing not in common]
            if line.notation in level.several:
                left = [thing for thing in left if line.notation.endswith(f" {thing}")]
            which: str | int = left[0] if len(left) == 1 else line.option
            lines.append(replace(line, key=self._keys.setdefault(which, str(len(self._keys) + 1))))
        return MenuLevel(lines, level.depth, level.several)

    def _common(self, offers: list[MenuOffer]) -> list[str]:
        """The things that all of these sets hold."""
        sets = [self._sets[offer.option] for offer in offers if self._sets[offer.option]]
        return [thing for thing in sets[0] if all(thing in each for each in sets)] if sets else []

    def _thing_line(self, thing: str, common: list[str], offers: list[MenuOffer]) -> MenuOffer:
        """The line of a thing, with those that go with it."""
        options = [offer.option for offer in offers]
        name, *foreign = (
            next(each.name for each in self._game.things(options[0], lang, self._names) if each.id == thing)
            for lang in (self._lang, *(each for each in LANGS if each != self._lang))
        )
        named = {
            each.id: each.name for option in options for each in self._game.things(option, self._lang, self._names)
        }
        others = [named[each] for each in sorted(named, key=self._order.__getitem__) if each not in (thing, *common)]
        told = self._following(others)
        notation = " ".join([self._game.options.home(options[0]).word, *common, thing])
        return replace(
            offers[0], notation=notation, written=notation, label=name, outcome=told, price="", names=(name,),
            foreign=tuple(foreign), usual=_first(each.usual for each in offers), sought=_first(each.sought for each in offers),
        )  # fmt: skip

    def _following(self, names: Iterable[str]) -> str:
        """What may follow a part: the first names, or how many where commas stand in names."""
        several = [*dict.fromkeys(names)]
        if any("," in name for name in several):
            return message("cli.play.ways", self._lang, count=len(several))
        return ", ".join(several[:TOLD]) + (", ..." if len(several) > TOLD else "")

    def _line(self, offers: list[MenuOffer], depth: int) -> MenuOffer:
        """The line of a part, with what may follow it."""
        offer, game = offers[0], self._game
        home = game.options.home(offer.option)
        kinds = int(bool(home.kind_of))
        parts = game.things(offer.option, self._lang, self._names)
        told = self._following(
            game.things(each.option, self._lang, self._names)[depth + 1 - kinds].name for each in offers
        )
        part = depth - kinds
        notation = game.options.beginning(offer.option, part + 1)
        written = game.options.beginning(offer.option, part + 1, self._names)
        picture = picture_of(game, parts[part].family, parts[part].id) if part >= 0 else ""
        name, *foreign = (
            game.things(offer.option, each, self._names)[part].name
            if part >= 0
            else game.options.kind_name(offer.option, each)
            or game.question_of(self._state, offer.option, each, self._names)
            for each in (self._lang, *(each for each in LANGS if each != self._lang))
        )
        return replace(
            offer,
            notation=notation,
            written=written,
            label=f"{picture} {name}".strip(),
            outcome=told,
            names=(name,) if part >= 0 else (name, home.word),
            foreign=tuple(foreign),
            usual=_first(each.usual for each in offers),
            sought=_first(each.sought for each in offers),
        )

    @property
    def current_offers(self) -> list[MenuOffer]:
        """What is to be picked from now."""
        return self._open[-1].lines

    def keys(self) -> AnswerKeys:
        """What to type at this level for what stands on the table."""
        level = self._open[-1]
        lines = [
            (key, frozenset(each.option for each in level.behind(line)))
            for line, key in zip(level.lines, menu_keys(level.lines), strict=True)
        ]
        every = [each.option for each in level.offers]
        return AnswerKeys(tuple(every), tuple(lines), self.narrowed, self._asks_later_part(every))

    def _asks_later_part(self, options: Sequence[int]) -> bool:
        """Whether answers of several parts all begin alike."""
        parts = {option: [thing.id for thing in self._game.things(option)] for option in options}
        several = [option for option in options if len(parts[option]) > 1]
        firsts = {self._paths[option][: 1 - len(parts[option])] for option in several}
        alone = any(len(each) == 1 for each in parts.values())
        return len(firsts) == 1 and not alone and not any(self._sets[option] for option in several)

    def step(self, typed: str) -> bool:
        """Go to the level that was typed; False where it is no such level, but an answer or anything else.

        Nothing typed leads back by one level.
        """
        text = fold_text(typed)
        if not text:
            return self._back()
        for level in [self._open[-1]] if text.isdecimal() else reversed(self._open):
            found = self._means(text, level.lines)
            if found and not (len(found) == 1 and found[0].notation in level.several):
                return False
            if found:
                del self._open[self._open.index(level) + 1 :]
                self._open.append(self._level(level.behind(found[0]), level.depth + 1))
                return True
        return False

    def _back(self) -> bool:
        back = len(self._open) > 1
        del self._open[max(1, len(self._open) - 1) :]
        return back

    def point(self, options: Sequence[int]) -> None:
        """Keep those of the answers that were pointed at, with their keys; none of them leads back to all."""
        level = self._open[-1]
        offers = [each for line in level.lines for each in level.behind(line)]
        if not level.several:
            offers = [replace(offer, key=key) for key, offer in zip(menu_keys(offers), offers, strict=True)]
        kept = [offer for offer in offers if offer.option in options]
        if kept:
            self._open.append(self._level(kept, level.depth + 1))
        else:
            self.back()

    def back(self) -> None:
        """Show all again: what was picked is answered, and may be refused."""
        del self._open[1:]

    @property
    def narrowed(self) -> bool:
        """Whether what is shown is a part of a menu."""
        return len(self._open) > 1

    def choices(self) -> list[MenuChoice]:
        """The lines that are shown, each with the options it leads to."""
        level = self._open[-1]
        return [
            MenuChoice(
                key,
                offer.notation,
                offer.label,
                offer.outcome,
                tuple(each.option for each in level.behind(offer)),
                offer.signs,
                covered_places(self._game, offer.option) if len(level.behind(offer)) == 1 else (),
            )
            for key, offer in zip(menu_keys(level.lines), level.lines, strict=True)
        ]

    def pictures(self) -> list[list[str]]:
        """For each line that is shown the form that it picks, in lines of text; nothing for lines that pick anything else."""
        level = self._open[-1]
        found = []
        for line in level.lines:
            things = self._game.things(line.option)
            part = level.depth - int(bool(self._game.options.home(line.option).kind_of))
            there = things[part : part + 1] if line.notation in level.several and part >= 0 else ()
            found.append([row for each in there for row in form_picture(self._game, each.family, each.id)])
        return found

    @staticmethod
    def _means(text: str, menu: list[MenuOffer]) -> list[MenuOffer]:
        """The lines of a menu that a folded text names, by key or in words."""
        keyed = [offer for key, offer in zip(menu_keys(menu), menu, strict=True) if key == text]
        return keyed or ([] if text.isdecimal() else matching_offers(text, menu))

    @property
    def first(self) -> str:
        """What the parts are called that were picked, or what their kind asks; empty until one was."""
        offers = self._open[-1].offers
        if self.narrowed and (common := self._common(offers)):
            things = next(
                self._game.things(each.option, self._lang, self._names) for each in offers if self._sets[each.option]
            )
            return ", ".join(thing.name for thing in things if thing.id in common)
        picked = [
            line
            for level, next_ in pairwise(self._open)
            for line in level.lines
            if {each.option for each in level.behind(line)} >= {each.option for each in next_.offers}
        ]
        parts = [line.label for line in picked if line.notation != self._game.options.home(line.option).word]
        return " → ".join(parts or [line.label for line in picked])

    def only(self) -> MenuOffer | None:
        """The answer, where one thing alone goes with what was picked."""
        offers = self._open[-1].offers
        return offers[0] if self.narrowed and len(offers) == 1 else None

    def asked_of(self, typed: str) -> list[MenuOffer]:
        """The menu that something typed is an answer to: the one that is shown, or all of it where that has none such."""
        text = fold_text(typed)
        if text.isdecimal():
            return self.current_offers
        offers = self._open[-1].offers
        return offers if self.narrowed and self._means(text, offers) else self.menu
