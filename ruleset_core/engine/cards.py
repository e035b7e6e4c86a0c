"""What a game's cards are, for showing them: facts, generated text, provenance; and how much of a game is data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.engine.decision import Thing
    from ruleset_core.engine.described import Described


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card: its kind, facts, copies, where its figures come from, and its name and text in both languages.

    `house` names the facts and keys whose values are our own choice although the card is not, `inferred` those that are
    inferred although the card is not; those of a side as `side.fact`. `made` is what is generated from its effects where the
    data has other words for them. `acts` says whether all it does happens at some moment, so that a story tells it: it has effects or waits for events,
    does not change amounts or the score by being there, and leaves nothing to a rule at its end, which is then what did it.
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


def card_among(game: Described, things: Iterable[Thing]) -> str | None:
    """The first card among some things, whichever of its copies."""
    for thing in things:
        card = thing.id.partition("#")[0]
        found = game.program.cards.get(card)
        if found is not None and found.kind == thing.family:
            return card
    return None


def card_info(game: Described, card: str) -> CardInfo:
    """A card by its id. Raises KeyError."""
    from ruleset_core.lang.text import card_text

    entry = game.program.cards[card]
    texts = {lang: card_text(game.program, card, lang) for lang in ("en", "es")}
    given = any(owner == card for owner, _side in game.program.given)
    made = {lang: card_text(game.program, card, lang, generated=True) for lang in ("en", "es")} if given else {}
    return CardInfo(
        card, entry.kind, entry.names, texts, entry.provenance, entry.facts, entry.copies, entry.origin,
        entry.house, entry.inferred, made, _acts(game, card),
    )  # fmt: skip


def _acts(game: Described, card: str) -> bool:
    clauses = [clause for clause in game.program.clauses if clause.owner == card]
    kinds = {clause.kind for clause in clauses}
    if not kinds & _DEEDS or not kinds <= {*_DEEDS, "requires"}:
        return False
    blocks = (each for clause in clauses if clause.body is not None for each in everything(clause.body))
    return not any(isinstance(each, t.Block) and each.items and isinstance(each.items[-1], t.Do) for each in blocks)


_DEEDS = frozenset({"effect", "when", "instead"})
"""What a card says that happens when it comes to that."""


def rule_texts(game: Described, lang: str, *, generated: bool = False) -> dict[str, str]:
    """What tracks and rules of no card say, by resource or rule; always `generated` from their effects, if that is wanted."""
    from ruleset_core.lang.text import card_text, reward_text

    program = game.program
    tracks = {name: "\n".join(reward_text(program, name, lang)) for name in program.vocabulary.domains["resource"].ids}
    rules = dict.fromkeys(clause.owner for clause in program.clauses if clause.owner.startswith("rule "))
    said = {owner.removeprefix("rule "): card_text(program, owner, lang, generated=generated) for owner in rules}
    return {name: text for name, text in {**tracks, **said}.items() if text}


def stats(game: Described) -> dict[str, Any]:
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
        isinstance(each, (t.Hooked, t.HookCall)) for part in parts if part is not None for each in everything(part)
    )


def _rules(game: Described) -> dict[str, Any]:
    """Every named effect, amount, condition, phase and trigger that belongs to no card."""
    kinds = ("phase ", "when rule ", "instead rule ", "reward ", "overflow ")
    named = {name: each.body for name, each in game.program.procedures.items() if name.startswith(kinds)}
    defines = {name: each for name, each in game.program.vocabulary.defines.items() if " " not in name}
    return {**defines, **named}
