"""One seeded game written out as text: every question, every option, every draw, the final sheets.

A change of rules or of the engine shows as a difference that a person can read.
`python -m ruleset_core.testing.playthrough --update` writes the files again, as `ruleset test --update-goldens` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from ruleset_core import Game, State

from .difference import differences

_WIDTH: Final = 110
#: What an observation tells about turns is in the text anyway; amounts for views follow from the rest.
_LEFT_OUT: Final = {"to_act": None, "phase": None, "over": None, "amounts": None}


def playthrough(game: Game, players: int, seed: int) -> str:
    """Play one game at random and write it out."""
    return "\n".join(_lines(game, players, seed)) + "\n"


def _lines(game: Game, players: int, seed: int) -> Iterator[str]:
    with_expansions = f" with {', '.join(game.expansions)}" if game.expansions else ""
    yield f"{game.title('en')}{with_expansions}: {players} players, seed {seed}"
    yield "A random game, written by `ruleset test --update-goldens`."
    state = game.new(players=players, seed=seed)
    choose = Random(f"playthrough {seed}")
    number, phase = 0, ""
    while not state.over:
        if state.phase != phase:
            phase = state.phase
            yield f"\n{phase}"
        yield from _drawn(state)
        number += 1
        option = choose.choice(state.options)
        yield from _decision(game, state, option, number)
        yield from _take(state, option)
    yield "\nend"
    yield from _drawn(state)
    yield from _result(state, players)


def _drawn(state: State) -> Iterator[str]:
    """The random outcomes since the last decision; draws are recorded as stream, number of outcomes, outcome."""
    if state.draws:
        drawn = [f"{outcome} of {size}" for size, outcome in zip(state.draws[1::3], state.draws[2::3], strict=True)]
        yield from _wrapped("  drawn: ", drawn, ", ")


def _decision(game: Game, state: State, option: int, number: int) -> Iterator[str]:
    decision = state.decision
    assert decision is not None
    offered = [game.notation(one) for one in decision.options]
    yield from _wrapped(f"{number:4}. seat {decision.seat} {decision.name}: ", offered, " | ")
    yield f"      -> {game.notation(option)}"


def _take(state: State, option: int) -> Iterator[str]:
    """Take an option, and tell what changed for the seat that took it."""
    seat = state.seat
    before = {**state.observe(seat), **_LEFT_OUT}
    state.apply(option)
    after = {**state.observe(seat), **_LEFT_OUT}
    changed = [
        f"{path} {_short(was)} -> {_short(now)}"
        for path, was, now in differences(before, after)
        if not path.endswith(".backs")  # follows from where cards lie, and is long
    ]
    if changed:
        yield from _wrapped("         ", changed, ", ")


def _short(value: object) -> str:
    return " ".join("?" if each is None else str(each) for each in value) if isinstance(value, list) else str(value)


def _result(state: State, players: int) -> Iterator[str]:
    yield f"  scores: {' '.join(map(str, state.scores()))}"
    yield f"  winners: {' '.join(map(str, state.winners()))}".rstrip()
    for seat in range(players):
        yield f"  seat {seat}:"
        for line in state.score_sheet(seat):
            yield f"    {line.amount:4} {line.name('en')}"
        earned = state.achievements(seat)
        if earned:
            yield f"    achievements: {', '.join(earned)}"


def _wrapped(head: str, words: list[str], between: str) -> Iterator[str]:
    """Fill lines with words that may hold blanks; lines break only between words."""
    line = head
    for index, word in enumerate(words):
        piece = word + between * (index + 1 < len(words))
        if len(line) + len(piece.rstrip()) > _WIDTH and line.strip():
            yield line.rstrip()
            line = " " * len(head)
        line += piece
    yield line


if __name__ == "__main__":
    from ruleset_core.testing.goldens import main

    main()
