"""What every statement of a game asks for and what it moves: gains, losses and costs, by the place in the data that says so.

`scratch` writes an expansion that changes any amount of a game by an option, so that one game, loaded once, plays with any of
its amounts changed, and a position of it can be gone on with unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleset_core import Game, State, load
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.interpreter import Interpreter
from ruleset_core.lang.syntax.nodes import Name
from ruleset_core.lang.walk import everything

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


class Ledger(Interpreter):
    """The reference interpreter, which notes every gain, loss and cost in `entries`."""

    entries: list[Entry]

    def _verb(self, node: Any, s: Any, env: Any) -> None:
        if not isinstance(node, (t.Lose, t.Gain)):
            super()._verb(node, s, env)
            return
        resource, asked = self.value(node.resource, s, env), self.value(node.amount, s, env)
        before = s.v[self._held("held", resource, env)]
        super()._verb(node, s, env)
        moved = s.v[self._held("held", resource, env)] - before
        self._note(node, "lose" if isinstance(node, t.Lose) else "gain", resource, env, asked, moved)

    def execute(self, node: Any, s: Any, env: Any) -> None:
        if isinstance(node, (t.Pay, t.Take)):
            able = isinstance(node, t.Take) or self._can(node.costs, s, env)
            for amount, resource in node.costs:
                asked = self.value(amount, s, env)
                meant = able or node.otherwise is not None
                self._note(
                    node, "pay", self.value(resource, s, env), env, asked, -max(0, asked) if able or meant else 0
                )
        super().execute(node, s, env)

    def _note(self, node: Any, how: str, resource: int, env: Any, asked: int, moved: int) -> None:
        place = node.origin.text if node.origin is not None else ""
        name = self.vocabulary.resources[resource].name
        self.entries.append(Entry(place, how, name, env.get("me", -1), asked, moved))


def amounts(game: Game) -> list[str]:
    """All definitions of the data that are amounts: a card, a rule or an expansion may modify each.

    How far a phase counts is left out: it may not change while a game is played.
    """
    v = game.program.vocabulary
    ends = {each.counted_to.name for each in v.fields.values() if isinstance(each.counted_to, Name)}
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
        for each in everything(value)
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
    changed.interpreter = Ledger(changed.program, changed.hooks)
    changed.interpreter.entries = []
    return changed


def taken(state: State, option: int) -> list[Entry]:
    """Take an option, and give what was moved. Raises what `apply` raises."""
    ledger = state.game.interpreter
    assert isinstance(ledger, Ledger)
    ledger.entries = []
    state.apply(option)
    return ledger.entries


def unchanged(state: State) -> State:
    """The same position, in which no amount is changed."""
    twin = state.clone()
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
