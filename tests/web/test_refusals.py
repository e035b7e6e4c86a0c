"""What pages are refused is said in the language of the page, wherever it is refused."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import ruleset_core.web
from ruleset_core.messages import message
from ruleset_core.web import rooms
from ruleset_core.web.middleware import BODY, request_language
from tests.messages.test_catalogues import ENTRIES

WEB = Path(ruleset_core.web.__file__).parent


def refusals() -> list[tuple[str, set[str]]]:
    """All refusals that are written in the server: the key and which values come with it."""
    found = []
    for file in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                key = node.args[1]
                assert isinstance(key, ast.Constant), f"{file.name}:{node.lineno}: its key is not there to be read"
                found.append((key.value, {str(each.arg) for each in node.keywords}))
    return found


def test_each_sentence_is_said_somewhere_and_in_both_languages() -> None:
    said = refusals()
    assert {key for key, _ in said} == {
        key.removeprefix("page.refused.") for key in ENTRIES["en"] if key.startswith("page.refused.")
    }
    for key, values in said:
        for entries in ENTRIES.values():
            assert {*re.findall(r"{(\w+)}", entries[f"page.refused.{key}"][0])} == values, key


def test_no_answer_is_written_past_them() -> None:
    """What else is refused are the sentences of the game, the bots and the records, which have their own tables."""
    written = [
        (file.name, node.value)
        for file in WEB.rglob("*.py")
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
        (b"", b"fr", "fr"),
        (b"", b"de", "en"),
    ],
)
def test_the_language_is_that_of_the_page_or_of_its_browser(query: bytes, browser: bytes, lang: str) -> None:
    assert request_language({"query_string": query, "headers": [(b"accept-language", browser)]}) == lang


def test_a_page_in_spanish_is_refused_in_spanish(site: Any) -> None:
    seats = site.table()

    def why(whose: str, what: str, told: Any = None, **more: Any) -> str:
        return str(seats.ask(whose, f"{what}?lang=es", told, **more).json()["refused"])

    assert why("nobody", "words") == message("page.refused.no_table", "es")
    assert why("watch", "undo", {}) == message("page.refused.no_seat", "es")
    assert why("0", "pause", {"seconds": 1}) == message("page.refused.host_only", "es")
    assert why("host", "rematch", {}) == message("page.refused.no_rematch", "es")
    assert why("0", "analyse", {}) == message("page.refused.not_over", "es")
    assert "(option)" in why("0", "answer", {"option": "x"})
    assert why("0", "undo", {}, headers={"origin": "https://elsewhere.example"}) == message(
        "page.refused.other_page", "es"
    )
    assert str(BODY) in why("0", "me", {"name": "x" * BODY})
    assert "bytes" in why("0", "me", {"name": "x" * BODY})
    assert "nobody" in why("host", "seat", {"seat": 0, "kind": "nobody"})
    for _ in range(rooms.PAGES):
        seats.room.enter("0", "es")
    assert why("0", "events") == message("page.refused.many_pages", "es")


def test_a_saved_game_that_is_not_there_is_told_in_both_languages(site: Any) -> None:
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    told = [
        site.client.post(f"/api/tables?lang={lang}", json={"file": "x\x1b.ruleset"}, headers=known).json()["refused"]
        for lang in ("en", "es")
    ]
    assert told[0] != told[1]
    assert not any("\x1b" in each for each in told)
