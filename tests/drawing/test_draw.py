"""Pictures of scenes: each thing says what it is, nothing is told by colour alone, nothing comes from elsewhere."""

from __future__ import annotations

from itertools import islice
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.drawing import style
from ruleset_core.drawing.draw import draw
from ruleset_core.drawing.signs import SIGNS, symbol
from ruleset_core.drawing.svg import measure
from ruleset_core.model.shapes.look import Colour, Sign
from ruleset_core.scenes import nodes as n
from tests.terminal.positions import GAMES, positions, seen

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "style", "defs", "symbol", "g", "rect", "path", "circle", "polygon", "text", "use"}


def drawn(scene: n.Scene, width: float = 960) -> ET.Element:
    return ET.fromstring(draw(scene, width))


def of(shown: n.Node, *, players: tuple[str, ...] = ("Ana", "Bo"), lang: str = "en") -> ET.Element:
    """A scene of one panel with one thing on it."""
    return drawn(n.Scene("g", "G", lang, 0, 0, players, (n.Panel("p", "P", 1, None, False, (shown,)),)))


def texts(picture: ET.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def stand(name: str, *options: int, family: str = "card") -> n.Stand:
    return n.Stand(family, name, f"{family}:{name}", options, name=name.title())


def test_there_is_a_drawing_for_every_sign_and_colours_for_light_and_dark() -> None:
    assert {*SIGNS} == {*Sign.__args__}
    assert all(len(symbol(sign)) for sign in SIGNS)
    assert {*style.FILLS} == {*style.TEXTS} == {*Colour.__args__}


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart: from 1 to 21, as accessibility guidelines reckon it."""
    light = []
    for colour in (one, other):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        light.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(light) + 0.05) / (min(light) + 0.05)


def test_text_is_read_on_what_it_stands_on() -> None:
    for place in (0, 1):
        inks = [style.GROUND["ink"], style.GROUND["soft"], *style.TEXTS.values()]
        for paper in ("paper", "panel", "card"):
            assert min(contrast(ink[place], style.GROUND[paper][place]) for ink in inks) >= 4.5, paper
            assert contrast(style.GROUND["glow"][place], style.GROUND[paper][place]) >= 3
    assert min(contrast(fill, style.on(name)) for name, fill in style.FILLS.items()) >= 4.5


def test_a_card_says_what_it_is_and_which_options_it_stands_for() -> None:
    fact = (n.Span("cost "), n.Span("3"))
    card = n.Card(stand("miller", 2, 5), "Miller", "card", "red", facts=(fact,), text="Take a coin.")
    picture = of(n.Cards("row", (card,)))
    (thing,) = [each for each in picture.iter() if each.get("data-identity")]
    assert (thing.get("data-identity"), thing.get("data-family"), thing.get("data-id")) == (
        "card:miller",
        "card",
        "miller",
    )
    assert thing.get("data-options") == "2 5"
    assert "can" in (thing.get("class") or "").split()
    assert thing.find(f"{SVG}title").text == "Miller"
    assert {"Miller", "R", "Take a coin."} <= {*texts(picture)}


def test_dice_show_pips_and_greater_numbers_figures() -> None:
    dice = [n.Card(stand(f"d{pips}"), "die", "die", "blue", pips) for pips in (*range(1, 7), 12)]
    picture = of(n.Cards("row", tuple(dice)))
    found = {
        each.get("data-id"): len([*each.iter(f"{SVG}circle")]) for each in picture.iter() if each.get("data-identity")
    }
    assert found == {**{f"d{pips}": pips for pips in range(1, 7)}, "d12": 0}
    assert "12" in texts(picture)
    assert texts(picture).count("B") == 7


def test_a_hidden_card_is_a_back_that_says_no_more() -> None:
    back = n.Card(n.Stand("card", "", "card@hand/0"), "", "back", back=True)
    picture = of(n.Cards("row", (back,)))
    (thing,) = [each for each in picture.iter() if each.get("data-identity")]
    assert thing.get("data-identity") == "card@hand/0"
    assert thing.get("data-id") is None
    assert not texts(thing)


def test_signs_that_could_be_there_stand_back_and_are_counted() -> None:
    picture = of(n.Line(((n.Span(sign="coin", times=2, of=5, colour="gold"),),)))
    assert len([*picture.iter(f"{SVG}use")]) == 5
    assert len([each for each in picture.iter() if each.get("class") == "unused"]) == 3
    assert "coin gold 2/5" in [each.text for each in picture.iter(f"{SVG}title")]


def test_a_number_in_a_colour_says_the_colour() -> None:
    number = n.Span("5", "red", stand=stand("d5", family="die"))
    assert "R5" in texts(of(n.Line(((number,),))))
    assert "J5" in texts(of(n.Line(((n.Span("5", "orange"),),)), lang="es"))


def test_what_begins_a_line_does() -> None:
    picture = of(n.Line(((n.Span("one"), n.Span("two", below=True), n.Span("three", close=True)),)))
    high = {each.text: float(each.get("y") or 0) for each in picture.iter(f"{SVG}text")}
    assert high["one"] < high["two"] == high["three"]


def test_players_on_boards_have_marks_and_a_legend() -> None:
    seat = n.Span("Ana", "blue", stand=n.Stand("seat", "seat_0", "seat:seat_0", name="Ana"))
    places = (n.Place(stand("a1", family="cell"), (0, 0), what=(seat,)), n.Place(stand("b1", 3, family="cell"), (1, 0)))
    for shape in ("squares", "hexes"):
        picture = of(n.Board(shape, places))
        assert texts(picture).count("X") == 2
        assert "Ana" in texts(picture)
        assert [each.get("data-options") for each in picture.iter() if each.get("data-id") == "b1"] == ["3"]


def test_a_plan_has_spaces_lines_and_crossings() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    plan = n.Board(
        "plan",
        (n.Place(stand("L1", family="space"), (0.5, 0.5), "green", (n.Span(sign="house", colour="red"),)),),
        tuple(
            n.Edge(stand(f"E{place}", place, family="line"), (points[place], points[place - 1]), what)
            for place, what in enumerate(((n.Span(sign="wall"),), (), (), ()))
        ),
        tuple(n.Place(stand(f"C{place}", family="crossing"), point) for place, point in enumerate(points)),
        (points,),
    )
    found = [each.get("data-family") for each in of(plan).iter() if each.get("data-identity")]
    assert (found.count("space"), found.count("line"), found.count("crossing")) == (1, 4, 4)


def test_a_plan_tells_what_its_colours_and_signs_mean_and_names_what_is_taken() -> None:
    points = ((0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, -1.0))
    corners = ((points[0], points[1], points[2]), (points[0], points[1], points[3]))
    spaces = (
        n.Place(stand("L1", family="space"), (1.0, 0.3), "green", (n.Span(sign="house", colour="red", times=2),)),
        n.Place(stand("L2", family="space"), (1.0, -0.3), "blue", (n.Span("#1"),), shaded=True),
    )
    ends = ((0, 1), (0, 2), (0, 3))
    edges = tuple(n.Edge(stand(f"E{b}", family="line"), (points[a], points[b])) for a, b in ends)
    tower = n.Place(stand("C0", family="crossing"), points[0], what=(n.Span(sign="tower", colour="black"),))
    tints = (n.Span("the woods", "green"), n.Span("the shore", "blue"))
    picture = of(n.Board("plan", spaces, edges, (tower,), corners, tints=tints))
    said = texts(picture)
    assert {"C0", "L1 G", "#1", "G", "the woods", "house", "R", "red", "tower", "K", "black"} <= {*said}
    assert "L2 B" not in said
    shades = [each for each in picture.iter(f"{SVG}g") if each.find(f"{SVG}polygon[@class='shade']") is not None]
    assert [each.get("data-id") for each in shades] == ["L2"]
    borders = [each for each in picture.iter(f"{SVG}g") if each.find(f"{SVG}path[@class='border']") is not None]
    assert [each.get("data-id") for each in borders] == ["E1"]
    titles = {each.text for each in picture.iter(f"{SVG}title")}
    assert {"L1: 2 × house red", "C0: tower black", "E1"} <= titles


def test_what_is_itself_a_line_is_drawn_as_one() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    edges = tuple(
        n.Edge(stand(f"E{place}", family="line"), (points[place], points[place - 1]), what)
        for place, what in enumerate(((n.Span(sign="wall"),), (n.Span(sign="road", colour="red"),), (n.Span("7"),)))
    )
    picture = of(n.Board("plan", (), edges, (), ()))
    boxed = [
        each.get("data-id")
        for each in picture.iter(f"{SVG}g")
        if each.find(f"{SVG}rect[@class='card-box']") is not None
    ]
    assert boxed == ["E1", "E2"]  # a colour is said by a letter, a number is written
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "laid"]) == 2


def test_squares_that_are_shaded_are_so() -> None:
    places = tuple(n.Place(stand(f"{'ab'[at]}1", family="cell"), (at, 0), "red", shaded=bool(at)) for at in (0, 1))
    for shape, tag in (("squares", "rect"), ("hexes", "polygon")):
        picture = of(n.Board(shape, places))
        assert len([each for each in picture.iter(f"{SVG}{tag}") if each.get("class") == "shade"]) == 1


def test_what_stands_close_to_a_comma_keeps_its_blank() -> None:
    picture = of(n.Line(((n.Span("one"), n.Span(", ", close=True), n.Span("two", "red", close=True)),)))
    at = {each.text: float(each.get("x") or 0) for each in picture.iter(f"{SVG}text")}
    assert at["two"] > at[","] + measure(",", 14)


def test_a_picture_may_have_a_title_and_be_told_in_words() -> None:
    scene = n.Scene("g", "G", "en", 0, 0, ("Ana",), (n.Panel("p", "P", 1, None, False, (n.Prose("text"),)),))
    picture = ET.fromstring(draw(scene, title="G at noon", told="Ana: <1>"))
    assert picture.find(f"{SVG}title").text == picture.get("aria-label") == "G at noon"
    assert picture.find(f"{SVG}desc").text == "Ana: <1>"
    assert texts(picture)[0] == "G at noon"


def test_a_number_on_a_thing_of_a_colour_stands_on_a_tile() -> None:
    die, seat = stand("d5", family="die"), n.Stand("seat", "seat_0", "seat:seat_0", name="Ana")
    spans = (n.Span("5", "red", stand=die), n.Span("3", "red"), n.Span("1", "blue", stand=seat))
    picture = of(n.Line((spans,)))
    assert [each.get("class") for each in picture.iter(f"{SVG}rect") if "tile" in (each.get("class") or "")] == [
        "tile c-red"
    ]
    assert texts(picture)[1:] == ["R5", "R3", "1"]


def test_the_mark_of_a_player_is_a_disc_without_a_letter_and_no_die() -> None:
    die, family = stand("d2", family="die"), n.Stand("family", "seat_1", "family:seat_1", name="Bo")
    spans = (n.Span("2", "red", stand=die), n.Span("2", "red", "seat", stand=family))
    picture = of(n.Line((spans,)))
    assert texts(picture)[1:] == ["R2", "2"]
    tile, disc = (each for each in picture.iter(f"{SVG}rect") if "tile" in (each.get("class") or ""))
    assert float(disc.get("rx") or 0) * 2 == pytest.approx(float(disc.get("height") or 0), abs=0.2)
    assert float(disc.get("width") or 0) >= float(disc.get("height") or 0)
    assert float(tile.get("rx") or 0) < 4


def test_squares_with_texts_are_as_wide_as_there_is_room() -> None:
    words = n.Span(
        "a text of many words that would be a tower of words in a narrow square, which nobody reads", below=True
    )
    places = tuple(
        n.Place(stand(f"{'abc'[x]}1", family="cell"), (x, 0), what=(n.Span("Saint-Quentin"), words)) for x in range(3)
    )

    def sizes(width: float) -> set[tuple[float, float]]:
        scene = n.Scene(
            "g", "G", "en", 0, 0, ("Ana",), (n.Panel("p", "P", 1, None, False, (n.Board("squares", places),)),)
        )
        cells = [each for each in drawn(scene, width).iter(f"{SVG}rect") if each.get("class") == "cell"]
        return {(float(each.get("width") or 0), float(each.get("height") or 0)) for each in cells}

    ((wide, high),) = sizes(960)
    assert high <= wide
    ((narrow, _),) = sizes(360)
    assert narrow < wide


def test_a_note_speaks_of_signs_as_they_are_drawn() -> None:
    panel = n.Panel("p", "P", 1, None, False, (n.Prose("text"),), note="■ built  □ open · all")
    picture = drawn(n.Scene("g", "G", "en", 0, 0, ("Ana",), (panel,)))
    assert [each.get("href") for each in picture.iter(f"{SVG}use")] == ["#sign-cube", "#sign-box"]
    assert {"built", "open · all"} <= {*texts(picture)}


def test_numbers_end_below_each_other_and_names_may_be_moved_in() -> None:
    heads, rows = (n.Head("points"),), []
    for name, figure in (("whole", "7"), ("  part", "107"), ("total", "−3")):
        rows.append(n.Row(stand(name.strip(), family="score"), (n.Span(name),), ((n.Span(figure),),)))
    picture = of(n.Table(heads, tuple(rows), 1))
    placed = {}
    for group in picture.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}g/{SVG}text"):
            if text.text in {"7", "107", "−3", "whole", "part"}:
                placed[text.text] = float((group.get("transform") or "translate(0").split("(")[1].split()[0]) + measure(
                    text.text, 14
                )
    assert placed["7"] == pytest.approx(placed["107"], abs=0.1)
    assert placed["107"] == pytest.approx(placed["−3"], abs=0.1)
    assert placed["part"] - measure("part", 14) > placed["whole"] - measure("whole", 14)
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "rule"]) == 2


def test_a_letter_on_a_sign_is_not_crossed_by_what_is_drawn_there() -> None:
    picture = of(n.Line(((n.Span(sign="die", colour="black"), n.Span(sign="die")),)))
    assert [each.get("href") for each in picture.iter(f"{SVG}use")] == ["#sign-die-plain", "#sign-die"]
    (plain,) = [each for each in picture.iter(f"{SVG}symbol") if each.get("id") == "sign-die-plain"]
    assert not plain.findall(f"{SVG}circle")


def test_a_track_tells_its_number_and_crosses_out_what_is_used() -> None:
    picture = of(n.Track("favour", 5, 9, 3, (3, 6), "red"))
    assert "5/9" in texts(picture)
    assert len([each for each in picture.iter(f"{SVG}rect") if each.get("class") == "cell c-red"]) == 3
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "rule"]) == 2


def test_wide_tables_go_on_below_and_long_ones_beside() -> None:
    heads = tuple(n.Head(f"heading {place}") for place in range(30))
    rows = tuple(n.Row(stand(f"r{at}"), (n.Span(f"row {at}"),), ((n.Span("12345"),),) * 30) for at in range(2))
    picture = of(n.Table(heads, rows))
    assert texts(picture).count("row 0") > 1
    assert texts(picture).count("12345") == 60
    long = tuple(n.Row(stand(f"r{at}"), (n.Span(f"row {at}"),), ((n.Span("1"),),)) for at in range(40))
    assert sorted(texts(of(n.Table(heads[:1], long)))).count("1") == 40


def test_hostile_words_are_text() -> None:
    hostile = "<script>alert(1)</script>\"'&\x00\x0b]]>"
    scene = n.Scene(
        hostile, hostile, "en", 0, 0, (hostile,), (n.Panel("p", hostile, 1, None, False, (n.Prose(hostile),)),)
    )
    picture = drawn(scene)
    assert not [each for each in picture.iter() if each.tag.removeprefix(SVG) not in KNOWN]
    assert "<script>" in "".join(texts(picture))


@pytest.mark.parametrize("name", GAMES)
def test_pictures_hold_shapes_and_text_and_what_is_offered(name: str) -> None:
    for place, state in enumerate(islice(positions(load(name), 3, 0.05), 5)):
        scene = seen(state, ("en", "es")[place % 2])
        text = draw(scene, (360, 960, 1400)[place % 3])
        picture = ET.fromstring(text)
        assert {each.tag.removeprefix(SVG) for each in picture.iter()} <= KNOWN
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert not [key for each in picture.iter() for key in each.keys() if key.startswith("on")]  # noqa: SIM118
        assert draw(scene, (360, 960, 1400)[place % 3]) == text


def test_text_is_measured_as_wider_the_longer_and_bolder_it_is() -> None:
    assert measure("Marie", 14) < measure("Marie de", 14) < measure("Marie de", 14, bold=True) < measure("Marie de", 20)
    assert measure("é", 10) == measure("e", 10)
    assert measure("城", 10) > measure("e", 10)
