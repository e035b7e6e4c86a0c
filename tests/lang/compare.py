"""Random play of one game by both executors, compared after every decision."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ruleset_core import BrokenRuleError
from ruleset_core.engine.game import Game


def plain(state: Any) -> str:
    """The bytes of a state."""
    return json.dumps(state.to_json(), sort_keys=True)


def disagreement(game: Game, players: int, seed: int, pick: Callable[[int], int], decisions: int) -> str:
    """What the executors see differently in a game with random choices ("" if nothing).

    Where the interpreter says that the rules ask for something without meaning, nothing further is compared: the
    generated code promises nothing there.
    """
    slow = game.interpreted()
    settings = {"wild": bool(pick(2)), "mode": ("red", "green", "blue")[pick(3)]}
    settings = {name: value for name, value in settings.items() if name in game.program.vocabulary.options}
    try:
        spec = slow.new(players, seed, settings)
    except BrokenRuleError:
        return ""
    real = game.new(players, seed, settings)
    for number in range(decisions):
        if plain(spec) != plain(real):
            return f"after decision {number}: {_difference(spec.to_json(), real.to_json())}"
        if real.over:
            break
        if plain(game.from_json(json.loads(plain(real)))) != plain(real):
            return f"after decision {number}: not the same after saving"
        option = spec.options[pick(len(spec.options))]
        try:
            spec.apply(option)
        except BrokenRuleError:
            return ""
        real.apply(option)
    return _scores(spec, real)


def _scores(spec: Any, real: Any) -> str:
    """Amounts that are only looked up, not done."""
    program = real.game.program
    for seat in range(real.n):
        rows = zip(program.scores, real.game.score_functions, real.game.listed_functions, strict=True)
        for score, function, listed in rows:
            for value in score.items.values if score.items else (None,):
                env = {"me": seat} if value is None else {"me": seat, "it": value}
                try:
                    wanted = spec.game.interpreter.amount(score.amount, spec, env)
                    shown = score.where is None or bool(spec.game.interpreter.amount(score.where, spec, env))
                except BrokenRuleError:
                    continue
                if listed is not None and bool(listed(real, real.v, seat, value)) != shown:
                    return f"score {score.name} of seat {seat}: {value} is {'' if shown else 'not '}to be listed"
                found = function(real, real.v, seat) if value is None else function(real, real.v, seat, value)
                if found != wanted:
                    return f"score {score.name} of seat {seat}: {wanted} is right, {found} was generated"
    return ""


def _difference(right: dict[str, Any], wrong: dict[str, Any]) -> str:
    return "; ".join(
        f"{key}: {right[key]} is right, {wrong[key]} was generated"
        for key in right
        if json.dumps(right[key]) != json.dumps(wrong[key])
    )[:2000]
