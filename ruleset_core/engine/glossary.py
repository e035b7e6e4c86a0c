"""The names, facts and shapes a game declares, looked up by the names that data uses. Needs no state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.known_figures import template_words
from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.engine.visible_figures import (
    Figure,
    ModifiedFact,
    Plain,
    definition_value,
    modified_facts,
    modifiers_of,
    plain_value,
)
from ruleset_core.lang.traversal import depends_on_state
from ruleset_core.lang.typed_tree import Apply
from ruleset_core.messages import message

if TYPE_CHECKING:
    from ruleset_core.engine.expansion_changes import ExpansionChange
    from ruleset_core.engine.game_source import GameSource
    from ruleset_core.engine.symbols import Symbol
    from ruleset_core.engine.tunables import Tunable
    from ruleset_core.lang.domains import Domain
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Vocabulary

__all__ = ["FactValue", "Glossary", "PlanarBoard", "planar_board", "value_words"]


# The plan of a planar board by names: what a drawing needs.


@dataclass(frozen=True, slots=True)
class PlanarBoard:
    """The parts of a planar board by their ids, in the order declared.

    Attributes:
        crossings: where each lies, (x, y), in any unit; y grows to the south.
        lines: the two crossings each connects.
        spaces: the crossings around each, in order.
        regions: the spaces of each.

    Example:
        >>> from ruleset_core import load
        >>> board = load("carcassonne_masons").glossary.board()
        >>> len(board.spaces) > 0
        True
    """

    crossings: Mapping[str, tuple[int, int]]
    lines: Mapping[str, tuple[str, str]]
    spaces: Mapping[str, tuple[str, ...]]
    regions: Mapping[str, tuple[str, ...]]


def planar_board(v: Vocabulary) -> PlanarBoard | None:
    """The planar board of a game, if it has one."""
    if v.board is None:
        return None
    crossings, lines, spaces, regions = (v.domains[family].ids for family in ("crossing", "line", "space", "region"))
    region_of = v.domains["space"].facts["region"].values
    return PlanarBoard(
        MappingProxyType(dict(zip(crossings, v.board.points, strict=True))),
        MappingProxyType(
            {name: (crossings[a], crossings[b]) for name, (a, b) in zip(lines, v.board.ends, strict=True)}
        ),
        MappingProxyType(
            {name: tuple(crossings[at] for at in each) for name, each in zip(spaces, v.board.corners, strict=True)}
        ),
        MappingProxyType(
            {
                name: tuple(each for each, of in zip(spaces, region_of, strict=True) if of == place)
                for place, name in enumerate(regions)
            }
        ),
    )


# The names, facts and shapes a game declares: what a view, a document or a bot may look up without knowing the game.

FactValue = Plain | list[Plain]


class Glossary:
    """Looks things up by the names data uses. Families are sets, `resource`, `seat` and kinds of pieces.

    Example:
        >>> from ruleset_core import load
        >>> words = load("pig").glossary
        >>> words.members("course"), words.name("course", "roll", "es")
        (['roll', 'hold'], 'lanzar')
    """

    def __init__(self, program: Program, source: GameSource) -> None:
        self._program = program
        self._source = source
        self._v = program.vocabulary
        self._backs: dict[str, list[dict[str, FactValue]]] = {}
        self._ranks: dict[str, list[int]] = {}
        self._changes: dict[tuple[str, str], Mapping[str, list[str]]] = {}
        self._unseen: dict[tuple[bool, bool], tuple[frozenset[ModifiedFact], frozenset[str]]] = {}

    def _domain(self, family: str) -> Domain | None:
        return self._v.domains.get(family)

    def members(self, family: str) -> list[str]:
        """The ids of a family in the order declared, copies of cards included; none if there is no such family."""
        domain = self._domain(family)
        return list(domain.ids) if domain else []

    def name(self, family: str, member: str, lang: str = "en") -> str:
        """What players call a member; copies carry the card's name."""
        domain = self._domain(family)
        bare = member.partition("#")[0]
        if domain is None or bare not in domain.ids:
            return bare.replace("_", " ")
        return domain.names[domain.ids.index(bare)].get(lang) or bare.replace("_", " ")

    def seat(self, family: str, member: str) -> int | None:
        """The seat that a member is, in the family of seats or a set that includes them; None for other members."""
        domain = self._domain(family)
        if domain is None or not (domain.seats or domain.kind == "seat") or member not in domain.ids:
            return None
        place = domain.ids.index(member)
        return place if place < self._v.players[1] else None

    def title(self, part: str, item: str, lang: str = "en") -> str:
        """The name of something declared in a part of the data: `fields`, `zones`, `families`, `phases`, `achievements`."""
        text: Mapping[str, str] = {}
        if part == "phases":
            text = self._v.phases.get(item, {})
        elif part == "achievements":
            text = next((each.title for each in self._program.achievements if each.name == item), {})
        else:
            table = {"fields": self._v.fields, "zones": self._v.zones, "families": self._v.domains}[part]
            found = table.get(item)  # type: ignore[attr-defined]
            text = found.title if found is not None else {}
        return text.get(lang) or item.replace("_", " ")

    def phases(self) -> list[str]:
        """The phases, in the order in which they are played, one before those within it."""
        return list(self._v.phases)

    def is_zone(self, name: str) -> bool:
        """Whether a zone of that name exists."""
        return name in self._v.zones

    def kind(self, zone: str) -> str:
        """The kind of the pieces in a zone; empty if there is no such zone."""
        return self._v.zones[zone].kind if zone in self._v.zones else ""

    def shape(self, field: str) -> tuple[tuple[str, ...], str]:
        """The families that index a field, without the seat, and that of its value; numbers are ""."""
        found = self._v.fields.get(field)
        return (tuple(kind.domain for kind in found.index), found.type.domain) if found else ((), "")

    def zone_indices(self, zone: str) -> tuple[str, ...]:
        """The families that index a zone, without the seat; numbers are ""."""
        return tuple(kind.domain for kind in self._v.zones[zone].index) if zone in self._v.zones else ()

    def sets(self) -> list[str]:
        """The sets declared, those of a board included; kinds of pieces, resources and seats are none."""
        return [name for name, domain in self._v.domains.items() if domain.kind == "set"]

    def packs(self) -> list[str]:
        """The kinds of pieces made as combinations of values, such as a pack of cards."""
        kinds = (domain for domain in self._v.domains.values() if domain.kind == "piece")
        return [domain.name for domain in kinds if any(fact.made for fact in domain.facts.values())]

    def fact_names(self, family: str) -> list[str]:
        """The facts that the members of a family have."""
        domain = self._domain(family)
        return list(domain.facts) if domain else []

    def provenance(self, card: str) -> str:
        """Where the figures of a card come from, copies included: `published`, `inferred` or `house`; empty if not said."""
        found = self._program.cards.get(card.partition("#")[0])
        return found.provenance if found else ""

    def house_facts(self, card: str) -> tuple[str, ...]:
        """The facts and keys of a card that are our own choice although the card is not."""
        found = self._program.cards.get(card.partition("#")[0])
        return found.house if found else ()

    def inferred_facts(self, card: str) -> tuple[str, ...]:
        """The facts and keys of a card that are inferred although the card is not."""
        found = self._program.cards.get(card.partition("#")[0])
        return found.inferred if found else ()

    @cached_property
    def handles(self) -> list[Symbol]:
        """Every name that an expansion can use, those that the game has opened first."""
        from ruleset_core.engine.symbols import Symbol, symbols_of

        stored = self._source.stored
        return symbols_of(self._program, self._source) if stored is None else [Symbol(*each) for each in stored.handles]

    @cached_property
    def numbers(self) -> list[Tunable]:
        """Every number that `load(..., numbers=...)` can replace, in the order of the files."""
        from ruleset_core.engine.tunables import tunables_of

        return tunables_of(self._source.documents)

    def number(self, name: str) -> Tunable:
        """A number by its name or a clear part of it. Raises NumberError where none or several fit."""
        from ruleset_core.engine.tunables import tunable_named

        return tunable_named(self.numbers, self._source.documents, name)

    @cached_property
    def changed(self) -> list[ExpansionChange]:
        """What expansions have replaced or taken out, in order."""
        from ruleset_core.engine.expansion_changes import ExpansionChange, expansion_changes

        stored = self._source.stored
        return (
            expansion_changes(self._program, self._source, self)
            if stored is None
            else [ExpansionChange(*each) for each in stored.changed]
        )

    def expansion_title(self, expansion: str, lang: str = "en") -> str:
        """What players call an expansion in play."""
        return next((each.titles[lang] for each in self._source.layers if each.id == expansion), expansion)

    @cached_property
    def added(self) -> Mapping[str, Mapping[str, int]]:
        """By expansion what it adds: how many cards, rules, phases and so on."""
        from ruleset_core.engine.expansion_changes import expansion_additions

        return expansion_additions(self._program, self._source, self)

    @cached_property
    def _replaced(self) -> dict[tuple[str, str, str], ExpansionChange]:
        """Changed facts by family, member and fact."""
        found: dict[tuple[str, str, str], ExpansionChange] = {}
        for each in self.changed if self._program.changes else ():
            if each.kind == "card" and each.name in self._program.cards:
                found[self._program.cards[each.name].kind, each.name, each.key] = each
            elif each.kind == "resource":
                found["resource", each.name, each.key] = each
            elif each.kind == "set" and each.key.count(".") > 1:
                _, item, fact = each.key.split(".", 2)
                found[each.name, item, fact] = each
        return found

    # -- figures ------------------------------------------------------------------------------------------------

    def figure(self, family: str, member: str, fact: str, seen: Mapping[str, Any] | None = None) -> Figure:
        """A fact of a card or a member of a set as players may be told it.

        `seen`: an observation, for the value that counts there.
        Raises KeyError or ValueError for unknown names.
        """
        printed = self._printed(family, member, fact)
        changed = self.changes_of(family, member).get(fact, ()) if fact in self._changing.get(family, ()) else ()
        now: Mapping[str, Any] = (seen or {}).get("figures", {}).get(family, {}).get(member, {})
        value = now.get(fact, printed)
        was = self._replaced.get((family, member.partition("#")[0], fact))
        return Figure(printed, value, tuple(changed), fact in now and value is None, was)

    def figures_of(self, card: str, seen: Mapping[str, Any] | None = None) -> dict[str, Figure]:
        """The facts of a card, by name, as `figure` gives them; those of a side under its name. Raises KeyError."""
        entry = self._program.cards[card]
        copies = (seen or {}).get("figures", {}).get(entry.kind, {})
        member = next((each for each in copies if each.partition("#")[0] == card), card)
        plain = self._v.domains[entry.kind].facts
        return {
            name: self.figure(entry.kind, member, name, seen) if name in plain else Figure(value, value)
            for name, value in entry.facts.items()
        }

    @cached_property
    def modified_facts(self) -> list[ModifiedFact]:
        """The facts behind amounts that something modifies."""
        return modified_facts(self._program)

    @cached_property
    def _changing(self) -> dict[str, set[str]]:
        """By family the facts that something may change while in play."""
        found: dict[str, set[str]] = {}
        for each in self.modified_facts:
            found.setdefault(each.family, set()).add(each.fact)
        return found

    @property
    def has_figures(self) -> bool:
        """Whether observations hold any figures."""
        return bool(self.modified_facts or self._program.amounts or self._program.lasts)

    @cached_property
    def figured_kinds(self) -> frozenset[str]:
        """The kinds of pieces that observations hold figures of."""
        params = [each for name in self._program.amounts for each in self._v.defines[name].params.values()]
        return frozenset(
            {each.family for each in self.modified_facts} | {each.domain for each in params if each.domain}
        )

    def changes_of(self, family: str, member: str) -> Mapping[str, list[str]]:
        """By fact, the cards and `rule NAME`s that may change it while in play."""
        if (family, member) not in self._changes:
            self._changes[family, member] = modifiers_of(self._program, self.modified_facts, family, member)
        return self._changes[family, member]

    def changed_by(self, card: str) -> Mapping[str, list[str]]:
        """The same of a card. Raises KeyError."""
        return self.changes_of(self._program.cards[card].kind, card)

    def source_name(self, source: str, lang: str = "en") -> str:
        """What players call a card or `rule NAME`; of a rule of an expansion, that expansion."""
        if not source.startswith("rule "):
            return self._program.cards[source].names.get(lang, source)
        rule = source.removeprefix("rule ")
        layer = self._source.layer_of_rule(rule)
        return layer.titles[lang] if layer is not None and layer.id else f"`{rule}`"

    def hidden_figures(self, *, own: bool, apart: bool) -> frozenset[ModifiedFact]:
        """The facts of which a seat may not be told what counts; see `SecrecyAnalysis`."""
        return self._hidden(own=own, apart=apart)[0]

    def hidden_amounts(self, *, own: bool, apart: bool) -> frozenset[str]:
        """The amounts given to views of which a seat may not be told what they are; see `SecrecyAnalysis`."""
        return self._hidden(own=own, apart=apart)[1]

    @cached_property
    def fixed_amounts(self) -> dict[str, dict[int, Any]]:
        """The amounts for views that are the same in every position, by seat."""
        state, kinds = depends_on_state(self._program.under), self._v.domains
        return {
            name: {}
            for name in self._program.amounts
            if not state.bits_of(definition_value(self._v.defines[name]))
            and not any(
                kinds[each.domain].kind == "piece" for each in self._v.defines[name].params.values() if each.domain
            )
        }

    def _hidden(self, *, own: bool, apart: bool) -> tuple[frozenset[ModifiedFact], frozenset[str]]:
        if (own, apart) not in self._unseen:
            secrets = SecrecyAnalysis(self._program, own=own, apart=apart)
            facts = frozenset(each for each in self.modified_facts if secrets.hides(each.amount))
            defines = (self._v.defines[name] for name in self._program.amounts)
            self._unseen[own, apart] = (
                facts,
                frozenset(each.name for each in defines if secrets.hides(definition_value(each))),
            )
        return self._unseen[own, apart]

    def board(self) -> PlanarBoard | None:
        """The plan of the game's planar board; None if it has none."""
        return planar_board(self._v)

    def _printed(self, family: str, member: str, name: str) -> FactValue | dict[str, FactValue]:
        """A fact of a member; by side where it differs by side. Raises KeyError or ValueError for unknown names."""
        domain = self._v.domains[family]
        fact, place = domain.facts[name], domain.ids.index(member)
        if not fact.sides:
            return self._value(fact.type, fact.values[place])
        values = fact.values[place * fact.sides : (place + 1) * fact.sides]
        return {side: self._value(fact.type, value) for side, value in zip(domain.sides, values, strict=True)}

    def backs(self, kind: str) -> list[dict[str, FactValue]]:
        """What shows of each piece of a kind that lies face down, in the order of `members`: facts by name."""
        if kind not in self._backs:
            facts = [self._v.domains[kind].facts[name] for name in self._v.domains[kind].back]
            self._backs[kind] = [
                {fact.name: self._value(fact.type, fact.values[place]) for fact in facts}
                for place in range(self._v.domains[kind].size)
            ]
        return self._backs[kind]

    def backs_by_rank(self, kind: str) -> list[dict[str, FactValue]]:
        """The same by the number of the back."""
        found = dict(zip(self.back_ranks(kind), self.backs(kind), strict=True))
        return [found[rank] for rank in sorted(found)]

    def back_ranks(self, kind: str) -> list[int]:
        """A number for the back of each piece of a kind, the same for like backs; pieces face down are sorted by it."""
        if kind not in self._ranks:
            domain = self._v.domains[kind]
            shown = [domain.back_of(piece) for piece in range(domain.size)]
            order = sorted(set(shown), key=lambda back: [(each,) if isinstance(each, int) else each for each in back])
            self._ranks[kind] = [order.index(back) for back in shown]
        return self._ranks[kind]

    def _value(self, kind: Type, value: int | tuple[int, ...]) -> FactValue:
        if isinstance(value, int):
            return self._plain(kind, value)
        assert kind.element is not None
        return [self._plain(kind.element, one) for one in value]

    def worth(self, category: str, lang: str = "en") -> str:
        """What a category of the score is worth, in words of the data, or else made of its rule."""
        from ruleset_core.story.text import expr_text

        score = next(each for each in self._program.scores if each.name == category)
        if score.text:
            return template_words(score.text[lang], self._v)
        if score.items is None:
            return expr_text(score.amount, self._v, lang)
        what = self.title("families", score.items.type.domain, lang)
        if isinstance(score.amount, Apply) and score.amount.define == f"score of {score.items.type.domain}":
            return message("rules.each_own", lang, what=what)
        return message("rules.each", lang, what=what, worth=expr_text(score.amount, self._v, lang))

    def fact_title(self, family: str, fact: str, lang: str = "en") -> str:
        """What players call a fact of a family."""
        domain = self._domain(family)
        found = domain.facts.get(fact) if domain else None
        own = found.title.get(lang) if found else None
        return own or (self.title("families", fact, lang) if found else fact.replace("_", " "))

    def is_for_players(self, family: str, fact: str, lang: str = "en") -> bool:
        """Whether players need a fact: the data names it, and it is not derived from a place or a combination."""
        domain = self._domain(family)
        found = domain.facts.get(fact) if domain else None
        named = self._v.domains.get(fact)
        named_so = found and (found.title.get(lang) or (named is not None and named.title.get(lang)))
        return bool(found and named_so and not found.made)

    def fact_values(self, family: str, fact: str) -> list[Plain]:
        """All values of a fact, as observations hold them, if its type has few."""
        v = self._v
        kind = v.domains[family].facts[fact].type
        return [plain_value(v, kind, value) for value in v.members(kind)] if v.finite(kind) else []

    def hint(self, family: str, left: Mapping[str, Sequence[object]], lang: str = "en") -> str:
        """What is known of a piece without knowing it, in words; `left`: its `hints` in an observation."""
        from ruleset_core.story.text.card_text import hint_text

        return hint_text(self, family, left, lang)

    def fact_value(self, family: str, fact: str, value: object, lang: str = "en") -> str:
        """The value of a fact, as data writes it, in the words players read."""
        domain = self._domain(family)
        found = domain.facts.get(fact) if domain else None
        kind = found.type.element or found.type if found else None
        if isinstance(value, (list, tuple)):
            return ", ".join(self.fact_value(family, fact, each, lang) for each in value)
        if value == "none" and found is not None and lang in found.none:
            return found.none[lang]
        if isinstance(value, str) and value != "none" and kind is not None and kind.kind == "member":
            return self.name(kind.domain, value, lang)
        return value_words(value, lang)

    def member_value(self, kind: Type, value: object, lang: str = "en") -> str:
        """A value of a type, as data writes it, in the words players read."""
        return (
            self.name(kind.domain, value, lang) if kind.domain and isinstance(value, str) else value_words(value, lang)
        )

    def missing_fact_texts(self, family: str, lang: str = "en") -> dict[str, str]:
        """What players read of facts that a card does not give, by fact, where the game has words for it."""
        domain = self._domain(family)
        facts = domain.facts.items() if domain else ()
        return {name: fact.none[lang] for name, fact in facts if lang in fact.none}

    def _plain(self, kind: Type, value: int) -> Plain:
        if value == -1 and kind.optional:
            return None
        if kind.kind == "bool":
            return bool(value)
        return self._v.format_value(kind, value) if kind.kind == "member" else value


def value_words(value: object, lang: str) -> str:
    """A plain value in words."""
    if isinstance(value, bool):
        return message("game.yes" if value else "game.no", lang)
    return message("game.none", lang) if value in (None, "none", ()) else str(value)
