"""Properties of hidden information: nothing a seat may not know reaches it by any way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleset_core import Game, State

from .position import LANGUAGES, Position


def hidden(position: Position) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of what that seat is shown."""
    state, game = position.state, position.game
    for seat in range(len(state.scores())):
        other = state.swap_hidden(seat, position.random)
        if other is None:
            continue
        if other.observe(seat) != state.observe(seat):
            yield f"seat {seat} sees hidden information: {_difference(state.observe(seat), other.observe(seat))}"
        if state.seat == seat and _shown(game, state) != _shown(game, other):
            yield f"the options or texts shown to seat {seat} depend on what it may not know"


def simultaneous(position: Position) -> Iterator[str]:
    """In a phase played at once, what one seat chooses is not shown to those who choose after it."""
    state, game = position.state, position.game
    if not state.simultaneous:
        return
    chooser, phase = state.seat, _phase(state)
    one, two = (state.clone() for _ in range(2))
    one.apply(state.options[0])
    two.apply(state.options[-1])
    for branch in (one, two):
        while _within(branch, phase) and branch.seat == chooser:
            branch.apply(position.random.choice(branch.options))
    # What a choice draws at random may show in what is drawn next; only choices that draw nothing can be compared.
    if not len(one.draws) == len(two.draws) == len(state.draws):
        return
    while _within(one, phase) and chooser not in (one.seat, two.seat):
        seat = one.seat
        if not _within(two, phase) or two.seat != seat or _shown(game, one) != _shown(game, two):
            yield f"what seat {chooser} chose changes what seat {seat} is asked in the same phase"
            return
        if one.observe(seat) != two.observe(seat):
            yield f"seat {seat} sees what seat {chooser} chose: {_difference(one.observe(seat), two.observe(seat))}"
            return
        option = position.random.choice(one.options)
        one.apply(option)
        two.apply(option)


def _within(state: State, phase: list[Any]) -> bool:
    return not state.over and state.simultaneous and _phase(state) == phase


def _phase(state: State) -> list[Any]:
    """Tell one run of a phase from the next: by its name, and by the counters that only move between runs."""
    seen = state.observe(0)
    return [state.phase, seen.get("round"), seen["fields"]]


def _shown(game: Game, state: State) -> list[Any]:
    """Everything a seat is shown when it is asked."""
    decision = state.decision
    assert decision is not None
    refused = [option for option in game.vocabulary_of(decision) if option not in state.options]
    return [
        decision.name,
        state.seat,
        state.options,
        [
            (
                decision.prompt(language),
                [game.label(state, option, language) for option in state.options],
                [state.why_not(option, language) for option in refused],
            )
            for language in LANGUAGES
        ],
    ]


def _difference(one: Any, two: Any, path: str = "") -> str:
    """Name the first place where two observations differ."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        parts = [(f"{path}.{key}", one[key], two[key]) for key in one]
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        parts = [(f"{path}[{index}]", a, b) for index, (a, b) in enumerate(zip(one, two, strict=True))]
    else:
        return f"{path.removeprefix('.')} is {one!r} or {two!r}"
    return next(_difference(a, b, where) for where, a, b in parts if a != b)
