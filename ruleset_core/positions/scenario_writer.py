"""Writes a position of a game as a scenario: what was given, what was answered since, and a few figures to expect.

A game of Tic-tac-toe with seed 5 after `mark b2` and `mark a1`, kept as `a corner`:

    scenarios:
      - name: a corner
        at: play                               the last position that `given:` can say lies before the second mark
        given: {mark: {b2: 0}}                 what differs from a game after its setup
        do:
          - 1: mark a1
        expect: {seat: 0, decision: place, scores: [0, 0]}

Nothing is written that was not tried: the scenario leads to the same position (`same_position`), or the game is told from its
beginning, with all answers, its seed and, where the seed does not say what was drawn, its dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ruleset_core import Game, RulesetError, State, describe_with_dice, same_position, start_at
from ruleset_core.model.yaml_writer import write_yaml
from ruleset_core.positions.cases import SCENARIOS, GivenPosition

BACK: Final = 24
"""So many answers back a position is looked for that `given:` can say."""
_SEATED: Final = re.compile(r"^( *- )\{(\d+): (.*)\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PlayedPosition:
    """A position of a game that was played.

    Attributes:
        game: the game.
        began: with what it began: players, options, seed, and a situation where it began in one.
        states: from its beginning to the position, one more than answers.
        answers: who took which option.
        chance: whether the seed of `began` says what was drawn; else the dice are written down.
    """

    game: Game
    began: GivenPosition
    states: Sequence[State]
    answers: Sequence[tuple[int, int]] = ()
    chance: bool = True


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """A scenario of a position.

    Attributes:
        data: as a file has it.
        same: whether it leads to the same position. If not, a rule or chance is in the way that a scenario cannot say.
        luck: whether coming chance is that of the game, too.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    same: bool = True
    luck: bool = True

    def text(self, head: str = f"{SCENARIOS}:\n") -> str:
        """As an item of a file, by default with what stands above the first one."""
        listed = write_yaml([self.data], open_levels=2)
        return head + "".join(f"  {line}" for line in _SEATED.sub(r"\1\2: \3", listed).splitlines(keepends=True))


def write_scenario(name: str, played: PlayedPosition) -> WrittenScenario:
    """A position as a scenario: as short as its words allow."""
    first = 1 if played.chance and played.began.at is None else 0  # the beginning says more: chance, too
    for back in range(min(len(played.answers) + 1 - first, BACK + 1)):
        made = _from_a_position(name, played, len(played.answers) - back)
        if made is not None:
            return made
    return _from_the_beginning(name, played)


def _from_a_position(name: str, played: PlayedPosition, at: int) -> WrittenScenario | None:
    """The scenario that is given the position after so many answers; None where words do not suffice."""
    state, began = played.states[at], played.began
    if state.over:
        return None
    described = describe_with_dice(state, began.seed, began.options)
    if described is None:
        return None
    given, dice = described
    for stream, drawn in _dice(played, at + 1).items():
        dice[stream] = [*dice.get(stream, ()), *drawn]
    start = replace(began, at=state.phase, given=given, dice=dice)
    if not _leads_there(start, played, at):
        return None
    return WrittenScenario(_data(name, start, played, at), luck=False)


def _from_the_beginning(name: str, played: PlayedPosition) -> WrittenScenario:
    """The scenario of all answers."""
    began = played.began
    if not played.chance:
        began = replace(began, dice=_dice(played, 0))
    same = _leads_there(began, played, 0)
    return WrittenScenario(_data(name, began, played, 0), same, played.chance)


def _leads_there(described: GivenPosition, played: PlayedPosition, at: int) -> bool:
    """Whether the answers since lead from what is given to the position."""
    try:
        state = start_at(
            played.game, described.at, described.players, described.seed, dict(described.options), described.given, described.dice
        )  # fmt: skip
        for _, option in played.answers[at:]:
            state.apply(option)
    except RulesetError:
        return False
    return same_position(state, played.states[-1])


def _dice(played: PlayedPosition, first: int) -> dict[str, Any]:
    """What was drawn from a position on, by random stream, as `dice:` says it."""
    found: dict[str, list[Any]] = {}
    streams, v = played.game.program.streams, played.game.program.vocabulary
    for state in played.states[first:]:
        draws = state.draws
        for stream, outcome in zip(draws[::3], draws[2::3], strict=True):
            name = streams[stream]
            declared = v.fields.get(name)
            drawn = outcome if declared is None else v.formatted_values(declared.type)[outcome]
            found.setdefault(name, []).append(int(drawn) if str(drawn).lstrip("-").isdigit() else drawn)
    return found


def _data(name: str, described: GivenPosition, played: PlayedPosition, at: int) -> dict[str, Any]:
    """A scenario as a file has it."""
    game, state = played.game, played.states[-1]
    seated = state.n > 1
    answers = [(seat, game.notation(option)) for seat, option in played.answers[at:]]
    rows: dict[str, Any] = {
        "players": None if described.players in {None, game.players[0]} else described.players,
        "options": dict(described.options),
        "seed": None if described.seed == 1 else described.seed,
        "at": described.at,
        "given": described.given,
        "dice": {stream: list(values) for stream, values in described.dice.items()},
        "do": [{seat: text} if seated else text for seat, text in answers],
    }
    return {
        "name": name,
        **{key: value for key, value in rows.items() if value or value == 0},
        "expect": dict(_expected(state)),
    }


def _expected(state: State) -> Iterator[tuple[str, Any]]:
    """A few figures of a position, for a start."""
    if state.over:
        yield "over", True
        yield "winners", state.winners()
    elif state.decision is not None:
        yield "seat", state.seat
        yield "decision", state.decision.name
    if state.game.score_names():
        yield "scores", state.scores()
