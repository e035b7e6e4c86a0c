"""Credits of pictures: each picture of a look with credits has one, and whoever sees it can read who made it."""

from __future__ import annotations

from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.view.look.game_looks import credit_line, credit_texts, credits_in_use, picture_credits, pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from tests.conftest import ROOT

EAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1L9 9Z"/></svg>'
SVG = "{http://www.w3.org/2000/svg}"
ADA = '{by: Ada & <Sons>, licence: CC BY 4.0, source: "https://example.org/?a=1&b=2", of: [%s]}'


@pytest.fixture
def sheaves(tmp_path):
    """A game with a picture for all cards and one for a single card, and credits of it."""
    directory = tmp_path / "sheaves"
    copytree(ROOT / "examples" / "sheaves", directory)
    (directory / "art").mkdir()
    for name in ("ear", "sickle"):
        (directory / "art" / f"{name}.svg").write_text(EAR)
    first = load(directory).new(3, seed=1).observe(0)["seats"][0]["hand"][0]

    def write(*credits_: str):
        art = f"  faces:\n    card: {{sign: wheat, art: art/ear.svg}}\n  art: {{card: {{{first}: art/sickle.svg}}}}\n"
        lines = "".join(f"    - {each}\n" for each in credits_)
        (directory / "look.yaml").write_text(f"look:\n{art}" + (f"  credits:\n{lines}" if lines else ""))
        return directory

    return write


def told(directory) -> list[tuple[str, str]]:
    return [
        (each.code, each.message)
        for each in check_paths([str(directory)]).diagnostics
        if each.code in {"W527", "W543"} or each.severity == "error"
    ]


def test_a_picture_without_credit_is_told_where_there_are_credits(sheaves) -> None:
    assert told(sheaves()) == []
    assert told(sheaves(ADA % "ear.svg")) == [("W543", "no credit says who made `sickle.svg`")]
    assert told(sheaves(ADA % "ear.svg", ADA % "art/sickle.svg")) == []
    assert told(sheaves(ADA % '"*.svg"')) == []
    assert told(sheaves(ADA % '"art/*c*.svg", ear.svg')) == []


@pytest.mark.parametrize("name", ["plough.svg", '"other/*.svg"', "sheaves/art/ear.svg"])
def test_a_credit_of_nothing_is_told(sheaves, name: str) -> None:
    assert told(sheaves(ADA % '"*.svg"', ADA % name)) == [
        ("W527", f"`{name.strip(chr(34))}` is not a picture of this look")
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "{by: Ada, licence: CC0, of: [ear.svg]}",
        "{by: Ada, source: here, of: [ear.svg]}",
        "{licence: CC0, source: here, of: [ear.svg]}",
        "{by: Ada, licence: CC0, source: here}",
        "{by: Ada, licence: CC0, source: here, of: []}",
        "{by: Ada, licence: CC0, source: here, of: [../ear.svg]}",
        "{by: Ada, licence: CC0, source: here, of: ['[a-z]*.svg']}",
        '{by: "Ada\\nBo", licence: CC0, source: here, of: [ear.svg]}',
        f"{{by: {'A' * 201}, licence: CC0, source: here, of: [ear.svg]}}",
    ],
)
def test_what_is_no_credit_is_refused(sheaves, wrong: str) -> None:
    directory = sheaves(wrong)
    assert {code[0] for code, _ in told(directory)} == {"E"}
    with pytest.raises(LoadError):
        load(directory)


def drawn(directory) -> ET.Element:
    state = load(directory).new(3, seed=1)
    shown = scene(state.game, state.masked(0), options=state.options)
    return ET.fromstring(draw(shown, art=pictures(state.game), made_by=picture_credits(state.game)))


def test_a_drawing_names_who_made_what_it_shows(sheaves) -> None:
    root = drawn(sheaves(ADA % "ear.svg", "{by: Bo, licence: CC0, source: drawn here, of: [sickle.svg]}"))
    (metadata,) = root.iter(f"{SVG}metadata")
    assert metadata.text == "ear: Ada & <Sons> (CC BY 4.0, https://example.org/?a=1&b=2)\nsickle: Bo (CC0, drawn here)"
    said = " ".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))
    assert "Ada & <Sons>" in said
    assert "drawn here" in said


