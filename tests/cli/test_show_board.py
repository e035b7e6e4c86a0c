"""`ruleset show --board`: pictures of boards, at the beginning, later and of saved games, and what can go wrong."""

from __future__ import annotations

import errno
import json
import random
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.play.records import Seat, Session, save

GAME = "carcassonne_masons"
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "title", "desc", "style", "defs", "symbol", "g", "rect", "path", "circle", "polygon", "text", "use"}


def parts(root, family):
    """What is told of each thing of a family, by id."""
    things = [each for each in root.iter(f"{SVG}g") if each.get("data-family") == family]
    return {each.get("data-id"): each.find(f"{SVG}title").text for each in things}


def texts(root):
    return [each.text for each in root.iter(f"{SVG}text")]


def names(directory):
    return sorted(each.name for each in directory.iterdir())


def saved(path, moves, players=3, expansions=()):
    game = load(GAME, expansions=expansions)
    seats = [Seat(f"P{number}", "human") for number in range(players)]
    session, choice = (
        Session.start(game, seats, 5, {}, expansions),
        random.Random(5),
    )  # a game in which a city is closed
    for _ in range(moves):
        if not session.live.over:
            session.apply(choice.choice(session.live.options))
    save(session.record(), path)
    return session


@pytest.mark.parametrize("expansions", [(), ("isthmus",)])
def test_the_board_has_all_its_parts(run, tmp_path, expansions):
    file = tmp_path / "board.svg"
    done = run("show", GAME, "--board", file, *(word for name in expansions for word in ("-x", name)))
    assert (done.code, done.out) == (0, f"Drawn: {file}\n")
    root = ET.parse(file).getroot()
    game = load(GAME, expansions=expansions)
    board = game.glossary.board()
    for family, wanted in (("space", board.spaces), ("line", board.lines), ("crossing", board.crossings)):
        assert parts(root, family).keys() == wanted.keys()
    assert {game.name_of("crossing", each) for each in board.crossings} <= {*texts(root)}
    assert all(":" not in words for words in parts(root, "line").values())
    assert root.find(f"{SVG}title").text == "Masons: the board at the beginning"


@pytest.mark.slow
def test_the_same_board_gives_the_same_bytes(start, tmp_path):
    drawn = []
    for seed in ("1", "2"):
        start("show", GAME, "--board", tmp_path / f"{seed}.svg", PYTHONHASHSEED=seed)
        drawn.append((tmp_path / f"{seed}.svg").read_bytes())
    assert drawn[0] == drawn[1]


def test_a_picture_holds_shapes_and_text_only(run, tmp_path):
    saved(tmp_path / "game.ruleset", 120)
    run("show", GAME, "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset")
    root = ET.parse(tmp_path / "o.svg").getroot()
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= SHAPES
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert all(each.get("href").startswith("#") for each in root.iter(f"{SVG}use"))
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("lang", "wall", "title"), [("en", "wall", "after"), ("es", "muro", "tras")])
def test_a_saved_game_shows_what_stands(run, tmp_path, lang, wall, title):
    session = saved(tmp_path / "game.ruleset", 120)
    done = run("show", GAME, "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset", "--lang", lang)
    assert done.code == 0, done.err
    root, fields = ET.parse(tmp_path / "o.svg").getroot(), session.live.observe(0)["fields"]
    assert title in root.find(f"{SVG}title").text
    walls = {line for line, words in parts(root, "line").items() if words.endswith(f": {wall}")}
    assert walls == {line for line, built in fields["walled"].items() if built}
    sign = {"en": "tower", "es": "torre"}[lang]
    towers = {each for each, words in parts(root, "crossing").items() if sign in words}
    assert towers == {crossing for crossing, tower in fields["tower"].items() if tower}
    stands = {each for each, words in parts(root, "space").items() if ":" in words}
    assert stands == {each for each, city in fields["city"].items() if city or any(fields["houses"][each].values())}
    closed = [each for each in root.iter(f"{SVG}g") if each.find(f"{SVG}polygon[@class='shade']") is not None]
    assert {each.get("data-id") for each in closed} == {each for each, city in fields["city"].items() if city}
    told = root.find(f"{SVG}desc").text
    assert len(walls) == sum(f"{session.game.name_of('line', line, lang)} {wall}" in told for line in walls)
    assert all(f"#{city}: " in told for city, there in fields["stands"].items() if there)
    assert any(fields["stands"].values())
    assert "P0" in told


def test_an_expansion_comes_with_the_saved_game(run, tmp_path):
    session = saved(tmp_path / "game.ruleset", 20, expansions=("isthmus",))
    done = run("show", GAME, "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset")
    assert done.code == 0, done.err
    root = ET.parse(tmp_path / "o.svg").getroot()
    assert parts(root, "space").keys() == session.game.glossary.board().spaces.keys()
    twice = run("show", GAME, "-x", "isthmus", "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset")
    assert twice.code == 0, twice.err
    other = run("show", GAME, "-x", "nonesuch", "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset")
    assert other.code == 1
    assert "nonesuch" in other.err


