"""Hints: what a seat knows of a piece without knowing it (`hints`, `show PIECE.FACT`), and worlds that agree with them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, LoadError, OptionError, State, imagine, load, story_of, trace_step
from ruleset_core.engine.saves import sight_mismatches
from ruleset_core.testing import check_game
from ruleset_core.testing.conformance import secrecy_checks
from tests.engine.games import acting_on, write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, LONG

GAME = """
game: hinting
name: {en: Hinting, es: Pistas}
players: 2..3
sets:
  colour: {members: [red, blue, green]}
  deeds: {members: [hue, small, worth, beyond, ask, exact, peek, draw, bury, slip, back, drop, mix, fan, row, play, pass]}
pieces:
  card:
    total: 12
    named: false
    remembered: true
    hints: [colour, value, round]
    facts: {colour: colour, value: 1..4, round: bool}
state:
  round: {is: 0..5}
  wanted: {is: colour, start: blue}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  stash: {of: card, by: [seat], visible: nobody}
  screen: {of: card, by: [seat], visible: others}
  table: {of: card, by: [seat]}
  pile: {of: card, visible: top}
decisions:
  deed: {of: deeds, ask: {en: "What?", es: "¿Qué?"}}
  whom: {of: seat, ask: {en: "Whom?", es: "¿A quién?"}}
  which: {of: colour, ask: {en: "Which colour?", es: "¿Qué color?"}}
  lay: {of: card, secret: true, ask: {en: "Which card?", es: "¿Qué carta?"}}
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 2 { move deck[0] to p.hand } };
      for each p in seat { repeat 2 { move deck[0] to p.screen } }
  - phase: rounds
    for: round
    in: 1 to 5
    steps:
      - phase: acting
        turns: once
        do: |
          choose deed {
            hue {
              choose whom p in others;
              choose which w in colour;
              for each c in p.screen { show c.colour == w to p } }
            | small { choose whom p in others; for each c in p.screen { show c.value <= 2 to p } }
            | worth { choose whom p in others; for each c in p.screen { show c.value to p } }
            | beyond { choose whom p in others; for each c in p.screen { show (c.value in [1, 4]) to p } }
            | ask { choose whom p in others; for each c in p.hand { show c.colour == wanted to me } }
            | exact { choose whom p in others; for each c in p.hand { show c.round to me } }
            | peek { if deck[0] != none { show deck[0].colour to me } }
            | draw where (count c in deck) > 0 { move deck[0] to hand }
            | bury where (count c in hand) > 0 { choose lay c in hand { move c to deck } }
            | slip where (count c in hand) > 0 { choose lay c in hand { move c to stash } }
            | back where (count c in stash) > 0 { move stash[0] to hand }
            | drop where (count c in hand) > 0 { choose lay c in hand { move c to table } }
            | mix { shuffle deck }
            | fan { sort hand by it.value }
            | row where (count c in hand) > 0 { move hand[0] to screen }
            | play where (count c in screen) > 0 { move screen[0] to pile }
            | pass { }
          }
score:
  value: {name: {en: value, es: valor}, amount: sum c in hand of c.value}
