"""What scenes work out by functions is what the interpreter says: the same values, unknown where it says so, after as many steps."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, LoadError, State, load
from ruleset_core.engine.look import ready_work
from ruleset_core.engine.look.looking import NOT_KNOWN, Looking
from ruleset_core.engine.look.ready_work import Work
from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.model.source import Document, Place, SourceText
from ruleset_core.scenes.build import scene
from ruleset_core.testing.goldens import Subject, subjects
from tests.lang import random_game
from tests.lang.effects import DataWriter
from tests.lang.values import Context

RANDOM_GAMES = 16
EXPRESSIONS = 60


class Both:
    """Works every expression out in both ways, and compares them. `known`: how often it was a value, and how often it was not."""

    def __init__(self) -> None:
        self.known: Counter[bool] = Counter()
        self.kinds: Counter[str] = Counter()

    def value(self, at: Looking, node: t.Expr, env: Mapping[str, int]) -> int | None:
        """In place of `Looking.value`."""
        if at.room.left < 0:
            return None
        made = dict(at.seen.made)
        one = outcome(at.game.source.ready.of(node), at, env)
        after, at.seen.made = at.seen.made, made
        two = outcome(lambda s, inner: at.game.source.ready.knowing.value(node, s, dict(inner)), at, env)
        assert one == two, f"{node} with {env}: {one} by functions, {two} by the interpreter"
        assert after == at.seen.made
        self.known[one[0] is not None] += 1
        self.kinds[type(node).__name__] += 1
        at.room.worked(at.seen.steps)
        return one[0]


def outcome(work: Work, at: Looking, env: Mapping[str, int]) -> tuple[int | None, int]:
    """What an expression comes to, and the steps it took."""
    at.seen.steps = 0
    try:
        return int(work(at.seen, env)), at.seen.steps
    except NOT_KNOWN:
        return None, at.seen.steps


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Both:
    found = Both()

    def value(at: Looking, node: t.Expr, env: Mapping[str, int]) -> int | None:
        return found.value(at, node, env)

    monkeypatch.setattr(Looking, "value", value)
    return found


def look(state: State) -> None:
    """Make the scenes of everybody."""
    for seat in (*range(state.n), -1):
        scene(state.game, state.observe(seat), options=state.options if seat == state.seat else ())


def play(game: Game, seed: int, choices: int, every: int) -> None:
    """Look at some positions of a game played at random."""
    state, chance = game.new(max(game.players[0], min(3, game.players[1])), seed=seed), Random(seed)
    for number in range(choices):
        if number % every == 0:
            look(state)
        if state.over:
            return
        state.apply(chance.choice(state.options))


@pytest.mark.parametrize("subject", [*subjects()], ids=lambda each: each.name)
def test_scenes_of_all_games_are_what_the_interpreter_says(subject: Subject, both: Both) -> None:
    play(load(subject.game, expansions=subject.expansions), 5, 40, 13)
    assert both.known[True]


def expression(game: Game, text: str) -> t.Expr:
    """An expression as looks hold it."""
    document = Document(SourceText("expression", text), text, lambda _source: {(): Place(0, len(text), scalar=text)})
    reader = Reader(game.program.vocabulary)
    tree, resolver = reader._tree(text, Site(document, ()), "expr"), reader.resolver(text)
    assert tree is not None
    return resolver.expr(tree, Scope())


def test_random_expressions_in_random_games_are_too(both: Both, tmp_path: Path) -> None:
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
        kinds = ("int", "bool", "colour", "tile", "seat", "die")
        for number in range(EXPRESSIONS):
            text = f"({writer.value(Context(defines=random_game.QUERIES), kinds[number % len(kinds)], 3)})"
            node = expression(game, text)
            for seat in (*range(state.n), -1):
                at = Looking(game, state.observe(seat), "en")
                both.value(at, node, {"me": at.me})
    assert both.known[True] > 1000
    assert both.known[False] > 100
    assert {"Op", "Load", "FactOf", "Quantity", "Contains", "Apply"} <= both.kinds.keys()


@pytest.mark.usefixtures("both")
def test_the_comparison_notices_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("troyes_dice")
    monkeypatch.delitem(vars(game.source), "ready", raising=False)
    monkeypatch.setitem(ready_work.COMPARED, "==", ready_work.COMPARED["!="])
    with pytest.raises(AssertionError, match="by functions"):
        play(game, 5, 40, 13)
    vars(game.source).pop("ready")
