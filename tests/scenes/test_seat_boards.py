"""Boards of which each seat has one: answers stand on the one that is meant, in scenes and in all that is drawn from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.view.look.game_looks import SceneCache
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw as as_svg
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from ruleset_core.view.terminal.drawing import draw
from ruleset_core.view.terminal.span_text import pointers

GAME = """
game: gardens
name: {en: Gardens, es: Jardines}
about: {en: A test, es: Una prueba}
version: "1.0"
players: 2..3
provenance: house
sets:
  cell: {name: {en: bed, es: bancal}, grid: [3, 3]}
state:
  grows: {by: [seat, cell], is: 0..9, name: {en: grows, es: crece}}
decisions:
  plant:
    of: cell
    ask: {en: "Where do you plant?", es: "¿Dónde plantas?"}
    told: {en: "plants on {it}", es: "planta en {it}"}
  steal:
    of: cell
    ask: {en: "Where do you steal?", es: "¿Dónde robas?"}
    told: {en: "steals on {it}", es: "roba en {it}"}
  weed:
    of: {whose: seat, bed: cell}
    ask: {en: "Whose weeds, and where?", es: "¿De quién, y dónde?"}
    told: {en: "weeds {it}", es: "escarda {it}"}
flow:
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    until: any p in seat where p.grows[a1] == 9
    do: |
      choose plant c in cell where grows[c] == 0 { set grows[c] = 1 };
      choose steal c in cell where c.y == 1 { gain 1 point };
      choose weed p in seat where p != me then c in cell where c.x == 1 { set p.grows[c] = 2 }
resources:
  members:
    point: {name: {en: points, es: puntos}}
score:
  point: {name: {en: points, es: puntos}, amount: point}
"""
BOARD = "board: {of: cell, place: [{value: 'P.grows[it]', zero: false}]}"
OF_SEATS = "{" + BOARD.replace("P.", "seat.") + "}"
LOOKS = {
    "none": "",
    "of each seat": f"{{all: {{of: seat, about: [plant, weed], show: [{OF_SEATS}]}}}}",
    "own and others": f"{{own: {{of: own, about: [plant], show: [{OF_SEATS}]}}, others: {{of: others, about: [steal], show: [{OF_SEATS}]}}}}",
    "one panel": f"{{all: {{show: [{{each: p in seat, beside: [{{{BOARD.replace('P.', 'p.')}}}]}}]}}}}",
    "others alone": f"{{others: {{of: others, show: [{OF_SEATS}]}}}}",
}
"""Panels that show a board for each seat. In `own and others` the question `steal` is about boards of the others."""


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def state(tmp_path: Path, look: str) -> State:
    (tmp_path / "game.yaml").write_text(GAME)
    if LOOKS[look]:
        (tmp_path / "look.yaml").write_text(f"look: {{keep: [], panels: {LOOKS[look]}}}")
    return load(tmp_path).new(3, seed=1)


NAMES = ("Ana", "Bo", "Cleo")


def asked(state: State, question: str) -> State:
    """The state where a question is asked."""
    while state.decision is not None and state.decision.name != question:
        state.apply(state.options[0])
    return state


def boards(shown: scenes.Scene) -> dict[int, scenes.SceneBoard]:
    """The boards by seat: of a panel for all, in their order."""
    found = [
        (panel.seat, each)
        for panel in shown.panels
        for each in walk_scene(panel)
        if isinstance(each, scenes.SceneBoard)
    ]
    return {place if seat is None else seat: board for place, (seat, board) in enumerate(found)}


def marked(state: State, viewer: int, memory: SceneCache | None = None) -> dict[int, list[int]]:
    """The options for which places of each seat's board stand; nothing of boards that are not marked."""
    offered = state.options if viewer == state.seat else ()
    shown = scene(state.game, state.masked(viewer), "en", NAMES, offered, memory=memory)
    stands = {seat: [place.stand for place in board.places] for seat, board in boards(shown).items()}
    options = {
        seat: sorted({one for each in of for one in (*each.options, *each.goals)}) for seat, of in stands.items()
    }
    return {seat: several for seat, several in options.items() if several}


