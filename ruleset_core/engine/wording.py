"""Questions and options in words, as they stand in a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.decision import value_name
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.templates import spoken
from ruleset_core.lang.tree import FactOf

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.templates import Template
    from ruleset_core.lang.vocabulary import Decision


def question(game: Game, state: State, decision: Decision, lang: str, names: Sequence[str] = ()) -> str:
    """What a seat is asked; English where there is no other text. `names` are those of the players, by seat."""
    return filled(game, state, decision.ask.get(lang) or decision.ask["en"], {"me": state.seat}, lang, names)


def label(game: Game, state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """An option as a menu shows it."""
    decision = game.options.home(option)
    done = option - decision.base == decision.size
    template = (decision.done if done else decision.label).get(lang)
    env = {"me": state.seat}
    if not done and (template or decision.label_of):
        value = meant(state, decision, option)
        template = None if value is None else decision.label_of.get(value, decision.label).get(lang)
        env["it"] = -1 if value is None else value
    if not template:
        return game.options.plain_label(option, lang, names)
    return filled(game, state, template, env, lang, names)


def meant(state: State, decision: Decision, option: int) -> int | None:
    """The value an option of a decision stands for now: the first piece that shows it, or None if none does."""
    number = option - decision.base
    if not decision.keys:
        return number + decision.low
    state.steps = 0
    piece = state.game.interpreter.showing(decision, number, state, state.seat)
    return None if piece < 0 else piece


def usual(state: State, decision: Decision) -> int | None:
    """The one option offered that is the usual one of its decision, or None. One whose condition breaks is not."""
    if decision.default is None:
        return None
    found: list[int] = []
    for option in state.options:
        value = meant(state, decision, option) if option - decision.base < decision.size else None
        if value is None:
            continue
        try:
            if state.game.interpreter.amount(decision.default, state, {"me": state.seat, "it": value}):
                found.append(option)
        except BrokenRule:
            continue
    return found[0] if len(found) == 1 else None


def filled(
    game: Game, state: State, template: Template, env: Mapping[str, int], lang: str, names: Sequence[str]
) -> str:
    """A text with its values put in; `env` are the names it may use besides those of the game."""
    parts: list[str] = []
    for part in spoken(template, lambda when: bool(game.interpreter.amount(when, state, dict(env)))):
        if isinstance(part, str):
            parts.append(part)
        else:
            value = game.interpreter.amount(part, state, dict(env))
            none = part.fact.none.get(lang) if value == -1 and isinstance(part, FactOf) else None
            said = none or value_name(game.program.vocabulary, part.type, value, lang, names)
            kind = game.program.vocabulary.domains.get(part.type.domain)
            if kind is not None and kind.adjectives:
                from ruleset_core.lang.text.effects import LANGUAGES

                said = LANGUAGES[lang].agreed("".join(parts), said)
            parts.append(said)
    return "".join(parts)
