"""Pieces that are remembered (`remembered`, `show`): who goes on knowing what, and hands that all but the owner see."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, LoadError, State, imagine, load, story_of, trace_step
from ruleset_core.testing import check_game
from ruleset_core.testing.conformance import secrecy_checks
from tests.engine.games import acting_on, write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, LONG

GAME = """
game: knowing
name: {en: Knowing, es: Saber}
players: 2..3
sets:
  deeds: {members: [look, compare, swap, peek, reveal, draw, bury, slip, back, drop, mix, fan, row, play]}
pieces:
  card: {total: 10, named: false, remembered: true, facts: {value: int}}
state:
  round: {is: 0..5}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  stash: {of: card, by: [seat], visible: nobody}
  screen: {of: card, by: [seat], visible: others}
  table: {of: card, by: [seat]}
  pile: {of: card, visible: top}
events:
  peeked: {fields: {c: card}, tell: {en: "It was {c}.", es: "Era {c}."}}
decisions:
  deed: {of: deeds, ask: {en: "What?", es: "¿Qué?"}}
  whom: {of: seat, ask: {en: "Whom?", es: "¿A quién?"}}
  lay: {of: card, secret: true, ask: {en: "Which card?", es: "¿Qué carta?"}}
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 2 { move deck[0] to p.hand } };
      for each p in seat { move deck[0] to p.screen }
  - phase: rounds
    for: round
    in: 1 to 5
    steps:
      - phase: acting
        turns: once
        do: |
          choose deed {
            look { choose whom p in others; for each c in p.hand { show c to me } }
            | compare { choose whom p in others; show hand[0] to p; show p.hand[0] to me }
            | swap {
              choose whom p in others;
              let mine = hand[0];
              move p.hand[0] to hand;
              move mine to p.hand }
            | peek { show deck[0] to me; emit peeked(deck[0]) }
            | reveal { for each p in seat { show deck[0] to p } }
            | draw where (count c in deck) > 0 { move deck[0] to hand }
            | bury where (count c in hand) > 0 { choose lay c in hand { move c to deck } }
            | slip where (count c in hand) > 0 { choose lay c in hand { move c to stash } }
            | back where (count c in stash) > 0 { move stash[0] to hand }
            | drop where (count c in hand) > 0 { choose lay c in hand { move c to table } }
            | mix { shuffle deck }
            | fan { sort hand by it.value }
            | row where (count c in hand) > 0 { move hand[0] to screen }
            | play where (count c in screen) > 0 { move screen[0] to pile }
          }
score:
  value: {name: {en: value, es: valor}, amount: sum c in hand of c.value}
