"""Each kind of node, drawn and told."""

from __future__ import annotations

from dataclasses import replace

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal.draw import draw
from ruleset_core.terminal.nodes import stacked
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.sizes import Sizes

PEN = Pen("en", {1: "1", 2: "2", 3: "3"}, ("Ana", "Bo"))
NONE = n.Stand("thing", "x", "thing:x")


def lines(*nodes: n.Node, pen: Pen = PEN, width: int = 60) -> list[str]:
    return [line.plain for line in stacked(nodes, pen, width)]


def text(said: str, **more: object) -> n.Spans:
    return (n.Span(said, **more),)  # type: ignore[arg-type]


def stand(name: str, *options: int, family: str = "thing") -> n.Stand:
    return n.Stand(family, name, f"{family}:{name}", options, name=name)


def card(name: str, **more: object) -> n.Card:
    return n.Card(stand(name), name, "card", **more)  # type: ignore[arg-type]


def back() -> n.Card:
    return n.Card(n.Stand("card", "", "card@0/0"), "", "back", back=True)


def panel(name: str, *show: n.Node, **more: object) -> n.Panel:
    given = {"rank": 1, "seat": None, "about": False, "short": None, "note": "", **more}
    return n.Panel(id=name, title=name.title(), show=show, **given)  # type: ignore[arg-type]


def screen(*panels: n.Panel, viewer: int = 0) -> n.Scene:
    return n.Scene("g", "G", "en", viewer, 0, ("Ana", "Bo"), panels)


def test_signs_have_a_letter_for_their_colour_and_dots_for_what_could_be() -> None:
    spans = (n.Span("", "red", sign="cube", times=2, of=4), n.Span("", "blue", sign="cube"))
    assert lines(n.Line((spans,))) == ["R■■·· B■"]


def test_many_signs_are_a_number() -> None:
    assert lines(n.Line(((n.Span("", sign="coin", times=12),),))) == ["¤×12"]


def test_things_that_stand_apart_in_a_row_have_their_keys_each() -> None:
    first, second = (n.Span(name, stand=stand(name, option)) for option, name in ((1, "coin"), (2, "wheat")))
    closed = n.Span("wheat", stand=second.stand, close=True)
    assert lines(n.Line(((first, n.Span("   ", "", "dim", close=True), closed),))) == ["[1] coin   [2] wheat"]
    assert lines(n.Line(((first, n.Span(" ", close=True), closed),))) == [
        "[1] coin wheat"
    ]  # columns of signs stay such


def test_parts_of_a_line_go_on_below() -> None:
    assert lines(n.Line(tuple(text(word * 9) for word in "abc")), width=24) == [f"{'a' * 9}   {'b' * 9}", "c" * 9]


def test_columns_of_a_higher_rank_go_first() -> None:
    heads = (n.Head("points"), n.Head("remarks", rank=3), n.Head("cards"))
    row = n.Row(NONE, text("Ana"), (text("3"), text("very long indeed"), text("5")))
    assert "very long" in lines(n.Table(heads, (row,)))[1]
    assert lines(n.Table(heads, (row,)), width=20) == ["     points  cards", "Ana       3      5"]


def test_a_wide_column_is_broken_beside_the_row_or_below_it() -> None:
    table = n.Table((n.Head("", wide=True),), (n.Row(NONE, text("Mill"), (text("one two three four five six"),)),))
    assert lines(table, width=32) == ["Mill  one two three four five", "      six"]
    assert lines(table, width=20) == ["Mill", "    one two three", "    four five six"]


def test_rows_that_say_nothing_are_counted_where_room_is_scarce() -> None:
    rows = tuple(n.Row(stand(name), text(name), (text("0" if name != "c" else "4"),)) for name in "abcdef")
    table = n.Table((n.Head("n"),), rows)
    assert len(lines(table)) == 7
    assert lines(table, pen=PEN.with_(tight=True)) == ["   n", "c  4", "and 5 with nothing"]


def test_a_row_that_stands_for_an_option_stays() -> None:
    rows = tuple(n.Row(stand(name, *([2] if name == "e" else [])), text(name), (text("0"),)) for name in "abcdef")
    assert "[2] e" in "\n".join(lines(n.Table((n.Head("n"),), rows), pen=PEN.with_(tight=True)))


def test_tracks_stand_in_columns() -> None:
    shown = lines(n.Track("gold", 3, 6, 1, (3, 3), "yellow"), n.Track("fame", 2, 6, None, (3, 3)))
    assert shown == ["Y gold  ××● ···  3/6  1 left", "fame    ●●· ···  2/6"]