"""
CARDS = [(colour, value) for colour in ("red", "blue", "green") for value in (1, 2, 3, 4)]
FILE = "kind: card\ncards:\n" + "\n".join(
    f"  {colour[0]}{value}: {{provenance: house, colour: {colour}, value: {value}, round: {str(value % 2 == 0).lower()}}}"
    for colour, value in CARDS
)
GIVEN: dict[str, Any] = {
    "seats": [
        {"hand": ["r1", "r2"], "screen": ["b1"]},
        {"hand": ["r3", "b4"], "screen": ["b2", "g3"]},
        {"hand": ["r4"], "screen": ["g4"]},
    ],
    "zones": {"deck": ["b3", "g1", "g2"], "pile": []},
}
acting = partial(acting_on, GIVEN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "hinting", GAME, FILE)


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def own(state: State, seat: int) -> list[dict[str, Any]]:
    """What a seat knows of the cards behind its own screen."""
    found: list[dict[str, Any]] = state.observe(seat)["seats"][seat]["screen"]["hints"]
    return found


def of_hand(state: State, viewer: int, seat: int) -> list[dict[str, Any]]:
    """What a seat knows of the hand of another."""
    found: list[dict[str, Any]] = state.observe(viewer)["seats"][seat]["hand"]["hints"]
    return found


HUE = ("deed hue", "whom seat_1", "which blue")  # the second has b2 and g3 behind its screen


# -- what is known ----------------------------------------------------------------------------------------------


def test_a_hint_tells_what_a_card_is_and_what_the_others_are_not(game: Game) -> None:
    assert own(acting(game), 1) == [{}, {}]
    assert own(acting(game, *HUE), 1) == [{"colour": ["blue"]}, {"colour": ["red", "green"]}]


def test_hints_add_up(game: Game) -> None:
    state = acting(game, *HUE, "deed pass", "deed hue", "whom seat_1", "which red", "deed small", "whom seat_1")
    assert own(state, 1) == [{"colour": ["blue"], "value": [1, 2]}, {"colour": ["green"], "value": [3, 4]}]


@pytest.mark.parametrize(
    ("deed", "known"),
    [
        ("worth", [{"value": [2]}, {"value": [3]}]),
        ("small", [{"value": [1, 2]}, {"value": [3, 4]}]),
        ("beyond", [{"value": [2, 3]}, {"value": [2, 3]}]),
    ],
)
def test_any_condition_over_one_fact_is_a_hint(game: Game, deed: str, known: list[dict[str, Any]]) -> None:
    assert own(acting(game, f"deed {deed}", "whom seat_1"), 1) == known


def test_all_who_see_the_card_know_what_its_owner_was_told(game: Game) -> None:
    state = acting(game, *HUE)
    told = {"card": {"b2": {"colour": ["blue"]}, "g3": {"colour": ["red", "green"]}}}
    assert [state.observe(viewer)["hints"] for viewer in (0, 1, 2)] == [told, {"card": {}}, told]
    assert "b2" not in str(state.observe(1))


def test_of_a_hand_nobody_is_told_which_card_it_is(game: Game) -> None:
    state = acting(game, "deed ask", "whom seat_1")  # blue is wanted: r3 and b4
    assert of_hand(state, 0, 1) == [{"colour": ["blue"]}, {"colour": ["red", "green"]}]
    assert of_hand(state, 2, 1) == []
    given = {**GIVEN, "seats": [GIVEN["seats"][0], {**GIVEN["seats"][1], "hand": ["b4", "r3"]}, GIVEN["seats"][2]]}
    assert acting(game, "deed ask", "whom seat_1", given=given).observe(0) == state.observe(0)


def test_hints_go_with_a_card_as_long_as_it_can_be_followed(game: Game) -> None:
    peeked = ("deed peek", "deed draw")  # the first knows the colour of b3, the second draws it
    assert acting(game, *peeked).observe(0)["zones"]["deck"]["hints"] == [{}, {}]
    assert of_hand(acting(game, *peeked), 0, 1) == [{"colour": ["blue"]}]
    buried = acting(game, *peeked, "deed pass", "deed pass", "deed bury", "lay r3")
    assert of_hand(buried, 0, 1) == []  # any card of the hand may have gone
    assert acting(game, "deed peek", "deed mix").observe(0)["zones"]["deck"]["hints"] == [{}, {}, {}]


def test_what_is_laid_open_leaves_the_rest_as_it_was(game: Game) -> None:
    state = acting(game, "deed ask", "whom seat_1", "deed drop", "lay b4")
    assert of_hand(state, 0, 1) == [{"colour": ["red", "green"]}]


# -- what is told -----------------------------------------------------------------------------------------------


def told(game: Game, state: State, option: str, viewer: int, lang: str = "en") -> str:
    """What a seat is told of a move."""
    return " ".join(story_of(game, state.n, [trace_step(state, game.parse(option))], viewer).sentences(lang))


def test_the_story_tells_the_hint_to_its_owner_by_place_and_to_others_by_name(game: Game) -> None:
    state = acting(game, "deed hue", "whom seat_1")
    stories = [told(game, state, "which blue", viewer) for viewer in range(3)]
    assert stories[1].endswith("learns of the screen: card 1: blue and card 2: not blue.")
    assert all("b2: blue and g3: not blue" in each for each in (stories[0], stories[2]))
    assert "averigua del screen: card 1: blue y card 2: no blue" in told(game, state, "which blue", 1, "es")


def test_of_a_hand_the_story_names_no_card(game: Game) -> None:
    state = acting(game, "deed ask")
    stories = [told(game, state, "whom seat_1", viewer) for viewer in range(3)]
    assert "a card: blue" in stories[0]
    assert "blue" not in stories[1] + stories[2]  # that anybody was told is known to nobody else


# -- what is imagined -------------------------------------------------------------------------------------------


def agrees(state: State, other: State, seat: int) -> None:
    """A world that a seat imagines shows it the same, and holds cards of which all hints are true."""
    assert other.observe(seat) == state.observe(seat)
    cards = {
        f"{colour[0]}{value}": {"colour": colour, "value": value, "round": value % 2 == 0} for colour, value in CARDS
    }
    v = state.game.program.vocabulary
    ids, zone = v.domains["card"].ids, v.zones["screen"]
    for place, known in enumerate(own(state, seat)):
        piece = ids[other.z[v.zones_of(seat) + zone.slot][place]]
        assert all(cards[piece][fact] in values for fact, values in known.items())


@pytest.mark.slow
def test_imagined_worlds_agree_with_every_hint(game: Game) -> None:
    state = acting(game, *HUE, "deed pass", "deed small", "whom seat_1")
    found = set()
    for seed in range(200):
        other = imagine(state, 1, seed)
        agrees(state, other, 1)
        found.add(tuple(other.observe(0)["seats"][1]["screen"]))
    # Behind the screen: a small blue card and a large one that is not blue. The second seat sees r3, b4, b1 and g4.
    assert found == {("b2", each) for each in ("r4", "g3")} | {("b2", "r4"), ("b2", "g3")}


def test_worlds_do_not_come_from_where_the_cards_lie(game: Game) -> None:
    """Two states that look the same lead to the same worlds."""
    found = []
    for hand in (["r3", "b4"], ["b4", "r3"]):
        given = {**GIVEN, "seats": [GIVEN["seats"][0], {**GIVEN["seats"][1], "hand": hand}, GIVEN["seats"][2]]}
        state = acting(game, "deed ask", "whom seat_1", "deed fan", "deed exact", "whom seat_1", given=given)
        found.append([imagine(state, 0, seed).z for seed in range(8)])
    assert found[0] == found[1]


@pytest.mark.slow
def test_the_suite_finds_nothing(game: Game, folder: Path) -> None:
    report = check_game(game, games=3, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder))
    assert report.ok, "\n".join(report.lines())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10 if LONG else 4))
def test_many_positions_give_nothing_away(game: Game, seed: int) -> None:
    state, random = game.new(2 + seed % 2, seed), Random(seed)
    while not state.over:
        position = secrecy_checks.CheckedPosition(game, state, state, random)
        assert not [
            *secrecy_checks.hidden(position),
            *secrecy_checks.stories(position),
            *secrecy_checks.foresight(position),
        ]
        for seat in range(state.n):
            agrees(state, imagine(state, seat, seed), seat)
        state.apply(random.choice(state.options))


# -- situations and expectations --------------------------------------------------------------------------------


def test_a_situation_says_who_knows_what(game: Game) -> None:
    knows = {0: {"card": ["b3"]}, 1: {"card": {"b2": {"colour": ["blue", "red"]}, "g3": {"value": 3, "round": False}}}}
    state = acting(game, given=GIVEN | {"knows": knows})
    assert state.observe(0)["zones"]["deck"]["seen"] == ["b3", None, None]
    assert own(state, 1) == [{"colour": ["red", "blue"]}, {"value": [3], "round": [False]}]
    assert own(acting(game, given={"knows": knows, **GIVEN}), 1) == own(state, 1)
    state.apply("deed pass")
    assert own(state, 1)[1] == {"value": [3], "round": [False]}


@pytest.mark.parametrize(
    ("knows", "message"),
    [
        ({7: {}}, "there is no seat 7"),
        ({0: {"tile": ["b3"]}}, "nobody goes on knowing pieces of `tile`"),
        ({0: {"card": 3}}, "needs a list of pieces"),
        ({0: {"card": ["b9"]}}, "unknown card `b9`"),
        ({0: {"card": {"b3": "blue"}}}, "of `b3` is known"),
        ({0: {"card": {"b3": {"hue": "blue"}}}}, "has no hints about `hue`"),
        ({0: {"card": {"b3": {"colour": "pink"}}}}, "pink"),
        (3, "knows"),
    ],
)
def test_what_nobody_can_know_is_refused(game: Game, knows: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        acting(game, given=GIVEN | {"knows": knows})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("hints", "told"),
    [([{"colour": ["blue"]}, {"colour": ["red", "green"]}], 0), ([{"colour": ["red"]}, {}], 1), ([], 1)],
)
def test_scenarios_expect_hints(game: Game, hints: list[Any], told: int) -> None:
    wish = {"seats": {1: {"screen": {"hints": hints}}}}
    assert len(list(sight_mismatches(acting(game, *HUE), 1, wish))) == told


# -- what is refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "instead", "message"),
    [
        ("remembered: true", "remembered: false", "hints are kept of pieces that are remembered"),
        ("[colour, value, round]", "[colour, round]", "nobody goes on knowing `value`"),
        ("[colour, value, round]", "[colour, value, colour]", "in this list twice"),
        ("[colour, value, round]", "[colour, worth]", "unknown fact `worth`"),
        ("value: 1..4", "value: int", "of which no hint can be kept"),
        ("value: 1..4", "value: 1..99", "there can be 64"),
        ("show c.value to p", "show c.value + 1 to p", "that is worked out cannot be shown"),
        ("show c.value to p", "show c.value == 1 and c.round to p", "more than one fact"),
        ("show c.value to p", "show wanted to p", "neither a piece that could be shown nor a fact of one"),
    ],
)
def test_what_is_no_hint_is_refused(tmp_path: Path, said: str, instead: str, message: str) -> None:
    assert said in GAME
    with pytest.raises(LoadError) as caught:
        load(write(tmp_path / "hinting", GAME.replace(said, instead), FILE))
    assert message in str([each.message for each in caught.value.diagnostics])
