"""What can be asked about: resources and fields that are numbers, and the values they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.observe import shown
from ruleset_core.engine.plain import plain
from ruleset_core.errors import OptionError
from ruleset_core.lang.numbered import may_see
from ruleset_core.lang.text.effects import LANGUAGES
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Field, Text, Vocabulary
    from ruleset_core.model.outward.story import Plain

__all__ = ["Counted", "Subject", "counted", "places", "subjects"]

PLACES = 400
"""A field of more places than this is asked about as a whole only."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that is counted.

    Attributes:
        name: the resource or field; None for the score.
        at: which of several.
        is_shared: whether all share it.
        of_note: whether it is worth offering; what is not can still be asked about.
        names: what players call it, by language; the first is the one to show.
    """

    name: str | None
    at: tuple[Plain, ...] = ()
    is_shared: bool = False
    of_note: bool = True
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def title(self, lang: str) -> str:
        """What it is called."""
        return dict(self.names)[lang][0]


def subjects(game: Game, seats: int) -> list[Subject]:
    """All that can be asked about in a game of so many players: the score, the resources, the fields that are numbers."""
    v = game.program.vocabulary
    score = (("en", ("points", "score", "total")), ("es", ("puntos", "puntuación", "total")))
    found = [Subject(None, names=score)]
    domain = v.domains["resource"]
    for place, name in enumerate(domain.ids if "resource" in v.domains else ()):
        found.append(Subject(name, names=_names(game, name, domain.names[place], many=True)))
    for field in v.fields.values():
        if not _is_number(field):
            continue
        found.append(
            Subject(field.name, (), not field.per_seat, _of_note(game, field), _names(game, field.name, field.title))
        )
        for _, values in _places(game, field, seats) if 1 < field.size <= PLACES else ():
            at = tuple(plain(v, kind, value) for kind, value in zip(field.index, values, strict=True))
            titles = {
                lang: f"{words(field.title, field.name, lang)} ({_at(v, field, values, lang)})" for lang in LANGUAGES
            }
            spelled = " ".join((field.name, *map(str, at)))
            found.append(
                Subject(field.name, at, not field.per_seat, of_note=False, names=_names(game, spelled, titles))
            )
    return found


def words(title: Text, name: str, lang: str) -> str:
    """A title, or the words of an id."""
    return title.get(lang) or name.replace("_", " ")


def _at(v: Vocabulary, field: Field, values: Sequence[int], lang: str) -> str:
    return ", ".join(value_name(v, kind, value, lang) for kind, value in zip(field.index, values, strict=True))


def _names(game: Game, name: str, title: Text, *, many: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What something is called; `many`: in the first place several of it, where these have a name of their own."""
    found = []
    for lang, nouns in game.narration.nouns.items():
        said = words(title, name, lang)
        plural = said if nouns.language.mass(said) else nouns.language.plural(said)
        first = (plural, said) if many else (said, plural)
        found.append((lang, tuple(dict.fromkeys((*first, name, name.replace("_", " "))))))
    return tuple(found)


def _is_number(field: Field) -> bool:
    return (
        field.type.kind == "int" and not field.hidden and "." not in field.name and field.name not in {"held", "filled"}
    )


def _of_note(game: Game, field: Field) -> bool:
    """Whether it has a name and is not declared to be of no note; where the game says what to show or tell, only that."""
    if field.note is not None or not field.title:
        return bool(field.note)
    if field.visible == "nobody":
        return False
    wanted = game.program.columns if field.per_seat else game.program.told
    return field.name in wanted if wanted else field.per_seat or not field.index


def _places(game: Game, field: Field, seats: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every place of a field that there is for so many players: how far from its beginning, and the values it is indexed by."""
    v = game.program.vocabulary
    for place in product(*([number for number, _ in there(v, kind, seats)] for kind in field.index)):
        values = (v.members(kind)[number] for kind, number in zip(field.index, place, strict=True))
        yield sum(number * stride for number, stride in zip(place, field.strides, strict=True)), tuple(values)


def places(game: Game, field: Field, seats: int) -> dict[tuple[Plain, ...], int]:
    """How far from the beginning of a field each of its places lies, by what it is indexed by, as data writes that."""
    v = game.program.vocabulary
    return {
        tuple(plain(v, kind, value) for kind, value in zip(field.index, values, strict=True)): place
        for place, values in _places(game, field, seats)
    }


@dataclass(frozen=True, slots=True)
class Counted:
    """Where the values of a subject lie in a state, and who sees them."""

    addresses: frozenset[int]
    visible: str
    seat: int

    def seen_by(self, viewer: int | None) -> bool:
        """Whether somebody sees the values; None may know all."""
        return viewer is None or may_see(self.visible, viewer, self.seat)

    def value(self, state: State, viewer: int | None) -> int:
        """What they add up to, as somebody who sees them is shown it."""
        values = state.v if viewer is None else shown(state, viewer, None if self.seat < 0 else self.seat)[0]
        return sum(values[address] for address in self.addresses)


def counted(state: State, name: str, at: Sequence[Plain], seat: int) -> Counted:
    """The values of a resource or field of a seat, or those that all share.

    Raises:
        OptionError: nothing of that name is a number, or there is no such place.
    """
    v = state.game.program.vocabulary
    resources = v.domains["resource"].ids if "resource" in v.domains else []
    if name in resources:
        if at:
            raise OptionError(f"a seat has one `{name}`", ("at",))
        place = resources.index(name)
        return Counted(
            frozenset({v.fields_of(seat) + v.fields["held"].offset + place}), v.resources[place].visible, seat
        )
    field = v.fields.get(name)
    if field is None or not _is_number(field):
        raise OptionError(f"nothing called `{name}` is counted in {state.game.title()}", ("name",))
    start, whose = (v.fields_of(seat) + field.offset, seat) if field.per_seat else (field.offset, -1)
    places = state.game.narration.places(field, state.n)
    found = [places[tuple(at)]] if tuple(at) in places else [] if at else list(places.values())
    if not found:
        raise OptionError(f"`{name}` has no place {', '.join(map(str, at))}", ("at",))
    return Counted(frozenset(start + place for place in found), field.visible, whose)
