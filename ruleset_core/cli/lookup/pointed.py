"""What there is to say of something that somebody points at: an answer, or a thing on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.lookup.answer import foreseen
from ruleset_core.cli.lookup.things import called, thing_lines
from ruleset_core.cli.printed.asked import Choice
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.refusal import Asked
from ruleset_core.scenes.nodes import Stand

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.texts.menu import Offer

__all__ = ["about_pointed"]

REASONS: Final = 3
"""So many reasons are told why nothing can be done with a thing."""


def about_pointed(
    state: State, what: Stand | Choice, menu: Sequence[Offer], lang: str, names: Sequence[str]
) -> list[str]:
    """What comes of an answer and what it is about; of a thing what it is, does and costs, and why it cannot be chosen now."""
    asked = Asked(menu, state.game, state, lang, names)
    if isinstance(what, Stand):
        return [*(_thing(asked, what.family, what.id) or filter(None, [what.name])), *_refused(asked, what)]
    option = what.options[0]
    things = state.game.things(option)
    if len(what.options) > 1:  # the first of two things: what comes of it depends on the second
        return _thing(asked, things[0].family, things[0].id)
    told = [what.label or what.notation, *(f"  {line}" for line in foreseen(state, option, lang, names))]
    return [*told, *(line for each in things for line in _thing(asked, each.family, each.id))]


def _thing(asked: Asked, family: str, member: str) -> list[str]:
    """What there is to say of a member of a set or a kind, or a rule."""
    name = member.partition("#")[0]
    found = [thing for thing in called(asked, name) if thing.name == name] if name else []
    same = [thing for thing in found if thing.family == family] or found[:1]
    return [line for thing in same for line in thing_lines(asked, thing)]


def _refused(asked: Asked, what: Stand) -> Iterator[str]:
    """Why answers to this question that are about a thing cannot be given."""
    state, game = asked.state, asked.game
    if what.options or what.goals or state.decision is None:
        return
    about = (
        option
        for option in game.vocabulary_of(state.decision.name)
        if option not in state.options and any(each.id == what.id for each in game.things(option))
    )
    reasons = dict.fromkeys(state.why_not(option, asked.lang, asked.names, own=True) for option in about)
    for why in [why for why in reasons if why][:REASONS]:
        yield say("because", asked.lang, what=say("not_now_this", asked.lang), why=why)
