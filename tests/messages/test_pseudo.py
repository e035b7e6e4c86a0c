"""Screens in the pseudo-language: whatever is still English and not data of the game is hard-coded."""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import Game, load, messages, rules_document
from ruleset_core.cli import main
from ruleset_core.play.bots import bot_names
from ruleset_core.play.lookup.queries import typed_words
from tests.conftest import ROOT
from tests.messages.pseudo import PseudoCatalogue, plain_words

NO_WORDS = {"a", "b", "ms", "yaml"}
"""The sides of a comparison, a unit, the end of the name of a file."""
GRAMMAR = {"and", "the"}
"""What the grammar of stories puts between names: it is no message."""


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fresh_games: None) -> Iterator[None]:
    """English is the pseudo-language; words to type that were read in it are forgotten afterwards, or other tests would get them."""
    _ = fresh_games
    load_real = messages.load_catalogue
    catalogues = {lang: load_real(lang) for lang in messages.LANGUAGES}
    english = PseudoCatalogue(catalogues["en"])
    monkeypatch.setattr(messages, "load_catalogue", lambda lang: english if lang == "en" else catalogues[lang])
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    typed_words.cache_clear()
    yield
    typed_words.cache_clear()


def of_data(game: Game) -> set[str]:
    """The words that a game gives: its texts, and its ids as notations and tables of names show them."""
    text = "".join(file.read_text(encoding="utf-8") for file in game.directory.rglob("*.yaml"))
    written = re.findall(r"\ben: *(?:\"([^\"]*)\"|([^,}\n]*))", text)
    said = " ".join(one or other for one, other in written)
    notations = " ".join(game.notation(option) for option in range(game.vocabulary_size))
    rules = (each for each in rules_document(game).paragraphs if not each.made)
    said += " ".join(f" {each.title} {block.plain}" for each in rules for block in each.blocks)
    names = " ".join(part for each in game.glossary.handles for part in (each.name, each.form, each.type, each.written))
    return plain_words(
        f"{said} {notations} {game.id} {names} {game.hash} {game.rights.holder} {game.rights.licence}"
    ) | {*bot_names()}


def run(capsys: pytest.CaptureFixture[str], *words: object, typed: str = "", code: int = 0) -> str:
    stdin, sys.stdin = sys.stdin, StringIO(typed)
    try:
        assert main([str(word) for word in (*words, "--lang", "en")]) == code
    finally:
        sys.stdin = stdin
    told = capsys.readouterr()
    return told.out + told.err


def test_a_game_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    typed = "ayuda\n?\nroll\nporqué\npuntos\nregistro\nnonsense\n? rules\ntablero\nconsejo\ndeshacer\nsalir\n"
    said = run(capsys, "play", "pig", "--seats", "Ana=human,greedy", "--seed", 3, "--no-save", typed=typed)
    assert plain_words(said) - of_data(load("pig")) - plain_words(typed) - GRAMMAR == {"ana"}


@pytest.mark.slow
def test_a_game_that_is_played_to_its_end_and_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    seats = ("--seats", "Ana=greedy,greedy", "--seed", 5)
    said = run(capsys, "play", "pig", *seats, "--no-save")
    assert plain_words(said) - of_data(load("pig")) - GRAMMAR == {"ana"}
    run(capsys, "play", "pig", "--seats", "Ana=human,greedy", "--seed", 3, typed="hold\nsalir\n")
    (record,) = (tmp_path / "state").rglob("*.ruleset")
    said = run(capsys, "replay", record, typed="siguiente\nir 2\nporqué\nregistro\nfin\nsalir\n")
    assert plain_words(said) - of_data(load("pig")) - plain_words(str(record)) - GRAMMAR <= {"ana"}


@pytest.mark.slow
@pytest.mark.parametrize("words", [
    ("simulate", "pig", "--games", 30, "--workers", 1),
    ("simulate", "pig", "--games", 6, "--workers", 1, "--seats", "greedy,random"),
    ("tournament", "pig", "--bots", "random,easy", "--games", 20, "--workers", 1),
    ("compare", "pig", "pig", "--games", 10, "--workers", 1, "--bot", "random"),
    ("show", "pig"),
    ("show", "pig", "--names"),
    ("show", "pig", "--look", "--moves", 7),
    ("bots",),
])  # fmt: skip
def test_commands(capsys: pytest.CaptureFixture[str], words: tuple[object, ...]) -> None:
    assert plain_words(run(capsys, *words)) - of_data(load("pig")) - NO_WORDS == set()


def test_the_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    names = plain_words(run(capsys, "list", "--format", "json"))
    assert plain_words(run(capsys, "list")) - names == set()


def test_a_report() -> None:
    from ruleset_core.lab.report import simulation_html
    from tests.report.played import AGAIN, PLANS, played

    page = simulation_html(*played("pig"), AGAIN, "en")
    page = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    shown = html.unescape(re.sub(r"<[^>]*>", " ", page))
    assert plain_words(shown) - of_data(load("pig")) - plain_words(AGAIN) - {*PLANS["pig"].seats} == set()


def test_pages() -> None:
    pytest.importorskip("starlette")
    from ruleset_core.web.page_messages import Refusal, page_words

    def texts(value: Any) -> str:
        return " ".join(map(texts, value.values())) if isinstance(value, dict) else str(value)

    words = page_words("en")
    shown = texts({key: value for key, value in words.items() if key not in {"lang", "languages", "characters"}})
    assert plain_words(re.sub(r"{\w+}", "", shown)) == set()
    assert plain_words(str(Refusal(403, "no_table"))) == set()
    for file in (ROOT / "ruleset_core" / "web" / "static").glob("*.html"):
        body = re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert plain_words(body) <= {"ruleset"}, json.dumps(body)
