"""What is known of pieces that are not known themselves: where they lie, what was told of them, what their backs show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.look.looking import Looking
    from ruleset_core.lang.look.nodes import Through
    from ruleset_core.lang.types import Type

Env = Mapping[str, int]


def hint(at: Looking, kind: Type, through: Through, place: int, env: Env) -> str:
    """What is known of a piece that is not known itself, in words; empty for nothing."""
    slot = _looked_at(at, through, env)
    left = None if slot is None else at.seen.hints.get((slot, place))
    return str(at.game.glossary.hint(kind.domain, left, at.lang)) if left else ""


def backs(at: Looking, kind: Type, through: Through, env: Env) -> str:
    """What shows of the pieces of a list that lie face down: `2 red, 1 blue`; empty where all look the same."""
    slot = _looked_at(at, through, env)
    shown = () if slot is None else at.seen.backs.get(slot, ())
    count = Counter(" ".join(_back(at.game, at.lang, kind.domain, facts)) for facts in shown)
    return ", ".join(f"{number} {said}" for said, number in count.items() if said)


def _back(game: Game, lang: str, family: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """What one back shows: values, and what is true of it."""
    glossary = game.glossary
    for fact, value in facts.items():
        title = glossary.fact_title(family, fact, lang)
        if value is not False and title:
            yield title if value is True else glossary.fact_value(family, fact, value, lang)


def whereabouts(at: Looking, kind: Type, through: Through, place: int, env: Env) -> str:
    """The identity of a piece that is not known: the list and the place in which it lies, and since when it can be followed there.

    A hand has no places for others: its unknown pieces are counted by themselves.
    """
    slot = _looked_at(at, through, env)
    if slot is None:
        return f"{kind.domain}@/{place}"
    if slot in at.seen.loose:
        place -= sum(1 for each in at.seen.z[slot][:place] if each is not None)
    event = at.followed.event(slot, place)
    if at.notes is not None:
        at.notes.add(("event", slot, place))
    return f"{kind.domain}@{slot}/{place}" + (f".{event}" if event else "")


def _looked_at(at: Looking, through: Through, env: Env) -> int | None:
    """The list that is gone through; it is noted that somebody looks at it."""
    slot = at.list_of(through, env)
    if slot is not None and at.notes is not None:
        at.notes.add(~slot)
    return slot
