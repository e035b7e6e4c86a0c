"""What pages are told of things: by pointing at them, by their names, and of what there is to look up."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.play.lookup.index import find_entries
from ruleset_core.play.match import Match
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.render_cache import message_bytes
from ruleset_core.web.viewers import SeatViewer


def viewer_of(game: str, seat: int | None = 0, lang: str = "en", moves: tuple[str, ...] = ()) -> SeatViewer:
    table = Match(Session.start(load(game), [Seat("Ana", "human"), Seat("Bo", "human")], 3))
    for move in moves:
        table.answer(table.live.seat, table.game.parse(move))
    viewer = SeatViewer(table, seat, lang)
    viewer.news({})
    return viewer


def names_of(said: dict[str, Any]) -> list[str]:
    return [each["name"] for group in said["groups"] for each in group["names"]]


@pytest.mark.parametrize(
    ("game", "typed", "lang", "found"),
    [
        ("troyes", "mil", "en", "Miller"),
        ("troyes", "molin", "es", "Molinero"),
        ("troyes", "miller", "es", "Molinero"),
        ("troyes", "INGRESOS", "es", "ingresos y salarios"),
        ("troyes", "denier", "en", "denier"),
        ("troyes", "salary", "en", "income and salaries"),
        ("troyes_dice", "fortaleza", "es", "Fortaleza"),
        ("tournay", "queue", "en", "queue of events"),
    ],
)
def test_names_are_found_as_they_are_typed(game: str, typed: str, lang: str, found: str) -> None:
    assert found in names_of(viewer_of(game, lang=lang).search(typed))


@pytest.mark.parametrize(("lang", "name"), [("en", "Miller"), ("es", "Molinero")])
def test_an_internal_name_hides_no_card(lang: str, name: str) -> None:
    """Troyes has a question with the id `mill`; on a page, and in a terminal, one looks for the card."""
    viewer = viewer_of("troyes", lang=lang)
    typed = name[:4].lower()
    assert viewer.match.game.vocabulary_of("mill")
    assert name in names_of(viewer.search(typed))
    assert viewer.lookup(name)["entries"][0]["name"] == name
    assert find_entries(viewer.match.game, typed, lang).things[0].what == "card"


def test_names_that_are_suggested_lead_somewhere() -> None:
    viewer = viewer_of("tournay")
    for typed in ("dek", "plce", "activte"):
        for name in names_of(viewer.search(typed)):
            assert viewer.lookup(name)["entries"], name


def test_a_word_that_is_no_name_leads_to_the_cards_that_say_it() -> None:
    groups = viewer_of("troyes").search("expelling")["groups"]
    assert [group["title"] for group in groups] == ["speak"]
    assert names_of({"groups": groups})


def test_a_page_names_the_paragraphs_about_a_word() -> None:
    viewer = viewer_of("tournay")
    groups = {group["title"]: names_of({"groups": [group]}) for group in viewer.search("plaza")["groups"]}
    assert groups["rules"][0] == "Citizens and tokens"
    assert viewer.lookup("Citizens and tokens")["entries"][0]["rules"] == [["citizens", "Citizens and tokens"]]


def test_of_much_that_is_found_the_first_is_listed_and_the_rest_is_counted() -> None:
    group = viewer_of("tournay").search("c")["groups"][0]
    assert len(group["names"]) + group["more"] > len(group["names"]) > 10
    assert len({each["name"] for each in group["names"]}) == len(group["names"])


def test_a_card_that_is_not_on_the_table_says_what_it_does_and_costs() -> None:
    viewer = viewer_of("tournay")
    shown = message_bytes(viewer.whole).decode()
    game = viewer.match.game
    away = next(info for info in map(game.card, game.card_ids()) if info.text() and info.name() not in shown)
    entry = viewer.lookup(away.name())["entries"][0]
    assert list(entry["text"]) == away.text().splitlines()
    assert "price" in [title for title, _, _ in entry["rows"]]


def test_what_nobody_needs_who_plays_is_left_out() -> None:
    entry = viewer_of("troyes").lookup("Miller")["entries"][0]
    titles = {title for title, _, _ in entry["rows"]}
    assert "hiring cost" in titles
    assert not titles & {"provenance", "kind"}
    cost = next(row for row in entry["rows"] if row[0] == "hiring cost")
    assert cost[2] == "house value"
    assert entry["marks"]


def test_of_an_answer_it_is_said_what_comes_or_why_not() -> None:
    viewer = viewer_of("tic_tac_toe", 1, moves=("mark b2",))
    assert viewer.lookup("b2")["moves"] == ["Not now: that cell is already marked."]
    assert viewer.lookup("a1")["moves"][0].startswith("You can choose: a1")
    assert viewer_of("tic_tac_toe", 0, moves=("mark b2",)).lookup("b2")["moves"] == []


def test_what_is_no_thing_but_an_answer_is_found_too() -> None:
    assert viewer_of("pig").search("hold")["groups"] or viewer_of("pig").search("hold")["moves"]
    assert viewer_of("tic_tac_toe").search("nothing like it") == {"groups": [], "moves": []}


def test_a_word_of_the_screen_says_what_it_is_now_for_everybody() -> None:
    entry = viewer_of("troyes", None).lookup("denier")["entries"][0]
    assert [panel.get("seat") for panel in entry["now"]] == [0, 1]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_with_nothing_typed_there_is_all_that_can_be_looked_up(lang: str) -> None:
    viewer = viewer_of("troyes", lang=lang)
    said = viewer.search(" ")
    assert said["about"] == viewer.match.game.about(lang)
    for group in said["lists"]:
        for name in group["names"]:
            assert viewer.lookup(name)["entries"], name


def test_who_is_asked_is_told_first_what_and_why() -> None:
    asked = viewer_of("troyes", None).match.live.seat
    said = viewer_of("troyes", asked).search(" ")
    assert "is asked in the phase “placement”: Where do you place this citizen?" in said["about"]
    assert viewer_of("troyes", 1 - asked).search(" ")["about"] == viewer_of("troyes", None).search(" ")["about"]


def test_a_die_is_called_by_its_colour_and_what_it_shows() -> None:
    viewer = viewer_of("troyes_dice")
    dice = [
        identity for identity in _identities(json.loads(message_bytes(viewer.whole))) if identity.startswith("die:")
    ]
    names = [viewer.about(identity)["entries"][0]["name"] for identity in dice]
    assert names
    assert not [name for name in names if name.startswith("die")]


def _identities(data: Any) -> list[str]:
    if isinstance(data, dict):
        own = [data["identity"]] if "identity" in data else []
        return [*own, *(one for each in data.values() for one in _identities(each))]
    return [one for each in data for one in _identities(each)] if isinstance(data, list) else []


def test_the_server_tells_it_to_those_who_belong(begun: Callable[..., Any]) -> None:
    seats = begun()
    assert names_of(seats.ask("0", "lookup?text=b2").json()) == ["b2"]
    assert seats.ask("watch", "lookup?name=b2").json()["entries"][0]["name"] == "b2"
    assert seats.ask("0", f"lookup?text={'b' * 5000}").json()["groups"] == []
    assert seats.ask("nobody", "lookup?text=b2").status_code == 403