"""
FILE = "kind: card\ncards:\n" + "\n".join(f"  c{value}: {{provenance: house, value: {value}}}" for value in range(10))
GIVEN: dict[str, Any] = {
    "seats": [{"hand": ["c1", "c2"]}, {"hand": ["c3", "c4"]}, {"hand": ["c5"], "screen": ["c6"]}],
    "zones": {"deck": ["c7", "c8", "c9"], "pile": ["c0"]},
}
acting = partial(acting_on, GIVEN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "knowing", GAME, FILE)


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def in_hand(state: State, viewer: int, seat: int) -> list[str]:
    """What a seat knows of the hand of another."""
    found: list[str] = state.observe(viewer)["seats"][seat]["hand"]["known"]
    return found


def in_deck(state: State, viewer: int) -> list[str | None]:
    found: list[str | None] = state.observe(viewer)["zones"]["deck"]["seen"]
    return found


LOOK = ("deed look", "whom seat_1")  # the first looks at the hand of the second, c3 and c4


# -- looking and showing ----------------------------------------------------------------------------------------


def test_who_looks_at_a_hand_knows_it_and_nobody_else_does(game: Game) -> None:
    assert in_hand(acting(game), 0, 1) == []
    state = acting(game, *LOOK)
    assert [in_hand(state, viewer, 1) for viewer in (0, 2, -1)] == [["c3", "c4"], [], []]


def test_two_who_compare_know_each_others_card(game: Game) -> None:
    state = acting(game, "deed compare", "whom seat_2")
    assert (in_hand(state, 0, 2), in_hand(state, 2, 0), in_hand(state, 1, 0)) == (["c5"], ["c1"], [])


def test_after_a_swap_both_know_what_they_gave(game: Game) -> None:
    state = acting(game, "deed swap", "whom seat_2")
    assert state.observe(2)["seats"][2]["hand"] == ["c1"]
    assert (in_hand(state, 0, 2), in_hand(state, 2, 0)) == (["c1"], ["c5"])
    assert (in_hand(state, 1, 2), in_hand(state, 1, 0)) == ([], [])


def test_the_top_of_a_deck_is_shown_to_one_or_to_all(game: Game) -> None:
    state = acting(game, "deed peek")
    assert [in_deck(state, viewer) for viewer in range(3)] == [["c7", None, None], [None] * 3, [None] * 3]
    assert [in_deck(acting(game, "deed reveal"), viewer) for viewer in range(3)] == [["c7", None, None]] * 3


# -- what can be followed ---------------------------------------------------------------------------------------


def test_a_known_card_is_followed_into_the_hand_of_who_draws_it(game: Game) -> None:
    state = acting(game, "deed peek", "deed draw")
    assert (in_hand(state, 0, 1), in_hand(state, 2, 1)) == (["c7"], [])


def test_what_is_laid_open_leaves_the_rest_known(game: Game) -> None:
    assert in_hand(acting(game, *LOOK, "deed drop", "lay c3"), 0, 1) == ["c4"]


@pytest.mark.parametrize("card", ["c3", "c4"])
@pytest.mark.parametrize("deed", ["bury", "slip"])
def test_what_leaves_a_hand_unseen_may_be_any_card_of_it(game: Game, card: str, deed: str) -> None:
    state = acting(game, *LOOK, f"deed {deed}", f"lay {card}")
    seen = state.observe(0)
    assert in_hand(state, 0, 1) == []
    assert seen["zones"]["deck"]["seen"] + seen["seats"][1]["stash"]["seen"] == [None] * 4
    own = state.observe(1)  # who laid it there knows it there
    assert card in own["zones"]["deck"]["seen"] + own["seats"][1]["stash"]["seen"]


def test_the_only_card_of_a_hand_can_be_followed(game: Game) -> None:
    state = acting(game, "deed look", "whom seat_2", "deed fan", "deed slip")
    assert [state.observe(viewer)["seats"][2]["stash"]["seen"] for viewer in range(3)] == [["c5"], [None], ["c5"]]
    for _ in range(2):
        state.apply("deed mix")
    state.apply("deed back")
    assert in_hand(state, 0, 2) == ["c5"]
    assert in_hand(state, 1, 2) == []


def test_shuffling_makes_all_forget_and_sorting_a_hand_does_not(game: Game) -> None:
    assert in_deck(acting(game, "deed peek", "deed mix"), 0) == [None] * 3
    assert in_hand(acting(game, *LOOK, "deed fan"), 0, 1) == ["c3", "c4"]


def test_what_is_covered_on_a_pile_is_not_looked_at_again(game: Game) -> None:
    state = acting(game, "deed mix", "deed mix", "deed play")
    assert state.observe(0)["zones"]["pile"] == {"count": 2, "top": "c6", "seen": [None, "c6"]}


# -- all but the owner see --------------------------------------------------------------------------------------


def test_all_but_the_owner_see_a_screen(game: Game) -> None:
    state = acting(game)
    assert [state.observe(viewer)["seats"][2]["screen"] for viewer in (0, 1)] == [["c6"]] * 2
    assert [state.observe(viewer)["seats"][2]["screen"] for viewer in (2, -1)] == [{"count": 1, "seen": [None]}] * 2
    assert "c6" not in str(state.observe(2))


def test_what_one_lays_behind_the_own_screen_is_known(game: Game) -> None:
    seen = acting(game, "deed row").observe(0)
    assert seen["seats"][0]["screen"] == {"count": 1, "seen": ["c1"]}


def test_only_a_zone_by_seat_has_an_owner(tmp_path: Path) -> None:
    wrong = GAME.replace("visible: top", "visible: others")
    with pytest.raises(LoadError, match="needs a zone by seat"):
        load(write(tmp_path / "knowing", wrong, FILE))


# -- what is told -----------------------------------------------------------------------------------------------


def told(game: Game, state: State, option: str, viewer: int) -> str:
    """What a seat is told of a move."""
    return " ".join(story_of(game, state.n, [trace_step(state, game.parse(option))], viewer).sentences("en"))


def test_the_story_names_what_was_seen_to_who_may_know(game: Game) -> None:
    state = acting(game, "deed look")
    stories = [told(game, state, "whom seat_1", viewer) for viewer in range(3)]
    assert all("sees" in each for each in stories)
    assert ["c3 and c4" in each for each in stories] == [True, True, False]  # whose hand it is knows it


def test_a_sentence_of_the_data_is_told_to_who_knows_the_piece(game: Game) -> None:
    stories = [told(game, acting(game), "deed peek", viewer) for viewer in range(3)]
    assert ["It was c7" in each for each in stories] == [True, False, False]
    assert ["c7" in each for each in stories] == [True, False, False]


def test_where_a_card_of_a_known_hand_went_is_not_told(game: Game) -> None:
    state = acting(game, *LOOK, "deed bury")
    stories = [told(game, state, "lay c3", viewer) for viewer in range(3)]
    assert ["c3" in each for each in stories] == [False, True, False]


def test_cards_of_a_hand_are_told_in_an_order_that_says_nothing_of_their_places(game: Game) -> None:
    stories = []
    for hand in (["c3", "c4"], ["c4", "c3"]):
        given = GIVEN | {"seats": [GIVEN["seats"][0], {"hand": hand}, GIVEN["seats"][2]]}
        stories.append(told(game, acting(game, "deed look", given=given), "whom seat_1", 0))
    assert "c3" in stories[0]
    assert stories[0] == stories[1]


# -- what is imagined -------------------------------------------------------------------------------------------


def test_imagined_worlds_keep_what_is_known(game: Game) -> None:
    state = acting(game, *LOOK, "deed peek", "deed mix", "deed peek")
    hands, decks = set(), set()
    for seed in range(60):
        other = imagine(state, 0, seed)
        assert other.observe(0) == state.observe(0)
        hands.add(tuple(sorted(other.observe(1)["seats"][1]["hand"])))
        decks.add(tuple(other.observe(2)["seats"][2]["hand"]))
    assert hands == {("c3", "c4")}
    assert len(decks) > 1


def test_worlds_do_not_tell_where_in_a_hand_a_known_card_lies(game: Game) -> None:
    """Two states that look the same lead to the same worlds."""
    found = []
    for hand in (["c3", "c4"], ["c4", "c3"]):
        given = GIVEN | {"seats": [GIVEN["seats"][0], {"hand": hand}, GIVEN["seats"][2]]}
        state = acting(game, "deed compare", "whom seat_2", "deed mix", "deed mix", given=given)
        state.apply("deed look")
        state.apply("whom seat_1")
        found.append([imagine(state, 0, seed).z for seed in range(5)])
    assert found[0] == found[1]


@pytest.mark.slow
def test_the_suite_finds_nothing(game: Game, folder: Path) -> None:
    report = check_game(game, games=3, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder))
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize("seed", range(20 if LONG else 8))
def test_many_positions_give_nothing_away(game: Game, seed: int) -> None:
    state, random = game.new(2 + seed % 2, seed), Random(seed)
    while not state.over:
        position = secrecy_checks.CheckedPosition(game, state, state, random)
        assert not [
            *secrecy_checks.hidden(position),
            *secrecy_checks.stories(position),
            *secrecy_checks.foresight(position),
        ]
        state.apply(random.choice(state.options))


# -- what is refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "instead", "message"),
    [
        ("remembered: true, ", "", "nobody goes on knowing"),
        ("show deck[0] to me;", "show 3 to me;", "is neither a piece that could be shown"),
        ("turns: once", "turns: simultaneous", "this shows a piece while others choose"),
    ],
)
def test_what_cannot_be_shown_is_refused(tmp_path: Path, said: str, instead: str, message: str) -> None:
    assert said in GAME
    with pytest.raises(LoadError) as caught:
        load(write(tmp_path / "knowing", GAME.replace(said, instead), FILE))
    assert message in str([each.message for each in caught.value.diagnostics])


def test_nobody_is_shown_a_piece_that_is_not_there(game: Game) -> None:
    state = acting(game, "deed reveal", given=GIVEN | {"zones": {"deck": [], "pile": ["c0", "c7", "c8", "c9"]}})
    assert in_deck(state, 0) == []


def test_games_that_remember_nothing_hold_nothing_for_it(cards: Game) -> None:
    assert "card.seen" not in cards.program.vocabulary.fields
