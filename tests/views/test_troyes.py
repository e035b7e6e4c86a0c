"""The view of Troyes: width, languages, hidden values, and what can be told apart without colour."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.troyes.view import render
from ruleset_core import State
from tests.views.conftest import Draw, Load, Play, ways, without

WIDTHS = (80, 100, 120)
BONUS = "bonus_2011"


@pytest.mark.parametrize("expansions", [(), (BONUS,)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_drawing_keeps_to_its_width_in_every_phase(
    players: int, expansions: tuple[str, ...], loaded: Load, draw: Draw
) -> None:
    game = loaded("troyes", *expansions)
    state, choice, phases = game.new(players=players, seed=players), random.Random(players), set()
    drawn = ways(WIDTHS)
    while True:
        phases.add(state.phase)
        for width, lang in next(drawn):
            text = draw(render(game, state.observe(choice.randrange(players)), lang, width), width)
            assert {len(line) for line in text.splitlines()} == {width}  # all frames are closed
        if state.over:
            break
        for _ in range(10):
            if not state.over:
                state.apply(choice.choice(state.options))
    assert {"placement", "actions"} <= phases


def test_names_of_any_length_fit(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes")
    seen = {**played(game, 4, 60).observe(0), "names": ("Ana", "B" * 60, "Maximiliana", "孔子孔子孔子孔子孔子孔子")}
    for width in WIDTHS:
        text = draw(render(game, seen, "es", width), width)
        assert "1 Ana (tú)" in text
        assert "3 Maximiliana" in text


def _table(loaded: Load) -> tuple[State, dict[str, Any]]:
    """A position in the first round in which anything can be put."""
    game = loaded("troyes")
    state = game.new(players=3, seed=4)
    while state.phase != "actions":
        state.apply(state.options[0])
    return state, state.observe(0)


def _line(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if start in line).strip("│ ")


def test_dice_are_told_by_letter_and_whose_they_are(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    dice = {colour: [] for colour in ("red", "white", "yellow")}
    for die in sorted(seen["fields"]["pips"]):
        dice[state.game.glossary.figure("die", die, "colour").value].append(die)
    mine = [dice["red"][0], dice["red"][1], dice["yellow"][0]]
    seen["zones"]["square"] = [*mine, dice["white"][0]]
    for die, value in zip(mine, (2, 6, 3), strict=True):
        seen["fields"]["home"][die], seen["fields"]["pips"][die] = "seat_0", value
    seen["fields"]["home"][dice["white"][0]], seen["fields"]["pips"][dice["white"][0]] = "grey", 5
    text = draw(render(state.game, seen, "en", 100), 100)
    assert _line(text, "1 Player 1").split("(you)")[1].split()[:5] == ["R", "6", "2", "·", "Y"]
    assert "W 5" in _line(text, "g grey")
    text = draw(render(state.game, seen, "es", 100), 100)
    assert "R 6 2" in _line(text, "1 Jugador 1")
    assert "B 5" in _line(text, "g gris")


def test_chosen_and_black_dice_have_lines_of_their_own(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    assert "black dice" not in draw(render(state.game, seen, "en", 80), 80)
    seen["fields"]["black"] |= {"2": 1, "5": 2}
    die = seen["zones"]["square"].pop()
    seen["zones"]["group"] = [die]
    seen["fields"]["home"][die], seen["fields"]["pips"][die] = "seat_2", 4
    text = draw(render(state.game, {**seen, "names": ("Ana", "Bo", "Cy")}, "en", 80), 80)
    assert "black dice: 5 5 2" in text
    letter = state.game.name_of("colour", state.game.glossary.figure("die", die, "colour").value)[0].upper()
    assert f"chosen: {letter} 4 (Cy)" in text


def test_rows_of_a_building_are_as_wide_as_declared(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    stands = seen["fields"]["stands"]
    for building in stands:
        stands[building] = {"1": "seat_0", "2": None, "3": "grey", "4": "seat_1", "5": "seat_2", "6": None}
    seen["fields"]["lying"]["palace"] |= {"seat_1": True, "grey": True}
    text = draw(render(state.game, seen, "en", 80), 80)
    assert "│1│·│g│2│3│·│  2 g" in text
    assert "│1 ·│g 2│3 ·│  ·" in text
    assert "│1 · g│2 3 ·│  ·" in text
    heads, palace = (next(line for line in text.splitlines() if part in line) for part in ("salary", "R Palace"))
    assert heads.index("1 2 3 4 5 6") == palace.index("1│·")


def test_the_cathedral_rises_from_below(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    seen["fields"]["cathedral"]["1"] |= {"1": "seat_0", "4": "grey"}
    seen["fields"]["cathedral"]["2"] |= {"4": "seat_1"}
    lines = draw(render(state.game, seen, "en", 100), 100).splitlines()
    levels = [line.split("level")[1].split("│")[0].split() for line in lines if " level " in line]
    assert levels == [
        ["3", *"······"],
        ["2", *"···2··"],
        ["1", *"1··g··"],
    ]


def test_cards_show_tradesmen_cubes_and_what_they_take(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game, facts = state.game, state.game.glossary
    cards = facts.members("activity")
    lasting = next(card for card in cards if facts.figure("activity", card, "cube").value)
    mixed = next(card for card in cards if facts.figure("activity", card, "dice").value is None)
    seen["zones"]["market"] = [mixed, lasting]
    seen["seats"][0]["stall"][lasting], seen["seats"][1]["stall"][lasting], seen["seats"][2]["stall"][lasting] = 2, 9, 1
    seen["seats"][2]["cubes"][lasting] = 4
    text = draw(render(game, seen, "en", 120), 120)
    first, second, third = facts.figure("activity", lasting, "slots").value
    assert f"{first}:3 {second}:1 {third}:· 0:2" in _line(text, game.name_of("activity", lasting))
    assert "3×4" in _line(text, game.name_of("activity", lasting))
    assert f"{facts.figure('activity', mixed, 'divisor').value} RWY" in _line(text, game.name_of("activity", mixed))
    assert "Cubes for" in _line(text, game.name_of("activity", lasting))
    assert "A cube for" not in _line(text, game.name_of("activity", mixed))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_cards_do_is_said_in_full(width: int, lang: str, loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    seen["zones"]["market"] = state.game.glossary.members("activity")
    seen["zones"]["row"] = state.game.glossary.members("event")
    drawn = draw(render(state.game, seen, lang, width), width)
    words = drawn.replace("│", " ").split()
    joined = " ".join(words)
    for card in (*seen["zones"]["market"], *seen["zones"]["row"]):
        text = state.game.card(card).text(lang).split()
        assert not text or all(word in words for word in text), card
    if width == 80:  # texts stand below, on whole lines
        for card in seen["zones"]["market"]:
            assert " ".join(state.game.card(card).text(lang).split()) in joined, card


def test_events_stand_in_their_order_with_cubes_and_rewards(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    facts = state.game.glossary
    event = next(one for one in facts.members("event") if facts.figure("event", one, "black").value == 2)
    always = seen["zones"]["row"][0]
    seen["zones"]["row"] = [always, event]
    seen["fields"]["banner"][event] |= {"1": "seat_1", "2": "grey"}
    text = draw(render(state.game, seen, "en", 100), 100)
    line = _line(text, state.game.name_of("event", event))
    assert line.startswith("2 R ")
    assert "■■ " in line
    free = facts.figure("event", event, "banners").value - 2
    reward = f"{facts.figure('event', event, 'reward').value}/{facts.figure('event', event, 'second_reward').value}"
    assert f"{facts.figure('event', event, 'divisor').value} R  2 g {' '.join('·' * free)}  {reward}" in line
    assert _line(text, state.game.name_of("event", always)).startswith("1   ")


def test_the_title_counts_the_rounds(loaded: Load, draw: Draw) -> None:
    for players in (2, 3, 4):
        game = loaded("troyes")
        state = game.new(players=players, seed=1)
        assert "round" not in draw(render(game, state.observe(0), "en", 80), 80)
        while state.phase != "actions":
            state.apply(state.options[0])
        assert f"round 1 of {players + 2}" in draw(render(game, state.observe(0), "en", 80), 80)


def test_others_points_and_characters_are_not_shown(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes")
    state = played(game, 3, 80)
    text = draw(render(game, state.observe(0), "en", 80), 80)
    own, *others = (state.observe(seat)["seats"][seat]["secret"][0] for seat in range(3))
    assert game.name_of("character", own) in text
    assert not any(game.name_of("character", other) in text for other in others)
    goods = text[text.index("deniers  infl.") :]
    assert _line(goods, "2 Player 2").split()[-1] == _line(goods, "3 Player 3").split()[-1] == "?"
    assert _line(goods, "1 Player 1").split()[-1] == str(state.observe(0)["seats"][0]["point"])


def test_only_the_observation_is_drawn(loaded: Load, played: Play, draw: Draw) -> None:
    """A seat cannot tell apart two states in which everything it may not know is drawn anew."""
    game = loaded("troyes")
    for decisions in (0, 30, 90, 150):
        state = played(game, 4, decisions) if decisions else game.new(players=4, seed=2)
        other = state.imagine(1, 7)
        drawn = [draw(render(game, one.observe(1), "en", 80), 80) for one in (state, other)]
        assert drawn[0] == drawn[1]


def test_hidden_values_are_question_marks(loaded: Load, played: Play, draw: Draw) -> None:
    seen = played(loaded("troyes"), 3, 60).observe(0)
    hidden = {**without(seen), "seat": 0, "seats": [without(seat) for seat in seen["seats"]]}
    for width in WIDTHS:
        text = draw(render(loaded("troyes"), hidden, "en", width), width)
        assert "?+?" in text


def test_who_only_watches_sees_no_characters(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes")
    seen = {**played(game, 2, 40).observe(0), "seat": None}
    assert "(you)" not in draw(render(game, seen, "en", 80), 80)


def test_the_end_is_said(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes")
    assert "fin de la partida" in draw(render(game, played(game, 2).observe(0), "es", 80), 80)


CITY = {
    80: """
