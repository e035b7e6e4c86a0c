"""Face-down piles whose pieces are known to who saw them go in, and backs that show face down."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, LoadError, OptionError, State, imagine, load, secret_scores, start_at
from ruleset_core.engine.saves import give
from ruleset_core.play.records.sessions import reveals_piece
from ruleset_core.testing import check_game
from ruleset_core.testing.conformance import secrecy_checks
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.engine.decks import DECKS, FILE, decks
from tests.engine.games import write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

GIVEN: dict[str, Any] = {
    "seats": [{"hand": ["r1", "b1"], "table": ["r3"], "stash": []}, {"hand": ["r2", "b2"], "table": [], "stash": []}],
    "zones": {"deck": {"red": ["r4", "r5"], "blue": ["b4", "b3", "b5"]}, "pile": ["r6", "r7"]},
}
RED, HEAVY, BLUE = ({"back": back, "heavy": heavy} for back, heavy in (("red", False), ("blue", True), ("blue", False)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "decks", DECKS, FILE)


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def acting(game: Game, *deeds: str, given: dict[str, Any] = GIVEN) -> State:
    """After some deeds of the first seat and those after it, in a state that is described."""
    state = start_at(game, "acting", 2, 1, given=given)
    for deed in deeds:
        state.apply(deed)
    return state


def known(state: State, colour: str = "red") -> list[list[str | None]]:
    """What each seat knows of a deck."""
    return [state.observe(seat)["zones"]["deck"][colour]["seen"] for seat in range(state.n)]


def test_what_lies_there_at_the_start_is_known_to_nobody(game: Game) -> None:
    assert known(acting(game)) == [[None] * 2] * 2
    assert known(game.new(2, 1)) == [[None] * 3] * 2


def test_what_comes_from_a_hand_is_known_to_its_owner(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1")
    assert known(state) == [[None, None, "r1"], [None] * 3]
    state.apply("deed bury")
    state.apply("lay r2")
    assert known(state) == [[None, None, "r1", None], [None, None, None, "r2"]]


def test_what_comes_from_a_place_nobody_sees_is_known_to_nobody(tmp_path: Path) -> None:
    blind = decks(tmp_path / "decks", DECKS.replace("by: [seat], visible: owner", "by: [seat], visible: nobody"))
    assert known(acting(blind, "deed bury", "lay r1")) == [[None] * 3] * 2


def test_what_comes_from_an_open_place_is_known_to_all(game: Game) -> None:
    assert known(acting(game, "deed sink")) == [[None, None, "r3"]] * 2


@pytest.mark.parametrize(("pile", "seen"), [(["r6"], "r6"), (["r6", "r7"], None)])
def test_of_a_pile_the_last_piece_was_seen(game: Game, pile: list[str], seen: str | None) -> None:
    given = GIVEN | {"zones": GIVEN["zones"] | {"pile": pile}}
    assert known(acting(game, "deed lift", given=given)) == [[None, None, seen]] * 2


def test_what_is_known_stays_known_in_its_place(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1", "deed draw")
    assert known(state) == [[None, "r1"], [None] * 2]
    state = acting(game, "deed bury", "lay r1", "deed turn")
    assert known(state) == [[None, "r1", None], [None] * 3]


def test_a_known_piece_that_is_turned_under_the_pile_stays_known(game: Game) -> None:
    given = GIVEN | {"zones": GIVEN["zones"] | {"deck": {"red": [], "blue": []}}}
    state = acting(game, "deed bury", "lay r1", "deed bury", "lay r2", given=given)
    while state.phase == "hiding":
        state.apply(state.options[0])
    assert known(state) == [["r1", None], [None, "r2"]]
    state.apply("deed turn")
    assert known(state) == [[None, "r1"], ["r2", None]]


def test_known_pieces_that_came_back_unseen_are_unknown(game: Game) -> None:
    """What was known of a piece in another place, before it was in a hand, is not known any more."""
    given = GIVEN | {"zones": GIVEN["zones"] | {"deck": {"red": [], "blue": []}}}
    state = acting(game, "deed sink", "deed draw", given=given)
    while state.phase == "hiding":
        state.apply(state.options[0])
    state.apply("deed turn" if "deed turn" in map(game.notation, state.options) else "deed mix")
    state.apply("deed bury")
    state.apply("lay r3")
    assert [each[-1] for each in known(state)] == [None, "r3"]


@pytest.mark.parametrize(("colour", "card", "deed"), [("red", "r1", "mix"), ("blue", "b1", "order")])
def test_another_order_makes_all_forget(game: Game, colour: str, card: str, deed: str) -> None:
    other = {"mix": "order", "order": "mix"}[deed]
    state = acting(game, "deed bury", f"lay {card}", f"deed {other}")
    assert card in state.observe(0)["zones"]["deck"][colour]["seen"]
    state = acting(game, "deed bury", f"lay {card}", f"deed {deed}")
    assert {piece for seen in known(state, colour) for piece in seen} == {None}


def test_what_a_scenario_puts_there_is_known_to_nobody(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1")
    give(state, {"zones": {"deck": {"red": ["r1", "r3"]}}})
    assert known(state) == [[None, None]] * 2


@pytest.mark.parametrize("field", ["seen", "at"])
def test_a_scenario_says_nothing_of_what_the_engine_keeps(game: Game, field: str) -> None:
    with pytest.raises(OptionError, match=f"a card has no field `{field}`"):
        acting(game, given={"pieces": {"card": {"r1": {field: 1}}}})


def test_nobody_beside_the_table_knows_a_piece(game: Game) -> None:
    state = acting(game, "deed sink", "deed bury", "lay r2")
    assert state.observe(-1)["zones"]["deck"]["red"] == {"count": 4, "seen": [None] * 4, "backs": [RED] * 4}


# -- choosing at the same time ----------------------------------------------------------------------------------


def test_what_others_hide_at_the_same_time_is_not_seen(game: Game) -> None:
    given = GIVEN | {"pieces": {"card": {"r1": {"side": "night"}, "r3": {"side": "night"}}}}
    state = start_at(game, "hiding", 2, 1, given=given)
    before = state.observe(1)
    assert before["seats"][0]["table"] == ["r3"]
    for option in ("hide r1", "some true", "some true"):  # the last takes r1 back
        state.apply(option)
        if state.seat == 0:
            assert {**state.observe(1), "to_act": None} == {**before, "to_act": None}
    assert state.observe(0)["seats"][0]["stash"]["seen"] == ["r3"]
    seen = state.observe(1)
    assert seen["seats"][0] == before["seats"][0]
    assert seen["pieces"] == before["pieces"]
    while state.phase == "hiding":
        state.apply(state.options[0])
    stashes = [state.observe(seat)["seats"][0]["stash"]["seen"] for seat in range(2)]
    assert stashes == [["r3"], ["r3"]]


def still(state: State) -> list[int]:
    """The lists in which nothing has moved since all began to choose."""
    assert state.sim is not None
    return [slot for slot, pieces in enumerate(state.z) if pieces == state.sim[1][slot]]


@pytest.mark.slow
def test_imagined_states_look_the_same_while_all_choose(game: Game) -> None:
    state = start_at(game, "hiding", 3, 1)
    hands = set()
    while state.phase == "hiding":
        for seat in range(3):
            for seed in range(30):
                other = imagine(state, seat, seed)
                assert other.observe(seat) == state.observe(seat)
                assert set(still(other)) >= set(still(state))  # the others have not hidden anything yet
                hands.add(json.dumps(other.observe(1)["seats"][1]["stash"]))
        state.apply(state.options[-1])
    assert len(hands) > 3  # of those that may have been there before anybody hid a card


# -- what is imagined, saved, played ----------------------------------------------------------------------------


def test_imagined_states_keep_what_is_known_and_draw_the_rest(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1", "deed bury", "lay r2")
    v = game.program.vocabulary
    found: list[set[str]] = [set() for _ in range(4)]
    heavy: set[int] = set()
    for seed in range(300):
        other = imagine(state, 0, seed)
        assert other.observe(0) == state.observe(0)
        ids = v.domains["card"].ids
        red, blue = (
            [ids[piece] for piece in other.z[v.zones["deck"].slot + v.domains["back"].ids.index(colour)]]
            for colour in ("red", "blue")
        )
        for place, card in enumerate(red):
            found[place].add(card)
        assert {card[0] for card in blue} == {"b"}
        heavy.add(blue.index("b5"))  # the only one; in which place it lies is not shown
        assert other.observe(1)["zones"]["deck"]["red"]["seen"] == [None] * 4  # nor what others know
        for slot, pieces in enumerate(other.z):
            assert all(
                other.v[v.fields["card.at"].offset + piece] == slot for piece in pieces if slot != v.zones["tray"].slot
            )
    assert len(heavy) > 1
    assert found[2] == {"r1"}
    assert found[0] == found[1] == found[3] == {"r2", "r4", "r5", "r6"}  # r7 lies open on the pile, r3 on the table


def test_what_is_known_outlives_saving_and_copying(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1")
    read = game.from_json(json.loads(json.dumps(state.to_json())))
    copy = state.clone()
    state.apply("deed mix")
    for other in (read, copy):
        assert known(other) == [[None, None, "r1"], [None] * 3]
    assert known(state) == [[None] * 3] * 2


@pytest.mark.parametrize("seed", range(40))
def test_both_executors_know_the_same(game: Game, seed: int) -> None:
    random, players = Random(seed), 2 + seed % 2
    real, spec = game.new(players, seed), game.interpreted().new(players, seed)
    while not real.over:
        assert real.to_json() == spec.to_json()
        option = random.choice(real.options)
        real.apply(option)
        spec.apply(option)
    assert real.to_json() == spec.to_json()


@pytest.mark.slow
def test_the_suite_finds_nothing(game: Game, folder: Path) -> None:
    report = check_game(game, games=3, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder))
    assert report.ok, "\n".join(report.lines())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("What?", "What? {sum c in deck[red] of c.value}"),
        ("What?", "What? {count c in deck[blue] where c.value > 2}"),
        ("What?", "What? {sum c in pile of c.value}"),
    ],
)
def test_the_suite_finds_a_question_that_tells(tmp_path: Path, said: str, instead: str) -> None:
    assert said in DECKS
    wrong = decks(tmp_path / "decks", DECKS.replace(said, instead))
    assert any(_findings(wrong))


@pytest.mark.slow
def test_a_back_may_be_told(tmp_path: Path) -> None:
    right = DECKS.replace("What?", "What? {count c in deck[blue] where c.heavy}")
    assert not any(_findings(decks(tmp_path / "decks", right)))


def _findings(game: Game) -> list[str]:
    found: list[str] = []
    for seed in range(12):
        state, random = game.new(2, seed), Random(seed)
        while not state.over:
            found += secrecy_checks.hidden(secrecy_checks.CheckedPosition(game, state, state, random))
            state.apply(random.choice(state.options))
    return found


def test_pieces_are_a_secret_and_their_number_is_none(tmp_path: Path) -> None:
    rows = '  odd: {name: {en: odd, es: raro}, amount: "sum c in deck[red] of c.value"}\n'
    rows += '  many: {name: {en: many, es: cuantos}, amount: "count c in deck[red]"}\n'
    assert secret_scores(decks(tmp_path / "decks", DECKS + rows).new(2, 1)).keys() == {"odd"}


# -- backs ------------------------------------------------------------------------------------------------------


def test_backs_are_shown_wherever_pieces_are_hidden(game: Game) -> None:
    seen = acting(game).observe(0)
    assert seen["zones"]["deck"]["blue"]["backs"] == [BLUE, BLUE, HEAVY]
    assert seen["zones"]["pile"] == {"count": 2, "top": "r7", "backs": [RED, RED]}
    assert seen["seats"][1]["hand"] == {"count": 2, "backs": [RED, BLUE]}
    assert seen["seats"][0]["hand"] == ["r1", "b1"]


def test_the_order_of_backs_tells_nothing(game: Game) -> None:
    shown = []
    for cards in (["b5", "b4", "b3"], ["b3", "b4", "b5"]):
        given = GIVEN | {"zones": {"deck": {"red": ["r4"], "blue": cards}}}
        shown.append(acting(game, given=given).observe(0)["zones"]["deck"]["blue"])
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("back", "code"),
    [("[back, heavi]", "E313"), ("[back, back]", "E107"), ("[side]", "E313"), ("[front]", "E313"), ("[back]", "")],
)
def test_backs_are_facts_of_the_piece(tmp_path: Path, back: str, code: str) -> None:
    wrong = DECKS.replace("back: [back, heavy],", f"back: {back}, side_facts: {{front: int}},")
    faces = "sides: {day: {front: 1}, night: {front: 2}}, provenance"
    folder = write(tmp_path / "decks", wrong, FILE.replace("provenance", faces))
    if not code:
        assert load(folder).glossary.backs("card")[0] == {"back": "red"}
        return
    with pytest.raises(LoadError) as caught:
        load(folder)
    assert [each.code for each in caught.value.diagnostics if each.severity == "error"] == [code]


def test_counted_pieces_have_backs_too(tmp_path: Path) -> None:
    counted = DECKS.replace(
        "die: {count: 2}", "die: {count: 2, facts: {tint: back}, values: {tint: [blue, red]}, back: [tint]}"
    )
    hidden = counted.replace("tray: {of: die, start: all}", "tray: {of: die, start: all, visible: nobody}")
    tray = decks(tmp_path / "decks", hidden).new(2, 1).observe(0)["zones"]["tray"]
    assert tray == {"count": 2, "backs": [{"tint": "red"}, {"tint": "blue"}]}


# -- what others make of it -------------------------------------------------------------------------------------


def test_the_table_shows_what_is_known(game: Game) -> None:
    state = acting(game, "deed bury", "lay r1")
    drawn = [draw(scene(game, state.masked(seat)), 120).plain for seat in range(2)]
    assert re.search(r"deck Red: ▒▒   R r1 1 +\(3 Red\)", drawn[0])
    assert "r1" not in drawn[1]
    assert re.search(r"pile: 2 .*\(2 Red\).*r7", drawn[0])
    assert re.search(r"deck Blue: ▒▒▒ +\(2 Blue, 1 Blue heavy\)", drawn[0])


def test_a_known_card_that_is_drawn_reveals_nothing() -> None:
    before = {
        "zones": {"deck": {"count": 2, "seen": ["a", None], "backs": [{"back": "red"}] * 2}},
        "seats": [{"hand": []}],
    }
    known_, unknown = (
        {"zones": {"deck": {"count": 1, "seen": [None]}}, "seats": [{"hand": [card]}]} for card in ("a", "b")
    )
    assert not reveals_piece(before, known_)
    assert reveals_piece(before, unknown)


def test_games_without_such_piles_hold_nothing_for_it(cards: Game) -> None:
    assert "card.seen" not in cards.program.vocabulary.fields
