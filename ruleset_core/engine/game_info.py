"""What a loaded game tells of itself in any state: titles, options, cards and their kinds, scores, statistics. `Game` is a `GameInfo` that plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.engine.game_source import GameSource, declaration_key, earlier_entries
from ruleset_core.engine.glossary import Glossary
from ruleset_core.engine.hooks import checked_hooks
from ruleset_core.engine.option_vocabulary import OptionVocabulary, PickedThing
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.files import HEADERS
from ruleset_core.headers import Rights, read_header
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.situations import members_in_play
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.visibility import ALL, sight_of
from ruleset_core.messages import LANGUAGES
from ruleset_core.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from ruleset_core.diagnostics import Span
    from ruleset_core.lang.domains import Domain, Fact
    from ruleset_core.lang.types import Type
    from ruleset_core.model.drafts import OverlayChange
    from ruleset_core.model.sources import Entries


# What a game's cards are, for showing them: facts, generated text, provenance; and how much of a game is data.


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card: its kind, facts, copies, where its figures come from, and its name and text in both languages.

    `house` names the facts and keys whose values are our own choice although the card is not, `inferred` those that are
    inferred although the card is not; those of a side as `side.fact`. `made` is what is generated from its effects where the
    data has other words for them. `acts` says whether all it does happens at some moment, so that a story tells it: it has effects or waits for events,
    does not change amounts or the score by being there, and leaves nothing to a rule at its end, which is then what did it.

    Example:
        >>> from ruleset_core import load
        >>> card = load("troyes_dice").card("fortress_1")
        >>> card.name("es"), card.kind
        ('Fortaleza 1', 'building')
    """

    id: str
    kind: str
    names: Mapping[str, str]
    texts: Mapping[str, str]
    provenance: str
    facts: Mapping[str, object]
    copies: int
    expansion: str
    house: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()
    made: Mapping[str, str] = field(default_factory=dict)
    acts: bool = False

    def name(self, lang: str = "en") -> str:
        """The card's name."""
        return self.names.get(lang, self.id)

    def text(self, lang: str = "en") -> str:
        """What the card does: in the words of the data, or generated from its effects."""
        return self.texts.get(lang, "")


def card_among(game: GameInfo, things: Iterable[PickedThing]) -> str | None:
    """The first card among some things, whichever of its copies."""
    for thing in things:
        card = thing.id.partition("#")[0]
        found = game.program.cards.get(card)
        if found is not None and found.kind == thing.family:
            return card
    return None


def card_info(game: GameInfo, card: str) -> CardInfo:
    """A card by its id. Raises KeyError."""
    from ruleset_core.story.text import card_text

    entry = game.program.cards[card]
    texts = {lang: card_text(game.program, card, lang) for lang in LANGUAGES}
    given = any(owner == card for owner, _side in game.program.given)
    made = {lang: card_text(game.program, card, lang, generated=True) for lang in LANGUAGES} if given else {}
    return CardInfo(
        card, entry.kind, entry.names, texts, entry.provenance, entry.facts, entry.copies, entry.origin,
        entry.house, entry.inferred, made, _acts(game, card),
    )  # fmt: skip


def _acts(game: GameInfo, card: str) -> bool:
    clauses = [clause for clause in game.program.clauses if clause.owner == card]
    kinds = {clause.kind for clause in clauses}
    if not kinds & _DEEDS or not kinds <= {*_DEEDS, "requires"}:
        return False
    blocks = (each for clause in clauses if clause.body is not None for each in all_nodes(clause.body))
    return not any(isinstance(each, t.Block) and each.items and isinstance(each.items[-1], t.Do) for each in blocks)


_DEEDS = frozenset({"effect", "when", "instead"})
"""What a card says that happens when it comes to that."""


def rule_texts(game: GameInfo, lang: str, *, generated: bool = False) -> dict[str, str]:
    """What tracks and rules of no card say, by resource or rule; always `generated` from their effects, if that is wanted."""
    from ruleset_core.story.text import card_text, reward_text

    program = game.program
    tracks = {name: "\n".join(reward_text(program, name, lang)) for name in program.vocabulary.domains["resource"].ids}
    rules = dict.fromkeys(clause.owner for clause in program.clauses if clause.owner.startswith("rule "))
    said = {owner.removeprefix("rule "): card_text(program, owner, lang, generated=generated) for owner in rules}
    return {name: text for name, text in {**tracks, **said}.items() if text}


