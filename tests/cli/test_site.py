"""A site of games: which go in, what its pages say and refer to, and what becomes of the directory. `tests/browser/test_site.py` plays in one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from ruleset_core.cli.site import site_export
from ruleset_core.cli.site.site_export import MANIFEST, UNFINISHED, SiteError, SiteRequest, check_place, export_site
from ruleset_core.discovery import list_games
from ruleset_core.web.single_file import html_export
from ruleset_core.web.single_file.html_export import GamePart, HtmlExport, encoded, encoded_size, packed

LINK = re.compile(r'(?:href|src|data-pieces|data-scene|data-art)="([^"#?]+)')
if TYPE_CHECKING:
    from tests.cli.conftest import Run

NOWHERE = Path("nowhere")


@pytest.fixture(autouse=True)
def _without_pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled with Pyodide is tested with exported files."""

    def part(wanted: HtmlExport) -> GamePart:
        return GamePart(Path(wanted.game).name, Path(wanted.game).name, packed(wanted.game.encode()))

    shared = {name: packed(name.encode()) for name in ("pages", "worker", "wasm", "library", "program")}
    monkeypatch.setattr(site_export, "game_part", part)
    monkeypatch.setattr(site_export, "shared_parts", lambda _: shared)
    monkeypatch.setattr(site_export, "lock_file", lambda _: "{}")


def written(directory: Path, *games: str, **more: object) -> list[str]:
    wanted = SiteRequest(games=games, **more)  # type: ignore[arg-type]
    return export_site(wanted, directory, NOWHERE, lambda _key, _values: None)


def files(directory: Path) -> set[str]:
    return {each.relative_to(directory).as_posix() for each in directory.rglob("*") if each.is_file()}


def test_what_pages_refer_to_is_there_and_in_the_site(tmp_path: Path) -> None:
    assert written(tmp_path / "site", "pig", "tic_tac_toe") == ["pig", "tic_tac_toe"]
    home = (tmp_path / "site").resolve()
    pages = sorted(home.rglob("*.html"))
    assert {each.relative_to(home).as_posix() for each in pages} >= {
        "index.html", "es/index.html", "fr/games/pig/rules.html", "games/pig/index.html", "games/pig/play.html",
    }  # fmt: skip
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "http-equiv" in text
        assert "unsafe-inline" not in text
        for link in LINK.findall(text):
            target = (page.parent / link).resolve()
            assert target.is_file(), f"{page}: {link}"
            assert target.is_relative_to(home)
        facts = re.search(r'id="part-facts">(.*?)</script>', text)
        if facts:
            site = json.loads(facts[1])["site"]
            for link in [place for place, _ in site["parts"].values()] + [*site["home"].values()]:
                assert (page.parent / link).resolve().is_file(), link
    listed = json.loads((home / "games/pig/file.json").read_text(encoding="utf-8"))
    assert listed["name"] == "pig.html"
    for each in listed["pieces"]:
        assert isinstance(each, str) or (home / "games/pig" / each["part"]).is_file()
    for picture in home.rglob("picture-*.svg"):
        ET.parse(picture)


def test_the_pieces_of_a_file_make_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "site", "pig")
    home = tmp_path / "site" / "games" / "pig"
    pieces = json.loads((home / "file.json").read_text(encoding="utf-8"))["pieces"]
    made = "".join(each if isinstance(each, str) else encoded((home / each["part"]).read_bytes()) for each in pieces)
    for name in ("game_part", "shared_parts", "lock_file"):
        monkeypatch.setattr(html_export, name, getattr(site_export, name))
    assert made == html_export.export_html(HtmlExport("pig"), NOWHERE)
    assert f"({len(made.encode()) / 1e6:.0f} MB)" in (home / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [0, 1, 3, 4, 1001])
def test_how_long_a_part_is_in_a_file(size: int) -> None:
    assert encoded_size(b"a" * size) == len(encoded(b"a" * size))


def test_pages_in_one_language_with_a_title_of_ones_own(tmp_path: Path) -> None:
    written(tmp_path / "site", "pig", languages=["es"], title="<b> & co")
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="es"' in text
    assert "&lt;b&gt; &amp; co" in text
    assert "Jugar ahora" in text
    assert "tongues" not in text
    assert not (tmp_path / "site" / "es").exists()


