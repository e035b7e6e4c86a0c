"""The view of Tournay: width, languages, hidden values, districts as they lie, and what can be told without colour."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest

from games.tournay.view import render
from games.tournay.view_cells import wrapped
from games.tournay.view_model import Town
from ruleset_core import Game, State
from ruleset_core.cli.view_names import Names
from tests.views.conftest import Draw, Load, Play, ways, without

GAME = "tournay"
WIDTHS = (60, 80, 100, 120, 200)
LANGS = ("en", "es")


@pytest.mark.parametrize(("players", "expert"), [(2, True), (3, False), (4, True)])
def test_a_drawing_keeps_to_its_width_to_the_end(players: int, expert: bool, loaded: Load, draw: Draw) -> None:
    game = loaded(GAME)
    state, choice, phases = game.new(players=players, seed=5, options={"expert": expert}), random.Random(players), set()
    drawn = ways(WIDTHS)
    while True:
        phases.add(state.phase)
        seen = state.observe(choice.randrange(players))
        for width, lang in next(drawn):
            text = draw(render(game, seen, lang, width), width)
            assert {len(line) for line in text.splitlines()} == {width}  # all frames are closed
            assert all(re.search(" ─+╮$", line) for line in text.splitlines() if line.startswith("╭─ "))  # whole titles
            _nothing_is_left_out(seen, text)
        if state.over:
            break
        for _ in range(40):
            if not state.over:
                state.apply(choice.choice(state.options))
    assert "town" in phases


def _nothing_is_left_out(seen: dict[str, Any], text: str) -> None:
    """Every space of every district, every event, and the number of cards in each deck."""
    sites = seen["fields"]["site"]
    for seat in seen["seats"]:
        for card in seat["district"]:
            assert re.search(rf"\b{sites[card]}\b", text), card
    tops = [card for seat in seen["seats"] for card in seat["district"] if not seen["fields"]["covered"][card]]
    assert len(re.findall(r"╭ [a-e][1-5] ─| [a-e][1-5] [AYBWR] ", text)) == len(tops)
    assert all(f"│ {place} " in text for place in range(1, len(seen["zones"]["queue"]) + 1))
    assert len(re.findall(r"│ [AYBWR] (?:yellow|white|red|amarillo|blanco|rojo) ", text)) == 3


def _table(loaded: Load, players: int = 2) -> tuple[State, dict[str, Any]]:
    """A position in which anything can be put."""
    state = loaded(GAME).new(players=players, seed=4)
    return state, state.observe(0)


def _cards(game: Game, number: int = 1, **facts: Any) -> list[str]:
    """Cards with these facts, copies not counted."""
    found = [card for card in game.glossary.members("activity") if "#" not in card]
    for name, value in facts.items():
        found = [card for card in found if game.glossary.figure("activity", card, name).value == value]
    assert len(found) >= number
    return found[:number]


def _lay(seen: dict[str, Any], seat: int, space: str, card: str, *, covered: bool = False, token: Any = None) -> None:
    seen["seats"][seat]["district"].append(card)
    seen["fields"]["site"][card] = space
    seen["fields"]["covered"][card] = covered
    seen["fields"]["token"][card] = token


def _own(text: str) -> str:
    """The last frame: the own district and hand."""
    return text[text.rindex("╭─ ") :]


# -- districts -----------------------------------------------------------------------------------------------------


def test_the_first_card_goes_to_the_middle(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    assert "the first one lies on c3" in draw(render(state.game, seen, "en", 80), 80)
    assert "la primera va en c3" in draw(render(state.game, seen, "es", 80), 80)


def test_the_spaces_drawn_are_those_on_which_a_card_may_be_laid(loaded: Load) -> None:
    """Against the questions of the game itself, in random games."""
    game = loaded(GAME)
    town, asked, equal = Town(Names(game, "en")), 0, 0
    for seed in range(4):
        state, choice = game.new(players=3, seed=seed), random.Random(seed)
        while not state.over and asked < 120 * (seed + 1):
            decision = state.decision
            assert decision is not None
            if decision.name == "space":
                seat, sites = (
                    state.observe(state.seat)["seats"][state.seat],
                    state.observe(state.seat)["fields"]["site"],
                )
                taken = {sites[card] for card in seat["district"]}
                offered = {game.notation(option).split()[-1] for option in state.options}
                assert offered <= taken | town.free(taken)
                asked, equal = asked + 1, equal + (offered == taken | town.free(taken))
            state.apply(choice.choice(state.options))
    assert asked > 50
    assert equal > 0.9 * asked  # the price may depend on the space


def test_a_district_is_drawn_as_it_lies(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    spaces, names = ("c3", "d3", "c4"), []
    for space, card in zip(spaces, _cards(game, 3, colour="red", level=1, type="building"), strict=True):
        _lay(seen, 0, space, card)
        names.append(game.name_of("activity", card))
    lines = _own(draw(render(game, seen, "en", 100), 100)).splitlines()
    row, column = {}, {}
    for space in (*spaces, "c2", "d2", "b3", "e3", "b4", "d4", "c5"):
        row[space] = next(at for at, line in enumerate(lines) if re.search(rf"[╭·] {space} [·─]", line))
        column[space] = lines[row[space]].index(f" {space} ")
    assert row["c2"] == row["d2"] < row["c3"] == row["d3"] < row["b3"] == row["e3"] < row["c4"] < row["c5"]
    assert row["b4"] == row["d4"]
    assert column["b3"] == column["b4"] < column["c3"] == column["c4"] < column["d3"] < column["e3"]
    assert not any(re.search(r"\b(b2|e2|e4|b5|d5|a\d|c1)\b", line) for line in lines[: row["c5"] + 1])
    assert lines[row["c3"]].count("R I ") == 2
    first, second = (lines[row["c3"] + 1].index(name) for name in names[:2])
    assert first < column["d3"] < second


def test_what_stands_on_a_card_and_lies_below_it_is_told(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    cards = _cards(game, 6, colour="white", type="building")
    _lay(seen, 0, "c3", cards[0], token="citizen")
    _lay(seen, 0, "c4", cards[1], token="grey")
    _lay(seen, 0, "c5", cards[2], token="damage")
    for card in cards[3:5]:
        _lay(seen, 0, "c5", card, covered=True)
    for lang, said in (
        ("en", ("● a citizen", "○ a grey citizen", "✗ damage", "+2 below")),
        ("es", ("● un ciudadano", "○ un ciudadano gris", "✗ daño", "+2 debajo")),
    ):
        text = draw(render(game, seen, lang, 80), 80)
        assert all(each in text for each in said)
        assert game.name_of("activity", cards[3], lang) not in text
    _lay(seen, 1, "c3", cards[5], token="damage")
    _lay(seen, 1, "c3", cards[4], covered=True)
    name = game.name_of("activity", cards[5])
    assert re.search(rf"c3 W {name}[*°]? ✗ \+1 ", draw(render(game, seen, "en", 120), 120))


def test_cards_say_their_type_points_and_deck(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    (prestige,) = _cards(game, type="prestige", colour="yellow", builder=4)
    (character,) = _cards(game, type="character", level=2, colour="red")
    _lay(seen, 0, "c3", prestige)
    _lay(seen, 0, "c4", character)
    text = _own(draw(render(game, seen, "en", 100), 100))
    assert "prestige building, 4/2" in text
    assert "character, 2 pt" in text
    assert "─ Y III ╮" in text
    assert "─ R II ╮" in text
    assert "A III" in draw(render(game, seen, "es", 100), 100)


@pytest.mark.parametrize("lang", LANGS)
def test_effects_are_on_the_cards_where_there_is_room(lang: str, loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    buildings = [each for each in map(game.card, game.card_ids()) if each.facts.get("type") == "building"]
    card = min(buildings, key=lambda each: len(each.text(lang))).id
    _lay(seen, 0, "c3", card)
    text = game.card(card).text(lang).splitlines()[0]
    for other, space in zip(_cards(game, 2, type="prestige", level=3), ("d3", "e3"), strict=True):
        _lay(seen, 0, space, other)
    wide, narrow = (_own(draw(render(game, seen, lang, width), width)) for width in (200, 60))
    assert text in wide
    assert text.split()[0] not in narrow


def test_texts_that_are_too_long_end_in_an_ellipsis() -> None:
    assert [line.plain for line in wrapped("one two three four five", 9, most=2)] == ["one two", "three…"]
    assert [line.plain for line in wrapped("one two three", 9, most=2)] == ["one two", "three"]


# -- the town ------------------------------------------------------------------------------------------------------


def test_decks_count_all_their_cards_and_name_the_open_one(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    (card,) = _cards(state.game, colour="white", level=2, type="building")
    seen["zones"]["deck"]["white"]["2"] = {"count": 6}
    seen["zones"]["top"]["white"]["2"] = [card]
    seen["zones"]["deck"]["red"]["3"] = {"count": 0}
    text = draw(render(state.game, seen, "en", 100), 100)
    line = next(line for line in text.splitlines() if "│ W white" in line)
    assert re.search(rf"W white +10 +7 {state.game.name_of('activity', card)}[*°]? +10", line)
    assert re.search(r"R red +10 +10 +0 ", text)


def test_cards_of_a_deck_that_are_known_are_told_with_their_places(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    assert "you know" not in draw(render(game, seen, "en", 80), 80)
    one, two = _cards(game, 2, colour="yellow", level=1)
    event = game.glossary.members("event")[0]
    seen["zones"]["deck"]["yellow"]["1"] = {"count": 4, "seen": [None, one, None, two]}
    seen["zones"]["event_deck"] = {"count": 2, "seen": [None, event]}
    text = " ".join(draw(render(game, seen, "en", 120), 120).replace("│", " ").split())
    one, two = (game.name_of("activity", each) for each in (one, two))
    assert re.search(
        rf"you know, from the top: Y I 2 {one}[*°]?, 4 {two}[*°]? · events 2 {game.name_of('event', event)}", text
    )


def test_criers_say_how_many_it_takes(loaded: Load, draw: Draw) -> None:
    for players in (2, 3, 4):
        state, seen = _table(loaded, players)
        assert f"criers: 0 ({players + 1} to end)" in draw(render(state.game, seen, "en", 80), 80)
        seen["zones"]["criers"] = _cards(state.game, 2, type="crier", level=1)[:1]
        deck = f"{state.game.name_of('colour', state.game.glossary.figure('activity', seen['zones']['criers'][0], 'colour').value)[0].upper()} I"
        assert f"criers: 1 ({players + 1} to end), {deck} " in draw(render(state.game, seen, "en", 80), 80)


def test_events_say_what_is_on_them_and_what_combat_takes(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game, facts = state.game, state.game.glossary
    taxing = next(each for each in facts.members("event") if facts.figure("event", each, "kind").value == "taxing")
    others = [
        next(each for each in facts.members("event") if (facts.figure("event", each, "kind").value, facts.figure("event", each, "circles").value) == wanted)
        for wanted in (("positive", 3), ("damaging", 2))
    ]  # fmt: skip
    seen["zones"]["queue"] = [taxing, *others]
    seen["fields"]["coins"] |= {taxing: 1, others[0]: 2, others[1]: 0}
    seen["amounts"] |= {
        "fighters": {taxing: 2, others[0]: 1, others[1]: 1},
        "fee": {taxing: 0, others[0]: 3, others[1]: 1},
    }
    text = draw(render(game, seen, "en", 120), 120)
    line = {
        each: next(one for one in text.splitlines() if game.name_of("event", each) in one) for each in (taxing, *others)
    }
    letters = {each: game.name_of("colour", facts.figure("event", each, "colour").value)[0].upper() for each in line}
    assert re.search(rf"│ 1 {letters[taxing]} .*●○+ +2 {letters[taxing]} +Takes deniers: ", line[taxing])
    assert re.search(rf"│ 2 .*●●○ +1 {letters[others[0]]} \+ 3 den\. +Good for somebody: ", line[others[0]])
    assert re.search(rf"│ 3 .*○○ +1 {letters[others[1]]} \+ 1 den\. +Damages buildings: ", line[others[1]])


def test_citizens_on_the_board_are_counted_by_letter(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    seen["fields"]["supply"] |= {"yellow": 5, "white": 0, "red": 2}
    assert "on the board: Y 5  W 0  R 2" in draw(render(state.game, seen, "en", 80), 80)
    assert "en el tablero: A 5  B 0  R 2" in draw(render(state.game, seen, "es", 80), 80)


# -- the players ---------------------------------------------------------------------------------------------------


def test_players_show_what_they_have(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    (card,) = _cards(game, colour="yellow", type="building")
    _lay(seen, 1, "c3", card, token="citizen")
    _lay(seen, 1, "c2", *_cards(game, colour="red", type="prestige"))
    seen["seats"][1] |= {"denier": 13, "hand": {"count": 3}, "ramparts": {"count": 1}, "wall": {"count": 2}}
    seen["seats"][1]["standing"] |= {"yellow": 0, "red": 4}
    seen["seats"][1]["lying"] |= {"yellow": 1, "red": 0}
    text = draw(render(game, {**seen, "names": ("Ana", "Bo")}, "en", 100), 100)
    assert re.search(r"2 Bo +13 +3\+1 +2 +2/9 +1/2 +0\+1\+1 +2\+0\+0 +4\+0\+0 ", text)
    text = draw(render(game, {**seen, "names": ("Ana", "Bo")}, "en", 60), 60)
    assert re.search(r"2 Bo +13 +3\+1 +2 +2/9 +1/2 ", text)
    assert re.search(r"2 Bo +0\+1\+1 +2\+0\+0 +4\+0\+0 ", text)


def test_backs_say_from_which_decks_a_hand_is(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    backs = [{"colour": "yellow", "level": 1}, {"colour": "yellow", "level": 1}, {"colour": "red", "level": 3}]
    seen["seats"][1]["hand"] = {"count": 3, "backs": backs}
    assert "hand of Player 2: 2 × Y I, R III" in draw(render(state.game, seen, "en", 80), 80)
    seen["seats"][1]["hand"] = {"count": 3}
    assert "hand of" not in draw(render(state.game, seen, "en", 80), 80)


def test_the_own_hand_has_prices_and_effects(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    (plain,), (with_card,), (with_citizen,) = (
        _cards(game, level=2, type="building"),
        _cards(game, extra="another_card"),
        _cards(game, extra="own_citizen", colour="white"),
    )
    event = game.glossary.members("event")[0]
    seen["seats"][0] |= {"hand": [plain, with_card, with_citizen], "ramparts": [event]}
    text = _own(draw(render(game, seen, "en", 120), 120))
    assert re.search(rf"{game.name_of('activity', plain)}\*? +building +price 2 +2 pt", text)
    assert re.search(rf"{game.name_of('activity', with_card)}°? +prestige building +price 2 \+ a card +2/1", text)
    assert re.search(rf"{game.name_of('activity', with_citizen)}°? +prestige building +price 1 W citizen +2/1", text)
    assert game.name_of("event", event) in text.split("rampart cards in hand: ")[1]
    words = text.replace("│", " ").split()
    assert all(word in words for card in seen["seats"][0]["hand"] for word in game.card(card).text().split())


def test_cards_being_drawn_or_laid_at_the_end_are_shown_to_their_owner(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    game = state.game
    one, two = _cards(game, 2, type="building")
    seen["seats"][0] |= {"looked": [one], "chosen": [two], "chosen_space": "d2"}
    text = _own(draw(render(game, seen, "en", 100), 100))
    assert text.index("drawn cards") < text.index(game.name_of("activity", one))
    assert text.index("chosen card on d2") < text.index(game.name_of("activity", two))


def test_house_cards_are_marked(loaded: Load, draw: Draw) -> None:
    game = loaded(GAME)
    town = Town(Names(game, "en"))
    marks: dict[str, set[tuple[str, bool]]] = {}
    for info in map(game.card, game.card_ids()):
        called = town.called(info.kind, info.id)
        marks.setdefault(called.removeprefix(info.name()), set()).add((info.provenance, bool(info.house)))
    assert marks == {
        "*": {("house", False)},
        "°": {("published", True), *(marks["°"] & {("inferred", True)})},
        "": {("published", False), *(marks[""] & {("inferred", False)})},
    }
    state, seen = _table(loaded)
    for lang, said in (("en", "* house card   ° some"), ("es", "* carta de la casa   ° algunas")):
        assert said in draw(render(state.game, seen, lang, 60), 60)


# -- what may be seen ----------------------------------------------------------------------------------------------


def test_the_title_tells_the_phase_the_start_player_and_the_last_turns(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    seen["fields"] |= {"starter": 1}
    text = draw(render(state.game, {**seen, "names": ("Ana", "Bo")}, "en", 80), 80)
    assert "Tournay · the town grows · Bo began ─" in text
    seen["fields"] |= {"ending": True}
    text = draw(render(state.game, {**seen, "names": ("Ana", "Bo")}, "es", 80), 80)
    assert "Tournay · últimos turnos · empezó Bo ─" in text


def test_others_cards_are_not_shown(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    for decisions in (40, 90, 200):
        state = played(game, 3, decisions)
        text = _own(draw(render(game, state.observe(0), "en", 100), 100))
        open_ = {card for seat in state.observe(0)["seats"] for card in seat["district"]}
        own, *others = (set(state.observe(seat)["seats"][seat]["hand"]) for seat in range(3))
        named = {game.name_of("activity", card) for card in own | open_}
        assert all(game.name_of("activity", card) in text for card in own)
        for card in set().union(*others):
            name = game.name_of("activity", card)
            assert name in named or f"{name} " not in text


def test_only_the_observation_is_drawn(loaded: Load, played: Play, draw: Draw) -> None:
    """A seat cannot tell apart two states in which everything it may not know is drawn anew."""
    game = loaded(GAME)
    for decisions in (0, 60, 150, 300):
        state = played(game, 4, decisions) if decisions else game.new(players=4, seed=2)
        drawn = [draw(render(game, one.observe(1), "en", 80), 80) for one in (state, state.imagine(1, 7))]
        assert drawn[0] == drawn[1]


def test_hidden_values_are_question_marks(loaded: Load, played: Play, draw: Draw) -> None:
    seen = played(loaded(GAME), 3, 120).observe(0)
    hidden = {**without(seen), "seat": 0, "seats": [without(seat) for seat in seen["seats"]]}
    for width, lang in product(WIDTHS, LANGS):
        text = draw(render(loaded(GAME), hidden, lang, width), width)
        assert text.count("?+?+") == 9
        assert text.count("?") > 30


def test_who_only_watches_sees_all_districts_and_no_hand(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    seen = {**played(game, 2, 150).observe(0), "seat": None}
    text = draw(render(game, seen, "en", 80), 80)
    assert "(you)" not in text
    assert "Your district" not in text
    sites = seen["fields"]["site"]
    assert all(f"{sites[card]} " in text for seat in seen["seats"] for card in seat["district"])


def test_the_end_is_said(loaded: Load, draw: Draw) -> None:
    state, seen = _table(loaded)
    assert "fin de la partida" in draw(render(state.game, {**seen, "over": True}, "es", 80), 80)


def test_names_of_any_length_fit(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(GAME)
    seen = {**played(game, 4, 150).observe(0), "names": ("Ana", "B" * 60, "Maximiliana", "孔子孔子孔子孔子孔子孔子")}
    for width in WIDTHS:
        text = draw(render(game, seen, "es", width), width)
        assert "1 Ana (tú)" in text
        assert "3 Maximiliana" in text


def test_the_printed_points_are_told_card_by_card(loaded: Load, played: Play) -> None:
    state = played(loaded("tournay"), 3)
    for seat in range(3):
        printed = {line.item: line.amount for line in state.score_sheet(seat) if line.category == "printed"}
        assert printed
        assert None not in printed
        assert all(printed.values())
        assert sum(line.amount for line in state.score_sheet(seat)) == state.scores()[seat]