def stats(game: GameInfo) -> dict[str, Any]:
    """Cards and rules, and how many of each do without hooks."""
    hooked = {clause.owner for clause in game.program.clauses if _calls_hook(clause)}
    cards = list(game.program.cards)
    rules = _rules(game)
    return {
        "cards": len(cards),
        "cards_without_hooks": sum(card not in hooked for card in cards),
        "rules": len(rules),
        "rules_without_hooks": sum(not _calls_hook(body) for body in rules.values()),
        "hooks": sorted(game.source.hooks),
    }


def _calls_hook(node: Any) -> bool:
    parts = (
        [getattr(node, name, None) for name in ("where", "body", "value")]
        if not isinstance(node, (t.Block,))
        else [node]
    )
    return any(
        isinstance(each, (t.Hooked, t.HookCall)) for part in parts if part is not None for each in all_nodes(part)
    )


def _rules(game: GameInfo) -> dict[str, Any]:
    """Every named effect, amount, condition, phase and trigger that belongs to no card."""
    kinds = ("phase ", "when rule ", "instead rule ", "reward ", "overflow ")
    named = {name: each.body for name, each in game.program.procedures.items() if name.startswith(kinds)}
    defines = {name: each for name, each in game.program.vocabulary.defines.items() if " " not in name}
    return {**defines, **named}


# The kinds of cards a game has: what must be said of each card, for templates and for the schema of an editor.

SHOWN = 200
"""Most values of a fact that a schema lists; beyond that a name is any text."""


@dataclass(frozen=True, slots=True)
class KindFact:
    """A fact that cards of a kind have.

    Attributes:
        name: as data writes it.
        type: as data writes it, such as `1..6` or `list of colour`.
        values: all it may be, as data writes them; empty where any whole number will do.
        many: whether it is a list of such values.
        optional: whether it may be left out.
        length: the least and the most values of a list, where that is declared.

    Example:
        >>> from ruleset_core import load
        >>> kinds = load("troyes").kinds
        >>> [fact.name for fact in kinds["activity"].facts][:2]
        ['colour', 'round']
    """

    name: str
    type: str
    values: tuple[str, ...]
    many: bool
    optional: bool
    length: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of cards: its facts, its sides with theirs, and the keys under which its cards act today.

    Example:
        >>> from ruleset_core import load
        >>> kind = load("troyes_dice").kinds["building"]
        >>> kind.name
        'building'
    """

    name: str
    facts: tuple[KindFact, ...]
    sides: tuple[str, ...]
    side_facts: tuple[KindFact, ...]
    acts: tuple[str, ...]


def card_kinds(game: GameInfo) -> dict[str, Kind]:
    """The kinds of pieces that are cards, by name."""
    domains = game.program.vocabulary.domains.values()
    written = {card.kind for card in game.program.cards.values()}
    found = (each for each in domains if each.kind == "piece" and (each.name in written or not each.ids))
    return {each.name: _kind(game, each) for each in found}


def _kind(game: GameInfo, domain: Domain) -> Kind:
    cards = {name for name, card in game.program.cards.items() if card.kind == domain.name}
    keys = (clause.kind for clause in game.program.clauses if clause.owner in cards)
    acts = dict.fromkeys({"modify": "while_in_play"}.get(key, key) for key in keys)
    plain = (fact for fact in domain.facts.values() if not fact.sides)
    sided = (fact for fact in domain.facts.values() if fact.sides)
    return Kind(
        name=domain.name,
        facts=tuple(_fact(game, fact) for fact in plain),
        sides=tuple(domain.sides),
        side_facts=tuple(_fact(game, fact) for fact in sided),
        acts=tuple(sorted(acts)),
    )


def _fact(game: GameInfo, fact: Fact) -> KindFact:
    one = fact.type.element or fact.type
    return KindFact(
        fact.name, str(fact.type), _values(game, one), fact.type.kind == "list", fact.type.optional, fact.length
    )


def _values(game: GameInfo, kind: Type) -> tuple[str, ...]:
    v = game.program.vocabulary
    if not v.finite(kind):
        return ()
    return tuple(v.formatted_values(kind.sure())) + ("none",) * kind.optional


def cards_schema(game: GameInfo) -> dict[str, Any]:
    """The JSON Schema of this game's `cards/*.yaml`: each kind has its own facts, and no other key."""
    from ruleset_core.model.json_schemas import json_schemas  # the models of all formats: not needed to play

    schema = json_schemas()["cards"]
    found = game.kinds
    schema["title"] = f"Cards of {game.title()}"
    schema["properties"]["kind"] = {**schema["properties"]["kind"], "enum": list(found)}
    schema["allOf"] = []
    for kind in found.values():
        name = f"card_{kind.name}"
        schema["$defs"][name] = _card_schema(schema["$defs"]["CardModel"], schema["$defs"]["CardFaceModel"], kind)
        cards = {"patternProperties": {"^[a-z][a-z0-9_]*$": {"$ref": f"#/$defs/{name}"}}}
        schema["allOf"].append(
            {"if": {"properties": {"kind": {"const": kind.name}}}, "then": {"properties": {"cards": cards}}}
        )
    return schema


