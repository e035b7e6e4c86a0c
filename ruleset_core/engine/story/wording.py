"""What the things of a game are called in a story: seats, amounts, values, lists of pieces, the cards behind something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.hinted import hinted
from ruleset_core.engine.plain import plain
from ruleset_core.engine.story.behind import behind
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.engine.story.words import word
from ruleset_core.lang.evaluate.trace import AnyPart, Changed, Sentence, Shown, Spoken
from ruleset_core.lang.tells import numbers

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.vocabulary import Field, Zone

__all__ = ["Wording"]

FEW: Final = 5
"""So many pieces are named; of more it is said how many."""


class Wording:
    """Names the things of one game in one language; `names`: of the players, by seat."""

    def __init__(self, game: Game, lang: str, names: Sequence[str] = ()) -> None:
        self.game, self.lang, self.names = game, lang, names
        self.v = game.program.vocabulary
        self.naming = game.narration.naming
        self.language = game.narration.nouns[lang].language

    def word(self, key: str, **parts: object) -> str:
        """A phrase with its parts put in."""
        text = word(key, self.lang, **parts)
        for apart, together in self.language.contractions.items():
            text = text.replace(apart, together)
        return text

    def says_verb(self, text: str) -> bool:
        """Whether a text begins with what somebody does, so that the name alone may stand before it: `takes a card`."""
        verbs = (self.word("takes_some", what=""), self.word("sees", what=""))
        return text.partition(" ")[0] in [each.strip() for each in verbs]

    def sentence(self, words: Sentence) -> str:
        """A text of the data with its values."""
        return self.naming.words(words, self.lang, self.names)

    def parted(self, words: Sentence) -> tuple[str, str]:
        """A text of the data in two: the words before the first value, and the rest."""
        parts = tuple(
            part for part in words.get(self.lang, ()) if part != ""
        )  # nothing stands before an `if` that begins it
        first = parts[0] if parts and isinstance(parts[0], str) else ""
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
            if isinstance(part, Spoken) and part.value >= 0 and self._is_piece(part)
        }

    def _is_piece(self, part: Spoken) -> bool:
        return part.kind.kind == "member" and self.v.domains[part.kind.domain].kind == "piece"

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        return self.language.listed(items, "and")

    def seat(self, seat: int) -> str:
        """A player."""
        return self.names[seat] if seat < len(self.names) else self.v.domains["seat"].names[seat][self.lang]

    def amount(self, resource: int, count: int, *, signed: bool = False) -> str:
        """`2 coins`, or `−2 coins`."""
        name = self._resource(self.v.domains["resource"].ids[resource])
        if not signed:
            return self.language.counted(abs(count), name)
        several = abs(count) != 1 and not self.language.mass(name)
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
        if HIDDEN in pieces or len(names) > FEW:
            return self.kind(kind, len(pieces))
        return self.listed([name if count == 1 else f"{name} ×{count}" for name, count in names.items()])

    def kind(self, kind: str, count: int) -> str:
        """Pieces that are not known, or too many to be named."""
        title = self.v.domains[kind].title.get(self.lang) or kind.replace("_", " ")
        return self.language.the("a", title) if count == 1 else f"{count} {self.language.plural(title)}"

    def left(self, parts: Sequence[Shown]) -> str:
        """What a seat was told of a piece: `card 2 is red`, by its name if that is known, of a hand `a card`."""
        kind, facts = parts[0].kind, dict[str, list[int]]()
        for part in parts:
            facts.setdefault(part.fact, []).extend(part.values)
        domain = self.v.domains[kind]
        told = {}
        for name, values in facts.items():
            of = domain.facts[name].type
            told[name] = [plain(self.v, of, value) for value in self.v.members(of) if value not in values]
        if parts[0].piece != HIDDEN:
            what = self.piece(kind, parts[0].piece)
        else:
            title = domain.title.get(self.lang) or kind.replace("_", " ")
            nth = parts[0].place
            what = self.language.the("a", title) if nth < 0 else f"{title} {nth + 1}"
        return self.word("hinted", what=what, value=hinted(self.game.glossary, kind, told, self.lang))

    def zone(self, slot: int, seat: int) -> str:
        """A list of pieces; `seat`: whose story it is, so that only others need be named."""
        zone, of, place = self.naming.zones[slot]
        title = self.language.with_the(zone.title.get(self.lang) or zone.name.replace("_", " "))
        at = self.places(zone, place)
        what = f"{title} ({at})" if at else title
        return self.word("of", what=what, whose=self.seat(of)) if of >= 0 and of != seat else what

    def places(self, thing: Field | Zone, place: int) -> str:
        """Which of several values or lists."""
        indices = numbers(thing, place)
        return " ".join(value_name(self.v, kind, number, self.lang, self.names) for kind, number in indices)

    def value(self, part: Changed, home: Field, place: int, rolled: Sequence[int] = ()) -> str:
        """What a field is now, all of several rolls if there are any; in the words of the data if it has some."""
        if home.tell:
            return self.sentence(part.words)
        title = home.title.get(self.lang) or home.name.replace("_", " ")
        at = self.places(home, place)
        if home.type.kind == "bool":
            return self.word("is" if part.after else "is_not", what=title, at=at) if at else self._whether(part, title)
        value = self.word("then_rolled").join(self._shown(home, each) for each in rolled or (part.after,))
        if at:
            return self.word("value_of", what=title, at=at, value=value)
        plain = bool(rolled) or bool(home.counted) or home.type.kind == "member"
        return self.word("value" if plain else "count", what=title, value=value)

    def _whether(self, part: Changed, title: str) -> str:
        return title if part.after else self.word("no_longer", what=title)

    def _shown(self, home: Field, value: int) -> str:
        if value == -1 and home.type.optional:
            return self.word("none")
        return value_name(self.v, home.type, value, self.lang, self.names)

    def why(self, part: AnyPart) -> str:
        """The card behind something, or the track whose space gave it; empty where it was neither."""
        found = next((each for each in behind(self.game.program, part.because) if each.gives), None)
        if found is None:
            return ""
        name = found.names[self.lang]
        return self.word("track", name=name) if found.kind == "track" else name

    def whom(self, seats: Iterable[int]) -> str:
        """Several players."""
        return self.listed([self.seat(each) for each in seats])
