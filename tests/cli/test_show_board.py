"""`ruleset show --board`: pictures of boards, empty and of saved games, and what can go wrong."""

from __future__ import annotations

import errno
import json
import random
import re
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import PlanarBoard, load
from ruleset_core.cli.showing.board import everybody_sees
from ruleset_core.cli.showing.plan_svg import plan_svg
from ruleset_core.cli.views.names import Names
from ruleset_core.cli.views.plan_marks import BoardMarks, Mark, SpaceMarks, letters
from ruleset_core.record import Seat, Session, save

GAME = "carcassonne_masons"
SVG = "{http://www.w3.org/2000/svg}"


def parts(root, tag):
    """The shapes of a kind by id, each with its words."""
    return {each.get("id"): each.find(f"{SVG}title").text for each in root.iter(f"{SVG}{tag}") if each.get("id")}


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
def test_the_empty_board_has_all_its_parts(run, tmp_path, expansions):
    file = tmp_path / "board.svg"
    done = run("show", GAME, "--board", file, *(word for name in expansions for word in ("-x", name)))
    assert (done.code, done.out) == (0, f"Drawn: {file}\n")
    root = ET.parse(file).getroot()
    game = load(GAME, expansions=expansions)
    board = game.glossary.board()
    assert list(parts(root, "polygon")) == [f"space-{each}" for each in board.spaces]
    assert set(parts(root, "line")) == {f"line-{each}" for each in board.lines}
    assert list(parts(root, "circle")) == [f"crossing-{each}" for each in board.crossings]
    assert set(parts(root, "line").values()) == {f"{game.name_of('line', each)}: free" for each in board.lines}
    assert root.find(f"{SVG}title").text == "Masons: the board"
    assert root.find(f"{SVG}desc").text == "Nothing stands on the board."


def test_the_same_board_gives_the_same_bytes(start, tmp_path):
    drawn = []
    for seed in ("1", "2"):
        start("show", GAME, "--board", tmp_path / f"{seed}.svg", PYTHONHASHSEED=seed)
        drawn.append((tmp_path / f"{seed}.svg").read_bytes())
    assert drawn[0] == drawn[1]


def test_a_picture_holds_shapes_and_text_only(run, tmp_path):
    saved(tmp_path / "game.ruleset", 120)
    run("show", GAME, "--board", tmp_path / "o.svg", "--record", tmp_path / "game.ruleset")
    root = ET.parse(tmp_path / "o.svg").getroot()
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert tags == {"svg", "g", "title", "desc", "rect", "polygon", "line", "circle", "text", "tspan"}
    attributes = {name for each in root.iter() for name in each.attrib}
    assert not any(name.startswith("on") or "href" in name or name == "style" for name in attributes)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("lang", "wall", "title"), [("en", "wall", "after"), ("es", "muro", "tras")])
def test_a_saved_game_shows_what_stands(run, tmp_path, lang, wall, title):
    session = saved(tmp_path / "game.ruleset", 120)
    done = run("show", GAME, "--board", tmp_path / "o.svg", "--record", tmp_path / "game.ruleset", "--lang", lang)
    assert done.code == 0, done.err
    root, fields = ET.parse(tmp_path / "o.svg").getroot(), session.live.observe(0)["fields"]
    assert title in root.find(f"{SVG}title").text
    walls = {line.removeprefix("line-") for line, words in parts(root, "line").items() if words.endswith(wall)}
    assert walls == {line for line, built in fields["walled"].items() if built}
    towers = {each.removeprefix("crossing-") for each, words in parts(root, "circle").items() if ":" in words}
    assert towers == {crossing for crossing, tower in fields["tower"].items() if tower}
    stands = {each.removeprefix("space-") for each, words in parts(root, "polygon").items() if ":" in words}
    assert stands == {each for each, city in fields["city"].items() if city or any(fields["houses"][each].values())}
    description = root.find(f"{SVG}desc").text
    assert description.count(wall) == len(walls)
    cities = [city for city, there in fields["stands"].items() if there]
    assert len(cities) == len(re.findall(r"(?:city|ciudad) #\d+:", description))
    assert cities


def test_the_terminal_and_the_picture_tell_the_same(run, tmp_path):
    from games.carcassonne_masons.view import board_marks

    session = saved(tmp_path / "game.ruleset", 90)
    run("show", GAME, "--board", tmp_path / "o.svg", "--record", tmp_path / "game.ruleset")
    root = ET.parse(tmp_path / "o.svg").getroot()
    marks = board_marks(session.game, session.live.observe(1), "en")
    drawn = [each.text.strip() for each in root.iter(f"{SVG}tspan")]
    assert drawn == [mark.text for space in marks.spaces.values() for mark in space.marks]


