"""States described in a game's words: what scenarios begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core import BrokenRuleError, Game, OptionError, load, start_at
from tests.engine.games import write


def test_everything_can_be_given(cards: Game) -> None:
    state = start_at(cards, "choosing", 2, 1, given={
        "crown": 1, "face": {"die_2": 5}, "vault": 7,
        "seats": [{"point": 3, "hand": ["c1", "c5#2"], "bid": {"moon": 4}}, {"pick": "c7", "hand": ["c7"]}],
        "zones": {"pile": ["c2"], "chest": {"moon": ["c3", "c4"]}},
        "pieces": {"card": {"c1": {"side": "down"}}},
    })  # fmt: skip
    seen = state.observe(0)
    assert (seen["fields"]["crown"], seen["fields"]["face"]["die_2"], state.ask("vault")) == (1, 5, 7)
    assert (seen["seats"][0]["point"], seen["seats"][0]["hand"], seen["seats"][0]["bid"]["moon"]) == (
        3,
        ["c1", "c5#2"],
        4,
    )
    assert state.ask("pick", 1) == "c7"
    assert seen["zones"]["pile"] == {"count": 1, "top": "c2"}
    assert seen["pieces"]["card"]["c1"]["side"] == "down"
    assert seen["zones"]["chest"]["moon"] == {"count": 2}
    zones = [state.ask(f"count p in {name}", 0) for name in ("deck", "pile", "hand")]
    assert zones[1:] == [1, 2]
    assert [cards.notation(option) for option in state.options] == ["lay c1", "lay c5#2"]


def test_others_are_all_that_are_not_named(cards: Game) -> None:
    state = start_at(cards, "choosing", 3, 1, given={
        "face": {"others": 4, "die_2": 5},
        "seats": {1: {"hand": ["c1"], "bid": {"moon": 4, "others": 2}}, "others": {"hand": [], "life": 1}},
        "zones": {"chest": {"moon": ["c3"], "others": []}},
        "pieces": {"card": {"c1": {"side": "up"}, "others": {"side": "down"}}},
    })  # fmt: skip
    assert [state.ask(f"face[{die}]") for die in ("die_1", "die_2")] == [4, 5]
    assert [state.ask("bid[sun]", 1), state.ask("bid[moon]", 1)] == [2, 4]
    assert [(state.ask("count c in hand", seat), state.ask("life", seat)) for seat in range(3)] == [
        (0, 1),
        (1, 2),
        (0, 1),
    ]
    assert [state.ask(f"count c in chest[{suit}]") for suit in ("sun", "moon")] == [0, 1]
    assert state.ask("count c in card where c.side == down") == 8


def test_others_alone_are_all_places_of_a_board(tmp_path: Path) -> None:
    game = load(
        write(
            tmp_path,
            "game: draughts\nname: {en: Draughts}\nplayers: 1..2\nscore: {none: {name: {en: n}, amount: 0}}\nsets: {cell: {grid: [3, 3]}}\n"
            'state: {man: {by: [cell], is: "seat?", start: if at.y == 1 then seat_0 else seat_1}}\n'
            "decisions: {cell: {of: cell, ask: {en: Where?}}}\n"
            'flow: [{phase: play, turns: once, do: "choose cell c where man[c] == none { set man[c] = me }"}]\n',
        )
    )
    assert (
        start_at(game, "play", 1, 1, given={"man": {"others": "none"}}).ask("count c in cell where man[c] == none") == 9
    )
    state = start_at(game, "play", 1, 1, given={"man": {"b2": "seat_0", "others": "none"}})
    assert state.ask("count c in cell where man[c] == none") == 8


def test_game_begun_in_the_middle_goes_on_to_its_end(cards: Game) -> None:
    state = start_at(cards, "showing", 2, 1, given={"round": 2, "seats": [{"pick": "c7"}, {"pick": "c1"}]})
    for _ in range(2):
        state.apply("risk false")
    assert state.over
    assert state.scores()[0] == 7


def test_random_outcomes_can_be_given(cards: Game) -> None:
    state = start_at(cards, "showing", 2, 1, script={"face": [6, 1]})
    state.apply("risk true")
    state.apply("risk true")
    assert (state.ask("life", 0), state.ask("life", 1)) == (5, 3)
    assert start_at(cards, None, 1, 1, script={"vault": [9]}).ask("vault") == 9


@pytest.mark.parametrize(("words", "message"), [
    ({"phase": "dealing"}, "no phase `dealing`"),
    ({"given": {"crwn": 1}}, "unknown field `crwn`; did you mean `crown`"),
    ({"given": {"crown": 5}}, "`crown` cannot be `5`"),
    ({"given": {"vault": 10}}, "`vault` cannot be `10`"),
    ({"given": {"face": 3}}, "`face` is by die"),
    ({"given": {"face": {"die_9": 3}}}, "die_9"),
    ({"given": {"round": None}}, "`round` cannot be none"),
    ({"given": {"seats": {5: {"point": 1}}}}, "no seat 5"),
    ({"given": {"seats": [{"pint": 1}]}}, "did you mean `point`"),
    ({"given": {"seats": [{"point": -1}]}}, "`point` cannot be -1: it never goes below 0"),
    ({"given": {"zones": {"dck": []}}}, "did you mean `deck`"),
    ({"given": {"zones": {"deck": ["c9"]}}}, "unknown card `c9`"),
    ({"given": {"zones": {"chest": ["c1"]}}}, "`chest` needs names with values"),
    ({"given": {"zones": {"chest": {"sun": "c1"}}}}, "needs a list of pieces"),
    ({"given": {"zones": {"pile": ["c1", "c1"]}}}, "stands twice"),
    ({"given": {"crown": "seat_2"}}, "`crown` cannot be `seat_2`"),
    ({"script": {"face": 6}}, "are a list"),
    ({"given": {"zones": {"hand": ["c1"]}}}, "every seat has a zone `hand` of its own: it stands under `seats`"),
    ({"given": {"seats": [{"hand": ["c1"]}, {"hand": ["c1"]}]}}, "`c1` lies in `hand` of another seat already"),
    ({"given": {"pieces": {"card": {"c9": {"side": "up"}}}}}, "unknown piece `c9`"),
    ({"given": {"pieces": {"card": {"c1": {"colour": "up"}}}}}, "no field `colour`"),
    ({"given": {"pieces": {"card": {"c1": {"side": "edge"}}}}}, "`side` cannot be `edge`"),
    ({"script": {"fce": [1]}}, "nothing random is called `fce`; did you mean `face`"),
    ({"given": {"face": {"others": 9}}}, "^`face.die_1.` cannot be `9`; it goes from 1 to 6$"),
    ({"given": {"seats": {"others": {"pint": 1}}}}, "did you mean `point`"),
    ({"given": {"seats": {1: {}, "others": {"hand": ["c1"]}}}, "players": 3}, "`c1` lies in `hand` of another seat already"),
    ({"script": {"face": [7]}}, "`face` cannot be `7`"),
    ({"players": 9}, "not for 9"),
])  # fmt: skip
def test_mistakes_are_explained(cards: Game, words: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("?", r"\?")):
        start_at(cards, **{"phase": "choosing", "players": 2, "seed": 1} | words)  # type: ignore[arg-type]


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10),
    st.sampled_from(["c1", "c5#2", "up", "sun", "die_1", "none", "x", ""]),
)
KEYS = st.sampled_from(
    [
        "seats",
        "zones",
        "pieces",
        "crown",
        "face",
        "vault",
        "point",
        "hand",
        "deck",
        "pile",
        "chest",
        "card",
        "c1",
        "side",
        "sun",
        "die_1",
        "bid",
        "0",
        "1",
        "x",
    ]
)
ANY = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.integers(0, 3), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(
    st.dictionaries(KEYS, ANY, max_size=3),
    st.dictionaries(st.sampled_from(["deck", "face", "vault"]), st.lists(SCALARS, max_size=3) | SCALARS, max_size=2),
)
@settings(max_examples=250, deadline=None)
def test_nothing_else_is_raised(cards: Game, words: dict[str, object], script: dict[str, object]) -> None:
    try:
        state = start_at(cards, "choosing", 2, 1, given=words, script=script)  # type: ignore[arg-type]
        for _ in range(6):
            if not state.over:
                state.apply(state.options[-1])
    except (OptionError, BrokenRuleError):
        return  # an outcome beyond what is drawn
