"""The kinds of cards a game has: what must be said of each card, for templates and for the schema of an editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.engine.described import Described
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Domain, Fact

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
    """

    name: str
    type: str
    values: tuple[str, ...]
    many: bool
    optional: bool
    length: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of cards: its facts, its sides with theirs, and the keys under which its cards act today."""

    name: str
    facts: tuple[KindFact, ...]
    sides: tuple[str, ...]
    side_facts: tuple[KindFact, ...]
    acts: tuple[str, ...]


def kinds(game: Described) -> dict[str, Kind]:
    """The kinds of pieces that are cards, by name."""
    domains = game.program.vocabulary.domains.values()
    written = {card.kind for card in game.program.cards.values()}
    found = (each for each in domains if each.kind == "piece" and (each.name in written or not each.ids))
    return {each.name: _kind(game, each) for each in found}


def _kind(game: Described, domain: Domain) -> Kind:
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


def _fact(game: Described, fact: Fact) -> KindFact:
    one = fact.type.element or fact.type
    return KindFact(
        fact.name, str(fact.type), _values(game, one), fact.type.kind == "list", fact.type.optional, fact.length
    )


def _values(game: Described, kind: Type) -> tuple[str, ...]:
    v = game.program.vocabulary
    if not v.finite(kind):
        return ()
    return tuple(v.spellings(kind.sure())) + ("none",) * kind.optional


def cards_schema(game: Described) -> dict[str, Any]:
    """The JSON Schema of this game's `cards/*.yaml`: each kind has its own facts, and no other key."""
    from ruleset_core.model.shapes.schema import schemas  # the models of all formats: not needed to play

    schema = schemas()["cards"]
    found = game.kinds
    schema["title"] = f"Cards of {game.title()}"
    schema["properties"]["kind"] = {**schema["properties"]["kind"], "enum": list(found)}
    schema["allOf"] = []
    for kind in found.values():
        name = f"card_{kind.name}"
        schema["$defs"][name] = _card_schema(schema["$defs"]["Card"], schema["$defs"]["Face"], kind)
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