def test_an_expansion_comes_with_the_saved_game(run, tmp_path):
    session = saved(tmp_path / "game.ruleset", 20, expansions=("isthmus",))
    done = run("show", GAME, "--board", tmp_path / "o.svg", "--record", tmp_path / "game.ruleset")
    assert done.code == 0, done.err
    root = ET.parse(tmp_path / "o.svg").getroot()
    assert len(parts(root, "polygon")) == len(session.game.glossary.board().spaces)
    twice = run("show", GAME, "-x", "isthmus", "--board", tmp_path / "o.svg", "--record", tmp_path / "game.ruleset")
    assert twice.code == 2


def test_only_what_everybody_sees_is_used():
    state = load(GAME).new(players=3, seed=2)
    seen = everybody_sees([state.observe(seat) for seat in range(3)])
    assert seen["seat"] is None
    assert [seat["hand"] for seat in seen["seats"]] == [None] * 3
    assert seen["zones"]["deck"] == {"count": 42}
    assert set(seen["fields"]["walled"].values()) == {False}


def test_a_picture_is_replaced_and_json_says_where(run, tmp_path):
    file = tmp_path / "o.svg"
    for _ in range(2):
        done = run("show", GAME, "--board", file, "--format", "json")
        assert json.loads(done.out) == {"board": str(file)}
    assert names(tmp_path) == ["o.svg"]


def test_names_of_any_kind_are_well_formed():
    board = PlanarBoard({"a": (0, 0), "b": (5, 0), "c": (0, 5)}, {"l": ("a", "b")}, {"s": ("a", "b", "c")}, {})
    marks = BoardMarks(spaces={"s": SpaceMarks((Mark("<&", '"]]>\ud800'),))}, notes=["\x00\x1b<script>"])
    text = plan_svg(Names(load(GAME), "en"), board, marks, "<b>\x07", {"free": "&", "nothing": ""})
    root = ET.fromstring(text.encode())
    assert root.find(f"{SVG}title").text == "<b>"
    assert [each.text for each in root.iter(f"{SVG}tspan")] == ["<&"]


# -- what can go wrong -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "pig", "--board", "o.svg"), 1, "Pig has no board"),
        (("show", "pig", "--board", "o.svg", "--lang", "es"), 1, "no tiene un tablero"),
        (("show", "nonesuch", "--board", "o.svg"), 1, "nonesuch"),
        (("show", GAME, "--board", "missing/o.svg"), 1, "missing/o.svg: cannot be written: No such file or directory"),
        (("show", GAME, "--board", "."), 1, "is no SVG picture"),
        (("show", GAME, "--board", "text.txt"), 1, "is no SVG picture"),
        (("show", GAME, "--board", "o\0.svg"), 1, "cannot be written"),
        (("show", GAME, "--board", "o.svg", "--record", "none.ruleset"), 1, "none.ruleset"),
        (("show", GAME, "--board", "o.svg", "--record", "text.txt"), 1, "text.txt"),
        (("show", "pig", "--board", "o.svg", "--record", "game.ruleset"), 1, "is a game of Masons"),
        (("show", GAME, "--record", "game.ruleset"), 2, "--board"),
        (("show", GAME, "card", "--board", "o.svg"), 2, "not both"),
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

    monkeypatch.setattr("ruleset_core.record.writing.os.write", full)
    done = run("show", GAME, "--board", file, "--lang", "es")
    monkeypatch.undo()
    assert done.code == 1
    assert "o.svg: no se puede escribir: No space left on device" in done.err
    assert names(tmp_path) == ["o.svg"]
    assert file.read_bytes() == before


def test_letters_tell_names_apart():
    assert letters(["yellow", "green", "blue"]) == ["y", "g", "b"]
    assert letters(["amarillo", "verde", "azul", "rosa", "rojo"]) == ["a", "v", "z", "s", "r"]
    assert letters(["old red", "old blue"]) == ["r", "b"]
    assert len(set(letters(["a"] * 20))) == 20


def test_a_city_is_told_with_its_size_and_buildings():
    from games.carcassonne_masons.view import board_marks

    state = load(GAME).new(players=3, seed=4)
    seen = state.observe(0)
    fields = seen["fields"]
    fields["city"]["l01"] = fields["city"]["l02"] = 12
    fields["stands"]["12"] = True
    fields["city_houses"]["12"] |= {"yellow": 1, "red": 1}
    fields["city_palaces"]["12"] |= {"blue": 2}
    assert board_marks(state.game, seen, "en").notes == ["city #12: 2 spaces, houses y r, palaces 2b"]
