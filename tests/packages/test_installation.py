"""Adding, updating and removing games of others: what lies where, which version is played, and what is refused."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from ruleset_core import load
from ruleset_core.cli.group import cli, main
from ruleset_core.discovery import survey_games
from ruleset_core.installed import INDEX, LibraryError, read_index
from ruleset_core.packages.installation import install, read_package
from ruleset_core.play.match.session_setup import open_record, start_session
from ruleset_core.play.records import Seat, read_record, save

GAME = """\
game: {id}
name: {{en: Inn, es: Posada}}
about: {{en: Guests pay., es: Los huéspedes pagan.}}
provenance: house
version: "{version}"
rights: {{status: free, licence: CC0, holder: Ada}}
players: 2
resources:
  members:
    coin: {{name: {{en: coin, es: moneda}}}}
flow:
  - phase: earn
    name: {{en: Earn, es: Ingresos}}
    turns: once
    do: gain {amount} coin
score:
  wealth: {{name: {{en: Wealth, es: Riqueza}}, amount: coin}}
"""
EXPANSION = """\
expansion: winter
of: inn
name: {{en: Winter, es: Invierno}}
version: "{version}"
{more}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "home"
    monkeypatch.setenv("RULESET_GAMES", str(directory))
    return directory


def write_game(directory: Path, version: str = "1.0", amount: int = 1, name: str = "inn") -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "game.yaml").write_text(GAME.format(id=name, version=version, amount=amount))
    return directory


def write_expansion(directory: Path, version: str = "1.0", more: str = "") -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "expansion.yaml").write_text(EXPANSION.format(version=version, more=more))
    return directory


def run(*words: str | Path, answer: str | None = None) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], input=answer)


