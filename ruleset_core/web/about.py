"""What there is to say of a thing on a page: what it is and says, what comes of choosing it, or why it cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError
from ruleset_core.scenes.nodes import Card, Stand

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.table import Question

__all__ = ["about", "found"]

REASONS: Final = 3
"""So many reasons are told why nothing can be done with a thing."""


def found(node: Any, identity: str) -> tuple[Stand, Card | None] | None:
    """The thing of an identity in a scene, or a part of one, and the card that it is."""
    if isinstance(node, Stand):
        return (node, None) if node.identity == identity else None
    if isinstance(node, Card) and node.stand.identity == identity:
        return node.stand, node
    if isinstance(node, tuple):
        parts: Iterator[Any] = iter(node)
    elif is_dataclass(node):
        parts = (getattr(node, field.name) for field in fields(node))
    else:
        return None
    return next((one for part in parts if (one := found(part, identity)) is not None), None)


def about(
    stand: Stand, card: Card | None, question: Question | None, state: State, lang: str, names: Sequence[str]
) -> list[str]:
    """Lines about a thing; the first one is what it is called."""
    name = stand.name or (card.name if card is not None else "")
    lines = [name] if name else []
    text = _text(state, stand, lang) or (card.text if card is not None else "")
    lines += [text] if text else []
    if question is None:
        return lines
    if stand.options:
        if len(stand.options) == 1:
            lines += _comes(question.state, stand.options[0], lang, names)
        return lines
    return [*lines, *_refused(question.state, stand, lang, names)]


def _text(state: State, stand: Stand, lang: str) -> str:
    """What a card says."""
    name = stand.id.partition("#")[0]
    return state.game.card(name).text(lang) if name in state.game.card_ids() else ""


def _comes(state: State, option: int, lang: str, names: Sequence[str]) -> list[str]:
    try:
        return [*state.foresee(option).sentences(lang, names)]
    except BrokenRuleError as error:
        return [error.said(lang)]


def _refused(state: State, stand: Stand, lang: str, names: Sequence[str]) -> Iterator[str]:
    """Why answers to this question that are about a thing cannot be given."""
    game = state.game
    if stand.goals or state.decision is None:
        return
    options = (
        option
        for option in game.vocabulary_of(state.decision.name)
        if option not in state.options and any(each.id == stand.id for each in game.things(option))
    )
    reasons = dict.fromkeys(state.why_not(option, lang, names, own=True) for option in options)
    yield from [why for why in reasons if why][:REASONS]
