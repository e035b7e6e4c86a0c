"""What a loaded game says of itself: its names, cards, options and all that it declares, whatever state it is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.cards import CardInfo, card_info
from ruleset_core.engine.glossary import Glossary
from ruleset_core.engine.kinds import Kind, cards_schema, kinds
from ruleset_core.engine.source import Source
from ruleset_core.engine.where import where
from ruleset_core.lang.secrets import Secrets
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from ruleset_core.model.composing.change import Change
    from ruleset_core.model.diagnostic import Span
    from ruleset_core.model.entries import Entries


class Described:
    """What can be told of a game without playing it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.program = source.program
        self.name = self.id = source.name
        self.hash = source.digest
        self.directory = source.directory
        self.base = source.base
        self.always = source.always
        self.expansions = source.expansions
        self.in_order = source.in_order
        self.players = source.program.vocabulary.players
        self.phase_names = source.program.phase_names

    @property
    def entries(self) -> Entries:
        """A short hash of every card, phase, question and rule: what records tell versions of a game apart by."""
        return self.source.entries

    def earlier(self, digest: str) -> Mapping[str, Mapping[str, str]] | None:
        """The `entries` that the data of this game had when `hash` was `digest`, if it keeps them."""
        from ruleset_core.engine.earlier import earlier

        return earlier(self.directory, digest)

    @property
    def ruleset(self) -> str:
        """Version of the rules engine that made this game."""
        from ruleset_core import __version__

        return __version__

    def title(self, lang: str = "en") -> str:
        """The game's name."""
        return self.source.titles.get(lang, self.source.titles["en"])

    def about(self, lang: str = "en") -> str:
        """The game in a sentence; empty if the data has none."""
        return self.source.about.get(lang, "")

    def expansion_names(self, lang: str = "en") -> dict[str, str]:
        """What players call the expansions in play, by id."""
        names = {each.id: each.titles.get(lang, each.id) for each in self.source.layers}
        return {each: names.get(each, each) for each in self.expansions}

    @cached_property
    def rounds(self) -> str:
        """The field of the state that counts rounds, that with most values if there are several; empty if there is none."""
        v = self.program.vocabulary
        seen = (field for field in v.fields.values() if field.counted and not field.per_seat and field.visible == "all")
        sizes = {field.name: len(v.members(field.type)) for field in seen if v.finite(field.type) and not field.index}
        return max(sizes, key=lambda name: sizes[name], default="")

    def rounds_title(self, lang: str = "en") -> str:
        """What `rounds` is called."""
        return self.glossary.title("fields", self.rounds, lang) if self.rounds else ""

    @property
    def decisions(self) -> list[str]:
        """The names of all decisions."""
        return list(self.program.vocabulary.decisions)

    @cached_property
    def option_names(self) -> Mapping[str, tuple[str, ...]]:
        """The options a game can be begun with, each with its values; all seats that can play are among them."""
        return self.options_for(self.players[1])

    def options_for(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """The options of a game of so many players, each with its values: seats that do not play are not among them."""
        v = self.program.vocabulary
        found = {name: tuple(text for _, text in there(v, each.type, players)) for name, each in v.options.items()}
        return MappingProxyType(found)

    def options_in_words(self, players: int, lang: str = "en") -> list[dict[str, Any]]:
        """The same as players read them: by option its `name` and `title`, its `values` with their titles, and which is `usual`."""
        found = []
        for name, each in self.program.vocabulary.options.items():
            values = there(self.program.vocabulary, each.type, players)
            titles = {text: self.glossary.member_value(each.type, text, lang) for _, text in values}
            usual = next((text for number, text in values if number == each.default), None)
            found.append({"name": name, "title": each.title.get(lang, name), "values": titles, "usual": usual})
        return found

    @cached_property
    def secret_rows(self) -> tuple[frozenset[str], frozenset[str]]:
        """The categories of the score that a seat may not be told of itself: in turn, and while all choose at once."""
        first, second = (Secrets(self.program, own=True, apart=apart).rows() for apart in (False, True))
        return first, second

    @cached_property
    def secret_labels(self) -> frozenset[str]:
        """The decisions whose options are told by their plain names to others: their labels read what only some see."""
        return Secrets(self.program, own=False).labels()

    @cached_property
    def glossary(self) -> Glossary:
        """Names, facts and shapes of everything the game declares."""
        return Glossary(self.program, self.source)

    def name_of(self, family: str, member: str, lang: str = "en") -> str:
        """What players call a member of a set, a resource or a card."""
        return self.glossary.name(family, member, lang)

    def rule_name(self, name: str, lang: str = "en") -> str:
        """What players call a rule of no card, by its `because`; else a resource, or the id in words."""
        because = self.program.vocabulary.because.get(("rules", name))
        return because.get(lang, "") if because else self.name_of("resource", name, lang)

    def score_names(self, lang: str = "en") -> dict[str, str]:
        """The categories of the score as players read them, by name, in the order of the data."""
        return {each.name: each.title[lang] for each in self.program.scores}

    def stats(self) -> dict[str, Any]:
        """How much of the game is data: cards and rules, with and without hooks."""
        from ruleset_core.engine.cards import stats

        return stats(self)

    def rule_texts(self, lang: str = "en", *, generated: bool = False) -> dict[str, str]:
        """What tracks and rules of no card do, by their names; in the words of the data, or `generated` from their effects."""
        from ruleset_core.engine.cards import rule_texts

        return rule_texts(self, lang, generated=generated)

    def card_ids(self) -> list[str]:
        """The ids of all cards, in the order of the data."""
        return list(self.program.cards)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of cards, by name: their facts, their sides, and how such cards act."""
        return MappingProxyType(kinds(self))

    def zone_kind(self, zone: str) -> str:
        """The kind of the pieces that lie in a zone; "" where there is no such zone."""
        found = self.program.vocabulary.zones.get(zone)
        return "" if found is None else found.kind

    def cards_schema(self) -> dict[str, Any]:
        """The JSON Schema of the game's files of cards, with the facts of each kind."""
        return cards_schema(self)

    @property
    def replaced(self) -> Sequence[Change]:
        """All that expansions and the variant replace in the data, in the order in which they are laid on it, each with its place."""
        return self.program.changes

    def where(self, section: str, name: str = "") -> Span | None:
        """The file and line that declare an entry of a section, such as a card in `cards`; of the section itself if no name is given."""
        return where(self.source.documents, section, name)

    def card(self, card: str) -> CardInfo:
        """A card's facts and texts. Raises KeyError for unknown ids."""
        return card_info(self, card)