│ ▸1 Ana (you)  R 6 2  ·    Y 3                                                │
│  2 Bo         ·      ·    ·                                                  │
│  3 Cy         ·      ·    ·                                                  │
│  g grey       ·      W 5  ·                                                  │
│                                                                              │
│               deniers  infl.  citiz.  passed  char.  won  points             │
│ ▸1 Ana (you)       12      3     2+5       ·      1    0       7             │
│  2 Bo               0     20     0+9      +3      1    2       ?             │
│  3 Cy               8      4     1+1       ·      1    0       ?             │
│  g grey                            5                                         │
│                                                                              │
│              salary   1 2 3 4 5 6   lying   Cathedral  1 2 3 4 5 6           │
│ R Palace          2  │1│·│g│2│3│·│  2 g     level 3    · · · · · ·           │
│ W Bishopric       1  │1 ·│g 2│3 ·│  ·       level 2    · · · 2 · ·           │
│ Y City Hall       0  │1 · g│2 3 ·│  ·       level 1    1 · · g · ·           │
""",
    100: """
│                                 deniers  infl.  citiz.  passed  char.  won  points               │
│ ▸1 Ana (you)  R 6 2  ·    Y 3        12      3     2+5       ·      1    0       7               │
│  2 Bo         ·      ·    ·           0     20     0+9      +3      1    2       ?               │
│  3 Cy         ·      ·    ·           8      4     1+1       ·      1    0       ?               │
│  g grey       ·      W 5  ·                          5                                           │
│                                                                                                  │
│              salary   1 2 3 4 5 6   lying   Cathedral  1 2 3 4 5 6                               │
│ R Palace          2  │1│·│g│2│3│·│  2 g     level 3    · · · · · ·                               │
│ W Bishopric       1  │1 ·│g 2│3 ·│  ·       level 2    · · · 2 · ·                               │
│ Y City Hall       0  │1 · g│2 3 ·│  ·       level 1    1 · · g · ·                               │
""",
}


@pytest.mark.parametrize("width", CITY)
def test_the_city_as_a_whole(width: int, loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    fields, seats = seen["fields"], seen["seats"]
    dice = {die: state.game.glossary.figure("die", die, "colour").value for die in sorted(fields["pips"])}
    chosen = [next(die for die in dice if dice[die] == colour) for colour in ("red", "white", "yellow")]
    chosen.append(next(die for die in dice if dice[die] == "red" and die not in chosen))
    for die, home, value in zip(chosen, ("seat_0", "grey", "seat_0", "seat_0"), (2, 5, 3, 6), strict=True):
        fields["home"][die], fields["pips"][die] = home, value
    seen["zones"]["square"], seen["zones"]["group"], seen["to_act"] = chosen, [], 0
    fields["black"] = dict.fromkeys(fields["black"], 0)
    fields["grey_supply"] = 5
    for building in fields["stands"]:
        fields["stands"][building] = {"1": "seat_0", "2": None, "3": "grey", "4": "seat_1", "5": "seat_2", "6": None}
    fields["lying"]["palace"] |= {"seat_1": True, "grey": True}
    fields["cathedral"]["1"] |= {"1": "seat_0", "4": "grey"}
    fields["cathedral"]["2"] |= {"4": "seat_1"}
    seats[0] |= {"denier": 12, "influence": 3, "citizen": 2, "reserve": 5, "point": 7}
    seats[1] |= {"denier": 0, "influence": 20, "citizen": 0, "reserve": 9, "purse": 3, "passed": True}
    seats[1]["won"] = seen["zones"]["row"][:2]
    seats[2] |= {"denier": 8, "influence": 4, "citizen": 1, "reserve": 1}
    text = draw(render(state.game, {**seen, "names": ("Ana", "Bo", "Cy")}, "en", width), width)
    assert CITY[width].strip() in text
