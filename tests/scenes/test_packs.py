"""Playing cards with rank and suit in their corners, and dominoes with two halves, as scenes, screens and pictures show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import State, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw as draw_picture
from ruleset_core.view.terminal.drawing import draw
from tests.engine.games import write

PACK = """
game: pack
name: {en: Pack}
players: 2
sets:
  suit: {members: {spade: {name: {en: spades}}, heart: {name: {en: hearts}}}}
  rank: {members: {ten: {name: {en: "10"}}, queen: {name: {en: queen}}}}
pieces:
  card: {product: {rank: rank, suit: suit}, names: {en: "{rank} of {suit}"}}
  tile: {product: {low: 0..2, high: 0..2}, combine: in_order, names: {en: "{low}-{high}"}}
zones:
  deck: {of: card, start: all, name: {en: deck}}
  bag: {of: tile, start: all, name: {en: bag}}
decisions: {take: {of: card, ask: {en: Which?}, told: {en: "takes the {it}"}}}
flow:
  - {phase: play, turns: once, do: "choose take c in deck { move c to deck }"}
score: {cards: {name: {en: cards}, amount: 1}}
"""
LOOK = """
look:
  colours: {suit: {spade: black, heart: red}}
  signs: {spade: spade, heart: heart}
  faces:
    card: {colour: this.suit, corner: [{value: this.rank, mark: true}, {value: this.suit, mark: true}]}
    tile: {halves: [this.high, this.low]}
  panels:
    table: {title: {en: Table}, show: [{pieces: c in deck}, {pieces: t in bag}, {line: [{pieces: c in deck}]}]}
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    path = write(tmp_path, PACK)
    (path / "look.yaml").write_text(LOOK, encoding="utf-8")
    return load(path).new(2, seed=1)


def shown(state: State, *, page: bool = True) -> scenes.Scene:
    return scene(state.game, state.masked(0), page=page)


def cards(state: State) -> list[scenes.SceneCard]:
    return [
        card
        for node in walk_scene(shown(state).panels[0])
        if isinstance(node, scenes.SceneCards)
        for card in node.cards
    ]


def test_combinations_are_called_as_their_names_say(state: State) -> None:
    card, tile = (state.game.program.vocabulary.domains[kind] for kind in ("card", "tile"))
    assert [each["en"] for each in card.names] == ["10 of spades", "10 of hearts", "queen of spades", "queen of hearts"]
    assert tile.names[4]["es"] == "1-2"
    assert tile.ids[4] == "tile_1_2"


def test_a_playing_card_has_rank_and_suit_in_its_corners(state: State) -> None:
    ten, *_, queen = (each for each in cards(state) if each.stand.family == "card")
    assert [(span.text, span.sign, span.colour, span.close) for span in ten.corner] == [
        ("10", "", "", False),
        ("spades", "spade", "black", True),
    ]
    assert (queen.name, queen.corner[0].text, queen.sign, queen.colour) == ("queen of hearts", "Q", "heart", "red")


def test_a_domino_has_the_pips_of_its_halves(state: State) -> None:
    assert [each.halves for each in cards(state) if each.stand.family == "tile"] == [
        (0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)
    ]  # fmt: skip


def test_a_terminal_shows_them_in_short_and_reads_them_aloud_by_name(state: State) -> None:
    text = draw(shown(state, page=False), 80).plain
    assert text.count("10♠") == text.count("Q♥") == 2
    assert "[1|0]" in text
    aloud = draw(shown(state, page=False), 80, plain=True).plain
    assert "queen of hearts" in aloud
    assert "1-2" in aloud


def test_a_picture_draws_corners_twice_and_as_many_pips(state: State) -> None:
    drawn = draw_picture(shown(state))
    assert drawn.count("circle") >= sum(sum(each.halves) for each in cards(state))
    assert drawn.count(">10<") == 2 * 2 + 2
    assert drawn.count("rotate(180") == 4


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ('"{rank} of {suit}"', '"{rnk} of {suit}"', "E313"),
        ('"{rank} of {suit}"', '"{rank of {suit}"', "E202"),
        ("product: {low: 0..2, high: 0..2}, combine: in_order", "count: 3", "E107"),
        ("[this.high, this.low]", "[this.high]", "E10"),
        ("[this.high, this.low]", "[this.high, true]", "E303"),
    ],
)
def test_mistakes_of_names_and_halves(right: str, wrong: str, code: str, tmp_path: Path) -> None:
    path = write(tmp_path, PACK.replace(right, wrong))
    (path / "look.yaml").write_text(LOOK.replace(right, wrong), encoding="utf-8")
    assert any(each.code.startswith(code) for each in check_paths([path]).diagnostics)
