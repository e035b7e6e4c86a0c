"""Pages with hostile pictures: the server refuses them in a sentence, or sends nothing but shapes."""

from __future__ import annotations

from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import ROOT
from tests.model.hostile_pictures import CLEANED, REFUSED

FEW = (
    "script",
    "onload of the root",
    "page within",
    "entities that grow",
    "use of itself",
    "paint of data",
    "cut off",
    "a size of nothing",
)


@pytest.fixture
def page(tmp_path, begun):
    """The table of a game whose cards have a picture of these bytes."""
    directory = tmp_path / "sheaves"
    copytree(ROOT / "examples" / "sheaves", directory)
    (directory / "look.yaml").write_text("look:\n  faces:\n    card: {sign: wheat, art: ear.svg}\n")

    def write(picture: bytes):
        (directory / "ear.svg").write_bytes(picture)
        return begun(str(directory), ("human", "easy", "easy"))

    return write


@pytest.mark.parametrize("name", FEW)
def test_a_page_is_told_that_the_game_cannot_be_loaded(page, capsys, name: str) -> None:
    answer = page(REFUSED[name]).ask("0", "art")
    assert answer.status_code == 409
    assert answer.json().keys() == {"refused"}
    said = capsys.readouterr().err
    assert said.count("E019") == 1
    assert "Traceback" not in said


@pytest.mark.parametrize("name", CLEANED)
def test_a_page_is_sent_shapes_alone(page, name: str) -> None:
    answer = page(CLEANED[name]).ask("0", "art")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    names = {each.tag.rpartition("}")[2] for each in ET.fromstring(answer.text).iter()}
    assert names <= {"svg", "symbol", "g", "path", "rect", "clipPath", "linearGradient", "polygon"}
    for word in ("alert", "script", "href", "onclick", "<!"):
        assert word not in answer.text