def test_only_what_everybody_sees_is_shown(run, tmp_path):
    session = saved(tmp_path / "game.ruleset", 20)
    run("show", GAME, "--board", tmp_path / "o.svg", "--from", tmp_path / "game.ruleset")
    picture = (tmp_path / "o.svg").read_text(encoding="utf-8")
    hands = [card for seat in range(3) for card in session.live.observe(seat)["seats"][seat]["hand"]]
    assert hands
    assert not [card for card in hands if session.game.name_of("guild", card) in picture]


@pytest.mark.parametrize(
    ("name", "moves"), [("hex", 5), ("tic_tac_toe", 3), ("breakthrough", 4), ("ditches", 6), ("tournay", 30)]
)
def test_any_board_is_drawn(run, tmp_path, name, moves):
    file = tmp_path / "o.svg"
    assert run("show", name, "--board", file, "--seed", 4, "--moves", moves).code == 0
    root = ET.parse(file).getroot()
    assert root.find(f"{SVG}title").text.endswith(f"after {moves} moves")
    assert root.find(f"{SVG}desc").text
    assert [each for each in root.iter() if each.get("data-family")]


def test_a_scenario_gives_the_board_of_a_position(run, tmp_path):
    for moves in (0, 1):
        file = tmp_path / f"{moves}.svg"
        done = run("show", "breakthrough", "--board", file, "--from", f"taken aslant@{moves}")
        assert done.code == 0, done.err
    assert (tmp_path / "0.svg").read_bytes() != (tmp_path / "1.svg").read_bytes()


def test_a_picture_is_replaced_and_json_says_where(run, tmp_path):
    file = tmp_path / "o.svg"
    for _ in range(2):
        done = run("show", GAME, "--board", file, "--format", "json")
        assert json.loads(done.out) == {"board": str(file)}
    assert names(tmp_path) == ["o.svg"]


# -- what can go wrong -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "pig", "--board", "o.svg"), 1, "Pig has no board"),
        (("show", "pig", "--board", "o.svg", "--lang", "es"), 1, "no tiene tablero"),
        (("show", "nonesuch", "--board", "o.svg"), 1, "nonesuch"),
        (("show", GAME, "--board", "missing/o.svg"), 1, "missing/o.svg: cannot be written: No such file or directory"),
        (("show", GAME, "--board", "."), 1, "is not an SVG picture"),
        (("show", GAME, "--board", "text.txt"), 1, "is not an SVG picture"),
        (("show", GAME, "--board", "o\0.svg"), 1, "cannot be written"),
        (("show", GAME, "--board", "o.svg", "--from", "none.ruleset"), 1, "none.ruleset"),
        (("show", GAME, "--board", "o.svg", "--from", "text.txt"), 1, "text.txt"),
        (("show", "pig", "--board", "o.svg", "--from", "game.ruleset"), 1, "is a game of `carcassonne_masons`"),
        (("show", GAME, "--from", "game.ruleset"), 2, "--board"),
        (("show", GAME, "--board", "o.svg", "--look"), 2, "not both"),
        (("show", GAME, "--board", "o.svg", "--seat", "1"), 2, "--seat is for --look"),
        (("show", GAME, "--board", "o.svg", "--from", "game.ruleset", "--players", "3"), 2, "leave --players out"),
        (("show", GAME, "--board", "o.svg", "--players", "9"), 1, "players"),
        (("show", GAME, "card", "--board", "o.svg"), 2, "leave out the name"),
    ],
)
def test_errors_are_told_and_nothing_is_written(run, tmp_path, monkeypatch, words, code, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text("my notes")
    saved(tmp_path / "game.ruleset", 3)
    done = run(*words)
    assert done.code == code
    assert said in done.err
    assert "fault of ruleset" not in done.err
    assert names(tmp_path) == ["game.ruleset", "text.txt"]
    assert (tmp_path / "text.txt").read_text() == "my notes"


def test_a_full_disk_leaves_the_old_picture(run, tmp_path, monkeypatch):
    file = tmp_path / "o.svg"
    run("show", GAME, "--board", file)
    before = file.read_bytes()

    def full(_handle, _content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ruleset_core.play.records.journal.os.write", full)
    done = run("show", GAME, "--board", file, "--lang", "es")
    monkeypatch.undo()
    assert done.code == 1
    assert "o.svg: no se puede escribir: No space left on device" in done.err
    assert names(tmp_path) == ["o.svg"]
    assert file.read_bytes() == before