def test_a_question_about_places_marks_the_own_board_alone(state: State, look: str) -> None:
    """Of who sees no board of their own, one of the others is asked for."""
    options = sorted(asked(state, "plant").options)
    assert marked(state, 0) == (dict.fromkeys((1, 2), options) if look == "others alone" else {0: options})


def test_a_question_that_a_panel_of_others_is_about_marks_their_boards(state: State, look: str) -> None:
    options = sorted(asked(state, "steal").options)
    assert marked(state, 0) == (
        {0: options} if look in {"none", "of each seat", "one panel"} else {1: options, 2: options}
    )


def test_an_answer_that_names_a_seat_is_marked_on_the_board_of_that_seat(state: State) -> None:
    options = asked(state, "weed").options
    whose = {seat: sorted(each for each in options if f"seat_{seat}" in state.game.notation(each)) for seat in (1, 2)}
    assert [len(each) for each in whose.values()] == [3, 3]
    assert marked(state, 0) == whose


def test_a_terminal_and_a_picture_show_each_answer_once(state: State, look: str) -> None:
    options = asked(state, "plant").options
    shown = scene(state.game, state.masked(0), "en", NAMES, options)
    keys = AnswerKeys.of({option: "ABCDEFGHI"[place] for place, option in enumerate(options)})
    text, picture = draw(shown, 100, keys=keys), as_svg(shown)
    times = 2 if look == "others alone" else 1
    pointed = [said["options"] for line in text.split() for _, _, said in pointers(line) if said.get("options")]
    assert sorted(pointed) == sorted([(option,) for option in options] * times)
    assert picture.count("data-options=") == len(options) * times


def test_boards_that_are_remembered_are_marked_for_who_is_asked_now(state: State) -> None:
    memory = SceneCache()
    for seat in range(3):
        options = sorted(asked(state, "plant").options)
        assert state.seat == seat
        for viewer in (seat, (seat + 1) % 3, seat):
            expected = marked(state, viewer)
            assert marked(state, viewer, memory) == expected
            assert bool(expected) == (viewer == seat)
        state.apply(options[0])
        asked(state, "weed")
        state.apply(state.options[0])


LYING = (
    GAME.replace("sets:", "pieces:\n  gnome: {name: {en: gnome, es: gnomo}, count: 4}\nsets:")
    .replace(
        "state:",
        "zones:\n  shed: {of: gnome, start: all, name: {en: shed, es: caseta}}\n"
        "  stands: {of: gnome, by: [seat, cell], name: {en: gnomes, es: gnomos}}\nstate:\n"
        "  bird: {by: [seat], is: 'cell?', name: {en: bird, es: pájaro}}",
    )
    .replace("set grows[c] = 1", "set grows[c] = 1; move shed[0] to stands[c]; set bird = c3")
)
"""Pieces and a marker on the boards of seats, besides what grows there."""


def test_one_board_shows_all_that_lies_there(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(LYING)
    state = load(tmp_path).new(2, seed=1)
    state.apply(state.game.parse("plant a1"))
    for page in (False, True):
        shown = scene(state.game, state.masked(0), "en", NAMES, page=page)
        found = [each for each in walk_scene(shown) if isinstance(each, scenes.SceneBoard)]
        assert len(found) == 2
        at = {place.stand.id: [span.text for span in place.what] for place in found[0].places}
        assert at["a1"] == ["gnome 1", "1"]
        assert at["c3"][-1] == "bird"
        assert "stands" not in draw(shown, 100).plain


def test_boards_of_two_seats_have_places_of_their_own(state: State) -> None:
    shown = boards(scene(state.game, state.masked(0), "en", NAMES))
    known = [place.stand.identity for board in shown.values() for place in board.places]
    assert len({*known}) == len(known)


def test_a_page_shows_ones_own_board_first(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    state = load(tmp_path).new(3, seed=1)
    for viewer, order in ((-1, "012"), (0, "012"), (1, "120"), (2, "201")):
        shown = scene(state.game, state.masked(viewer), "en", NAMES, page=True)
        found = [each for each in walk_scene(shown) if isinstance(each, scenes.SceneBoard)]
        assert "".join(each.places[0].stand.identity[-1] for each in found) == order
