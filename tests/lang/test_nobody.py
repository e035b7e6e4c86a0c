"""Nobody acts where nobody's turn it is: linking refuses whatever would need a seat there, so that no executor looks for one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import LoadError
from tests.executors import both
from tests.lang import random_game

HOUSE = {"provenance": "house"}
NEEDS = {
    "a gain": "gain 1 coin",
    "a gain on a track": "gain 1 gem",
    "a loss": "lose 1 coin",
    "a cost": "pay 1 coin -> { set clock = 1 }",
    "an amount": "set total = coin",
    "a field": "set level = 2",
    "me": "set starter = me",
    "others": "for each q in others { set clock = 1 }",
    "a zone": "move deck[0] to hand",
    "a question": "choose sure b { if b { set clock = 1 } }",
    "a question in a loop": "repeat total { choose sure b { if b { set clock = 1 } } }",
    "within a way": "if clock > 3 { set total = count q in others where q.level > 1 }",
    "an amount of a definition": "set total = mine()",
    "a definition of a definition": "if rich() { set clock = 1 }",
    "a changed definition": "set total = changed()",
    "an effect": "do earn()",
    "an effect that asks": "do ask()",
    "an event with listeners": "emit painted(red, 1)",
    "an event that waits": "emit called(1, starter)",
    "can": "if can { pay 1 coin } { set clock = 1 }",
    "a trial": "if would { gain 1 coin } then clock > 0 { set clock = 1 }",
    "behind a trial": "if would { set clock = 1 } then coin > clock { set clock = 1 }",
}  # fmt: skip
DEFINE = {
    "mine": {"params": {}, "amount": "coin + 1"},
    "rich": {"params": {}, "condition": "mine() > 3"},
    "changed": {"params": {}, "amount": "1"},
    "earn": {"params": {}, "effect": "gain 1 coin"},
    "ask": {"params": {}, "effect": "choose sure b { if b { set clock = 1 } }"},
}
RULES = [
    {"id": "listens", "when": {"event": "painted", "where": "n == 1", "do": "gain 1 coin"}, **HOUSE},
    {"id": "waits", "when": {"event": "called", "where": "n == 1", "do": "set level = 3"}, **HOUSE},
    {"id": "changes", "while_in_play": {"modify": "changed", "add": "level"}, **HOUSE},
]


def parts(place: str, do: str) -> dict[str, Any]:
    """A game in which an effect stands where nobody acts."""
    turn = "choose sure b { set clock = clock + 1 }"
    rules, define, flow = [*RULES], dict(DEFINE), None
    if place == "setup":
        return random_game.plain(turn, setup=do, rules=rules, define=define)
    if place == "the beginning of a phase":
        rules.append({"id": "dawn", "when": {"event": "begin act", "do": do}, **HOUSE})
    elif place == "the end of a phase":
        rules.append({"id": "dusk", "when": {"event": "end act", "do": do}, **HOUSE})
    elif place == "an event of the setup":
        rules.append({"id": "news", "when": {"event": "traded", "do": do}, **HOUSE})
        return random_game.plain(turn, setup="emit traded(coin, deck[0])", rules=rules, define=define)
    elif place == "an effect of the setup":
        define["begin"] = {"params": {}, "effect": do}
        return random_game.plain(turn, setup="if clock == 0 { do begin() }", rules=rules, define=define)
    elif place == "after another seat has acted":
        return random_game.plain(
            turn, setup=f"for each p in seat {{ as p {{ gain 1 coin }}; {do} }}", rules=rules, define=define
        )
    else:
        flow = [
            {
                "phase": "rounds",
                "for": "round",
                "in": "1 to 2",
                "steps": [{"phase": "act", "turns": "once", "do": turn}, {"phase": "late", "do": do}],
            }
        ]
    found = random_game.plain(turn, rules=rules, define=define)
    if flow is not None:
        found["rules.yaml"]["flow"] = flow
    return found


PLACES = ("setup", "the beginning of a phase", "the end of a phase", "an event of the setup", "an effect of the setup",
          "after another seat has acted", "a phase without turns")  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_what_needs_a_seat_is_refused_where_nobody_acts(tmp_path: Path, place: str) -> None:
    every = 1 if place == "setup" else 4  # each of them is at one more place
    for name, do in [*NEEDS.items()][PLACES.index(place) % every :: every]:
        with pytest.raises(LoadError) as caught:
            random_game.build(random_game.write(tmp_path, parts(place, do)), plugin=False)
        codes = {each.code for each in caught.value.diagnostics if each.severity == "error"}
        assert codes in ({"E309"}, {"E307"}), name


@pytest.mark.parametrize("place", PLACES)
def test_what_names_its_seat_is_played(tmp_path: Path, place: str) -> None:
    do = "; ".join(f"as starter {{ {each} }}" for each in NEEDS.values())
    game = random_game.build(random_game.write(tmp_path, parts(place, do)), plugin=False)
    for each in both(game):
        state = each.new(2, 1)
        while not state.over:
            state.apply(state.options[-1])