def test_games_that_may_not_be_published(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as found:
        written(tmp_path / "site", "troyes_dice")
    assert "--private-games" in found.value.why("en")
    assert not (tmp_path / "site").exists()
    written(tmp_path / "site", "troyes_dice", private_games=True, languages=["en"])
    text = (tmp_path / "site" / "games" / "troyes_dice" / "index.html").read_text(encoding="utf-8")
    assert "For those who own the game; not made or approved by its publisher." in text


def test_all_free_games_unless_some_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {each.id: each for each in list_games(())}
    monkeypatch.setattr(site_export, "list_games", lambda _: [found[name] for name in ("troyes", "tic_tac_toe", "pig")])
    assert written(tmp_path / "site", languages=["en"]) == ["pig", "tic_tac_toe"]


@pytest.mark.parametrize(
    ("games", "more", "key"),
    [
        (("pig", "pig"), {}, "twice"),
        ((), {"expansions": ["x"]}, "expansions"),
        (("pig", "go"), {"expansions": ["x"]}, "expansions"),
    ],
)
def test_what_cannot_be_a_site(games: tuple[str, ...], more: dict[str, object], key: str, tmp_path: Path) -> None:
    with pytest.raises(SiteError) as found:
        written(tmp_path / "site", *games, **more)
    assert found.value.key == key
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("pig",),
        ("pig", "--html", "a", "--site", "b"),
        ("pig", "go", "--html", "a"),
        ("pig", "--html", "a", "--private-games"),
        ("--html", "a"),
    ],
)
def test_what_export_is_asked_is_a_file_or_a_site(run: Run, words: tuple[str, ...]) -> None:
    outcome = run("export", *words)
    assert outcome.code == 2
    assert "--site DIR" in outcome.err


def test_the_command_refuses_a_directory_before_anything_is_fetched(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    outcome = run("export", "--site", str(tmp_path), "--lang", "es")
    assert outcome.code == 1
    assert "contiene algo que no es un sitio de juegos" in " ".join(outcome.err.split())
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]


# -- the directory


def test_a_directory_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for place in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(SiteError):
            check_place(place)
    (tmp_path / MANIFEST).write_text('{"made_by": "somebody"}')
    with pytest.raises(SiteError):
        check_place(tmp_path)


def test_a_new_site_replaces_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    home = tmp_path / "site"
    (home / ".git").mkdir(parents=True)
    (home / ".git" / "config").write_text("kept")
    written(home, "pig", "tic_tac_toe", languages=["en"])
    (home / "CNAME").write_text("games.example.org")
    manifest = json.loads((home / MANIFEST).read_text(encoding="utf-8"))
    outside = tmp_path / "outside.txt"
    outside.write_text("kept")
    (home / MANIFEST).write_text(
        json.dumps({**manifest, "files": [*manifest["files"], "../outside.txt", str(outside), 7]})
    )
    written(home, "tic_tac_toe", languages=["en"])
    assert outside.read_text() == "kept"
    assert (home / "CNAME").is_file()
    assert (home / ".git" / "config").is_file()
    assert not (home / "games" / "pig").exists()
    now = json.loads((home / MANIFEST).read_text(encoding="utf-8"))
    assert now["games"] == ["tic_tac_toe"]
    assert files(home) - {"CNAME", ".git/config", MANIFEST} == {*now["files"]}


@pytest.mark.parametrize(
    "listed", [7, None, "CNAME", {"CNAME": 1}, [[1], {}, None, "\0", "games", ".", "", "link/kept.txt", "link"]]
)
def test_a_list_of_files_that_somebody_else_wrote_deletes_nothing_else(tmp_path: Path, listed: object) -> None:
    home, outside = tmp_path / "site", tmp_path / "outside"
    home.mkdir()
    outside.mkdir()
    (outside / "kept.txt").write_text("kept")
    (home / "CNAME").write_text("games.example.org")
    (home / "link").symlink_to(outside)
    (home / MANIFEST).write_text(json.dumps({"made_by": "ruleset", "files": listed}))
    assert written(home, "pig", languages=["en"]) == ["pig"]
    assert (outside / "kept.txt").read_text() == "kept"
    assert (home / "CNAME").is_file()


def test_a_list_of_files_that_is_too_deep_is_none(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"made_by": "ruleset", "files": ' + "[" * 100_000)
    with pytest.raises(SiteError):
        check_place(tmp_path)


def test_who_stops_it_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "site"
    written(home, "pig", languages=["en"])
    (home / f"{UNFINISHED}killed").mkdir()
    before = {name: (home / name).read_bytes() for name in files(home)}

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(site_export, "gallery_page", interrupted)
    with pytest.raises(KeyboardInterrupt):
        written(home, "tic_tac_toe", languages=["en"])
    assert {name: (home / name).read_bytes() for name in files(home)} == before
    assert not [*home.glob(f"{UNFINISHED}*")]