def _card_schema(card: dict[str, Any], face: dict[str, Any], kind: Kind) -> dict[str, Any]:
    required = ["provenance", *(fact.name for fact in kind.facts if not fact.optional)]
    properties = {**card["properties"], **{fact.name: _fact_schema(fact) for fact in kind.facts}}
    if kind.sides:
        side = {
            **face,
            "properties": {**face["properties"], **{fact.name: _fact_schema(fact) for fact in kind.side_facts}},
            "required": [fact.name for fact in kind.side_facts if not fact.optional],
            "additionalProperties": False,
        }
        properties["sides"] = {
            "type": "object",
            "properties": dict.fromkeys(kind.sides, side),
            "additionalProperties": False,
        }
    else:
        properties.pop("sides", None)
    return {
        "type": "object",
        "title": kind.name,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _fact_schema(fact: KindFact) -> dict[str, Any]:
    one: dict[str, Any] = {"type": "integer"}
    if fact.values:
        plain = [_plain(value) for value in fact.values]
        one = {"enum": plain} if len(plain) <= SHOWN else {"type": ["string", "integer"]}
    elif fact.optional:
        one = {"type": ["integer", "string"], "pattern": "^none$"}
    found = {"type": "array", "items": one, **_bounds(fact)} if fact.many else one
    return {"description": f"A fact of its kind: {fact.type}.", **found}


def _bounds(fact: KindFact) -> dict[str, int]:
    return {} if fact.length is None else {"minItems": fact.length[0], "maxItems": fact.length[1]}


def _plain(value: str) -> str | int | bool:
    """A value as YAML reads it."""
    if value in {"true", "false"}:
        return value == "true"
    return int(value) if value.removeprefix("-").isdigit() else value


# What a loaded game says of itself: its names, cards, options and all that it declares, whatever state it is in.


@dataclass(frozen=True, slots=True)
class Winning:
    """How a game is won.

    Attributes:
        lowest: whether the lowest score wins, not the highest.
        conditional: whether only a seat can win for which a condition holds, so that it may be nobody.
        teams: whether seats add up their scores and win together.

    Example:
        >>> from ruleset_core import load
        >>> load("pig").winning
        Winning(lowest=False, conditional=False, teams=False)
    """

    lowest: bool
    conditional: bool
    teams: bool


class GameInfo:
    """What can be told of a game without playing it."""

    def __init__(self, source: GameSource) -> None:
        self.source = source
        self.memo: dict[Any, Any] = {}
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
        self.options = OptionVocabulary(source.program.vocabulary)
        self.hooks = checked_hooks(source.hooks, source.program.vocabulary)
        self.interpreter = make_evaluator(source.program, self.hooks)

    @property
    def directories(self) -> list[Path]:
        """The directories of the game and of what is laid on it."""
        return [*dict.fromkeys([self.directory, *(layer.directory for layer in self.source.layers)])]

    @cached_property
    def rights(self) -> Rights:
        """What others may do with it: the least that its header and those of its expansions allow."""
        return Rights.of_all(read_header(each / name).rights for each in self.directories for name in HEADERS)

    @property
    def entries(self) -> Entries:
        """A hash of every card, phase, question and rule; records compare them."""
        return self.source.entries

    def earlier(self, digest: str) -> Mapping[str, Mapping[str, str]] | None:
        """The `entries` of the data when `hash` was `digest`, from `earlier.json`; None if that does not have them."""
        return earlier_entries(self.directory, digest)

    @property
    def ruleset(self) -> str:
        """Version of the rules engine that made this game."""
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
        counting = (field for field in v.fields.values() if field.counted and field.shown and not field.per_seat)
        seen = (field for field in counting if sight_of(field) == ALL)
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
        """The options before the game, each with its values; for an option of seats all that can play."""
        return self.options_for(self.players[1])

    def options_for(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """The same for so many players: without seats that do not play."""
        v = self.program.vocabulary
        found = {
            name: tuple(text for _, text in members_in_play(v, each.type, players)) for name, each in v.options.items()
        }
        return MappingProxyType(found)

    def options_in_words(self, players: int, lang: str = "en") -> list[dict[str, Any]]:
        """The same for players: by option `name`, `title`, `values` with their titles, and which is `usual`."""
        found = []
        for name, each in self.program.vocabulary.options.items():
            values = members_in_play(self.program.vocabulary, each.type, players)
            titles = {text: self.glossary.member_value(each.type, text, lang) for _, text in values}
            usual = next((text for number, text in values if number == each.default), None)
            found.append({"name": name, "title": each.title.get(lang, name), "values": titles, "usual": usual})
        return found

    @cached_property
    def secret_rows(self) -> tuple[frozenset[str], frozenset[str]]:
        """Internal: The categories of the score that a seat may not be told of itself: in turn, and while all choose at once."""
        first, second = (SecrecyAnalysis(self.program, own=True, apart=apart).rows() for apart in (False, True))
        return first, second

    @cached_property
    def secret_labels(self) -> frozenset[str]:
        """Internal: The decisions whose options are told by their plain names to others: their labels read what only some see."""
        return SecrecyAnalysis(self.program, own=False).labels()

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
        return stats(self)

    def rule_texts(self, lang: str = "en", *, generated: bool = False) -> dict[str, str]:
        """What tracks and rules of no card do, by their names; in the words of the data, or `generated` from their effects."""
        return rule_texts(self, lang, generated=generated)

    def card_ids(self) -> list[str]:
        """The ids of all cards, in the order of the data."""
        return list(self.program.cards)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of cards, by name: their facts, their sides, and how such cards act."""
        return MappingProxyType(card_kinds(self))

    def zone_kind(self, zone: str) -> str:
        """The kind of the pieces that lie in a zone; "" where there is no such zone."""
        found = self.program.vocabulary.zones.get(zone)
        return "" if found is None else found.kind

    def cards_schema(self) -> dict[str, Any]:
        """The JSON Schema of the game's files of cards, with the facts of each kind."""
        return cards_schema(self)

    @property
    def replaced(self) -> Sequence[OverlayChange]:
        """What expansions and the variant replace in the data, in order, each with its place."""
        return self.program.changes

    def where(self, section: str, name: str = "") -> Span | None:
        """The file and line that declare an entry of a section, such as a card in `cards`, or the section."""
        return declaration_key(self.source.documents, section, name)

    def card(self, card: str) -> CardInfo:
        """A card's facts and texts. Raises KeyError for unknown ids."""
        return card_info(self, card)

    @cached_property
    def winning(self) -> Winning:
        """How the game is won."""
        who = self.program.outcome
        return Winning(who.lowest, who.wins is not None, who.team is not None)

    # -- options ------------------------------------------------------------------------------------------------

    def card_of(self, option: int) -> str | None:
        """The card that an option picks, whichever of its copies, of several parts the first; None if it picks anything else."""
        return card_among(self, self.things(option))

    @property
    def vocabulary_size(self) -> int:
        """How many options the game can ever offer."""
        return len(self.options.notations)

    def notation(self, option: int, names: Sequence[str] = ()) -> str:
        """The notation of an option; `names` of players stand instead of their seats, for people to read."""
        return self.options.written(option, names) if names else self.options.notations[option]

    def parse(self, text: str) -> int:
        """The option a notation names. Raises NotationError."""
        return self.options.parse(text)

    def option_of(self, given: object) -> int:
        """An option given as its notation or as a number, also one of numpy. Raises NotationError."""
        if isinstance(given, bool | str) or not hasattr(given, "__index__"):
            return self.parse(str(given))
        return index(given)

    def vocabulary_of(self, decision: str) -> list[int]:
        """All options of a decision."""
        return self.options.options_of(self.program.vocabulary.decisions[decision])

    def is_secret(self, option: int) -> bool:
        """Whether others do not learn that a seat took this option."""
        return self.options.home(option).secret

    def picks_nothing(self, option: int) -> bool:
        """Whether an option ends a question or stands beside the things it asks about."""
        decision = self.options.home(option)
        return option - decision.base == decision.size

    def option_name(self, option: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """What an option picks, by name, whatever the state; `names` are those of the players, by seat."""
        return self.options.plain_label(option, lang, names)

    def things(self, option: int, lang: str = "en", names: Sequence[str] = ()) -> tuple[PickedThing, ...]:
        """What an option picks, of an answer all parts in order; nothing of `done`, nor of pieces told apart by what they show."""
        return self.options.things(option, lang, names)
