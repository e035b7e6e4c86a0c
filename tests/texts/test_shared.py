"""What is said at every table: in both languages, of all that a table can tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.play.match import BotRuleError, Match, RefusalKind, RefusedAnswer, SavingNews, SavingNewsKey
from ruleset_core.play.records import RecordError, Seat, Session
from ruleset_core.play.wording.game_messages import bot_rule_error_text, refused_answer_text, saving_news_text
from ruleset_core.play.wording.names_and_numbers import (
    kind_from_label,
    kind_label,
    player_names,
    seats_line,
)

KEYS = get_args(SavingNewsKey)


@pytest.fixture(scope="module")
def table() -> Match:
    return Match(Session.start(load("pig"), [Seat("Ana", "human"), Seat("Player 2", "human")], 1))


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("key", KEYS)
def test_everything_that_befalls_a_file_can_be_said(key: Any, lang: str) -> None:
    news = SavingNews(key, Path("game.ruleset"), 2, RecordError("missing", file="f"))
    said = saving_news_text(news, lang)
    assert said.endswith((".", "game.ruleset"))
    assert "None" not in said


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("why", get_args(RefusalKind))
def test_every_refusal_has_a_reason(table: Match, why: Any, lang: str) -> None:
    broken = BrokenRuleError("a rule breaks", {"es": "falla una regla"}) if why == "broken" else None
    unsaved = RecordError("full", file="a.ruleset", limit=16) if why == "unsaved" else None
    answer = RefusedAnswer(why, 0, "holt", 0 if why == "not_offered" else None, ("hold",), broken, unsaved)
    said = refused_answer_text(answer, table.game, table.live, lang, ["Ana", "Bo"])
    assert said
    assert "_" not in said


def test_what_a_table_refuses_is_said_as_the_rules_say_it(table: Match) -> None:
    board = Match(Session.start(load("tic_tac_toe"), [Seat("Ana", "human"), Seat("Bo", "human")], 1))
    option = board.live.options[0]
    board.answer(0, option)
    taken = board.answer(1, option)
    assert isinstance(taken, RefusedAnswer)
    notation, why = board.game.notation(option), board.live.why_not(option, "en")
    assert refused_answer_text(taken, board.game, board.live, "en") == f"`{notation}` is not possible now" + (
        f": {why[:1].lower()}{why[1:]}" if why else ""
    )
    typo = table.answer(0, "play rol")
    assert isinstance(typo, RefusedAnswer)
    assert (
        refused_answer_text(typo, table.game, table.live, "es")
        == "`play rol` no es una jugada de Cerdo; ¿querías decir `play roll`?"
    )


def test_whose_answer_broke_a_rule(table: Match) -> None:
    broken = BrokenRuleError("a rule breaks", {"es": "falla una regla"})
    names = ["Ana", "Bo"]
    assert bot_rule_error_text(BotRuleError(1, None, broken), table.game, "en", names).startswith("Bo thinks ahead")
    assert "`play roll`" in bot_rule_error_text(
        BotRuleError(1, table.game.parse("play roll"), broken), table.game, "es", names
    )


def test_who_has_no_name_is_numbered_in_the_language_of_the_one_who_looks(table: Match) -> None:
    header = table.session.header
    assert player_names(header, "es") == ["Ana", "Jugador 2"]
    assert seats_line(header, "en") == "Players: Ana (human), Player 2 (human)"
    assert kind_label("somebody_elses", "en") == "somebody_elses"


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("fuerte", "strong"),
        ("Facil@2s", "easy@2s"),
        ("persona", "human"),
        ("strong", "strong"),
        ("mine.py:Fuerte", "mine.py:Fuerte"),
    ],
)
def test_a_bot_is_known_by_what_it_is_called(word: str, kind: str) -> None:
    assert kind_from_label(word) == kind
