"""What a scenario says a seat sees: fields, amounts, zones and pieces, of itself and of others, known and hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.testing import run_scenarios
from tests.engine.games import CARDS, FILE, PURSES, write

BEGIN = """
scenarios:
  - name: secrets
    players: 2
    at: rounds
    given:
      zones: {pile: [c2, c3]}
      seats: [{hand: [c1, c4]}, {hand: [c5, c7]}]
    expect:
      sees:
"""


def lines(text: str) -> str:
    return "".join(f"        {line}\n" for line in text.strip().splitlines())


@pytest.fixture
def told(tmp_path: Path):
    """What fails when a seat of the game of cards is expected to see something; what `check` says comes first."""

    def told(text: str, begin: str = BEGIN) -> list[str]:
        game = write(tmp_path / "cards", CARDS, FILE)
        (game / "scenarios").mkdir(exist_ok=True)
        file = game / "scenarios" / "sees.yaml"
        file.write_text(begin + lines(text), encoding="utf-8")
        found = [item for item in check_paths([game]).diagnostics if Path(item.span.file).name == "sees.yaml"]
        failed = run_scenarios([str(file)])[0].failures
        for item in found:
            assert any(each.message.startswith(item.message) for each in failed)
        shown = file.read_text(encoding="utf-8").splitlines()
        return [
            f"{shown[each.span.line - 1][each.span.column - 1 : each.span.end_column - 1]}: {each.message}"
            for each in failed
        ]

    return told


TRUE = """
0:
  round: 1
  vault: hidden
  crown: none
  face: [1, 1]
  to_act: 0
  zones:
    deck: hidden
    pile: [hidden, c3]
    chest: {sun: 0, moon: hidden}
  seats:
    0: {point: 0, life: 2, hand: [c1, c4], pick: none, bid: {sun: 0, moon: known}, held: {life: 2}}
    1: {hand: hidden, pick: hidden, bid: hidden, life: known, table: []}
  pieces: {card: {c1: {side: up}, c7: {side: hidden}}}
1:
  to_act: hidden
  seats: [{hand: 2}, {hand: known, bid: {moon: 0}}]
  zones: {pile: {count: 2, top: c3}, deck: [hidden]}
"""


def test_what_a_seat_sees(told) -> None:
    assert told(TRUE) == []


def test_what_is_expected_is_written_as_what_is_given(told) -> None:
    text = """
- pick: [none, hidden]
  bid: [{sun: 0}, hidden]
  seats: [~, {life: 2}]
- pick: {0: hidden, 1: none}
  bid: {0: hidden}
  held: [{life: 2}]
"""
    assert told(text) == []
    assert told("[~, {pick: hidden}]") == [
        "hidden: expected seat 1 to see `pick` of seat 1 as hidden, found none",
    ]


def test_others_are_all_places_seats_and_pieces_that_are_not_named(told) -> None:
    text = """
