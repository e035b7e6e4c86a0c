"""What things are called in a story: seats, amounts, values, lists of pieces, the card or track behind something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ruleset_core.analysis.secrecy import place_numbers
from ruleset_core.engine.game import Game
from ruleset_core.engine.option_vocabulary import value_name
from ruleset_core.engine.visible_figures import plain_value
from ruleset_core.eval.trace import AnyPart, PieceShown, Sentence, SpokenValue, TraceCause, ValueChanged
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Program
from ruleset_core.lang.vocabulary import Field, Zone
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.story.step_events import HIDDEN, namer_of, nouns_of
from ruleset_core.story.text.card_text import hint_text

# What players know by name behind something that happened: the card, or the track whose space gave it.


@dataclass(frozen=True, slots=True)
class NamedCause:
    """A card or a track: its id, what players call it by language, and the line of the data that speaks of it."""

    kind: Literal["card", "track"]
    name: str
    names: Mapping[str, str]
    origin: Origin

    @property
    def gives(self) -> bool:
        """Whether it is a card, or a space of the track that gives something: what else happens on a track has words of its own."""
        return self.kind == "card" or self.origin.key.startswith("rewards")


def named_causes(program: Program, because: Iterable[TraceCause]) -> Iterator[NamedCause]:
    """The cards and tracks behind a part of a story, the nearest first."""
    for cause in because:
        owner = cause.origin.owner
        if owner.section == "resources":
            tracks = program.vocabulary.domains["resource"]
            names = tracks.names[tracks.ids.index(owner.name)]
            yield NamedCause("track", owner.name, worded(owner.name) | names, cause.origin)
        elif owner.section == "cards" and owner.name in program.cards:
            yield NamedCause("card", owner.name, worded(owner.name) | program.cards[owner.name].names, cause.origin)


def worded(name: str) -> dict[str, str]:
    """An id in words, for all languages."""
    return dict.fromkeys(LANGUAGES, name.replace("_", " "))


@dataclass(frozen=True, slots=True)
class RolledValue:
    """What something that was rolled is called, and what it showed, each time."""

    what: str
    value: str


# What the things of a game are called in a story: seats, amounts, values, lists of pieces, the cards behind
# something.

MOST_PIECES_NAMED: Final = 5
"""So many pieces are named; of more it is said how many."""


class StoryWording:
    """Names the things of one game in one language; `names`: of the players, by seat."""

    def __init__(self, game: Game, lang: str, names: Sequence[str] = ()) -> None:
        self.game, self.lang, self.names = game, lang, names
        self.v = game.program.vocabulary
        self.naming = namer_of(game)
        self.language = nouns_of(game, lang).language

    def word(self, key: str, **parts: object) -> str:
        """A phrase with its parts put in."""
        return self.language.contracted(message(f"story.{key}", self.lang, **parts))

    def sentence(self, words: Sentence) -> str:
        """A text of the data with its values."""
        return self.naming.words(words, self.lang, self.names)

    def split_words(self, words: Sentence) -> tuple[str, str]:
        """A text of the data in two: the words before the first value, and the rest."""
        given = words.get(self.lang, ())
        parts = tuple(part for part in given if part != "")
        value = next((place for place, part in enumerate(parts) if not isinstance(part, str)), len(parts))
        begins = (
            value if given[:1] == ("",) else min(value, 1)
        )  # nothing stands before an `if` that begins it: what it says is shared, too
        first = "".join(map(str, parts[:begins]))
        whole = self.sentence({self.lang: parts})
        return (first, whole.removeprefix(first)) if whole.startswith(first) else ("", whole)

    def shared(self, texts: Iterable[tuple[str, str]]) -> str:
        """Texts that begin alike share the beginning: `in the queue: Plague and Tithe`."""
        found: dict[str, list[str]] = {}
        for start, rest in texts:
            found.setdefault(start, []).append(rest)
        return ", ".join(
            f"{start}{self.listed(rests)}" if start else ", ".join(rests) for start, rests in found.items()
        )

    def pieces(self, words: Sentence) -> set[str]:
        """The names of the pieces that a text speaks of."""
        return {
            value_name(self.v, part.kind, part.value, self.lang)
            for part in words.get(self.lang, ())
            if isinstance(part, SpokenValue) and part.value >= 0 and self._is_piece(part)
        }

    def _is_piece(self, part: SpokenValue) -> bool:
        return part.kind.kind == "member" and self.v.domains[part.kind.domain].kind == "piece"

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        return self.language.listed(items, "and")

    def times(self, deed: str, count: int) -> str:
        """What somebody did so often: `rolls`, `rolls twice`, `rolls 3 times`."""
        if count == 1:
            return deed
        return self.word("twice", what=deed) if count == 2 else self.word("times", what=deed, count=count)

    def so_often(self, thing: str, count: int) -> str:
        """A thing that was picked so often: `2 citizens of Bo` of `a citizen of Bo`, `the black 1 twice`, `2 × white 6`."""
        if count == 1:
            return thing
        several = self.language.several_of(thing, count)
        if not several and self.language.has_article(thing):
            return self.times(thing, count)
        return several or self.word("so_often", what=thing, count=count)

    def seat(self, seat: int) -> str:
        """A player."""
        return self.names[seat] if seat < len(self.names) else self.v.domains["seat"].names[seat][self.lang]

    def amount(self, resource: int, count: int, *, signed: bool = False, ends: bool = False) -> str:
        """`2 coins`, or `−2 coins`; `ends`: it ends a range, as in `−1 to +1 coins`."""
        name = self._resource(self.v.domains["resource"].ids[resource])
        if not signed:
            return self.language.counted(abs(count), name)
        several = (ends or abs(count) != 1) and not self.language.mass(name)
        return f"{'+' if count > 0 else '−'}{abs(count)} {self.language.plural(name) if several else name}"

    def _resource(self, name: str) -> str:
        domain = self.v.domains["resource"]
        return domain.names[domain.ids.index(name)].get(self.lang) or name.replace("_", " ")

    def piece(self, kind: str, piece: int) -> str:
        """A piece that is known."""
        domain = self.v.domains[kind]
        return domain.names[piece].get(self.lang) or domain.ids[piece].replace("_", " ")

    def these(self, kind: str, pieces: Sequence[int]) -> str:
        """Several pieces: their names, or how many there are if they are many or not all known."""
        names = Counter(self.piece(kind, each) for each in pieces if each != HIDDEN)
        if HIDDEN in pieces or len(names) > MOST_PIECES_NAMED:
            return self.kind(kind, len(pieces))
        return self.listed([name if count == 1 else f"{name} ×{count}" for name, count in names.items()])

    def kind(self, kind: str, count: int) -> str:
        """Pieces that are not known, or too many to be named."""
        title = self.v.domains[kind].title.get(self.lang) or kind.replace("_", " ")
        return self.language.with_article("a", title) if count == 1 else f"{count} {self.language.plural(title)}"

    def left(self, parts: Sequence[PieceShown]) -> str:
        """What a seat was told of a piece: `card 2 is red`, by its name if that is known, of a hand `a card`."""
        kind, facts = parts[0].kind, dict[str, list[int]]()
        for part in parts:
            facts.setdefault(part.fact, []).extend(part.values)
        domain = self.v.domains[kind]
        told = {}
        for name, values in facts.items():
            of = domain.facts[name].type
            told[name] = [plain_value(self.v, of, value) for value in self.v.members(of) if value not in values]
        if parts[0].piece != HIDDEN:
            what = self.piece(kind, parts[0].piece)
        else:
            title = domain.title.get(self.lang) or kind.replace("_", " ")
            nth = parts[0].place
            what = self.language.with_article("a", title) if nth < 0 else f"{title} {nth + 1}"
        return self.word("hinted", what=what, value=hint_text(self.game.glossary, kind, told, self.lang))

    def zone(self, slot: int, seat: int) -> str:
        """A list of pieces; `seat`: whose story it is, so that only others need be named."""
        zone, of, place = self.naming.zones[slot]
        title = self.language.with_the(zone.title.get(self.lang) or zone.name.replace("_", " "))
        at = self.places(zone, place)
        what = f"{title} ({at})" if at else title
        return self.word("of", what=what, whose=self.seat(of)) if of >= 0 and of != seat else what

    def places(self, thing: Field | Zone, place: int) -> str:
        """Which of several values or lists."""
        indices = place_numbers(thing, place)
        return " ".join(value_name(self.v, kind, number, self.lang, self.names) for kind, number in indices)

    def rolled(self, home: Field, place: int, values: Sequence[int]) -> RolledValue:
        """What was rolled for a field."""
        title, at = (
            self.language.with_the(home.title.get(self.lang) or home.name.replace("_", " ")),
            self.places(home, place),
        )
        shown = [self._value_name(home, each) for each in values]
        return RolledValue(f"{title} ({at})" if at else title, self.word("then_rolled").join(shown))

    def rolls(self, rolls: Iterable[RolledValue]) -> str:
        """`the first die shows 3, the second die 5, then 4`."""
        said = [
            self.word("also_shows" if nth else "shows", what=each.what, value=each.value)
            for nth, each in enumerate(dict.fromkeys(rolls))
        ]
        return ", ".join(said)

    def deeds(self, deeds: Iterable[str]) -> list[str]:
        """What somebody did, a text for each verb: `puts a tower on A7`, `puts a house on L11`: `puts a tower on A7 and a house on L11`."""
        found: dict[str, list[str]] = {}
        for deed in dict.fromkeys(filter(None, deeds)):
            verb = self.language.verb(deed)
            found.setdefault(verb, []).append(deed.removeprefix(verb).strip())
        return [f"{verb} {self.listed([*filter(None, rests)])}".strip() for verb, rests in found.items()]

    def value(self, part: ValueChanged, home: Field, place: int) -> str:
        """What a field is now; in the words of the data if it has some."""
        if home.tell:
            return self.sentence(part.words)
        title = home.title.get(self.lang) or home.name.replace("_", " ")
        at = self.places(home, place)
        if home.type.kind == "bool":
            return self.word("is" if part.after else "is_not", what=title, at=at) if at else self._whether(part, title)
        value = self._value_name(home, part.after)
        if at:
            return self.word("value_of", what=title, at=at, value=value)
        plain = bool(home.counted) or home.type.kind == "member"
        return self.word("value" if plain else "count", what=title, value=value)

    def _whether(self, part: ValueChanged, title: str) -> str:
        return title if part.after else self.word("no_longer", what=title)

    def _value_name(self, home: Field, value: int) -> str:
        if value == -1 and home.type.optional:
            return self.word("none")
        return value_name(self.v, home.type, value, self.lang, self.names)

    def why(self, part: AnyPart) -> str:
        """The card behind something, or the track whose space gave it; empty where it was neither."""
        found = next((each for each in named_causes(self.game.program, part.because) if each.gives), None)
        if found is None:
            return ""
        name = found.names[self.lang]
        return self.word("track", name=name) if found.kind == "track" else name

    def whom(self, seats: Iterable[int]) -> str:
        """Several players."""
        return self.listed([self.seat(each) for each in seats])
