"""What a seat works out of what it knows is either unknown, or what the evaluator finds on the real state."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, LoadError, State, load
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.text_reader import SourceSite, TextReader
from ruleset_core.engine.observation import UnknownValueError
from ruleset_core.lang import typed_tree as t
from ruleset_core.model.sources import Document, SourceText, ValuePosition
from ruleset_core.testing.goldens import GoldenGame, golden_games
from ruleset_core.view.look.look_evaluator import LookEvaluator
from ruleset_core.view.look.seat_access import SeatAccess
from ruleset_core.view.scene.scene_builder import scene
from tests.lang import random_game
from tests.lang.effects import DataWriter
from tests.lang.values import Context

RANDOM_GAMES = 16
EXPRESSIONS = 60
HELD = LookEvaluator.value


class Compared:
    """Works every expression out on the real state, too. `known`: how often a seat knew a value, and how often it did not."""

    def __init__(self) -> None:
        self.known: Counter[bool] = Counter()
        self.kinds: Counter[str] = Counter()
        self.state: Any = None

    def value(self, at: LookEvaluator, node: t.Expr, env: Mapping[str, int]) -> int | None:
        """In place of `Looking.value`."""
        found = HELD(at, node, env)
        self.known[found is not None] += 1
        self.kinds[type(node).__name__] += 1
        if found is not None and not at.upside:
            real = self.state.game.interpreter.amount(node, self.state.clone(), dict(env))
            assert found == real, f"{node} with {env}: a seat takes it for {found}, it is {real}"
        return found


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Compared:
    found = Compared()

    def value(at: LookEvaluator, node: t.Expr, env: Mapping[str, int]) -> int | None:
        return found.value(at, node, env)

    monkeypatch.setattr(LookEvaluator, "value", value)
    return found


def see_it_as_it_is(state: State) -> list[int]:
    """The viewers who are not shown what others had before they began to choose at the same time."""
    over = state.plain()
    over.sim = None
    return [seat for seat in (*range(state.n), -1) if over.observe(seat)["seats"] == state.observe(seat)["seats"]]


def play(compared: Compared, game: Game, seed: int, choices: int, every: int) -> None:
    """Let viewers look at some positions of a game played at random."""
    state, chance = game.new(max(game.players[0], min(3, game.players[1])), seed=seed), Random(seed)
    for number in range(choices):
        if number % every == 0:
            compared.state = state
            for seat in see_it_as_it_is(state):
                scene(game, state.masked(seat), options=state.options if seat == state.seat else ())
        if state.over:
            return
        state.apply(chance.choice(state.options))


@pytest.mark.parametrize("subject", [*golden_games()], ids=lambda each: each.name)
def test_looks_of_all_games_are_true(subject: GoldenGame, compared: Compared) -> None:
    play(compared, load(subject.game, expansions=subject.expansions), 5, 40, 13)
    assert compared.known[True]


def expression(game: Game, text: str) -> t.Expr:
    """An expression as looks hold it."""
    document = Document(
        SourceText("expression", text), text, lambda _source: {(): ValuePosition(0, len(text), scalar=text)}
    )
    reader = TextReader(game.program.vocabulary)
    tree, resolver = reader._tree(text, SourceSite(document, ()), "expr"), reader.resolver(text)
    assert tree is not None
    return resolver.expr(tree, BindingScope())


def random_states(tmp_path: Path) -> list[tuple[DataWriter, State]]:
    """Random games, each at its second decision."""
    found = []
    for seed in range(RANDOM_GAMES):
        writer = DataWriter(Random(seed).randrange)
        directory = random_game.write(tmp_path / str(seed), random_game.parts(writer), remembered=seed % 2 == 1)
        try:
            game = random_game.build(directory, plugin=False)
            state = game.new(2, seed=seed)
            for _ in range(min(1, len(state.options))):
                state.apply(state.options[0])
        except (LoadError, BrokenRuleError):
            continue
        finally:
            shutil.rmtree(tmp_path / str(seed), ignore_errors=True)
        found.append((writer, state))
    return found


@pytest.mark.slow
def test_random_expressions_in_random_games_are_too(compared: Compared, tmp_path: Path) -> None:
    kinds = ("int", "bool", "colour", "tile", "seat", "die")
    for writer, state in random_states(tmp_path):
        compared.state, viewers = state, see_it_as_it_is(state)
        for number in range(EXPRESSIONS):
            text = f"({writer.value(Context(defines=random_game.QUERIES), kinds[number % len(kinds)], 3)})"
            node = expression(state.game, text)
            for seat in viewers:
                at = LookEvaluator(state.game, state.masked(seat), "en")
                compared.value(at, node, {"me": at.me})
    assert compared.known[True] > 1000
    assert compared.known[False] > 100
    assert {"Op", "Load", "FactOf", "Quantity", "Contains", "Apply"} <= compared.kinds.keys()


def test_the_comparison_notices_a_wrong_value(compared: Compared, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_access: SeatAccess, _field: Any, at: Any) -> Any:
        def value(s: Any, env: Any) -> int:
            found: int | None = s.v[at(s, env)]
            if found is None:
                raise UnknownValueError
            return found + 1

        return value

    monkeypatch.setattr(SeatAccess, "value", wrong)
    game = load("troyes_dice")
    monkeypatch.setattr(game, "memo", {})
    with pytest.raises(AssertionError, match="a seat takes it for"):
        play(compared, game, 5, 40, 13)
