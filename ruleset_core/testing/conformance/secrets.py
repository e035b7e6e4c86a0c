"""Properties of hidden information: nothing a seat may not know reaches it by any way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleset_core import Game, State
from ruleset_core.testing.difference import difference

from .position import LANGUAGES, Position, seats


def hidden(position: Position) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of what that seat is shown."""
    state, game = position.state, position.game
    for seat in seats(position):
        other = state.imagine(seat, position.random.randrange(1 << 30))
        if other.observe(seat) != state.observe(seat):
            yield f"seat {seat} sees hidden information: {difference(state.observe(seat), other.observe(seat))}"
        if state.seat == seat and _shown(game, state) != _shown(game, other):
            yield f"the options or texts shown to seat {seat} depend on what it may not know"
        if _told(state, seat) != _told(other, seat):
            yield f"the score told to seat {seat} before the end depends on what it may not know"


def _told(state: State, seat: int) -> list[Any]:
    """What a seat is told of its score while the game is on."""
    secret = state.secret_scores()
    lines = [(line.category, line.name("en"), line.amount) for line in state.score_sheet(seat)]
    return [sorted(secret), [line for line in lines if line[0] not in secret]]


def simultaneous(position: Position) -> Iterator[str]:
    """In a phase played at once, what one seat chooses is not shown to those who choose after it."""
    state, game = position.state, position.game
    if not state.simultaneous:
        return
    chooser, phase = state.seat, _phase(state.observe(state.seat))
    one, two = (state.clone() for _ in range(2))
    one.apply(state.options[0])
    two.apply(state.options[-1])
    drawn = one.draws + two.draws
    for branch in (one, two):
        while _asks(branch, chooser):
            branch.apply(position.random.choice(branch.options))
            drawn = drawn + branch.draws
    # What a choice draws at random may show in what is drawn next; only choices that draw nothing can be compared.
    if drawn:
        return
    told = {chooser}
    while one.simultaneous and one.seat not in told:
        seat = one.seat
        seen = one.observe(seat)
        if _phase(seen) != phase:
            return  # another run of the phase; by then the choices have been shown
        if two.over or seen != two.observe(seat):
            yield f"seat {seat} sees what seat {chooser} chose: {difference(seen, two.observe(seat))}"
            return
        while _asks(one, seat):
            if two.seat != seat or _shown(game, one) != _shown(game, two):
                yield f"what seat {chooser} chose changes what seat {seat} is asked in the same phase"
                return
            option = position.random.choice(one.options)
            one.apply(option)
            two.apply(option)
        told.add(seat)


def _asks(state: State, seat: int) -> bool:
    return state.simultaneous and state.seat == seat


def _phase(seen: dict[str, Any]) -> list[Any]:
    """Tell one run of a phase from the next: by its name, and by the counters that only move between runs."""
    return [seen["phase"], seen["fields"]]


def _shown(game: Game, state: State) -> list[Any]:
    """Everything a seat is shown when it is asked."""
    decision = state.decision
    assert decision is not None
    refused = [option for option in game.vocabulary_of(decision.name) if option not in state.options]
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
