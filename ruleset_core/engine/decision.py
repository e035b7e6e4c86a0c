"""Decisions as players meet them, and the fixed vocabulary of options with its notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.errors import NotationError
from ruleset_core.lang import vocabulary as lv
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.model.diagnostic import did_you_mean

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Vocabulary

DONE = {"en": "done", "es": "listo"}
YES_NO = {"en": ("no", "yes"), "es": ("no", "sí")}


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, what about, and the legal options.

    `secret`: others do not learn which option was taken. `veiled`: it is asked even if one option is left, because others
    may not know how many there are.
    """

    seat: int
    name: str
    options: list[int]
    secret: bool
    veiled: bool
    question: Callable[[str, Sequence[str]], str] = field(repr=False, compare=False)
    usual: Callable[[], int | None] = field(repr=False, compare=False)

    def prompt(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The question, as it stands now; `names` are those of the players, by seat."""
        return self.question(lang, names)

    @property
    def default(self) -> int | None:
        """The one option that the data call the usual one, as things stand now; None where there is none or are several."""
        return self.usual()


class Thing(NamedTuple):
    """One of the things that an option picks.

    Attributes:
        family: the set, the kind of pieces, `seat` or `resource` that it is of; empty for a number or a yes or no.
        id: it, as data writes it.
        name: what players call it.
    """

    family: str
    id: str
    name: str


class OptionVocabulary:
    """All options a game can ever offer, numbered, each with a notation that is unique in the game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.decisions = list(vocabulary.decisions.values())

    @cached_property
    def notations(self) -> list[str]:
        """The notation of every option, by number."""
        found: list[str] = []
        for decision in self.decisions:
            found += self.v.notations(decision)
            if decision.stops:
                found.append(f"{decision.word} {decision.out}")
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every notation."""
        return {notation: number for number, notation in enumerate(self.notations)}

    def parse(self, text: str) -> int:
        """The option a notation names, whatever its spacing.

        Raises:
            NotationError: there is none; close ones are suggested.
        """
        wanted = " ".join(text.split())
        number = self.numbers.get(wanted)
        if number is None:
            number = self.numbers.get(wanted.lower())
        if number is not None:
            return number
        close = did_you_mean(wanted, self.notations)
        hint = "; did you mean " + " or ".join(f"`{each}`" for each in close) + "?" if close else ""
        raise NotationError(f"`{wanted[:60]}` is not an option of this game{hint}", close)

    def of(self, decision: lv.Decision) -> list[int]:
        """All options of a decision."""
        return list(range(decision.base, decision.base + decision.size + int(decision.stops)))

    def home(self, option: int) -> lv.Decision:
        """The decision an option belongs to."""
        decision = self.v.home(option)
        if decision is None:
            raise NotationError(f"{option} is not an option of this game")
        return decision

    def things(self, option: int, lang: str, names: Sequence[str] = ()) -> tuple[Thing, ...]:
        """What an option picks, in order; nothing where it picks nothing, or pieces by what they show."""
        decision = self.home(option)
        if decision.keys or option - decision.base >= decision.size:
            return ()
        kinds = self.v.domains[decision.type.domain].pair if decision.type.kind == "member" else ()
        values = self.v.parted(decision.type, option - decision.base + decision.low)
        return tuple(
            Thing(kind.domain, self.v.spell(kind, value), value_name(self.v, kind, value, lang, names))
            for kind, value in zip(kinds or (decision.type,), values, strict=True)
        )

    def plain_label(self, option: int, lang: str, names: Sequence[str] = ()) -> str:
        """The name of what an option picks, in a language; `names` are those of the players, by seat."""
        decision = self.home(option)
        value = option - decision.base + decision.low
        if option - decision.base == decision.size:
            return self._left(decision, lang)
        if decision.keys:
            return self._shown(decision, value, lang, names)
        shown = value_name(self.v, decision.type, value, lang, names)
        return "".join(shown if part == 0 else str(part) for part in decision.plain.get(lang, (0,)))

    def written(self, option: int, names: Sequence[str]) -> str:
        """The notation of an option with the names of players in place of their seats: nobody at a table knows these."""
        decision, notation = self.home(option), self.notations[option]
        number = option - decision.base
        if number == decision.size:
            return notation
        if decision.keys:
            shown = [self._spelled(kind, value, names) for kind, value in self._keyed(decision, number)]
            words = (part if isinstance(part, str) else shown[part] for part in decision.pattern)
            return f"{decision.word} {''.join(words)}"
        kinds = self.v.domains[decision.type.domain].pair if decision.type.kind == "member" else ()
        values = self.v.parted(decision.type, number + decision.low)
        for kind, value in zip(kinds or (decision.type,), values, strict=True):
            notation = notation.replace(self.v.spell(kind, value), self._spelled(kind, value, names), 1)
        return notation

    def _spelled(self, kind: Type, value: int, names: Sequence[str]) -> str:
        """A value as notations have it, seats by the names of players, and yes or no."""
        if kind.kind == "bool":
            return YES_NO["en"][value]
        seated = kind.kind == "member" and (kind.seats or kind.domain == SEAT.domain)
        return names[value] if seated and 0 <= value < len(names) else self.v.spell(kind, value)

    def _keyed(self, decision: lv.Decision, number: int) -> list[tuple[Type, int]]:
        """What the pieces of an option show, in order."""
        found: list[tuple[Type, int]] = []
        for key in reversed(decision.keys):
            values = self.v.members(key.type)
            number, place = divmod(number, len(values))
            found.insert(0, (key.type, values[place]))
        return found

    @staticmethod
    def _left(decision: lv.Decision, lang: str) -> str:
        """What is done instead of picking a value, as far as that is called the same whatever the state."""
        text = "".join(part for part in decision.done.get(lang, ()) if isinstance(part, str))
        return DONE[lang] if decision.out == lv.DONE else text or decision.out.replace("_", " ")

    def _shown(self, decision: lv.Decision, number: int, lang: str, names: Sequence[str]) -> str:
        """What the pieces of an option show."""
        shown: list[str] = []
        for kind, value in self._keyed(decision, number):
            shown.append(value_name(self.v, kind, value, lang, names))
        if lang not in decision.plain:
            return ", ".join(shown)  # the notation is no text for people
        return "".join(part if isinstance(part, str) else shown[part] for part in decision.plain[lang])


def value_name(vocabulary: Vocabulary, kind: Type, value: int, lang: str, names: Sequence[str] = ()) -> str:
    """A value as players read it; `names` are those of the players, by seat."""
    if kind.kind == "member":
        if 0 <= value < len(names) and (kind.seats or kind.domain == SEAT.domain):
            return names[value]
        known = vocabulary.domains[kind.domain].names
        both = vocabulary.domains[kind.domain].pair
        if both and 0 <= value < len(known):
            shown = zip(both, vocabulary.parted(kind, value), strict=True)
            return " → ".join(value_name(vocabulary, each, part, lang, names) for each, part in shown)
        return known[value][lang] if 0 <= value < len(known) else "-"
    if kind.kind == "bool":
        return YES_NO[lang][value]
    return str(value)