0:
  face: {die_2: 1, others: 1}
  pick: {0: none, others: hidden}
  seats: {0: {hand: 2}, others: {hand: hidden, bid: {sun: hidden, others: hidden}}}
  zones: {chest: {sun: 0, others: hidden}}
  pieces: {card: {c1: {side: up}, c4: {side: up}, c3: {side: up}, c5#2: {side: up}, c6: {side: up}, others: {side: hidden}}}
"""
    assert told(text) == []
    assert told("0: {seats: {0: {}, others: {hand: 3}}}") == [
        "3: expected seat 0 to see `hand` of seat 1 as 3, found [hidden, hidden]",
    ]


FALSE = {
    "0: {pick: [c1]}": "c1: expected seat 0 to see `pick` of seat 0 as c1, found none",
    "0: {bid: {1: {moon: 0}}}": "0: expected seat 0 to see `bid[moon]` of seat 1 as 0, found hidden",
    "0: {vault: 3}": "3: expected seat 0 to see `vault` as 3, found hidden",
    "0: {vault: known}": "known: expected seat 0 to see `vault` as known, found hidden",
    "0: {round: hidden}": "hidden: expected seat 0 to see `round` as hidden, found 1",
    "0: {round: 2}": "2: expected seat 0 to see `round` as 2, found 1",
    "0: {crown: seat_1}": "seat_1: expected seat 0 to see `crown` as 1, found none",
    "0: {to_act: hidden}": "hidden: expected seat 0 to see who is asked as hidden, found 0",
    "1: {to_act: 0}": "0: expected seat 1 to see who is asked as 0, found hidden",
    "0: {face: {die_2: 6}}": "6: expected seat 0 to see `face[die_2]` as 6, found 1",
    "0: {seats: {1: {pick: none}}}": "none: expected seat 0 to see `pick` of seat 1 as none, found hidden",
    "0: {seats: {0: {pick: hidden}}}": "hidden: expected seat 0 to see `pick` of seat 0 as hidden, found none",
    "0: {seats: {0: {bid: hidden}}}": "hidden: expected seat 0 to see `bid[sun]` of seat 0 as hidden, found 0",
    "0: {seats: {1: {bid: {moon: 0}}}}": "0: expected seat 0 to see `bid[moon]` of seat 1 as 0, found hidden",
    "0: {seats: {1: {life: 5}}}": "5: expected seat 0 to see `life` of seat 1 as 5, found 2",
    "0: {seats: {0: {hand: hidden}}}": "hidden: expected seat 0 to see `hand` of seat 0 as hidden, found [c1, c4]",
    "0: {seats: {1: {table: hidden}}}": "hidden: expected seat 0 to see `table` of seat 1 as hidden, found []",
    "0: {seats: {1: {hand: [c7, c5]}}}": "[c7, c5]: expected seat 0 to see `hand` of seat 1 as [c7, c5], "
    "found [hidden, hidden]",
    "0: {seats: {1: {hand: 3}}}": "3: expected seat 0 to see `hand` of seat 1 as 3, found [hidden, hidden]",
    "0: {zones: {pile: hidden}}": "hidden: expected seat 0 to see `pile` as hidden, found [hidden, c3]",
    "0: {zones: {pile: known}}": "known: expected seat 0 to see `pile` as known, found [hidden, c3]",
    "0: {zones: {pile: {top: c2}}}": "{top: c2}: expected seat 0 to see `pile` as {top: c2}, found [hidden, c3]",
    "0: {zones: {chest: {sun: {count: 1}}}}": "{count: 1}: expected seat 0 to see `chest[sun]` as {count: 1}, found []",
    "0: {pieces: {card: {c7: {side: down}}}}": "down: expected seat 0 to see `side` of `c7` as down, found hidden",
}


@pytest.mark.parametrize("text", FALSE)
def test_what_a_seat_does_not_see_so(told, text: str) -> None:
    assert told(text) == [FALSE[text]]


WRONG = {
    "0: {vualt: hidden}": "vualt: unknown field `vualt`",
    "0: {round: 7}": "7: `round` cannot be `7`; it goes from 0 to 3",
    "0: {seats: {5: {life: 1}}}": "5: unknown seat `5`",
    "0: {seats: {1: {lief: 1}}}": "lief: unknown field of a seat `lief`",
    "0: {seats: {1: {life: many}}}": "many: `life of seat 1` needs a number, not `many`",
    "0: {seats: {1: {bid: 3}}}": "3: `bid` is by suit: write {sun: ...}",
    "0: {seats: {1: {bid: {star: 3}}}}": "star: `bid` cannot be `star`; it is one of: `sun`, `moon`",
    "0: {pick: {5: none}}": "5: unknown seat `5`",
    "0: {pick: 3}": "3: `pick` needs names with values, not `3`",
    "0: {seats: 3}": "3: `seats` needs names with values, not `3`",
    "0: {zones: {dekc: 3}}": "dekc: unknown zone `dekc`",
    "0: {zones: {deck: [c1, c8]}}": "c8: unknown card `c8`",
    "0: {zones: {deck: everything}}": "everything: `deck` is a list of pieces, how many there are, `hidden` or `known`, "
    "not `everything`",
    "0: {zones: {deck: {size: 3}}}": "size: unknown key `size`",
    "0: {zones: {deck: {top: 3}}}": "3: `top` of `deck` is a card, not `3`",
    "0: {pieces: {card: {c8: {side: up}}}}": "c8: unknown card `c8`",
    "0: {pieces: {card: {c1: {front: up}}}}": "front: unknown field of a card `front`",
    "7: {round: 1}": "7: there is no seat 7; the scenario has 2 players",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_seen(told, text: str) -> None:
    (found,) = told(text)
    assert found.endswith(WRONG[text].partition(": ")[2])


def test_a_hidden_amount(tmp_path: Path) -> None:
    game = write(tmp_path / "purses", PURSES)
    (game / "scenarios").mkdir()
    file = game / "scenarios" / "purses.yaml"
    sees = "{0: {seats: [{coin: 4, debt: hidden, wood: 3}, {coin: hidden, fame: hidden, wood: 3}]}}"
    file.write_text(f"scenarios: [{{name: x, players: 2, expect: {{sees: {sees}}}}}]", encoding="utf-8")
    assert run_scenarios([str(file)])[0].failures == ()
    assert not [item for item in check_paths([game]).diagnostics if item.severity == "error"]
