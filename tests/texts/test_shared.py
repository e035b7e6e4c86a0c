"""What is said at every table: in both languages, of all that a table can tell."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

import ruleset_core
from ruleset_core import BrokenRuleError, load
from ruleset_core.bots import bot_names
from ruleset_core.record import HUMAN, RecordError, Seat, Session
from ruleset_core.table import BotBroke, News, NewsKey, Refused, Table, Why
from ruleset_core.texts.names import kind_of, kind_word, player_names, seats_line
from ruleset_core.texts.news import news_text
from ruleset_core.texts.reasons import bot_broke, refused
from ruleset_core.texts.shared import ONE, SHARED, say

KEYS = get_args(NewsKey)


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(SHARED))
def test_both_languages_name_the_same_values(key: str) -> None:
    english, spanish = SHARED[key]
    assert values(english) == values(spanish)
    assert english != spanish or key == "because"


def test_one_of_something_is_said_as_one() -> None:
    for key, texts in ONE.items():
        for one, several in zip(texts, SHARED[key], strict=True):
            assert values(one) == values(several) - {"count"}
    assert say("lost", "en", count=1) == "The last move could not be saved."


def test_every_text_is_used() -> None:
    """By name, or as what a table calls it."""
    folder = Path(ruleset_core.__file__).parent
    files = [file for name in ("texts", "cli") for file in (folder / name).rglob("*.py") if file.name != "shared.py"]
    code = "".join(file.read_text() for file in files)
    told = {*KEYS, *(f"refused_{why}" for why in get_args(Why)), *(f"kind_{kind}" for kind in (HUMAN, *bot_names()))}
    assert [key for key in SHARED if f'"{key}"' not in code and f"'{key}'" not in code and key not in told] == []


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(Session.start(load("pig"), [Seat("Ana", "human"), Seat("Player 2", "human")], 1))


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("key", KEYS)
def test_everything_that_befalls_a_file_can_be_said(key: Any, lang: str) -> None:
    news = News(key, Path("game.ruleset"), 2, RecordError("missing", file="f"))
    said = news_text(news, lang)
    assert said.endswith((".", "game.ruleset"))
    assert "None" not in said


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("why", get_args(Why))
def test_every_refusal_has_a_reason(table: Table, why: Any, lang: str) -> None:
    broken = BrokenRuleError("a rule breaks", "falla una regla") if why == "broken" else None
    unsaved = RecordError("full", file="a.ruleset", limit=16) if why == "unsaved" else None
    answer = Refused(why, 0, "holt", 0 if why == "not_offered" else None, ("hold",), broken, unsaved)
    said = refused(answer, table.game, table.live, lang, ["Ana", "Bo"])
    assert said
    assert "_" not in said


def test_what_a_table_refuses_is_said_as_the_rules_say_it(table: Table) -> None:
    board = Table(Session.start(load("tic_tac_toe"), [Seat("Ana", "human"), Seat("Bo", "human")], 1))
    option = board.live.options[0]
    board.answer(0, option)
    taken = board.answer(1, option)
    assert isinstance(taken, Refused)
    notation, why = board.game.notation(option), board.live.why_not(option, "en")
    assert refused(taken, board.game, board.live, "en") == f"`{notation}` is not possible now" + (
        f": {why}" if why else ""
    )
    typo = table.answer(0, "play rol")
    assert isinstance(typo, Refused)
    assert (
        refused(typo, table.game, table.live, "es")
        == "`play rol` no es una jugada de Cerdo; ¿querías decir `play roll`?"
    )


def test_whose_answer_broke_a_rule(table: Table) -> None:
    broken = BrokenRuleError("a rule breaks", "falla una regla")
    names = ["Ana", "Bo"]
    assert bot_broke(BotBroke(1, None, broken), table.game, "en", names).startswith("Bo thinks ahead")
    assert "`play roll`" in bot_broke(BotBroke(1, table.game.parse("play roll"), broken), table.game, "es", names)


def test_who_has_no_name_is_numbered_in_the_language_of_the_one_who_looks(table: Table) -> None:
    header = table.session.header
    assert player_names(header, "es") == ["Ana", "Jugador 2"]
    assert seats_line(header, "en") == "Players: Ana (human), Player 2 (human)"
    assert kind_word("somebody_elses", "en") == "somebody_elses"


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
    assert kind_of(word) == kind
