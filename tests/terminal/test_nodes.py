"""Each kind of node, drawn and told."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from ruleset_core.view.terminal.drawing import PanelSizes, draw
from ruleset_core.view.terminal.panels import CHOICES, SHORT, group_panels, stack_nodes
from ruleset_core.view.terminal.span_text import GAP, TextPen, blocks_beside

PEN = TextPen("en", AnswerKeys.of({1: "1", 2: "2", 3: "3"}), ("Ana", "Bo"))
NONE = scenes.SceneTarget("thing", "x", "thing:x")


def lines(*nodes: scenes.SceneNode, pen: TextPen = PEN, width: int = 60) -> list[str]:
    return [line.plain for line in stack_nodes(nodes, pen, width)]


def text(said: str, **more: object) -> scenes.TextSpans:
    return (scenes.TextSpan(said, **more),)  # type: ignore[arg-type]


def stand(name: str, *options: int, family: str = "thing") -> scenes.SceneTarget:
    return scenes.SceneTarget(family, name, f"{family}:{name}", options, name=name)


def card(name: str, **more: object) -> scenes.SceneCard:
    return scenes.SceneCard(stand(name), name, "card", **more)  # type: ignore[arg-type]


def back() -> scenes.SceneCard:
    return scenes.SceneCard(scenes.SceneTarget("card", "", "card@0/0"), "", "back", back=True)


def panel(name: str, *show: scenes.SceneNode, **more: object) -> scenes.ScenePanel:
    given = {"rank": 1, "seat": None, "about": False, "short": None, "note": "", **more}
    return scenes.ScenePanel(id=name, title=name.title(), show=show, **given)  # type: ignore[arg-type]


def screen(*panels: scenes.ScenePanel, viewer: int = 0) -> scenes.Scene:
    return scenes.Scene("g", "G", "en", viewer, 0, ("Ana", "Bo"), panels)


def test_signs_have_a_letter_for_their_colour_and_dots_for_what_could_be() -> None:
    spans = (scenes.TextSpan("", "red", sign="cube", times=2, of=4), scenes.TextSpan("", "blue", sign="cube"))
    assert lines(scenes.SceneLine((spans,))) == ["R■■·· B■"]


def test_many_signs_are_a_number() -> None:
    assert lines(scenes.SceneLine(((scenes.TextSpan("", sign="coin", times=12),),))) == ["¤×12"]


def test_things_that_stand_apart_in_a_row_have_their_keys_each() -> None:
    first, second = (scenes.TextSpan(name, stand=stand(name, option)) for option, name in ((1, "coin"), (2, "wheat")))
    closed = scenes.TextSpan("wheat", stand=second.stand, close=True)
    assert lines(scenes.SceneLine(((first, scenes.TextSpan("   ", "", "dim", close=True), closed),))) == [
        "[1] coin   [2] wheat"
    ]
    assert lines(scenes.SceneLine(((first, scenes.TextSpan(" ", close=True), closed),))) == [
        "[1] coin wheat"
    ]  # columns of signs stay such


def test_parts_of_a_line_go_on_below() -> None:
    assert lines(scenes.SceneLine(tuple(text(word * 9) for word in "abc")), width=24) == [
        f"{'a' * 9}   {'b' * 9}",
        "c" * 9,
    ]


def test_columns_of_a_higher_rank_go_first() -> None:
    heads = (scenes.ColumnHead("points"), scenes.ColumnHead("remarks", rank=3), scenes.ColumnHead("cards"))
    row = scenes.SceneRow(NONE, text("Ana"), (text("3"), text("very long indeed"), text("5")))
    assert "very long" in lines(scenes.SceneTable(heads, (row,)))[1]
    assert lines(scenes.SceneTable(heads, (row,)), width=20) == ["     points  cards", "Ana       3      5"]


def test_a_wide_column_is_broken_beside_the_row_or_below_it() -> None:
    table = scenes.SceneTable(
        (scenes.ColumnHead("", wide=True),),
        (scenes.SceneRow(NONE, text("Mill"), (text("one two three four five six"),)),),
    )
    assert lines(table, width=32) == ["Mill  one two three four five", "      six"]
    assert lines(table, width=20) == ["Mill", "    one two three", "    four five six"]


def test_rows_that_say_nothing_are_counted_where_room_is_scarce() -> None:
    rows = tuple(scenes.SceneRow(stand(name), text(name), (text("0" if name != "c" else "4"),)) for name in "abcdef")
    table = scenes.SceneTable((scenes.ColumnHead("n"),), rows)
    assert len(lines(table)) == 7
    assert lines(table, pen=PEN.with_(tight=True)) == ["   n", "c  4", "and 5 with nothing"]


def test_a_row_that_stands_for_an_option_stays() -> None:
    rows = tuple(
        scenes.SceneRow(stand(name, *([2] if name == "e" else [])), text(name), (text("0"),)) for name in "abcdef"
    )
    assert "[2] e" in "\n".join(lines(scenes.SceneTable((scenes.ColumnHead("n"),), rows), pen=PEN.with_(tight=True)))


def test_tracks_stand_in_columns() -> None:
    shown = lines(scenes.SceneTrack("gold", 3, 6, 1, (3, 3), "yellow"), scenes.SceneTrack("fame", 2, 6, None, (3, 3)))
    assert shown == ["Y gold  ××● ···  3/6  1 left", "fame    ●●· ···  2/6"]


def test_a_track_keeps_its_numbers_where_its_spaces_have_no_room() -> None:
    track = scenes.SceneTrack("gold", 2, 6, None, (3, 3), after=text("for 2"))
    assert lines(track, width=25) == ["gold  ●●· ···  2/6  for 2"]
    assert lines(track, width=24) == ["gold  2/6  for 2"]


def test_blocks_stand_beside_each_other_where_all_of_them_has_room() -> None:
    blocks = [[Text("Ana"), Text("3")], [Text("Bo"), Text("4")], [Text("Cem")]]
    wide = 3 + len(GAP) + 2 + len(GAP) + 3
    assert [line.plain.rstrip() for line in blocks_beside(blocks, wide)] == ["Ana   Bo   Cem", "3     4"]
    assert [line.plain.rstrip() for line in blocks_beside(blocks, wide - 1)] == ["Ana   Bo", "3     4", "Cem"]


def test_the_names_of_places_show_no_options_as_they_do_not_say_where_they_lie() -> None:
    board = scenes.SceneBoard("squares", (scenes.ScenePlace(stand("a1", 1), (0, 0)),))
    hand = scenes.SceneCards("row", (scenes.SceneCard(stand("Inn", 2), "Inn", "card"),))
    for shown, last in ((board, SHORT), (scenes.SceneGroup((board,)), SHORT), (hand, CHOICES)):
        (group,) = group_panels([panel("p", shown)], PEN, 60, 0)
        assert [bool(group.drawn(level)) for level in (SHORT, CHOICES)] == [True, last == CHOICES]


def test_what_is_not_known_of_a_track_is_asked() -> None:
    assert lines(scenes.SceneTrack("gold", None, 6)) == ["gold  ?/6"]


def test_cards_in_a_row_and_their_backs() -> None:
    cards = scenes.SceneCards("row", (card("Mill", facts=(text("2"),)), back(), back()), 4)
    assert lines(cards) == ["Mill 2   ▒▒   ·"]


def test_what_was_told_of_a_back_stands_at_it() -> None:
    told = scenes.SceneCard(scenes.SceneTarget("card", "", "card@0/1"), "", "back", facts=(text("green"),), back=True)
    assert lines(scenes.SceneCards("row", (back(), told))) == ["▒   ▒ green"]
    assert draw(screen(panel("hand", scenes.SceneCards("row", (back(), told)))), 60, plain=True).plain.endswith(
        "1 hidden (green), 1 hidden"
    )


def test_texts_of_cards_stand_beside_their_names_while_there_is_room() -> None:
    cards = scenes.SceneCards("row", (card("Mill", text="Gain a coin."), card("Inn")))
    assert lines(cards) == ["Mill  Gain a coin.", "Inn"]
    assert lines(cards, pen=PEN.with_(texts=False)) == ["Mill   Inn"]


def test_labels_that_all_cards_share_are_heads() -> None:
    fact = (scenes.TextSpan("cost ", style="dim"), scenes.TextSpan("3"))
    cards = scenes.SceneCards("list", (card("Mill", facts=(fact,)), card("Inn", facts=(fact,))))
    assert lines(cards) == ["      cost", "Mill     3", "Inn      3"]


def test_of_a_pile_one_sees_how_high_it_is_and_what_is_known() -> None:
    assert lines(scenes.SceneCards("pile", (back(), back()))) == ["2 ▒"]
    assert lines(scenes.SceneCards("pile", (card("Inn"), card("Mill")))) == ["2  on top: Mill"]
    assert lines(scenes.SceneCards("pile", (back(), card("Inn"), back()))) == ["3 ▒  from the top: ?, Inn"]
    told = card("Mill", facts=(text("cost 3"),))
    assert lines(scenes.SceneCards("pile", (card("Inn"), told))) == ["2  on top: Mill"]
    assert lines(scenes.SceneCards("pile", (back(), told))) == ["2 ▒  from the top: Mill"]


def test_dice_are_drawn_where_there_is_room() -> None:
    die = scenes.SceneCard(stand("die", 3), "die", "die", "black", 2)
    assert lines(scenes.SceneCards("row", (die,)))[:2] == ["╔══ 3 ══╗", "║ ●     ║"]
    assert lines(scenes.SceneCards("row", (die,)), pen=PEN.with_(airy=False)) == ["[3] K 2"]


def test_a_title_stands_before_what_takes_one_line() -> None:
    group = scenes.SceneGroup((scenes.SceneLine((text("3"),)),), title="coins")
    assert lines(group) == ["coins: 3"]
    assert lines(scenes.SceneGroup((scenes.SceneLine((text("a" * 50), text("b" * 50))),), title="coins"))[0] == "coins"


def test_what_is_beside_stands_below_where_it_does_not_fit() -> None:
    group = scenes.SceneGroup((scenes.SceneLine((text("a" * 20),)), scenes.SceneLine((text("b" * 20),))), beside=True)
    assert lines(group) == ["a" * 20 + "   " + "b" * 20]
    assert lines(group, width=30) == ["a" * 20, "b" * 20]


def squares(*what: str, options: tuple[int, ...] = ()) -> scenes.SceneBoard:
    names = ("a1", "b1", "a2", "b2")
    places = tuple(
        scenes.ScenePlace(
            stand(name, *([option] if option else []), family="cell"),
            (place % 2, 1 - place // 2),
            "",
            text(said) if said else (),
        )
        for place, (name, said, option) in enumerate(zip(names, what, options or (0, 0, 0, 0), strict=True))
    )
    return scenes.SceneBoard("squares", places)


def test_squares_with_lines_between_them_or_without() -> None:
    board = squares("x", "", "", "o")
    assert lines(board)[:3] == ["  ┌───┬───┐", "2 │ · │ o │", "  ├───┼───┤"]
    assert lines(board, pen=PEN.with_(airy=False)) == ["2  ·  o", "1  x  ·", "   a  b"]


def test_what_can_be_chosen_on_a_board_is_in_brackets_or_marked() -> None:
    board = squares("x", "", "", "o", options=(0, 2, 9, 3))
    assert lines(board, pen=PEN.with_(airy=False)) == ["2  + [o]", "1  x [2]", "   a  b"]


def test_long_spaces_lie_in_columns_below_their_labels_as_long_as_there_is_room() -> None:
    board = replace(squares("3", "", "", "2", options=(0, 0, 0, 3)), shape="stacks")
    board = replace(board, places=tuple(replace(each, at=(each.at[0], 1 - each.at[1])) for each in board.places))
    assert [line.rstrip() for line in lines(board)] == [" a1  b1", " 3   ·", " a2  b2", " ·  [2]"]
    assert [line.rstrip() for line in lines(board, width=7)] == ["a1 b1", " 3  ·", "a2 b2", " · [2]"]
    assert lines(board, width=5)[:3] == ["a1 3", "b1 ·", "a2 ·"]


def triangle() -> scenes.SceneBoard:
    points = ((0.0, 0.0), (4.0, 0.0), (2.0, 3.0))
    crossings = tuple(scenes.ScenePlace(stand(f"p{at}"), point) for at, point in enumerate(points))
    ends = ((0, 1), (1, 2), (2, 0))
    edges = tuple(
        scenes.SceneEdge(
            stand(f"e{at}", *([2] if at == 1 else [])),
            (points[a], points[b]),
            (scenes.TextSpan("", sign="wall"),) if not at else (),
        )
        for at, (a, b) in enumerate(ends)
    )
    return scenes.SceneBoard(
        "plan", (scenes.ScenePlace(stand("s"), (2.0, 1.0), "", text("9")),), edges, crossings, (points,)
    )


def test_a_planar_board_shows_walls_and_where_they_can_be() -> None:
    drawn = "\n".join(lines(triangle()))
    assert "═" in drawn
    assert "p0" in drawn
    assert "2" in drawn  # the key of the line that can be chosen
    assert "9" in drawn


def test_a_planar_board_is_labelled_as_its_look_says() -> None:
    board = triangle()
    told = {
        label: "\n".join(lines(replace(board, places=(replace(board.places[0], label=label),))))
        for label in (None, "", "Q")
    }
    assert [("s" in text, "Q" in text) for text in told.values()] == [(True, False), (False, False), (False, True)]


def test_read_aloud_a_planar_board_is_what_stands_on_it() -> None:
    shown = draw(screen(panel("plan", triangle())), 60, plain=True).plain
    assert shown.splitlines() == ["G", "Ana (you) to decide", "Plan", "s 9", "e0 wall"]


# -- panels -------------------------------------------------------------------------------------------------------------

TALL = scenes.SceneTable(
    (scenes.ColumnHead("n"),), tuple(scenes.SceneRow(stand(f"r{at}"), text(f"r{at}"), (text("1"),)) for at in range(7))
)


def drawn(*panels: scenes.ScenePanel, height: int, width: int = 60, sizes: PanelSizes | None = None) -> list[str]:
    return draw(screen(*panels), width, height, sizes=sizes).plain.split("\n")


def test_panels_stand_in_one_frame_with_titles_and_notes() -> None:
    shown = drawn(
        panel("one", scenes.Paragraph("first"), note="all of it"), panel("two", scenes.Paragraph("second")), height=9
    )
    assert [line[:8] for line in shown] == ["╭─ One ─", "│ first ", "├─ Two ─", "│ second", "╰───────"]
    assert shown[2].endswith("─ all of it ─┤")


def test_what_the_question_is_about_has_the_room_that_there_is() -> None:
    first, second = panel("one", TALL, about=True), panel("two", TALL)
    shown = drawn(first, second, height=13)
    assert sum(line.startswith("│ r6 ") for line in shown) == 1  # the other has a line
    assert shown[-1].endswith("─ more: board two ─╯")


def test_panels_of_others_are_named_by_their_players() -> None:
    shown = drawn(panel("own", TALL, seat=0), panel("others", TALL, seat=1), height=12)
    assert "board Bo" in shown[-1]


def test_texts_go_before_anything_else_does() -> None:
    cards = scenes.SceneCards(
        "row", tuple(card(name, text="Gain three coins and a card.") for name in ("Mill", "Inn", "Port"))
    )
    assert any(
        "Gain" in line for line in drawn(panel("hand", cards), panel("two", scenes.Paragraph("second")), height=8)
    )
    less = drawn(panel("hand", cards), panel("two", scenes.Paragraph("second")), height=6)
    assert not any("Gain" in line for line in less)
    assert any("second" in line for line in less)
    assert less[-1].endswith("─ more: board hand ─╯")


def test_the_short_form_comes_before_one_line() -> None:
    long = panel("others", TALL, short=(scenes.Paragraph("all in short"), scenes.Paragraph("and more")))
    shown = drawn(long, height=5)
    assert any("all in short" in line for line in shown)


def test_what_has_been_large_keeps_its_room() -> None:
    sizes = PanelSizes()
    full = scenes.SceneTable((scenes.ColumnHead("n"),), TALL.rows[:4])
    other = panel("two", scenes.Paragraph("x " * 80))
    before = drawn(panel("one", TALL), other, height=13, sizes=sizes)
    after = drawn(panel("one", full), other, height=13, sizes=sizes)
    assert sum("x x" in line for line in before) == sum("x x" in line for line in after)


SEATS = scenes.SceneTable(
    (
        scenes.ColumnHead("points"),
        scenes.ColumnHead("card"),
        scenes.ColumnHead("empty"),
        scenes.ColumnHead("hand", rank=3),
    ),
    tuple(
        scenes.SceneRow(stand(name, family="seat"), text(name), (text(points), text(played), (), text("9")))
        for name, points, played in (("Ana", "12", "oak 3"), ("Bo", "7", ""))
    ),
)


def test_in_a_line_the_players_are_told_side_by_side() -> None:
    above = panel("plan", TALL, about=True)
    assert (
        drawn(above, panel("seats", SEATS), height=12)[-2].strip(" │")
        == "├─ Seats ── Ana, Bo: points 12 7 · card oak 3, ·"
    )


def test_a_panel_that_cannot_have_what_its_options_need_has_a_line() -> None:
    cells = tuple(scenes.ScenePlace(stand(f"a{at}", at, family="cell"), (0, at), "") for at in range(1, 10))
    plan = panel("plan", scenes.SceneBoard("squares", cells))
    shown = drawn(panel("hand", scenes.Paragraph("three sheep"), about=True), plan, panel("seats", SEATS), height=8)
    assert [line for line in shown if line.startswith("├─ Plan ")]
    assert [line for line in shown if line.startswith("├─ Seats ")]


def test_in_a_line_a_column_is_told_in_the_order_of_its_rows() -> None:
    rows = tuple(
        scenes.SceneRow(stand(name), text(name), (text(flame),)) for name, flame in (("amber", "2"), ("blue", "0"))
    )
    streets = panel("streets", scenes.Paragraph("six matches"), scenes.SceneTable((scenes.ColumnHead("flame"),), rows))
    above = panel("plan", TALL, about=True)
    assert drawn(above, streets, height=12)[-2].strip(" │") == "├─ Streets ── six matches · amber, blue: flame 2 0"


def test_how_the_players_stand_is_told_at_the_edge_where_there_is_no_line_for_it() -> None:
    edge = drawn(panel("plan", TALL, about=True), panel("seats", SEATS), height=10)[-1]
    assert edge.startswith("╰─ Ana, Bo: points 12 7 ─")
    assert edge.endswith("─ more: board seats ─╯")
    narrow = drawn(panel("plan", TALL, about=True), panel("seats", SEATS), height=10, width=40)[-1]
    assert "Ana" not in narrow  # what can be typed comes first
    assert len(narrow) == 40


def test_panels_of_a_kind_stand_beside_each_other() -> None:
    several = [panel("seat", scenes.Paragraph(name), seat=at) for at, name in enumerate(("here", "there"))]
    shown = drawn(*several, height=6, width=100)
    assert any("here" in line and "there" in line for line in shown)
    assert "┬" in shown[0]


def test_a_title_leaves_no_room_for_what_stands_at_the_edge() -> None:
    panel = scenes.ScenePanel("p", "a long title of a panel", 1, None, True, (scenes.Paragraph("text"),))
    shown = scenes.Scene("g", "G", "en", 0, 0, ("Maximiliana",), (panel,))
    for width in range(20, 60):
        assert {line.cell_len for line in draw(shown, width).split("\n")} == {width}


def test_pieces_that_look_the_same_are_counted_where_they_lie_side_by_side() -> None:
    one, two, own = card("ash"), card("elm"), scenes.SceneCard(stand("ash", 2), "ash", "card")
    assert lines(scenes.SceneCards("row", (one, one, two, one, own))) == ["ash ×2   elm   ash   [2] ash"]
    assert lines(scenes.SceneCards("market", (one, card("ash", place=1))), pen=PEN.with_(airy=False)) == [
        "1 ash   2 ash"
    ]  # each place is one of its own


def grid(*marks: str) -> scenes.SceneBoard:
    """A row of places."""
    return scenes.SceneBoard(
        "squares",
        tuple(
            scenes.ScenePlace(stand(f"{'abc'[x]}1"), (x, 0), what=text(mark) if mark else ())
            for x, mark in enumerate(marks)
        ),
    )


def test_a_board_has_no_title_where_there_is_hardly_room() -> None:
    titled = scenes.SceneGroup((grid("", "X", ""),), title="stones")
    assert lines(titled)[0] == "stones"
    assert lines(titled, pen=PEN.with_(tight=True, airy=False, rank=1))[0].startswith("1 ")


def test_in_a_line_a_table_is_without_its_lesser_columns() -> None:
    heads = (scenes.ColumnHead("points"), scenes.ColumnHead("hand", rank=3))
    rows = tuple(
        scenes.SceneRow(stand(name), text(name), (text("3"), text("many")), own=name == "Ana") for name in ("Ana", "Bo")
    )
    shown = screen(panel("big", scenes.SceneTable(heads, rows * 4)), panel("table", scenes.SceneTable(heads, rows)))
    assert "Ana: points 3 · Bo: points 3 " in draw(shown, 40, 5).plain


def test_in_a_line_a_board_is_what_lies_on_it() -> None:
    shown = screen(
        panel("big", *[scenes.Paragraph(str(line)) for line in range(9)]),
        panel("board", scenes.SceneGroup((grid("", "X", ""),), title="wall")),
    )
    drawn = draw(shown, 40, 5).plain
    assert "wall: b1 X" in drawn
    assert "a1" not in drawn


def dice(*faces: tuple[int, str]) -> scenes.SceneCards:
    named = [(f"die {at}", pips, colour) for at, (pips, colour) in enumerate(faces)]
    return scenes.SceneCards(
        "row", tuple(scenes.SceneCard(stand(name), name, "die", colour, pips) for name, pips, colour in named)
    )


def test_dice_go_by_colour_and_pips_wherever_there_is_little_room() -> None:
    """A panel in one line shows what stands in its groups as it would alone; names like `die 4` are internal numbers."""
    wheel = scenes.SceneGroup(
        (dice((2, "black"), (5, "yellow")), scenes.SceneGroup((scenes.SceneLine((text("neutral"),)),))), beside=True
    )
    first, second = panel("sheet", *[scenes.SceneLine((text("x"),))] * 2, about=True), panel("wheel", wheel)
    assert "│ K 2   Y 5   neutral" in "\n".join(drawn(first, second, height=6))
    assert "black 2, yellow 5" in draw(screen(second), 60, plain=True).plain
    assert "die" not in "\n".join(drawn(first, second, height=6)) + draw(screen(second), 60, plain=True).plain


def test_a_short_form_that_says_nothing_gives_way_to_the_whole() -> None:
    """The district of a player is empty, and so is its short form; a card is in the hand all the same."""
    hand = scenes.Paragraph("a card in the hand")
    whole = panel("two", hand, scenes.Paragraph(" ".join(["much more text"] * 20)))
    shown = [drawn(panel("one", TALL), replace(whole, short=(scenes.SceneLine(()),)), height=high) for high in (9, 12)]
    assert all(any("a card in the hand" in line for line in lines) for lines in shown)
