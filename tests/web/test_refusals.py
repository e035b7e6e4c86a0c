"""What pages are refused is said in the language of the page, wherever it is refused."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import ruleset_core.web
from ruleset_core.web import room
from ruleset_core.web.guard import BODY
from ruleset_core.web.refusals import REFUSED, lang_of

WEB = Path(ruleset_core.web.__file__).parent


def refusals() -> list[tuple[str, set[str]]]:
    """All refusals that are written in the server: the key and which values come with it."""
    found = []
    for file in WEB.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                key = node.args[1]
                assert isinstance(key, ast.Constant), f"{file.name}:{node.lineno}: its key is not there to be read"
                found.append((key.value, {str(each.arg) for each in node.keywords}))
    return found


def test_each_sentence_is_said_somewhere_and_in_both_languages() -> None:
    said = refusals()
    assert {key for key, _ in said} == {*REFUSED}
    for key, values in said:
        english, spanish = REFUSED[key]
        assert english != spanish
        assert {*re.findall(r"{(\w+)}", english)} == {*re.findall(r"{(\w+)}", spanish)} == values, key


def test_no_answer_is_written_past_them() -> None:
    """What else is refused are the sentences of the game, the bots and the records, which have their own tables."""
    written = [
        (file.name, node.value)
        for file in WEB.glob("*.py")
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.Dict)
        and any(isinstance(key, ast.Constant) and key.value == "refused" for key in each.keys)
        for node in each.values
        if isinstance(node, ast.Constant | ast.JoinedStr)
    ]
    assert written == []


@pytest.mark.parametrize(
    ("query", "browser", "lang"),
    [
        (b"", b"", "en"),
        (b"lang=es", b"", "es"),
        (b"identity=a%26lang%3Des&lang=en", b"es", "en"),
        (b"x=1&lang=es", b"en", "es"),
        (b"lang=\xff", b"es", "en"),
        (b"", b"es-ES,es;q=0.9,en;q=0.8", "es"),
        (b"", b"fr", "en"),
    ],
)
def test_the_language_is_that_of_the_page_or_of_its_browser(query: bytes, browser: bytes, lang: str) -> None:
    assert lang_of({"query_string": query, "headers": [(b"accept-language", browser)]}) == lang


def test_a_page_in_spanish_is_refused_in_spanish(site: Any) -> None:
    seats = site.table()

    def why(whose: str, what: str, told: Any = None, **more: Any) -> str:
        return str(seats.ask(whose, f"{what}?lang=es", told, **more).json()["refused"])

    assert why("nobody", "words") == REFUSED["no_table"][1]
    assert why("watch", "undo", {}) == REFUSED["no_seat"][1]
    assert why("0", "pause", {"seconds": 1}) == REFUSED["host_only"][1]
    assert why("host", "rematch", {}) == REFUSED["no_rematch"][1]
    assert why("0", "analyse", {}) == REFUSED["not_over"][1]
    assert "(option)" in why("0", "answer", {"option": "x"})
    assert why("0", "undo", {}, headers={"origin": "https://elsewhere.example"}) == REFUSED["other_page"][1]
    assert str(BODY) in why("0", "me", {"name": "x" * BODY})
    assert "bytes" in why("0", "me", {"name": "x" * BODY})
    assert "nobody" in why("host", "seat", {"seat": 0, "kind": "nobody"})
    for _ in range(room.PAGES):
        seats.room.enter("0", "es")
    assert why("0", "events") == REFUSED["many_pages"][1]


def test_a_saved_game_that_is_not_there_is_told_in_both_languages(site: Any) -> None:
    known = {"authorization": "Bearer the-secret-of-the-house"}
    told = [
        site.client.post(f"/api/tables?lang={lang}", json={"file": "x\x1b.ruleset"}, headers=known).json()["refused"]
        for lang in ("en", "es")
    ]
    assert told[0] != told[1]
    assert not any("\x1b" in each for each in told)