def failed(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """The message of a command that fails, as `main` prints it."""
    assert main([str(word) for word in words]) == 1
    return capsys.readouterr().err


@contextmanager
def served(answers: dict[str, bytes | str]) -> Iterator[str]:
    """A server of files; a text is the address that a path leads to."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = answers.get(self.path)
            self.send_response(404 if found is None else 302 if isinstance(found, str) else 200)
            if isinstance(found, str):
                self.send_header("Location", found)
            self.end_headers()
            if isinstance(found, bytes):
                self.wfile.write(found)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_game_is_packed_added_played_updated_and_removed(home: Path, tmp_path: Path) -> None:
    inn, packed = write_game(tmp_path / "inn"), tmp_path / "inn.zip"
    assert run("pack", inn, "--out", packed).exit_code == 0
    with served({"/inn.zip": packed.read_bytes()}) as address:
        shown = run("add", f"{address}/inn.zip", answer="y\n").output
    assert "No problems found" in shown
    assert "Free to publish (CC0, Ada)" in shown
    assert "ruleset play inn" in shown
    assert load("inn").directory == home / "inn" / "1.0"
    listed = {game.id: game for game in survey_games().games}
    assert listed["inn"].added
    assert not listed["pig"].added
    write_game(inn, "1.1", 2)
    assert run("pack", inn, "--out", packed).exit_code == 0
    with served({"/inn.zip": packed.read_bytes()}) as again:
        data = json.loads((home / INDEX).read_text().replace(address, again))
        (home / INDEX).write_text(json.dumps(data))
        assert "inn), version 1.1" in run("update", "--yes").output
        assert "1.1 is the newest version" in run("update", "inn").output
    assert load("inn").directory == home / "inn" / "1.1"
    assert [*read_index()["inn"].versions] == ["1.0", "1.1"]
    assert "Removed inn 1.0" in run("remove", "inn", "--version", "1.0", answer="y\n").output
    assert not (home / "inn" / "1.0").exists()
    assert "Removed inn 1.1" in run("remove", "inn", answer="y\n").output
    assert read_index() == {}


def test_who_says_no_has_nothing_added(home: Path, tmp_path: Path) -> None:
    assert "Added" not in run("add", write_game(tmp_path / "inn"), answer="n\n").output
    assert read_index() == {}
    assert [*home.glob("*")] == []


def test_a_saved_game_finds_the_version_it_was_played_with(home: Path, tmp_path: Path) -> None:
    del home
    inn, file = write_game(tmp_path / "inn"), tmp_path / "played.ruleset"
    install(read_package(str(inn)))
    session = start_session(load("inn"), [Seat("Ana", "random"), Seat("Bo", "random")], 1, {}, ())
    assert session.header.versions == {"inn": "1.0"}
    save(session.record(), file)
    install(read_package(str(write_game(inn, "1.1", 2))))
    assert load("inn").hash != session.header.hash
    assert open_record(read_record(file), (), force=False).game.hash == session.header.hash
    run("remove", "inn", "--yes")
    with pytest.raises(FileNotFoundError, match=r"it was played with `inn` 1\.0"):
        open_record(read_record(file), (), force=False)


def test_a_game_with_mistakes_is_not_added(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inn = write_game(tmp_path / "inn")
    (inn / "game.yaml").write_text((inn / "game.yaml").read_text().replace("gain 1 coin", "gian 1 coin"))
    assert "has mistakes and was not added" in failed(capsys, "add", inn, "--yes")
    assert read_index() == {}
    assert [*home.glob("[!.]*")] == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('version: "1.0"\n', ""), "has no version"),
        (("game: inn\n", ""), "without an id"),
        (("game: inn", "game: pig"), "a game `pig` comes with ruleset"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], why: str
) -> None:
    del home
    inn = write_game(tmp_path / "inn")
    (inn / "game.yaml").write_text((inn / "game.yaml").read_text().replace(*change))
    assert why in failed(capsys, "add", inn, "--yes")


def test_other_files_of_the_same_version_are_refused(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del home
    inn = write_game(tmp_path / "inn")
    assert run("add", inn, "--yes").exit_code == 0
    assert "is here already" in run("add", inn).output
    write_game(inn, amount=3)
    assert "another `inn` 1.0 is installed" in failed(capsys, "add", inn, "--yes")


def test_an_expansion_needs_its_game_and_its_version(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del home
    inn = write_game(tmp_path / "inn")
    winter = write_expansion(tmp_path / "winter", more='at_least: {inn: "1.1"}')
    assert "it needs the game `inn` 1.1 or newer, which is not here" in failed(capsys, "add", winter, "--yes")
    assert run("add", inn, "--yes").exit_code == 0
    assert "it needs version 1.1 of the game `inn`, and 1.0 is here" in failed(capsys, "add", winter, "--yes")
    write_game(inn, "1.10")
    assert run("update", "--yes").exit_code == 0
    shown = run("add", winter, "--yes").output
    assert "ruleset play inn -x winter" in shown
    assert [*load("inn", ["winter"]).expansions] == ["winter"]
    assert "These need inn" in run("remove", "inn", answer="n\n").output
    assert "Removed inn/winter 1.0" in run("remove", "winter", "--yes").output


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("nowhere.zip", "cannot be read"),
        ("ftp://example.org/inn.zip", "only addresses with https or http"),
        ("file:///etc/passwd", "only addresses with https or http"),
    ],
)
def test_a_source_that_cannot_be_read_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], source: str, why: str
) -> None:
    del home
    assert why in failed(capsys, "add", source)


def test_a_server_may_not_lead_elsewhere(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del home
    with served({"/a": "file:///etc/passwd", "/b": b"x", "/c": "/b"}) as address:
        assert "cannot be fetched" in failed(capsys, "add", f"{address}/a")
        assert "cannot be fetched" in failed(capsys, "add", f"{address}/gone")
        assert "not a sound zip file" in failed(capsys, "add", f"{address}/c")


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": 2, "entries": {}}', '{"format": 1, "entries": {"../x": {}}}', "[" * 99_999]
)
def test_a_damaged_list_is_said_and_not_written_over(home: Path, tmp_path: Path, text: str) -> None:
    home.mkdir()
    (home / INDEX).write_text(text)
    with pytest.raises(LibraryError, match="is damaged"):
        read_index()
    assert any("is damaged" in problem for problem in survey_games().problems)
    with pytest.raises(LibraryError):
        install(read_package(str(write_game(tmp_path / "inn"))))
    assert (home / INDEX).read_text() == text


def test_a_full_disk_leaves_what_was_there(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inn = write_game(tmp_path / "inn")
    install(read_package(str(inn)))
    package = read_package(str(write_game(inn, "1.1", 2)))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ruleset_core.packages.installation.write_files", full)
    with pytest.raises(OSError, match="No space left"):
        install(package)
    assert read_index()["inn"].current == "1.0"
    assert [*home.glob(".new-*")] == []


def test_a_package_without_rights_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inn = write_game(tmp_path / "inn")
    (inn / "game.yaml").write_text((inn / "game.yaml").read_text().replace("rights:", "# rights:"))
    assert "does not say what others may do with it" in failed(capsys, "pack", inn, "--out", tmp_path / "inn.zip")
    assert not (tmp_path / "inn.zip").exists()
