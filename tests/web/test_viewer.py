"""What pages are shown and told, piece by piece, is what is shown and told as a whole."""

from __future__ import annotations

import json
import random

import pytest

from ruleset_core import load
from ruleset_core.play.match import BEGINNING, Match
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.game_messages import offers
from ruleset_core.play.wording.names_and_numbers import player_names
from ruleset_core.web.render_cache import RenderCache
from ruleset_core.web.viewers import MOST_FORESEEN, SeatViewer
from tests.sampled import LONG, slow_if_long

GAMES = ("troyes_dice", "troyes", "tournay", "carcassonne_masons", "pig", "tic_tac_toe")


def table_of(game: str, seed: int = 3) -> Match:
    loaded = load(game)
    players = max(2, loaded.players[0])
    return Match(Session.start(loaded, [Seat(f"Player {seat}", "human") for seat in range(1, players + 1)], seed))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_bit_by_bit_is_the_whole_story(game: str) -> None:
    table, chance = table_of(game), random.Random(1)
    players = table.live.n
    viewers = [SeatViewer(table, seat, "en") for seat in (0, 1, None)]
    pages = [list[str]() for _ in viewers]
    for _ in range(60 if LONG else 25):
        if table.over:
            break
        table.answer(table.live.seat, chance.choice(table.live.options))
        for viewer, page in zip(viewers, pages, strict=True):
            news = viewer.news({})
            if news is not None:
                page[news["log"]["from"] :] = [line["text"] for line in news["log"]["lines"]]
    session = table.session
    for viewer, page in zip(viewers, pages, strict=True):
        story = session.story(BEGINNING, len(session.steps), players if viewer.seat is None else viewer.seat)
        assert page == story.from_first_turn.sentences("en", player_names(session.header, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_again_is_what_was_shown(game: str) -> None:
    """To somebody who is never asked, so that nothing of it can be chosen."""
    table, chance = table_of(game), random.Random(4)
    viewer = SeatViewer(table, None, "en")
    shown: list[dict[str, object]] = []
    while True:
        viewer.news({})
        panels = {key: json.loads(text) for key, text in viewer.whole["panels"].items()}
        if panels not in shown[-1:]:
            shown.append(panels)
        if len(table.session.steps) > 7 or table.over:  # tic_tac_toe has nine
            break
        question = chance.choice(table.questions)
        table.answer(question.seat, chance.choice(question.state.options))
    viewer.news({})
    again: list[dict[str, object]] = []
    for frame in viewer.replay(-1):
        told = {**(again[-1] if again else {}), **json.loads(json.dumps(frame["panels"]))}
        again.append({key: told[key] for key in frame["order"]})
    assert [each for each in again if each in shown] == again
    assert again[0] == shown[0]
    assert len(again) > 2 or table.live.simultaneous  # then nothing is told of it yet
    assert viewer.replay(len(table.session.steps) - 1) == []


@pytest.mark.parametrize("game", slow_if_long(GAMES, {"troyes", "troyes_dice"}))
def test_news_laid_on_what_was_there_are_the_whole(game: str) -> None:
    table, chance = table_of(game), random.Random(2)
    viewer = SeatViewer(table, 0, "es")
    panels: dict[str, object] = {}
    for _ in range(25):
        news = viewer.news({})
        if news is not None:
            panels = {key: news["panels"].get(key) or panels[key] for key in news["order"]}
            assert panels == viewer.whole["panels"]
            assert news["version"] == viewer.whole["version"]
        if table.over:
            break
        table.answer(table.live.seat, chance.choice(table.live.options))


def test_what_was_taken_back_is_told_no_more() -> None:
    table = table_of("tic_tac_toe")
    viewer = SeatViewer(table, 0, "en")
    viewer.news({})
    table.answer(0, table.live.options[0])
    viewer.news({})
    assert len(viewer.whole["log"]["lines"]) == 1
    table.session.drop()
    table.telling.take_back(0)
    viewer.news({})
    assert viewer.whole["log"]["lines"] == []


@pytest.mark.parametrize("game", ["breakthrough", "troyes"])
def test_other_colours_are_seen_at_once_by_all(game: str) -> None:
    table, drawn, colours = table_of(game), RenderCache(), [("blue", "red")]
    viewers = [SeatViewer(table, seat, "en", None, lambda: colours[0], drawn=drawn) for seat in (0, 1)]
    for viewer in viewers:
        viewer.news({})
    colours[0] = ("pink", "brown")
    for viewer in viewers:
        assert viewer.news({}) is not None
        afresh = SeatViewer(table, viewer.seat, "en", None, lambda: colours[0])
        afresh.news({})
        assert viewer.whole["panels"] == afresh.whole["panels"]
        assert "pink" in str(viewer.whole["panels"])


@pytest.mark.parametrize(("lang", "costs"), [("en", "−1 fortune (2 left)"), ("es", "−1 fortuna (quedan 2)")])
def test_an_option_says_what_it_costs_and_what_remains_as_in_a_terminal(lang: str, costs: str) -> None:
    table = table_of("troyes_dice", 5)
    viewer = SeatViewer(table, table.live.seat, lang)
    viewer.news({})
    options = viewer.whole["question"]["options"]
    menu = offers(table.game, table.live, lang, player_names(table.session.header, lang))
    assert [each.get("comes", "") for each in options] == [offer.outcome for offer in menu]
    assert costs in [each.get("comes") for each in options]


def test_of_many_options_it_is_not_worked_out_what_comes_of_them() -> None:
    table = table_of("carcassonne_masons")
    viewer = SeatViewer(table, table.live.seat, "en")
    viewer.news({})
    options = viewer.whole["question"]["options"]
    assert len(options) > MOST_FORESEEN
    assert not any("comes" in each for each in options)
