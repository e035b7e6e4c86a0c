"""What holds of every verb: random effects use it, it changes only what is known of it, and a seat changes only its own while all choose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from ruleset_core import BrokenRuleError, LoadError
from ruleset_core.analysis.dependencies import SideEffects
from ruleset_core.engine.game import Game
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.closures import EvaluationTracer
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.typed_tree import Would
from ruleset_core.lang.verbs import VERBS
from ruleset_core.lang.visibility import mask_of
from tests.lang import random_game
from tests.lang.effects import DataWriter
from tests.lang.values import RESOURCES, Context

B = TypeVar("B")
DONE = [name for name, verb in VERBS.items() if not verb.cost]
ANYWHERE = [name for name in DONE if name != "return"]
"""Those that may stand in every effect; `return` changes nothing."""
SEEDS = 12
SHORT = 150
"""Longer texts do much besides."""
SETUP = (
    "shuffle deck; for each p in seat { move deck[0] to p.hand; move deck[0] to p.hand; move bag[0] to p.pool; set p.level = number(p) + 3 }; "
    + " ".join(f"as seat_{place} {{ gain {place + 1} {name} }};" for place in range(2) for name in RESOURCES)
    + "move deck[0] to row[red]"
)
"""No two seats have the same."""


def texts(verb: str) -> Iterator[str]:
    """Short random effects that use a verb, each different."""
    found: set[str] = set()
    for seed in range(100 * SEEDS):
        writer = DataWriter(Random(seed).randrange, wild=10**6)
        writer.remembered = True
        text = writer.one(writer.verb, writer.gain, writer.turn)(Context(turns=True, choices=False), seed % 2)
        if re.search(rf"\b{verb}\b", text) and len(text) < SHORT and text not in found:
            found.add(text)
            yield text
        if len(found) == SEEDS:
            return


@pytest.mark.parametrize("verb", DONE)
def test_random_effects_use_every_verb(verb: str) -> None:
    """All executors are compared on these."""
    for seed in range(100):
        writer = DataWriter(Random(seed).randrange)
        writer.remembered = True
        if re.search(rf"\b{verb}\b", json.dumps(random_game.parts(writer))):
            return
    pytest.fail(f"no method of `tests/lang/effects.py` writes `{verb}`")


class Changing(EvaluationTracer):
    """Notes which fields and zones a statement changed though `Changes` does not say so, and which seats' values changed."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self.changes, self.mask, self.zones = (
            SideEffects(program),
            mask_of(program.vocabulary),
            program.vocabulary.zones,
        )
        self.wrong: set[tuple[str, str]] = set()
        self.foreign: set[str] = set()
        self.trials = 0

    def wrap(self, node: Any, closure: B) -> B:
        if isinstance(node, Would):
            return self.tried(closure)
        if not isinstance(node, StatementNode):
            return closure
        said, bit = self.changes.effects_of(node), self.changes.keys.bit

        def run(s: Any, env: dict[str, int]) -> None:
            values, lists, me = s.v[:], [[*each] for each in s.z], env.get("me")
            closure(s, env)  # type: ignore[operator]
            for address, (before, after) in enumerate(zip(values, s.v, strict=True)):
                if before != after:
                    field, seat, _ = self.mask.place(address)
                    self.note(node, field.name, said & bit("field", field.name), field.hidden or seat == me)
            for slot, (one, other) in enumerate(zip(lists, s.z, strict=True)):
                if one != other:
                    zone, seat = self.mask.lists[slot].zone.name, self.mask.lists[slot].seat
                    self.note(node, zone, said & bit("zone", zone), seat == me)

        return run  # type: ignore[return-value]

    def tried(self, closure: Any) -> Any:
        """What is tried is taken back, so it may be of another seat."""

        def run(s: Any, env: dict[str, int]) -> int:
            self.trials += 1
            try:
                return closure(s, env)
            finally:
                self.trials -= 1

        return run

    def note(self, node: StatementNode, what: str, said: int, own: bool) -> None:
        """Something changed. What is hidden (`turn.again`, `tile.at`) is no value of a seat."""
        if not said:
            self.wrong.add((type(node).__name__, what))
        if not own and not self.trials:
            self.foreign.add(what)


def played(game: Game, seed: int, answers: int) -> Changing:
    """A game of two in which everything is done that is asked."""
    slow, changing = game.interpreted(), Changing(game)
    slow.interpreter = make_evaluator(game.program, {}, tracer=changing)
    state = slow.new(2, seed)
    changing.foreign.clear()  # what the setup did
    for _ in range(answers):
        if not state.over:
            try:
                state.apply("sure true")
            except BrokenRuleError:
                state.apply("sure false")
    return changing


def made(directory: Path, do: str, turns: str) -> Game:
    define = random_game.AS_DATA
    files = random_game.plain(do, turns=turns, setup=SETUP, define=define)
    return random_game.build(random_game.write(directory, files, remembered=True), plugin=False)


def accepted(directory: Path, do: str) -> Game | None:
    """A game in which all do something at the same time; None where that is refused since it is not their own."""
    try:
        return made(directory, do, "simultaneous")
    except LoadError as problem:
        if {each.code for each in problem.diagnostics if each.severity == "error"} == {"E318"}:
            return None
        raise


@pytest.mark.parametrize("verb", ANYWHERE)
def test_a_verb_changes_only_what_is_said_of_it(tmp_path: Path, verb: str) -> None:
    """`Changes`, which proofs go by, says so by the traits of its class, or in `_own`."""
    effects = [*texts(verb)]
    assert effects, f"no method of `tests/lang/effects.py` writes `{verb}`"
    game = made(tmp_path, "; ".join(f"may sure {{ {each} }}" for each in effects), "until_all_pass")
    for seed in range(3):
        assert not played(game, seed, 2 * len(effects)).wrong


@pytest.mark.parametrize("verb", ANYWHERE)
def test_a_verb_changes_only_what_is_ones_own_where_all_choose_at_the_same_time(tmp_path: Path, verb: str) -> None:
    """Whatever else it changes is refused: by its traits, or in `_touched` of `analysis/program_checks.py`."""
    for place, each in enumerate(texts(verb)):
        game = accepted(tmp_path / str(place), f"may sure {{ {each} }}")
        assert game is None or not played(game, 1, 2).foreign, each