def test_what_is_not_known_of_a_track_is_asked() -> None:
    assert lines(n.Track("gold", None, 6)) == ["gold  ?/6"]


def test_cards_in_a_row_and_their_backs() -> None:
    cards = n.Cards("row", (card("Mill", facts=(text("2"),)), back(), back()), 4)
    assert lines(cards) == ["Mill 2   ▒▒   ·"]


def test_what_was_told_of_a_back_stands_at_it() -> None:
    told = n.Card(n.Stand("card", "", "card@0/1"), "", "back", facts=(text("green"),), back=True)
    assert lines(n.Cards("row", (back(), told))) == ["▒   ▒ green"]
    assert draw(screen(panel("hand", n.Cards("row", (back(), told)))), 60, plain=True).plain.endswith(
        "1 hidden (green), 1 hidden"
    )


def test_texts_of_cards_stand_beside_their_names_while_there_is_room() -> None:
    cards = n.Cards("row", (card("Mill", text="Gain a coin."), card("Inn")))
    assert lines(cards) == ["Mill  Gain a coin.", "Inn"]
    assert lines(cards, pen=PEN.with_(texts=False)) == ["Mill   Inn"]


def test_labels_that_all_cards_share_are_heads() -> None:
    fact = (n.Span("cost ", style="dim"), n.Span("3"))
    cards = n.Cards("list", (card("Mill", facts=(fact,)), card("Inn", facts=(fact,))))
    assert lines(cards) == ["      cost", "Mill     3", "Inn      3"]


def test_of_a_pile_one_sees_how_high_it_is_and_what_is_known() -> None:
    assert lines(n.Cards("pile", (back(), back()))) == ["2 ▒"]
    assert lines(n.Cards("pile", (card("Inn"), card("Mill")))) == ["2  on top: Mill"]
    assert lines(n.Cards("pile", (back(), card("Inn"), back()))) == ["3 ▒  from the top: ?, Inn"]


def test_dice_are_drawn_where_there_is_room() -> None:
    die = n.Card(stand("die", 3), "die", "die", "black", 2)
    assert lines(n.Cards("row", (die,)))[:2] == ["╔══ 3 ══╗", "║ ●     ║"]
    assert lines(n.Cards("row", (die,)), pen=PEN.with_(airy=False)) == ["[3] K 2"]


def test_a_title_stands_before_what_takes_one_line() -> None:
    group = n.Group((n.Line((text("3"),)),), title="coins")
    assert lines(group) == ["coins 3"]
    assert lines(n.Group((n.Line((text("a" * 50), text("b" * 50))),), title="coins"))[0] == "coins"


def test_what_is_beside_stands_below_where_it_does_not_fit() -> None:
    group = n.Group((n.Line((text("a" * 20),)), n.Line((text("b" * 20),))), beside=True)
    assert lines(group) == ["a" * 20 + "   " + "b" * 20]
    assert lines(group, width=30) == ["a" * 20, "b" * 20]


