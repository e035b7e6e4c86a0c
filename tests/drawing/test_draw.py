"""Pictures of scenes: each thing says what it is, nothing is told by colour alone, nothing comes from elsewhere."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.model.schema.look_section import Colour, Sign
from ruleset_core.view.svg import svg_elements
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.svg.span_text import SIZE, SMALL
from ruleset_core.view.svg.svg_elements import SIGNS, symbol, text_width
from tests.terminal.positions import GAMES, positions, seen

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "style", "defs", "symbol", "g", "rect", "path", "circle", "polygon", "text", "use"}


def drawn(scene: scenes.Scene, width: float = 960) -> ET.Element:
    return ET.fromstring(draw(scene, width))


def of(shown: scenes.SceneNode, *, players: tuple[str, ...] = ("Ana", "Bo"), lang: str = "en") -> ET.Element:
    """A scene of one panel with one thing on it."""
    return drawn(scenes.Scene("g", "G", lang, 0, 0, players, (scenes.ScenePanel("p", "P", 1, None, False, (shown,)),)))


def texts(picture: ET.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def stand(name: str, *options: int, family: str = "card") -> scenes.SceneTarget:
    return scenes.SceneTarget(family, name, f"{family}:{name}", options, name=name.title())


def test_there_is_a_drawing_for_every_sign_and_colours_for_light_and_dark() -> None:
    assert {*SIGNS} == {*Sign.__args__}
    assert all(len(symbol(sign)) for sign in SIGNS)
    assert {*svg_elements.FILLS} == {*svg_elements.TEXTS} == {*Colour.__args__}


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
        inks = [svg_elements.GROUND["ink"], svg_elements.GROUND["soft"], *svg_elements.TEXTS.values()]
        for paper in ("paper", "panel", "card"):
            assert min(contrast(ink[place], svg_elements.GROUND[paper][place]) for ink in inks) >= 4.5, paper
            assert contrast(svg_elements.GROUND["glow"][place], svg_elements.GROUND[paper][place]) >= 3
    assert min(contrast(fill, svg_elements.letter_colour(name)) for name, fill in svg_elements.FILLS.items()) >= 4.5


def test_a_card_says_what_it_is_and_which_options_it_stands_for() -> None:
    fact = (scenes.TextSpan("cost "), scenes.TextSpan("3"))
    card = scenes.SceneCard(stand("miller", 2, 5), "Miller", "card", "red", facts=(fact,), text="Take a coin.")
    picture = of(scenes.SceneCards("row", (card,)))
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
    dice = [scenes.SceneCard(stand(f"d{pips}"), "die", "die", "blue", pips) for pips in (*range(1, 7), 12)]
    picture = of(scenes.SceneCards("row", tuple(dice)))
    found = {
        each.get("data-id"): len([*each.iter(f"{SVG}circle")]) for each in picture.iter() if each.get("data-identity")
    }
    assert found == {**{f"d{pips}": pips for pips in range(1, 7)}, "d12": 0}
    assert "12" in texts(picture)
    assert texts(picture).count("B") == 7


def test_a_hidden_card_is_a_back_that_says_no_more() -> None:
    back = scenes.SceneCard(scenes.SceneTarget("card", "", "card@hand/0"), "", "back", back=True)
    picture = of(scenes.SceneCards("row", (back,)))
    (thing,) = [each for each in picture.iter() if each.get("data-identity")]
    assert thing.get("data-identity") == "card@hand/0"
    assert thing.get("data-id") is None
    assert not texts(thing)


def test_signs_that_could_be_there_stand_back_and_are_counted() -> None:
    picture = of(scenes.SceneLine(((scenes.TextSpan(sign="coin", times=2, of=5, colour="gold"),),)))
    places = [x for _, x, _ in placed(picture, "use")]
    assert len(places) == 5
    assert all(after - before >= SIZE / 2 for before, after in pairwise(places)), "they stand beside each other"
    assert len([each for each in picture.iter() if each.get("class") == "unused"]) == 3
    assert "coin gold 2/5" in [each.text for each in picture.iter(f"{SVG}title")]


def test_a_number_in_a_colour_says_the_colour() -> None:
    number = scenes.TextSpan("5", "red", stand=stand("d5", family="die"))
    assert "R5" in texts(of(scenes.SceneLine(((number,),))))
    assert "J5" in texts(of(scenes.SceneLine(((scenes.TextSpan("5", "orange"),),)), lang="es"))


def test_what_begins_a_line_does() -> None:
    picture = of(
        scenes.SceneLine(
            ((scenes.TextSpan("one"), scenes.TextSpan("two", below=True), scenes.TextSpan("three", close=True)),)
        )
    )
    high = {each.text: float(each.get("y") or 0) for each in picture.iter(f"{SVG}text")}
    assert high["one"] < high["two"] == high["three"]


def test_players_on_boards_have_marks_and_a_legend() -> None:
    seat = scenes.TextSpan("Ana", "blue", stand=scenes.SceneTarget("seat", "seat_0", "seat:seat_0", name="Ana"))
    places = (
        scenes.ScenePlace(stand("a1", family="cell"), (0, 0), what=(seat,)),
        scenes.ScenePlace(stand("b1", 3, family="cell"), (1, 0)),
    )
    for shape in ("squares", "hexes"):
        picture = of(scenes.SceneBoard(shape, places))
        assert texts(picture).count("X") == 2
        assert "Ana" in texts(picture)
        assert [each.get("data-options") for each in picture.iter() if each.get("data-id") == "b1"] == ["3"]


def test_a_plan_has_spaces_lines_and_crossings() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    plan = scenes.SceneBoard(
        "plan",
        (
            scenes.ScenePlace(
                stand("L1", family="space"), (0.5, 0.5), "green", (scenes.TextSpan(sign="house", colour="red"),)
            ),
        ),
        tuple(
            scenes.SceneEdge(stand(f"E{place}", place, family="line"), (points[place], points[place - 1]), what)
            for place, what in enumerate(((scenes.TextSpan(sign="wall"),), (), (), ()))
        ),
        tuple(scenes.ScenePlace(stand(f"C{place}", family="crossing"), point) for place, point in enumerate(points)),
        (points,),
    )
    found = [each.get("data-family") for each in of(plan).iter() if each.get("data-identity")]
    assert (found.count("space"), found.count("line"), found.count("crossing")) == (1, 4, 4)


def test_a_plan_tells_what_its_colours_and_signs_mean_and_names_what_is_taken() -> None:
    points = ((0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, -1.0))
    corners = ((points[0], points[1], points[2]), (points[0], points[1], points[3]))
    spaces = (
        scenes.ScenePlace(
            stand("L1", family="space"), (1.0, 0.3), "green", (scenes.TextSpan(sign="house", colour="red", times=2),)
        ),
        scenes.ScenePlace(stand("L2", family="space"), (1.0, -0.3), "blue", (scenes.TextSpan("#1"),), shaded=True),
    )
    ends = ((0, 1), (0, 2), (0, 3))
    edges = tuple(scenes.SceneEdge(stand(f"E{b}", family="line"), (points[a], points[b])) for a, b in ends)
    tower = scenes.ScenePlace(
        stand("C0", family="crossing"), points[0], what=(scenes.TextSpan(sign="tower", colour="black"),)
    )
    tints = (scenes.TextSpan("the woods", "green"), scenes.TextSpan("the shore", "blue"))
    picture = of(scenes.SceneBoard("plan", spaces, edges, (tower,), corners, tints=tints))
    said = texts(picture)
    assert {"C0", "L1 G", "#1", "G", "the woods", "house", "R", "red", "tower", "K", "black"} <= {*said}
    assert "L2 B" not in said
    shades = [each for each in picture.iter(f"{SVG}g") if each.find(f"{SVG}polygon[@class='shade']") is not None]
    assert [each.get("data-id") for each in shades] == ["L2"]
    borders = [each for each in picture.iter(f"{SVG}g") if each.find(f"{SVG}path[@class='border']") is not None]
    assert [each.get("data-id") for each in borders] == ["E1"]
    titles = {each.text for each in picture.iter(f"{SVG}title")}
    assert {"L1: 2 × house red", "C0: tower black", "E1"} <= titles


def test_a_plan_is_labelled_as_its_look_says() -> None:
    points = ((0.0, 0.0), (2.0, 0.0), (1.0, 1.0))
    spaces = tuple(
        scenes.ScenePlace(stand(name, family="space"), (1.0, 0.3), label=label)
        for name, label in (("L1", ""), ("L2", "the pond"), ("L3", None))
    )
    picture = of(scenes.SceneBoard("plan", spaces, (), (), (points,) * 3))
    assert {"L1", "L2", "the pond", "L3"} & {*texts(picture)} == {"the pond", "L3"}


def test_what_stands_on_a_crossing_is_not_broken_within_words_nor_told_twice() -> None:
    points = ((0.0, 0.0), (1.0, 0.0))
    names = ("Vancouver", "Oklahoma City", "Erie")
    towns = tuple(
        scenes.ScenePlace(
            stand(name, family="crossing"), points[0], what=(scenes.TextSpan(name, style="bold", stand=stand(name)),)
        )
        for name in names
    )
    edge = scenes.SceneEdge(stand("E", family="line"), points)
    said = texts(of(scenes.SceneBoard("plan", (), (edge,), towns, ())))
    assert [said.count(word) for word in ("City", "Erie", "Oklahoma", "Vancouver")] == [1, 1, 1, 1]


def test_what_is_itself_a_line_is_drawn_as_one() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    edges = tuple(
        scenes.SceneEdge(stand(f"E{place}", family="line"), (points[place], points[place - 1]), what)
        for place, what in enumerate(
            ((scenes.TextSpan(sign="wall"),), (scenes.TextSpan(sign="road", colour="red"),), (scenes.TextSpan("7"),))
        )
    )
    picture = of(scenes.SceneBoard("plan", (), edges, (), ()))
    boxed = [
        each.get("data-id")
        for each in picture.iter(f"{SVG}g")
        if each.find(f"{SVG}rect[@class='card-box']") is not None
    ]
    assert boxed == ["E1", "E2"]  # a colour is said by a letter, a number is written
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "laid"]) == 2


def test_squares_that_are_shaded_are_so() -> None:
    places = tuple(
        scenes.ScenePlace(stand(f"{'ab'[at]}1", family="cell"), (at, 0), "red", shaded=bool(at)) for at in (0, 1)
    )
    for shape, tag in (("squares", "rect"), ("hexes", "polygon")):
        picture = of(scenes.SceneBoard(shape, places))
        assert len([each for each in picture.iter(f"{SVG}{tag}") if each.get("class") == "shade"]) == 1


def test_a_shaded_point_has_a_dot() -> None:
    places = tuple(scenes.ScenePlace(stand(f"{'ab'[at]}1"), (at, 0), shaded=bool(at)) for at in (0, 1))
    picture = of(scenes.SceneBoard("squares", places, points=True))
    assert [each.get("r") for each in picture.iter(f"{SVG}circle")] == ["3"]
    assert not [each for each in picture.iter() if each.get("class") == "shade"]


def test_lines_cross_on_points_and_end_at_the_outermost_ones() -> None:
    places = tuple(scenes.ScenePlace(stand(f"{'abc'[x]}{3 - y}"), (x, y)) for y in range(3) for x in range(3))
    plain, points = (of(scenes.SceneBoard("squares", places, points=each)) for each in (False, True))
    lines = [each.get("d", "") for each in points.iter(f"{SVG}path") if "H" in each.get("d", "")]
    assert len(lines) == 9
    half = lines[0][1:].split()[0]  # a3 has lines to the east and to the south alone
    assert lines[0].startswith(f"M{half} {half}H")
    assert f"M{half} {half}V" in lines[0]
    assert lines[4].startswith("M0 ")  # b2 has lines to all sides
    assert "M" + half + " 0V" in lines[4]
    assert not [each for each in plain.iter(f"{SVG}path") if "H" in each.get("d", "")]


def test_what_stands_close_to_a_comma_keeps_its_blank() -> None:
    picture = of(
        scenes.SceneLine(
            ((scenes.TextSpan("one"), scenes.TextSpan(", ", close=True), scenes.TextSpan("two", "red", close=True)),)
        )
    )
    at = {each.text: float(each.get("x") or 0) for each in picture.iter(f"{SVG}text")}
    assert at["two"] > at[","] + text_width(",", 14)


def test_a_picture_may_have_a_title_and_be_told_in_words() -> None:
    scene = scenes.Scene(
        "g", "G", "en", 0, 0, ("Ana",), (scenes.ScenePanel("p", "P", 1, None, False, (scenes.Paragraph("text"),)),)
    )
    picture = ET.fromstring(draw(scene, title="G at noon", told="Ana: <1>"))
    assert picture.find(f"{SVG}title").text == picture.get("aria-label") == "G at noon"
    assert picture.find(f"{SVG}desc").text == "Ana: <1>"
    assert texts(picture)[0] == "G at noon"


def test_a_number_on_a_thing_of_a_colour_stands_on_a_tile() -> None:
    die, seat = stand("d5", family="die"), scenes.SceneTarget("seat", "seat_0", "seat:seat_0", name="Ana")
    spans = (
        scenes.TextSpan("5", "red", stand=die),
        scenes.TextSpan("3", "red"),
        scenes.TextSpan("1", "blue", stand=seat),
    )
    picture = of(scenes.SceneLine((spans,)))
    assert [each.get("class") for each in picture.iter(f"{SVG}rect") if "tile" in (each.get("class") or "")] == [
        "tile c-red"
    ]
    assert texts(picture)[1:] == ["R5", "R3", "1"]


def test_the_mark_of_a_player_is_a_disc_without_a_letter_and_no_die() -> None:
    die, family = stand("d2", family="die"), scenes.SceneTarget("family", "seat_1", "family:seat_1", name="Bo")
    spans = (scenes.TextSpan("2", "red", stand=die), scenes.TextSpan("2", "red", "seat", stand=family))
    picture = of(scenes.SceneLine((spans,)))
    assert texts(picture)[1:] == ["R2", "2"]
    tile, disc = (each for each in picture.iter(f"{SVG}rect") if "tile" in (each.get("class") or ""))
    assert float(disc.get("rx") or 0) * 2 == pytest.approx(float(disc.get("height") or 0), abs=0.2)
    assert float(disc.get("width") or 0) >= float(disc.get("height") or 0)
    assert float(tile.get("rx") or 0) < 4


def test_squares_with_texts_are_as_wide_as_there_is_room() -> None:
    words = scenes.TextSpan(
        "a text of many words that would be a tower of words in a narrow square, which nobody reads", below=True
    )
    places = tuple(
        scenes.ScenePlace(stand(f"{'abc'[x]}1", family="cell"), (x, 0), what=(scenes.TextSpan("Saint-Quentin"), words))
        for x in range(3)
    )

    def sizes(width: float) -> set[tuple[float, float]]:
        scene = scenes.Scene(
            "g",
            "G",
            "en",
            0,
            0,
            ("Ana",),
            (scenes.ScenePanel("p", "P", 1, None, False, (scenes.SceneBoard("squares", places),)),),
        )
        cells = [each for each in drawn(scene, width).iter(f"{SVG}rect") if each.get("class") == "cell"]
        return {(float(each.get("width") or 0), float(each.get("height") or 0)) for each in cells}

    ((wide, high),) = sizes(960)
    assert high <= wide
    ((narrow, _),) = sizes(360)
    assert narrow < wide


def test_a_note_speaks_of_signs_as_they_are_drawn() -> None:
    panel = scenes.ScenePanel("p", "P", 1, None, False, (scenes.Paragraph("text"),), note="■ built  □ open · all")
    picture = drawn(scenes.Scene("g", "G", "en", 0, 0, ("Ana",), (panel,)))
    assert [each.get("href") for each in picture.iter(f"{SVG}use")] == ["#sign-cube", "#sign-box"]
    assert {"built", "open · all"} <= {*texts(picture)}


def test_numbers_end_below_each_other_and_names_may_be_moved_in() -> None:
    heads, rows = (scenes.ColumnHead("points"),), []
    for name, figure in (("whole", "7"), ("  part", "107"), ("total", "−3")):
        rows.append(
            scenes.SceneRow(
                stand(name.strip(), family="score"), (scenes.TextSpan(name),), ((scenes.TextSpan(figure),),)
            )
        )
    picture = of(scenes.SceneTable(heads, tuple(rows), 1))
    placed = {}
    for group in picture.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}g/{SVG}text"):
            if text.text in {"7", "107", "−3", "whole", "part"}:
                placed[text.text] = float(
                    (group.get("transform") or "translate(0").split("(")[1].split()[0]
                ) + text_width(text.text, 14)
    assert placed["7"] == pytest.approx(placed["107"], abs=0.1)
    assert placed["107"] == pytest.approx(placed["−3"], abs=0.1)
    assert placed["part"] - text_width("part", 14) > placed["whole"] - text_width("whole", 14)
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "rule"]) == 2


def test_a_letter_on_a_sign_is_not_crossed_by_what_is_drawn_there() -> None:
    picture = of(scenes.SceneLine(((scenes.TextSpan(sign="die", colour="black"), scenes.TextSpan(sign="die")),)))
    assert [each.get("href") for each in picture.iter(f"{SVG}use")] == ["#sign-die-plain", "#sign-die"]
    (plain,) = [each for each in picture.iter(f"{SVG}symbol") if each.get("id") == "sign-die-plain"]
    assert not plain.findall(f"{SVG}circle")


def test_a_track_tells_its_number_and_crosses_out_what_is_used() -> None:
    picture = of(scenes.SceneTrack("favour", 5, 9, 3, (3, 6), "red"))
    assert "5/9" in texts(picture)
    assert len([each for each in picture.iter(f"{SVG}rect") if each.get("class") == "cell c-red"]) == 3
    assert len([each for each in picture.iter(f"{SVG}path") if each.get("class") == "rule"]) == 2


def test_wide_tables_go_on_below_and_long_ones_beside() -> None:
    heads = tuple(scenes.ColumnHead(f"heading {place}") for place in range(30))
    rows = tuple(
        scenes.SceneRow(stand(f"r{at}"), (scenes.TextSpan(f"row {at}"),), ((scenes.TextSpan("12345"),),) * 30)
        for at in range(2)
    )
    picture = of(scenes.SceneTable(heads, rows))
    assert texts(picture).count("row 0") > 1
    assert texts(picture).count("12345") == 60
    long = tuple(
        scenes.SceneRow(stand(f"r{at}"), (scenes.TextSpan(f"row {at}"),), ((scenes.TextSpan("1"),),))
        for at in range(40)
    )
    assert sorted(texts(of(scenes.SceneTable(heads[:1], long)))).count("1") == 40


def test_hostile_words_are_text() -> None:
    hostile = "<script>alert(1)</script>\"'&\x00\x0b]]>"
    scene = scenes.Scene(
        hostile,
        hostile,
        "en",
        0,
        0,
        (hostile,),
        (scenes.ScenePanel("p", hostile, 1, None, False, (scenes.Paragraph(hostile),)),),
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
    assert (
        text_width("Marie", 14)
        < text_width("Marie de", 14)
        < text_width("Marie de", 14, bold=True)
        < text_width("Marie de", 20)
    )
    assert text_width("é", 10) == text_width("e", 10)
    assert text_width("城", 10) > text_width("e", 10)


def placed(picture: ET.Element, tag: str) -> list[tuple[ET.Element, float, float]]:
    """All elements of a kind, each with the place of its corner in the picture."""
    found = []

    def within(element: ET.Element, x: float, y: float) -> None:
        moved = re.match(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", element.get("transform") or "")
        x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
        if element.tag == f"{SVG}{tag}":
            found.append((element, x + float(element.get("x") or 0), y + float(element.get("y") or 0)))
        if element.tag not in {f"{SVG}symbol", f"{SVG}defs"}:
            for each in element:
                within(each, x, y)

    within(picture, 0.0, 0.0)
    return found


def middles(picture: ET.Element, kind: str) -> list[float]:
    """The heights at which the boxes of a kind have their middles."""
    return [
        y + float(each.get("height") or 0) / 2
        for each, _, y in placed(picture, "rect")
        if kind in (each.get("class") or "").split()
    ]


def test_a_name_and_its_sign_stand_in_the_middle_of_their_band() -> None:
    chip = scenes.SceneCard(stand("mill"), "Mill", "card")
    face = scenes.SceneCard(stand("inn"), "Inn", "card", "red", text="Take a coin.")
    for card, kind in ((chip, "card-box"), (face, "c-red")):
        picture = of(scenes.SceneCards("row", (card,)))
        (middle,) = middles(picture, kind)
        ((_, _, base),) = [each for each in placed(picture, "text") if each[0].text == card.name]
        assert base - 0.36 * 13 == pytest.approx(middle, abs=1.0)
        ((sign, _, top),) = [each for each in placed(picture, "use") if (each[0].get("href") or "").startswith("#sign")]
        assert top + float(sign.get("height") or 0) / 2 == pytest.approx(middle, abs=1.0)


def test_a_pile_shows_its_top_and_where_there_is_none_its_place() -> None:
    inn, mill = (scenes.SceneCard(stand(name), name.title(), "card", text="A text.") for name in ("inn", "mill"))
    said = texts(of(scenes.SceneCards("pile", (inn, mill))))
    assert "Mill" in said
    assert "Inn" not in said
    assert "×2" in said
    picture = of(scenes.SceneCards("pile", ()))
    assert [(each.get("width"), each.get("height")) for each, _, _ in placed(picture, "rect") if each.get("class") == "free"] == [
        ("30", "42")
    ]  # fmt: skip


def test_what_stands_on_a_line_of_a_plan_stands_in_its_middle() -> None:
    points = ((0.0, 0.0), (2.0, 1.0))
    edge = scenes.SceneEdge(stand("E1", family="line"), points, (scenes.TextSpan("7"),))
    picture = of(scenes.SceneBoard("plan", (), (edge,), (), ()))
    ((box, left, top),) = [each for each in placed(picture, "rect") if each[0].get("class") == "card-box"]
    ((line, x, y),) = [each for each in placed(picture, "path") if each[0].get("class") == "way"]
    ends = [float(each) for each in re.findall(r"[\d.]+", line.get("d") or "")]
    width, height = (float(box.get(name) or 0) for name in ("width", "height"))
    assert left + width / 2 == pytest.approx(x + (ends[0] + ends[2]) / 2, abs=0.05)
    assert top + height / 2 == pytest.approx(y + (ends[1] + ends[3]) / 2, abs=0.05)
    ((_, said, base),) = [each for each in placed(picture, "text") if each[0].text == "7"]
    assert said + text_width("7", SMALL) / 2 == pytest.approx(left + width / 2, abs=0.5)
    assert base - 0.36 * SMALL == pytest.approx(top + height / 2, abs=1.0)


def test_columns_that_have_no_room_grow_narrower_within_the_picture() -> None:
    words = "a cell of a good many words that can be broken"
    heads = tuple(scenes.ColumnHead(f"head {place}") for place in range(4))
    row = scenes.SceneRow(stand("r"), (scenes.TextSpan("row"),), tuple((scenes.TextSpan(words),) for _ in heads))
    panel = scenes.ScenePanel("p", "P", 1, None, False, (scenes.SceneTable(heads, (row,)),))
    picture = drawn(scenes.Scene("g", "G", "en", 0, 0, ("Ana",), (panel,)), 480)
    wide = float((picture.get("viewBox") or "").split()[2])
    boxes = [
        (y, x, x + text_width(each.text or "", float(each.get("font-size") or SIZE)))
        for each, x, y in placed(picture, "text")
    ]
    assert max(end for _, _, end in boxes) <= wide
    for (line, _, end), (other, start, _) in pairwise(sorted(boxes)):
        assert line != other or end <= start, "cells do not cover each other"