def test_a_drawing_names_nobody_whose_pictures_it_does_not_show(sheaves) -> None:
    assert [*drawn(sheaves()).iter(f"{SVG}metadata")] == []
    state = load(sheaves(ADA % '"*.svg"')).new(3, seed=1)
    shown = scene(state.game, state.masked(0), options=state.options)
    assert "Ada" not in draw(shown, made_by=picture_credits(state.game))


def test_show_writes_who_made_the_pictures(run, sheaves, tmp_path) -> None:
    directory, file = sheaves(ADA % '"*.svg"'), tmp_path / "seen.svg"
    done = run("show", directory, "--look", "--svg", file)
    assert done.code == 0
    (metadata,) = ET.parse(file).getroot().iter(f"{SVG}metadata")
    assert "Ada & <Sons>" in metadata.text


@pytest.mark.parametrize(("lang", "line"), [("en", "Pictures"), ("es", "Imágenes")])
def test_sheets_to_print_say_it_at_their_edge(run, sheaves, tmp_path, lang: str, line: str) -> None:
    directory = sheaves(ADA % '"*.svg"')
    assert run("print", directory, "--out", tmp_path / "sheets", "--lang", lang).code == 0
    pages = sorted((tmp_path / "sheets").glob("*.svg"))
    assert pages
    for page in pages:
        root = ET.parse(page).getroot()
        assert [*root.iter(f"{SVG}use")]
        said = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
        credit = f"{line}: Ada & <Sons> (CC BY 4.0, https://example.org/?a=1&b=2)"
        assert any(each.startswith(f"{credit} · ") for each in said)  # behind it stands what may be done with the game
        (metadata,) = root.iter(f"{SVG}metadata")
        assert "Ada & <Sons>" in metadata.text


def test_a_pdf_says_it_on_each_page_and_of_itself(run, sheaves, tmp_path) -> None:
    pytest.importorskip("fpdf")
    pdfium = pytest.importorskip("pypdfium2")
    file = tmp_path / "sheets.pdf"
    assert run("print", sheaves(ADA % '"*.svg"'), "--out", file).code == 0
    made = pdfium.PdfDocument(file)
    assert "ear" in made.get_metadata_value("Subject")
    for page in made:
        assert "Pictures: Ada & <Sons> (CC BY 4.0" in page.get_textpage().get_text_range()


def test_makers_of_one_source_stand_together() -> None:
    found = picture_credits(load("troyes"))
    assert credit_line(found, "en") == (
        "Pictures: Delapouite, Lorc, Caro Asercion, Skoll, Cathelineau (CC BY 3.0, https://game-icons.net)"
    )
    assert credit_line([], "en") == ""
    (one,) = credits_in_use(found, {"activity-windmill"})
    assert credit_texts([one], "en") == [f"windmill: {one.by} (CC BY 3.0, https://game-icons.net)"]


@pytest.mark.parametrize(("game", "expansions"), [("troyes", ["bonus_2011"]), ("troyes", []), ("tournay", [])])
def test_every_icon_in_use_has_a_credit(game: str, expansions: list[str]) -> None:
    loaded = load(game, expansions)
    credited = [name for each in picture_credits(loaded) for name in each.titles]
    assert sorted(credited) == sorted(pictures(loaded))
    assert {(each.licence, each.source) for each in picture_credits(loaded)} == {
        ("CC BY 3.0", "https://game-icons.net")
    }


def test_the_notice_names_the_icons_and_their_licence() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    assert "Game-icons.net" in notice
    assert "Creative Commons Attribution 3.0" in notice
    for directory in ("troyes/art", "troyes/expansions/bonus_2011/art", "tournay/art"):
        assert "CC BY 3.0" in (ROOT / "data" / directory / "LICENSE").read_text(encoding="utf-8")
