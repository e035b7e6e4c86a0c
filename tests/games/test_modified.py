"""Any amount of the included games may be modified by a card: nothing pays, offers or shows by a second formula.

Each amount is changed by +1, +2 and -1 while random games are played, and what is asked for is held against what moves:

- what is offered can be finished, and what it costs can be paid, as without the change;
- what one seat pays another is received, also with the change;
- an amount that the words of an answer show is the one that is paid or gained.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, State, load
from tests.games.ledger import NOTHING, Entry, amounts, scratch, shown, states_a_figure, taken, unchanged

LONG = bool(os.environ.get("RULESET_LONG"))
GAMES = {
    "troyes": ("bonus_2011",),
    "troyes_dice": ("banquetes_y_asaltos",),
    "tournay": (),
    "carcassonne_masons": (),
}
CHANGES = (1, 2, -1)
USUAL = 20_000 if LONG else 2500
"""Decisions with nothing changed, to see what is usual: what is not paid in full, and which amounts are shown and paid."""
CHANGED = 2000 if LONG else 50
"""Decisions with each amount changed by each number."""
SEEN = 6
"""So often an amount that was shown must have been the one that moved, with different values, for it to be a rule."""

Shown = tuple[str, str, str]
"""An amount in the words of an answer; where something moves after that answer; and of what."""


@dataclass
class Usual:
    """What is so in games in which nothing is changed."""

    short: set[str] = field(default_factory=set)
    same: dict[Shown, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    other: set[Shown] = field(default_factory=set)

    def note(self, told: list[tuple[str, int]], moved: list[Entry]) -> None:
        """Something was taken: what its words showed, and what moved."""
        self.short |= {each.place for each in not_in_full(moved)}
        for pair, amount, entry in pairs(told, moved):
            if amount == entry.asked:
                self.same[pair][amount] += 1
            else:
                self.other.add(pair)

    def rules(self) -> set[Shown]:
        """What was shown and always was what moved."""
        return {
            pair
            for pair, values in self.same.items()
            if pair not in self.other and len(values) > 1 and values.total() >= SEEN
        }


def pairs(told: list[tuple[str, int]], moved: list[Entry]) -> Iterator[tuple[Shown, int, Entry]]:
    for (place, amount), entry in product(told, moved):
        if entry.asked != 0 or amount != 0:
            yield (place, f"{entry.how} {entry.place}", entry.resource), amount, entry


def not_in_full(moved: list[Entry]) -> list[Entry]:
    """What was lost or paid only in part, or not at all."""
    return [each for each in moved if each.how != "gain" and max(0, each.asked) != -each.moved]


def played(game: Game, settings: dict[str, int], decisions: int, seed: int) -> Iterator[State]:
    """So many positions of random games in which something is to be decided; the answer is the caller's."""
    chance, number = Random(seed), 0
    low, high = game.program.vocabulary.players
    while number < decisions:
        state = game.new(chance.randint(low, min(high, 4)), chance.randrange(10**6), settings)
        while not state.over and number < decisions:
            before = state.clone()
            yield state
            if (
                state.options == before.options
                and state.seat == before.seat
                and state.v == before.v
                and state.past == before.past
            ):
                break  # a rule broke, or nobody answered
            number += 1


def findings(game: Game, only: tuple[str, ...] = ()) -> Iterator[str]:
    """What goes by a second formula, for each amount that is changed, or for some of them."""
    usual = Usual()
    for number, state in enumerate(played(game, NOTHING, USUAL, 1)):
        option = Random(number).choice(state.options)
        told = list(shown(state, option))
        usual.note(told, taken(state, option))
    rules = usual.rules()
    for place, name in enumerate(amounts(game), start=1):
        if only and name not in only:
            continue
        figure = states_a_figure(game, name)
        for by in CHANGES:
            settings = {"scratch_amount": place, "scratch_by": by}
            for number, state in enumerate(played(game, settings, CHANGED, place * 10 + by)):
                for what in looked_at(state, Random(number).choice(state.options), usual, rules, figure=figure):
                    yield f"{name} {by:+}: {what}"


def looked_at(state: State, option: int, usual: Usual, rules: set[Shown], *, figure: bool) -> Iterator[str]:
    """Take an option where an amount is changed, and where it is not, and compare."""
    told, twin, said = list(shown(state, option)), unchanged(state), state.game.notation(option)
    try:
        moved = taken(state, option)
    except BrokenRuleError as error:
        if "`done` is not allowed" in str(error):
            yield f"{said} leads to a choice that cannot be finished"
        return
    for each in not_in_full(moved):
        if each.place not in usual.short:
            yield f"{each.place}: {each.resource} is not paid in full"
    for pair, amount, entry in pairs(told, moved):
        if pair in rules and amount != entry.asked:
            yield f"{pair[1]}: shows {amount} {entry.resource}, and {entry.asked} move"
    if figure:
        yield from passed_on(moved, twin, option)


def passed_on(moved: list[Entry], twin: State, option: int) -> Iterator[str]:
    """What goes from seat to seat where nothing is changed goes from seat to seat where something is."""
    try:
        plain = taken(twin, option)
    except BrokenRuleError:
        return
    for resource in {each.resource for each in plain}:
        before, after = ([each for each in some if each.resource == resource and each.moved] for some in (plain, moved))
        if {(each.place, each.seat) for each in before} != {(each.place, each.seat) for each in after}:
            continue
        given, kept = sum(each.moved for each in before), sum(each.moved for each in after)
        if given == 0 and len({each.seat for each in before}) > 1 and kept != 0:
            yield f"{after[0].place}: of {resource}, {kept:+} in all where everything goes from seat to seat"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [each if each == "troyes_dice" else pytest.param(each, marks=pytest.mark.slow) for each in GAMES]
)
def test_nothing_goes_by_a_second_formula(name: str, tmp_path: Path) -> None:
    game = scratch(load(name, GAMES[name]), name, tmp_path / "scratch", GAMES[name])
    found = Counter(findings(game))
    assert not found, "\n".join(f"{count} x {what}" for what, count in sorted(found.items()))


SECOND = {
    "wages": (
        'wages: {amount: "2 * (count g in group) * bought_from(f, m)"}',
        "where everything goes from seat to seat",
    ),
    "affordable": ('affordable: {condition: "2 * dice * paid + due <= denier"}', "denier is not paid in full"),
}
"""Troyes as it once was: the price of a die written again where its seller is paid, and where it is asked what can be paid."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SECOND)
def test_a_second_formula_is_found(name: str, tmp_path: Path) -> None:
    define, said = SECOND[name]
    directory = tmp_path / "second"
    directory.mkdir()
    header = 'expansion: second\nof: troyes\nname: {en: Second, es: Segunda}\nversion: "1.0"\nprovenance: house\n'
    (directory / "expansion.yaml").write_text(f"{header}override:\n  define:\n    {define}\n", encoding="utf-8")
    second = (str(directory),)
    game = scratch(load("troyes", second), "troyes", tmp_path / "scratch", second)
    assert any(said in each for each in findings(game, ("price",)))
