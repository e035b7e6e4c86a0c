"""What every statement of a game asks for and what it moves: gains, losses and costs, by the place in the data that says so.

`scratch` writes an expansion that changes any amount of a game by an option, so that one game, loaded once, plays with any of
its amounts changed, and a position of it can be gone on with unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ruleset_core import Game, State, load
from ruleset_core.analysis.desugaring import desugared
from ruleset_core.eval import closures
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.closures import EvaluationTracer
from ruleset_core.eval.expressions import affordable
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.syntax.syntax_tree import NameSyntax
from ruleset_core.lang.traversal import all_nodes

B = TypeVar("B")
NOTHING = {"scratch_amount": 0, "scratch_by": 0}
"""The options of a scratch expansion with which it changes nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One gain, loss or cost: where it is written, of what, whose, what was asked for, and what moved (negative: it went)."""

    place: str
    how: str
    resource: str
    seat: int
    asked: int
    moved: int


class Ledger(EvaluationTracer):
    """Notes every gain, loss and cost in `entries`, while the evaluator runs."""

    entries: list[Entry]

    def wrap(self, node: Any, closure: B) -> B:
        if isinstance(node, (t.Lose, t.Gain)):
            return self._moved(node, closure)  # type: ignore[no-any-return]
        if isinstance(node, (t.Pay, t.Take)):
            return self._paid(node, closure)  # type: ignore[no-any-return]
        return closure

    def _moved(self, node: t.Lose | t.Gain, closure: Any) -> Any:
        e = self.evaluator
        if desugared(node, e.vocabulary) is not node:
            return closure  # it stands for others, which are noted
        resource, amount, held = e.value(node.resource), e.value(node.amount), closures.amount_address(e, "held")

        def moved(s: Any, env: Any) -> None:
            which, asked = resource(s, env), amount(s, env)
            before = s.v[held(s, env, which)]
            closure(s, env)
            after = s.v[held(s, env, which)]
            self._note(node, "lose" if isinstance(node, t.Lose) else "gain", which, env, asked, after - before)

        return moved

    def _paid(self, node: t.Pay | t.Take, closure: Any) -> Any:
        e = self.evaluator
        costs = [(e.value(amount), e.value(resource)) for amount, resource in node.costs]
        can = affordable(e, node.costs)

        def paid(s: Any, env: Any) -> None:
            able = isinstance(node, t.Take) or can(s, env)
            for amount, resource in costs:
                asked = amount(s, env)
                meant = able or (isinstance(node, t.Pay) and node.otherwise is not None)
                self._note(node, "pay", resource(s, env), env, asked, -max(0, asked) if able or meant else 0)
            closure(s, env)

        return paid

    def _note(self, node: Any, how: str, resource: int, env: Any, asked: int, moved: int) -> None:
        place = node.origin.text if node.origin is not None else ""
        name = self.evaluator.vocabulary.resources[resource].name
        self.entries.append(Entry(place, how, name, env.get("me", -1), asked, moved))


def amounts(game: Game) -> list[str]:
    """All definitions of the data that are amounts: a card, a rule or an expansion may modify each.

    How far a phase counts is left out: it may not change while a game is played.
    """
    v = game.program.vocabulary
    ends = {each.counted_to.name for each in v.fields.values() if isinstance(each.counted_to, NameSyntax)}
    return [
        each.name
        for each in v.defines.values()
        if " " not in each.name and each.name not in ends and each.kind == "amount"
    ]


def states_a_figure(game: Game, name: str) -> bool:
    """Whether an amount has a number of its own, or one of a card: not if it only adds up or multiplies other amounts."""
    value = game.program.vocabulary.defines[name].value
    return any(
        each.type.kind == "int"
        and (isinstance(each, t.FactOf) or (isinstance(each, t.Const) and each.value not in {0, 1}))
        for each in all_nodes(value)
        if isinstance(each, (t.FactOf, t.Const))
    )


def scratch(game: Game, source: str | Path, directory: Path, expansions: tuple[str, ...] = ()) -> Game:
    """The game with options that change one of its amounts: `scratch_amount` says which, counted from 1, `scratch_by` by how much."""
    names = amounts(game)
    rules = [
        f"  - {{id: scratch_{number}, provenance: house, while_in_play: {{modify: {name}, "
        f'where: "option.scratch_amount == {number}", add: option.scratch_by}}}}'
        for number, name in enumerate(names, start=1)
    ]
    directory.mkdir(parents=True)
    (directory / "expansion.yaml").write_text(
        f"""\
expansion: scratch
of: {game.id}
name: {{en: Scratch, es: Borrador}}
version: "1.0"
provenance: house
options:
  scratch_amount: {{name: {{en: amount, es: cantidad}}, of: 0..{len(names)}, default: 0}}
  scratch_by: {{name: {{en: by, es: en}}, of: -1..2, default: 0}}
rules:
"""
        + "\n".join(rules)
        + "\n",
        encoding="utf-8",
    )
    changed = load(source, (*expansions, str(directory))).interpreted()
    ledger = Ledger()
    changed.interpreter = make_evaluator(changed.program, changed.hooks, tracer=ledger)
    ledger.entries = []
    return changed


def taken(state: State, option: int) -> list[Entry]:
    """Take an option, and give what was moved. Raises what `apply` raises."""
    ledger = state.game.interpreter.tracer
    assert isinstance(ledger, Ledger)
    ledger.entries = []
    state.apply(option)
    return ledger.entries


def unchanged(state: State) -> State:
    """The same position, in which no amount is changed."""
    twin = state.plain()
    options = twin.game.program.vocabulary.options
    twin.settings = tuple(NOTHING.get(name, value) for name, value in zip(options, state.settings, strict=True))
    return twin


def shown(state: State, option: int) -> Iterator[tuple[str, int]]:
    """The amounts in the words of an answer, each with its place in them."""
    game, decision = state.game, state.decision
    assert decision is not None
    found = game.program.vocabulary.decisions[decision.name]
    value = option - found.base + found.low
    stops = option == found.base + found.size
    templates = found.done if stops else found.label_of.get(value, found.label)
    env = {"me": state.seat} if stops else {"me": state.seat, "it": value}
    if found.keys and not stops:
        return
    for number, part in enumerate(templates.get("en", ())):
        if isinstance(part, t.Op | t.Apply | t.Quantity) and part.type.kind == "int":
            yield (
                f"{decision.name}{' done' if stops else ''} #{number}",
                game.interpreter.amount(part, state, dict(env)),
            )