def squares(*what: str, options: tuple[int, ...] = ()) -> n.Board:
    names = ("a1", "b1", "a2", "b2")
    places = tuple(
        n.Place(
            stand(name, *([option] if option else []), family="cell"),
            (place % 2, 1 - place // 2),
            "",
            text(said) if said else (),
        )
        for place, (name, said, option) in enumerate(zip(names, what, options or (0, 0, 0, 0), strict=True))
    )
    return n.Board("squares", places)


def test_squares_with_lines_between_them_or_without() -> None:
    board = squares("x", "", "", "o")
    assert lines(board)[:3] == ["  ┌───┬───┐", "2 │ · │ o │", "  ├───┼───┤"]
    assert lines(board, pen=PEN.with_(airy=False)) == ["2  ·  o", "1  x  ·", "   a  b"]


def test_what_can_be_chosen_on_a_board_is_in_brackets_or_marked() -> None:
    board = squares("x", "", "", "o", options=(0, 2, 9, 3))
    assert lines(board, pen=PEN.with_(airy=False)) == ["2  + [o]", "1  x [2]", "   a  b"]


def triangle() -> n.Board:
    points = ((0.0, 0.0), (4.0, 0.0), (2.0, 3.0))
    crossings = tuple(n.Place(stand(f"p{at}"), point) for at, point in enumerate(points))
    ends = ((0, 1), (1, 2), (2, 0))
    edges = tuple(
        n.Edge(
            stand(f"e{at}", *([2] if at == 1 else [])),
            (points[a], points[b]),
            (n.Span("", sign="wall"),) if not at else (),
        )
        for at, (a, b) in enumerate(ends)
    )
    return n.Board("plan", (n.Place(stand("s"), (2.0, 1.0), "", text("9")),), edges, crossings, (points,))


def test_a_planar_board_shows_walls_and_where_they_can_be() -> None:
    drawn = "\n".join(lines(triangle()))
    assert "═" in drawn
    assert "p0" in drawn
    assert "2" in drawn  # the key of the line that can be chosen
    assert "9" in drawn


def test_read_aloud_a_planar_board_is_what_stands_on_it() -> None:
    shown = draw(screen(panel("plan", triangle())), 60, plain=True).plain
    assert shown.splitlines() == ["G", "Ana (you) to decide", "Plan", "s 9", "e0 wall"]


# -- panels -------------------------------------------------------------------------------------------------------------

TALL = n.Table((n.Head("n"),), tuple(n.Row(stand(f"r{at}"), text(f"r{at}"), (text("1"),)) for at in range(7)))


def drawn(*panels: n.Panel, height: int, width: int = 60, sizes: Sizes | None = None) -> list[str]:
    return draw(screen(*panels), width, height, sizes=sizes).plain.split("\n")


def test_panels_stand_in_one_frame_with_titles_and_notes() -> None:
    shown = drawn(panel("one", n.Prose("first"), note="all of it"), panel("two", n.Prose("second")), height=9)
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
    cards = n.Cards("row", tuple(card(name, text="Gain three coins and a card.") for name in ("Mill", "Inn", "Port")))
    assert any("Gain" in line for line in drawn(panel("hand", cards), panel("two", n.Prose("second")), height=8))
    less = drawn(panel("hand", cards), panel("two", n.Prose("second")), height=6)
    assert not any("Gain" in line for line in less)
    assert any("second" in line for line in less)
    assert less[-1].endswith("─ more: board hand ─╯")


def test_the_short_form_comes_before_one_line() -> None:
    long = panel("others", TALL, short=(n.Prose("all in short"), n.Prose("and more")))
    shown = drawn(long, height=5)
    assert any("all in short" in line for line in shown)


def test_what_has_been_large_keeps_its_room() -> None:
    sizes = Sizes()
    full = n.Table((n.Head("n"),), TALL.rows[:4])
    other = panel("two", n.Prose("x " * 80))
    before = drawn(panel("one", TALL), other, height=13, sizes=sizes)
    after = drawn(panel("one", full), other, height=13, sizes=sizes)
    assert sum("x x" in line for line in before) == sum("x x" in line for line in after)


SEATS = n.Table(
    (n.Head("points"), n.Head("card"), n.Head("empty"), n.Head("hand", rank=3)),
    tuple(
        n.Row(stand(name, family="seat"), text(name), (text(points), text(played), (), text("9")))
        for name, points, played in (("Ana", "12", "oak 3"), ("Bo", "7", ""))
    ),
)


def test_in_a_line_the_players_are_told_side_by_side() -> None:
    above = panel("plan", TALL, about=True)
    assert drawn(above, panel("seats", SEATS), height=12)[-2].strip(" │") == "Ana, Bo: points 12 7 · card oak 3, ·"


def test_a_panel_that_cannot_have_what_its_options_need_has_a_line() -> None:
    cells = tuple(n.Place(stand(f"a{at}", at, family="cell"), (0, at), "") for at in range(1, 10))
    plan = panel("plan", n.Board("squares", cells))
    shown = drawn(panel("hand", n.Prose("three sheep"), about=True), plan, panel("seats", SEATS), height=8)
    assert [line for line in shown if line.startswith("├─ Plan ")]
    assert [line for line in shown if line.startswith("├─ Seats ")]


def test_in_a_line_a_column_is_told_in_the_order_of_its_rows() -> None:
    rows = tuple(n.Row(stand(name), text(name), (text(flame),)) for name, flame in (("amber", "2"), ("blue", "0")))
    streets = panel("streets", n.Prose("six matches"), n.Table((n.Head("flame"),), rows))
    above = panel("plan", TALL, about=True)
    assert drawn(above, streets, height=12)[-2].strip(" │") == "six matches · amber, blue: flame 2 0"


def test_how_the_players_stand_is_told_at_the_edge_where_there_is_no_line_for_it() -> None:
    edge = drawn(panel("plan", TALL, about=True), panel("seats", SEATS), height=10)[-1]
    assert edge.startswith("╰─ Ana, Bo: points 12 7 ─")
    assert edge.endswith("─ more: board seats ─╯")
    narrow = drawn(panel("plan", TALL, about=True), panel("seats", SEATS), height=10, width=40)[-1]
    assert "Ana" not in narrow  # what can be typed comes first
    assert len(narrow) == 40


def test_panels_of_a_kind_stand_beside_each_other() -> None:
    several = [panel("seat", n.Prose(name), seat=at) for at, name in enumerate(("here", "there"))]
    shown = drawn(*several, height=6, width=100)
    assert any("here" in line and "there" in line for line in shown)
    assert "┬" in shown[0]


def test_a_title_leaves_no_room_for_what_stands_at_the_edge() -> None:
    panel = n.Panel("p", "a long title of a panel", 1, None, True, (n.Prose("text"),))
    shown = n.Scene("g", "G", "en", 0, 0, ("Maximiliana",), (panel,))
    for width in range(20, 60):
        assert {line.cell_len for line in draw(shown, width).split("\n")} == {width}


def test_pieces_that_look_the_same_are_counted_where_they_lie_side_by_side() -> None:
    one, two, own = card("ash"), card("elm"), n.Card(stand("ash", 2), "ash", "card")
    assert lines(n.Cards("row", (one, one, two, one, own))) == ["ash ×2   elm   ash   [2] ash"]
    assert lines(n.Cards("market", (one, card("ash", place=1))), pen=PEN.with_(airy=False)) == [
        "1 ash   2 ash"
    ]  # each place is one of its own


def grid(*marks: str) -> n.Board:
    """A row of places."""
    return n.Board(
        "squares",
        tuple(n.Place(stand(f"{'abc'[x]}1"), (x, 0), what=text(mark) if mark else ()) for x, mark in enumerate(marks)),
    )


def test_a_board_has_no_title_where_there_is_hardly_room() -> None:
    titled = n.Group((grid("", "X", ""),), title="stones")
    assert lines(titled)[0] == "stones"
    assert lines(titled, pen=PEN.with_(tight=True, airy=False, rank=1))[0].startswith("1 ")


def test_in_a_line_a_table_is_without_its_lesser_columns() -> None:
    heads = (n.Head("points"), n.Head("hand", rank=3))
    rows = tuple(n.Row(stand(name), text(name), (text("3"), text("many")), own=name == "Ana") for name in ("Ana", "Bo"))
    shown = screen(panel("big", n.Table(heads, rows * 4)), panel("table", n.Table(heads, rows)))
    assert "Ana: points 3 · Bo: points 3 " in draw(shown, 40, 5).plain


def test_in_a_line_a_board_is_what_lies_on_it() -> None:
    shown = screen(
        panel("big", *[n.Prose(str(line)) for line in range(9)]),
        panel("board", n.Group((grid("", "X", ""),), title="wall")),
    )
    drawn = draw(shown, 40, 5).plain
    assert "wall: b1 X" in drawn
    assert "a1" not in drawn


def dice(*faces: tuple[int, str]) -> n.Cards:
    named = [(f"die {at}", pips, colour) for at, (pips, colour) in enumerate(faces)]
    return n.Cards("row", tuple(n.Card(stand(name), name, "die", colour, pips) for name, pips, colour in named))


def test_dice_go_by_colour_and_pips_wherever_there_is_little_room() -> None:
    """A panel in one line shows what stands in its groups as it would alone; names like `die 4` are internal numbers."""
    wheel = n.Group((dice((2, "black"), (5, "yellow")), n.Group((n.Line((text("neutral"),)),))), beside=True)
    first, second = panel("sheet", *[n.Line((text("x"),))] * 2, about=True), panel("wheel", wheel)
    assert "│ K 2   Y 5   neutral" in "\n".join(drawn(first, second, height=6))
    assert "black 2, yellow 5" in draw(screen(second), 60, plain=True).plain
    assert "die" not in "\n".join(drawn(first, second, height=6)) + draw(screen(second), 60, plain=True).plain


def test_a_short_form_that_says_nothing_gives_way_to_the_whole() -> None:
    """The district of a player is empty, and so is its short form; a card is in the hand all the same."""
    hand = n.Prose("a card in the hand")
    whole = panel("two", hand, n.Prose(" ".join(["much more text"] * 20)))
    shown = [drawn(panel("one", TALL), replace(whole, short=(n.Line(()),)), height=high) for high in (9, 12)]
    assert all(any("a card in the hand" in line for line in lines) for lines in shown)
