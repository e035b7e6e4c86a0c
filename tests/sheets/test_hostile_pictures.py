"""Hostile pictures on every way: each is refused with one message that names it, or nothing but its shapes is shown."""

from __future__ import annotations

import re
from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.model import artwork
from ruleset_core.model.artwork import ArtworkError, read_artwork
from ruleset_core.view.look.game_looks import pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from tests.conftest import ROOT
from tests.model.hostile_pictures import CLEANED, REFUSED

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{name}" for name in artwork._SHAPES | {"symbol"}} - {f"{SVG}svg"}
ATTRIBUTES = artwork._PLAIN | artwork._PAINTS | {"id"}
WAYS = (
    ("show", "--look"),
    ("show", "--look", "--svg", "seen.svg"),
    ("print", "--out", "sheet.svg"),
    ("print", "--out", "sheet.pdf"),
)
FEW = (
    "script",
    "entities that grow",
    "use of each other",
    "image of a file",
    "too many bytes",
    "cut off",
    "two byte order marks",
)


@pytest.fixture
def sheaves(tmp_path):
    """A game whose cards have a picture of these bytes."""
    directory = tmp_path / "sheaves"
    copytree(ROOT / "examples" / "sheaves", directory)
    (directory / "look.yaml").write_text("look:\n  faces:\n    card: {sign: wheat, art: ear.svg}\n")

    def write(picture: bytes):
        (directory / "ear.svg").write_bytes(picture)
        return directory

    return write


def is_harmless(symbol: ET.Element) -> bool:
    """Whether there are shapes in a symbol and nothing else, with numbers, colours and ids of its own."""
    values = " ".join(value for each in symbol.iter() for value in each.attrib.values())
    return (
        {each.tag for each in symbol.iter()} <= SHAPES
        and {key for each in symbol.iter() for key in each.attrib} <= ATTRIBUTES
        and not re.search(r"url\((?!#art-card-)|[:<>\"'\\&;]", values)
        and not "".join(symbol.itertext()).strip()
    )


def test_there_are_enough_of_them() -> None:
    assert len(REFUSED) >= 90
    assert len(CLEANED) >= 18
    assert set(FEW) <= REFUSED.keys()


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_one_short_message_and_what_to_do(name: str) -> None:
    with pytest.raises(ArtworkError) as told:
        read_artwork(REFUSED[name], "card")
    assert 0 < len(str(told.value)) < 120
    assert "\n" not in str(told.value)
    assert told.value.advice


@pytest.mark.parametrize("name", CLEANED)
def test_nothing_but_shapes_is_taken(name: str) -> None:
    symbol = ET.fromstring(
        ET.tostring(read_artwork(CLEANED[name], "card")).replace(
            b"<symbol", b'<symbol xmlns="http://www.w3.org/2000/svg"'
        )
    )
    assert is_harmless(symbol)
    assert f"{SVG}path" in {each.tag for each in symbol.iter()}


def test_check_tells_each_once_where_the_look_names_it(sheaves) -> None:
    for name, picture in REFUSED.items():
        found = check_paths([str(sheaves(picture))]).diagnostics
        assert [(each.code, each.span.line) for each in found if each.severity == "error"] == [("E019", 3)], name
        with pytest.raises(LoadError):
            load(sheaves(picture)).source.look  # noqa: B018


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_terminal_picture_and_sheet_say_what_is_wrong_and_write_nothing(
    run, sheaves, tmp_path, monkeypatch, name: str, way
) -> None:
    if way[-1].endswith(".pdf"):
        pytest.importorskip("fpdf")
    monkeypatch.chdir(tmp_path)
    command, *options = way
    done = run(command, sheaves(REFUSED[name]), *options)
    assert done.code == 1
    assert (done.out + done.err).count("E019") == 1
    assert "Traceback" not in done.out + done.err
    assert not [*tmp_path.glob("*.svg"), *tmp_path.glob("*.pdf")]


@pytest.mark.parametrize("name", CLEANED)
def test_a_drawing_holds_the_shapes_alone(sheaves, name: str) -> None:
    state = load(sheaves(CLEANED[name])).new(3, seed=1)
    root = ET.fromstring(draw(scene(state.game, state.masked(0), options=state.options), art=pictures(state.game)))
    (symbol,) = (each for each in root.iter(f"{SVG}symbol") if each.get("id") == "art-card")
    assert is_harmless(symbol)
    assert "alert" not in ET.tostring(root, encoding="unicode")


@pytest.mark.parametrize("name", CLEANED)
def test_a_sheet_holds_the_shapes_or_says_that_it_cannot(run, sheaves, tmp_path, name: str) -> None:
    pytest.importorskip("fpdf")
    directory = sheaves(CLEANED[name])
    first = load(directory).program.vocabulary.domains["card"].ids[0]
    done = run("print", directory, "--cards", first, "--out", tmp_path / "sheet.pdf")
    assert (done.code, done.err.count("\n")) in {(0, 0), (0, 1)}
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert run("print", directory, "--cards", first, "--out", tmp_path / "sheet.svg").code == 0
    (symbol,) = ET.parse(tmp_path / "sheet.svg").getroot().iter(f"{SVG}symbol")
    assert is_harmless(symbol)


@pytest.mark.parametrize("key", ["cx", "r"])
@pytest.mark.parametrize("value", ["NaN", "1e300"])
def test_a_pdf_leaves_out_what_stumbles_when_it_is_drawn(run, sheaves, tmp_path, key: str, value: str) -> None:
    pytest.importorskip("fpdf")
    circle = {"r": "4", key: value}
    shape = " ".join(f'{name}="{said}"' for name, said in circle.items())
    directory = sheaves(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle {shape}/></svg>'.encode())
    done = run("print", directory, "--out", tmp_path / "sheet.pdf")
    assert done.code == 0
    assert "Traceback" not in done.err


def test_a_terminal_draws_the_sign_instead(run, sheaves) -> None:
    done = run("show", sheaves(CLEANED["characters"]), "--look")
    assert done.code == 0
    assert "alert" not in done.out
    assert "<" not in done.out
