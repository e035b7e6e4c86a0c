"""What there is to say of something that somebody points at: an answer, or a thing on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.cli.lookup.printed import thing_lines
from ruleset_core.cli.printed.asked import Choice
from ruleset_core.lookup.asked import Asked
from ruleset_core.lookup.moves import foreseen, moves_of
from ruleset_core.lookup.things import thing_of
from ruleset_core.scenes.nodes import Stand

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.texts.menu import Offer

__all__ = ["about_pointed"]


def about_pointed(
    state: State, what: Stand | Choice, menu: Sequence[Offer], lang: str, names: Sequence[str]
) -> list[str]:
    """What comes of an answer and what it is about; of a thing what it is, does and costs, and why it cannot be chosen now."""
    asked = Asked(menu, state.game, state, lang, names)
    if isinstance(what, Stand):
        told = _thing(asked, what.family, what.id) or [*filter(None, [what.name])]
        return [*told, *moves_of(asked, what)]
    option = what.options[0]
    things = state.game.things(option)
    if len(what.options) > 1:  # the first of two things: what comes of it depends on the second
        return _thing(asked, things[0].family, things[0].id)
    told = [what.label or what.notation, *(f"  {line}" for line in foreseen(asked, option))]
    return [*told, *(line for each in things for line in _thing(asked, each.family, each.id))]


def _thing(asked: Asked, family: str, member: str) -> list[str]:
    """What there is to say of a member of a set or a kind, or a rule."""
    thing = thing_of(asked.game, family, member)
    return [] if thing is None else [*thing_lines(asked, thing)]
