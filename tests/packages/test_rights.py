"""What others may do with a game: said by its header, shown wherever the game is, and kept by servers that others can reach."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ruleset_core import load, rules_document
from ruleset_core.cli.group import cli
from ruleset_core.cli.serve import _is_loopback
from ruleset_core.discovery import DATA_ROOT, list_games
from ruleset_core.headers import Rights
from ruleset_core.web.lobby import Lobby
from ruleset_core.web.routes import make_app

OWNER = {"authorization": "Bearer s"}


def test_included_games_say_it() -> None:
    stated = {game.id: (game.header.rights.status, game.path.parent == DATA_ROOT) for game in list_games()}
    assert {status for status, published in stated.values() if published} == {"private"}
    assert {status for status, published in stated.values() if not published} == {"free"}


def test_the_strictest_of_a_game_and_its_expansions_holds() -> None:
    free, private, nothing = Rights("free", stated=True), Rights("private", "Ada", stated=True), Rights()
    assert Rights.of_all([free, private]) == private
    assert Rights.of_all([free, nothing]) == free
    assert Rights.of_all([nothing]) == nothing
    assert not nothing.is_free
    assert nothing.text("en") == ""
    assert load("troyes", ["bonus_2011"]).rights.status == "private"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "For private use (Pearl"), ("es", "Para uso privado (Pearl"), ("fr", "Usage privé (Pearl")],
)
def test_rules_cards_and_pages_show_it(lang: str, said: str, tmp_path: Any) -> None:
    game = load("troyes")
    assert game.rights.text(lang).startswith(said)
    paragraph = rules_document(game, lang).paragraph("rights")
    assert paragraph is not None
    assert said in str(paragraph.blocks[0].rows[0][0][0].text)
    CliRunner().invoke(cli, ["print", "troyes", "--out", str(tmp_path), "--lang", lang, "--cards", "merchant"])
    pages = [*tmp_path.glob("*.svg")]
    assert pages
    assert all(said in page.read_text() for page in pages)


def test_a_lobby_for_others_has_free_games_alone() -> None:
    lobby = Lobby(pause=0, free_only=True)
    client = TestClient(make_app(lobby, "s"))
    games = [each["game"] for each in client.get("/api/lobby", headers=OWNER).json()["games"]]
    assert "pig" in games
    assert "troyes" not in games
    told = {"game": "troyes", "seats": [{}, {}]}
    answer = client.post("/api/tables", content=json.dumps(told), headers=OWNER)
    assert answer.status_code == 403
    assert "may not be published freely" in answer.json()["refused"]
    assert client.post("/api/tables", content=json.dumps({**told, "game": "pig"}), headers=OWNER).status_code == 200
    lobby.close()


def test_a_lobby_of_ones_own_shows_the_notice() -> None:
    client = TestClient(make_app(Lobby(pause=0), "s"))
    found = client.get("/api/options?game=troyes&players=2&lang=en", headers=OWNER).json()
    assert found["rights"] == load("troyes").rights.text("en")


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("table.example.org", False)]
)  # fmt: skip
def test_which_servers_others_can_reach(host: str, own: bool) -> None:
    assert _is_loopback(host) is own


def test_a_private_game_is_not_served_to_others_unasked() -> None:
    result = CliRunner().invoke(cli, ["serve", "troyes", "--public-url", "https://table.example.org", "--port", "0"])
    assert "--private-games" in result.output
    assert result.exit_code == 2
