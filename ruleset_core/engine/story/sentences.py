"""A story in sentences: one for a turn, then what followed from it, added up by whom it befell and what did it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.story.prices import supply, ways
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.engine.story.words import word
from ruleset_core.lang.interpret.parts import (
    AnyPart,
    Changed,
    Chosen,
    Entered,
    Happened,
    Moved,
    Ordered,
    Spoken,
    Turned,
)

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.story.story import Foresight
    from ruleset_core.lang.interpret.parts import Sentence
    from ruleset_core.lang.vocabulary import Field, Zone

FEW = 5
"""So many pieces that go the same way are named; of more it is said how many."""

__all__ = ["Turn", "answer", "outcome", "sentences", "turns"]


@dataclass(slots=True)
class Turn:
    """What happened in a turn that the flow gave, or from the first decision of a seat to that of another, or from the
    beginning of a phase to the first one.

    Attributes:
        seat: who decided; -1 where nobody did.
        phase: the phase that began, by its number; -1 if none did.
        steps: the moves it is made of.
        parts: what happened, in order.
    """

    seat: int
    phase: int = -1
    steps: list[int] = field(default_factory=list)
    parts: list[AnyPart] = field(default_factory=list)

    @property
    def was_forced(self) -> bool:
        """Whether the seat was never asked."""
        return all(part.forced for part in self.parts if isinstance(part, Chosen) and part.me == self.seat)


def turns(heard: Iterable[tuple[int, AnyPart]]) -> Iterator[Turn]:
    """The turns of a story."""
    now = Turn(-1)
    for step, part in heard:
        if isinstance(part, Entered | Turned) or (isinstance(part, Chosen) and part.me != now.seat):
            if now.parts:
                yield now
            now = Turn(-1, part.number) if isinstance(part, Entered) else Turn(part.me)
        if step not in now.steps:
            now.steps.append(step)
        now.parts.append(part)
    if now.parts:
        yield now


def sentences(
    game: Game, heard: Sequence[tuple[int, AnyPart]], viewer: int | None, lang: str, names: Sequence[str] = ()
) -> list[str]:
    """A story in sentences.

    Args:
        game: the game played.
        heard: the parts, as `viewer` may be told them, each with its step.
        viewer: a seat; None for somebody who may know all.
        lang: `en` or `es`.
        names: of the players, by seat.
    """
    teller = _Teller(game, viewer, lang, names)
    return [each for turn in turns(heard) for each in teller.turn(turn)]


def outcome(foresight: Foresight, lang: str, names: Sequence[str] = ()) -> str:
    """What comes of an option, in few words."""
    story = foresight.story
    teller = _Teller(story.game, story.viewer, lang, names)
    seat = -1 if story.viewer is None else story.viewer
    teller.left = {resource: after for resource, (_, after) in supply(teller.naming, story.heard, seat).items()}
    effects = "; ".join(each for turn in turns(story.heard) if turn.seat == seat for each in teller.effects(turn))
    points = "" if foresight.points == 0 else score_change(foresight.points, lang)
    then = "" if foresight.then is None else word(foresight.then, lang)
    return ", ".join(filter(None, [effects or teller.choices(foresight, seat), points, then]))


def score_change(points: int, lang: str, *, said: bool = False) -> str:
    """What an option is worth now: `+4 points now`; `said` in a sentence."""
    key = f"{'point' if abs(points) == 1 else 'points'}{'_said' if said else ''}"
    return word(key, lang, count=_signed(points))


def _signed(count: int) -> str:
    return f"{count:+}".replace("-", "−")


def answer(game: Game, part: Chosen, viewer: int | None, lang: str, names: Sequence[str] = ()) -> str:
    """An answer as a menu shows it: its label, and its notation where that is another."""
    label, notation = _Teller(game, viewer, lang, names).label(part), game.notation(part.option)
    return label if label == notation else f"{label} [{notation}]"


class _Done(NamedTuple):
    """What a seat did, in words; `is_said`: they go on behind its name."""

    text: str
    is_said: bool


@dataclass(slots=True)
class _Sum:
    """What befell somebody because of something: amounts by resource, and what is told besides, in order."""

    amounts: dict[int, int] = field(default_factory=dict)
    others: dict[object, str] = field(default_factory=dict)


class _Teller:
    """Puts the parts of a turn into words."""

    def __init__(self, game: Game, viewer: int | None, lang: str, names: Sequence[str]) -> None:
        self.game = game
        self.viewer = viewer
        self.lang = lang
        self.names = names
        self.v = game.program.vocabulary
        self.naming = game.narration.naming
        self.nouns = game.narration.nouns[lang]
        self.left: dict[int, int] = {}  # of what the viewer pays, what is left, where that is to be said

    def turn(self, turn: Turn) -> Iterator[str]:
        """The sentences of a turn."""
        said = [self._sentence(part.words) for part in turn.parts if isinstance(part, Happened) and part.words]
        effects = self.effects(turn)
        answers = [part for part in turn.parts if isinstance(part, Chosen)]
        of_note = [part for part in answers if self._tells(part)]
        own = [self._choice(part) for part in of_note or ([] if effects or said else answers)]
        if own or effects or said:
            yield " ".join(filter(None, [self._line(turn, own, effects), *dict.fromkeys(said)]))

    def effects(self, turn: Turn) -> list[str]:
        """What followed, added up by whom it befell and what did it."""
        sums: dict[tuple[int, str], _Sum] = {}
        before: dict[int, int] = {}
        for part in turn.parts:
            self._add(part, sums, turn.seat, before)
        title = self._title(turn)
        for (source, target, kind, why), pieces in self._trips(turn.parts).items():
            found = sums.setdefault((turn.seat, why), _Sum())
            found.others[source, target, kind] = self._move(source, target, kind, pieces, turn.seat)
        for found in sums.values():  # the heading has said what it is about
            if title:
                found.others = {about: text.removeprefix(f"{title.lower()}: ") for about, text in found.others.items()}
        by_cause: dict[str, list[str]] = {}
        for (whom, why), one in sums.items():
            by_cause.setdefault(why, []).extend(filter(None, [self._sum(whom, one, turn.seat)]))
        plain = by_cause.pop("", [])
        return [*plain, *(f"{why}: {', '.join(texts)}" for why, texts in by_cause.items() if texts)]

    def _tells(self, part: Chosen) -> bool:
        """Whether an answer is of note: not one that its effects tell, nor that nothing more is taken."""
        decision = self.v.decisions[part.decision]
        left = part.option == decision.base + decision.size
        return decision.note and (not left or decision.low + decision.size in decision.told_of)

    def choices(self, foresight: Foresight, seat: int) -> str:
        """What the answers to the next questions give or take, from the least to the most; nothing if that is no simple sum."""
        found = ways(foresight, seat) if foresight.then is None else None
        if found is None:
            return ""
        spans = ", ".join(self._span(resource, *span) for resource, span in found.spans().items())
        (then,) = found.then if len(found.then) == 1 else (None,)
        return ", ".join(filter(None, [word("next", self.lang, amount=spans), then and word(then, self.lang)]))

    def _span(self, resource: int, least: int, most: int) -> str:
        if least == most:
            return self._amount(resource, most)
        if least < 0 < most or 0 not in {least, most}:
            ends = (least, most) if most > 0 else (most, least)
            return word("from_to", self.lang, least=_signed(ends[0]), most=self._amount(resource, ends[1]))
        return word("up_to", self.lang, amount=self._amount(resource, least or most))

    def _line(self, turn: Turn, own: list[_Done], effects: list[str]) -> str:
        """Who did what, and what followed: `Ana builds the tower, takes a card: +2 coins`."""
        followed = "; ".join(effects)
        if turn.phase >= 0:
            return f"{self._title(turn)}: {followed}." if followed else ""
        done = list(dict.fromkeys(own))
        said = any(each.is_said for each in done)
        text = (", " if said else " · ").join(each.text for each in done)
        if own and turn.was_forced:
            text = f"{text} ({word('forced', self.lang)})"
        who = self._seat(turn.seat) if turn.seat >= 0 else ""
        head = "" if not text else f"{who}{' ' if done[0].is_said else ': '}{text}" if who else text
        return f"{head or who}{': ' if said or not text else ' → '}{followed}." if followed else f"{head}."

    def _title(self, turn: Turn) -> str:
        title = self.game.phase_title(self.game.phase_names[turn.phase], self.lang) if turn.phase >= 0 else ""
        return f"{title[:1].upper()}{title[1:]}"

    def _choice(self, part: Chosen) -> _Done:
        if part.option == HIDDEN:
            return _Done(word("secret", self.lang), is_said=True)
        open_to = self.viewer in {None, part.me} or part.decision not in self.game.secret_labels
        said = self._sentence(part.words) if open_to else ""
        return _Done(said, is_said=True) if said else _Done(self.label(part), is_said=False)

    def label(self, part: Chosen) -> str:
        """An answer as it was called in the menu."""
        if self.viewer in {None, part.me} or part.decision not in self.game.secret_labels:
            label = self._sentence(part.label)
            if any(map(str.isalpha, label)):
                return label
        name = self.game.option_name(part.option, self.lang, self.names)
        return name if any(map(str.isalpha, name)) else self.game.notation(part.option)

    def _sentence(self, words: Sentence) -> str:
        return "".join(part if isinstance(part, str) else self._spoken(part) for part in words.get(self.lang, ()))

    def _spoken(self, part: Spoken) -> str:
        none = part.none.get(self.lang) if part.value == -1 else None
        return none or value_name(self.v, part.kind, part.value, self.lang, self.names)

    # -- what followed --------------------------------------------------------------------------------------------

    def _add(self, part: AnyPart, sums: dict[tuple[int, str], _Sum], seat: int, before: dict[int, int]) -> None:
        if isinstance(part, Changed):
            home, of, place = self.naming.eyes.place(part.address)
            if home.name == "held":
                amounts = sums.setdefault((of, self._why(part)), _Sum()).amounts
                amounts[place] = amounts.get(place, 0) + part.after - part.before
            elif not part.beside and self._is_of_note(home):
                was = before.setdefault(part.address, part.before)
                text = "" if part.after == was and part.how != "roll" else self._value(part, home, place)
                self._other(part, sums, of, text, part.address)
        elif isinstance(part, Ordered) and part.how == "shuffle":
            zone = self.naming.zones[part.zone][0]
            if zone.note and seat >= 0:  # before anybody has done anything all that lies there is shuffled
                self._other(part, sums, seat, word("shuffled", self.lang, what=self._zone(part.zone, seat)))

    def _other(
        self, part: AnyPart, sums: dict[tuple[int, str], _Sum], whom: int, text: str, about: object = None
    ) -> None:
        others = sums.setdefault((whom, self._why(part)), _Sum()).others
        others[text if about is None else about] = text  # of a value that changes again, what it is in the end

    def _sum(self, whom: int, found: _Sum, seat: int) -> str:
        left = self.left if whom == seat else {}
        amounts = [
            self._amount(place, count) + (self._left_over(left[place]) if count < 0 and place in left else "")
            for place, count in found.amounts.items()
            if count
        ]
        text = ", ".join(filter(None, [*amounts, *found.others.values()]))
        if not text:
            return ""
        return f"{self._seat(whom)} {text}" if whom >= 0 and whom != seat else text

    def _amount(self, resource: int, count: int) -> str:
        domain = self.v.domains["resource"]
        name = domain.names[resource].get(self.lang) or domain.ids[resource].replace("_", " ")
        language = self.nouns.language
        many = abs(count) != 1 and not language.mass(name)
        return f"{'+' if count > 0 else '−'}{abs(count)} {language.plural(name) if many else name}"

    def _left_over(self, count: int) -> str:
        return f" ({word('left' if count == 1 else 'left_many', self.lang, count=count)})"

    def _why(self, part: AnyPart) -> str:
        """The card behind something, if it was a card."""
        for cause in part.because:
            owner = cause.origin.owner
            if owner.section == "cards" and owner.name in self.game.program.cards:
                return self.game.program.cards[owner.name].names.get(self.lang, owner.name)
        return ""

    def _is_of_note(self, home: Field) -> bool:
        if home.note is not None:
            return home.note
        told = self.game.program.told
        return not home.per_seat and not home.index and "." not in home.name and (not told or home.name in told)

    def _value(self, part: Changed, home: Field, place: int) -> str:
        title = home.title.get(self.lang) or home.name.replace("_", " ")
        at = self._places(home, place)
        what = f"{title} ({at})" if at else title
        if home.type.kind == "bool":
            return word("is" if part.after else "is_not", self.lang, what=title, at=at) if at else title
        value = (
            word("none", self.lang)
            if part.after == -1 and home.type.optional
            else value_name(self.v, home.type, part.after, self.lang, self.names)
        )
        return word("value", self.lang, what=what, value=value)

    def _places(self, thing: Field | Zone, place: int) -> str:
        """Which of several values or lists, in words."""
        indices = self.naming.numbers(thing, place)
        return ", ".join(value_name(self.v, kind, number, self.lang, self.names) for kind, number in indices)

    def _trips(self, parts: Sequence[AnyPart]) -> dict[tuple[int, int, str, str], list[int]]:
        """The pieces told of, by where they came from, where they lie in the end, their kind, and the card behind it."""
        trips: list[tuple[int, int, Moved]] = []
        for part in parts:
            if not isinstance(part, Moved) or self.v.domains[part.kind].card is None:
                continue  # pieces that have no names, such as dice, are told of by what they show
            came = part.source
            for place, (source, target, before) in enumerate(trips):
                if (target, before.kind) == (part.source, part.kind) and before.piece in {part.piece, HIDDEN}:
                    came = source
                    del trips[place]
                    break
            trips.append((came, part.target, part))
        found: dict[tuple[int, int, str, str], list[int]] = {}
        for source, target, part in trips:
            notes = [self.naming.zones[slot][0].note for slot in (source, target) if slot >= 0]
            if source != target and any(notes):
                found.setdefault((source, target, part.kind, self._why(part)), []).append(part.piece)
        return found

    def _move(self, source: int, target: int, kind: str, pieces: list[int], seat: int) -> str:
        domain = self.v.domains[kind]
        known = [
            domain.names[each].get(self.lang) or domain.ids[each].replace("_", " ") for each in pieces if each != HIDDEN
        ]
        if len(pieces) > FEW or len(known) < len(pieces):
            title = domain.title.get(self.lang) or kind.replace("_", " ")
            what = title if len(pieces) == 1 else f"{len(pieces)} {self.nouns.language.plural(title)}"
        else:
            what = self._listed(known)
        to = self._zone(target, seat)
        if source < 0:
            return word("placed", self.lang, what=what, target=to)
        return word("moved", self.lang, what=what, source=self._zone(source, seat), target=to)

    def _listed(self, names: list[str]) -> str:
        return word("and", self.lang, few=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]

    def _zone(self, slot: int, seat: int) -> str:
        zone, of, place = self.naming.zones[slot]
        title = zone.title.get(self.lang) or zone.name.replace("_", " ")
        at = self._places(zone, place)
        what = f"{title} ({at})" if at else title
        return word("of", self.lang, what=what, whose=self._seat(of)) if of >= 0 and of != seat else what

    def _seat(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.v.domains["seat"].names[seat][self.lang]
