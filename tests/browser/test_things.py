"""Things as a page draws them: nodes of scenes that no game here has are drawn by the page of a table, with its own words and signs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.table import sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]

DRAW = """async (nodes) => {
  const { page } = await import('/static/page.js');
  const place = document.getElementById('ground');
  place.replaceChildren(...nodes.map((node) => page.drawer.node(node)));
}"""
SEEN = "(place) => [...document.querySelectorAll(`#ground ${place}`)].map((each) => each.textContent)"
LABELS = "(place) => [...document.querySelectorAll(`#ground ${place}`)].map((each) => each.getAttribute('aria-label'))"
USES = "(place) => [...document.querySelectorAll(`#ground ${place} use`)].map((each) => each.getAttribute('href'))"


def stand(name: str, family: str = "thing", **more: Any) -> dict[str, Any]:
    return {"family": family, "id": name, "identity": f"{family}:{name}", "name": name, **more}


def seat(place: int, form: str = "") -> dict[str, Any]:
    """A player as a value."""
    name, colour = (("Ana", "blue"), ("Bo", "red"))[place]
    target = {"family": "seat", "id": f"seat_{place}", "identity": f"seat:seat_{place}", "name": name}
    return {"text": name, "colour": colour, "stand": target, **({"form": form} if form else {})}


def card(name: str, **more: Any) -> dict[str, Any]:
    return {"stand": stand(name), "name": name, "sign": "card", **more}


ARCHER = card(
    "Archer", colour="red", cost=[[{"sign": "coin", "times": 4}]], worth=[[{"text": "5/3"}]],
    text="Roll the die. " * 12, under=[seat(0, "citizen"), {"sign": "cube", "colour": "red", "times": 5}],
)  # fmt: skip


@pytest.fixture
def drawn(browser: Browser, tables: Tables) -> Callable[..., Page]:
    """A page of a table that shows these nodes and nothing else."""

    def draw(*nodes: dict[str, Any], **more: Any) -> Page:
        person = sit(browser, tables("tic_tac_toe", "Ana", "Bo")["Ana"], **more)
        person.page.evaluate(DRAW, nodes)
        assert person.troubles == []
        return person.page

    return draw


def test_a_card_has_its_proportions_its_corners_and_what_lies_on_it(drawn: Callable[..., Page]) -> None:
    page = drawn({"kind": "cards", "lies": "row", "cards": [ARCHER]})
    wide, high = page.evaluate(
        "(() => { const each = document.querySelector('#ground .face'); return [each.offsetWidth, each.offsetHeight] })()"
    )
    assert (wide, high) == (112, pytest.approx(112 * 88 / 63, abs=1))
    assert page.evaluate(SEEN, ".cost") == ["4"]
    assert page.evaluate(LABELS, ".corner") == ["coin 4", "5/3"]
    assert page.evaluate(SEEN, ".worth") == ["5/3"]
    assert page.evaluate(USES, ".foot") == ["#sign-citizen", "#sign-cube"]
    assert page.evaluate(SEEN, ".foot .count") == ["×5"]
    text = "(() => { const each = document.querySelector('#ground .card-text'); return [each.clientHeight, each.scrollHeight] })()"
    shown, whole = page.evaluate(text)
    assert shown < whole


FAN = 9
"""Cards of a hand that overlap on a wide screen; fewer lie side by side."""


def test_cards_lie_as_the_scene_says(drawn: Callable[..., Page]) -> None:
    back = {"stand": stand("", "deck"), "name": "", "sign": "back", "back": True}
    page = drawn(
        {"kind": "cards", "lies": "market", "room": 3, "cards": [{**ARCHER, "place": 1}]},
        {"kind": "cards", "lies": "fan", "cards": [card(str(number), text="It is.") for number in range(FAN)]},
        {"kind": "cards", "lies": "pile", "cards": [back] * 30},
    )
    spots = page.evaluate(
        "[...document.querySelectorAll('#ground .spot')].map((each) => each.firstElementChild.className.split(' ')[0])"
    )
    assert spots == ["free", "face", "free"]
    lefts = page.evaluate(
        "[...document.querySelectorAll('#ground .lies-fan .face')].map((each) => each.getBoundingClientRect().left)"
    )
    rights = page.evaluate(
        "[...document.querySelectorAll('#ground .lies-fan .face')].map((each) => each.getBoundingClientRect().right)"
    )
    assert rights[0] > lefts[1]  # so many overlap
    assert page.evaluate(SEEN, ".deck .count") == ["×30"]
    assert page.evaluate("document.querySelector('#ground .deck').style.getPropertyValue('--high')") == "6"


def test_dice_in_a_row_have_pips_and_five_equal_signs_are_one_and_a_number(drawn: Callable[..., Page]) -> None:
    die = {"text": "5", "colour": "yellow", "stand": stand("die 3", "die")}
    named = {"text": "5", "colour": "yellow", "stand": stand("5", "card")}
    page = drawn(
        {"kind": "line", "parts": [[die, named]]},
        {"kind": "line", "parts": [[{"sign": "coin", "times": 4}, {"sign": "coin", "times": 5}]]},
        {"kind": "cards", "lies": "row", "cards": [card("die", sign="die", colour="red", pips=6, owner=1)]},
    )
    assert page.evaluate(
        "[...document.querySelectorAll('#ground .tile')].map((each) => each.querySelectorAll('circle').length)"
    ) == [5, 0]
    assert page.evaluate(LABELS, ".tile") == ["5 (yellow)", "5 (yellow)"]
    assert page.evaluate(
        "[...document.querySelectorAll('#ground .signs')].map((each) => each.querySelectorAll('use').length)"
    ) == [4, 1]
    assert page.evaluate(SEEN, ".signs .count") == ["×5"]
    die_wide = page.evaluate("document.querySelector('#ground .die').offsetWidth")
    assert die_wide == 44
    assert page.evaluate("document.querySelector('#ground .die').style.getPropertyValue('--owner')") == "var(--c-red)"


def test_spaces_lie_apart_and_a_ring_is_round(drawn: Callable[..., Page]) -> None:
    def places(label: str | None = None) -> list[dict[str, Any]]:
        more = {} if label is None else {"label": label}
        return [{"stand": stand(f"plaza {at}", "space"), "at": [at, 0], **more} for at in range(8)]

    lying = places()
    lying[2]["what"] = [seat(1, "citizen")]
    page = drawn(
        {"kind": "board", "shape": "spaces", "places": lying},
        {"kind": "board", "shape": "ring", "places": places("")},
    )
    assert page.evaluate(SEEN, ".spaces .quiet") == [f"plaza {at}" for at in range(8)]
    assert page.evaluate(SEEN, ".ring .quiet") == []
    assert page.evaluate(USES, ".spaces") == ["#sign-citizen"]
    assert page.evaluate(LABELS, ".spaces .place.full") == ["plaza 2: Bo"]
    holes = "(kind) => [...document.querySelectorAll(`#ground ${kind} .hole`)].map((each) => ['x', 'y', 'width'].map((name) => Number(each.getAttribute(name))))"
    row = page.evaluate(holes, ".spaces")
    assert {y for _, y, _ in row} == {row[0][1]}
    assert all(later[0] > one[0] + one[2] for one, later in pairwise(row))
    ring = [(x + wide / 2, y + wide / 2) for x, y, wide in page.evaluate(holes, ".ring")]
    middle = [sum(each[axis] for each in ring) / 8 for axis in (0, 1)]
    far = [((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 for x, y in ring]
    assert max(far) - min(far) < 0.1


def test_players_who_write_have_a_cross_and_a_ring(drawn: Callable[..., Page]) -> None:
    places = [{"stand": stand(name, "cell"), "at": [at, 0], "what": [seat(at, "cross")]} for at, name in enumerate(("a1", "b1"))]  # fmt: skip
    page = drawn({"kind": "board", "shape": "squares", "places": places})
    assert page.evaluate(USES, ".place") == ["#sign-cross", "#sign-ring"]
    assert page.evaluate(SEEN, ".quiet") == ["a", "b", "1"]  # at the rim, none on a square
    assert page.evaluate(LABELS, ".place") == ["a1: Ana", "b1: Bo"]


@pytest.mark.parametrize(("shape", "lines"), [("squares", (1, 1)), ("hexes", (4, 3))])
def test_edges_of_a_grid_have_the_colours_of_who_owns_them(
    drawn: Callable[..., Page], shape: str, lines: tuple[int, int]
) -> None:
    """Of two by two hexes that lean, the north is the two upper sides of each of the first row, the west three sides."""
    lean = 0.5 if shape == "hexes" else 0.0
    places = [{"stand": stand(f"{'ab'[x]}{2 - y}", "cell"), "at": [x + lean * (1 - y), y]} for y in (0, 1) for x in (0, 1)]  # fmt: skip
    page = drawn({"kind": "board", "shape": shape, "places": places, "rim": [["north", "red"], ["west", "blue"]]})
    found = "(hue) => document.querySelectorAll(`#ground .rim.u-${hue}`).length"
    north, west = page.evaluate(found, "red"), page.evaluate(found, "blue")
    assert (north, west) == lines


def test_lines_cross_on_points_and_end_at_the_outermost_ones(drawn: Callable[..., Page]) -> None:
    places = [{"stand": stand(f"{'ab'[x]}{2 - y}", "cell"), "at": [x, y]} for y in (0, 1) for x in (0, 1)]
    page = drawn({"kind": "board", "shape": "squares", "points": True, "places": places})
    lines = "[...document.querySelectorAll('#ground .free-line')].map((each) => { const { x, y, width, height } = each.getBBox(); return [x, y, width, height]; })"
    found = page.evaluate(lines)
    assert [each[2:] for each in found] == [[32, 32]] * 4
    assert found[0][0] + 32 == found[1][0] == found[3][0]  # they meet between the points


def test_a_group_with_a_colour_is_a_mat(drawn: Callable[..., Page]) -> None:
    items = [{"kind": "prose", "text": "Nothing."}]
    page = drawn(
        {"kind": "group", "title": "Palace", "colour": "red", "items": items}, {"kind": "group", "items": items}
    )
    assert page.evaluate(SEEN, ".mat > h3") == ["Palace"]
    assert page.evaluate(
        "[...document.querySelectorAll('#ground .group')].map((each) => each.style.getPropertyValue('--hue'))"
    ) == ["var(--c-red)", ""]


def test_a_card_is_seen_from_near_by_a_click_and_by_resting_on_it(drawn: Callable[..., Page]) -> None:
    page = drawn({"kind": "cards", "lies": "row", "cards": [ARCHER]})
    near = "() => !document.querySelector('#enlarged').hidden"
    page.click("#ground .face")
    until(page, near)
    wide = page.evaluate("document.querySelector('#enlarged .face').offsetWidth")
    text = page.evaluate("(() => { const each = document.querySelector('#enlarged .card-text'); return each.scrollHeight - each.clientHeight })()")  # fmt: skip
    assert (wide, text) == (280, 0)  # all of the text
    assert page.evaluate("document.querySelectorAll('#enlarged [data-identity], #enlarged [role], #enlarged [tabindex]').length") == 0  # fmt: skip
    page.keyboard.press("Escape")
    assert not page.evaluate(near)
    page.mouse.move(2, 2)
    page.hover("#ground .face .art")
    until(page, near)
    page.mouse.move(2, 2)
    until(page, "() => document.querySelector('#enlarged').hidden")


def test_a_card_that_is_an_answer_is_not_seen_from_near_by_a_click(drawn: Callable[..., Page]) -> None:
    page = drawn({"kind": "cards", "lies": "row", "cards": [{**ARCHER, "stand": stand("Archer", options=[0])}]})
    page.evaluate("document.querySelector('#ground .face').classList.add('glows')")
    page.evaluate("document.querySelector('#ground .face').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    assert page.evaluate("document.querySelector('#enlarged').hidden")


def test_the_mark_of_a_player_is_round_has_no_letter_and_is_read_by_name(drawn: Callable[..., Page]) -> None:
    marks = [{**seat(place), "text": str(place + 1), "style": "seat"} for place in (0, 1)]
    page = drawn({"kind": "table", "rows": [{"stand": stand(f"row {at}"), "name": [mark]} for at, mark in enumerate(marks)]})  # fmt: skip
    found = page.evaluate(
        """() => [...document.querySelectorAll('#ground tbody th .token')].map((each) => {
          const { offsetWidth: width, offsetHeight: height } = each; // the table is zoomed
          return [each.textContent, each.ariaLabel, width >= height, parseFloat(getComputedStyle(each).borderRadius) >= height / 2];
        })"""
    )
    assert found == [["1", "Ana", True, True], ["2", "Bo", True, True]]


MORE = """() => [...document.querySelectorAll('#ground .scroll')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => {
  each.scrollLeft = each.scrollWidth;
  const [name, last] = [each.querySelector('tbody th'), each.querySelector('tbody tr td:last-child')].map((part) => part.getBoundingClientRect());
  const room = each.getBoundingClientRect();
  return [each.scrollLeft > 0, name.left >= room.left - 1, last.right <= room.right + 1, getComputedStyle(each).backgroundImage !== 'none'];
})"""
"""Of tables with too little room, scrolled to their end: whether they scroll, still show whose row it is, and all of the last column; and have the shade that says so."""


def test_on_a_phone_a_wide_table_scrolls_within_itself_beside_its_names(drawn: Callable[..., Page]) -> None:
    rows = [{"stand": stand(name), "name": [{"text": name}], "cells": [[{"text": "12+3"}]] * 9} for name in ("Ana", "Bo")]  # fmt: skip
    table = {"kind": "table", "heads": [{"title": f"column {at}"} for at in range(9)], "rows": rows}
    page = drawn(width=390, height=800, has_touch=True, is_mobile=True)
    page.evaluate(PANEL, {"id": "wide", "title": "Wide", "show": [table]})
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]") == [390, 390, 1]
    assert page.evaluate(MORE) == [[True, True, True, True]]


def test_figures_of_a_column_are_below_each_other(drawn: Callable[..., Page]) -> None:
    rows = [{"stand": stand(name), "name": [{"text": name}], "cells": [[{"text": text}], [{"text": "word"}]]} for name, text in (("Ana", "7"), ("Bo", "12"))]  # fmt: skip
    page = drawn({"kind": "table", "heads": [{"title": "points"}, {"title": "what"}], "rows": rows})
    aligned = (
        "(place) => [...document.querySelectorAll(`#ground ${place}`)].map((each) => getComputedStyle(each).textAlign)"
    )
    assert page.evaluate(aligned, "td:nth-child(2), thead th:nth-child(2)") == ["end"] * 3
    assert page.evaluate(aligned, "td:nth-child(3)") == ["start"] * 2


PANEL = """async (panel) => {
  const { page } = await import('/static/page.js');
  document.getElementById('ground').replaceChildren(page.drawer.panel(panel));
}"""


def test_the_legend_of_a_panel_shows_the_signs_that_the_panel_draws(drawn: Callable[..., Page]) -> None:
    """It is written with characters, `■ built`, which look unlike the drawings on a page."""
    page = drawn()
    line = {"kind": "line", "parts": [[{"sign": "cube", "text": "built"}, {"sign": "ring", "text": "link open"}]]}
    page.evaluate(PANEL, {"id": "sheet", "title": "Sheet", "show": [line], "note": "■ built   ○ link open"})
    assert page.evaluate(USES, ".note") == page.evaluate(USES, ".line") == ["#sign-cube", "#sign-ring"]
    assert page.inner_text("#ground .note").split() == ["built", "link", "open"]
